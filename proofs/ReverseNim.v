(* The eight versions of Nim (docs/theory/theory.md, section 2; Holshouser and Reiter). *)
Require Import Arith Bool Lia List ZifyBool.
From Nimatron Require Import Bits Game Piles Nim.
Import ListNotations.

(* ---- the games ---- *)
(* A turn has an owner and two decisions: from which pile, and how many counters leave it. *)
Inductive role := Owner | Opponent.
Record version := { pile_by : role; number_by : role; last_loses : bool }.

(* The half-moves, as they are played: a pile is named, and a number is said. [Named l x r] is
   the board l ++ x :: r with its pile x named. *)
Inductive position := Board (b : list nat) | Named (l : list nat) (x : nat) (r : list nat).
(* With the owner of the turn. *)
Definition state := (player * position)%type.

Inductive half_move : state -> state -> Prop :=
| name o l x r : 0 < x -> half_move (o, Board (l ++ x :: r)) (o, Named l x r)
| say o l x r y : y < x -> half_move (o, Named l x r) (other o, Board (l ++ y :: r)).

Definition player_of r o := match r with Owner => o | Opponent => other o end.
Definition decider v (s : state) :=
  match s with
  | (o, Board _) => player_of (pile_by v) o
  | (o, Named _ _ _) => player_of (number_by v) o
  end.
(* The turn before emptied the board. *)
Inductive has_won v : player -> state -> Prop :=
| emptied o b : Forall (eq 0) b -> has_won v (if last_loses v then o else other o) (o, Board b).

(* [forces v who s]: who wins, whatever the other player does. *)
Inductive forces v (who : player) : state -> Prop :=
| over s : has_won v who s -> forces v who s
| chooses s t : decider v s = who -> half_move s t -> forces v who t -> forces v who s
| suffers s : decider v s = other who -> (exists t, half_move s t) ->
    (forall t, half_move s t -> forces v who t) -> forces v who s.

Lemma other_is_not o : other o <> o.
Proof. now destruct o. Qed.

Lemma emptied_has_no_move v who s t : has_won v who s -> ~ half_move s t.
Proof.
  intros [o b E] M. inversion M; subst. apply Forall_app in E. destruct E as [_ E].
  inversion E. lia.
