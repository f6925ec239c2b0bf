(* The binary digits of numbers, and nim-sums (docs/theory/theory.md, "Words and signs" and
   Lemma 22). *)
Require Import Arith Bool Lia List ZifyBool.
Import ListNotations.

Infix "⊕" := Nat.lxor (at level 45, left associativity).

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

(* ---- halves and last digits ---- *)
Lemma half_and_last a : a = 2 * Nat.div2 a + Nat.b2n (Nat.odd a).
Proof. apply Nat.div2_odd. Qed.
Lemma same_halves a b : Nat.div2 a = Nat.div2 b -> Nat.odd a = Nat.odd b -> a = b.
Proof. intros H L. now rewrite (half_and_last a), (half_and_last b), H, L. Qed.
Lemma xor_half a b : Nat.div2 (a ⊕ b) = Nat.div2 a ⊕ Nat.div2 b.
Proof. rewrite !Nat.div2_spec. apply Nat.shiftr_lxor. Qed.
Lemma xor_last a b : Nat.odd (a ⊕ b) = xorb (Nat.odd a) (Nat.odd b).
Proof. rewrite <- !Nat.bit0_odd. apply Nat.lxor_spec. Qed.
Lemma and_half a b : Nat.div2 (Nat.land a b) = Nat.land (Nat.div2 a) (Nat.div2 b).
Proof. rewrite !Nat.div2_spec. apply Nat.shiftr_land. Qed.
Lemma and_last a b : Nat.odd (Nat.land a b) = Nat.odd a && Nat.odd b.
Proof. rewrite <- !Nat.bit0_odd. apply Nat.land_spec. Qed.

(* ---- Lemma 22: sum and nim-sum ---- *)
Theorem sum_and_nim_sum a b : a + b = a ⊕ b + 2 * Nat.land a b.
Proof.
  revert b. induction a as [a IH] using lt_wf_ind. intros b.
  destruct (Nat.eq_dec a 0) as [-> | N]. { rewrite Nat.lxor_0_l, Nat.land_0_l. lia. }
  assert (H : Nat.div2 a < a) by (apply Nat.lt_div2; lia). specialize (IH _ H (Nat.div2 b)).
  rewrite (half_and_last a), (half_and_last b) at 1.
  rewrite (half_and_last (a ⊕ b)), (half_and_last (Nat.land a b)).
  rewrite xor_half, xor_last, and_half, and_last.
  destruct (Nat.odd a), (Nat.odd b); simpl Nat.b2n; lia.
Qed.

Lemma disjoint a b : Nat.land a b = 0 <-> forall i, Nat.testbit a i = true -> Nat.testbit b i = false.
Proof.
  split; intros H.
  - intros i A. assert (B : Nat.testbit (Nat.land a b) i = false) by (rewrite H; apply Nat.bits_0).
    now rewrite Nat.land_spec, A in B.
  - apply Nat.bits_inj_0. intros i. rewrite Nat.land_spec. specialize (H i).
    destruct (Nat.testbit a i); auto.
Qed.

Theorem sum_and_nim_sum_exist s x :
  (exists a b, a + b = s /\ a ⊕ b = x) <-> (exists c, s = x + 2 * c /\ Nat.land c x = 0).
Proof.
  split.
  - intros (a & b & <- & <-). exists (Nat.land a b). split. apply sum_and_nim_sum.
    apply disjoint. intros i. rewrite Nat.land_spec, Nat.lxor_spec.
    now destruct (Nat.testbit a i), (Nat.testbit b i).
  - intros (c & -> & D). exists c, (c + x). split. lia.
    rewrite Nat.add_nocarry_lxor by assumption. apply xor_back_l.
Qed.
(* Then c is a AND b, ... *)
Theorem sum_and_nim_sum_carry a b c : a + b = a ⊕ b + 2 * c -> Nat.land a b = c.
Proof. pose proof (sum_and_nim_sum a b). lia. Qed.
(* ... and a is c and any part y of the bits of x. *)
Theorem sum_and_nim_sum_parts c x y : Nat.land c x = 0 -> Nat.ldiff y x = 0 ->
  let a := c + y in let b := c + (x ⊕ y) in a + b = x + 2 * c /\ a ⊕ b = x.
Proof.
  intros D S a b.
  assert (P : forall i, Nat.testbit y i = true -> Nat.testbit x i = true).
  { intros i Y. assert (K : Nat.testbit (Nat.ldiff y x) i = false) by (rewrite S; apply Nat.bits_0).
    rewrite Nat.ldiff_spec, Y in K. now destruct (Nat.testbit x i). }
  rewrite disjoint in D.
  assert (A : a = c ⊕ y).
  { apply Nat.add_nocarry_lxor, disjoint. intros i. specialize (D i). specialize (P i).
    destruct (Nat.testbit c i), (Nat.testbit x i), (Nat.testbit y i); intuition congruence. }
  assert (B : b = c ⊕ (x ⊕ y)).
  { apply Nat.add_nocarry_lxor, disjoint. intros i. specialize (D i). specialize (P i).
    rewrite Nat.lxor_spec.
    destruct (Nat.testbit c i), (Nat.testbit x i), (Nat.testbit y i); intuition congruence. }
  assert (E : a ⊕ b = x).
  { rewrite A, B. apply Nat.bits_inj. intros i. rewrite !Nat.lxor_spec.
    now destruct (Nat.testbit c i), (Nat.testbit y i), (Nat.testbit x i). }
  split; auto. rewrite (sum_and_nim_sum a b), E. f_equal. f_equal.
  rewrite A, B. apply Nat.bits_inj. intros i. rewrite Nat.land_spec, !Nat.lxor_spec.
  specialize (D i). specialize (P i).
  destruct (Nat.testbit c i), (Nat.testbit y i), (Nat.testbit x i); auto; intuition congruence.
