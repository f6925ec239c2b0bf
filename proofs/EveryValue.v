(* Where a value stands among the rows x w y (docs/theory/theory.md, Theorem 17a). *)
Require Import Arith Bool Lia List ZifyBool.
From Nimatron Require Import Bits Game Rows EndNim RowValues LikeNim Repeat.
Import ListNotations.
Open Scope nat_scope.

(* ---- a table ---- *)
Definition turned (T : nat -> nat -> nat) a b := T b a.
Lemma turned_by_mex T : by_mex T -> by_mex (turned T).
Proof.
  intros M b a B A. destruct (M a b A B) as (M1 & M2 & M3). repeat split; auto. intros u U. destruct (M3 u U); auto.
Qed.
(* The value of a cell is too small only near the diagonal. *)
Lemma near_by_line T x y : by_mex T -> (forall b c, 1 <= b < c -> T 0 b <> T 0 c) -> 1 <= x -> 1 <= y ->
  y <= T x y + x + 1.
Proof.
  intros M O X Y. enough (y - 1 <= T x y + x) by lia. apply (low T M O x X).
  apply not_true_iff_false. rewrite used_iff. intros (c & C & E).
  destruct (M x y X Y) as (_ & M2 & _). apply (M2 c); auto. lia.
Qed.

Section Table.
  Variable T : nat -> nat -> nat.
  Hypothesis mex : by_mex T.
  Hypothesis near : forall x y, 1 <= x -> 1 <= y -> x <= T x y + y + 1 /\ y <= T x y + x + 1.
  Variables u n : nat.
  Hypothesis far : forall m, n <= m -> u < T m 0 /\ u < T 0 m.

  (* What the next lines have up to column m, and the next columns up to line m. *)
  Definition places := list_prod (seq 1 (u + 1)) (seq 0 (S u)).
  Definition sides m := (map (fun k => used T (m + fst k) m (snd k)) places,
    map (fun k => used (turned T) (m + fst k) m (snd k)) places).
  Lemma nothing_beyond m d v : n <= m -> u + 1 < d -> v <= u ->
    used T (m + d) m v = false /\ used (turned T) (m + d) m v = false.
  Proof.
    intros N D V. split; apply not_true_iff_false; rewrite used_iff; unfold turned;
      intros (c & C & E); (destruct (Nat.eq_dec c 0) as [-> |]; [pose proof (far (m + d)); lia |]).
    - pose proof (near (m + d) c). lia.
    - pose proof (near c (m + d)). lia.
  Qed.
  Lemma same_beside m P d v : n <= m -> sides m = sides (m + P) -> 1 <= d -> v <= u ->
    used T (m + d) m v = used T (m + P + d) (m + P) v /\
    used (turned T) (m + d) m v = used (turned T) (m + P + d) (m + P) v.
  Proof.
    intros N E D V. destruct (Nat.le_gt_cases d (u + 1)) as [L | L].
    - assert (I : In (d, v) places) by (apply in_prod; apply in_seq; lia).
      unfold sides in E. injection E as E1 E2. split.
      + exact (ext_in_map E1 (d, v) I).
      + exact (ext_in_map E2 (d, v) I).
    - destruct (nothing_beyond m d v) as [-> ->]; auto. destruct (nothing_beyond (m + P) d v) as [-> ->]; auto. lia.
  Qed.

  (* Before the cell x y a value v stands in its line or in its column. *)
  Definition before x y v := (exists c, c < y /\ T x c = v) \/ (exists c, c < x /\ T c y = v).
  Lemma value_iff x y v : 1 <= x -> 1 <= y ->
    T x y = v <-> ~ before x y v /\ forall w, w < v -> before x y w.
  Proof.
    intros X Y. destruct (mex x y X Y) as (M1 & M2 & M3). unfold before. split.
    - intros <-. split.
      + intros [(c & C & E) | (c & C & E)]; [now apply (M2 c) | now apply (M1 c)].
      + intros w W. destruct (M3 w W) as [H | H]; [right | left]; exact H.
    - intros [N H]. destruct (lt_eq_lt_dec (T x y) v) as [[L | L] | L]; auto; exfalso.
      + destruct (H _ L) as [(c & C & E) | (c & C & E)]; [now apply (M2 c) | now apply (M1 c)].
      + apply N. destruct (M3 v L) as [K | K]; [right | left]; exact K.
  Qed.
  Lemma the_same m P : n <= m -> sides m = sides (m + P) ->
    forall x y v, m < x -> m < y -> v <= u -> (T x y = v <-> T (x + P) (y + P) = v).
  Proof.
    intros N E x y. remember (x + y) as k eqn:K. revert x y K.
    induction k as [k IH] using lt_wf_ind. intros x y -> v X Y V.
    assert (B : forall w, w <= u -> before x y w <-> before (x + P) (y + P) w).
    { intros w W. destruct (same_beside m P (x - m) w) as [S _]; auto; [lia |].
      destruct (same_beside m P (y - m) w) as [_ S']; auto; [lia |].
      replace (m + (x - m)) with x in S by lia. replace (m + P + (x - m)) with (x + P) in S by lia.
      replace (m + (y - m)) with y in S' by lia. replace (m + P + (y - m)) with (y + P) in S' by lia.
      apply eq_iff_eq_true in S, S'. rewrite !used_iff in S, S'. unfold turned in S'.
      unfold before. split.
      - intros [(c & C & F) | (c & C & F)]; [left | right]; (destruct (Nat.le_gt_cases c m) as [L | L]).
        + destruct S as [S _]. destruct S as (d & D & S); [now exists c |]. exists d. split; [lia | auto].
        + exists (c + P). split; [lia |]. exact (proj1 (IH (x + c) ltac:(lia) x c eq_refl w X L W) F).
        + destruct S' as [S' _]. destruct S' as (d & D & S'); [now exists c |]. exists d. split; [lia | auto].
        + exists (c + P). split; [lia |]. exact (proj1 (IH (c + y) ltac:(lia) c y eq_refl w L Y W) F).
      - intros [(c & C & F) | (c & C & F)]; [left | right]; (destruct (Nat.le_gt_cases c (m + P)) as [L | L]).
        + destruct S as [_ S]. destruct S as (d & D & S); [now exists c |]. exists d. split; [lia | auto].
        + exists (c - P). split; [lia |].
          apply (proj2 (IH (x + (c - P)) ltac:(lia) x (c - P) eq_refl w X ltac:(lia) W)).
          now replace (c - P + P) with c by lia.
        + destruct S' as [_ S']. destruct S' as (d & D & S'); [now exists c |]. exists d. split; [lia | auto].
        + exists (c - P). split; [lia |].
          apply (proj2 (IH (c - P + y) ltac:(lia) (c - P) y eq_refl w ltac:(lia) Y W)).
          now replace (c - P + P) with c by lia. }
    rewrite !value_iff by lia. rewrite (B v V). split; intros [H1 H2]; split; auto; intros w W; apply B; auto; lia.
  Qed.
  Lemma value_repeats : exists P m, 1 <= P /\ forall x y, m <= x -> m <= y -> (T x y = u <-> T (x + P) (y + P) = u).
  Proof.
    destruct (comes_back (fun a b : list bool * list bool => ltac:(repeat decide equality)) (fun i => sides (n + i))
      (list_prod (bools (length places)) (bools (length places)))) as (i & j & L & E).
    - intros i. apply in_prod; erewrite <- map_length; apply all_bools.
    - exists (j - i), (S (n + i)). split; [lia |]. intros x y X Y. apply (the_same (n + i)); auto; try lia.
      now replace (n + i + (j - i)) with (n + j) by lia.
  Qed.
