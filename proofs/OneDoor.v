(* A board of which one stack is open (docs/theory/boards.md, "One door"). *)
Require Import Arith Bool Lia List ZifyBool.
From Nimatron Require Import Game Boards RowValues High.
Import ListNotations.

Section OneDoor.
  Variable place : Type.
  Variable eq_place : forall u v : place, {u = v} + {u <> v}.
  Variable places : list place.
  Hypothesis no_twice : NoDup places.
  Variable joined : place -> place -> bool.
  Variable need : place -> nat.
  Notation set := (set place eq_place).
  Notation open := (open_by_need place places joined need).
  Notation move := (board_move place eq_place places joined need).
  Variable G : counters place -> nat.
  Hypothesis is_grundy : grundy move G.

  Definition one_open c v := In v places /\ open c v /\ forall u, In u places -> c u <> 0 -> open c u -> u = v.
  Lemma stays_one_open c v y : one_open c v -> 0 < y < c v -> one_open (set c v y) v.
  Proof.
    intros (V & O & One) Y. assert (Z : forall u, set c v y u = 0 -> c u = 0).
    { intros u. unfold Boards.set. destruct (eq_place u v) as [-> |]; lia. }
    split; [auto | split].
    - apply stays_open; auto. lia.
    - intros u U Cu Ou. apply One; auto.
      + intros E. apply Cu. apply stays_empty; auto. lia.
      + apply (open_more place places joined need (set c v y)); auto.
  Qed.
  Theorem one_door c v : one_open c v -> 0 < c v ->
    let g := G (set c v 0) in G c = if c v <=? g then c v - 1 else c v.
  Proof.
    remember (c v) as a eqn:A. revert c A. induction a as [a IH] using lt_wf_ind. intros c -> One P g.
    assert (Low : forall y, 0 < y < c v -> G (set c v y) = if y <=? g then y - 1 else y).
    { intros y Y. assert (E : set c v y v = y) by apply set_same.
      pose proof (IH y (proj2 Y) (set c v y) (eq_sym E) (stays_one_open c v y One Y) (proj1 Y)) as H. cbn in H.
      rewrite H. replace (G (set (set c v y) v 0)) with g; auto.
      apply (same_value place eq_place places no_twice joined need G is_grundy). intros u. symmetry. apply set_twice. }
    assert (M : forall q, move c q <-> exists y, y < c v /\ q = set c v y).
    { destruct One as (V & O & One). intros q. split.
      - intros M. destruct M as [c u y U Ou Y]. assert (u = v) as -> by (apply One; auto; lia). eauto.
      - intros (y & Y & ->). now constructor. }
    apply (value_by_options move); auto.
    - intros q Q. apply M in Q. destruct Q as (y & Y & ->). destruct (Nat.eq_dec y 0) as [-> |].
      + fold g. destruct (Nat.leb_spec (c v) g); lia.
      + rewrite Low by lia. destruct (Nat.leb_spec (c v) g), (Nat.leb_spec y g); lia.
    - intros u U. destruct (Nat.eq_dec u g) as [-> |]; [exists (set c v 0); split; [apply M; eauto | reflexivity] |].
      assert (L : u < c v) by (destruct (Nat.leb_spec (c v) g); lia). destruct (Nat.lt_ge_cases u g) as [B | B].
      + exists (set c v (u + 1)). assert (u + 1 < c v) by (destruct (Nat.leb_spec (c v) g); lia).
        split; [apply M; eauto |]. rewrite Low by lia. destruct (Nat.leb_spec (u + 1) g); lia.
      + exists (set c v u). split; [apply M; eauto |]. rewrite Low by lia. destruct (Nat.leb_spec u g); lia.
  Qed.
End OneDoor.
