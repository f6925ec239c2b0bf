(* Partizan End-Nim (docs/theory/theory.md, section 4; Albert and Nowakowski 2001). *)
Require Import Arith Bool Lia List ZifyBool.
From Nimatron Require Import Game Rows.
Import ListNotations.

(* ---- the game ---- *)
(* Left takes from the leftmost pile, Right from the rightmost; a single pile is both. Whoever
   takes the last counter wins. *)
Inductive move : player * row -> player * row -> Prop :=
| left_lowers x y w : 0 < y < x -> move (Left, x :: w) (Right, y :: w)
| left_clears x w : move (Left, x :: w) (Right, w)
| right_lowers x y w : 0 < y < x -> move (Right, w ++ [x]) (Left, w ++ [y])
| right_clears x w : move (Right, w ++ [x]) (Left, w).

(* Player [who], moving first, wins w. *)
Definition wins_first who w := wins move normal (who, w).

(* ---- the needs: λ and ρ in the proof of Theorem 18 ---- *)
(* The first argument is the number of piles. L*(w·b) = 1 if b < R*(w), else
   b - R*(w) + L*(w) + 1; and the mirror image for R*. *)
Definition need_against pile theirs ours := if pile <? theirs then 1 else pile - theirs + ours + 1.
Fixpoint left_need k (w : row) : nat :=
  match k with
  | 0 => 1
  | S k => let v := removelast w in need_against (last w 0) (right_need k v) (left_need k v)
  end
with right_need k (w : row) : nat :=
  match k with
  | 0 => 1
  | S k => let v := tl w in need_against (hd 0 w) (left_need k v) (right_need k v)
  end.
Definition L_star w := left_need (length w) w.
Definition R_star w := right_need (length w) w.

Lemma L_star_snoc w b : L_star (w ++ [b]) = need_against b (R_star w) (L_star w).
Proof.
  unfold L_star, R_star. rewrite app_length, Nat.add_1_r. simpl.
  now rewrite last_last, removelast_last.
Qed.
Lemma R_star_cons a w : R_star (a :: w) = need_against a (L_star w) (R_star w).
Proof. reflexivity. Qed.

Lemma need_at_least_1 pile theirs ours : 1 <= need_against pile theirs ours.
Proof. unfold need_against. destruct (pile <? theirs); lia. Qed.
Lemma L_star_at_least_1 w : 1 <= L_star w.
Proof. unfold L_star. destruct (length w); [auto | apply need_at_least_1]. Qed.
Lemma R_star_at_least_1 w : 1 <= R_star w.
Proof. unfold R_star. destruct (length w); [auto | apply need_at_least_1]. Qed.

(* Whoever is to move loses. *)
Definition lost (p : player * row) : bool :=
  match p with
  | (_, []) => true
  | (Left, a :: v) => a <? L_star v
  | (Right, w) => last w 0 <? R_star (removelast w)
  end.
Lemma lost_left a v : lost (Left, a :: v) = (a <? L_star v).
Proof. reflexivity. Qed.
Lemma lost_right w b : lost (Right, w ++ [b]) = (b <? R_star w).
Proof.
  unfold lost. destruct (w ++ [b]) eqn:E. now apply app_eq_nil in E.
  now rewrite <- E, last_last, removelast_last.
Qed.

(* ---- the mirror image ---- *)
Definition mirror (p : player * row) := (other (fst p), rev (snd p)).

Lemma mirror_mirror p : mirror (mirror p) = p.
Proof. destruct p as [[] w]; unfold mirror; simpl; now rewrite rev_involutive. Qed.
Lemma mirror_move p q : move p q -> move (mirror p) (mirror q).
Proof.
  destruct 1; unfold mirror; simpl; rewrite ?rev_app_distr; simpl.
  - now apply right_lowers.
  - apply right_clears.
  - now apply left_lowers.
  - apply left_clears.
Qed.
Lemma stars_rev w : L_star (rev w) = R_star w /\ R_star (rev w) = L_star w.
Proof.
  remember (length w) as n eqn:E. revert w E. induction n as [n IH] using lt_wf_ind. intros w ->.
  assert (K : forall a v, length v < length w -> L_star (v ++ [a]) = R_star (a :: rev v)).
  { intros a v L. rewrite L_star_snoc, R_star_cons. now destruct (IH _ L v eq_refl) as [-> ->]. }
  split.
  - destruct w as [| a w]; auto. simpl rev. rewrite K, rev_involutive; auto.
    rewrite rev_length. simpl. lia.
  - destruct w as [| b w _] using rev_ind; auto. rewrite rev_app_distr. simpl.
    rewrite K; auto. rewrite app_length. simpl. lia.