End Table.

(* ---- rows ---- *)
Lemma moves_mirrored v p q : moves_valued v p q -> moves_valued v (rev p) (rev q).
Proof.
  assert (M : forall p q, move p q -> move (rev p) (rev q)).
  { clear. intros p q M. destruct M; simpl; rewrite ?rev_app_distr; now constructor. }
  destruct v; simpl; [apply M | |].
  - intros [H N]. split; auto. now apply rev_not_empty.
  - intros [H L]. split; auto. now rewrite rev_length.
Qed.
Lemma mirrored v G : grundy (moves_valued v) G -> grundy (moves_valued v) (fun r => G (rev r)).
Proof.
  intros IsG p. destruct (IsG (rev p)) as [G1 G2]. split.
  - intros q M. now apply G1, moves_mirrored.
  - intros u U. destruct (G2 u U) as (r & M & E). exists (rev r). rewrite rev_involutive. split; auto.
    rewrite <- (rev_involutive p). now apply moves_mirrored.
Qed.
Lemma between_mirrored a w b : rev (between a w b) = between b (rev w) a.
Proof. unfold between, pile. rewrite !rev_app_distr, <- app_assoc. now destruct (a =? 0), (b =? 0). Qed.

Lemma xor_by_mex : by_mex Nat.lxor.
Proof.
  intros a b A B. split; [| split].
  - intros c C E. apply xor_cancel_r in E. lia.
  - intros c C E. apply xor_cancel_l in E. lia.
  - intros u U. destruct (xor_below _ _ _ U) as [L | L]; [left | right].
    + exists (u ⊕ b). split; auto. apply xor_back_r.
    + exists (u ⊕ a). split; auto. rewrite Nat.lxor_comm. apply xor_back_r.
