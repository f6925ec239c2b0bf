(* Grundy values of rows of End-Nim (docs/theory/theory.md, Propositions 12 to 14). *)
Require Import Arith Bool Lia List ZifyBool.
From Nimatron Require Import Bits Game Rows EndNim.
Import ListNotations.

(* Options of a row, listed. *)
Definition options (w : row) : list row :=
  match w with
  | [] => []
  | x :: t => map (fun y => y :: t) (seq 1 (x - 1)) ++ [t] ++
      map (fun y => removelast w ++ [y]) (seq 1 (last w 0 - 1)) ++ [removelast w]
  end.

Lemma options_are_moves w q : In q (options w) <-> move w q.
Proof.
  split.
  - destruct w as [| x t]; [easy |]. unfold options. rewrite !in_app_iff.
    assert (N : x :: t <> []) by discriminate.
    pose proof (app_removelast_last 0 N) as E.
    intros [I | [[<- | []] | [I | [<- | []]]]].
    + apply in_map_iff in I. destruct I as (y & <- & I). apply in_seq in I.
      apply lower_left. lia.
    + apply clear_left.
    + apply in_map_iff in I. destruct I as (y & <- & I). apply in_seq in I.
      rewrite E at 1. apply lower_right. lia.
    + rewrite E at 1. apply clear_right.
  - intros M. destruct M as [x y t L | x t | x y t L | x t].
    + simpl. rewrite in_app_iff. left. apply in_map_iff. exists y. split; auto. apply in_seq. lia.
    + simpl. rewrite in_app_iff. right. now left.
    + destruct (t ++ [x]) as [| a b] eqn:E. now apply app_eq_nil in E.
      unfold options. rewrite <- E, last_last, removelast_last, !in_app_iff.
      right. right. left. apply in_map_iff. exists y. split; auto. apply in_seq. lia.
    + destruct (t ++ [x]) as [| a b] eqn:E. now apply app_eq_nil in E.
      unfold options. rewrite <- E, last_last, removelast_last, !in_app_iff.
      right. right. right. now left.
Qed.

(* ---- Proposition 13, the bound ---- *)
(* In every game on rows: a row with ends x and y has at most x + y options. *)
Lemma number_of_options x m y : length (options (x :: m ++ [y])) <= x + y \/ x = 0 \/ y = 0.
Proof.
  unfold options. rewrite !app_length, !map_length, !seq_length.
  change (x :: m ++ [y]) with ((x :: m) ++ [y]). rewrite last_last. simpl. lia.
