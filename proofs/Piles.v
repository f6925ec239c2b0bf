(* Games on piles in which a move concerns one pile: Nim, and Split-q-Nim. A board is the list
   of its piles; a 0 in it is the place of a pile that is gone and counts for nothing. *)
Require Import Arith Bool Lia List ZifyBool.
From Nimatron Require Import Bits Game.
Import ListNotations.

(* The boards that a game's tables are made for: up to k piles of up to n, in order. *)
Fixpoint boards_from (k n least : nat) : list (list nat) :=
  match k with
  | 0 => [[]]
  | S k => [] :: flat_map (fun x => map (cons x) (boards_from k n x)) (seq least (S n - least))
  end.
Definition boards k n := boards_from k n 1.

Section Piles.
  (* [rule x new]: a pile of x may be replaced by the piles [new]. *)
  Variable rule : nat -> list nat -> Prop.

  Inductive move : list nat -> list nat -> Prop :=
  | on_pile l x new r : rule x new -> move (l ++ x :: r) (l ++ new ++ r).

  Hypothesis smaller : forall x new, rule x new -> length new <= 2 /\ forall y, In y new -> y < x.

  (* A pile of x outweighs two piles below x. *)
  Definition size (board : list nat) := list_sum (map (Nat.pow 3) board).

  Lemma size_falls b b' : move b b' -> size b' < size b.
  Proof.
    intros [l x new r H]. unfold size. rewrite !map_app, !list_sum_app.
    cut (list_sum (map (Nat.pow 3) new) < 3 ^ x). { simpl. lia. }
    apply smaller in H. destruct H as [H1 H2]. pose proof (Nat.pow_nonzero 3 x).
    assert (P : forall y, In y new -> 3 * 3 ^ y <= 3 ^ x).
    { intros y I. apply H2 in I. change (3 ^ S y <= 3 ^ x). apply Nat.pow_le_mono_r; lia. }
    destruct new as [| y [| z [|]]]; simpl in *; try lia.
    - specialize (P y). lia.
    - pose proof (P y). specialize (P z). lia.
  Qed.

  (* ---- normal play: G is the Grundy value of a single pile ---- *)
  Variable G : nat -> nat.
  Definition value board := nim_sum (map G board).
  Hypothesis avoids : forall x new, rule x new -> value new <> G x.
  Hypothesis reaches : forall x v, v < G x -> exists new, rule x new /\ value new = v.

  Lemma value_app l r : value (l ++ r) = value l ⊕ value r.
  Proof. unfold value. now rewrite map_app, nim_sum_app. Qed.
  Lemma value_middle l x r : value (l ++ x :: r) = G x ⊕ value (l ++ r).
  Proof. unfold value. rewrite !map_app. simpl. apply nim_sum_middle. Qed.
  Lemma value_replaced l new r : value (l ++ new ++ r) = value new ⊕ value (l ++ r).
  Proof.
    rewrite !value_app, <- !Nat.lxor_assoc. f_equal. apply Nat.lxor_comm.
  Qed.

  (* The value of a board is the nim-sum of the values of its piles (Theorem 1). *)
  Lemma value_is_grundy : grundy move value.
  Proof.
    intros b. split.
    - intros b' [l x new r H]. rewrite value_middle, value_replaced.
      intros E. apply xor_cancel_r in E. now apply (avoids x new).
    - assert (K : forall r l v, v < value r ->
        exists r', move (l ++ r) (l ++ r') /\ value r' = v).
      { induction r as [| x r IH]; intros l v L. easy.
        change (v < G x ⊕ value r) in L. destruct (xor_below _ _ _ L) as [K | K].
        - destruct (reaches _ _ K) as (new & H & E). exists (new ++ r). split. now constructor.
          now rewrite value_app, E, xor_back_r.
        - destruct (IH (l ++ [x]) _ K) as (r' & M & E). exists (x :: r'). split.
          + now rewrite <- !app_assoc in M.
          + change (G x ⊕ value r' = v). now rewrite E, Nat.lxor_comm, xor_back_r. }
      intros v L. apply (K b [] v L).
  Qed.

  Definition lost board := value board =? 0.

  Lemma lost_normal b : right_at move normal lost b.
  Proof. apply sprague_grundy_lost with size. apply size_falls. apply value_is_grundy. Qed.

  (* ---- misère play: as above while there is a pile of 2 or more ---- *)
  Hypothesis takes : forall x y, y < x -> rule x [y].
  Hypothesis value_0 : G 0 = 0.
  Hypothesis value_1 : G 1 = 1.
  Hypothesis value_large : forall x, 2 <= x -> 2 <= G x.

  Definition large board := existsb (Nat.leb 2) board.
  Definition lost_misere board := value board =? (if large board then 0 else 1).

  Lemma large_app l r : large (l ++ r) = large l || large r.
  Proof. apply existsb_app. Qed.
  Lemma small_value b : large b = false -> value b < 2.
  Proof.
    induction b as [| x b IH]; intros H. { auto. }
    apply orb_false_elim in H. destruct H as [H1 H2]. change (G x ⊕ value b < 2).
    apply xor_small; auto. assert (x = 0 \/ x = 1) as [-> | ->] by lia; lia.
  Qed.
  Lemma small_pile y : y < 2 -> value [y] = y /\ large [y] = false.
  Proof.
    intros L. unfold value. simpl. rewrite Nat.lxor_0_r.
    assert (y = 0 \/ y = 1) as [-> | ->] by lia; auto.
  Qed.
  Lemma small_new x new : rule x new -> x < 2 -> large new = false.
  Proof.
    intros H L. apply smaller in H. destruct H as [_ H]. unfold large.
    apply not_true_is_false. intros E. apply existsb_exists in E.
    destruct E as (y & I & K). apply H in I. lia.
  Qed.
  (* One large pile alone does not have the nim-sum 0. *)
  Lemma one_large l x r : large l = false -> large r = false -> 2 <= x ->
    2 <= value (l ++ x :: r).
  Proof.
    intros Hl Hr Hx. apply value_large in Hx. rewrite value_middle.
    assert (S : value (l ++ r) < 2) by (apply small_value; rewrite large_app; lia).
    destruct (Nat.lt_ge_cases (G x ⊕ value (l ++ r)) 2) as [K |]; auto.
    pose proof (xor_small _ _ K S) as B. rewrite xor_back_r in B. lia.
  Qed.

  Lemma misere_safe b b' : lost_misere b = true -> move b b' -> lost_misere b' = false.
  Proof.
    intros L M. destruct (value_is_grundy b) as [N _]. specialize (N b' M).
    unfold lost_misere in *. destruct (large b') eqn:B'; destruct (large b) eqn:B; try lia;
      destruct M as [l x new r H]; rewrite !large_app in *; change (large (x :: r)) with
      ((2 <=? x) || large r) in B.
    - assert (large new = false) by (apply (small_new x); auto; lia). lia.
    - apply orb_false_elim in B'. destruct B' as [Bl B']. apply orb_false_elim in B'.
      destruct B' as [_ Br]. rewrite Bl, Br, orb_false_r, orb_false_l in B.
      pose proof (one_large l x r Bl Br ltac:(lia)). lia.
  Qed.

  (* There is a large pile: the move of normal play wins, unless it leaves small piles only. *)
  Lemma misere_reach_large b : large b = true -> value b <> 0 ->
    exists b', move b b' /\ lost_misere b' = true.
  Proof.
    intros B L. unfold lost_misere. destruct (value_is_grundy b) as [_ R].
    destruct (R 0) as (b' & M & E). lia.
    destruct (large b') eqn:B'. { exists b'. rewrite B'. split; auto. lia. }
    destruct M as [l x new r H]. rewrite !large_app in *.
    change (large (x :: r)) with ((2 <=? x) || large r) in B.
    (* Then x is the only large one: bring it to 0 or 1. *)
    assert (S : value (l ++ r) < 2) by (apply small_value; rewrite large_app; lia).
    exists (l ++ [1 ⊕ value (l ++ r)] ++ r).
    assert (Y : 1 ⊕ value (l ++ r) < 2) by (apply xor_small; auto).
    split. { constructor. apply takes. lia. }
    destruct (small_pile _ Y) as [V1 V2].
    rewrite value_replaced, V1, xor_back_r, !large_app, V2.
    now destruct (large l), (large r), (large new).
  Qed.

  (* Only piles of 1 are left, if any, and an even number of them. *)
  Lemma misere_reach_small b : large b = false -> value b = 0 ->
    misere move b \/ exists b', move b b' /\ lost_misere b' = true.
  Proof.
    intros B V. unfold lost_misere.
    destruct (in_dec Nat.eq_dec 1 b) as [I | I]; [right | left].
    - apply in_split in I. destruct I as (l & r & ->). exists (l ++ [0] ++ r).
      split. { constructor. apply takes. lia. }
      rewrite value_middle, value_1 in V. apply xor_zero in V.
      destruct (small_pile 0 ltac:(lia)) as [V1 V2].
      rewrite value_replaced, <- V, V1. rewrite !large_app in *. rewrite V2.
      change (large (1 :: r)) with (large r) in B. now destruct (large l), (large r).
    - intros b' M. destruct M as [l x new r H].
      assert (X : x = 0).
      { rewrite large_app in B. change (large (x :: r)) with ((2 <=? x) || large r) in B.
        destruct (Nat.eq_dec x 1) as [-> |]; [|lia]. exfalso. apply I, in_elt. }
      subst x. apply (avoids 0 new H). apply smaller in H. destruct H as [_ K].
      destruct new as [| y new]; [now rewrite value_0 |]. specialize (K y (or_introl eq_refl)). lia.
  Qed.

  Lemma misere_reach b : lost_misere b = false ->
    misere move b \/ exists b', move b b' /\ lost_misere b' = true.
  Proof.
    intros L. unfold lost_misere in L. destruct (large b) eqn:B; apply Nat.eqb_neq in L.
    - right. now apply misere_reach_large.
    - apply misere_reach_small; auto. pose proof (small_value b B). lia.
  Qed.

  Lemma lost_misere_right b : right_at move (misere move) lost_misere b.
  Proof.
    apply judge with (valid := fun _ => True) (size := size); auto.
    - intros. split; auto. now apply size_falls.
    - (* A lost board is not finished. *)
      intros p _ L F. unfold lost_misere in L. destruct (large p) eqn:B.
      + unfold large in B. apply existsb_exists in B. destruct B as (x & I & K).
        apply in_split in I. destruct I as (l & r & ->).
        apply (F (l ++ [0] ++ r)). constructor. apply takes. lia.
      + assert (V : 0 < value p) by lia. destruct (value_is_grundy p) as [_ R].
        destruct (R 0 V) as (p' & M & _). now apply (F p').
    - intros p q _. apply misere_safe.
    - intros p _. apply misere_reach.
  Qed.
End Piles.
