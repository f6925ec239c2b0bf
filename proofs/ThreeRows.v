(* Yards of three rows of equal stacks (docs/theory/boards.md, "Yards of three rows"). *)
Require Import Arith Bool Lia List ZifyBool.
From Nimatron Require Import Game Sums Boards Symmetry.
Import ListNotations.

(* Two rules that open the same stacks while one plays. *)
Lemma same_rule place eq_place places (open rule : counters place -> place -> Prop) (valid : counters place -> Prop) :
  NoDup places -> (forall c v y, valid c -> y < c v -> valid (set place eq_place c v y)) ->
  (forall c v, valid c -> In v places -> 0 < c v -> (open c v <-> rule c v)) ->
  forall c, valid c -> loses (lower place eq_place places rule) normal c ->
  loses (lower place eq_place places open) normal c.
Proof.
  intros N Stay Same.
  enough (K : forall c, valid c ->
    (loses (lower place eq_place places rule) normal c -> loses (lower place eq_place places open) normal c) /\
    (wins (lower place eq_place places rule) normal c -> wins (lower place eq_place places open) normal c)).
  { intros c V. apply (K c V). }
  intros c. remember (total place places c) as n eqn:E. revert c E.
  induction n as [n IH] using lt_wf_ind. intros c -> V. split; intros W.
  - constructor; auto. intros d M. pose proof (total_falls place eq_place places N _ _ _ M) as F.
    destruct M as [c v y I O Y]. apply Same in O; auto; [| lia].
    apply (IH _ F _ eq_refl); auto. inversion W as [? _ H]; subst. apply H. now constructor.
  - inversion W as [? [] | ? d M L]; subst. pose proof (total_falls place eq_place places N _ _ _ M) as F.
    destruct M as [c v y I O Y]. apply wins_by with (set place eq_place c v y).
    + constructor; auto. apply Same; auto. lia.
    + apply (IH _ F _ eq_refl); auto.
Qed.

