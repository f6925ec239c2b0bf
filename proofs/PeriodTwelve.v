(* The rows 5 4 b, 6 4 b and 7 4 b of End-Nim have the least period 12 (docs/theory/theory.md, Theorem 16).
   Coq computes the values up to a state that comes again. *)
Require Import Arith Bool Lia List ZifyBool.
From Nimatron Require Import Bits Game Rows EndNim RowValues LikeNim Repeat.
Import ListNotations.
Open Scope nat_scope.

(* ---- the table, computed ---- *)
(* The line after those above, up to column n. *)
Fixpoint line (above : list (list nat)) (first n : nat) : list nat := match n with
  | 0 => [first]
  | S n => let l := line above first n in l ++ [mex (l ++ map (fun r => nth (S n) r 0) above)]
  end.
(* Lines 0 to x; f has what stands in column 0. *)
Fixpoint lines first (f : nat -> nat) n x : list (list nat) := match x with
  | 0 => [first]
  | S y => let above := lines first f n y in above ++ [line above (f x) n]
  end.
Definition row_of (T : nat -> nat -> nat) n x := map (T x) (seq 0 (S n)).

Lemma nth_row T n x b : b <= n -> nth b (row_of T n x) 0 = T x b.
Proof.
  intros B. unfold row_of. rewrite (nth_indep _ 0 (T x 0)) by (rewrite map_length, seq_length; lia).
  rewrite map_nth, seq_nth by lia. reflexivity.
Qed.
Lemma line_is T n x : by_mex T -> 1 <= x -> forall m, m <= n ->
  line (map (row_of T n) (seq 0 x)) (T x 0) m = row_of T m x.
Proof.
  intros M X. induction m as [| m IH]; intros L; [reflexivity |]. cbn [line]. rewrite IH by lia.
  change (row_of T (S m) x) with (map (T x) (seq 0 (S (S m)))).
  rewrite (seq_S (S m) 0), map_app. fold (row_of T m x). f_equal. cbn [map]. f_equal.
  rewrite map_map, (map_ext _ (fun i => T i (S m))) by (intros i; now apply nth_row).
  symmetry. destruct (mex_is_least (row_of T m x ++ map (fun i => T i (S m)) (seq 0 x))) as [M1 M2].
  apply entry; auto; try lia.
  - intros c C E. apply M1. rewrite <- E. apply in_app_iff. right. apply (in_map (fun i => T i (S m))), in_seq. lia.
  - intros c C E. apply M1. rewrite <- E. apply in_app_iff. left. apply in_map, in_seq. lia.
  - intros u U. apply M2, in_app_iff in U. unfold row_of in U. rewrite !in_map_iff in U.
    destruct U as [(c & E & C) | (c & E & C)]; apply in_seq in C; [right | left]; exists c; (split; [lia | auto]).
Qed.
Lemma lines_are T f n x : by_mex T -> (forall x, 1 <= x -> T x 0 = f x) ->
  lines (row_of T n 0) f n x = map (row_of T n) (seq 0 (S x)).
Proof.
  intros M F. induction x as [| x IH]; [reflexivity |].
  cbn [lines]. rewrite (seq_S (S x) 0), map_app, IH. cbn [map]. do 2 f_equal.
  rewrite <- F by lia. apply line_is; auto. lia.
Qed.

(* ---- a state that comes again ---- *)
Lemma used_alike T t x b v : (forall c, c <= b -> T x c = t x c) -> used T x b v = used t x b v.
Proof.
  intros E. apply eq_true_iff_eq. rewrite !used_iff. split; intros (c & C & U); exists c; (split; [auto |]).
  - now rewrite <- E.
  - now rewrite E.
Qed.
Definition shifts (t : nat -> nat -> nat) x b P :=
  (t x 0 <=? b + x) && forallb (fun v => eqb (used t x (b + P) (v + P)) (used t x b v)) (seq 0 (S (b + x))) &&
  forallb (used t x (b + P)) (seq 0 P).
