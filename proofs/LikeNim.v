(* Rows of End-Nim that have the values of Nim on their ends (docs/theory/theory.md, Lemma 16c, Corollary
   16d). *)
Require Import Arith Bool Lia List Permutation ZifyBool.
From Nimatron Require Import Bits Game Rows EndNim RowValues Twice.
Import ListNotations.
Open Scope nat_scope.

(* ---- below a power of two ---- *)
Lemma below_iff j n : n < 2 ^ j <-> Nat.shiftr n j = 0.
Proof. rewrite Nat.shiftr_div_pow2. rewrite Nat.div_small_iff; [easy | now apply Nat.pow_nonzero]. Qed.
Lemma xor_stays_below j m n : m < 2 ^ j -> n < 2 ^ j -> m ⊕ n < 2 ^ j.
Proof. rewrite !below_iff, Nat.shiftr_lxor. now intros -> ->. Qed.
Lemma xor_stays_above j m n : m < 2 ^ j -> 2 ^ j <= n -> 2 ^ j <= m ⊕ n.
Proof.
  intros M N. destruct (Nat.le_gt_cases (2 ^ j) (m ⊕ n)) as [| L]; auto.
  pose proof (xor_stays_below j m (m ⊕ n) M L). rewrite xor_back_l in *. lia.
Qed.

(* ---- Lemma 16c ---- *)
(* No pile at an end is a pile of 0. *)
Definition pile (a : nat) : row := if a =? 0 then [] else [a].
Definition between a w b : row := pile a ++ w ++ pile b.

Lemma moves_between v a w b r : 0 < a -> 0 < b ->
  (moves_valued v (between a w b) r <->
   (exists c, c < a /\ r = between c w b) \/ (exists c, c < b /\ r = between a w c)).
Proof.
  intros A B. assert (P : forall c, 0 < c -> pile c = [c]).
  { intros c C. unfold pile. now replace (c =? 0) with false by lia. }
  assert (M : move (between a w b) r <->
    (exists c, c < a /\ r = between c w b) \/ (exists c, c < b /\ r = between a w c)).
  { rewrite <- options_are_moves. unfold between. rewrite !P by auto.
    change ([a] ++ w ++ [b]) with (a :: w ++ [b]). rewrite options_two_sides, in_app_iff.
    unfold left_options, right_options. rewrite !in_app_iff, !in_map_iff. split.
    - intros [[(c & <- & C) | [<- | []]] | [(c & <- & C) | [<- | []]]]; try apply in_seq in C.
      + left. exists c. split; [lia |]. now rewrite P by lia.
      + left. exists 0. now split.
      + right. exists c. split; [lia |]. now rewrite P by lia.
      + right. exists 0. split; auto. simpl. now rewrite app_nil_r.
    - intros [(c & C & ->) | (c & C & ->)]; [left | right]; (destruct (Nat.eq_dec c 0) as [-> |];
        [right; left; simpl; now rewrite ?app_nil_r |]); left; exists c; rewrite P, in_seq by lia; split; auto; lia. }
  destruct v; simpl; [exact M | |].
  - unfold move_to_a_row. rewrite M. split; [tauto |]. intros H. split; auto. intros ->.
    destruct H as [(c & _ & H) | (c & _ & H)]; unfold between in H; symmetry in H; apply app_eq_nil in H;
      destruct H as [Ha Hb]; [clear Ha; apply app_eq_nil in Hb; destruct Hb as [_ Ha] |]; now rewrite P in Ha.
  - unfold loop_move. rewrite M. split; [tauto |]. intros H. split; auto.
    unfold between. rewrite !P, !app_length by auto. simpl. lia.
Qed.

(* The values that are given to x < q: f, and then the others in order. *)
Definition column f x := if x =? 0 then f else if x <=? f then x - 1 else x.
Lemma column_below f x q : f < q -> x < q -> column f x < q.
Proof. unfold column. destruct (x =? 0), (x <=? f); lia. Qed.
Lemma column_once f x y : column f x = column f y -> x = y.
Proof. unfold column. destruct (x =? 0) eqn:?, (y =? 0) eqn:?, (x <=? f) eqn:?, (y <=? f) eqn:?; lia. Qed.
Lemma column_of f q i : f < q -> i < q -> exists x, x < q /\ column f x = i.
Proof.
  intros F I. unfold column. destruct (lt_eq_lt_dec i f) as [[L | ->] | L].
  - exists (i + 1). split; [lia |]. replace (i + 1 =? 0) with false by lia. replace (i + 1 <=? f) with true; lia.
  - exists 0. split; [lia | easy].
  - exists i. split; auto. replace (i =? 0) with false by lia. replace (i <=? f) with false by lia. lia.
