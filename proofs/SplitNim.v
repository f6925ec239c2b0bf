(* Split-q-Nim (docs/theory/theory.md, section 5; Gray and Locke 2018, Lasker 1931). *)
Require Import Arith Bool Lia List ZArith ZifyBool.
From Nimatron Require Import Bits Game Sums Piles.
Import ListNotations.
Open Scope nat_scope.

(* ---- the game ---- *)
(* A pile of x may be split into a and b. *)
Definition parts (q : Z) x a b :=
  1 <= a < x /\ 1 <= b < x /\ (Z.of_nat a + Z.of_nat b = Z.of_nat x + q)%Z.
Inductive rule q : nat -> list nat -> Prop :=
| take x y : y < x -> rule q x [y]
| split x a b : parts q x a b -> rule q x [a; b].
Definition split_nim q := Piles.move (rule q).

Lemma rule_smaller q x new : rule q x new -> length new <= 2 /\ forall y, In y new -> y < x.
Proof.
  destruct 1 as [x y L | x a b (A & B & _)]; simpl; split; auto.
  - intros z [<- | []]. exact L.
  - intros z [<- | [<- | []]]; lia.
Qed.

(* ---- values that stay within 1 of the pile, and undo themselves ---- *)
Lemma value_1_pile G y : value G [y] = G y.
Proof. unfold value. simpl. apply Nat.lxor_0_r. Qed.
Lemma value_2_piles G a b : value G [a; b] = G a ⊕ G b.
Proof. unfold value. simpl. now rewrite Nat.lxor_0_r. Qed.

(* G gives the Grundy values of single piles, and who wins, in both kinds of play. *)
Definition solves q (G : nat -> nat) := forall board,
  grundy (split_nim q) (value G) /\
  right_at (split_nim q) normal (Piles.lost G) board /\
  right_at (split_nim q) (misere (split_nim q)) (Piles.lost_misere G) board.

Section Values.
  Variable q : Z.
  Variable G : nat -> nat.
  Hypothesis undoes_itself : forall n, G (G n) = n.
  Hypothesis near : forall n, G n <= S n.
  (* No split of x has its value; and one has the value x, where only a split can. *)
  Hypothesis never : forall x a b, parts q x a b -> G a ⊕ G b <> G x.
  Hypothesis split_to : forall x, G x = S x -> exists a b, parts q x a b /\ G a ⊕ G b = x.

  Lemma avoids x new : rule q x new -> value G new <> G x.
  Proof.
    destruct 1 as [x y L | x a b P].
    - rewrite value_1_pile. intros E. apply (f_equal G) in E. rewrite !undoes_itself in E. lia.
    - rewrite value_2_piles. now apply never.
  Qed.

  Lemma reaches x v : v < G x -> exists new, rule q x new /\ value G new = v.
  Proof.
    intros L. destruct (Nat.lt_ge_cases (G v) x) as [K | K].
    - exists [G v]. split. now constructor. now rewrite value_1_pile.
    - assert (N : x <> G v) by (intros ->; rewrite undoes_itself in L; lia).
      pose proof (near x). pose proof (near v). assert (v = x) by lia. subst v.
      destruct (split_to x) as (a & b & P & E). lia.
      exists [a; b]. split. now constructor. now rewrite value_2_piles.
  Qed.

  Lemma none_left new : ~ rule q 0 new.
  Proof. intros R. inversion R as [x y L | x a b (A & _)]; lia. Qed.

  Lemma solved : solves q G.
  Proof.
    intros b. split; [| split].
    - apply (value_is_grundy (rule q) G avoids reaches).
    - apply (lost_normal (rule q) (rule_smaller q) G avoids reaches).
    - apply (lost_misere_right (rule q) (rule_smaller q) G avoids reaches (take q) none_left).
  Qed.
End Values.