Qed.
Lemma xor_near a b : a <= (a ⊕ b) + b.
Proof. rewrite <- (xor_back_r a b) at 1. pose proof (sum_and_nim_sum (a ⊕ b) b). lia. Qed.

Lemma near_one v G w x y : grundy (moves_valued v) G -> positive w -> 1 <= x -> 1 <= y ->
  y <= G (between x w y) + x + 1.
Proof.
  intros IsG W X Y.
  assert (K : (forall b c, 1 <= b < c -> G (between 0 w b) <> G (between 0 w c)) -> y <= G (between x w y) + x + 1).
  { intros O. exact (near_by_line _ x y (between_by_mex v G w IsG) O X Y). }
  destruct w as [| z w].
  - destruct v.
    + apply K. intros b c B. replace (between 0 [] b) with [b] by (destruct b; auto; lia).
      replace (between 0 [] c) with [c] by (destruct c; auto; lia).
      rewrite (proj1 (value_of_one_pile G b ltac:(lia)) IsG), (proj1 (value_of_one_pile G c ltac:(lia)) IsG). lia.
    + apply K. intros b c B. replace (between 0 [] b) with [b] by (destruct b; auto; lia).
      replace (between 0 [] c) with [c] by (destruct c; auto; lia).
      destruct (value_of_one_pile G b ltac:(lia)) as (_ & -> & _); auto.
      destruct (value_of_one_pile G c ltac:(lia)) as (_ & -> & _); auto. lia.
    + replace (between x [] y) with [x; y] by (destruct x, y; auto; lia). rewrite value_of_two_piles_loop by auto.
      pose proof (xor_near (y - 1) (x - 1)) as N. rewrite Nat.lxor_comm in N. lia.
  - apply positive_cons in W. destruct W as [Z W]. apply K. intros b c B.
    assert (E : forall b, between 0 (z :: w) b = between z w b) by (destruct z; auto; lia).
    rewrite !E. destruct (between_by_mex v G w IsG z c) as (_ & M & _); try lia. apply M. lia.
Qed.
Lemma far_one v G w u : grundy (moves_valued v) G -> positive w -> w <> [] \/ v <> Loop ->
  exists n, forall m, n <= m -> u < G (between 0 w m).