Section ThreeRows.
  Variable n : nat.
  Hypothesis odd : Nat.odd n = true.
  Hypothesis three : 3 <= n.
  Notation places := (yard 3 n).

  (* Once B1 is gone, only the middle stacks from the third column to the last but one are closed. *)
  Definition inner (v : spot) := fst v = 2 /\ 3 <= snd v <= n - 1.
  Definition rule (c : counters spot) (v : spot) := inner v ->
    exists u, In u places /\ side_by_side v u = true /\ c u = 0.
  Definition image (v : spot) : spot := let (i, j) := v in
    if (i =? 2) && (2 <=? j) && (j <=? n) || ((i =? 1) || (i =? 3)) && (3 <=? j) && (j <=? n - 1) then (i, n + 2 - j)
    else if (i =? 1) && (j =? 1) then (2, 1) else if (i =? 2) && (j =? 1) then (1, 1)
    else if (i =? 3) && (j =? 1) then (3, 2) else if (i =? 3) && (j =? 2) then (3, 1)
    else if (i =? 1) && (j =? n) then (3, n) else if (i =? 3) && (j =? n) then (1, n) else (i, j).

  Ltac spots := unfold image; repeat match goal with
    | |- context [if ?b then _ else _] => destruct b eqn:?
    end.
  (* Most spots change places with those on the other side, six in pairs, and the rest with none. *)
  Definition mirrored i j := i = 2 /\ 2 <= j <= n \/ (i = 1 \/ i = 3) /\ 3 <= j <= n - 1.
  Lemma reflected i j : mirrored i j -> image (i, j) = (i, n + 2 - j).
  Proof. intros H. unfold image. replace (_ || _) with true; auto. unfold mirrored in H. lia. Qed.
  Definition paired u v := In (u, v) [((1, 1), (2, 1)); ((3, 1), (3, 2)); ((1, n), (3, n))].
  Lemma pairs u v : paired u v -> image u = v /\ image v = u.
  Proof.
    intros [E | [E | [E | []]]]; injection E as <- <-; split; spots; auto; f_equal; lia.
  Qed.
  Lemma kinds v : (exists i j, v = (i, j) /\ mirrored i j) \/ (exists u, paired u v \/ paired v u) \/ image v = v.
  Proof.
    destruct v as [i j]. unfold mirrored, paired. spots; auto; [left; exists i, j; split; auto; lia | right; left ..].
    - exists (2, 1). right. left. do 2 f_equal; lia.
    - exists (1, 1). left. left. do 2 f_equal; lia.
    - exists (3, 2). right. right. left. do 2 f_equal; lia.
    - exists (3, 1). left. right. left. do 2 f_equal; lia.
    - exists (3, n). right. do 2 right. left. do 2 f_equal; lia.
    - exists (1, n). left. do 2 right. left. do 2 f_equal; lia.
  Qed.
  Lemma back v : image (image v) = v.
  Proof.
    destruct (kinds v) as [(i & j & -> & M) | [(u & [P | P]) | E]].
    - rewrite !reflected by (unfold mirrored in *; lia). f_equal. unfold mirrored in M. lia.
    - apply pairs in P. destruct P as [<- E]. now rewrite E.
    - apply pairs in P. destruct P as [<- E]. now rewrite E.
    - now rewrite !E.
  Qed.
  Lemma image_in v : In v places -> In (image v) places.
  Proof. destruct v as [i j]. rewrite in_yard. intros V. spots; apply in_yard; lia. Qed.
  Lemma inner_image v : inner (image v) -> inner v.
  Proof. destruct v as [i j]. unfold inner. spots; simpl; lia. Qed.
  Lemma beside_image v u : inner v -> side_by_side v u = true -> side_by_side (image v) (image u) = true.
  Proof.
    destruct v as [i j], u as [a b]. unfold inner, side_by_side, next. cbn [fst snd]. intros I S.
    rewrite !reflected by (unfold mirrored; lia). cbn [fst snd]. lia.
  Qed.
  Lemma moved i j : 1 <= i <= 3 -> 1 <= j <= n -> (i, j) <> (1, 2) -> image (i, j) <> (i, j).
  Proof.
    intros I J N. assert (j <> n + 2 - j). { intros E. rewrite (Nat.odd_spec n) in odd. destruct odd as [k K]. lia. }
    assert (i = 1 -> j <> 2) by (intros -> ->; auto). spots; intros [=]; lia.
  Qed.

  (* What is left: all stacks but B1. *)
  Definition board (v : spot) := 1 <= fst v <= 3 /\ 1 <= snd v <= n /\ ~ (fst v = 1 /\ snd v = 2).
  Lemma board_or_not v : board v \/ ~ board v.
  Proof. unfold board. lia. Qed.
  Lemma pair_on_board u v : paired u v -> board u /\ board v.
  Proof. intros [P | [P | [P | []]]]; injection P as <- <-; unfold board; cbn [fst snd]; lia. Qed.
  Lemma board_image v : board v -> board (image v) /\ image v <> v.
  Proof.
    intros B. destruct (kinds v) as [(i & j & -> & M) | [(u & [P | P]) | E]].
    - rewrite reflected by auto. unfold board, mirrored in *. cbn [fst snd] in *. split; [lia |].
      intros [=]. rewrite Nat.odd_spec in odd. destruct odd as [k K]. lia.
    - destruct (pairs _ _ P) as [<- E], (pair_on_board _ _ P) as [B' _]. rewrite E. split; auto.
      destruct P as [P | [P | [P | []]]]; injection P as <- <-; intros [=]; lia.
    - destruct (pairs _ _ P) as [E <-], (pair_on_board _ _ P) as [_ B']. rewrite E. split; auto.
      destruct P as [P | [P | [P | []]]]; injection P as <- <-; intros [=]; lia.
    - exfalso. destruct v as [i j]. unfold board in B. cbn [fst snd] in B.
      revert E. apply moved; [lia | lia |]. intros [=]. lia.
  Qed.
  Lemma beside_an_empty (e : counters spot) v : open_by_need spot places side_by_side (fun _ => 1) e v <->
    exists u, In u places /\ side_by_side v u = true /\ e u = 0.
  Proof.
    unfold open_by_need, empty_neighbours. split.
    - intros L. destruct (filter _ places) as [| u l] eqn:F; [easy |]. exists u.
      assert (I : In u (u :: l)) by apply in_eq. rewrite <- F, filter_In in I. destruct I as [U B]. split; auto. lia.
    - intros (u & U & S & Z). assert (I : In u (filter (fun u => side_by_side v u && (e u =? 0)) places)).
      { apply filter_In. rewrite S, Z. auto. }
      destruct (filter _ places); [easy | simpl; lia].
  Qed.

  Theorem three_rows h c : 1 <= h -> depot_around 3 n c -> (forall i j, 1 <= i <= 3 -> 1 <= j <= n -> c (i, j) = h) ->
    let d := set spot eq_spot c (1, 2) 0 in yard_move 3 n c d /\ loses (yard_move 3 n) normal d.
  Proof.
    intros H D E d. split.
    - constructor; [apply in_yard; lia | | rewrite E; lia]. apply beside_an_empty. exists (0, 2).
      assert (I : In (0, 2) places) by (apply in_yard; lia). split; [auto | split; [reflexivity | apply D; auto]].
    - set (valid := fun e : counters spot => forall u, In u places -> d u = 0 -> e u = 0).
      assert (Out : forall i j, In (i, j) places -> ~ board (i, j) -> d (i, j) = 0).
      { intros i j I N. unfold d, set. destruct (eq_spot _ _) as [| Q]; auto. apply D; auto. apply in_yard in I.
        enough (~ (i = 1 /\ j = 2)) by (unfold board in N; cbn [fst snd] in N; lia).
        intros [-> ->]. now apply Q. }
      assert (Value : forall v, board v -> d v = h).
      { intros [i j] (Bi & Bj & N). cbn [fst snd] in *. unfold d.
        rewrite set_other; [now apply E |]. intros [=]. lia. }
      apply (same_rule spot eq_spot places _ rule valid (yard_once 3 n)).
      + intros e v y V Y u U Z. apply stays_empty; auto.
      + intros e v V I P. rewrite beside_an_empty. split; [intros B _; exact B |]. intros R. destruct v as [i j].
        assert (N : board (i, j)).
        { destruct (board_or_not (i, j)) as [| N]; auto. rewrite V in P; auto. lia. }
        destruct N as (Ni & Nj & _). cbn [fst snd] in Ni, Nj. apply in_yard in I.
        assert (U : forall a b, (a, b) = (1, 2) \/ a = 0 \/ a = 4 \/ b = 0 \/ b = n + 1 -> a < 5 -> b < n + 2 ->
          side_by_side (i, j) (a, b) = true -> exists u, In u places /\ side_by_side (i, j) u = true /\ e u = 0).
        { intros a b K La Lb S. assert (I' : In (a, b) places) by (apply in_yard; lia).
          exists (a, b). split; [auto | split; [auto |]]. apply V; auto.
          apply Out; auto. unfold board. cbn [fst snd]. destruct K as [[=] | K]; lia. }
        destruct (Nat.eq_dec i 1); [apply (U 0 j); unfold side_by_side, next; cbn [fst snd]; lia |].
        destruct (Nat.eq_dec i 3); [apply (U 4 j); unfold side_by_side, next; cbn [fst snd]; lia |].
        destruct (Nat.eq_dec j 1); [apply (U 2 0); unfold side_by_side, next; cbn [fst snd]; lia |].
        destruct (Nat.eq_dec j n); [apply (U 2 (n + 1)); unfold side_by_side, next; cbn [fst snd]; lia |].
        destruct (Nat.eq_dec j 2); [apply (U 1 2); auto; unfold side_by_side, next; cbn [fst snd]; lia |].
        apply R. unfold inner. simpl. lia.
      + intros u _ Z. exact Z.
      + apply (impartial_in_turn _ (Left, d)).
        apply (symmetric_is_lost spot eq_spot places (yard_once 3 n) (fun _ => rule)) with (image := image).
        * intros _ e v u y _ Y R I. destruct (R I) as (w & W & B & Z). exists w. split; [auto | split; auto].
          now apply stays_empty.
        * intros v V. split; [now apply image_in | apply back].
        * intros _ e v Same V R I. apply inner_image in I as I'. destruct (R I') as (u & U & B & Z).
          exists (image u). split; [now apply image_in | split; [now apply beside_image |]]. now rewrite Same.
        * intros v V. destruct (board_or_not v) as [B | B].
          -- destruct (board_image v B) as [B' M]. split; [now rewrite !Value | auto].
          -- assert (Z : d v = 0) by (destruct v as [i j]; auto). split; [| easy].
             destruct (kinds v) as [(i & j & -> & M) | [(u & P) | Q]]; [| | now rewrite Q].
             ++ exfalso. apply B. unfold board. unfold mirrored in M. cbn [fst snd]. lia.
             ++ exfalso. apply B. destruct P as [P | P]; now apply pair_on_board in P.
  Qed.
End ThreeRows.
