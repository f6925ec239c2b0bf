(* The binary digits of numbers, and nim-sums (docs/theory.md, "Words and signs" and
   Lemma 22). *)
Require Import Arith Bool Lia List ZifyBool.
Import ListNotations.

Infix "⊕" := Nat.lxor (at level 50, left associativity).

(* The nim-sum of a list. *)
Definition nim_sum (l : list nat) := fold_right Nat.lxor 0 l.

(* ---- ⊕ undoes itself ---- *)
Lemma xor_back_r a b : a ⊕ b ⊕ b = a.
Proof. now rewrite Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_r. Qed.
Lemma xor_back_l a b : a ⊕ (a ⊕ b) = b.
Proof. now rewrite <- Nat.lxor_assoc, Nat.lxor_nilpotent, Nat.lxor_0_l. Qed.
Lemma xor_cancel_r a b c : a ⊕ c = b ⊕ c -> a = b.
Proof. intros E. now rewrite <- (xor_back_r a c), E, xor_back_r. Qed.
Lemma xor_cancel_l a b c : c ⊕ a = c ⊕ b -> a = b.
Proof. rewrite !(Nat.lxor_comm c). apply xor_cancel_r. Qed.
Lemma xor_zero a b : a ⊕ b = 0 -> a = b.
Proof. apply Nat.lxor_eq. Qed.

Lemma nim_sum_app l r : nim_sum (l ++ r) = nim_sum l ⊕ nim_sum r.
Proof.
  induction l; simpl. symmetry. apply Nat.lxor_0_l. now rewrite IHl, Nat.lxor_assoc.
Qed.
(* One member of a list against all the others. *)
Lemma nim_sum_middle l x r : nim_sum (l ++ x :: r) = x ⊕ nim_sum (l ++ r).
Proof.
  rewrite !nim_sum_app. simpl. rewrite <- !Nat.lxor_assoc. f_equal. apply Nat.lxor_comm.
Qed.

(* ---- the highest digit in which two numbers differ decides which is larger ---- *)
Lemma shiftr_digit x k : Nat.shiftr x k = 2 * Nat.shiftr x (S k) + Nat.b2n (Nat.testbit x k).
Proof.
  rewrite <- (Nat.add_0_l k) at 3. rewrite <- Nat.shiftr_spec', Nat.bit0_odd.
  simpl Nat.shiftr at 2. apply Nat.div2_odd.
Qed.

Lemma digit_decides x y k : Nat.shiftr x (S k) = Nat.shiftr y (S k) ->
  Nat.testbit x k = false -> Nat.testbit y k = true -> x < y.
Proof.
  intros E X Y. pose proof (shiftr_digit x k) as HX. pose proof (shiftr_digit y k) as HY.
  rewrite X in HX. rewrite Y, <- E in HY. rewrite !Nat.shiftr_div_pow2 in *. simpl Nat.b2n in *.
  destruct (Nat.lt_ge_cases x y) as [|H]; auto.
  apply (Nat.div_le_mono _ _ (2 ^ k)) in H; [lia | now apply Nat.pow_nonzero].
Qed.

(* If a has the highest bit of d, then a ⊕ d is below a. *)
Lemma xor_less a d : d <> 0 -> Nat.testbit a (Nat.log2 d) = true -> a ⊕ d < a.
Proof.
  intros D A. apply digit_decides with (Nat.log2 d); auto.
  - rewrite Nat.shiftr_lxor, (Nat.shiftr_eq_0 d), Nat.lxor_0_r; auto.
  - now rewrite Nat.lxor_spec, A, Nat.bit_log2.
Qed.

(* The heart of Bouton's theorem: a nim-sum can be lowered to any number below it by lowering
   one of its two parts. *)
Lemma xor_below a b v : v < a ⊕ b -> v ⊕ b < a \/ v ⊕ a < b.
Proof.
  intros L. set (d := v ⊕ (a ⊕ b)).
  assert (D : d <> 0) by (intros E; apply xor_zero in E; lia).
  assert (V : Nat.testbit v (Nat.log2 d) = false).
  { destruct (Nat.testbit v _) eqn:E; auto. apply xor_less in E; auto.
    unfold d in E. rewrite xor_back_l in E. lia. }
  assert (AB : Nat.testbit (a ⊕ b) (Nat.log2 d) = true).
  { replace (a ⊕ b) with (v ⊕ d) by apply xor_back_l.
    now rewrite Nat.lxor_spec, V, Nat.bit_log2. }
  assert (EA : v ⊕ b = a ⊕ d).
  { unfold d. rewrite (Nat.lxor_comm v (a ⊕ b)), <- !Nat.lxor_assoc, Nat.lxor_nilpotent.
    now rewrite Nat.lxor_0_l, Nat.lxor_comm. }
  assert (EB : v ⊕ a = b ⊕ d).
  { unfold d. rewrite (Nat.lxor_comm a b), (Nat.lxor_comm v (b ⊕ a)), <- !Nat.lxor_assoc.
    now rewrite Nat.lxor_nilpotent, Nat.lxor_0_l, Nat.lxor_comm. }
  rewrite EA, EB. rewrite Nat.lxor_spec in AB.
  destruct (Nat.testbit a (Nat.log2 d)) eqn:A.
  - left. now apply xor_less.
  - right. rewrite xorb_false_l in AB. now apply xor_less.
Qed.

(* Numbers of 0 and 1. *)
Lemma xor_small a b : a < 2 -> b < 2 -> a ⊕ b < 2.
Proof. intros. assert (a = 0 \/ a = 1) by lia. assert (b = 0 \/ b = 1) by lia. intuition subst; auto. Qed.