Qed.
Lemma mirror_lost p : lost (mirror p) = lost p.
Proof.
  destruct p as [[] w]; unfold mirror; simpl fst; simpl snd; simpl other.
  - destruct w as [| a w]; auto. simpl rev. rewrite lost_right, lost_left.
    now destruct (stars_rev w) as [_ ->].
  - destruct w as [| b w _] using rev_ind; auto. rewrite rev_app_distr, lost_right. simpl app.
    rewrite lost_left. now destruct (stars_rev w) as [-> _].
Qed.

(* ---- the induction ---- *)
Lemma safe_left w q : positive w -> lost (Left, w) = true -> move (Left, w) q -> lost q = false.
Proof.
  intros P H M. inversion M as [a s v [S A] | a v | |]; subst; rewrite lost_left in H;
    apply positive_cons in P; destruct P as [A1 P]; destruct v as [| b w _] using rev_ind;
    try (unfold L_star in H; simpl in H; lia);
    apply positive_app in P; destruct P as [_ P]; apply positive_cons in P;
    rewrite L_star_snoc in H; unfold need_against in H.
  - change (s :: w ++ [b]) with ((s :: w) ++ [b]). rewrite lost_right, R_star_cons.
    unfold need_against. destruct (Nat.ltb_spec b (R_star w)), (Nat.ltb_spec s (L_star w)); lia.
  - rewrite lost_right. destruct (Nat.ltb_spec b (R_star w)); lia.
Qed.

(* Whoever can win can do so by taking one counter or the whole pile. *)
Lemma reach_left a v : positive (a :: v) -> lost (Left, a :: v) = false ->
  lost (Right, v) = true \/ (2 <= a /\ lost (Right, a - 1 :: v) = true).
Proof.
  intros P H. rewrite lost_left in H. destruct v as [| b w _] using rev_ind; auto.
  change (a - 1 :: w ++ [b]) with ((a - 1 :: w) ++ [b]). rewrite !lost_right, R_star_cons.
  rewrite L_star_snoc in H. unfold need_against in *. pose proof (L_star_at_least_1 w).
  destruct (Nat.ltb_spec b (R_star w)), (Nat.ltb_spec (a - 1) (L_star w)); lia.
Qed.

Definition valid (p : player * row) := positive (snd p).
Lemma goes_down p q : valid p -> move p q -> valid q /\ list_sum (snd q) < list_sum (snd p).
Proof.
  unfold valid. intros P M. destruct M; simpl in *;
    rewrite ?list_sum_app, ?positive_app, ?positive_cons in *; simpl; intuition lia.
Qed.

Lemma safe p q : valid p -> lost p = true -> move p q -> lost q = false.
Proof.
  intros V H M. destruct p as [[] w]. { now apply (safe_left w). }
  rewrite <- mirror_lost in *. apply (safe_left (rev w)); auto using positive_rev.
  now apply mirror_move in M.
Qed.
Lemma reach p : valid p -> lost p = false -> exists q, move p q /\ lost q = true.
Proof.
  assert (K : forall w, positive w -> lost (Left, w) = false ->
    exists q, move (Left, w) q /\ lost q = true).
  { intros [| a v] P H. discriminate. destruct (reach_left a v P H) as [Q | [A Q]].
    - exists (Right, v). split; auto. apply left_clears.
    - exists (Right, a - 1 :: v). split; auto. apply left_lowers. lia. }
  intros V H. destruct p as [[] w]. { now apply K. }
  rewrite <- mirror_lost in H. destruct (K (rev w)) as (q & M & Q); auto using positive_rev.
  exists (mirror q). rewrite mirror_lost. split; auto. apply mirror_move in M.
  unfold mirror in M at 1. simpl in M. now rewrite rev_involutive in M.
Qed.

Lemma lost_is_right p : valid p -> right_at move normal lost p.
Proof.
  apply judge with (size := fun p => list_sum (snd p)).
  - apply goes_down.
  - auto.
  - apply safe.
  - intros r V H. right. now apply reach.
Qed.

(* Theorem 18: the needs by recursion, and what they are for. *)
Theorem needs_recursion w a b :
  L_star [] = 1 /\ R_star [] = 1 /\
  R_star (a :: w) = (if a <? L_star w then 1 else a - L_star w + R_star w + 1) /\
  L_star (w ++ [b]) = (if b <? R_star w then 1 else b - R_star w + L_star w + 1).