Qed.
(* The last bit of a ⊕ b is that of a + b. *)
Theorem xor_last_is_sum_last a b : Nat.odd (a ⊕ b) = Nat.odd (a + b).
Proof. rewrite xor_last. symmetry. apply Nat.odd_add. Qed.

(* ---- the number of 1 bits ---- *)
Fixpoint ones_below k n := match k with 0 => 0 | S k => ones_below k n + Nat.b2n (Nat.testbit n k) end.
Definition ones n := ones_below n n.

(* No bit of n is beyond the n-th. *)
Lemma no_bit_beyond n i : n <= i -> Nat.testbit n i = false.
Proof.
  intros L. destruct n. apply Nat.bits_0. apply Nat.bits_above_log2.
  pose proof (Nat.log2_lt_lin (S n)). lia.
Qed.
Lemma ones_enough k n : n <= k -> ones_below k n = ones n.
Proof.
  induction 1 as [| k L IH]; auto. simpl. rewrite IH, no_bit_beyond by assumption. simpl. lia.
Qed.
Lemma even_ones_xor k a b :
  Nat.even (ones_below k (a ⊕ b)) = eqb (Nat.even (ones_below k a)) (Nat.even (ones_below k b)).
Proof.
  induction k as [| k IH]; auto. simpl. rewrite !Nat.even_add, IH, Nat.lxor_spec.
  destruct (Nat.even (ones_below k a)), (Nat.even (ones_below k b)),
    (Nat.testbit a k), (Nat.testbit b k); reflexivity.
Qed.
Lemma even_ones a b : Nat.even (ones (a ⊕ b)) = eqb (Nat.even (ones a)) (Nat.even (ones b)).
Proof.
  set (k := a + b + a ⊕ b). rewrite <- (ones_enough k (a ⊕ b)), <- (ones_enough k a), <- (ones_enough k b)
    by (unfold k; lia). apply even_ones_xor.
Qed.
Lemma ones_power i : ones (2 ^ i) = 1.
Proof.
  assert (K : forall k, ones_below k (2 ^ i) = if i <? k then 1 else 0).
  { induction k as [| k IH]; auto. simpl ones_below. rewrite IH, Nat.pow2_bits_eqb.
    destruct (Nat.eqb_spec i k), (Nat.ltb_spec i k), (Nat.ltb_spec i (S k)); simpl; lia. }
  unfold ones. rewrite K. pose proof (Nat.pow_gt_lin_r 2 i). destruct (Nat.ltb_spec i (2 ^ i)); lia.
Qed.
Lemma some_bit k n : 1 <= ones_below k n -> exists i, i < k /\ Nat.testbit n i = true.
Proof.
  induction k as [| k IH]; simpl; intros H. lia. destruct (Nat.testbit n k) eqn:B.
  - exists k. split; auto.
  - destruct IH as (i & L & T). { simpl in H. lia. } exists i. split; auto.
Qed.
Lemma bit_counts k n i : i < k -> Nat.testbit n i = true -> 1 <= ones_below k n.
Proof.
  induction k as [| k IH]; simpl; intros L B. lia.
  destruct (Nat.eq_dec i k) as [<- |]; [rewrite B; simpl; lia |].
  assert (1 <= ones_below k n) by (apply IH; auto; lia). lia.
Qed.
Lemma two_ones n : 2 <= ones n <->
  exists i j, i <> j /\ Nat.testbit n i = true /\ Nat.testbit n j = true.
Proof.
  assert (K : forall k, 2 <= ones_below k n <->
    exists i j, i < j < k /\ Nat.testbit n i = true /\ Nat.testbit n j = true).
  { induction k as [| k IH]; simpl. { split. lia. intros (i & j & H). lia. } split.
    - intros H. destruct (Nat.testbit n k) eqn:B; simpl in H.
      + destruct (some_bit k n) as (i & L & T). lia. exists i, k. auto.
      + destruct IH as [IH _]. destruct IH as (i & j & L & T). lia. exists i, j. split; auto. lia.
    - intros (i & j & L & I & J). destruct (Nat.eq_dec j k) as [-> |].
      + rewrite J. pose proof (bit_counts k n i). simpl. lia.
      + assert (2 <= ones_below k n) by (apply IH; exists i, j; split; [lia | auto]). lia. }
  assert (B : forall i, Nat.testbit n i = true -> i < n).
  { intros i I. destruct (Nat.lt_ge_cases i n); auto. rewrite no_bit_beyond in I; congruence. }
  unfold ones. rewrite K. split; intros (i & j & L & I & J).
  - exists i, j. repeat split; auto. lia.
  - apply B in I as Bi. apply B in J as Bj. destruct (Nat.lt_ge_cases i j).
    + now exists i, j.
    + exists j, i. repeat split; auto. lia.
Qed.
(* A 1 bit is part of the number. *)
Lemma bit_at_most n i : Nat.testbit n i = true -> 2 ^ i <= n.
Proof.
  intros B. destruct (Nat.le_gt_cases (2 ^ i) n) as [| L]; auto. exfalso.
  rewrite Nat.testbit_eqb, Nat.div_small in B by assumption. discriminate.
Qed.