Qed.
Lemma column_least f x i : i < column f x -> 0 < x -> exists y, y < x /\ column f y = i.
Proof.
  intros I X. destruct (column_of f (f + i + 1) i) as (y & Y & E); try lia. exists y. split; auto.
  unfold column in *. destruct (x =? 0) eqn:?, (x <=? f) eqn:?, (y =? 0) eqn:?, (y <=? f) eqn:?; lia.
Qed.

(* A table in which each entry but the first ones is the least that is not before it. *)
Definition by_mex (T : nat -> nat -> nat) := forall a b, 0 < a -> 0 < b ->
  (forall c, c < a -> T c b <> T a b) /\ (forall c, c < b -> T a c <> T a b) /\
  (forall u, u < T a b -> (exists c, c < a /\ T c b = u) \/ (exists c, c < b /\ T a c = u)).
Lemma entry T a b v : by_mex T -> 0 < a -> 0 < b ->
  (forall c, c < a -> T c b <> v) -> (forall c, c < b -> T a c <> v) ->
  (forall u, u < v -> (exists c, c < a /\ T c b = u) \/ (exists c, c < b /\ T a c = u)) -> T a b = v.
Proof.
  intros M A B L R H. destruct (M a b A B) as (M1 & M2 & M3).
  destruct (lt_eq_lt_dec (T a b) v) as [[D | D] | D]; auto; exfalso.
  - destruct (H _ D) as [(c & C & E) | (c & C & E)]; [now apply (M1 c) | now apply (M2 c)].
  - destruct (M3 _ D) as [(c & C & E) | (c & C & E)]; [now apply (L c) | now apply (R c)].
Qed.

Lemma between_by_mex v G w : grundy (moves_valued v) G -> by_mex (fun a b => G (between a w b)).
Proof.
  intros IsG a b A B. destruct (IsG (between a w b)) as [G1 G2]. split; [| split].
  - intros c C. apply G1, moves_between; eauto.
  - intros c C. apply G1, moves_between; eauto.
  - intros u U. destruct (G2 u U) as (r & R & E). apply moves_between in R; auto.
    destruct R as [(c & C & ->) | (c & C & ->)]; eauto.
Qed.

(* Before column q a line has the values below q. *)
Definition full (T : nat -> nat -> nat) q x := Permutation (map (T x) (seq 0 q)) (seq 0 q).
Lemma full_below T q x y : full T q x -> y < q -> T x y < q.
Proof.
  intros P Y. enough (In (T x y) (seq 0 q)) as I by (apply in_seq in I; lia).
  apply (Permutation_in _ P), in_map, in_seq. lia.
Qed.
Lemma full_has T q x u : full T q x -> u < q -> exists y, y < q /\ T x y = u.
Proof.
  intros P U. assert (I : In u (map (T x) (seq 0 q))).
  { apply (Permutation_in _ (Permutation_sym P)), in_seq. lia. }
  apply in_map_iff in I. destruct I as (y & E & I). apply in_seq in I. exists y. split; auto. lia.
Qed.

Lemma line T j f : let q := 2 ^ j in by_mex T -> f < q -> (forall b, q <= b -> T 0 b = f ⊕ b) ->
  (forall x, 1 <= x < q -> full T q x) -> forall x b, x < q -> q <= b -> T x b = column f x ⊕ b.
Proof.
  intros q M F Z P. induction x as [x IHx] using lt_wf_ind. induction b as [b IHb] using lt_wf_ind. intros X B.
  destruct (Nat.eq_dec x 0) as [-> | X0]; [now apply Z |].
  pose proof (column_below f x q F X) as K. pose proof (xor_stays_above j _ b K B) as H.
  apply entry; auto; try lia.
  - intros c C E. rewrite IHx in E by lia. apply xor_cancel_r, column_once in E. lia.
  - intros c C. destruct (Nat.le_gt_cases q c).
    + rewrite IHb by lia. intros E. apply xor_cancel_l in E. lia.
    + pose proof (full_below T q x c (P x ltac:(lia))). fold q in H. lia.
  - intros u U. destruct (xor_below _ _ _ U) as [L | L].
    + left. destruct (column_least f x _ L) as (y & Y & E); [lia |]. exists y. split; auto.
      rewrite IHx, E by lia. apply xor_back_r.
    + right. destruct (Nat.le_gt_cases q (u ⊕ column f x)).
      * exists (u ⊕ column f x). split; auto. rewrite IHb by lia. rewrite Nat.lxor_comm. apply xor_back_r.
      * assert (V : u < q).
        { rewrite <- (xor_back_r u (column f x)). now apply xor_stays_below. }
        destruct (full_has T q x u) as (y & Y & E); [apply P; lia | auto |]. exists y. split; auto. lia.
