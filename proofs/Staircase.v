(* The staircase: which ends make lost rows of End-Nim, around a fixed row (docs/theory.md,
   Lemma 8). *)
Require Import Arith Bool Lia List ZifyBool.
From Nimatron Require Import Game Rows EndNim.
Import ListNotations.

(* ---- the place of a number in a set of numbers ---- *)
(* How many members there are below x. *)
Fixpoint place (member : nat -> bool) x :=
  match x with
  | 0 => 0
  | S i => place member i + if member i then 1 else 0
  end.

Lemma place_later member x y : member x = true -> x < y -> place member x < place member y.
Proof.
  intros X. induction y as [| y IH]; intros L. lia. simpl.
  destruct (Nat.eq_dec x y) as [<- |]. { rewrite X. lia. } assert (x < y) by lia. intuition lia.
Qed.
Lemma place_taken member x r : r < place member x ->
  exists y, y < x /\ member y = true /\ place member y = r.
Proof.
  induction x as [| x IH]; simpl; intros L. lia. destruct (Nat.lt_ge_cases r (place member x)).
  - destruct IH as (y & Y & M); auto. exists y. split; [lia | auto].
  - exists x. destruct (member x) eqn:X; repeat split; auto; lia.
Qed.

(* ---- one row, with all ends x and y ---- *)
Section Ends.
  Variable v : version.
  Variable w : row.
  Hypothesis w_positive : positive w.

  (* The piles x for which x·w is not lost, and y for which w·y is not. *)
  Definition left_member x := (0 <? x) && negb (lost v (x :: w)).
  Definition right_member y := (0 <? y) && negb (lost v (w ++ [y])).
  Definition between x y := lost v (x :: w ++ [y]).

  Lemma lost_cell x y : 0 < x -> 0 < y -> between x y = true ->
    left_member x = true /\ right_member y = true /\
    (forall x', 0 < x' < x -> between x' y = false) /\
    (forall y', 0 < y' < y -> between x y' = false).
  Proof.
    intros X Y H. assert (S : forall w', move (x :: w ++ [y]) w' -> lost v w' = false).
    { intros w' M. apply (safe v (x :: w ++ [y])); auto. split; auto. intros _. apply two_ends. }
    unfold left_member, right_member. repeat split.
    - rewrite (S (x :: w)). lia. apply (clear_right y (x :: w)).
    - rewrite (S (w ++ [y])). lia. apply clear_left.
    - intros x' L. apply S. now apply lower_left.
    - intros y' L. apply S. now apply (lower_right y y' (x :: w)).
  Qed.

  Lemma won_cell x y : 0 < x -> 0 < y -> between x y = false ->
    left_member x = false \/ right_member y = false \/
    (exists x', 0 < x' < x /\ between x' y = true) \/
    (exists y', 0 < y' < y /\ between x y' = true).
  Proof.
    intros X Y H. unfold left_member, right_member.
    destruct (reach v (x :: w ++ [y])) as [E | (q & [M _] & Q)]; auto.
    - split; [| discriminate]. apply positive_cons. split; auto.
      apply positive_app. split; auto. apply positive_cons. split; [auto | constructor].
    - exfalso. destruct v; try contradiction. apply (E (w ++ [y])), clear_left.
    - inversion M as [a b u L | a u | a b u L E | a u E]; subst.
      + right. right. left. exists b. split; [assumption | exact Q].
      + right. left. rewrite Q. apply andb_false_r.
      + change (x :: w ++ [y]) with ((x :: w) ++ [y]) in E. apply app_inj_tail in E.
        destruct E as [-> ->]. right. right. right. exists b. split; [assumption | exact Q].
      + change (x :: w ++ [y]) with ((x :: w) ++ [y]) in E. apply app_inj_tail in E.
        destruct E as [-> ->]. left. rewrite Q. apply andb_false_r.
  Qed.

  Lemma member_positive x : left_member x = true \/ right_member x = true -> 0 < x.
  Proof. unfold left_member, right_member. lia. Qed.

  (* Lemma 8. *)
  Theorem staircase x y : 0 < x -> 0 < y ->
    (lost v (x :: w ++ [y]) = true <->
     left_member x = true /\ right_member y = true /\ place left_member x = place right_member y).
  Proof.
    remember (x + y) as n eqn:E. revert x y E. induction n as [n IH] using lt_wf_ind.
    intros x y -> X Y. change (lost v (x :: w ++ [y])) with (between x y). split.
    - intros H. destruct (lost_cell x y X Y H) as (L & R & SL & SR). repeat split; auto.
      destruct (lt_eq_lt_dec (place left_member x) (place right_member y)) as [[P | P] | P]; auto; exfalso.
      + destruct (place_taken _ _ _ P) as (y' & Y' & M & Q).
        pose proof (member_positive y' (or_intror M)) as Pos.
        assert (F : between x y' = true) by (apply (IH (x + y')); auto; lia).
        rewrite SR in F by lia. discriminate.
      + destruct (place_taken _ _ _ P) as (x' & X' & M & Q).
        pose proof (member_positive x' (or_introl M)) as Pos.
        assert (F : between x' y = true) by (apply (IH (x' + y)); auto; lia).
        rewrite SL in F by lia. discriminate.
    - intros (L & R & P). destruct (between x y) eqn:H; auto. exfalso.
      destruct (won_cell x y X Y H) as [F | [F | [(x' & B & F) | (y' & B & F)]]]; try congruence.
      + apply (IH (x' + y)) in F; try lia. destruct F as (L' & _ & P').
        pose proof (place_later left_member x' x L'). lia.
      + apply (IH (x + y')) in F; try lia. destruct F as (_ & R' & P').
        pose proof (place_later right_member y' y R'). lia.
  Qed.
End Ends.

(* If w is not empty, at most one pile is missing on either side. *)
Theorem staircase_missing_left v w x y : w <> [] -> 0 < x < y ->
  lost v (x :: w) = true -> lost v (y :: w) = true -> False.
Proof.
  intros N L X Y. assert (M : move_in v (y :: w) (x :: w)).
  { split. now apply lower_left. intros _. destruct w; [congruence | simpl; lia]. }
  apply (safe v _ _ M) in Y. congruence.
Qed.
Theorem staircase_missing_right v w x y : w <> [] -> 0 < x < y ->
  lost v (w ++ [x]) = true -> lost v (w ++ [y]) = true -> False.
Proof.
  intros N L X Y. assert (M : move_in v (w ++ [y]) (w ++ [x])).
  { split. now apply lower_right. intros _. rewrite app_length. destruct w; [congruence | simpl; lia]. }
  apply (safe v _ _ M) in Y. congruence.
Qed.