Qed.
Lemma one_winner v who who' s : has_won v who s -> has_won v who' s -> who = who'.
Proof. destruct 1. now inversion 1. Qed.
Lemma not_both_force v who s : forces v who s -> ~ forces v (other who) s.
Proof.
  intros F. induction F as [s W | s t D M F IH | s D (t & M) F IH]; intros G.
  - destruct G as [s W' | s t D M G | s D (t & M) G]; try now apply (emptied_has_no_move v who s t).
    pose proof (one_winner _ _ _ _ W W') as E. symmetry in E. now apply other_is_not in E.
  - destruct G as [s W | s t' D' M' G | s D' X G].
    + now apply (emptied_has_no_move v (other who) s t).
    + rewrite D in D'. symmetry in D'. now apply other_is_not in D'.
    + now apply IH, G.
  - destruct G as [s W | s t' D' M' G | s D' X G].
    + now apply (emptied_has_no_move v (other who) s t).
    + now apply (IH t').
    + rewrite D in D'. rewrite other_other in D'. now apply other_is_not in D'.
Qed.

(* The owner loses if [lost b], else wins. *)
Definition outcome_is v b (lost : bool) := forall o,
  (forces v (other o) (o, Board b) <-> lost = true) /\
  (forces v o (o, Board b) <-> lost = false).
Lemma outcome_by v b (lost : bool) : (forall o, forces v (if lost then other o else o) (o, Board b)) ->
  outcome_is v b lost.
Proof.
  intros F o. specialize (F o). pose proof (not_both_force v o (o, Board b)).
  destruct lost; intuition congruence.
Qed.

(* ---- duality ---- *)
Definition swap r := match r with Owner => Opponent | Opponent => Owner end.
Definition dual v :=
  {| pile_by := swap (pile_by v); number_by := swap (number_by v);
     last_loses := negb (last_loses v) |}.

(* The same person decides, and wins, where in the dual the other player owns the turn. *)
Definition mirror (s : state) : state := (other (fst s), snd s).
Lemma dual_dual v : dual (dual v) = v.
Proof. destruct v as [[] [] []]; reflexivity. Qed.
Lemma mirror_mirror s : mirror (mirror s) = s.
Proof. destruct s. unfold mirror. simpl. now rewrite other_other. Qed.
Lemma same_decider v s : decider (dual v) (mirror s) = decider v s.
Proof. destruct s as [o []]; simpl; destruct (pile_by v), (number_by v); simpl; auto using other_other. Qed.
Lemma same_half_moves s t : half_move s t -> half_move (mirror s) (mirror t).
Proof. destruct 1; now constructor. Qed.
Lemma same_winner v who s : has_won v who s -> has_won (dual v) who (mirror s).
Proof.
  intros [o b E]. pose proof (emptied (dual v) (other o) b E) as W. simpl in W.
  rewrite other_other in W. unfold mirror. simpl. now destruct (last_loses v).
Qed.
Lemma dual_forces v who s : forces v who s -> forces (dual v) who (mirror s).
Proof.
  intros F. induction F as [s W | s t D M F IH | s D (t & M) F IH].
  - now apply over, same_winner.
  - apply chooses with (mirror t); auto using same_half_moves. now rewrite same_decider.
  - apply suffers.
    + now rewrite same_decider.
    + exists (mirror t). now apply same_half_moves.
    + intros u N. rewrite <- (mirror_mirror u). apply IH.
      apply same_half_moves in N. now rewrite mirror_mirror in N.
Qed.

(* Theorem 5. *)
Theorem duality v who o p : forces v who (o, p) <-> forces (dual v) who (other o, p).
Proof.
  split; intros F; apply dual_forces in F; auto.
  unfold mirror in F. simpl in F. now rewrite dual_dual, other_other in F.
Qed.

(* ---- which boards are lost: the table of Theorem 6 ---- *)
(* u, the number of piles of 1; g >= 1 is [large b = true], and n is [nim_sum b]. *)
Definition ones b := count_occ Nat.eq_dec b 1.
Definition lost v b : bool :=
  match pile_by v, number_by v, last_loses v with
  | Owner, Owner, false => nim_sum b =? 0
  | Owner, Owner, true => if large b then nim_sum b =? 0 else nim_sum b =? 1
  | Owner, Opponent, false => Nat.even (ones b)
  | Owner, Opponent, true => if large b then Nat.even (ones b) else Nat.odd (ones b)
  | Opponent, Owner, false => if large b then Nat.odd (ones b) else Nat.even (ones b)
  | Opponent, Owner, true => Nat.odd (ones b)
  | Opponent, Opponent, false => if large b then negb (nim_sum b =? 0) else nim_sum b =? 0
  | Opponent, Opponent, true => negb (nim_sum b =? 0)
  end.

Lemma lost_dual v b : lost (dual v) b = negb (lost v b).
Proof.
  pose proof (small_nim_sum b).
  destruct v as [[] [] []]; unfold lost; simpl; rewrite <- ?Nat.negb_even; destruct (large b);
    destruct (Nat.even (ones b)); auto; lia.
Qed.

Lemma empty_dec b : {Forall (eq 0) b} + {~ Forall (eq 0) b}.
Proof. apply Forall_dec, Nat.eq_dec. Qed.
Lemma not_empty b : ~ Forall (eq 0) b -> exists l x r, b = l ++ x :: r /\ 0 < x.
Proof.
  intros N. apply neg_Forall_Exists_neg in N; [| apply Nat.eq_dec]. apply Exists_exists in N.
  destruct N as (x & I & X). apply in_split in I. destruct I as (l & r & E).
  exists l, x, r. split; auto. lia.
Qed.

(* ---- a named pile ---- *)
Definition is_owner r := match r with Owner => true | Opponent => false end.
(* Whoever says the number has one that wins: the owner if the board left is lost for the next
   owner, the opponent, who is the next owner, if it is not. *)
Definition wins_by_leaving v (lost : list nat -> bool) l r y :=
  eqb (lost (l ++ y :: r)) (is_owner (number_by v)).
Definition has_number v lost l x r := existsb (wins_by_leaving v lost l r) (seq 0 x).

(* [lost b] is right. *)
Definition right_for v (lost : list nat -> bool) b :=
  forall o, forces v (if lost b then other o else o) (o, Board b).

Lemma named_forces v lost l x r o : 0 < x ->
  (forall y, y < x -> right_for v lost (l ++ y :: r)) ->
  let d := player_of (number_by v) o in
  forces v (if has_number v lost l x r then d else other d) (o, Named l x r).
Proof.
  intros X F d.
  assert (W : forall y, y < x -> forces v (if wins_by_leaving v lost l r y then d else other d)
    (other o, Board (l ++ y :: r))).
  { intros y Y. specialize (F y Y (other o)). unfold wins_by_leaving, d.
    destruct (number_by v), (lost (l ++ y :: r)); simpl; now rewrite ?other_other in *. }
  unfold has_number. destruct (existsb _ _) eqn:E.
  - apply existsb_exists in E. destruct E as (y & I & E). apply in_seq in I.
    apply chooses with (other o, Board (l ++ y :: r)); auto. { constructor. lia. }
    specialize (W y). rewrite E in W. apply W. lia.
  - apply suffers.
    + symmetry. apply other_other.
    + exists (other o, Board (l ++ 0 :: r)). now constructor.
    + intros t T. inversion T as [| o' l' x' r' y Y]; subst. specialize (W y Y).
      destruct (wins_by_leaving v lost l r y) eqn:K; auto. exfalso.
      rewrite <- not_true_iff_false in E. apply E, existsb_exists. exists y. rewrite in_seq. auto with arith.
Qed.

(* ---- the versions in which the owner names the pile ---- *)
(* The owner of the turn wins once the pile x is named. *)
Definition good_name v lost l x r := eqb (has_number v lost l x r) (is_owner (number_by v)).

Section OwnerNames.
  Variable v : version.
  Hypothesis owner_names : pile_by v = Owner.
  Variable lost : list nat -> bool.
  Hypothesis at_end : forall b, Forall (eq 0) b -> lost b = negb (last_loses v).
  Hypothesis safe : forall l x r, 0 < x ->
    lost (l ++ x :: r) = true -> good_name v lost l x r = false.
  Hypothesis reach : forall b, ~ Forall (eq 0) b -> lost b = false ->
    exists l x r, b = l ++ x :: r /\ 0 < x /\ good_name v lost l x r = true.

  Lemma named_for_owner l x r o : 0 < x ->
    (forall y, y < x -> right_for v lost (l ++ y :: r)) ->
    forces v (if good_name v lost l x r then o else other o) (o, Named l x r).
  Proof.
    intros X F. pose proof (named_forces v lost l x r o X F) as N. simpl in N. unfold good_name.
    destruct (number_by v), (has_number v lost l x r); simpl in *; now rewrite ?other_other in *.
  Qed.

  Lemma judge_turns b : right_for v lost b.
  Proof.
    remember (list_sum b) as n eqn:E. revert b E. induction n as [n IH] using lt_wf_ind.
    intros b -> o.
    assert (N : forall l x r, b = l ++ x :: r -> 0 < x ->
      forces v (if good_name v lost l x r then o else other o) (o, Named l x r)).
    { intros l x r -> X. apply named_for_owner; auto. intros y Y.
      apply (IH (list_sum (l ++ y :: r))); auto. rewrite !list_sum_app. simpl. lia. }
    destruct (empty_dec b) as [Z | Z].
    - rewrite (at_end b Z). pose proof (emptied v o b Z) as W.
      apply over. now destruct (last_loses v).
    - destruct (lost b) eqn:L.
      + apply suffers.
        * simpl. now rewrite owner_names, other_other.
        * destruct (not_empty b Z) as (l & x & r & -> & X). exists (o, Named l x r). now constructor.
        * intros t T. inversion T as [o' l x r X |]; subst. specialize (N l x r eq_refl X).
          now rewrite safe in N.
      + destruct (reach b Z L) as (l & x & r & -> & X & G).
        apply chooses with (o, Named l x r).
        * simpl. now rewrite owner_names.
        * now constructor.
        * specialize (N l x r eq_refl X). now rewrite G in N.
  Qed.
End OwnerNames.

(* ---- lines 1 and 2: the owner decides both, and plays Nim ---- *)
Definition plain m := {| pile_by := Owner; number_by := Owner; last_loses := m |}.

Lemma good_name_in_nim m lost l x r :
  good_name (plain m) lost l x r = true <-> exists y, y < x /\ lost (l ++ y :: r) = true.
Proof.
  unfold good_name, has_number. simpl is_owner. rewrite eqb_true_iff, existsb_exists. split.
  - intros (y & I & E). apply in_seq in I. apply eqb_prop in E. exists y. split; [lia | auto].
  - intros (y & Y & E). exists y. rewrite in_seq. split; [lia |]. unfold wins_by_leaving.
    now rewrite E.
Qed.

Lemma nim_line (m : bool) L : (forall b, right_at nim (if m then misere nim else normal) L b) ->
  forall b, right_for (plain m) L b.
Proof.
  intros R. apply judge_turns; auto.
  - (* The empty board. *)
    intros b E. destruct (R b) as [RL RW].
    assert (F : misere nim b).
    { intros b' M. destruct M as [l x new r [z y Y]]. apply Forall_app in E.
      destruct E as [_ E]. inversion E. lia. }
    destruct m; simpl.
    + apply RW. now apply wins_at_end.
    + apply RL. constructor; auto. intros b' M. now apply F in M.
  - intros l x r X E. apply not_true_is_false. intros G. apply good_name_in_nim in G.
    destruct G as (y & Y & E'). apply R in E, E'. inversion E as [c _ W EQ]; subst.
    apply (not_both _ _ _ _ (W (l ++ [y] ++ r) (on_pile takes l x [y] r (take x y Y))) E').
  - intros b N E. apply R in E. inversion E as [c F | c b' M F]; subst; clear E.
    + exfalso. destruct m; [| exact F]. destruct (not_empty b N) as (l & x & r & -> & X).
      apply (F (l ++ [0] ++ r)). constructor. now constructor.
    + apply R in F. destruct M as [l x new r [z y Y]]. exists l, z, r. repeat split; auto. lia.
      apply good_name_in_nim. exists y. auto.
Qed.

(* ---- lines 3 and 4: the owner names the pile, the opponent says the number ---- *)
Definition move_reverse m := {| pile_by := Owner; number_by := Opponent; last_loses := m |}.

Lemma good_name_reversed m lost l x r :
  good_name (move_reverse m) lost l x r = true <-> forall y, y < x -> lost (l ++ y :: r) = true.
Proof.
  unfold good_name, has_number. simpl is_owner. rewrite eqb_true_iff.
  rewrite <- not_true_iff_false, existsb_exists. unfold wins_by_leaving. simpl is_owner. split.
  - intros N y Y. destruct (lost (l ++ y :: r)) eqn:E; auto. exfalso. apply N.
    exists y. rewrite in_seq, E. split; [lia | auto].
  - intros A (y & I & E). apply in_seq in I. rewrite A in E by lia. discriminate.
Qed.

Lemma ones_middle l x r : ones (l ++ x :: r) = (if x =? 1 then 1 else 0) + ones (l ++ r).
Proof.
  unfold ones. rewrite !count_occ_app. simpl. destruct (Nat.eq_dec x 1) as [-> |]; simpl. lia.
  now rewrite (proj2 (Nat.eqb_neq x 1)).
Qed.
Lemma even_ones l x r : Nat.even (ones (l ++ x :: r)) = xorb (x =? 1) (Nat.even (ones (l ++ r))).
Proof.
  rewrite ones_middle. destruct (x =? 1); simpl plus.
  - now rewrite Nat.even_succ, <- Nat.negb_even.
  - symmetry. apply xorb_false_l.
Qed.
Lemma empty_counts b : Forall (eq 0) b -> ones b = 0 /\ large b = false.
Proof. induction 1 as [| x b <- _ IH]; auto. Qed.
Lemma has_one b : ones b <> 0 -> exists l r, b = l ++ 1 :: r.
Proof. intros N. apply in_split, (count_occ_In Nat.eq_dec). unfold ones in N. lia. Qed.
Lemma small_has_one b : ~ Forall (eq 0) b -> large b = false -> ones b <> 0.
Proof.
  intros N S. destruct (not_empty b N) as (l & x & r & -> & X). rewrite large_middle in S.
  rewrite ones_middle. destruct (Nat.eqb_spec x 1); lia.
Qed.

(* The opponent's answer: all of a pile of 1, and all but 1 of a larger one; but all of the
   last larger one in misere play. *)
Definition answer (m : bool) l x r := if (x =? 1) || m && negb (large (l ++ r)) then 0 else 1.

Lemma move_reverse_line m b : right_for (move_reverse m) (lost (move_reverse m)) b.
Proof.
  apply judge_turns; auto.
  - intros c E. destruct (empty_counts c E) as [O L]. unfold lost. simpl. rewrite O, L. now destruct m.
  - intros l x r X E. apply not_true_is_false. intros G.
    rewrite good_name_reversed in G.
    assert (A : answer m l x r < x).
    { unfold answer. destruct (Nat.eqb_spec x 1), m, (large (l ++ r)); simpl; lia. }
    specialize (G _ A). unfold answer, lost in *. cbn [pile_by number_by last_loses move_reverse] in *.
    rewrite <- ?Nat.negb_even, !even_ones, !large_middle in *.
    destruct m, (Nat.eqb_spec x 1), (Nat.leb_spec 2 x), (large (l ++ r)),
      (Nat.even (ones (l ++ r))); discriminate || lia.
  - intros c N E.
    assert (O : ones c <> 0).
    { intros O. unfold lost in E. simpl in E. rewrite O in E. destruct m; [| discriminate].
      destruct (large c) eqn:L; [discriminate |]. now apply (small_has_one c). }
    destruct (has_one c O) as (l & r & ->). exists l, 1, r. repeat split; auto.
    apply good_name_reversed. intros y Y. assert (y = 0) as -> by lia.
    unfold lost in *. cbn [pile_by number_by last_loses move_reverse] in *.
    rewrite <- ?Nat.negb_even, !even_ones, !large_middle in *.
    now destruct m, (large (l ++ r)), (Nat.even (ones (l ++ r))).
Qed.

(* ---- all eight lines ---- *)
Lemma all_lines v b : right_for v (lost v) b.
Proof.
  assert (D : forall v b, right_for (dual v) (lost (dual v)) b -> right_for v (lost v) b).
  { clear. intros v b R o. specialize (R (other o)). apply dual_forces in R.
    rewrite dual_dual, lost_dual in R. unfold mirror in R. simpl in R.
    destruct (lost v b); simpl in R; now rewrite ?other_other in R. }
  destruct v as [[] [] m].
  - apply (nim_line m). intros c. destruct m; [apply bouton_misere | apply bouton].
  - apply move_reverse_line.
  - apply D. destruct m; apply move_reverse_line.
  - apply D. apply (nim_line (negb m)). intros c. destruct m; [apply bouton | apply bouton_misere].
Qed.

(* Theorem 6: the owner of the turn loses if [lost v b], and else wins. *)
Theorem eight_versions v b : outcome_is v b (lost v b).
Proof. apply outcome_by, all_lines. Qed.

(* Between the half-moves: whoever says the number wins if and only if there is one that leaves
   a board that is lost, or won, for the next owner. *)
Theorem eight_versions_named v l x r o : 0 < x ->
  let d := player_of (number_by v) o in
  (forces v d (o, Named l x r) <-> has_number v (lost v) l x r = true) /\
  (forces v (other d) (o, Named l x r) <-> has_number v (lost v) l x r = false).
Proof.
  intros X d.
  pose proof (named_forces v (lost v) l x r o X (fun y _ => all_lines v (l ++ y :: r))) as F.
  pose proof (not_both_force v d (o, Named l x r)) as N. fold d in F.
  destruct (has_number v (lost v) l x r); intuition congruence.
Qed.

(* Corollary 7: in the versions in which both players decide, 2 and more left are the same. *)
Corollary what_a_number_does v l r y : pile_by v <> number_by v -> 2 <= y ->
  lost v (l ++ y :: r) = lost v (l ++ 2 :: r).
Proof.
  intros B Y. unfold lost. rewrite <- !Nat.negb_even, !even_ones, !large_middle.
  rewrite (proj2 (Nat.leb_le 2 y) Y), (proj2 (Nat.eqb_neq y 1)) by lia.
  now destruct (pile_by v), (number_by v), (last_loses v).
Qed.
