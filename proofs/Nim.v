(* Nim and misère Nim (docs/theory/theory.md, section 1; Bouton 1901). *)
Require Import Arith Bool Lia List ZifyBool.
From Nimatron Require Import Bits Game Sums Piles.
Import ListNotations.

(* A move takes at least one counter from one pile: y of x are left. *)
Inductive takes : nat -> list nat -> Prop :=
| take x y : y < x -> takes x [y].
Definition nim := Piles.move takes.

(* n of docs/theory/theory.md is [nim_sum]; g >= 1 is [large board = true]. *)
Definition lost board := nim_sum board =? 0.
Definition lost_misere board := if large board then nim_sum board =? 0 else nim_sum board =? 1.

Lemma takes_smaller x new : takes x new -> length new <= 2 /\ forall y, In y new -> y < x.
Proof. intros [z y L]. simpl. split. lia. intros ? [<- | []]. exact L. Qed.
Lemma nim_value board : value (fun x => x) board = nim_sum board.
Proof. unfold value. now rewrite map_id. Qed.
Lemma takes_avoids x new : takes x new -> value (fun x => x) new <> x.
Proof. intros [z y L]. rewrite nim_value. simpl. rewrite Nat.lxor_0_r. lia. Qed.
Lemma takes_reaches x v : v < x -> exists new, takes x new /\ value (fun x => x) new = v.
Proof.
  intros L. exists [v]. split. now constructor. rewrite nim_value. simpl. apply Nat.lxor_0_r.
Qed.

Lemma none_left new : ~ takes 0 new.
Proof. intros T. inversion T. lia. Qed.
Lemma small_nim_sum b : large b = false -> nim_sum b < 2.
Proof.
  induction b as [| x b IH]; intros S. { auto. } apply orb_false_elim in S. destruct S as [X S].
  apply xor_small; auto. lia.
Qed.

(* Theorem 2, second sentence: the Grundy value of a board is its nim-sum. *)
Theorem bouton_value : grundy nim nim_sum.
Proof.
  intros b. rewrite <- (nim_value b).
  destruct (value_is_grundy takes (fun x => x) takes_avoids takes_reaches b) as [H1 H2].
  split.
  - intros b' M. rewrite <- (nim_value b'). now apply H1.
  - intros v L. destruct (H2 v L) as (b' & M & E). exists b'. now rewrite <- nim_value.
Qed.

(* Theorem 2, first sentence. *)
Theorem bouton b : right_at nim normal lost b.
Proof.
  apply sprague_grundy_lost with (size := size).
  - apply size_falls, takes_smaller.
  - apply bouton_value.
Qed.

(* Theorem 3. *)
Theorem bouton_misere b : right_at nim (misere nim) lost_misere b.
Proof.
  pose proof (lost_misere_right takes takes_smaller (fun x => x) takes_avoids takes_reaches
    take none_left b) as H.
  unfold right_at, Piles.lost_misere, lost_misere in *. rewrite nim_value in H.
  now destruct (large b).
Qed.

(* Theorem 38 of docs/theory/values.md. *)
Corollary nim_is_tame G M : grundy nim G -> misere_grundy nim M ->
  forall b, tame nim G M b /\ fickle G M b = negb (large b).
Proof. now apply piles_are_tame; [apply takes_smaller | apply take | apply none_left]. Qed.

(* Corollary 4: the move that leaves y of a pile of x. *)
Corollary winning_moves l x r y : y < x ->
  (loses nim normal (l ++ [y] ++ r) <-> y = nim_sum (l ++ r)).
Proof.
  intros L. destruct (bouton (l ++ [y] ++ r)) as [-> _]. unfold lost. simpl.
  rewrite nim_sum_middle, Nat.eqb_eq. split.
  - apply xor_zero.
  - intros <-. apply Nat.lxor_nilpotent.
Qed.

Corollary winning_moves_misere l x r y : y < x ->
  (loses nim (misere nim) (l ++ [y] ++ r) <->
   if large (l ++ r) then y = nim_sum (l ++ r) else y = 1 ⊕ nim_sum (l ++ r)).
Proof.
  intros _. destruct (bouton_misere (l ++ [y] ++ r)) as [-> _]. unfold lost_misere. simpl.
  rewrite nim_sum_middle, large_middle.
  assert (E : forall v, (y ⊕ nim_sum (l ++ r) =? v) = true <-> y = v ⊕ nim_sum (l ++ r)).
  { intros v. rewrite Nat.eqb_eq. split; intros H.
    - now rewrite <- H, xor_back_r.
    - now rewrite H, xor_back_r. }
  assert (Z : 0 ⊕ nim_sum (l ++ r) = nim_sum (l ++ r)) by apply Nat.lxor_0_l.
  destruct (large (l ++ r)) eqn:B; rewrite ?orb_true_r, ?orb_false_r.
  - rewrite E, Z. reflexivity.
  - destruct (2 <=? y) eqn:Y; rewrite E; [|reflexivity].
    (* A single large pile: neither can be. *)
    pose proof (small_nim_sum _ B). assert (1 ⊕ nim_sum (l ++ r) < 2) by (apply xor_small; auto).
    rewrite Z. lia.
Qed.
