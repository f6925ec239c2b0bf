(* How many rows of k piles of 1 to n are lost in End-Nim (docs/theory/theory.md, Theorem 11b). *)
Require Import Arith Bool Lia List ZArith ZifyBool.
From Coq Require FinFun.
From Nimatron Require Import Game Rows EndNim Staircase.
Import ListNotations.
Open Scope nat_scope.

Definition lost_rows v n k := length (filter (lost v) (rows n k)).

(* ---- in front of a row that is not lost there is exactly one pile that makes a lost one ---- *)
Lemma none_before_lost v x w : w <> [] -> lost v w = true -> lost v (x :: w) = false.
Proof.
  intros N L. destruct (lost v (x :: w)) eqn:E; auto.
  assert (M : move_in v (x :: w) w).
  { split. apply clear_left. intros _. destruct w; [congruence | simpl; lia]. }
  apply (safe v _ _ M) in E. congruence.
Qed.

(* The pile is y, y - 1 or y + 1, where y is the other end; it is no higher than the row. *)
Lemma end_before f s y t : 0 < f -> 0 < y -> ends_lost f s y t = false ->
  exists x, 0 < x <= Nat.max f y /\ ends_lost x (cell x f s) y t = true.
Proof.
  intros F Y H.
  assert (K : eqb (cell y f s) t = true \/ (cell y f s = true /\ t = false) \/
    (cell y f s = false /\ t = true)) by (destruct (cell y f s), t; auto).
  unfold ends_lost, cell in *. destruct K as [K | [[K ->] | [K ->]]].
  - exists y. rewrite K. split; [| lia]. lia.
  - exists (y + 1). destruct s; lia.
  - exists (y - 1). destruct s; lia.
Qed.

Lemma pile_before v w n : w <> [] -> Forall (fun x => 0 < x <= n) w -> lost v w = false ->
  exists x, 0 < x <= n /\ lost v (x :: w) = true.
Proof.
  intros N P H. rewrite Forall_forall in P. destruct (constant w) eqn:C.
  - destruct w as [| f w]; [congruence |]. exists f. split. { apply P. now left. }
    rewrite (constant_is_repeat w f C) in *. rewrite lost_repeat in H.
    change (lost v (repeat f (S (S (length w)))) = true).
    rewrite lost_repeat, Nat.even_succ, <- Nat.negb_even.
    now destruct (odd_lost v f), (Nat.even (S (length w))).
  - unfold lost in H. rewrite C in H.
    assert (Hd : In (hd 0 w) w) by (destruct w; [congruence | now left]).
    assert (La : In (last w 0) w).
    { destruct w as [| b w _] using rev_ind; [congruence |]. rewrite last_last. apply in_elt. }
    apply P in Hd, La. apply end_before in H; try lia. destruct H as (x & X & E).
    exists x. split. lia. now rewrite lost_cons.
Qed.

(* ---- counting ---- *)
Lemma count_one (f : nat -> bool) l x : NoDup l -> In x l -> f x = true ->
  (forall y, In y l -> f y = true -> y = x) -> length (filter f l) = 1.
Proof.
  intros N I X U. apply in_split in I. destruct I as (a & b & ->).
  apply NoDup_remove_2 in N. rewrite in_app_iff in N.
  assert (Z : forall c, (forall y, In y c -> In y (a ++ x :: b) /\ y <> x) -> filter f c = []).
  { induction c as [| y c IH]; intros H; auto. simpl.
    destruct (f y) eqn:E. { destruct (H y) as [H1 H2]; [now left |]. exfalso. now apply H2, U. }
    apply IH. intros z Iz. apply H. now right. }
  rewrite filter_app. simpl. rewrite X, app_length. simpl.
  rewrite !Z; auto; intros y Iy; rewrite in_app_iff; split; simpl; auto; intros ->; tauto.
Qed.

Lemma count_before v w n : w <> [] -> Forall (fun x => 0 < x <= n) w ->
  length (filter (fun x => lost v (x :: w)) (seq 1 n)) = if lost v w then 0 else 1.
Proof.
  intros N P. destruct (lost v w) eqn:L.
  - replace (filter _ _) with (@nil nat); auto. symmetry.
    induction (seq 1 n) as [| x l IH]; auto. simpl. now rewrite none_before_lost.
  - destruct (pile_before v w n N P L) as (x & X & E). apply (count_one _ _ x); auto.
    + apply seq_NoDup.
    + apply in_seq. lia.
    + intros y I Y. apply in_seq in I.
      destruct (lt_eq_lt_dec x y) as [[K | K] | K]; auto; exfalso.
      * now apply (staircase_missing_left v w x y).
      * apply (staircase_missing_left v w y x); auto. lia.
Qed.

(* Rows counted by their first pile are counted by the rest. *)
Lemma count_pairs (f : row -> bool) l (rest : list row) :
  length (filter f (flat_map (fun x => map (cons x) rest) l)) =
  list_sum (map (fun w => length (filter (fun x => f (x :: w)) l)) rest).
Proof.
  induction l as [| x l IH].
  - simpl. induction rest; simpl; auto.
  - change (flat_map (fun x => map (cons x) rest) (x :: l))
      with (map (cons x) rest ++ flat_map (fun x => map (cons x) rest) l).
    rewrite filter_app, app_length, IH. clear IH.
    induction rest as [| w rest IH]; auto. simpl in *. destruct (f (x :: w)); simpl; lia.
Qed.

