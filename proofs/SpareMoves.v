(* A player with enough spare moves wins (docs/theory/boards.md, "The coloured game"). *)
Require Import Arith Bool Lia List ZArith ZifyBool.
From Nimatron Require Import Game Sums Boards Cold Ways.
Import ListNotations.
Open Scope nat_scope.

Section SpareMoves.
  Variable place : Type.
  Variable eq_place : forall u v : place, {u = v} + {u <> v}.
  Variable places : list place.
  Hypothesis no_twice : NoDup places.
  Variable open : player -> counters place -> place -> Prop.
  Variable me : player.
  (* The stacks that the other player can ever lower, and what stands on them. *)
  Variable theirs : place -> bool.
  Hypothesis only_theirs : forall c v, open (other me) c v -> theirs v = true.
  Definition reached (c : counters place) := list_sum (map (fun v => if theirs v then c v else 0) places).

  Notation with_number := (with_number place eq_place places open).
  Notation weight := (weight place places).

  Lemma reached_falls c v y : In v places -> theirs v = true -> y < c v ->
    reached (set place eq_place c v y) < reached c.
  Proof.
    intros V H Y. set (d := fun u => if theirs u then c u else 0).
    pose proof (total_set place eq_place places no_twice d v y V) as E.
    unfold total, d at 2 in E. rewrite H in E. unfold reached. fold d.
    rewrite (map_ext _ (set place eq_place d v y)); [lia |].
    intros u. unfold d, set. destruct (eq_place u v) as [-> |]; [now rewrite H | reflexivity].
  Qed.
  Lemma spare n c s : fits n s -> (2 ^ Z.of_nat n * Z.of_nat (reached c) < worth n me s)%Z ->
    exists t, number_move me s t /\ (2 ^ Z.of_nat n * Z.of_nat (reached c) <= worth n me t)%Z.
  Proof.
    intros F W. assert (E := worth_ones n me me (reached c)). rewrite same_player in E.
    destruct (halving n me (repeat (me, 0) (reached c)) s) as [(t & M & L) | (t & M & _)]; auto.
    - apply Forall_forall. intros a I. apply repeat_spec in I. subst. simpl. lia.
    - lia.
    - exists t. split; auto. lia.
    - apply number_of_ones in M. destruct M as [M _]. now destruct me.
  Qed.
  Lemma reply n c s : fits n s -> (2 ^ Z.of_nat n * Z.of_nat (reached c) < worth n me s)%Z ->
    (forall t, number_move me s t -> fits n t -> (2 ^ Z.of_nat n * Z.of_nat (reached c) <= worth n me t)%Z ->
      wins_second with_number me (c, t)) -> wins_first with_number me (c, s).
  Proof.
    intros F W H. destruct (spare n c s F W) as (t & M & L).
    apply first_by. exists (c, t). split; [now apply in_right |].
    apply H; auto. now apply (still_fits me n s).
  Qed.
  Lemma second_with_spare n c s : fits n s -> (2 ^ Z.of_nat n * Z.of_nat (reached c) <= worth n me s)%Z ->
    wins_second with_number me (c, s).
  Proof.
    remember (weight (c, s)) as k eqn:E. revert c s E. induction k as [k IH] using lt_wf_ind. intros c s -> F W.
    apply second_by. intros q M. pose proof (weight_falls place eq_place places no_twice open _ _ _ M) as D.
    pose proof (unit_positive n 0) as U. rewrite Nat.sub_0_r in U.
    assert (Next : forall d r t, number_move me r t -> weight (d, r) < weight (c, s) -> fits n t ->
      (2 ^ Z.of_nat n * Z.of_nat (reached d) <= worth n me t)%Z -> wins_second with_number me (d, t)).
    { intros d r t N L Ft Wt. apply (IH (weight (d, t))); auto. apply number_falls in N.
      unfold weight in *. simpl in *. lia. }
    inversion M as [x d y L | x y t L]; subst.
    - destruct L as [c v y V O Y]. pose proof (reached_falls c v y V (only_theirs c v O) Y).
      apply (reply n); auto; [nia |]. intros t N. now apply (Next _ s).
    - assert (Ft : fits n t) by eauto using still_fits. apply (move_costs _ n) in L; auto. rewrite !other_worth in L.
      apply (reply n); auto; [lia |]. intros r N. now apply (Next _ t).
  Qed.
  Theorem spare_moves n c s : fits n s -> let theirs := (2 ^ Z.of_nat n * Z.of_nat (reached c))%Z in
    ((theirs <= worth n me s)%Z -> wins_second with_number me (c, s)) /\
    ((theirs < worth n me s)%Z -> wins_first with_number me (c, s)).
  Proof.
    intros F. split; [now apply second_with_spare |]. intros W. apply (reply n); auto.
    intros t _ Ft Wt. now apply (second_with_spare n).
  Qed.

  (* Beside a pile of Nim. *)
  Definition with_pile who := sum_move (with_number who) (fun x y : nat => y < x).
  Theorem spare_moves_and_a_pile n c s x : fits n s -> 0 < x ->
    let theirs := (2 ^ Z.of_nat n * Z.of_nat (reached c))%Z in
    ((theirs <= worth n me s)%Z -> wins_first with_pile me ((c, s), x)) /\
    ((theirs < worth n me s)%Z -> wins_second with_pile me ((c, s), x)).
  Proof.
    assert (Alone : forall d t, (wins_second with_number me (d, t) -> wins_second with_pile me ((d, t), 0)) /\
      (wins_first with_number me (d, t) -> wins_first with_pile me ((d, t), 0))).
    { intros d t. assert (E : wins_second (fun (_ : player) (x y : nat) => y < x) me 0).
      { apply second_by. lia. }
      split; intros W.
      - apply second_in_a_sum with (size_left := weight) (size_right := fun x => x); auto.
        intros who p q. now apply weight_falls.
      - apply first_in_a_sum with (size_left := weight) (size_right := fun x => x); auto.
        intros who p q. now apply weight_falls. }
    intros F X theirs_. split; intros W.
    - apply first_by. exists ((c, s), 0). split; [now apply in_right |]. now apply Alone, (spare_moves n).
    - apply second_by. intros q M. inversion M as [x0 [d t] y L | x0 y z L]; subst.
      + apply first_by. exists ((d, t), 0). split; [now apply in_right |]. apply Alone, (spare_moves n).
        * inversion L; subst; auto. now apply (still_fits (other me) n s).
        * pose proof (unit_positive n 0) as U. rewrite Nat.sub_0_r in U. inversion L as [a b e K | a b e K]; subst.
          -- destruct K as [c v y V O Y]. pose proof (reached_falls c v y V (only_theirs c v O) Y). nia.
          -- apply (move_costs _ n) in K; auto. rewrite !other_worth in K. lia.
      + destruct (Nat.eq_dec z 0) as [-> |].
        * now apply Alone, (spare_moves n).
        * apply first_by. exists ((c, s), 0). split; [apply in_right; lia |]. apply Alone, (spare_moves n); auto. lia.
  Qed.
End SpareMoves.
