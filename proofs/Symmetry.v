(* A board with a symmetry that moves every stack is lost (docs/theory-boards.md, "Symmetry"). *)
Require Import Arith Bool Lia List Permutation.
From Nimatron Require Import Game.
Import ListNotations.

Section Boards.
  (* The places of a board. A position is how many counters each has. *)
  Variable place : Type.
  Variable eq_place : forall u v : place, {u = v} + {u <> v}.
  Variable places : list place.
  Hypothesis all_places : NoDup places /\ forall v, In v places.
  Definition counters := place -> nat.
  Definition set (c : counters) v y : counters := fun u => if eq_place u v then y else c u.
  Definition total (c : counters) := list_sum (map c places).

  (* [open who c v]: [who] may lower the stack at v. *)
  Variable open : player -> counters -> place -> Prop.
  Inductive move : player * counters -> player * counters -> Prop :=
  | lower who c v y : open who c v -> y < c v -> move (who, c) (other who, set c v y).

  (* Lowering a stack closes no other one. *)
  Hypothesis closes_nothing : forall who c v u y, u <> v -> y < c v ->
    open who c u -> open who (set c v y) u.

  (* The automorphism; [keeps] says what it does to the players, and leaves them alone where
     both have the same moves. *)
  Variable image : place -> place.
  Hypothesis twice : forall v, image (image v) = v.
  Hypothesis symmetric_rules : forall who c v, (forall u, c (image u) = c u) ->
    open who c v -> open (other who) c (image v).

  Definition symmetric (c : counters) := forall v, c (image v) = c v /\ (c v <> 0 -> image v <> v).

  Lemma set_same c v y : set c v y v = y.
  Proof. unfold set. destruct (eq_place v v); congruence. Qed.
  Lemma set_other c v y u : u <> v -> set c v y u = c u.
  Proof. unfold set. destruct (eq_place u v); congruence. Qed.
  Lemma total_falls c v y : y < c v -> total (set c v y) < total c.
  Proof.
    intros Y. destruct all_places as [N A]. unfold total. specialize (A v).
    assert (K : forall l, ~ In v l -> map (set c v y) l = map c l).
    { intros l I. apply map_ext_in. intros u U. apply set_other. intros ->. contradiction. }
    apply in_split in A. destruct A as (l & r & E). rewrite E in *.
    apply NoDup_remove_2 in N. rewrite in_app_iff in N.
    rewrite !map_app, !list_sum_app. simpl. rewrite !K, set_same by tauto. lia.
  Qed.

  (* After the same move on the image the board is symmetric again. *)
  Definition answer c v y := set (set c v y) (image v) y.
  Lemma answer_there c v y u : u = v \/ u = image v -> answer c v y u = y.
  Proof.
    intros U. unfold answer, set. destruct (eq_place u (image v)), (eq_place u v); tauto.
  Qed.
  Lemma answer_elsewhere c v y u : u <> v -> u <> image v -> answer c v y u = c u.
  Proof. intros U1 U2. unfold answer. now rewrite !set_other. Qed.
  Lemma answer_symmetric c v y : symmetric c -> y < c v -> symmetric (answer c v y).
  Proof.
    intros S Y u. destruct (S v) as [V M]. destruct (S u) as [U _].
    assert (I : forall a b, image a = image b -> a = b).
    { intros a b E. now rewrite <- (twice a), E, twice. }
    destruct (eq_place u v) as [-> | U1]; [| destruct (eq_place u (image v)) as [-> | U2]].
    - rewrite !answer_there by auto. split; [reflexivity | intros _; apply M; lia].
    - rewrite twice, !answer_there by auto. split; [reflexivity |].
      intros _ E. apply M; [lia | now symmetry].
    - assert (image u <> v) by (intros E; apply U2; now rewrite <- E, twice).
      assert (image u <> image v) by (intros E; now apply U1, I).
      rewrite !answer_elsewhere by assumption. apply S.
  Qed.

  Lemma opened_image who c v y : symmetric c -> open who c v -> y < c v ->
    open (other who) (set c v y) (image v).
  Proof.
    intros S O Y. destruct (S v) as [_ M]. apply closes_nothing; auto. apply M. lia.
    apply symmetric_rules; auto. intros u. apply S.
  Qed.

  (* The second player always has an answer, and so makes the last move. *)
  Theorem symmetric_is_lost who c : symmetric c -> loses move normal (who, c).
  Proof.
    remember (total c) as n eqn:E. revert c E. induction n as [n IH] using lt_wf_ind.
    intros c -> S. constructor; auto. intros p M. inversion M as [who' c' v y O Y]; subst.
    pose proof (opened_image who c v y S O Y) as O'. destruct (S v) as [V Fix].
    assert (Y' : y < set c v y (image v)) by (rewrite set_other by (apply Fix; lia); lia).
    apply wins_by with (who, answer c v y).
    - rewrite <- (other_other who) at 2. now constructor.
    - apply (IH (total (answer c v y))); auto using answer_symmetric.
      apply Nat.lt_trans with (total (set c v y)); now apply total_falls.
  Qed.
End Boards.

(* ---- the impartial games: needs ---- *)
Section Needs.
  Variable place : Type.
  Variable eq_place : forall u v : place, {u = v} + {u <> v}.
  Variable places : list place.
  Hypothesis all_places : NoDup places /\ forall v, In v places.
  Variable joined : place -> place -> bool.
  (* How many neighbours must be empty before a stack can be lowered. *)
  Variable need : place -> nat.

  Definition empty_neighbours (c : place -> nat) v :=
    length (filter (fun u => joined v u && (c u =? 0)) places).
  Definition open_by_need (who : player) c v := need v <= empty_neighbours c v.

  Lemma filter_grows (f g : place -> bool) l : (forall u, f u = true -> g u = true) ->
    length (filter f l) <= length (filter g l).
  Proof.
    intros H. induction l as [| u l IH]; auto. simpl. specialize (H u).
    destruct (f u), (g u); simpl; lia.
  Qed.

  (* An automorphism keeps edges and needs. *)
  Variable image : place -> place.
  Hypothesis twice : forall v, image (image v) = v.
  Hypothesis keeps_edges : forall u v, joined (image u) (image v) = joined u v.
  Hypothesis keeps_needs : forall v, need (image v) = need v.

  Lemma filter_image (f : place -> bool) :
    length (filter f places) = length (filter (fun u => f (image u)) places).
  Proof.
    destruct all_places as [N A].
    assert (P : Permutation (map image places) places).
    { apply NoDup_Permutation; auto.
      - apply FinFun.Injective_map_NoDup; auto. intros a b E. now rewrite <- (twice a), E, twice.
      - intros u. split; auto. intros _. rewrite <- (twice u). apply in_map, A. }
    assert (K : forall l, length (filter f (map image l)) = length (filter (fun u => f (image u)) l)).
    { induction l as [| u l IH]; auto. simpl. destruct (f (image u)); simpl; now rewrite IH. }
    rewrite <- K. clear - P. induction P; simpl; auto.
    - destruct (f x); simpl; auto.
    - destruct (f x), (f y); auto.
    - congruence.
  Qed.

  Theorem symmetric_graph_is_lost who c : symmetric place image c ->
    loses (move place eq_place open_by_need) normal (who, c).
  Proof.
    apply symmetric_is_lost with (places := places); auto; unfold open_by_need.
    - intros _ d v u y U Y O. eapply Nat.le_trans. exact O. apply filter_grows. intros t.
      rewrite !andb_true_iff, !Nat.eqb_eq. intros [J Z]. split; auto.
      unfold set. destruct (eq_place t v); subst; lia.
    - intros _ d v D O. rewrite keeps_needs. unfold empty_neighbours. rewrite filter_image.
      erewrite filter_ext. exact O. intros u. simpl. now rewrite keeps_edges, D.
  Qed.
End Needs.

(* ---- the coloured game: trucks ---- *)
Section Trucks.
  Variable place : Type.
  Variable eq_place : forall u v : place, {u = v} + {u <> v}.
  Variable places : list place.
  Hypothesis all_places : NoDup places /\ forall v, In v places.
  Variable home : place.
  (* [may_use who u v]: an edge from u to v of the player's own colour, or a green one. *)
  Variable may_use : player -> place -> place -> Prop.

  (* A truck starts at home and drives on through empty places. *)
  Inductive drives_to who (c : place -> nat) : place -> Prop :=
  | from_home : drives_to who c home
  | along u v : drives_to who c u -> c u = 0 -> may_use who u v -> drives_to who c v.

  (* The automorphism keeps home and exchanges the colours. *)
  Variable image : place -> place.
  Hypothesis twice : forall v, image (image v) = v.
  Hypothesis keeps_home : image home = home.
  Hypothesis exchanges_colours : forall who u v,
    may_use who u v -> may_use (other who) (image u) (image v).

  Theorem symmetric_coloured_is_lost who c : symmetric place image c ->
    loses (move place eq_place drives_to) normal (who, c).
  Proof.
    apply symmetric_is_lost with (places := places); auto.
    - intros w d v u y U Y D. clear U. induction D as [| u t D IH Z E]. constructor.
      apply along with u; auto. unfold set. destruct (eq_place u v); subst; lia.
    - intros w d v S D. induction D as [| u t D IH Z E].
      + rewrite keeps_home. constructor.
      + apply along with (image u); auto. now rewrite S.
  Qed.
End Trucks.
