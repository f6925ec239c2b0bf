(* Fibonacci Nim (docs/theory/theory.md, Theorem 47). *)
Require Import Arith Bool Lia List.
From Nimatron Require Import Game.
Import ListNotations.

(* A pile of n, of which up to q may be taken; and next up to twice as many as this time. *)
Inductive move : nat * nat -> nat * nat -> Prop :=
| takes n q t : 1 <= t <= n -> t <= q -> move (n, q) (n - t, 2 * t).

(* ---- Zeckendorf's theorem ---- *)
(* 1, 2, 3, 5, 8, ... *)
Fixpoint fib i := match i with 0 => 1 | S j => fib j + match j with 0 => 1 | S k => fib k end end.
(* A sum of Fibonacci numbers is written as their places here, which rise by 2 or more. *)
Definition parts l := list_sum (map fib l).
Fixpoint apart l := match l with
  | i :: (j :: _) as r => i + 2 <= j /\ apart r
  | _ => True
  end.

Lemma fib_two i : fib (S (S i)) = fib (S i) + fib i.
Proof. reflexivity. Qed.
Lemma fib_positive i : 0 < fib i.
Proof. induction i as [| i IH]; simpl; lia. Qed.
Lemma fib_up i : fib i < fib (S i).
Proof. destruct i as [| i]; [auto | rewrite fib_two; pose proof (fib_positive i); lia]. Qed.
Lemma fib_more i j : i < j -> fib i < fib j.
Proof. induction 1 as [| j _ IH]; [| pose proof (fib_up j)]; pose proof (fib_up i); lia. Qed.
Lemma fib_at_least i j : i <= j -> fib i <= fib j.
Proof. intros L. destruct (Nat.eq_dec i j) as [-> |]; [lia |]. pose proof (fib_more i j). lia. Qed.
Lemma fib_around n : 1 <= n -> exists i, fib i <= n < fib (S i).
Proof.
  induction 1 as [| n _ (i & L & U)]; [exists 0; auto |].
  destruct (Nat.eq_dec (S n) (fib (S i))) as [-> | E]; [| exists i; lia].
  exists (S i). split; auto. apply fib_more. lia.
Qed.
(* (1) of the proof. *)
Lemma twice_less i j : i + 2 <= j -> 2 * fib i < fib j.
Proof.
  intros L. pose proof (fib_at_least (S (S i)) j). rewrite fib_two in *. pose proof (fib_more i (S i)). lia.
Qed.

Lemma parts_app l r : parts (l ++ r) = parts l + parts r.
Proof. unfold parts. now rewrite map_app, list_sum_app. Qed.
Lemma apart_app l r : apart (l ++ r) <-> apart l /\ apart r /\
  match l, r with [], _ | _, [] => True | _, j :: _ => last l 0 + 2 <= j end.
Proof.
  induction l as [| i l IH]; [destruct r; simpl; tauto |].
  destruct l as [| k l]; [destruct r; simpl in *; tauto |].
  change ((i :: k :: l) ++ r) with (i :: ((k :: l) ++ r)).
  assert (E : forall s, apart (i :: k :: s) <-> i + 2 <= k /\ apart (k :: s)) by reflexivity.
  change ((k :: l) ++ r) with (k :: (l ++ r)) in *. rewrite !E, IH.
  change (last (i :: k :: l) 0) with (last (k :: l) 0). tauto.
Qed.
(* The largest part and the next number surround the sum. *)
Lemma parts_below l i : apart (i :: l) -> parts (i :: l) < fib (S (last (i :: l) 0)).
Proof.
  assert (H : forall l i, apart (i :: l) -> parts l + fib (S i) <= fib (S (last (i :: l) 0))).
  { clear. induction l as [| j l IH]; intros i A; [now simpl |].
    destruct A as [L A]. specialize (IH j A). change (last (i :: j :: l) 0) with (last (j :: l) 0).
    destruct j as [| j]; [lia |]. pose proof (fib_at_least (S i) j ltac:(lia)). rewrite fib_two in IH.
    change (parts (S j :: l)) with (fib (S j) + parts l). lia. }
  intros A. specialize (H l i A). pose proof (fib_more i (S i)). change (parts (i :: l)) with (fib i + parts l). lia.
Qed.
Lemma parts_around l m : apart (l ++ [m]) -> fib m <= parts (l ++ [m]) < fib (S m).
Proof.
  intros A. rewrite <- (last_last l m 0) at 4. rewrite parts_app at 1. change (parts [m]) with (fib m + 0).
  split; [lia |]. destruct (l ++ [m]) as [| i r] eqn:E; [now destruct l |]. now apply parts_below.
Qed.
Lemma nothing l : parts l = 0 -> l = [].
Proof. destruct l as [| i l]; auto. pose proof (fib_positive i). unfold parts. simpl. lia. Qed.

Lemma one_form l r : apart l -> apart r -> parts l = parts r -> l = r.
Proof.
  revert r. induction l as [| m l IH] using rev_ind; intros r A B E; [symmetry; now apply nothing |].
  destruct r as [| k r _] using rev_ind; [now apply nothing |].
  pose proof (parts_around l m A). pose proof (parts_around r k B).
  assert (m = k) as <-.
  { destruct (lt_eq_lt_dec m k) as [[L | L] | L]; auto; exfalso; apply fib_at_least in L; lia. }
  rewrite !parts_app in E. f_equal. apply IH; [now apply apart_app in A | now apply apart_app in B | lia].
Qed.
Lemma some_form n : exists l, apart l /\ parts l = n.
Proof.
  induction n as [n IH] using lt_wf_ind. destruct n as [| n]; [now exists [] |].
  destruct (fib_around (S n)) as (m & L & U); [lia |]. pose proof (fib_positive m).
  destruct (IH (S n - fib m)) as (l & A & E); [lia |]. exists (l ++ [m]).
  rewrite parts_app, E. change (parts [m]) with (fib m + 0). split; [| lia].
  apply apart_app. repeat split; auto. destruct l as [| i l _] using rev_ind; auto.
  rewrite last_last. destruct (l ++ [i]) eqn:N; auto. rewrite <- N in *.
  pose proof (parts_around l i A). destruct (Nat.le_gt_cases (i + 2) m) as [| G]; auto. exfalso.
  destruct m as [| m]. { simpl in U. pose proof (fib_positive i). lia. }
  rewrite fib_two in U. pose proof (fib_at_least m i). lia.
Qed.
Theorem zeckendorf n : exists! l, apart l /\ parts l = n.
Proof.
  destruct (some_form n) as (l & A & E). exists l. split; auto. intros r [B F]. apply one_form; auto. congruence.
Qed.

(* ---- who wins ---- *)
Definition lost l q := match l with [] => True | i :: _ => q < fib i end.

(* What leaves a lost pile is the sum of the smallest parts: (2) of the proof. *)
Lemma leaves_lost l r t : apart l -> apart r -> parts l = t + parts r -> lost r (2 * t) ->
  exists low, l = low ++ r /\ t = parts low.
Proof.
  intros A B E L. destruct (some_form t) as (low & C & F). exists low. split; auto. apply one_form; auto.
  - apply apart_app. repeat split; auto. destruct low as [| m low _] using rev_ind; auto.
    rewrite last_last. destruct (low ++ [m]) eqn:N; auto. rewrite <- N in *. destruct r as [| j r]; auto.
    pose proof (parts_around low m C). simpl in L. destruct (Nat.le_gt_cases (m + 2) j) as [| G]; auto. exfalso.
    pose proof (fib_at_least j (S m)). pose proof (fib_at_least m (S m)). destruct m; simpl in *; [lia |].
    destruct m as [| m]; simpl in *; lia.
  - rewrite parts_app. lia.
Qed.

Lemma judged l q : apart l ->
  (lost l q -> loses move normal (parts l, q)) /\ (~ lost l q -> wins move normal (parts l, q)).
Proof.
  remember (parts l) as n eqn:E. revert l q E. induction n as [n IH] using lt_wf_ind. intros l q -> A. split.
  - intros L. constructor; [now intros [] |]. intros p M. inversion M as [n q0 t T Q]; subst.
    destruct (some_form (parts l - t)) as (r & B & F). rewrite <- F.
    destruct (IH (parts r) ltac:(lia) r (2 * t) eq_refl B) as [_ W]. apply W. intros L'.
    destruct (leaves_lost l r t) as (low & -> & ->); auto; [lia |].
    destruct low as [| i low]; [unfold parts in T; simpl in T; lia |].
    unfold lost, parts in *. simpl in *. lia.
  - intros W. destruct l as [| i l]; [now destruct W |]. unfold lost in W. apply Nat.nlt_ge in W.
    apply (wins_by _ _ _ _ (parts l, 2 * fib i)).
    + replace (parts l) with (parts (i :: l) - fib i) by (unfold parts; simpl; lia).
      constructor; auto. pose proof (fib_positive i). unfold parts; simpl; lia.
    + pose proof (fib_positive i). destruct (IH (parts l)) with (l := l) (q := 2 * fib i) as [V _]; auto.
      * unfold parts. simpl. lia.
      * now apply (apart_app [i] l).
      * apply V. destruct l as [| j l]; [easy |]. apply twice_less. apply A.
Qed.
Theorem fibonacci_nim l q : apart l ->
  (loses move normal (parts l, q) <-> match l with [] => True | i :: _ => q < fib i end) /\
  (wins move normal (parts l, q) <-> match l with [] => False | i :: _ => fib i <= q end).
Proof.
  intros A. destruct (judged l q A) as [L W]. pose proof (not_both _ move normal (parts l, q)) as N.
  destruct l as [| i l]; simpl lost in *; [tauto |].
  destruct (Nat.le_gt_cases (fib i) q) as [G | G].
  - assert (V : wins move normal (parts (i :: l), q)) by (apply W; lia).
    split; split; auto; intros H. contradiction (N V).
  - split; split; auto; intros H; [contradiction (N H); auto | lia].
Qed.

(* The moves that win. *)
Theorem fibonacci_moves l t : apart l -> 1 <= t <= parts l ->
  (loses move normal (parts l - t, 2 * t) <-> exists low high, l = low ++ high /\ t = parts low /\
    match high with [] => True | i :: _ => 2 * t < fib i end).
Proof.
  intros A T. split.
  - intros L. destruct (some_form (parts l - t)) as (r & B & F). rewrite <- F in L. apply fibonacci_nim in L; auto.
    destruct (leaves_lost l r t) as (low & E & P); auto; [lia |]. eauto.
  - intros (low & high & -> & -> & L). rewrite parts_app. rewrite Nat.add_comm, Nat.add_sub.
    apply fibonacci_nim; auto. now apply apart_app in A.
Qed.

(* At the start some but not all may be taken. *)
Corollary fibonacci_start n : 1 <= n -> (loses move normal (n, n - 1) <-> exists i, n = fib i).
Proof.
  intros N. destruct (some_form n) as (l & A & <-). rewrite (proj1 (fibonacci_nim l (parts l - 1) A)). split.
  - destruct l as [| i [| j l]]; [unfold parts in N; simpl in N; lia | exists i; unfold parts; simpl; lia |].
    pose proof (fib_positive j). unfold parts. simpl. lia.
  - intros (i & E). assert (l = [i]) as ->. { apply one_form; simpl; auto. rewrite E. unfold parts. simpl. lia. }
    pose proof (fib_positive i). unfold parts. simpl. lia.
Qed.
