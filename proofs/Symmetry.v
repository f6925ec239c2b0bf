(* A board with a symmetry that moves every stack is lost (docs/theory/boards.md, "Symmetry"). *)
Require Import Arith Bool Lia List Permutation ZifyBool.
From Nimatron Require Import Game Sums Boards.
Import ListNotations.

Section Boards.
  Variable place : Type.
  Variable eq_place : forall u v : place, {u = v} + {u <> v}.
  Variable places : list place.
  Hypothesis no_twice : NoDup places.

  (* [open who c v]: [who] may lower the stack at v. Lowering a stack closes no other one. *)
  Variable open : player -> counters place -> place -> Prop.
  Definition lowers_in_turn := in_turn (fun who => lower place eq_place places (open who)).
  Hypothesis closes_nothing : forall who c v u y, u <> v -> y < c v ->
    open who c u -> open who (set place eq_place c v y) u.

  (* The automorphism. *)
  Variable image : place -> place.
  Definition turns_back := forall v, In v places -> In (image v) places /\ image (image v) = v.
  Hypothesis twice : turns_back.
  Hypothesis symmetric_rules : forall who c v, (forall u, In u places -> c (image u) = c u) ->
    In v places -> open who c v -> open (other who) c (image v).

  Definition symmetric (c : counters place) :=
    forall v, In v places -> c (image v) = c v /\ (c v <> 0 -> image v <> v).

  (* After the same move on the image the board is symmetric again. *)
  Notation set := (set place eq_place).
  Definition answer c v y := set (set c v y) (image v) y.
  Lemma answer_there c v y u : u = v \/ u = image v -> answer c v y u = y.
  Proof.
    intros U. unfold answer, Boards.set. destruct (eq_place u (image v)), (eq_place u v); tauto.
  Qed.
  Lemma answer_elsewhere c v y u : u <> v -> u <> image v -> answer c v y u = c u.
  Proof. intros U1 U2. unfold answer. now rewrite !set_other. Qed.
  Lemma answer_symmetric c v y : symmetric c -> In v places -> y < c v -> symmetric (answer c v y).
  Proof.
    intros S V Y u U. destruct (S v V) as [_ M], (twice v V) as [_ Tv], (twice u U) as [_ Tu].
    destruct (eq_place u v) as [-> | U1]; [| destruct (eq_place u (image v)) as [-> | U2]].
    - rewrite !answer_there by auto. split; [reflexivity | intros _; apply M; lia].
    - rewrite Tv, !answer_there by auto. split; [reflexivity |].
      intros _ E. apply M; [lia | now symmetry].
    - assert (image u <> v) by congruence. assert (image u <> image v) by congruence.
      rewrite !answer_elsewhere by assumption. now apply S.
  Qed.

  (* The second player always has an answer, and so makes the last move. *)
  Theorem symmetric_is_lost who c : symmetric c -> loses lowers_in_turn normal (who, c).
  Proof.
    remember (total place places c) as n eqn:E. revert c E. induction n as [n IH] using lt_wf_ind.
    intros c -> S. constructor; auto. intros p M. inversion M as [w x d L]; subst.
    destruct L as [c v y V O Y]. destruct (S v V) as [Cv Fix].
    assert (F : image v <> v) by (apply Fix; lia). apply wins_by with (who, answer c v y).
    - rewrite <- (other_other who) at 2. constructor. constructor.
      + now apply twice.
      + apply closes_nothing; auto. apply symmetric_rules; auto. intros u U. now apply S.
      + rewrite set_other; auto. lia.
    - apply (IH (total place places (answer c v y))); auto using answer_symmetric.
      pose proof (total_set place eq_place places no_twice c v y V).
      pose proof (total_set place eq_place places no_twice (set c v y) (image v) y) as T.
      rewrite set_other in T by assumption. specialize (T (proj1 (twice v V))). unfold answer. lia.
  Qed.
End Boards.

(* Where both have the same moves, it does not matter who is to move. *)
Lemma impartial_in_turn {position} (move : position -> position -> Prop) s :
  loses (in_turn (fun _ => move)) normal s -> loses move normal (snd s).
Proof.
  intros L. induction L as [s [] | s t M _ IH | s _ _ IH]
    using loses_rec with (P := fun s _ => wins move normal (snd s)).
  - destruct M as [who p q O]. now apply wins_by with q.
  - destruct s as [who p]. constructor; auto. intros q M. now apply (IH (other who, q)), turn.
Qed.