Lemma rows_are n k w : In w (rows n k) -> length w = k /\ Forall (fun x => 0 < x <= n) w.
Proof.
  revert w. induction k as [| k IH]; intros w I; simpl in I.
  - destruct I as [<- | []]. auto.
  - apply in_flat_map in I. destruct I as (x & X & I). apply in_map_iff in I.
    destruct I as (u & <- & U). apply IH in U. apply in_seq in X. simpl.
    destruct U as [U1 U2]. split. lia. constructor; auto. lia.
Qed.
(* The list has all of them, each once. *)
Theorem rows_are_all n k w : In w (rows n k) <-> length w = k /\ Forall (fun x => 1 <= x <= n) w.
Proof.
  split; [intros I; now apply rows_are in I |]. revert w. induction k as [| k IH]; intros w [L F].
  - destruct w; [now left | discriminate].
  - destruct w as [| x w]; [discriminate |]. injection L as L. inversion F; subst. simpl.
    apply in_flat_map. exists x. split; [apply in_seq; lia |]. apply in_map, IH. auto.
Qed.
Theorem rows_once n k : NoDup (rows n k).
Proof.
  induction k as [| k IH]; simpl; [constructor; [easy | constructor] |].
  pose proof (seq_NoDup n 1) as N. induction (seq 1 n) as [| x l IHl]; simpl; [constructor |].
  inversion N as [| y m X NL]; subst.
  assert (A : NoDup (map (cons x) (rows n k))).
  { apply FinFun.Injective_map_NoDup; auto. intros u v E. now injection E. }
  induction (map (cons x) (rows n k)) as [| w m IHm] eqn:E in A |- *; [now apply IHl |].
  clear IHm. assert (M : forall u, In u (w :: m) -> hd 0 u = x).
  { rewrite <- E. intros u I. apply in_map_iff in I. now destruct I as (v & <- & _). }
  clear E. revert A M. generalize (w :: m). intros r A M. induction r as [| u r IHr]; simpl.
  - now apply IHl.
  - inversion A; subst. constructor.
    + rewrite in_app_iff. intros [I | I]; [easy |]. apply in_flat_map in I. destruct I as (y & Y & I).
      apply in_map_iff in I. destruct I as (v & <- & _). apply X. rewrite <- (M (y :: v)); [easy | now left].
    + apply IHr; auto. intros v V. apply M. now right.
Qed.
Lemma number_of_rows n k : length (rows n k) = n ^ k.
Proof.
  induction k as [| k IH]; auto. simpl rows. rewrite Nat.pow_succ_r', <- IH.
  assert (K : forall l, length (flat_map (fun x => map (cons x) (rows n k)) l) =
    length l * length (rows n k)).
  { induction l as [| x l IHl]; auto. simpl. now rewrite app_length, map_length, IHl. }
  now rewrite K, seq_length.
Qed.

(* Each row of k piles is lost, or has one pile before it that makes it lost. *)
Lemma lost_rows_step v n k : 1 <= k -> lost_rows v n (S k) + lost_rows v n k = n ^ k.
Proof.
  intros K. unfold lost_rows. simpl rows. rewrite count_pairs, <- number_of_rows.
  assert (P : forall w, In w (rows n k) -> w <> [] /\ Forall (fun x => 0 < x <= n) w).
  { intros w I. apply rows_are in I. destruct I as [L F]. split; auto. intros ->. simpl in L. lia. }
  induction (rows n k) as [| w l IH]; auto. cbn [map list_sum fold_right filter length].
  destruct (P w) as [N F]; [now left |]. rewrite (count_before v w n N F).
  specialize (IH (fun u I => P u (or_intror I))). unfold list_sum in IH.
  destruct (lost v w); cbn [length]; lia.
Qed.

Lemma lost_single_piles v n : 1 <= n ->
  lost_rows v n 1 = match v with Normal => 0 | Misere => 1 | Loop => n end.
Proof.
  intros N. unfold lost_rows. simpl rows.
  assert (E : forall l, length (filter (lost v) (flat_map (fun x : nat => [[x]]) l)) =
    length (filter (odd_lost v) l)).
  { induction l as [| x l IH]; auto. simpl. unfold lost at 1. simpl. rewrite xorb_false_r.
    destruct (odd_lost v x); simpl; now rewrite IH. }
  simpl map. rewrite E. destruct v; simpl odd_lost.
  - now induction (seq 1 n).
  - apply (count_one _ _ 1); auto using seq_NoDup. { apply in_seq. lia. }
    intros y _ Y. now apply Nat.eqb_eq.
  - rewrite <- (seq_length n 1) at 2. generalize (seq 1 n). intros l.
    induction l; simpl; auto.
Qed.

(* The number of lost rows: in End-Nim (n^k + (-1)^k n) / (n + 1), in misère play (-1)^k less,
   and in the loop game (-1)^k n less. *)
Definition less v n : Z := match v with Normal => 0 | Misere => 1 | Loop => n end.
Open Scope Z_scope.
Theorem number_of_lost_rows v n k : (1 <= n)%nat -> (1 <= k)%nat ->
  let N := Z.of_nat n in let sign := (-1) ^ Z.of_nat k in
  (N + 1) * (Z.of_nat (lost_rows v n k) + sign * less v N) = N ^ Z.of_nat k + sign * N.
Proof.
  intros Hn Hk N. induction Hk as [| k Hk IH].
  - rewrite lost_single_piles by assumption. simpl Z.of_nat. rewrite !Z.pow_1_r. unfold N.
    destruct v; simpl less; lia.
  - cbv zeta in *. rewrite Nat2Z.inj_succ, !Z.pow_succ_r by lia.
    pose proof (lost_rows_step v n k Hk) as S. apply (f_equal Z.of_nat) in S.
    rewrite Nat2Z.inj_add, Nat2Z.inj_pow in S. fold N in S. nia.
Qed.