Proof. repeat split. apply L_star_snoc. Qed.

Theorem needs_left a v : positive (a :: v) -> (wins_first Left (a :: v) <-> L_star v <= a).
Proof.
  intros P. destruct (lost_is_right (Left, a :: v) P) as [_ W]. unfold wins_first.
  rewrite W, lost_left. apply Nat.ltb_ge.
Qed.
Theorem needs_right v b : positive (v ++ [b]) -> (wins_first Right (v ++ [b]) <-> R_star v <= b).
Proof.
  intros P. destruct (lost_is_right (Right, v ++ [b]) P) as [_ W]. unfold wins_first.
  rewrite W, lost_right. apply Nat.ltb_ge.
Qed.

Definition loses_first who w := loses move normal (who, w).
(* Both at once, of a row of two piles or more. *)
Lemma by_needs a w b : positive (a :: w ++ [b]) ->
  let l := need_against b (R_star w) (L_star w) in
  let r := need_against a (L_star w) (R_star w) in
  (wins_first Left (a :: w ++ [b]) <-> l <= a) /\ (loses_first Left (a :: w ++ [b]) <-> a < l) /\
  (wins_first Right (a :: w ++ [b]) <-> r <= b) /\ (loses_first Right (a :: w ++ [b]) <-> b < r).
Proof.
  intros V l r. destruct (lost_is_right (Left, a :: w ++ [b]) V) as [LL LW].
  destruct (lost_is_right (Right, (a :: w) ++ [b]) V) as [RL RW].
  rewrite lost_left, L_star_snoc in LL, LW. rewrite lost_right, R_star_cons in RL, RW.
  fold l in LL, LW. fold r in RL, RW. unfold wins_first, loses_first. simpl app in *.
  rewrite LL, LW, RL, RW, !Nat.ltb_lt, !Nat.ltb_ge. tauto.
Qed.
Lemma both_ends_positive a w b : positive (a :: w ++ [b]) -> 0 < a /\ positive w /\ 0 < b.
Proof. rewrite positive_cons, positive_app, positive_cons. tauto. Qed.

(* ---- Corollary 19: all winning moves ---- *)
(* Of Left, in a·w·b: to take the whole pile, and to leave s. *)
Corollary left_wins_by_all w b : positive (w ++ [b]) ->
  (loses move normal (Right, w ++ [b]) <-> b < R_star w).
Proof.
  intros V. destruct (lost_is_right (Right, w ++ [b]) V) as [-> _].
  rewrite lost_right. apply Nat.ltb_lt.
Qed.
Corollary left_wins_by_leaving s w b : positive (s :: w ++ [b]) ->
  (loses move normal (Right, s :: w ++ [b]) <->
   if b <? R_star w then L_star w <= s else b - R_star w + L_star w <= s).
Proof.
  intros V. destruct (lost_is_right (Right, s :: w ++ [b]) V) as [-> _].
  change (s :: w ++ [b]) with ((s :: w) ++ [b]). rewrite lost_right, R_star_cons.
  apply positive_cons in V. destruct V as [_ V]. apply positive_app in V.
  destruct V as [_ V]. apply positive_cons in V. pose proof (R_star_at_least_1 w).
  unfold need_against. destruct (Nat.ltb_spec b (R_star w)), (Nat.ltb_spec s (L_star w)); lia.
Qed.
(* Of Right. *)
Corollary right_wins_by_all a w : positive (a :: w) ->
  (loses move normal (Left, a :: w) <-> a < L_star w).
Proof.
  intros V. destruct (lost_is_right (Left, a :: w) V) as [-> _]. apply Nat.ltb_lt.
Qed.
Corollary right_wins_by_leaving a w s : positive (a :: w ++ [s]) ->
  (loses move normal (Left, a :: w ++ [s]) <->
   if a <? L_star w then R_star w <= s else a - L_star w + R_star w <= s).
Proof.
  intros V. destruct (lost_is_right (Left, a :: w ++ [s]) V) as [-> _].
  rewrite lost_left, L_star_snoc. apply positive_cons in V. destruct V as [A V].
  apply positive_app in V. destruct V as [_ V]. apply positive_cons in V.
  pose proof (L_star_at_least_1 w).
  unfold need_against. destruct (Nat.ltb_spec s (R_star w)), (Nat.ltb_spec a (L_star w)); lia.