Lemma shifts_shifted T t x b P : by_mex T -> 1 <= x -> (forall c, c <= b + P -> T x c = t x c) ->
  shifts t x b P = true -> shifted T x b P.
Proof.
  intros M X E H. apply andb_prop in H. destruct H as [H H3]. apply andb_prop in H. destruct H as [H1 H2].
  rewrite forallb_forall in H2, H3. split.
  - intros v. destruct (Nat.le_gt_cases v (b + x)) as [L | L].
    + rewrite !(used_alike T t) by (intros; apply E; lia). apply eqb_prop, H2, in_seq. lia.
    + assert (N : forall c w, c + x < w -> b <= c -> used T x c w = false).
      { intros c w Lt B. apply not_true_iff_false. rewrite used_iff. intros (d & D & U).
        destruct (Nat.eq_dec d 0) as [-> |]; [rewrite E in U; lia |]. pose proof (high T M x X d). lia. }
      rewrite !N; lia.
  - intros v V. rewrite (used_alike T t) by auto. apply H3, in_seq. lia.
Qed.
Lemma lines_from T b P x : by_mex T -> 1 <= P -> (forall c, S b <= c -> T 0 (c + P) = T 0 c + P) ->
  (forall i, 1 <= i <= x -> shifted T i b P) -> forall i c, i <= x -> S b <= c -> T i (c + P) = T i c + P.
Proof.
  intros M P1 Z Sh i. induction i as [i IH] using lt_wf_ind. intros c I C.
  destruct (Nat.eq_dec i 0) as [-> | N]; auto.
  apply (from_a_state T M i ltac:(lia) P (S b)) with (b := b) (k := 1); auto; try lia; [| apply Sh; lia].
  intros j d J D. apply IH; lia.
Qed.

(* ---- Theorem 16 ---- *)
Definition columns := 54.
Definition table : list (list nat) := lines (map (Nat.lxor 4) (seq 0 (S columns))) (fun x => x ⊕ 4) columns 7.
Definition entry_of i c := nth c (nth i table []) 0.
Definition checks a n :=
  forallb (fun c => entry_of a (c + 12) =? entry_of a c + 12) (seq n (42 - n)) &&
  negb (entry_of a (n - 1 + 12) =? entry_of a (n - 1) + 12) &&
  forallb (fun t => existsb (fun c => negb (entry_of a (c + t) =? entry_of a c + t)) (seq 18 24)) (seq 1 11).
Lemma same_states : forallb (fun i => shifts entry_of i 17 24) (seq 1 7) = true.
Proof. now vm_compute. Qed.
Lemma checked_5 : checks 5 8 = true.
Proof. now vm_compute. Qed.
Lemma checked_6 : checks 6 15 = true.
Proof. now vm_compute. Qed.
Lemma checked_7 : checks 7 18 = true.
Proof. now vm_compute. Qed.

