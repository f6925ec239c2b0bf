(* The staircase: which ends make lost rows of End-Nim, around a fixed row (docs/theory/theory.md,
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

(* ---- Corollary 11a: all replies ---- *)
(* The place in the numbers from 1 on of which at most p is missing. *)
Lemma place_without member p n : 0 < p -> member 0 = false ->
  (forall z, 0 < z < n -> member z = negb (z =? p)) ->
  forall x, 0 < x <= n -> x = S (place member x) + if p <? x then 1 else 0.
Proof.
  intros P M0 M x. induction x as [| x IH]; intros X. lia. simpl place.
  destruct (Nat.eq_dec x 0) as [-> | N].
  - rewrite M0. simpl. destruct (Nat.ltb_spec p 1); lia.
  - rewrite M by lia. specialize (IH ltac:(lia)).
    destruct (Nat.eqb_spec x p), (Nat.ltb_spec p x), (Nat.ltb_spec p (S x)); simpl; lia.
Qed.

(* Up to n there is such a p, where no two are missing. *)
Lemma some_missing (missing : nat -> bool) n : 0 < n ->
  (forall x y, 0 < x < y -> y < n -> missing x = true -> missing y = true -> False) ->
  exists p, 0 < p /\ forall z, 0 < z < n -> missing z = (z =? p).
Proof.
  intros N U. destruct (find missing (seq 1 (n - 1))) as [p |] eqn:F.
  - apply find_some in F. destruct F as [I F]. apply in_seq in I.
    exists p. split. lia. intros z Z. destruct (Nat.eqb_spec z p) as [-> | D]; auto.
    destruct (missing z) eqn:E; auto. exfalso.
    assert (z < p \/ p < z) as [L | L] by lia; eauto using Nat.lt_trans.
    + apply (U z p); auto; lia.
    + apply (U p z); auto; lia.
  - exists n. split; auto. intros z Z. rewrite (find_none _ _ F) by (apply in_seq; lia).
    symmetry. apply Nat.eqb_neq. lia.
Qed.

Lemma no_two_missing v w x y n : 0 < x < y -> y < n -> (exists z, lost v (n :: w ++ [z]) = true) ->
  lost v (x :: w) = true -> lost v (y :: w) = true -> False.
Proof.
  intros X Y (z & C) Lx Ly. destruct w as [| b w].
  - unfold lost in Lx, Ly. simpl in Lx, Ly. destruct v; simpl in *; try discriminate.
    + rewrite xorb_false_r in *. lia.
    + (* In the loop game no row of two piles is lost. *)
      simpl in C. destruct (Nat.eq_dec n z) as [<- | N].
      * now rewrite (lost_repeat Loop n 1 : lost Loop [n; n] = _) in C.
      * now rewrite (lost_differs Loop n 0 z N : lost Loop [n; z] = false) in C.
  - apply (staircase_missing_left v (b :: w) x y); easy || lia.
Qed.

(* On either side of a lost row. *)
Definition numbered member p n :=
  forall z, 0 < z <= n -> z = S (place member z) + if p <? z then 1 else 0.
Lemma left_numbered v w x y : 0 < x -> lost v (x :: w ++ [y]) = true ->
  exists p, 0 < p /\ (forall z, 0 < z < x -> lost v (z :: w) = (z =? p)) /\ numbered (left_member v w) p x.
Proof.
  intros X L. destruct (some_missing (fun z => lost v (z :: w)) x X) as (p & P & M).
  { intros a b A B. apply (no_two_missing v w a b x A B). now exists y. }
  exists p. split; [auto | split; auto]. unfold numbered. apply place_without; auto.
  intros z Z. unfold left_member. rewrite M; lia.
Qed.
Lemma right_numbered v w x y : 0 < y -> lost v (x :: w ++ [y]) = true ->
  exists q, 0 < q /\ (forall z, 0 < z < y -> lost v (w ++ [z]) = (z =? q)) /\ numbered (right_member v w) q y.
Proof.
  intros Y L.
  assert (R : forall z, lost v (w ++ [z]) = lost v (z :: rev w)).
  { intros z. now rewrite <- lost_rev, rev_app_distr. }
  destruct (left_numbered v (rev w) y x) as (q & Q0 & M & Q); auto.
  { rewrite <- lost_rev. simpl. now rewrite rev_app_distr, rev_involutive. }
  assert (E : forall z, place (right_member v w) z = place (left_member v (rev w)) z).
  { induction z as [| z IH]; auto. simpl. unfold left_member at 2, right_member at 2. now rewrite IH, R. }
  exists q. split; [auto | split].
  - intros z Z. rewrite R. now apply M.
  - intros z Z. rewrite E. now apply Q.
Qed.

(* There are p and q such that these are the replies to a lower left end x'. Where x'·w is lost,
   as it is for x' = p alone, the right end is taken away. Else it is cut to x', to 1 less if x' is
   beyond p, and to 1 more from q on. Both are within 1 of the pile beside the other end, if they are
   reached at all. *)
Corollary all_replies v w x y : positive (x :: w ++ [y]) -> lost v (x :: w ++ [y]) = true ->
  exists p q,
    (w <> [] -> p < x -> p <= last w 0 + 1 /\ last w 0 <= p + 1) /\
    (w <> [] -> q < y -> q <= hd 0 w + 1 /\ hd 0 w <= q + 1) /\
    forall x', 0 < x' < x ->
    (x' = p /\ lost v (x' :: w) = true) \/
    (let i := x' - (if p <? x' then 1 else 0) in let y' := i + (if q <=? i then 1 else 0) in
     0 < y' < y /\ lost v (x' :: w ++ [y']) = true).
Proof.
  intros P L. apply positive_cons in P. destruct P as [X P]. apply positive_app in P.
  destruct P as [Pw Y]. apply positive_cons in Y. destruct Y as [Y _].
  destruct (left_numbered v w x y X L) as (p & P0 & MP & PX).
  destruct (right_numbered v w x y Y L) as (q & Q0 & MQ & PY).
  apply (staircase v w Pw x y X Y) in L. destruct L as (_ & _ & E).
  exists p, q. split; [| split].
  { intros N Lp. pose proof (ends_within_1 v (p :: w)) as W. rewrite MP, Nat.eqb_refl in W by lia.
    specialize (W eq_refl). simpl hd in W. rewrite last_cons in W by auto. lia. }
  { intros N Lq. pose proof (ends_within_1 v (w ++ [q])) as W. rewrite MQ, Nat.eqb_refl in W by lia.
    specialize (W eq_refl). rewrite hd_app, last_last in W by auto. lia. }
  intros x' X'. destruct (lost v (x' :: w)) eqn:F.
  { left. split; auto. rewrite MP in F by assumption. now apply Nat.eqb_eq. }
  right. intros i y'. assert (M : left_member v w x' = true) by (unfold left_member; rewrite F; lia).
  (* The pile that has the place of x' on the right. *)
  pose proof (place_later _ x' x M (proj2 X')) as K. rewrite E in K.
  destruct (place_taken _ _ _ K) as (z & Z & MZ & EZ).
  pose proof (member_positive v w z (or_intror MZ)) as Z0.
  assert (D : z <> q).
  { intros ->. unfold right_member in MZ. rewrite MQ, Nat.eqb_refl in MZ by lia. lia. }
  specialize (PX x'). specialize (PY z). rewrite EZ in PY.
  assert (Q : y' = z).
  { subst y' i. destruct (Nat.ltb_spec p x'), (Nat.ltb_spec q z), (Nat.leb_spec q (x' - 1)),
      (Nat.leb_spec q (x' - 0)); lia. }
  rewrite Q. split. lia. apply staircase; auto. lia.
Qed.
