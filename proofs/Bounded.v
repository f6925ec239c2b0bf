(* Bounded Nim (docs/theory/theory.md, section 5a): a move takes at most k counters from one pile. *)
Require Import Arith Bool Lia List ZifyBool.
From Nimatron Require Import Bits Game Piles Nim.
Import ListNotations.

(* y of x are left. *)
Inductive takes_at_most k : nat -> list nat -> Prop :=
| take_some x y : y < x <= y + k -> takes_at_most k x [y].
Definition bounded k := Piles.move (takes_at_most k).

(* What a pile counts. *)
Definition over k x := x mod S k.
Definition counts k := map (over k).

Section Bounded.
  Variable k : nat.

  Lemma smaller_pile x new : takes_at_most k x new -> length new <= 2 /\ forall y, In y new -> y < x.
  Proof. intros [z y L]. simpl. split. lia. intros ? [<- | []]. lia. Qed.
  Lemma over_below x : over k x < S k.
  Proof. apply Nat.mod_upper_bound. lia. Qed.
  Lemma over_moves x y : y < x <= y + k -> over k y <> over k x.
  Proof.
    unfold over. intros L E. pose proof (Nat.div_mod_eq x (S k)). pose proof (Nat.div_mod_eq y (S k)).
    assert (x / S k = y / S k \/ S (y / S k) <= x / S k \/ S (x / S k) <= y / S k) as [D | [D | D]] by lia.
    - rewrite D in *. lia.
    - assert (S k * S (y / S k) <= S k * (x / S k)) by now apply Nat.mul_le_mono_l. lia.
    - assert (S k * S (x / S k) <= S k * (y / S k)) by now apply Nat.mul_le_mono_l. lia.
  Qed.
  Lemma over_left x v : v < over k x -> over k (x - (over k x - v)) = v.
  Proof.
    intros L. unfold over in *. pose proof (Nat.div_mod_eq x (S k)). pose proof (over_below x) as B.
    unfold over in B. symmetry. apply Nat.mod_unique with (x / S k); lia.
  Qed.

  Lemma bounded_avoids x new : takes_at_most k x new -> value (over k) new <> over k x.
  Proof. intros [z y L]. unfold value. simpl. rewrite Nat.lxor_0_r. now apply over_moves. Qed.
  Lemma bounded_reaches x v : v < over k x -> exists new, takes_at_most k x new /\ value (over k) new = v.
  Proof.
    intros L. pose proof (over_left x v L) as E. exists [x - (over k x - v)]. split.
    - constructor. pose proof (over_below x). pose proof (Nat.mod_le x (S k)). unfold over in *. lia.
    - unfold value. simpl. now rewrite Nat.lxor_0_r.
  Qed.

  (* Theorem 45. *)
  Theorem bounded_value : grundy (bounded k) (fun b => nim_sum (counts k b)).
  Proof. apply value_is_grundy; [apply bounded_avoids | apply bounded_reaches]. Qed.
  Theorem bounded_outcome b : right_at (bounded k) normal (fun b => nim_sum (counts k b) =? 0) b.
  Proof. apply sprague_grundy_lost with (size := size); [apply size_falls, smaller_pile | apply bounded_value]. Qed.

  (* ---- misère play: misère Nim with what the piles count ---- *)
  Hypothesis some : 1 <= k.
  Definition lost_bounded_misere b := Nim.lost_misere (counts k b).

  (* Beside the other piles at most one count makes a lost board. *)
  Lemma one_count_loses l r x y : Nim.lost_misere (l ++ x :: r) = true ->
    Nim.lost_misere (l ++ y :: r) = true -> x = y.
  Proof.
    unfold Nim.lost_misere. rewrite !large_middle, !nim_sum_middle. intros X Y.
    destruct (large (l ++ r)) eqn:L.
    - rewrite orb_true_r in X, Y. apply Nat.eqb_eq in X, Y. rewrite <- Y in X. now apply xor_cancel_r in X.
    - pose proof (small_nim_sum _ L) as S. rewrite orb_false_r in X, Y.
      assert (Z : forall z, (2 <=? z) = true -> (z ⊕ nim_sum (l ++ r) =? 0) = false).
      { intros z B. apply Nat.eqb_neq. intros E. apply xor_zero in E. lia. }
      destruct (2 <=? x) eqn:BX; [now rewrite (Z x BX) in X |].
      destruct (2 <=? y) eqn:BY; [now rewrite (Z y BY) in Y |].
      apply Nat.eqb_eq in X, Y. rewrite <- Y in X. now apply xor_cancel_r in X.
  Qed.

  Lemma all_zero b : (forall x, In x b -> x = 0) -> nim_sum b = 0 /\ large b = false.
  Proof.
    induction b as [| x b IH]; intros Z. { auto. }
    destruct IH as [N L]. { intros y Y. apply Z. now right. }
    assert (x = 0) as -> by (apply Z, in_eq). split; auto. simpl. now rewrite N.
  Qed.

  Lemma bounded_reach b : lost_bounded_misere b = false ->
    misere (bounded k) b \/ exists q, bounded k b q /\ lost_bounded_misere q = true.
  Proof.
    intros W. destruct (bouton_misere (counts k b)) as [_ [_ J]]. specialize (J W).
    inversion J as [p E | p q M L]; subst.
    - (* All piles count 0: take k from one, if there is one. *)
      assert (Z : forall x, In x (counts k b) -> x = 0).
      { intros x X. destruct (Nat.eq_dec x 0) as [| N]; auto. exfalso.
        apply in_split in X. destruct X as (l & r & X). rewrite X in E.
        apply (E (l ++ [0] ++ r)). constructor. constructor. lia. }
      destruct (Nat.eq_dec (list_sum b) 0) as [E0 | N].
      + left. intros q M. destruct M as [l x new r H]. destruct H as [x y H].
        rewrite total_middle in E0. lia.
      + right. destruct (some_counter b N) as (l & x & r & -> & X).
        assert (O : over k x = 0). { apply Z. unfold counts. rewrite map_app. apply in_elt. }
        assert (K : S k <= x).
        { unfold over in O. apply Nat.mod_divides in O as [[| c] C]; lia. }
        exists (l ++ [x - k] ++ r). split. { constructor. constructor. lia. }
        unfold lost_bounded_misere, Nim.lost_misere, counts.
        assert (V : over k (x - k) = 1).
        { unfold over in *. pose proof (Nat.div_mod_eq x (S k)). symmetry.
          apply Nat.mod_unique with (x / S k - 1). lia. destruct (x / S k); lia. }
        assert (R : nim_sum (map (over k) (l ++ r)) = 0 /\ large (map (over k) (l ++ r)) = false).
        { apply all_zero. intros y Y. apply Z. unfold counts. rewrite map_app in *. apply in_app_iff in Y.
          apply in_app_iff. simpl. tauto. }
        rewrite map_app in *. simpl. rewrite V, large_middle, nim_sum_middle. destruct R as [-> ->]. auto.
    - destruct (bouton_misere q) as [[Q _] _]. specialize (Q L).
      inversion M as [l x new r H E1 E2]. destruct H as [x y Y]. symmetry in E1.
      apply map_eq_app in E1. destruct E1 as (l' & r' & -> & <- & E1).
      apply map_eq_cons in E1. destruct E1 as (x' & r'' & -> & <- & <-). right.
      exists (l' ++ [x' - (over k x' - y)] ++ r''). split.
      + constructor. constructor. pose proof (over_below x'). pose proof (Nat.mod_le x' (S k)).
        unfold over in *. lia.
      + unfold lost_bounded_misere, counts. rewrite map_app. simpl. rewrite over_left by exact Y.
        now rewrite <- E2 in Q.
  Qed.

  (* Theorem 46. *)
  Theorem bounded_misere b : right_at (bounded k) (misere (bounded k)) lost_bounded_misere b.
  Proof.
    apply judge with (valid := fun _ => True) (size := size); auto.
    - intros p q _ M. split; auto. now apply (size_falls _ smaller_pile).
    - intros p _ L E. assert (W : lost_bounded_misere p = false); [| congruence].
      assert (Z : list_sum p = 0).
      { destruct (Nat.eq_dec (list_sum p) 0) as [| N]; auto. exfalso.
        destruct (some_counter p N) as (l & x & r & -> & X). apply (E (l ++ [x - 1] ++ r)).
        constructor. constructor. lia. }
      destruct (all_zero (counts k p)) as [N B].
      { intros x X. apply in_map_iff in X. destruct X as (y & <- & Y). apply in_split in Y.
        destruct Y as (l & r & ->). rewrite total_middle in Z. assert (y = 0) as -> by lia.
        unfold over. apply Nat.mod_0_l. lia. }
      unfold lost_bounded_misere, Nim.lost_misere. now rewrite N, B.
    - intros p q _ L M. destruct M as [l x new r H]. destruct H as [x y H].
      destruct (lost_bounded_misere (l ++ [y] ++ r)) eqn:Q; auto. exfalso.
      unfold lost_bounded_misere, counts in *. rewrite map_app in L, Q. simpl in L, Q.
      apply (over_moves x y H). symmetry. now apply (one_count_loses _ _ _ _ L Q).
    - intros p _ W. now apply bounded_reach.
  Qed.
End Bounded.