(* ---- Theorem 23: q odd or negative ---- *)
Theorem split_odd_or_negative q : Z.odd q = true \/ (q < 0)%Z -> solves q (fun n => n).
Proof.
  intros Q. apply solved; auto. 2: lia. intros x a b (A & B & S) E. destruct Q as [O | N].
  - pose proof (xor_last_is_sum_last a b) as L. rewrite E in L.
    assert (q = Z.of_nat (a + b) - Z.of_nat x)%Z by lia. subst q.
    rewrite Z.odd_sub in O.
    assert (K : forall n, Z.odd (Z.of_nat n) = Nat.odd n).
    { induction n as [| n IH]; auto.
      now rewrite Nat2Z.inj_succ, Z.odd_succ, <- Z.negb_odd, IH, Nat.odd_succ, <- Nat.negb_odd. }
    rewrite !K, L in O. now rewrite xorb_nilpotent in O.
  - (* The nim-sum is at most the sum. *)
    pose proof (sum_and_nim_sum a b). lia.
Qed.

(* ---- Theorem 24: q = 0, Lasker's Nim ---- *)
Definition lasker n :=
  if n =? 0 then 0 else match n mod 4 with 0 => n - 1 | 3 => n + 1 | _ => n end.
Lemma lasker_at n : n <> 0 ->
  lasker n = match n mod 4 with 0 => n - 1 | 3 => n + 1 | _ => n end.
Proof. intros N. unfold lasker. now rewrite (proj2 (Nat.eqb_neq n 0) N). Qed.

(* Every number but 0 is in a row of four. *)
Lemma four k :
  (4 * k + 1) mod 4 = 1 /\ (4 * k + 2) mod 4 = 2 /\ (4 * k + 3) mod 4 = 3 /\ (4 * k + 4) mod 4 = 0.
Proof.
  repeat split; symmetry; [apply Nat.mod_unique with k .. | apply Nat.mod_unique with (k + 1)]; lia.
Qed.
Lemma in_four n : n <> 0 ->
  exists k, n = 4 * k + 1 \/ n = 4 * k + 2 \/ n = 4 * k + 3 \/ n = 4 * k + 4.
Proof.
  intros N. exists ((n - 1) / 4). pose proof (Nat.div_mod (n - 1) 4).
  pose proof (Nat.mod_upper_bound (n - 1) 4). lia.
Qed.
Theorem lasker_values k :
  lasker (4 * k + 1) = 4 * k + 1 /\ lasker (4 * k + 2) = 4 * k + 2 /\
  lasker (4 * k + 3) = 4 * k + 4 /\ lasker (4 * k + 4) = 4 * k + 3.
Proof. destruct (four k) as (M1 & M2 & M3 & M4). rewrite !lasker_at, M1, M2, M3, M4 by lia. lia. Qed.

(* The values of 1, 2, 3 and 0 modulo 4 are 1, 2, 0 and 3 modulo 4. *)
Definition residue r := match r with 0 => 3 | 3 => 0 | _ => r end.
Lemma lasker_mod_4 n : n <> 0 -> lasker n mod 4 = residue (n mod 4).
Proof.
  intros N. destruct (in_four n N) as (k & H), (four k) as (M1 & M2 & M3 & M4).
  destruct (lasker_values k) as (V1 & V2 & V3 & V4).
  destruct H as [-> | [-> | [-> | ->]]]; now rewrite ?V1, ?V2, ?V3, ?V4, ?M1, ?M2, ?M3, ?M4.
Qed.
Lemma xor_mod_4 a b : (a ⊕ b) mod 4 = (a mod 4) ⊕ (b mod 4).
Proof.
  change 4 with (2 ^ 2). apply Nat.bits_inj. intros i. rewrite Nat.lxor_spec.
  destruct (Nat.lt_ge_cases i 2).
  - now rewrite !Nat.mod_pow2_bits_low, Nat.lxor_spec.
  - now rewrite !Nat.mod_pow2_bits_high.
Qed.
Lemma even_xor_1 n : Nat.odd n = false -> n ⊕ 1 = S n.
Proof.
  intros E. rewrite <- Nat.add_nocarry_lxor; [lia |]. apply disjoint. intros [| i].
  - rewrite Nat.bit0_odd, E. discriminate.
  - intros _. apply Nat.bits_above_log2. apply Nat.lt_0_succ.
Qed.

(* The table in the proof of Theorem 24. *)
Lemma lasker_never x a b : parts 0 x a b -> lasker a ⊕ lasker b <> lasker x.
Proof.
  intros (A & B & S) E. assert (X : x = a + b) by lia. subst x. clear S.
  apply (f_equal (fun n => n mod 4)) in E.
  rewrite xor_mod_4, !lasker_mod_4, (Nat.add_mod a b) in E by lia.
  pose proof (Nat.mod_upper_bound a 4) as Ra. pose proof (Nat.mod_upper_bound b 4) as Rb.
  destruct (a mod 4) as [| [| [| [| r]]]], (b mod 4) as [| [| [| [| s]]]]; try lia; discriminate E.
Qed.

Lemma lasker_near n : lasker n <= S n.
Proof.
  destruct (Nat.eq_dec n 0) as [-> | N]. auto. destruct (in_four n N) as (k & H).
  destruct (lasker_values k) as (V1 & V2 & V3 & V4).
  destruct H as [-> | [-> | [-> | ->]]]; rewrite ?V1, ?V2, ?V3, ?V4; lia.
Qed.
Lemma lasker_twice n : lasker (lasker n) = n.
Proof.
  destruct (Nat.eq_dec n 0) as [-> | N]; auto. destruct (in_four n N) as (k & H).
  destruct (lasker_values k) as (V1 & V2 & V3 & V4).
  destruct H as [-> | [-> | [-> | ->]]]; now rewrite ?V1, ?V2, ?V3, ?V4.
Qed.

Theorem split_lasker : solves 0 lasker.
Proof.
  apply solved; auto using lasker_never, lasker_near, lasker_twice.
  (* 4k + 3 is split into 1 and 4k + 2. *)
  intros x E. exists 1, (x - 1).
  assert (N : x <> 0) by (intros ->; discriminate). destruct (in_four x N) as (k & H).
  destruct (lasker_values k) as (V1 & V2 & V3 & V4).
  assert (X : x = 4 * k + 3).
  { destruct H as [-> | [-> | [-> | ->]]]; rewrite ?V1, ?V2, ?V4 in E; lia. }
  subst x. replace (4 * k + 3 - 1) with (4 * k + 2) by lia. split. { unfold parts. lia. }
  rewrite V2. change (lasker 1) with 1. rewrite Nat.lxor_comm, even_xor_1. lia.
  replace (4 * k + 2) with (2 * (2 * k + 1)) by lia. now rewrite Nat.odd_mul.
Qed.

(* ---- even q >= 2: values that keep each pair {m, m + 1} with m even ---- *)
(* m(n): n with its last bit cleared. *)
Definition lower n := 2 * Nat.div2 n.

Lemma lower_even n : Nat.odd n = false -> lower n = n.
Proof. intros E. unfold lower. rewrite (half_and_last n) at 2. rewrite E. simpl. lia. Qed.
Lemma lower_xor a b : lower a ⊕ lower b = lower (a ⊕ b).
Proof.
  assert (H : forall n, Nat.div2 (lower n) = Nat.div2 n).
  { intros n. unfold lower. apply Nat.div2_double. }
  assert (L : forall n, Nat.odd (lower n) = false).
  { intros n. unfold lower. now rewrite Nat.odd_mul. }
  apply same_halves. now rewrite xor_half, !H, xor_half. now rewrite xor_last, !L.
Qed.
Lemma lower_bit n i : Nat.testbit (lower n) (S i) = Nat.testbit n (S i).
Proof.
  assert (H : forall n, Nat.testbit n (S i) = Nat.testbit (Nat.div2 n) i) by reflexivity.
  rewrite H, (H n). unfold lower. now rewrite Nat.div2_double.
Qed.

Section Pairs.
  (* [e n]: n is exchanged with the other member of its pair. *)
  Variable e : nat -> bool.
  Hypothesis e_pair : forall m n, Nat.div2 m = Nat.div2 n -> e m = e n.
  Definition exchanged n := if e n then n ⊕ 1 else n.

  Lemma exchanged_half n : Nat.div2 (exchanged n) = Nat.div2 n.
  Proof. unfold exchanged. destruct (e n); auto. rewrite xor_half. apply Nat.lxor_0_r. Qed.
  Lemma exchanged_twice n : exchanged (exchanged n) = n.
  Proof.
    unfold exchanged at 1. rewrite (e_pair _ n (exchanged_half n)). unfold exchanged.
    destruct (e n); auto. apply xor_back_r.
  Qed.
  Lemma exchanged_near n : exchanged n <= S n.
  Proof.
    pose proof (half_and_last n) as N. pose proof (half_and_last (exchanged n)) as H.
    rewrite exchanged_half in H. destruct (Nat.odd (exchanged n)); simpl Nat.b2n in H; lia.
  Qed.
  Lemma exchanged_up n : exchanged n = S n -> e n = true /\ Nat.odd n = false.
  Proof.
    intros E. pose proof (exchanged_half n) as H. rewrite E in H.
    pose proof (half_and_last n) as N. pose proof (half_and_last (S n)) as M. rewrite H in M.
    split; [| destruct (Nat.odd n), (Nat.odd (S n)); simpl Nat.b2n in *; auto; lia].
    unfold exchanged in E. destruct (e n); auto. lia.
  Qed.

  Lemma exchanged_last n : Nat.odd (exchanged n) = xorb (e n) (Nat.odd n).
  Proof.
    unfold exchanged. destruct (e n); [| symmetry; apply xorb_false_l].
    rewrite xor_last. now destruct (Nat.odd n).
  Qed.

  (* Step 1 of Theorem 26, for q = 2 h: a split of x that has its value has a ⊕ b = x and
     a AND b = h. *)
  Lemma own_pair h x a b : parts (Z.of_nat (2 * h)) x a b ->
    exchanged a ⊕ exchanged b = exchanged x ->
    a ⊕ b = x /\ Nat.land a b = h /\ e x = xorb (e a) (e b).
  Proof.
    intros (A & B & S) E. assert (X : a ⊕ b = x).
    { apply same_halves.
      - rewrite xor_half, <- (exchanged_half a), <- (exchanged_half b), <- xor_half, E.
        apply exchanged_half.
      - rewrite xor_last_is_sum_last. replace (a + b) with (x + 2 * h) by lia.
        now rewrite Nat.odd_add, Nat.odd_mul, xorb_false_r. }
    split; [| split]; auto. { apply sum_and_nim_sum_carry. lia. }
    assert (O : Nat.odd x = xorb (Nat.odd a) (Nat.odd b)) by now rewrite <- X, xor_last.
    apply (f_equal Nat.odd) in E. rewrite xor_last, !exchanged_last, O in E.
    now destruct (e x), (e a), (e b), (Nat.odd a), (Nat.odd b).
  Qed.
End Pairs.

(* ---- Theorem 25: q = 2 ---- *)
Definition e_two n := (2 <=? n) && Nat.even (ones (lower n)).
Lemma half_of_pair m n : Nat.div2 m = Nat.div2 n -> (2 <=? m) = (2 <=? n).
Proof.
  intros H. pose proof (half_and_last m). pose proof (half_and_last n).
  destruct (Nat.odd m), (Nat.odd n); simpl Nat.b2n in *; lia.
Qed.
Lemma e_two_pair m n : Nat.div2 m = Nat.div2 n -> e_two m = e_two n.
Proof. intros H. unfold e_two, lower. now rewrite (half_of_pair m n H), H. Qed.

Lemma two_never x a b : parts 2 x a b -> exchanged e_two a ⊕ exchanged e_two b <> exchanged e_two x.
Proof.
  intros P E. destruct (own_pair e_two 1 x a b P E) as (X & _ & V). destruct P as (A & B & S).
  assert (K : e_two x = eqb (e_two a) (e_two b)).
  { unfold e_two. rewrite <- X at 2. rewrite <- lower_xor, even_ones.
    assert (T : forall n, 2 <= n -> (2 <=? n) = true) by (intros; lia).
    rewrite !T by lia. reflexivity. }
  rewrite K in V. now destruct (e_two a), (e_two b).
Qed.

(* A 1 bit of x is dealt to one part, the others to the other one. *)
Lemma share h x i : Nat.land h x = 0 -> Nat.testbit x i = true ->
  let a := h + 2 ^ i in let b := h + (x ⊕ 2 ^ i) in a + b = x + 2 * h /\ a ⊕ b = x.
Proof.
  intros D I. apply sum_and_nim_sum_parts; auto. apply Nat.bits_inj_0. intros j.
  rewrite Nat.ldiff_spec, Nat.pow2_bits_eqb. destruct (Nat.eqb_spec i j) as [<- |]; auto.
  now rewrite I.
Qed.
Lemma lower_odd n : Nat.odd n = false -> lower (1 + n) = n.
Proof.
  intros E. pose proof (half_and_last n) as N. pose proof (half_and_last (1 + n)) as M.
  change (1 + n) with (S n) in *. rewrite Nat.odd_succ, <- Nat.negb_odd, E in M.
  rewrite E in N. cbn [negb Nat.b2n] in *. unfold lower. lia.
Qed.

Lemma two_split x : exchanged e_two x = S x ->
  exists a b, parts 2 x a b /\ exchanged e_two a ⊕ exchanged e_two b = x.
Proof.
  intros E. apply exchanged_up in E. destruct E as [E Ev].
  apply andb_true_iff in E. destruct E as [X2 Even]. rewrite lower_even in Even by assumption.
  set (i := Nat.log2 x). assert (I : Nat.testbit x i = true) by (apply Nat.bit_log2; lia).
  assert (I0 : i <> 0) by (intros Q; rewrite Q, Nat.bit0_odd in I; congruence).
  assert (D : Nat.land 1 x = 0).
  { rewrite Nat.land_comm. apply disjoint. intros [| j] B.
    - rewrite Nat.bit0_odd in B. congruence.
    - apply Nat.bits_0. }
  destruct (share 1 x i D I) as [S X]. set (y := x ⊕ 2 ^ i) in *.
  assert (Oi : Nat.odd (2 ^ i) = false) by (rewrite <- Nat.bit0_odd; now apply Nat.pow2_bits_false).
  assert (Oy : Nat.odd y = false) by (unfold y; now rewrite xor_last, Ev, Oi).
  assert (Py : Nat.even (ones y) = false) by (unfold y; now rewrite even_ones, Even, ones_power).
  assert (Y0 : y <> 0) by (intros Z; now rewrite Z in Py).
  assert (Y1 : y <> 1) by (intros Z; now rewrite Z in Oy).
  assert (I1 : 2 <= 2 ^ i) by (apply (Nat.pow_le_mono_r 2 1 i); lia).
  exists (1 + 2 ^ i), (1 + y). split. { unfold parts. lia. }
  unfold exchanged, e_two. now rewrite !lower_odd, ones_power, Py, !andb_false_r.
Qed.

Theorem split_two : solves 2 (exchanged e_two).
Proof.
  apply solved; auto using two_never, two_split.
  - apply exchanged_twice, e_two_pair.
  - apply exchanged_near.
Qed.

(* ---- Theorem 26: even q >= 4 ---- *)
Section EvenQ.
  (* q = 2 h, and t is the place of its highest bit. *)
  Variable h : nat.
  Hypothesis h_at_least_2 : 2 <= h.
  Definition t := Nat.log2 (2 * h).
  Definition e n := (Nat.land (lower n) h =? 0) && (2 <=? ones (n / 2 ^ t)).

  Lemma t_bounds : 2 <= t /\ h < 2 ^ t <= 2 * h.
  Proof.
    unfold t. destruct (Nat.log2_spec (2 * h)) as [L U]. lia. split.
    - apply (Nat.log2_le_mono 4). lia.
    - rewrite Nat.pow_succ_r' in U. lia.
  Qed.
  Lemma highest_bit_of_h : Nat.testbit h (t - 1) = true.
  Proof.
    pose proof t_bounds as [T _]. pose proof (Nat.bit_log2 (2 * h)) as B. fold t in B.
    replace t with (S (t - 1)) in B by lia. rewrite Nat.testbit_even_succ in B. apply B; lia. lia.
  Qed.
  Lemma no_bit_of_h i : t <= i -> Nat.testbit h i = false.
  Proof.
    intros L. apply Nat.bits_above_log2. pose proof t_bounds as [T1 T2].
    assert (Nat.log2 h < t) by (apply Nat.log2_lt_pow2; lia). lia.
  Qed.

  Lemma e_pair m n : Nat.div2 m = Nat.div2 n -> e m = e n.
  Proof.
    intros H. unfold e, lower. rewrite H. f_equal.
    pose proof t_bounds as [T _]. replace t with (S (t - 1)) by lia.
    rewrite Nat.pow_succ_r', <- !Nat.div_div, <- !Nat.div2_div, H; auto; now apply Nat.pow_nonzero.
  Qed.

  (* Step 1, second half: both parts have the highest bit of h, and keep their values. *)
  Lemma parts_keep a b : Nat.land a b = h -> e a = false /\ e b = false.
  Proof.
    intros D. pose proof t_bounds as [T _]. pose proof highest_bit_of_h as B.
    assert (K : forall c, Nat.testbit c (t - 1) = true -> e c = false).
    { intros c C. unfold e. apply andb_false_intro1, Nat.eqb_neq. rewrite disjoint. intros Q.
      specialize (Q (t - 1)). replace (t - 1) with (S (t - 2)) in * by lia.
      rewrite lower_bit in Q. now rewrite Q in B. }
    rewrite <- D, Nat.land_spec in B. apply andb_true_iff in B. split; apply K; tauto.
  Qed.

  (* Step 2: where there is such a split, x is exchanged. *)
  Lemma split_needs_e x a b : 2 * h < a -> 2 * h < b -> a ⊕ b = x -> Nat.land a b = h -> e x = true.
  Proof.
    intros A B X D. pose proof t_bounds as [T1 T2].
    assert (Ha : t <= Nat.log2 a) by (apply Nat.log2_le_pow2; lia).
    assert (Hb : t <= Nat.log2 b) by (apply Nat.log2_le_pow2; lia).
    assert (Ba : Nat.testbit a (Nat.log2 a) = true) by (apply Nat.bit_log2; lia).
    assert (Bb : Nat.testbit b (Nat.log2 b) = true) by (apply Nat.bit_log2; lia).
    assert (High : forall i, t <= i -> Nat.testbit a i && Nat.testbit b i = false).
    { intros i L. rewrite <- Nat.land_spec, D. now apply no_bit_of_h. }
    pose proof (High _ Ha) as Ca. pose proof (High _ Hb) as Cb. rewrite Ba in Ca. rewrite Bb in Cb.
    unfold e. apply andb_true_intro. split.
    - apply Nat.eqb_eq. rewrite Nat.land_comm. apply disjoint. intros [| i] I.
      + unfold lower. apply Nat.testbit_even_0.
      + rewrite lower_bit, <- X, Nat.lxor_spec. rewrite <- D, Nat.land_spec in I.
        now destruct (Nat.testbit a (S i)), (Nat.testbit b (S i)).
    - apply Nat.leb_le, two_ones. exists (Nat.log2 a - t), (Nat.log2 b - t). split.
      + intros Q. replace (Nat.log2 b) with (Nat.log2 a) in * by lia. rewrite Ba in Cb. discriminate.
      + rewrite !Nat.div_pow2_bits, <- X, !Nat.lxor_spec, !Nat.sub_add by assumption.
        rewrite Ba, Bb in *. simpl in Ca. rewrite andb_true_r in Cb. now rewrite Ca, Cb.
  Qed.

  (* Step 3: where x is exchanged, it has such a split. *)
  Lemma e_gives_split x : e x = true -> Nat.odd x = false ->
    exists a b, parts (Z.of_nat (2 * h)) x a b /\ a ⊕ b = x /\ Nat.land a b = h.
  Proof.
    intros E Ev. apply andb_true_iff in E. destruct E as [D H].
    rewrite lower_even in D by assumption. apply Nat.eqb_eq in D. rewrite Nat.land_comm in D.
    apply Nat.leb_le, two_ones in H. destruct H as (i & j & N & I & J).
    rewrite Nat.div_pow2_bits in I, J.
    destruct (share h x (i + t) D I) as [S X]. set (y := x ⊕ 2 ^ (i + t)) in *.
    assert (Jy : Nat.testbit y (j + t) = true).
    { unfold y. rewrite Nat.lxor_spec, J, Nat.pow2_bits_false by lia. reflexivity. }
    apply bit_at_most in Jy. pose proof t_bounds as [T1 T2].
    assert (2 ^ t <= 2 ^ (i + t)) by (apply Nat.pow_le_mono_r; lia).
    assert (2 ^ t <= 2 ^ (j + t)) by (apply Nat.pow_le_mono_r; lia).
    exists (h + 2 ^ (i + t)), (h + y). split; [unfold parts; lia | split; auto].
    apply sum_and_nim_sum_carry. lia.
  Qed.

  (* Step 4. *)
  Lemma solved_even : solves (Z.of_nat (2 * h)) (exchanged e).
  Proof.
    apply solved.
    - apply exchanged_twice, e_pair.
    - apply exchanged_near.
    - intros x a b P E. destruct (own_pair e h x a b P E) as (X & D & V).
      destruct (parts_keep a b D) as [Ea Eb]. destruct P as (A & B & S).
      rewrite Ea, Eb, (split_needs_e x a b) in V by (assumption || lia). discriminate.
    - intros x E. apply exchanged_up in E. destruct E as [E Ev].
      destruct (e_gives_split x E Ev) as (a & b & P & X & D).
      exists a, b. split; auto. unfold exchanged. now destruct (parts_keep a b D) as [-> ->].
  Qed.
End EvenQ.

Theorem split_even h : 2 <= h -> solves (Z.of_nat (2 * h)) (exchanged (e h)).
Proof. apply solved_even. Qed.

(* ---- every q ---- *)
(* The Grundy value of a pile of n. *)
Definition G (q : Z) : nat -> nat :=
  if Z.odd q || (q <? 0)%Z then fun n => n
  else match Z.to_nat q with
       | 0 => lasker
       | 2 => exchanged e_two
       | k => exchanged (e (Nat.div2 k))
       end.

Lemma G_even h : 2 <= h -> G (Z.of_nat (2 * h)) = exchanged (e h).
Proof.
  intros H. unfold G. rewrite Nat2Z.id.
  replace (Z.odd (Z.of_nat (2 * h))) with false.
  2: { rewrite Nat2Z.inj_mul, Z.odd_mul. reflexivity. }
  replace (Z.of_nat (2 * h) <? 0)%Z with false by lia. cbn [orb]. cbv iota.
  replace (exchanged (e h)) with (exchanged (e (Nat.div2 (2 * h)))) by now rewrite Nat.div2_double.
  remember (2 * h) as k. destruct k as [| [| [| k]]]; try lia. reflexivity.
Qed.

(* What holds in each of the four cases holds for every q. *)
Lemma every_q (about : Z -> (nat -> nat) -> Prop) :
  (forall q, Z.odd q = true \/ (q < 0)%Z -> about q (fun n => n)) ->
  about 0%Z lasker -> about 2%Z (exchanged e_two) ->
  (forall h, 2 <= h -> about (Z.of_nat (2 * h)) (exchanged (e h))) ->
  forall q, about q (G q).
Proof.
  intros H1 H2 H3 H4 q. destruct (Z.odd q) eqn:O. { unfold G. rewrite O. apply H1. auto. }
  destruct (Z.ltb_spec q 0) as [L | L].
  { unfold G. rewrite (proj2 (Z.ltb_lt q 0) L), orb_true_r. apply H1. auto. }
  assert (E : exists h, q = Z.of_nat (2 * h)).
  { exists (Z.to_nat (Z.div2 q)). pose proof (Z.div2_odd q) as D. rewrite O in D.
    cbv iota in D. lia. }
  destruct E as [[| [| h]] ->]; [assumption .. |]. rewrite G_even by lia. apply H4. lia.
Qed.

(* Theorems 23 to 26 together: the values, and the lost boards of normal and of misère play. *)
Theorem split_q_nim q : solves q (G q).
Proof.
  apply every_q; auto using split_odd_or_negative, split_lasker, split_two, split_even.
Qed.

(* Theorem 38 of docs/theory/values.md. *)
Corollary split_nim_is_tame q G M : grundy (split_nim q) G -> misere_grundy (split_nim q) M ->
  forall b, tame (split_nim q) G M b /\ fickle G M b = negb (large b).
Proof. now apply piles_are_tame; [apply rule_smaller | apply take | apply none_left]. Qed.

(* Corollary 27. *)
Corollary values_undo_themselves q n : G q (G q n) = n.
Proof.
  apply (every_q (fun _ g => g (g n) = n)).
  - auto.
  - apply lasker_twice.
  - apply exchanged_twice, e_two_pair.
  - intros h H. now apply exchanged_twice, e_pair.
Qed.

(* Corollary 28: bits below 2^t that h has not, and the last one, do not matter. *)
Corollary bits_that_never_matter h m n : 2 <= h -> let q := Z.of_nat (2 * h) in
  m / 2 ^ t h = n / 2 ^ t h -> Nat.land (lower m) h = Nat.land (lower n) h ->
  (G q m = m <-> G q n = n).
Proof.
  intros H q D L. unfold q. rewrite G_even by assumption.
  assert (E : e h m = e h n) by (unfold e; now rewrite D, L).
  assert (K : forall k, k ⊕ 1 <> k).
  { intros k Q. apply (f_equal Nat.odd) in Q. rewrite xor_last in Q. now destruct (Nat.odd k). }
  unfold exchanged. rewrite E. destruct (e h n); [| easy].
  split; intros Q; now apply K in Q.
Qed.
(* Nor does the last bit of h: for k >= 1 Split-4k-Nim and Split-(4k + 2)-Nim have the same
   values. *)
Corollary last_bit_of_h k n : 1 <= k ->
  G (Z.of_nat (2 * (2 * k))) n = G (Z.of_nat (2 * (2 * k + 1))) n.
Proof.
  intros K. rewrite !G_even by lia. unfold exchanged. replace (e (2 * k + 1) n) with (e (2 * k) n); auto.
  assert (T : t (2 * k + 1) = t (2 * k)).
  { unfold t. rewrite !(Nat.log2_double), Nat.log2_succ_double by lia. reflexivity. }
  assert (L : Nat.land (lower n) (2 * k) = Nat.land (lower n) (2 * k + 1)).
  { apply same_halves.
    - rewrite !and_half. f_equal. rewrite Nat.div2_double. symmetry.
      rewrite Nat.add_1_r. apply Nat.div2_succ_double.
    - rewrite !and_last. unfold lower. now rewrite Nat.odd_mul. }
  unfold e. now rewrite T, L.
Qed.