Qed.
(* The moves of a game on rows: some of those of End-Nim. *)
Definition on_rows (move' : row -> row -> Prop) := forall w q, move' w q -> move w q.
Lemma all_three_on_rows : on_rows move /\ on_rows move_to_a_row /\ on_rows loop_move.
Proof. repeat split; intros w q M; [exact M | apply M ..]. Qed.

Lemma values_up_to_options move' G w : on_rows move' -> grundy move' G ->
  G w <= length (options w).
Proof.
  intros S IsG. destruct (IsG w) as [_ R].
  rewrite <- (map_length G), <- (seq_length (G w) 0). apply NoDup_incl_length.
  - apply seq_NoDup.
  - intros v I. apply in_seq in I. destruct (R v) as (q & M & <-). lia.
    apply in_map, options_are_moves; auto.
Qed.
Proposition value_at_most_sum_of_ends move' G x m y : on_rows move' ->
  positive (x :: m ++ [y]) -> grundy move' G -> G (x :: m ++ [y]) <= x + y.
Proof.
  intros S P IsG. pose proof (values_up_to_options move' G (x :: m ++ [y]) S IsG).
  pose proof (number_of_options x m y). apply positive_cons in P. destruct P as [X P].
  apply positive_app in P. destruct P as [_ Y]. apply positive_cons in Y. lia.
Qed.

(* ---- the values of all three games, by the rule ---- *)
Definition moves_valued v :=
  match v with Normal => move | Misere => move_to_a_row | Loop => loop_move end.
Definition options_in v w :=
  match v with
  | Normal => options w
  | Misere => filter (fun q => negb (length q =? 0)) (options w)
  | Loop => if 2 <=? length w then options w else []
  end.
Definition row_value v := value_by_mex row (fun w => list_sum w + length w) (options_in v).

Corollary row_value_is_grundy v : grundy (moves_valued v) (row_value v).
Proof.
  apply grundy_exists.
  - intros w q M. apply moves_fall. destruct v; [exact M | apply M ..].
  - intros w q. destruct v; unfold options_in, moves_valued.
    + apply options_are_moves.
    + rewrite filter_In, options_are_moves. unfold move_to_a_row.
      destruct q; simpl; intuition congruence.
    + unfold loop_move. destruct (Nat.leb_spec 2 (length w)).
      * rewrite options_are_moves. tauto.
      * split; [easy | lia].
Qed.

(* ---- Proposition 12: one pile, two piles ---- *)
(* What the options are settles the value. *)
Lemma value_by_options {A} (move' : A -> A -> Prop) G p v : grundy move' G ->
  (forall q, move' p q -> G q <> v) -> (forall u, u < v -> exists q, move' p q /\ G q = u) -> G p = v.
Proof.
  intros IsG Avoid Reach. destruct (IsG p) as [G1 G2].
  destruct (lt_eq_lt_dec (G p) v) as [[L | L] | L]; auto; exfalso.
  - destruct (Reach _ L) as (q & M & E). now apply (G1 q).
  - destruct (G2 _ L) as (q & M & E). now apply (Avoid q).
Qed.

Lemma moves_of_one_pile a q : 0 < a ->
  (move [a] q <-> q = [] \/ exists c, 0 < c < a /\ q = [c]).
Proof.
  intros A. rewrite <- options_are_moves.
  unfold options. cbn [removelast last app]. rewrite in_app_iff. cbn [In].
  rewrite in_app_iff, !in_map_iff. cbn [In]. split.
  - intros [(c & <- & I) | [<- | [(c & <- & I) | [<- | []]]]]; auto;
      apply in_seq in I; right; exists c; split; auto; lia.
  - intros [-> | (c & C & ->)]; auto. left. exists c. rewrite in_seq. split; auto. lia.
Qed.
Lemma moves_of_two_piles a b q : 0 < a -> 0 < b ->
  (move [a; b] q <-> q = [a] \/ q = [b] \/
    (exists c, 0 < c < a /\ q = [c; b]) \/ (exists c, 0 < c < b /\ q = [a; c])).
Proof.
  intros A B. rewrite <- options_are_moves.
  unfold options. cbn [removelast last app]. rewrite in_app_iff. cbn [In].
  rewrite in_app_iff, !in_map_iff. cbn [In]. split.
  - intros [(c & <- & I) | [<- | [(c & <- & I) | [<- | []]]]]; auto; apply in_seq in I.
    + right. right. left. exists c. split; auto. lia.
    + right. right. right. exists c. split; auto. lia.
  - intros [-> | [-> | [(c & C & ->) | (c & C & ->)]]]; auto.
    + left. exists c. rewrite in_seq. split; auto. lia.
    + right. right. left. exists c. rewrite in_seq. split; auto. lia.
Qed.

Proposition value_of_one_pile G a : 0 < a ->
  (grundy move G -> G [a] = a) /\ (grundy move_to_a_row G -> G [a] = a - 1) /\
  (grundy loop_move G -> G [a] = 0).
Proof.
  intros A. repeat split; intros IsG.
  - induction a as [a IH] using lt_wf_ind. apply (value_by_options move); auto.
    + intros q M. apply moves_of_one_pile in M; auto. destruct M as [-> | (b & B & ->)].
      * rewrite (value_by_options move G [] 0); auto; try lia. intros q M. inversion M; now destruct w.
      * rewrite IH; lia.
    + intros u U. destruct (Nat.eq_dec u 0) as [-> |].
      * exists []. split. apply clear_left. apply (value_by_options move); auto; try lia.
        intros q M. inversion M; now destruct w.
      * exists [u]. split; [apply lower_left | apply IH]; lia.
  - induction a as [a IH] using lt_wf_ind. apply (value_by_options move_to_a_row); auto.
    + intros q [M N]. apply moves_of_one_pile in M; auto. destruct M as [-> | (b & B & ->)]; [easy |].
      rewrite IH; lia.
    + intros u U. exists [S u]. repeat split; try discriminate. apply lower_left; lia.
      rewrite IH; lia.
  - apply (value_by_options loop_move); auto; try lia. intros q [_ L]. simpl in L. lia.
Qed.

(* Two piles are Nim. *)
Proposition value_of_two_piles G a b : grundy move G -> 0 < a -> 0 < b -> G [a; b] = a ⊕ b.
Proof.
  intros IsG. remember (a + b) as n eqn:E. revert a b E.
  induction n as [n IH] using lt_wf_ind. intros a b -> A B.
  assert (One : forall c, 0 < c -> G [c] = c).
  { intros c C. now apply (value_of_one_pile G c C). }
  apply (value_by_options move); auto.
  - intros q M. apply moves_of_two_piles in M; auto. intros Q.
    destruct M as [-> | [-> | [(c & C & ->) | (c & C & ->)]]].
    + rewrite One, <- (Nat.lxor_0_r a) in Q at 1 by assumption. apply xor_cancel_l in Q. lia.
    + rewrite One, <- (Nat.lxor_0_l b) in Q at 1 by assumption. apply xor_cancel_r in Q. lia.
    + rewrite (IH (c + b)) in Q by lia. apply xor_cancel_r in Q. lia.
    + rewrite (IH (a + c)) in Q by lia. apply xor_cancel_l in Q. lia.
  - intros u U. destruct (xor_below _ _ _ U) as [L | L].
    + destruct (Nat.eq_dec (u ⊕ b) 0) as [Z | Z].
      { apply xor_zero in Z. subst u. exists [b]. split; auto. apply clear_left. }
      exists [u ⊕ b; b]. split. { apply lower_left. lia. }
      rewrite (IH (u ⊕ b + b)) by lia. apply xor_back_r.
    + destruct (Nat.eq_dec (u ⊕ a) 0) as [Z | Z].
      { apply xor_zero in Z. subst u. exists [a]. split; auto. apply (clear_right b [a]). }
      exists [a; u ⊕ a]. split. { apply (lower_right b _ [a]). lia. }
      rewrite (IH (a + (u ⊕ a))), Nat.lxor_comm by lia. apply xor_back_r.
Qed.

(* In the loop game too, on piles that are 1 lower, with 1 added to the values. *)
Proposition value_of_two_piles_loop G a b : grundy loop_move G -> 0 < a -> 0 < b ->
  G [a; b] = (a - 1) ⊕ (b - 1) + 1.
Proof.
  intros IsG. remember (a + b) as n eqn:E. revert a b E.
  induction n as [n IH] using lt_wf_ind. intros a b -> A B.
  assert (One : forall c, 0 < c -> G [c] = 0).
  { intros c C. now apply (value_of_one_pile G c C). }
  assert (Two : forall q, move [a; b] q -> loop_move [a; b] q) by (split; auto).
  apply (value_by_options loop_move); auto.
  - intros q [M _]. apply moves_of_two_piles in M; auto. intros Q.
    destruct M as [-> | [-> | [(c & C & ->) | (c & C & ->)]]]; try (rewrite One in Q; lia).
    + rewrite (IH (c + b)) in Q by lia. assert (K : (c - 1) ⊕ (b - 1) = (a - 1) ⊕ (b - 1)) by lia.
      apply xor_cancel_r in K. lia.
    + rewrite (IH (a + c)) in Q by lia. assert (K : (a - 1) ⊕ (c - 1) = (a - 1) ⊕ (b - 1)) by lia.
      apply xor_cancel_l in K. lia.
  - intros u U. destruct u as [| u]. { exists [b]. split; auto. apply Two, clear_left. }
    assert (L : u < (a - 1) ⊕ (b - 1)) by lia. destruct (xor_below _ _ _ L) as [K | K].
    + exists [S (u ⊕ (b - 1)); b]. split. { apply Two, lower_left. lia. }
      rewrite (IH (S (u ⊕ (b - 1)) + b)) by lia. simpl. rewrite Nat.sub_0_r, xor_back_r. lia.
    + exists [a; S (u ⊕ (a - 1))]. split. { apply Two, (lower_right b _ [a]). lia. }
      rewrite (IH (a + S (u ⊕ (a - 1)))) by lia. simpl.
      rewrite Nat.sub_0_r, Nat.lxor_comm, xor_back_r. lia.
Qed.