Section Rows.
  Variable G : row -> nat.
  Hypothesis is_grundy : grundy move G.
  Notation T := (fun a b => G (between a [4] b)).

  Lemma four_below : by_mex T.
  Proof. exact (between_by_mex Normal G [4] is_grundy). Qed.
  Lemma first_line b : T 0 b = 4 ⊕ b.
  Proof.
    destruct b as [| b]; [exact (proj1 (value_of_one_pile G 4 ltac:(lia)) is_grundy) |].
    apply (value_of_two_piles G 4 (S b)); auto; lia.
  Qed.
  Lemma entries i c : i <= 7 -> c <= columns -> T i c = entry_of i c.
  Proof.
    intros I C. unfold entry_of, table.
    replace (map (Nat.lxor 4) (seq 0 (S columns))) with (row_of T columns 0) by (apply map_ext, first_line).
    rewrite (lines_are T); [| exact four_below |].
    - rewrite (nth_indep _ [] (row_of T columns 0)) by (rewrite map_length, seq_length; lia).
      rewrite map_nth, seq_nth by lia. symmetry. now apply nth_row.
    - intros x X. destruct x as [| x]; [lia |]. apply (value_of_two_piles G (S x) 4); auto; lia.
  Qed.
  Lemma all_repeat i c : i <= 7 -> 18 <= c -> T i (c + 24) = T i c + 24.
  Proof.
    apply (lines_from T 17 24 7); [exact four_below | lia | |].
    - intros b _. rewrite !first_line. apply (many_periods (Nat.lxor 4) 8 0 3); [| lia].
      intros d _. apply (xor_period 3). simpl. lia.
    - intros j J. apply (shifts_shifted T entry_of); [exact four_below | lia | |].
      + intros d D. apply entries; unfold columns; lia.
      + pose proof same_states as K. rewrite forallb_forall in K. apply K, in_seq. lia.
  Qed.
  Lemma least_twelve a n : a <= 7 -> 1 <= n <= 18 -> checks a n = true ->
    (forall b, n <= b -> T a (b + 12) = T a b + 12) /\ T a (n - 1 + 12) <> T a (n - 1) + 12 /\
    forall t, 0 < t -> period (T a) t -> 12 <= t.
  Proof.
    intros A N K. unfold checks in K. rewrite !andb_true_iff, !forallb_forall in K. destruct K as [[K1 K2] K3].
    assert (E : forall c, c <= columns -> T a c = entry_of a c) by (intros; now apply entries).
    split; [| split].
    - intros b. induction b as [b IH] using lt_wf_ind. intros B. destruct (Nat.lt_ge_cases b 42) as [L | L].
      + rewrite !E by (unfold columns; lia). apply Nat.eqb_eq, K1, in_seq. lia.
      + pose proof (all_repeat a (b - 24) A ltac:(lia)) as R1.
        pose proof (all_repeat a (b - 24 + 12) A ltac:(lia)) as R2.
        specialize (IH (b - 24) ltac:(lia) ltac:(lia)).
        replace (b - 24 + 12 + 24) with (b + 12) in R2 by lia. replace (b - 24 + 24) with b in R1 by lia. lia.
    - rewrite !E by (unfold columns; lia). now apply negb_true_iff, Nat.eqb_neq in K2.
    - intros t P (m & Per). destruct (Nat.le_gt_cases 12 t) as [| L]; auto. exfalso.
      specialize (K3 t ltac:(apply in_seq; lia)). apply existsb_exists in K3. destruct K3 as (c & C & K).
      apply in_seq in C. apply negb_true_iff, Nat.eqb_neq in K. apply K. rewrite <- !E by (unfold columns; lia).
      assert (R := many_periods (T a) 24 18 m (fun b => all_repeat a b A)).
      pose proof (R c ltac:(lia)) as R1. pose proof (R (c + t) ltac:(lia)) as R2.
      replace (c + t + m * 24) with (c + m * 24 + t) in R2 by lia. rewrite Per in R2 by lia. lia.
  Qed.
  Theorem period_twelve a n : In (a, n) [(5, 8); (6, 15); (7, 18)] ->
    (forall b, n <= b -> G [a; 4; b + 12] = G [a; 4; b] + 12) /\ G [a; 4; n - 1 + 12] <> G [a; 4; n - 1] + 12 /\
    forall t, 0 < t -> period (fun b => G [a; 4; b]) t -> 12 <= t.
  Proof.
    intros I. assert (L : 5 <= a <= 7 /\ 8 <= n <= 18 /\ checks a n = true).
    { destruct I as [E | [E | [E | []]]]; injection E as <- <-; (split; [lia | split; [lia |]]);
        [exact checked_5 | exact checked_6 | exact checked_7]. }
    destruct L as (A & N & K). destruct (least_twelve a n) as (L1 & L2 & L3); auto; try lia.
    assert (B : forall b, 0 < b -> G [a; 4; b] = T a b).
    { intros b P. destruct (between_piles a 4 b) as [-> _]; auto. lia. }
    split; [intros b P; rewrite !B by lia; now apply L1 | split; [now rewrite !B by lia |]].
    intros t P (m & H). apply (L3 t P). exists (m + 1). intros b Q. rewrite <- !B by lia. apply H. lia.
  Qed.
End Rows.
