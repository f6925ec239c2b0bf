(* Common ways: if green roads lead to all shared stacks, the mean of a coloured board is what only Left
   can ever take less what only Right can (docs/theory/boards.md, "Common ways"). *)
Require Import Arith Bool Lia List ZArith.
From Nimatron Require Import Game Sums Boards Symmetry Cold.
Import ListNotations.
Open Scope nat_scope.

(* A move in two numbers side by side is a move in one of them. *)
Lemma move_apart who a b t : number_move who (a ++ b) t ->
  (exists a', number_move who a a' /\ t = a' ++ b) \/ (exists b', number_move who b b' /\ t = a ++ b').
Proof.
  intros M. remember (a ++ b) as s eqn:E.
  destruct M as [l k r | l k r]; apply app_eq_app in E; destruct E as (x & [[-> ->] | [-> E]]).
  - right. exists (x ++ r). split; [constructor | now rewrite app_assoc].
  - destruct x as [| m x]; simpl in E.
    + right. exists r. rewrite app_nil_r, <- E. split; [apply (take_own who []) | easy].
    + left. inversion E; subst. exists (l ++ x). split; [constructor | now rewrite app_assoc].
  - right. exists (x ++ (other who, k) :: r). split; [constructor | now rewrite app_assoc].
  - destruct x as [| m x]; simpl in E.
    + right. exists ((other who, k) :: r). rewrite app_nil_r, <- E. split; [apply (double_other who []) | easy].
    + left. inversion E; subst. exists (l ++ (other who, k) :: x). split; [constructor | now rewrite <- app_assoc].
Qed.

Lemma worth_both n me a b : worth n me (a ++ b) = (worth n me a + worth n me b)%Z.
Proof. unfold worth. rewrite map_app, fold_right_app. induction (map _ a) as [| x l IH]; simpl; lia. Qed.
Lemma worth_ones n me who k : worth n me (repeat (who, 0) k) =
  ((if is_player who me then 1 else -1) * 2 ^ Z.of_nat n * Z.of_nat k)%Z.
Proof.
  induction k as [| k IH]; [cbn; lia |]. cbn [repeat]. rewrite worth_cons, IH, Nat2Z.inj_succ.
  unfold worth. cbn -[Z.pow Z.mul Nat.sub Z.of_nat]. rewrite Nat.sub_0_r. destruct (is_player who me); lia.
Qed.

(* A move in an integer. *)
Lemma number_of_ones who me j t : number_move me (repeat (who, 0) j) t -> who = me /\ 0 < j /\
  forall n, worth n me t = (worth n me (repeat (who, 0%nat) j) - 2 ^ Z.of_nat n)%Z.
Proof.
  intros M. remember (repeat (who, 0) j) as s eqn:E.
  assert (Z : forall m, In m s -> m = (who, 0) /\ 0 < j).
  { intros m I. rewrite E in I. pose proof (repeat_spec _ _ _ I). split; auto. destruct j; [destruct I | lia]. }
  destruct M as [l k r | l k r].
  - destruct (Z (me, k)) as [Q J]; [apply in_elt |]. inversion Q; subst. repeat split; auto.
    intros n. rewrite worth_middle, worth_own, Nat.sub_0_r. lia.
  - destruct (Z (other me, S k)); [apply in_elt | discriminate].
Qed.