Qed.
Lemma corner T j f g : let q := 2 ^ j in by_mex T -> f < q -> g < q ->
  (forall x b, x < q -> q <= b -> T x b = column f x ⊕ b) ->
  (forall a x, q <= a -> x < q -> T a x = a ⊕ column g x) ->
  forall a b, q <= a -> q <= b -> T a b = a ⊕ b.
Proof.
  intros q M F Q L R. assert (0 < q) by (unfold q; pose proof (Nat.pow_nonzero 2 j); lia).
  induction a as [a IHa] using lt_wf_ind. induction b as [b IHb] using lt_wf_ind. intros A B.
  apply entry; auto; try lia.
  - intros c C. destruct (Nat.le_gt_cases q c).
    + rewrite IHa by lia. intros E. apply xor_cancel_r in E. lia.
    + rewrite L by lia. intros E. apply xor_cancel_r in E. pose proof (column_below f c q). lia.
  - intros c C. destruct (Nat.le_gt_cases q c).
    + rewrite IHb by lia. intros E. apply xor_cancel_l in E. lia.
    + rewrite R by lia. intros E. apply xor_cancel_l in E. pose proof (column_below g c q). lia.
  - intros u U. destruct (xor_below _ _ _ U) as [D | D].
    + left. destruct (Nat.le_gt_cases q (u ⊕ b)).
      * exists (u ⊕ b). split; auto. rewrite IHa by lia. apply xor_back_r.
      * destruct (column_of f q (u ⊕ b)) as (x & X & E); auto. exists x. split; [lia |].
        rewrite L, E by lia. apply xor_back_r.
    + right. destruct (Nat.le_gt_cases q (u ⊕ a)).
      * exists (u ⊕ a). split; auto. rewrite IHb, Nat.lxor_comm by lia. apply xor_back_r.
      * destruct (column_of g q (u ⊕ a)) as (x & X & E); auto. exists x. split; [lia |].
        rewrite R, E, Nat.lxor_comm by lia. apply xor_back_r.
Qed.

(* Lemma 16c. *)
Theorem rows_like_nim v G w j f g : let q := 2 ^ j in let value a b := G (between a w b) in
  grundy (moves_valued v) G -> f < q -> g < q ->
  (forall b, q <= b -> value 0 b = f ⊕ b) -> (forall a, q <= a -> value a 0 = g ⊕ a) ->
  (forall x, 1 <= x < q -> Permutation (map (value x) (seq 0 q)) (seq 0 q) /\
    Permutation (map (fun y => value y x) (seq 0 q)) (seq 0 q)) ->
  (forall a b, q <= a -> q <= b -> value a b = a ⊕ b) /\
  (forall x b, 1 <= x < q -> q <= b -> value x b = (if x <=? f then x - 1 else x) ⊕ b).