Qed.

(* Whoever can win can do so by taking the whole pile or one counter. *)
Corollary all_or_one a v : positive (a :: v) -> wins_first Left (a :: v) ->
  loses move normal (Right, v) \/ (2 <= a /\ loses move normal (Right, a - 1 :: v)).
Proof.
  intros V W. apply (lost_is_right (Left, a :: v) V) in W.
  destruct (reach_left a v V W) as [Q | [A Q]]; apply positive_cons in V; destruct V as [_ V].
  - left. now apply (lost_is_right (Right, v) V).
  - right. split; auto. apply (lost_is_right (Right, a - 1 :: v)); auto.
    apply positive_cons. split; auto. lia.
Qed.

(* ---- Corollary 20: the phase diagram ---- *)
(* N, P, L and R. *)
Inductive outcome := NextWins | PreviousWins | LeftWins | RightWins.
Definition has_outcome o w :=
  match o with
  | NextWins => wins_first Left w /\ wins_first Right w
  | PreviousWins => loses_first Left w /\ loses_first Right w
  | LeftWins => wins_first Left w /\ loses_first Right w
  | RightWins => loses_first Left w /\ wins_first Right w
  end.

(* In a·w·b Left has a - L*(w) to spare, or is short, and Right b - R*(w). *)
Definition phase a w b : outcome :=
  match a <? L_star w, b <? R_star w with
  | true, true => NextWins
  | true, false => RightWins
  | false, true => LeftWins
  | false, false =>
      match a - L_star w ?= b - R_star w with
      | Gt => LeftWins | Lt => RightWins | Eq => PreviousWins
      end
  end.

Corollary phase_diagram a w b : positive (a :: w ++ [b]) ->
  has_outcome (phase a w b) (a :: w ++ [b]).
Proof.
  intros V. destruct (by_needs a w b V) as (WL & LL & WR & LR).
  apply both_ends_positive in V. destruct V as (A & _ & B).
  unfold phase, has_outcome, need_against in *.
  destruct (Nat.ltb_spec a (L_star w)), (Nat.ltb_spec b (R_star w));
    [| | | destruct (Nat.compare_spec (a - L_star w) (b - R_star w))];
    rewrite ?WL, ?LL, ?WR, ?LR; lia.
Qed.

(* The outcome of any row. *)
Definition outcome_of (w : row) : outcome :=
  match w with
  | [] => PreviousWins
  | [_] => NextWins
  | a :: v => phase a (removelast v) (last v 0)
  end.
Lemma outcome_of_ends a w b : outcome_of (a :: w ++ [b]) = phase a w b.
Proof.
  unfold outcome_of. destruct (w ++ [b]) eqn:E. now apply app_eq_nil in E.
  now rewrite <- E, last_last, removelast_last.
Qed.

Theorem outcome_is_right w : positive w -> has_outcome (outcome_of w) w.
Proof.
  intros V. destruct w as [| a w].
  - split; now apply (lost_is_right (_, [])).
  - destruct w as [| b w _] using rev_ind.
    + split; [apply (needs_left a []) | apply (needs_right [] a)]; auto;
        apply positive_cons in V; simpl; unfold L_star, R_star; simpl; lia.
    + rewrite outcome_of_ends. now apply phase_diagram.
Qed.