Section Ways.
  Variable place : Type.
  Variable eq_place : forall u v : place, {u = v} + {u <> v}.
  Variable places : list place.
  Hypothesis no_twice : NoDup places.
  Variable home : place.
  Variable may_use : player -> place -> place -> Prop.

  Notation counters := (counters place).
  Notation set := (set place eq_place).
  Notation drives := (drives_to place home may_use).
  Notation with_number := (with_number place eq_place places drives).

  (* Where a truck comes once all stacks are gone, and where both come on roads that both may use. *)
  Definition ever who := drives who (fun _ => 0).
  Inductive green : place -> Prop :=
  | green_home : green home
  | green_along u v : green u -> may_use Left u v -> may_use Right u v -> green v.

  Variable reaches : player -> place -> bool.
  Hypothesis reaches_ever : forall who v, reaches who v = true <-> ever who v.

  (* The counters that only one player can ever take, as spare moves. *)
  Definition alone who v := reaches who v && negb (reaches (other who) v).
  Definition own who (c : counters) := list_sum (map (fun v => if alone who v then c v else 0) places).
  Definition spare (c : counters) : number := repeat (Left, 0) (own Left c) ++ repeat (Right, 0) (own Right c).

  Lemma ever_driven who c v : drives who c v -> ever who v.
  Proof. induction 1 as [| u w D IH Z R]. constructor. now apply along with u. Qed.

  Lemma first_full who (c : counters) v : ever who v -> 0 < c v -> exists u, drives who c u /\ 0 < c u.
  Proof.
    intros E P. enough (K : drives who c v \/ (exists u, drives who c u /\ 0 < c u)). { destruct K; eauto. }
    clear P. induction E as [| u w _ IH _ R]; [left; constructor |]. destruct IH as [D | X]; auto.
    destruct (Nat.eq_dec (c u) 0) as [Z | Z]; [left; now apply along with u | right; exists u; split; auto; lia].
  Qed.
  Lemma first_green (c : counters) v : green v -> 0 < c v ->
    exists u, green u /\ 0 < c u /\ forall who, drives who c u.
  Proof.
    intros E P.
    enough (K : (forall who, drives who c v) \/ exists u, green u /\ 0 < c u /\ forall who, drives who c u)
      by (destruct K; eauto).
    clear P. induction E as [| u w G IH L R]; [left; constructor |]. destruct IH as [D | X]; auto.
    destruct (Nat.eq_dec (c u) 0) as [Z | Z].
    - left. intros [|]; now apply along with u.
    - right. exists u. split; [auto | split; auto; lia].
  Qed.

  Lemma own_set who c v y : In v places ->
    own who (set c v y) + (if alone who v then c v else 0) = own who c + (if alone who v then y else 0).
  Proof.
    intros V. unfold own. pose proof no_twice as N. apply in_split in V. destruct V as (l & r & E). rewrite E in *.
    assert (K : forall k, ~ In v k -> map (fun u => if alone who u then set c v y u else 0) k =
      map (fun u => if alone who u then c u else 0) k).
    { intros k I. apply map_ext_in. intros u U. rewrite set_other; auto. intros ->. contradiction. }
    apply NoDup_remove_2 in N. rewrite in_app_iff in N.
    rewrite !map_app, !list_sum_app. simpl. rewrite !K, set_same by tauto. destruct (alone who v); lia.
  Qed.

  Lemma worth_spare n me c : worth n me (spare c) =
    (2 ^ Z.of_nat n * (Z.of_nat (own me c) - Z.of_nat (own (other me) c)))%Z.
  Proof.
    unfold spare. rewrite worth_both, !worth_ones. destruct me; cbn [is_player other]; ring.
  Qed.
  Lemma spare_fits n c : fits n (spare c).
  Proof.
    unfold fits, spare. apply Forall_app.
    split; apply Forall_forall; intros m I; apply repeat_spec in I; subst; simpl; lia.
  Qed.

  (* Stacks that one player alone can ever take are spare moves. *)
  Definition whole (c : counters) := c home = 0 /\ forall v, 0 < c v -> In v places.
  Definition apart (c : counters) := forall v, 0 < c v -> exists who, alone who v = true.

  Lemma still_whole c v y : whole c -> y < c v -> whole (set c v y).
  Proof.
    intros [H I] L. split.
    - rewrite set_other; auto. intros ->. lia.
    - intros u. unfold Boards.set. destruct (eq_place u v) as [-> |]; auto. intros _. apply I. lia.
  Qed.
  Lemma still_apart c v y : apart c -> y < c v -> apart (set c v y).
  Proof.
    intros A L u. unfold Boards.set. destruct (eq_place u v) as [-> |]; auto. intros _. apply A. lia.
  Qed.
  Lemma alone_means who v : alone who v = true -> ever who v /\ ~ ever (other who) v.
  Proof.
    unfold alone. rewrite andb_true_iff, negb_true_iff, !reaches_ever. intros [E N]. split; auto.
    rewrite <- reaches_ever. congruence.
  Qed.
  Lemma alone_driven who c v : apart c -> 0 < c v -> drives who c v -> alone who v = true /\ alone (other who) v = false.
  Proof.
    intros A P D. destruct (A v P) as [w W]. apply ever_driven in D.
    assert (w = who) as ->.
    { destruct (alone_means w v W) as [_ N]. destruct w, who; simpl in *; auto; contradiction. }
    split; auto. unfold alone in *. rewrite other_other. apply andb_true_iff in W. destruct W as [-> _]. apply andb_false_r.
  Qed.

  Lemma own_positive who c : 0 < own who c -> exists v, In v places /\ alone who v = true /\ 0 < c v.
  Proof.
    unfold own. induction places as [| v l IH]; simpl; [lia |]. intros P.
    destruct (alone who v) eqn:A; [| destruct IH as (u & U & X); [now inversion no_twice | lia | exists u; auto]].
    destruct (Nat.eq_dec (c v) 0) as [Z | Z]; [| exists v; repeat split; auto; lia].
    destruct IH as (u & U & X); [now inversion no_twice | lia | exists u; auto].
  Qed.

  Lemma reply n me c s : whole c -> apart c -> fits n s ->
    (0 < worth n me (spare c) + worth n me s)%Z ->
    exists d t, with_number me (c, s) (d, t) /\ whole d /\ apart d /\ fits n t /\
      (0 <= worth n me (spare d) + worth n me t)%Z.
  Proof.
    intros W A F P.
    assert (Fs : fits n (spare c ++ s)) by (apply Forall_app; split; [apply spare_fits | auto]).
    destruct (halving n me [] (spare c ++ s)) as [(t & M & L) | (t & M & _)]; auto.
    { constructor. }
    { rewrite worth_both. exact P. }
    - cbn in L. apply move_apart in M. destruct M as [(a & M & ->) | (b & M & ->)].
      + assert (Q : 0 < own me c /\ (worth n me a = worth n me (spare c) - 2 ^ Z.of_nat n)%Z).
        { unfold spare in *. apply move_apart in M. destruct M as [(b & M & ->) | (b & M & ->)];
            apply number_of_ones in M; destruct M as (<- & O & X); rewrite !worth_both, X; split; auto; lia. }
        destruct Q as [O X]. destruct (own_positive me c O) as (v & V & Av & Pv).
        destruct (first_full me c v) as (u & D & Pu); [now apply alone_means | auto |].
        destruct (alone_driven me c u A Pu D) as [Au Bu].
        exists (set c u (c u - 1)), s.
        assert (U : In u places) by now apply W.
        split; [| split; [| split; [| split]]]; auto.
        * apply in_left. constructor; auto. lia.
        * apply still_whole; auto. lia.
        * apply still_apart; auto. lia.
        * rewrite worth_both in L. rewrite worth_spare in *.
          pose proof (own_set me c u (c u - 1) U) as E1. pose proof (own_set (other me) c u (c u - 1) U) as E2.
          rewrite Au in E1. rewrite Bu in E2.
          replace (own me (set c u (c u - 1))) with (own me c - 1) by lia.
          replace (own (other me) (set c u (c u - 1))) with (own (other me) c) by lia.
          rewrite X in L. rewrite Nat2Z.inj_sub by lia. lia.
      + exists c, b. split; [now apply in_right |]. repeat split; auto; try apply W. now apply (still_fits me n s).
        rewrite worth_both in L. exact L.
    - inversion M as [l k r E | l k r E]; destruct l; discriminate.
  Qed.

  Lemma counted n me : forall c s, whole c -> apart c -> fits n s ->
    (0 <= worth n me (spare c) + worth n me s)%Z -> wins_second with_number me (c, s).
  Proof.
    intros c s. remember (weight place places (c, s)) as k eqn:E. revert c s E.
    induction k as [k IH] using lt_wf_ind. intros c s -> W A F P.
    apply second_by. intros q M.
    assert (Q : exists d t, q = (d, t) /\ whole d /\ apart d /\ fits n t /\ (0 < worth n me (spare d) + worth n me t)%Z).
    { pose proof M as M0. inversion M as [x d y L | x y t L]; subst.
      - destruct L as [c v y V D Y]. exists (set c v y), s. split; [easy |].
        destruct (alone_driven (other me) c v A ltac:(lia) D) as [Au Bu]. rewrite other_other in Bu.
        split; [now apply still_whole | split; [now apply still_apart | split; auto]].
        rewrite worth_spare in *.
        pose proof (own_set me c v y V) as E1. pose proof (own_set (other me) c v y V) as E2.
        rewrite Bu in E1. rewrite Au in E2. pose proof (unit_positive n 0) as U. rewrite Nat.sub_0_r in U. nia.
      - exists c, t. split; [easy |]. split; [auto | split; [auto | split]].
        + now apply (still_fits (other me) n s).
        + apply (move_costs (other me) n) in L; auto. rewrite !other_worth in L. lia. }
    destruct Q as (d & t & -> & Wd & Ad & Ft & Pt).
    destruct (reply n me d t Wd Ad Ft Pt) as (e & u & R & We & Ae & Fu & Pu).
    apply first_by. exists (e, u). split; auto.
    pose proof (weight_falls place eq_place places no_twice drives _ _ _ M) as L1.
    pose proof (weight_falls place eq_place places no_twice drives _ _ _ R) as L2.
    apply (IH (weight place places (e, u))); auto. lia.
  Qed.

  (* The theorem. *)
  Theorem common_ways c : whole c -> (forall v, 0 < c v -> ever Left v \/ ever Right v) ->
    (forall v, 0 < c v -> ever Left v -> ever Right v -> green v) ->
    has_mean place eq_place places drives c (spare c).
  Proof.
    remember (total place places c) as k eqn:E. revert c E. induction k as [k IH] using lt_wf_ind. intros c -> W R G.
    destruct (existsb (fun v => negb (c v =? 0) && (reaches Left v && reaches Right v)) places) eqn:X.
    - apply existsb_exists in X. destruct X as (v & V & X).
      rewrite !andb_true_iff, negb_true_iff, Nat.eqb_neq, !reaches_ever in X. destruct X as (P & L & Rv).
      destruct (first_green c v) as (u & Gu & Pu & D); [apply G; auto; lia | lia |].
      assert (U : In u places) by now apply W.
      assert (N : forall who, alone who u = false).
      { intros who. unfold alone. assert (T : reaches (other who) u = true) by (apply reaches_ever; eauto using ever_driven).
        rewrite T. apply andb_false_r. }
      apply mean_from_options; auto. { intros who d e w. apply drives_further. }
      intros me. exists u, (c u - 1). split; [auto | split; [auto | split; [lia |]]].
      replace (spare c) with (spare (set c u (c u - 1))).
      + apply (IH (total place places (set c u (c u - 1)))); auto.
        * pose proof (total_set place eq_place places no_twice c u (c u - 1) U). lia.
        * apply still_whole; auto. lia.
        * intros w Pw. apply R. unfold Boards.set in Pw. destruct (eq_place w u) as [-> |]; lia.
        * intros w Pw. apply G. unfold Boards.set in Pw. destruct (eq_place w u) as [-> |]; lia.
      + unfold spare. f_equal; f_equal; match goal with |- own ?who _ = _ =>
          pose proof (own_set who c u (c u - 1) U) as S; rewrite N in S; lia end.
    - intros n me s _ Fs P. apply (counted n); auto; [| lia].
      intros v Pv. assert (V : In v places) by now apply W.
      assert (Y : reaches Left v && reaches Right v = false).
      { destruct (reaches Left v && reaches Right v) eqn:Z; auto. exfalso.
        rewrite <- not_true_iff_false, existsb_exists in X. apply X. exists v. split; auto.
        rewrite Z, andb_true_r, negb_true_iff, Nat.eqb_neq. lia. }
      destruct (R v Pv) as [L | L]; apply reaches_ever in L; [exists Left | exists Right]; unfold alone; simpl;
        rewrite L in *; simpl in *; try rewrite andb_true_r in Y; now rewrite Y.
  Qed.
End Ways.
