(* The values of a row repeat as a pile at its end grows (docs/theory/theory.md, Theorem 15). *)
Require Import Arith Bool Lia List ZifyBool.
From Nimatron Require Import Bits Game Rows EndNim RowValues Twice LikeNim High.
Import ListNotations.
Open Scope nat_scope.

(* ---- a sequence in a finite set comes back ---- *)
Lemma comes_back {A} (eq_dec : forall a b : A, {a = b} + {a <> b}) (s : nat -> A) l : (forall n, In (s n) l) ->
  exists i j, i < j /\ s i = s j.
Proof.
  intros H.
  assert (K : forall n, (exists i j, i < j /\ s i = s j) \/ NoDup (map s (seq 0 n))).
  { induction n as [| n [IH | N]]; [right; constructor | now left |].
    destruct (in_dec eq_dec (s n) (map s (seq 0 n))) as [I | I].
    - left. apply in_map_iff in I. destruct I as (i & E & I). apply in_seq in I. exists i, n. split; auto. lia.
    - right. rewrite seq_S, map_app. simpl. apply NoDup_rev in N. rewrite <- rev_involutive. apply NoDup_rev.
      rewrite rev_app_distr. simpl. constructor; auto. now rewrite <- in_rev. }
  destruct (K (S (length l))) as [| N]; auto. exfalso.
  apply NoDup_incl_length with (l' := l) in N.
  - rewrite map_length, seq_length in N. lia.
  - intros a I. apply in_map_iff in I. destruct I as (n & <- & _). auto.
Qed.
Fixpoint bools n : list (list bool) := match n with
  | 0 => [[]]
  | S n => map (cons true) (bools n) ++ map (cons false) (bools n)
  end.
Lemma all_bools l : In l (bools (length l)).
Proof.
  induction l as [| b l IH]; [now left |]. simpl. apply in_app_iff.
  destruct b; [left | right]; now apply in_map.
Qed.

(* ---- a table ---- *)
Definition repeats (f : nat -> nat) := exists p n, 1 <= p /\ forall b, n <= b -> f (b + p) = f b + p.
Lemma many_periods f p n k : (forall b, n <= b -> f (b + p) = f b + p) ->
  forall b, n <= b -> f (b + k * p) = f b + k * p.
Proof.
  intros H b B. induction k as [| k IH]; [now rewrite !Nat.add_0_r |].
  replace (b + S k * p) with (b + k * p + p) by lia. rewrite H by lia. lia.
Qed.

Section Table.
  Variable T : nat -> nat -> nat.
  Hypothesis mex : by_mex T.
  Hypothesis once : forall b c, 1 <= b < c -> T 0 b <> T 0 c.

  Lemma line_once x b c : 1 <= b -> 1 <= c -> T x b = T x c -> b = c.
  Proof.
    intros B C E. assert (K : forall b c, 1 <= b < c -> T x b <> T x c).
    { intros b' c' L. destruct (Nat.eq_dec x 0) as [-> |]; auto.
      destruct (mex x c') as (_ & M & _); try lia. apply M. lia. }
    destruct (lt_eq_lt_dec b c) as [[L | L] | L]; auto; exfalso.
    - now apply (K b c).
    - now apply (K c b).
  Qed.

  Variable x : nat.
  (* The numbers that line x has up to column b. *)
  Definition used b v := existsb (fun c => T x c =? v) (seq 0 (S b)).
  Lemma used_iff b v : used b v = true <-> exists c, c <= b /\ T x c = v.
  Proof.
    unfold used. rewrite existsb_exists. split.
    - intros (c & C & E). apply in_seq in C. exists c. split; lia.
    - intros (c & C & E). exists c. split; [apply in_seq |]; lia.
  Qed.
  Lemma used_next b v : used (S b) v = (T x (S b) =? v) || used b v.
  Proof.
    unfold used. rewrite seq_S, existsb_app. simpl (0 + S b). cbn [existsb]. rewrite orb_false_r. apply orb_comm.
  Qed.
  Hypothesis positive : 1 <= x.
  (* They are at most b + x, and all below b - x. *)
  Lemma high b : 1 <= b -> T x b <= b + x.
  Proof.
    intros B. destruct (mex x b positive B) as (_ & _ & M).
    assert (L : length (seq 0 (T x b)) <= length (map (T x) (seq 0 b) ++ map (fun i => T i b) (seq 0 x))).
    { apply NoDup_incl_length; [apply seq_NoDup |]. intros u U. apply in_seq in U. apply in_app_iff.
      destruct (M u) as [(c & C & <-) | (c & C & <-)]; [lia | right | left].
      - apply (in_map (fun i => T i b)), in_seq. lia.
      - apply in_map, in_seq. lia. }
    rewrite app_length, !map_length, !seq_length in L. exact L.
  Qed.
  Lemma low b v : used b v = false -> b <= v + x.
  Proof.
    intros U. assert (N : forall c, c <= b -> T x c <> v).
    { intros c C E. enough (used b v = true) by congruence. apply used_iff. eauto. }
    set (R := fun c (i : nat + nat) => match i with inl i => T i c = v | inr u => T x c = u end).
    assert (P : length (seq 1 b) <= length (map (@inl nat nat) (seq 0 x) ++ map inr (seq 0 v))).
    { apply (pigeonhole R); [apply seq_NoDup | |].
      - intros c C. apply in_seq in C. destruct (lt_eq_lt_dec (T x c) v) as [[L | L] | L].
        + exists (inr (T x c)). split; [| reflexivity]. apply in_app_iff. right. apply in_map, in_seq. lia.
        + exfalso. apply (N c); [lia | auto].
        + destruct (mex x c) as (_ & _ & M); try lia. destruct (M v L) as [(i & I & E) | (d & D & E)].
          * exists (inl i). split; [| exact E]. apply in_app_iff. left. apply in_map, in_seq. lia.
          * exfalso. apply (N d); [lia | auto].
      - intros c d i C D. apply in_seq in C, D. destruct i as [i | u]; simpl; intros E F.
        + apply (line_once i); lia.
        + apply (line_once x); lia. }
    rewrite app_length, !map_length, !seq_length in P. lia.
  Qed.

  (* The lines before it repeat. *)
  Variables p n : nat.
  Hypothesis p_positive : 1 <= p.
  Hypothesis before : forall i b, i < x -> n <= b -> T i (b + p) = T i b + p.

  Definition start := n + x + T x 0 + 1.
  (* What is used, from b - x to b + x, and the remainder of b. *)
  Definition state b := (map (fun d => used b (b + d - x)) (seq 0 (2 * x + 1)), b mod p).
  Lemma state_comes_back : exists b P, start <= b /\ 1 <= P /\ (exists k, P = k * p) /\ state b = state (b + P).
  Proof.
    destruct (comes_back (fun a b : list bool * nat => ltac:(repeat decide equality)) (fun i => state (start + i))
      (list_prod (bools (2 * x + 1)) (seq 0 p))) as (i & j & L & E).
    - intros i. apply in_prod.
      + rewrite <- (seq_length (2 * x + 1) 0) at 2.
        rewrite <- (map_length (fun d => used (start + i) (start + i + d - x))).
        apply all_bools.
      + apply in_seq. pose proof (Nat.mod_upper_bound (start + i) p). lia.
    - exists (start + i), (j - i). replace (start + i + (j - i)) with (start + j) by lia.
      repeat split; auto; try lia. injection E as _ E.
      pose proof (Nat.div_mod (start + i) p). pose proof (Nat.div_mod (start + j) p).
      exists ((start + j) / p - (start + i) / p). nia.
  Qed.
  (* The same state: the same numbers, P higher. *)
  Definition shifted b P := (forall v, used (b + P) (v + P) = used b v) /\ forall v, v < P -> used (b + P) v = true.
  Lemma same_state b P : start <= b -> state b = state (b + P) -> shifted b P.
  Proof.
    unfold start. intros B E. apply (f_equal fst) in E. unfold state in E. cbn [fst] in E.
    assert (Low : forall c v, v + x < c -> used c v = true).
    { intros c v L. destruct (used c v) eqn:U; auto. apply low in U. lia. }
    assert (High : forall c v, b <= c -> c + x < v -> used c v = false).
    { intros c v C L. apply not_true_iff_false. rewrite used_iff. intros (d & D & F).
      destruct (Nat.eq_dec d 0) as [-> |]; [lia |]. pose proof (high d). lia. }
    split; [| intros v V; apply Low; lia]. intros v.
    destruct (Nat.lt_ge_cases (v + x) b); [now rewrite !Low by lia |].
    destruct (Nat.lt_ge_cases (b + x) v); [now rewrite !High by lia |].
    assert (N : nth_error (map (fun d => used b (b + d - x)) (seq 0 (2 * x + 1))) (v + x - b) =
      nth_error (map (fun d => used (b + P) (b + P + d - x)) (seq 0 (2 * x + 1))) (v + x - b)) by now rewrite E.
    rewrite !nth_error_map in N.
    assert (S' : nth_error (seq 0 (2 * x + 1)) (v + x - b) = Some (v + x - b)).
    { rewrite (nth_error_nth' _ 0) by (rewrite seq_length; lia). now rewrite seq_nth by lia. }
    rewrite S' in N. simpl in N. injection N as N.
    replace (b + (v + x - b) - x) with v in N by lia. now replace (b + P + (v + x - b) - x) with (v + P) in N by lia.
  Qed.
  Lemma next_value b P k : n <= S b -> P = k * p -> shifted b P -> T x (S b + P) = T x (S b) + P /\ shifted (S b) P.
  Proof.
    intros B -> [S1 S2]. set (P := k * p) in *.
    assert (F : forall i, i < x -> T i (S b + P) = T i (S b) + P).
    { intros i I. apply (many_periods (T i) p n k); auto. }
    assert (V : T x (S b + P) = T x (S b) + P).
    { apply entry; auto; try lia; destruct (mex x (S b)) as (M1 & M2 & M3); try lia.
      - intros c C. rewrite F by auto. specialize (M1 c C). lia.
      - intros c C E. enough (U : used b (T x (S b)) = true).
        { apply used_iff in U. destruct U as (d & D & U). now apply (M2 d); [lia |]. }
        rewrite <- S1. apply used_iff. exists c. split; [lia | auto].
      - intros u U. destruct (Nat.lt_ge_cases u P) as [L | L].
        + apply S2, used_iff in L. destruct L as (c & C & E). right. exists c. split; auto. lia.
        + destruct (M3 (u - P)) as [(c & C & E) | (c & C & E)]; [lia | |].
          * left. exists c. split; auto. rewrite F by auto. lia.
          * right. assert (K : used b (u - P) = true) by (apply used_iff; exists c; split; [lia | auto]).
            rewrite <- S1 in K. apply used_iff in K. destruct K as (d & D & K). exists d. split; lia. }
    split; auto. split.
    - intros v. change (S b + P) with (S (b + P)). rewrite !used_next, S1. f_equal.
      change (S (b + P)) with (S b + P). rewrite V. lia.
    - intros v L. change (S b + P) with (S (b + P)). now rewrite used_next, S2, orb_true_r.
  Qed.
  Lemma from_a_state b P k : n <= S b -> P = k * p -> shifted b P ->
    forall c, S b <= c -> T x (c + P) = T x c + P.
  Proof.
    intros N K S c C. assert (I : forall i, shifted (b + i) P).
    { induction i as [| i IH]; [now rewrite Nat.add_0_r |].
      rewrite Nat.add_succ_r. apply (next_value (b + i) P k); auto. lia. }
    replace c with (Datatypes.S (b + (c - Datatypes.S b))) by lia. apply (next_value _ P k); auto. lia.
  Qed.
  Lemma line_repeats : exists P m, 1 <= P /\ n <= m /\ (exists k, P = k * p) /\
    forall b, m <= b -> T x (b + P) = T x b + P.
  Proof.
    destruct state_comes_back as (b & P & B & P1 & (k & K) & E). exists P, (S b).
    assert (N : n <= S b) by (unfold start in B; lia). apply same_state in E; auto.
    split; [auto | split; [lia | split; [eauto |]]].
    intros c C. now apply (from_a_state b P k).
  Qed.
End Table.

(* All lines up to x repeat together. *)
Lemma lines_repeat T : by_mex T -> (forall b c, 1 <= b < c -> T 0 b <> T 0 c) -> repeats (T 0) ->
  forall x, exists p n, 1 <= p /\ forall i b, i <= x -> n <= b -> T i (b + p) = T i b + p.
Proof.
  intros M O (p & n & P & R) x. induction x as [| x (q & m & Q & IH)].
  - exists p, n. split; auto. intros i b I B. replace i with 0 by lia. auto.
  - destruct (line_repeats T M O (S x) ltac:(lia) q m Q) as (P' & m' & P1 & N & (k & ->) & H).
    { intros i b I. apply IH. lia. }
    exists (k * q), m'. split; auto. intros i b I B. destruct (Nat.eq_dec i (S x)) as [-> |]; auto.
    apply (many_periods (T i) q m k); [intros; apply IH |]; lia.
Qed.

(* Theorem 15. *)
Theorem rows_repeat v G a w : grundy (moves_valued v) G -> positive (a :: w) ->
  exists p n, 1 <= p /\ forall b, n <= b -> G (a :: w ++ [b + p]) = G (a :: w ++ [b]) + p.
Proof.
  intros IsG P. apply positive_cons in P. destruct P as [A W].
  assert (E : forall a w b, 0 < a -> 0 < b -> between a w b = a :: w ++ [b]).
  { intros [| n] u [| m] L M; try lia; reflexivity. }
  enough (K : forall a, 0 < a -> repeats (fun b => G (between a w b))).
  { destruct (K a A) as (p & n & L & H). exists p, (n + 1). split; auto.
    intros b B. rewrite <- !E by lia. apply H. lia. }
  clear a A. induction w as [| y w IH]; intros a A.
  - (* One pile and none between. *)
    assert (One : forall k, (forall b, 1 <= b -> G [b] = b - k) -> k <= 1 -> repeats (fun b => G (between a [] b))).
    { intros k H K. assert (Z : forall b, 1 <= b -> G (between 0 [] b) = b - k).
      { intros b B. rewrite <- H by auto. destruct b; auto; lia. }
      destruct (lines_repeat _ (between_by_mex v G [] IsG)) with (x := a) as (p & n & L & R).
      - intros b c B. rewrite !Z; lia.
      - exists 1, 1. split; auto. intros b B. rewrite !Z; lia.
      - exists p, n. auto. }
    destruct v.
    + apply (One 0); auto. intros b B. rewrite Nat.sub_0_r. now apply (value_of_one_pile G b).
    + apply (One 1); auto. intros b B. now apply (value_of_one_pile G b).
    + pose proof (Nat.pow_nonzero 2 a). pose proof (Nat.pow_gt_lin_r 2 a).
      exists (2 ^ a), 1. split; [lia |]. intros b B. rewrite !E by lia. simpl app.
      rewrite !value_of_two_piles_loop by (auto; lia). replace (b + 2 ^ a - 1) with (b - 1 + 2 ^ a) by lia.
      rewrite xor_period by lia. lia.
  - apply positive_cons in W. destruct W as [Y W]. specialize (IH W y Y).
    assert (Z : forall b, between 0 (y :: w) b = between y w b) by (destruct y; auto; lia).
    destruct (lines_repeat _ (between_by_mex v G (y :: w) IsG)) with (x := a) as (p & n & L & H).
    + intros b c B. rewrite !Z. destruct (between_by_mex v G w IsG y c) as (_ & M & _); try lia. apply M. lia.
    + destruct IH as (p & n & L & H). exists p, n. split; auto. intros b B. rewrite !Z. now apply H.
    + exists p, n. auto.
Qed.