(* ---- Proposition 21: even rows ---- *)
(* A pile at Left's end needs to be above 1 just where Right, moving first, wins the rest. *)
Lemma need_above_1 w : positive w -> w <> [] ->
  (1 < L_star w <-> wins_first Right w) /\ (1 < R_star w <-> wins_first Left w).
Proof.
  intros V N. split.
  - destruct w as [| b w _] using rev_ind. congruence. rewrite (needs_right w b V), L_star_snoc.
    unfold need_against. pose proof (L_star_at_least_1 w). destruct (Nat.ltb_spec b (R_star w)); lia.
  - destruct w as [| a w]. congruence. rewrite (needs_left a w V), R_star_cons.
    unfold need_against. pose proof (R_star_at_least_1 w). destruct (Nat.ltb_spec a (L_star w)); lia.
Qed.

Proposition even_rows w : positive w -> Nat.even (length w) = true -> ~ has_outcome NextWins w.
Proof.
  remember (length w) as n eqn:E. revert w E. induction n as [n IH] using lt_wf_ind.
  intros w -> V Ev [WL WR]. destruct w as [| a w]. { now inversion WL; subst. }
  destruct w as [| b w _] using rev_ind. discriminate.
  destruct (by_needs a w b V) as (NL & _ & NR & _). apply NL in WL. apply NR in WR. clear NL NR.
  apply both_ends_positive in V. destruct V as (A & V & B).
  (* Both are short, so w is N too. *)
  assert (S : 1 < L_star w /\ 1 < R_star w).
  { unfold need_against in *. destruct (Nat.ltb_spec a (L_star w)), (Nat.ltb_spec b (R_star w)); lia. }
  destruct w as [| c w]. { unfold L_star in S. simpl in S. lia. }
  destruct (need_above_1 (c :: w) V) as [NL NR]. discriminate.
  apply (IH (length (c :: w))) with (c :: w); auto.
  - simpl. rewrite app_length. lia.
  - simpl length in Ev. rewrite app_length, Nat.add_1_r in Ev. exact Ev.
  - split; tauto.
Qed.

(* L(v), the least pile a for which a·v is L, and R(v), the least b for which v·b is R. *)
Proposition least_left a w b : positive (a :: w ++ [b]) ->
  (has_outcome LeftWins (a :: w ++ [b]) <->
   (if b <? R_star w then L_star w else L_star (w ++ [b])) <= a).
Proof.
  intros V. destruct (by_needs a w b V) as (WL & _ & _ & LR).
  apply both_ends_positive in V. destruct V as (A & _ & B).
  simpl has_outcome. rewrite WL, LR, L_star_snoc. unfold need_against.
  destruct (Nat.ltb_spec b (R_star w)), (Nat.ltb_spec a (L_star w)); lia.
Qed.
Proposition least_right a w b : positive (a :: w ++ [b]) ->
  (has_outcome RightWins (a :: w ++ [b]) <->
   (if a <? L_star w then R_star w else R_star (a :: w)) <= b).
Proof.
  intros V. destruct (by_needs a w b V) as (_ & LL & WR & _).
  apply both_ends_positive in V. destruct V as (A & _ & B).
  simpl has_outcome. rewrite LL, WR, R_star_cons. unfold need_against.
  destruct (Nat.ltb_spec b (R_star w)), (Nat.ltb_spec a (L_star w)); lia.
Qed.

(* A row of an even number of piles asks for more than 1 at one end at most. *)
Lemma even_needs w : positive w -> Nat.even (length w) = true -> L_star w = 1 \/ R_star w = 1.
Proof.
  intros V E. destruct w as [| c w]. { now left. }
  destruct (need_above_1 (c :: w) V) as [NL NR]. discriminate.
  pose proof (even_rows (c :: w) V E). simpl in H.
  pose proof (L_star_at_least_1 (c :: w)). pose proof (R_star_at_least_1 (c :: w)).
  destruct (Nat.eq_dec (L_star (c :: w)) 1), (Nat.eq_dec (R_star (c :: w)) 1); auto.
  exfalso. apply H. split; [apply NR | apply NL]; lia.
Qed.

(* For odd v they are L*(v) and R*(v). *)
Proposition odd_rows_left a w b : positive (a :: w ++ [b]) -> Nat.even (length w) = true ->
  (has_outcome LeftWins (a :: w ++ [b]) <-> L_star (w ++ [b]) <= a).
Proof.
  intros V E. rewrite least_left, L_star_snoc by assumption. apply both_ends_positive in V.
  destruct V as (A & V & B). pose proof (even_needs w V E). unfold need_against.
  destruct (Nat.ltb_spec b (R_star w)); lia.
Qed.
Proposition odd_rows_right a w b : positive (a :: w ++ [b]) -> Nat.even (length w) = true ->
  (has_outcome RightWins (a :: w ++ [b]) <-> R_star (a :: w) <= b).
Proof.
  intros V E. rewrite least_right, R_star_cons by assumption. apply both_ends_positive in V.
  destruct V as (A & V & B). pose proof (even_needs w V E). unfold need_against.
  destruct (Nat.ltb_spec a (L_star w)); lia.
Qed.

(* Thresholds that Albert and Nowakowski print. *)
Example threshold_1 : R_star [1; 5; 3; 3; 2] = 11 /\ R_star [1; 5; 2; 3; 2] = 2.
Proof. now split. Qed.
Example threshold_2 : L_star [3; 5; 5; 5; 1] = 14 /\ R_star [3; 5; 5; 5; 1] = 18.
Proof. now split. Qed.
