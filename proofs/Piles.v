(* Games on piles in which a move concerns one pile: Nim, and Split-q-Nim. A board is the list
   of its piles; a 0 in it is the place of a pile that is gone and counts for nothing. *)
Require Import Arith Bool Lia List ZifyBool.
From Nimatron Require Import Bits Game Sums Tame.
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

  (* ---- misère play: by Theorem 38 ---- *)
  Hypothesis takes : forall x y, y < x -> rule x [y].
  Hypothesis gone : forall new, ~ rule 0 new.

  Definition large board := existsb (Nat.leb 2) board.
  Definition lost_misere board := value board =? (if large board then 0 else 1).

  Lemma large_app l r : large (l ++ r) = large l || large r.
  Proof. apply existsb_app. Qed.
  Lemma large_middle l x r : large (l ++ x :: r) = (2 <=? x) || large (l ++ r).
  Proof. rewrite !large_app. change (large (x :: r)) with ((2 <=? x) || large r). lia. Qed.
  Lemma total_middle l x r : list_sum (l ++ x :: r) = x + list_sum (l ++ r).
  Proof. rewrite !list_sum_app. simpl. lia. Qed.

  Lemma large_new x new : rule x new -> x < 2 -> large new = false /\ list_sum new = 0.
  Proof.
    intros H L. apply smaller in H. destruct H as [_ H]. induction new as [| y new IH]; auto.
    assert (y = 0) as -> by (specialize (H y (in_eq y new)); lia).
    apply IH. intros z Z. apply H. now right.
  Qed.
  Lemma some_counter b : list_sum b <> 0 -> exists l x r, b = l ++ x :: r /\ x <> 0.
  Proof.
    induction b as [| [| x] b IH]; intros N. easy.
    - destruct (IH N) as (l & x & r & -> & X). now exists (0 :: l), x, r.
    - now exists [], (S x), b.
  Qed.

  (* The three rules of Theorem 38. *)
  Definition valid (b : list nat) := True.
  Definition small board := negb (large board).
  Lemma valid_falls b b' : valid b -> move b b' -> valid b' /\ size b' < size b.
  Proof. split; auto. now apply size_falls. Qed.
  Lemma small_fall : ones_fall move valid list_sum small.
  Proof.
    intros b b' _ S M. destruct M as [l x new r H]. unfold small in *.
    rewrite large_middle in S. assert (x <> 0) by (intros ->; now apply gone in H).
    destruct (large_new x new H) as [N T]. lia.
    rewrite total_middle, !large_app, N, !list_sum_app, T. rewrite large_app in S. lia.
  Qed.
  Lemma pile_goes_on : goes_on move valid list_sum small.
  Proof.
    intros b _ H. destruct (some_counter b) as (l & x & r & -> & X).
    - intros Z. destruct H as [H |]; [| easy]. unfold small, large in H. apply negb_false_iff in H.
      apply existsb_exists in H. destruct H as (x & I & X). apply in_split in I.
      destruct I as (l & r & ->). rewrite total_middle in Z. lia.
    - exists (l ++ [0] ++ r). constructor. apply takes. lia.
  Qed.
  Lemma last_large_pile : last_large move valid list_sum small.
  Proof.
    intros b b' _ B M S. destruct M as [l x new r H]. unfold small in *.
    rewrite !large_app in S. rewrite large_middle, large_app in B.
    assert (X : 2 <= x).
    { destruct (Nat.le_gt_cases 2 x); auto. destruct (large_new x new H) as [N _]; lia. }
    exists (l ++ [0] ++ r), (l ++ [1] ++ r). repeat split; try (apply takes; lia);
      simpl; rewrite ?large_middle, ?total_middle, ?large_app; lia.
  Qed.
  Lemma small_value b : small b = true -> value b = Nat.b2n (Nat.odd (list_sum b)).
  Proof.
    apply (ones_value _ move valid list_sum small size valid_falls small_fall pile_goes_on).
    apply value_is_grundy. exact I.
  Qed.

  Lemma lost_misere_right b : right_at move (misere move) lost_misere b.
  Proof.
    assert (R := misere_outcome _ move valid list_sum small size valid_falls small_fall pile_goes_on
      last_large_pile value value_is_grundy b I).
    assert (E : lost_misere b = Tame.lost_misere _ list_sum small value b); [| unfold right_at; now rewrite E].
    unfold lost_misere, Tame.lost_misere. pose proof (small_value b) as V. unfold small in *.
    destruct (large b); auto. simpl. rewrite V by reflexivity. now destruct (Nat.odd _).
  Qed.

  Theorem piles_are_tame V M : grundy move V -> misere_grundy move M ->
    forall b, tame move V M b /\ fickle V M b = negb (large b).
  Proof.
    intros IsV IsM b. now apply (all_tame _ move valid list_sum small size valid_falls small_fall
      pile_goes_on last_large_pile).
  Qed.
End Piles.