Proof.
  intros q value IsG F Q Zf Zg P.
  assert (M := between_by_mex v G w IsG : by_mex value).
  assert (M' : by_mex (fun b a => value a b)).
  { intros b a B A. destruct (M a b A B) as (M1 & M2 & M3). repeat split; auto. intros u U. destruct (M3 u U); auto. }
  assert (L := line value j f M F Zf (fun x X => proj1 (P x X))).
  assert (R := line _ j g M' Q Zg (fun x X => proj2 (P x X))). simpl in R.
  split.
  - apply (corner value j f g); auto. intros a x A X. rewrite Nat.lxor_comm. now apply R.
  - intros x b X B. rewrite L by (auto; lia). unfold column. now replace (x =? 0) with false by lia.
Qed.

(* ---- Corollary 16d ---- *)
Definition has_all l q := (length l =? q) && forallb (fun u => existsb (Nat.eqb u) l) (seq 0 q).
Lemma has_all_is_full l q : has_all l q = true -> Permutation l (seq 0 q).
Proof.
  intros H. apply andb_prop in H. destruct H as [L H]. rewrite forallb_forall in H. symmetry.
  apply NoDup_Permutation_bis; [apply seq_NoDup | rewrite seq_length; lia |].
  intros u U. apply H, existsb_exists in U. destruct U as (y & Y & E). now apply Nat.eqb_eq in E as ->.
Qed.
Lemma misere_beside_one G b : grundy move_to_a_row G -> 0 < b -> G [1; b] = b /\ G [b; 1] = b.
Proof.
  intros IsG. assert (One : forall a, 0 < a -> G [a] = a - 1).
  { intros a A. now apply (value_of_one_pile G a). }
  induction b as [b IH] using lt_wf_ind. intros B. split; apply (value_by_options move_to_a_row); auto.
  - intros q [M _]. apply moves_of_two_piles in M; auto.
    destruct M as [-> | [-> | [(c & C & ->) | (c & C & ->)]]]; rewrite ?One; try lia.
    destruct (IH c) as [-> _]; lia.
  - intros u U. destruct (Nat.eq_dec u 0) as [-> |].
    + exists [1]. rewrite One by auto. repeat split; try discriminate. apply (clear_right b [1]).
    + exists [1; u]. destruct (IH u) as [-> _]; try lia. repeat split; try discriminate.
      apply (lower_right b u [1]). lia.
  - intros q [M _]. apply moves_of_two_piles in M; auto.
    destruct M as [-> | [-> | [(c & C & ->) | (c & C & ->)]]]; rewrite ?One; try lia.
    destruct (IH c) as [_ ->]; lia.
  - intros u U. destruct (Nat.eq_dec u 0) as [-> |].
    + exists [1]. rewrite One by auto. repeat split; try discriminate. apply (clear_left b [1]).
    + exists [u; 1]. destruct (IH u) as [_ ->]; try lia. repeat split; try discriminate.
      apply (lower_left b u [1]). lia.
Qed.
Lemma between_piles a w b : 0 < a -> 0 < b -> between a [w] b = [a; w; b] /\ between 0 [w] b = [w; b] /\
  between a [w] 0 = [a; w].
Proof. destruct a, b; auto; lia. Qed.
Lemma one_between v G a b : grundy (moves_valued v) G -> (forall b, 0 < b -> G [1; b] = b /\ G [b; 1] = b) ->
  0 < a -> 0 < b -> G [a; 1; b] = a ⊕ b.
Proof.
  intros IsG H A B. destruct (rows_like_nim v G [1] 0 0 0) as [L _]; auto; try easy; simpl; try lia.
  - intros c C. destruct (between_piles 1 1 c) as (_ & -> & _); auto. rewrite Nat.lxor_0_l. now apply H.
  - intros c C. destruct (between_piles c 1 1) as (_ & _ & ->); auto. rewrite Nat.lxor_0_l. now apply H.
  - destruct (between_piles a 1 b) as (<- & _ & _); auto.
Qed.
Definition all_full w q := forallb (fun x =>
  has_all (map (fun y => row_value Normal (between x [w] y)) (seq 0 q)) q &&
  has_all (map (fun y => row_value Normal (between y [w] x)) (seq 0 q)) q) (seq 1 (q - 1)).
Lemma small_between G w j a b : grundy move G -> 0 < w < 2 ^ j -> all_full w (2 ^ j) = true ->
  2 ^ j <= a -> 2 ^ j <= b -> G [a; w; b] = a ⊕ b.
Proof.
  intros IsG W F A B. destruct (rows_like_nim Normal G [w] j w w) as [L _]; auto; try easy; try lia.
  - intros c C. destruct (between_piles 1 w c) as (_ & -> & _); try lia. apply value_of_two_piles; auto; lia.
  - intros c C. destruct (between_piles c w 1) as (_ & _ & ->); try lia.
    rewrite Nat.lxor_comm. apply value_of_two_piles; auto; lia.
  - intros x X. unfold all_full in F. rewrite forallb_forall in F.
    specialize (F x ltac:(apply in_seq; lia)). apply andb_prop in F. destruct F as [F1 F2].
    assert (E : forall r, G r = row_value Normal r).
    { apply (grundy_unique _ move (fun w => list_sum w + length w)); auto.
      - apply moves_fall.
      - apply (row_value_is_grundy Normal). }
    split; apply has_all_is_full; [rewrite <- F1 | rewrite <- F2]; f_equal; apply map_ext; intros y; apply E.
  - destruct (between_piles a w b) as (<- & _ & _); auto; lia.
Qed.
Corollary small_pile_between G a b :
  (grundy move_to_a_row G -> 1 <= a -> 1 <= b -> G [a; 1; b] = a ⊕ b) /\
  (grundy loop_move G -> 1 <= a -> 1 <= b -> G [a; 1; b] = a ⊕ b) /\
  (grundy move G -> 2 <= a -> 2 <= b -> G [a; 1; b] = a ⊕ b) /\
  (grundy move G -> 4 <= a -> 4 <= b -> G [a; 2; b] = a ⊕ b /\ G [a; 3; b] = a ⊕ b).
Proof.
  split; [| split; [| split]]; intros IsG A B.
  - apply (one_between Misere); auto. intros c. now apply misere_beside_one.
  - apply (one_between Loop); auto. intros c C.
    rewrite !value_of_two_piles_loop, Nat.lxor_0_l, Nat.lxor_0_r by auto. lia.
  - apply (small_between G 1 1); auto.
  - split; [apply (small_between G 2 2) | apply (small_between G 3 2)]; auto; try (simpl; lia); now vm_compute.
Qed.

(* ---- the least period ---- *)
Definition period (h : nat -> nat) p := exists n, forall b, n <= b -> h (b + p) = h b + p.
Lemma high_and_low j n y : y < 2 ^ j -> n * 2 ^ j + y = n * 2 ^ j ⊕ y.
Proof.
  intros Y. apply Nat.add_nocarry_lxor, disjoint. intros i H.
  rewrite <- (Nat.mod_small _ _ Y). apply Nat.mod_pow2_bits_high.
  destruct (Nat.le_gt_cases j i); auto. now rewrite Nat.mul_pow2_bits_low in H.
Qed.
Lemma xor_low j n x y : x < 2 ^ j -> y < 2 ^ j -> x ⊕ (n * 2 ^ j + y) = n * 2 ^ j + (x ⊕ y).
Proof.
  intros X Y. rewrite !high_and_low by auto using xor_stays_below.
  rewrite <- !Nat.lxor_assoc. f_equal. apply Nat.lxor_comm.
Qed.
Lemma xor_period j x b : x < 2 ^ j -> x ⊕ (b + 2 ^ j) = (x ⊕ b) + 2 ^ j.
Proof.
  intros X. pose proof (Nat.div_mod b (2 ^ j)) as D. pose proof (Nat.mod_upper_bound b (2 ^ j)).
  pose proof (Nat.pow_nonzero 2 j). rewrite D by auto. rewrite Nat.mul_comm.
  replace (b / 2 ^ j * 2 ^ j + b mod 2 ^ j + 2 ^ j) with (S (b / 2 ^ j) * 2 ^ j + b mod 2 ^ j) by lia.
  rewrite !xor_low by auto. lia.
Qed.
Theorem least_period h a n : 0 < a -> (forall b, n <= b -> h b = a ⊕ b) -> let p := 2 ^ S (Nat.log2 a) in
  period h p /\ forall t, 0 < t -> period h t -> p <= t.
Proof.
  intros A H p. destruct (Nat.log2_spec a A) as [A1 A2]. fold p in A2.
  assert (P : p = 2 * 2 ^ Nat.log2 a) by (unfold p; apply Nat.pow_succ_r').
  split.
  - exists n. intros b B. rewrite !H by lia. now apply xor_period.
  - intros t T (m & Per). destruct (Nat.le_gt_cases p t) as [| L]; auto. exfalso.
    set (b := (n + m) * p). assert (B : n + m <= b) by (unfold b; nia).
    assert (K : forall i, a ⊕ (b + i * t) = (a ⊕ b) + i * t).
    { induction i as [| i IH]; [now rewrite !Nat.add_0_r |].
      rewrite <- H in IH |- * by lia. rewrite <- H in IH |- * by lia.
      replace (b + S i * t) with (b + i * t + t) by lia. rewrite Per by lia. lia. }
    pose proof (Nat.div_mod (p - 1) t). pose proof (Nat.mod_upper_bound (p - 1) t).
    set (i := (p - 1) / t) in *. specialize (K i). set (y := i * t) in *.
    assert (t <= y). { enough (i <> 0) by (unfold y; nia). intros Z. rewrite Z in *. lia. }
    assert (Y : 2 ^ Nat.log2 a <= y < p) by lia.
    assert (E : a ⊕ y = a + y).
    { unfold b, p in *. rewrite (xor_low _ _ a y) in K by lia.
      rewrite <- (Nat.add_0_r (_ * _)), xor_low, Nat.lxor_0_r in K by lia. lia. }
    pose proof (sum_and_nim_sum a y) as S'. assert (Z : Nat.land a y = 0) by lia.
    rewrite disjoint in Z. specialize (Z (Nat.log2 a) (Nat.bit_log2 a ltac:(lia))).
    replace (Nat.log2 a) with (Nat.log2 y) in Z by (apply Nat.log2_unique; unfold p in *; lia).
    rewrite Nat.bit_log2 in Z; [easy | lia].
Qed.