Proof.
  intros IsG W H. destruct w as [| z w].
  - exists (u + 2). intros m L. replace (between 0 [] m) with [m] by (destruct m; auto; lia).
    destruct (value_of_one_pile G m ltac:(lia)) as (V1 & V2 & _).
    destruct v; [rewrite (V1 IsG); lia | rewrite (V2 IsG); lia | now destruct H].
  - apply positive_cons in W. destruct W as [Z W]. exists (u + z + 2). intros m L.
    replace (between 0 (z :: w) m) with (between z w m) by (destruct z; auto; lia).
    pose proof (near_one v G w z m IsG W Z). lia.
Qed.

(* Theorem 17a. *)
Theorem near_the_diagonal v G w x y : grundy (moves_valued v) G -> positive w -> 1 <= x -> 1 <= y ->
  x <= G (x :: w ++ [y]) + y + 1 /\ y <= G (x :: w ++ [y]) + x + 1.
Proof.
  intros IsG W X Y. replace (x :: w ++ [y]) with (between x w y) by (destruct x, y; auto; lia). split.
  - pose proof (near_one v _ (rev w) y x (mirrored v G IsG) (positive_rev w W) Y X) as N.
    cbn beta in N. rewrite between_mirrored, rev_involutive in N. exact N.
  - now apply (near_one v).
Qed.
Theorem every_value v G w u : grundy (moves_valued v) G -> positive w ->
  exists p n, 1 <= p /\ forall x y, n <= x -> n <= y ->
    (G (x :: w ++ [y]) = u <-> G (x + p :: w ++ [y + p]) = u).
Proof.
  intros IsG W. assert (E : forall x y, 1 <= x -> 1 <= y -> x :: w ++ [y] = between x w y).
  { intros x y X Y. destruct x, y; auto; lia. }
  assert (H : (w <> [] \/ v <> Loop) \/ w = [] /\ v = Loop).
  { destruct w; [destruct v; [left; right; discriminate .. | now right] | left; left; discriminate]. }
  destruct H as [H | [-> ->]].
  - destruct (far_one v G w u IsG W H) as (n1 & F1).
    destruct (far_one v _ (rev w) u (mirrored v G IsG) (positive_rev w W)) as (n2 & F2).
    { destruct H as [H |]; auto. left. now apply rev_not_empty. }
    destruct (value_repeats (fun a b => G (between a w b)) (between_by_mex v G w IsG)) with (u := u) (n := n1 + n2)
      as (p & m & P & R).
    + intros x y X Y. rewrite <- E by auto. now apply (near_the_diagonal v).
    + intros m M. split; [| apply F1; lia]. specialize (F2 m ltac:(lia)).
      cbn beta in F2. now rewrite between_mirrored, rev_involutive in F2.
    + exists p, (m + 1). split; auto. intros x y X Y. rewrite !E by lia. apply R; lia.
  - assert (V : forall x y, 1 <= x -> 1 <= y -> G (x :: [] ++ [y]) = ((x - 1) ⊕ (y - 1)) + 1).
    { intros x y X Y. now apply value_of_two_piles_loop. }
    destruct u as [| u].
    { exists 1, 1. split; auto. intros x y X Y. rewrite !V by lia. lia. }
    destruct (value_repeats Nat.lxor xor_by_mex) with (u := u) (n := u + 1) as (p & m & P & R).
    + intros x y _ _. pose proof (xor_near x y). pose proof (xor_near y x) as N. rewrite Nat.lxor_comm in N. lia.
    + intros m M. rewrite Nat.lxor_0_r, Nat.lxor_0_l. lia.
    + exists p, (m + 1). split; auto. intros x y X Y. rewrite !V by lia.
      specialize (R (x - 1) (y - 1) ltac:(lia) ltac:(lia)).
      replace (x + p - 1) with (x - 1 + p) by lia. replace (y + p - 1) with (y - 1 + p) by lia. lia.
Qed.