(* ---- the impartial games: needs ---- *)
Section Needs.
  Variable place : Type.
  Variable eq_place : forall u v : place, {u = v} + {u <> v}.
  Variable places : list place.
  Hypothesis no_twice : NoDup places.
  Variable joined : place -> place -> bool.

  (* An automorphism keeps edges and needs. *)
  Variable image : place -> place.
  Hypothesis twice : turns_back place places image.
  Hypothesis keeps_edges : forall u v, In u places -> In v places -> joined (image u) (image v) = joined u v.

  Lemma filter_image (f : place -> bool) :
    length (filter f places) = length (filter (fun u => f (image u)) places).
  Proof.
    assert (K : forall l, length (filter f (map image l)) = length (filter (fun u => f (image u)) l)).
    { induction l as [| u l IH]; auto. simpl. destruct (f (image u)); simpl; now rewrite IH. }
    rewrite <- K. apply Permutation_length. enough (P : Permutation places (map image places)).
    { clear - P. induction P; simpl; auto.
      - destruct (f x); auto.
      - destruct (f x), (f y); auto. constructor.
      - eapply perm_trans; eauto. }
    apply NoDup_Permutation_bis; auto; [now rewrite map_length |].
    intros u U. apply in_map_iff. exists (image u). destruct (twice u U). auto.
  Qed.

  Variable need : place -> nat.
  Hypothesis keeps_needs : forall v, In v places -> need (image v) = need v.

  Theorem symmetric_board_is_lost c : symmetric place places image c ->
    loses (board_move place eq_place places joined need) normal c.
  Proof.
    intros S. apply (impartial_in_turn _ (Left, c)), (symmetric_is_lost place eq_place places no_twice
      (fun _ => open_by_need place places joined need) (fun _ c v u y _ => stays_open _ _ _ _ _ c v u y)
      image twice); auto. clear c S. unfold open_by_need.
    intros _ c v S V O. rewrite keeps_needs by assumption. eapply Nat.le_trans. exact O.
    unfold empty_neighbours. rewrite (filter_image (fun u => joined (image v) u && (c u =? 0))).
    apply Nat.eq_le_incl. f_equal. apply filter_ext_in. intros u U.
    now rewrite keeps_edges, S.
  Qed.
End Needs.

(* In trees the needs come from the edges, in graphs they are all alike. *)
Corollary symmetric_graph_is_lost place eq_place places joined image c : NoDup places ->
  turns_back place places image ->
  (forall u v, In u places -> In v places -> joined (image u) (image v) = joined u v) ->
  symmetric place places image c -> loses (graph_move place eq_place places joined) normal c.
Proof. intros N T K. now apply symmetric_board_is_lost. Qed.

Corollary symmetric_tree_is_lost place eq_place places parent image c : NoDup places ->
  turns_back place places image ->
  (forall u v, In u places -> In v places ->
    edge place eq_place parent (image u) (image v) = edge place eq_place parent u v) ->
  symmetric place places image c -> loses (tree_move place eq_place places parent) normal c.
Proof.
  intros N T K. apply symmetric_board_is_lost; auto. intros v V. unfold tree_need, neighbours.
  rewrite (filter_image place places N image T). f_equal. f_equal. apply filter_ext_in. auto.
Qed.

(* A yard that is the same from right to left, with an even number of columns. *)
Corollary even_yard_is_lost rows columns c : Nat.even columns = true -> depot_around rows columns c ->
  (forall i j, 1 <= j <= columns -> c (i, columns + 1 - j) = c (i, j)) ->
  loses (yard_move rows columns) normal c.
Proof.
  intros E D S. set (image := fun v : spot => (fst v, columns + 1 - snd v)).
  apply symmetric_graph_is_lost with image.
  - apply yard_once.
  - intros [i j] I. apply in_yard in I as I'. unfold image. simpl. rewrite in_yard. split. lia. f_equal. lia.
  - intros [i j] [k l] I J. apply in_yard in I, J. unfold image, side_by_side, next. simpl. lia.
  - intros [i j] I. apply in_yard in I as I'. unfold image. simpl.
    assert (1 <= j <= columns \/ (j = 0 \/ j = columns + 1)) as [J | J] by lia.
    + split; auto. intros _ F. injection F as F. apply Nat.even_spec in E. destruct E as [k ->]. lia.
    + rewrite (D i (columns + 1 - j)), (D i j) by (rewrite ?in_yard; lia). easy.
Qed.

(* ---- the coloured game: trucks ---- *)
Section Trucks.
  Variable place : Type.
  Variable eq_place : forall u v : place, {u = v} + {u <> v}.
  Variable places : list place.
  Hypothesis no_twice : NoDup places.
  Hypothesis all_places : forall v, In v places.
  Variable home : place.
  (* [may_use who u v]: an edge from u to v of the player's own colour, or a green one. *)
  Variable may_use : player -> place -> place -> Prop.

  (* A truck starts at home and drives on through empty places. *)
  Inductive drives_to who (c : counters place) : place -> Prop :=
  | from_home : drives_to who c home
  | along u v : drives_to who c u -> c u = 0 -> may_use who u v -> drives_to who c v.

  (* The automorphism keeps home and exchanges the colours. *)
  Variable image : place -> place.
  Hypothesis twice : turns_back place places image.
  Hypothesis keeps_home : image home = home.
  Hypothesis exchanges_colours : forall who u v,
    may_use who u v -> may_use (other who) (image u) (image v).

  Theorem symmetric_coloured_is_lost who c : symmetric place places image c ->
    loses (lowers_in_turn place eq_place places drives_to) normal (who, c).
  Proof.
    apply symmetric_is_lost; auto.
    - intros w d v u y U Y D. clear U. induction D as [| u t D IH Z E]. constructor.
      apply along with u; auto. now apply stays_empty.
    - intros w d v S _ D. induction D as [| u t D IH Z E].
      + rewrite keeps_home. constructor.
      + apply along with (image u); auto. now rewrite S.
  Qed.
End Trucks.
