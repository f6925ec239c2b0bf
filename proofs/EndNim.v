(* End-Nim, misère End-Nim and Loop End-Nim (docs/theory/theory.md, section 3; Albert and Nowakowski
   2001, Theorem 2; Cairns and Ho 2011). *)
Require Import Arith Bool Lia List ZifyBool.
From Nimatron Require Import Game Sums Tame Rows.
Import ListNotations.

(* ---- the games ---- *)
Inductive move : row -> row -> Prop :=
| lower_left x y w : 0 < y < x -> move (x :: w) (y :: w)
| clear_left x w : move (x :: w) w
| lower_right x y w : 0 < y < x -> move (w ++ [x]) (w ++ [y])
| clear_right x w : move (w ++ [x]) w.

(* Whoever takes the last counter wins, or loses, or whoever leaves a single pile wins. *)
Inductive version := Normal | Misere | Loop.
(* In the loop game a single pile is finished. *)
Definition loop_move w w' := move w w' /\ 2 <= length w.
Definition moves v := match v with Loop => loop_move | _ => move end.
Definition end_won v := match v with Misere => misere move | _ => normal end.
(* No row of the loop game is empty. *)
Definition valid v w := positive w /\ (v = Loop -> w <> []).

(* The moves of all three, for proofs about all three at once. *)
Definition move_in v w w' := move w w' /\ (v = Loop -> 2 <= length w).
Lemma moves_are v w w' : moves v w w' <-> move_in v w w'.
Proof. unfold move_in. destruct v; simpl; unfold loop_move; intuition discriminate. Qed.

(* ---- the predicate of Theorems 9 and 10 ---- *)
(* The left count: the number of equal piles that stand together at the left end, plus 1 if
   the pile beyond them is higher. The right count is that of the row read backwards. *)
Fixpoint left_count (w : row) : nat :=
  match w with
  | x :: (y :: _) as t =>
      match x ?= y with Eq => S (left_count t) | Lt => 2 | Gt => 1 end
  | _ => length w
  end.
(* An even count is a cell in the top row of Albert and Nowakowski's picture. *)
Definition top w := Nat.even (left_count w).

(* Ends of x and y, and whether their counts are even. *)
Definition ends_lost x (s : bool) y (t : bool) : bool :=
  (x =? y) && eqb s t || (y =? S x) && negb s && t || (x =? S y) && s && negb t.

(* k equal piles of f are lost if k is even; where [odd_lost v f], if k is odd. *)
Definition odd_lost v f := match v with Normal => false | Misere => f =? 1 | Loop => true end.
Definition lost v (w : row) : bool :=
  if constant w then xorb (odd_lost v (hd 1 w)) (Nat.even (length w))
  else ends_lost (hd 0 w) (top w) (last w 0) (top (rev w)).

(* ---- the counts of longer rows ---- *)
(* In x·w the left count is 2 if x < f, 1 if x > f and c + 1 if x = f, where f is the left end
   of w and c its left count. [cell] is the parity of this. *)
Definition cell x f (c_even : bool) := (x <? f) || (x =? f) && negb c_even.

Lemma top_cons x w : w <> [] -> top (x :: w) = cell x (hd 0 w) (top w).
Proof.
  destruct w as [| y w]; [congruence | intros _]. unfold top, cell.
  change (left_count (x :: y :: w))
    with (match x ?= y with Eq => S (left_count (y :: w)) | Lt => 2 | Gt => 1 end).
  simpl hd. destruct (Nat.compare_spec x y) as [<- | L | L].
  - now rewrite Nat.even_succ, <- Nat.negb_even, Nat.ltb_irrefl, Nat.eqb_refl.
  - now rewrite (proj2 (Nat.ltb_lt x y) L).
  - simpl Nat.even. lia.
Qed.
(* What is beyond a pile that differs does not count. *)
Lemma top_app u v : constant u = false -> top (u ++ v) = top u.
Proof.
  induction u as [| x [| y u] IH]; try discriminate. rewrite constant_cons. intros H.
  rewrite (top_cons x (y :: u)) by discriminate. simpl app. rewrite top_cons by discriminate.
  unfold cell. simpl hd. destruct (x =? y); auto. simpl in H. now rewrite <- IH.
Qed.

Lemma ends_lost_mirror x s y t : ends_lost y t x s = ends_lost x s y t.
Proof. unfold ends_lost. destruct s, t; lia. Qed.
Lemma lost_repeat v x k : lost v (repeat x (S k)) = xorb (odd_lost v x) (Nat.even (S k)).
Proof. unfold lost. now rewrite constant_repeat, repeat_length. Qed.
Lemma lost_rev v w : lost v (rev w) = lost v w.
Proof.
  unfold lost. rewrite constant_rev. destruct (constant w) eqn:C.
  - destruct w as [| x w]; auto. now rewrite (constant_is_repeat w x C), rev_repeat.
  - now rewrite hd_rev, last_rev, rev_involutive, ends_lost_mirror.
Qed.
(* u·y, with the right end y. *)
Lemma lost_snoc v u y : constant u = false ->
  lost v (u ++ [y]) = ends_lost (hd 0 u) (top u) y (cell y (last u 0) (top (rev u))).
Proof.
  intros C. pose proof (not_constant_not_empty u C) as N. unfold lost.
  rewrite constant_app, hd_app, last_last, top_app, rev_app_distr by assumption.
  simpl app. now rewrite top_cons, hd_rev by now apply rev_not_empty.
Qed.
Lemma lost_cons v u x : constant u = false ->
  lost v (x :: u) = ends_lost x (cell x (hd 0 u) (top u)) (last u 0) (top (rev u)).
Proof.
  intros C. rewrite <- lost_rev. simpl rev. rewrite lost_snoc by now rewrite constant_rev.
  now rewrite hd_rev, last_rev, rev_involutive, ends_lost_mirror.
Qed.
Lemma lost_differs v x k y : x <> y -> lost v (repeat x (S k) ++ [y]) = false.
Proof.
  intros D. unfold lost. rewrite constant_snoc, (proj2 (Nat.eqb_neq x y) D).
  rewrite last_last, rev_app_distr, rev_repeat. simpl app. rewrite (top_cons y) by discriminate.
  simpl hd. unfold ends_lost, cell. destruct (top (x :: repeat x k ++ [y])), (top (x :: repeat x k)); lia.
Qed.

(* ---- moves at the right end; those at the left are these, of the row read backwards ---- *)
Inductive right_move : row -> row -> Prop :=
| right_lower x y w : 0 < y < x -> right_move (w ++ [x]) (w ++ [y])
| right_clear x w : right_move (w ++ [x]) w.

Lemma move_cases w w' : move w w' -> right_move w w' \/ right_move (rev w) (rev w').
Proof. destruct 1; simpl; [right | right | left | left]; now constructor. Qed.
Lemma move_rev w w' : move w w' -> move (rev w) (rev w').
Proof.
  destruct 1; simpl; rewrite ?rev_app_distr; simpl.
  - now apply lower_right.
  - apply clear_right.
  - now apply lower_left.
  - apply clear_left.
Qed.

(* ---- no lost row has a lost option ---- *)
Lemma safe_ends x s y b t : ends_lost x s y (cell y b t) = true ->
  (forall y', y' < y -> ends_lost x s y' (cell y' b t) = false) /\ ends_lost x s b t = false.
Proof. unfold ends_lost, cell. destruct s, t; split; intros; lia. Qed.

Lemma safe_one_pile v x w' : move_in v [x] w' -> lost v [x] = true -> lost v w' = false.
Proof.
  intros [M L] H. unfold lost in H. simpl in H. destruct v; simpl in H; try discriminate.
  - rewrite xorb_false_r in H. apply Nat.eqb_eq in H. subst x.
    apply move_cases in M. destruct M as [M | M]; simpl in M.
    + inversion M as [z y u K E | z u E]; apply (app_inj_tail _ []) in E; destruct E; subst; [lia | auto].
    + inversion M as [z y u K E E2 | z u E E2]; apply (app_inj_tail _ []) in E; destruct E; subst.
      lia. destruct w' as [| a w']; auto. symmetry in E2. now apply app_eq_nil in E2.
  - specialize (L eq_refl). simpl in L. lia.
Qed.

Lemma safe_right v u x : u <> [] -> lost v (u ++ [x]) = true ->
  (forall y, y < x -> lost v (u ++ [y]) = false) /\ lost v u = false.
Proof.
  intros N H. destruct (constant u) eqn:C.
  - (* u is equal piles of z, and x = z. *)
    destruct u as [| z u]; [congruence |]. rewrite (constant_is_repeat u z C) in *.
    destruct (Nat.eq_dec z x) as [<- | Z]; [| rewrite lost_differs in H; congruence].
    split. { intros y L. apply lost_differs. lia. }
    rewrite repeat_snoc, lost_repeat, Nat.even_succ, <- Nat.negb_even in H. rewrite lost_repeat.
    now destruct (odd_lost v z), (Nat.even (S (length u))).
  - rewrite lost_snoc in H by assumption. apply safe_ends in H. destruct H as [H1 H2]. split.
    + intros y L. rewrite lost_snoc by assumption. now apply H1.
    + unfold lost. now rewrite C.
Qed.

Lemma safe v w w' : move_in v w w' -> lost v w = true -> lost v w' = false.
Proof.
  intros M H. assert (length w <= 1 \/ 2 <= length w) as [L | L] by lia.
  - destruct w as [| x [| y w]]; simpl in L; try lia; [| now apply (safe_one_pile v x w')].
    destruct M as [M _]. inversion M; now destruct w.
  - assert (K : forall w w', 2 <= length w -> right_move w w' -> lost v w = true -> lost v w' = false).
    { clear. intros w w' L M H.
      assert (N : forall u (x : nat), 2 <= length (u ++ [x]) -> u <> []) by (intros [] x; simpl; easy || lia).
      destruct M; eapply safe_right in H; eauto; destruct H; auto. apply H. lia. }
    destruct M as [M _]. destruct (move_cases _ _ M) as [R | R].
    + eapply K; eauto.
    + rewrite <- lost_rev. apply (K (rev w)); auto. now rewrite rev_length. now rewrite lost_rev.
Qed.

(* ---- every other row has a lost option ---- *)
Definition good v w := exists w', move_in v w w' /\ lost v w' = true.

Lemma good_rev v w : good v (rev w) -> good v w.
Proof.
  intros (w' & [M L] & H). exists (rev w'). rewrite lost_rev. repeat split; auto.
  - rewrite <- (rev_involutive w). now apply move_rev.
  - intros E. rewrite <- rev_length. now apply L.
Qed.

(* Ends x <= y with inner piles beside them; y is the one to be lowered or cleared. *)
Ltac leave_pile v := left; exists v; split; [lia | unfold ends_lost, cell; lia].
Ltac leave_nothing := right; unfold ends_lost; lia.
Lemma reach_right_end x s y b t : 0 < x -> 0 < b -> x <= y ->
  ends_lost x s y (cell y b t) = false -> (y = x -> s = true) ->
  (exists y', 0 < y' < y /\ ends_lost x s y' (cell y' b t) = true) \/ ends_lost x s b t = true.
Proof.
  intros X B L H E. destruct (Nat.eq_dec x y) as [<- | N].
  - rewrite E in * by reflexivity. clear E.
    destruct t, (lt_eq_lt_dec b x) as [[M | M] | M];
      try (exfalso; unfold ends_lost, cell in H; lia).
    + leave_pile (x - 1).
    + leave_nothing.
    + destruct (Nat.eq_dec (S b) x); [leave_nothing | leave_pile (x - 1)].
  - clear E. assert (x < y) by lia. destruct s.
    + clear H. destruct t, (lt_eq_lt_dec b x) as [[M | M] | M].
      * leave_pile (x - 1).
      * leave_nothing.
      * leave_pile x.
      * destruct (Nat.eq_dec (S b) x); [leave_nothing | leave_pile (x - 1)].
      * leave_pile x.
      * leave_pile x.
    + destruct t, (lt_eq_lt_dec b x) as [[M | M] | M]; try (clear H; leave_pile x).
      * destruct (Nat.eq_dec b (S x)); [clear H; leave_nothing |].
        destruct (Nat.eq_dec y (S x)); [exfalso; unfold ends_lost, cell in H; lia |].
        clear H. leave_pile (S x).
      * clear H. leave_nothing.
      * destruct (Nat.eq_dec y (S x)); [exfalso; unfold ends_lost, cell in H; lia |].
        clear H. leave_pile (S x).
Qed.

(* One of the ends can be lowered or cleared so that what is left is lost: the end that is
   higher, or of equal ends one whose count is even. *)
Lemma reach_ends x a s y b t : 0 < x -> 0 < a -> 0 < y -> 0 < b ->
  ends_lost x (cell x a s) y (cell y b t) = false ->
  (exists y', 0 < y' < y /\ ends_lost x (cell x a s) y' (cell y' b t) = true) \/
  ends_lost x (cell x a s) b t = true \/
  (exists x', 0 < x' < x /\ ends_lost x' (cell x' a s) y (cell y b t) = true) \/
  ends_lost a s y (cell y b t) = true.
Proof.
  intros X A Y B H.
  assert (D : (x <= y /\ (y = x -> cell x a s = true)) \/ (y <= x /\ (x = y -> cell y b t = true))).
  { destruct (lt_eq_lt_dec x y) as [[L | <-] | L]; [left | | right]; try (split; lia).
    unfold ends_lost in H. rewrite Nat.eqb_refl in H.
    destruct (cell x a s), (cell x b t); auto. }
  destruct D as [[L E] | [L E]].
  - destruct (reach_right_end x (cell x a s) y b t X B L H E); auto.
  - rewrite <- ends_lost_mirror in H.
    destruct (reach_right_end y (cell y b t) x a s Y A L H E) as [(x' & K & Q) | Q];
      rewrite ends_lost_mirror in Q; [right; right; left; eauto | auto].
Qed.

(* k + 1 equal piles of x, and one of y. *)
Lemma reach_equal_piles v x k y : 0 < x -> 0 < y ->
  lost v (repeat x (S k) ++ [y]) = false -> good v (repeat x (S k) ++ [y]).
Proof.
  intros X Y H.
  assert (Two : v = Loop -> 2 <= length (repeat x (S k) ++ [y])) by (rewrite app_length; simpl; lia).
  destruct (lost v (repeat x (S k))) eqn:E.
  { exists (repeat x (S k)). repeat split; auto. apply clear_right. }
  assert (F : lost v (repeat x (S (S k))) = true).
  { rewrite lost_repeat in *. rewrite (Nat.even_succ (S k)), <- Nat.negb_even.
    now destruct (odd_lost v x), (Nat.even (S k)). }
  destruct (lt_eq_lt_dec x y) as [[L | <-] | L].
  - exists (repeat x (S k) ++ [x]). repeat split; auto. now apply lower_right. now rewrite repeat_snoc.
  - rewrite repeat_snoc in H. congruence.
  - destruct k as [| k].
    + (* Two piles. *)
      destruct (odd_lost v y) eqn:O.
      * exists [y]. repeat split; auto. apply clear_left. unfold lost. simpl. now rewrite O.
      * exists [y; y]. repeat split; auto. apply lower_left; lia.
        now rewrite (lost_repeat v y 1 : lost v [y; y] = _), O.
    + (* Lowered to y, the left end mirrors the right one. *)
      exists (y :: repeat x (S k) ++ [y]). repeat split; auto. apply lower_left; lia.
      assert (C : constant (repeat x (S k) ++ [y]) = false) by (rewrite constant_snoc; lia).
      rewrite lost_cons, last_last, rev_app_distr, rev_repeat by assumption. simpl rev. simpl app.
      rewrite (top_cons y) by discriminate. unfold ends_lost, cell. simpl hd. simpl app in *.
      destruct (top (x :: repeat x k ++ [y])), (top (x :: repeat x k)); lia.
Qed.

(* Two ends x and y with m between them, of which neither x·m nor m·y is all equal piles. *)
Lemma inner_tops x m y : m <> [] -> constant (x :: m) = false -> constant (m ++ [y]) = false ->
  top (x :: m) = cell x (hd 0 m) (top (m ++ [y])) /\
  top (rev (m ++ [y])) = cell y (last m 0) (top (rev (x :: m))).
Proof.
  intros N C1 C2. split.
  - rewrite <- (top_app (x :: m) [y]) by assumption. simpl app.
    rewrite top_cons by now destruct m. now rewrite hd_app.
  - rewrite <- (top_app (rev (m ++ [y])) [x]) by now rewrite constant_rev.
    rewrite rev_app_distr. simpl. rewrite top_cons by now destruct (rev m).
    now rewrite hd_app, hd_rev by now apply rev_not_empty.
Qed.
Lemma reach_inner v x m y : positive (x :: m ++ [y]) ->
  constant (x :: m) = false -> constant (m ++ [y]) = false ->
  lost v (x :: m ++ [y]) = false -> good v (x :: m ++ [y]).
Proof.
  intros P C1 C2 H.
  assert (N : m <> []) by now intros ->.
  apply positive_cons in P. destruct P as [X P]. apply positive_app in P. destruct P as [P Y].
  apply positive_cons in Y. destruct Y as [Y _]. destruct (positive_ends m P N) as [A B].
  destruct (inner_tops x m y N C1 C2) as [S T].
  set (s := top (m ++ [y])) in *. set (t := top (rev (x :: m))) in *.
  assert (R : forall y', lost v (x :: m ++ [y']) =
      ends_lost x (cell x (hd 0 m) s) y' (cell y' (last m 0) t)).
  { intros y'. change (x :: m ++ [y']) with ((x :: m) ++ [y']).
    now rewrite lost_snoc, S, last_cons by assumption. }
  assert (L : forall x', lost v (x' :: m ++ [y]) =
      ends_lost x' (cell x' (hd 0 m) s) y (cell y (last m 0) t)).
  { intros x'. now rewrite lost_cons, T, last_last, hd_app by assumption. }
  assert (Two : v = Loop -> 2 <= length (x :: m ++ [y])) by (intros; apply two_ends).
  rewrite R in H. apply reach_ends in H; auto.
  destruct H as [(y' & K & E) | [E | [(x' & K & E) | E]]].
  - exists (x :: m ++ [y']). repeat split; auto. now apply (lower_right y y' (x :: m)). now rewrite R.
  - exists (x :: m). repeat split; auto. apply (clear_right y (x :: m)).
    unfold lost. now rewrite C1, S, last_cons.
  - exists (x' :: m ++ [y]). repeat split; auto. now apply lower_left. now rewrite L.
  - exists (m ++ [y]). repeat split; auto. apply clear_left.
    unfold lost. now rewrite C2, T, last_last, hd_app.
Qed.

Lemma reach v w : valid v w -> lost v w = false -> end_won v w \/ good v w.
Proof.
  intros [P V] H. destruct w as [| x w].
  - (* The empty row. *) left. destruct v; try discriminate; [| now specialize (V eq_refl)].
    intros w' M. inversion M; now destruct w.
  - right. destruct w as [| y m _] using rev_ind.
    + (* A single pile. *) unfold lost in H. simpl in H. destruct v; try discriminate.
      * exists []. repeat split; auto. apply clear_left. discriminate.
      * exists [1]. repeat split; try discriminate. apply lower_left.
        apply positive_cons in P. simpl in H. rewrite xorb_false_r in H. lia.
    + apply positive_cons in P as P'. destruct P' as [X P'].
      apply positive_app in P'. destruct P' as [Pm Y]. apply positive_cons in Y. destruct Y as [Y _].
      destruct (constant (x :: m)) eqn:C1.
      { apply constant_is_repeat in C1. change (good v ((x :: m) ++ [y])). rewrite C1 in *.
        apply reach_equal_piles; auto. now rewrite <- C1. }
      destruct (constant (m ++ [y])) eqn:C2; [| now apply reach_inner].
      (* The mirror image. *)
      apply good_rev. rewrite <- lost_rev in H. simpl rev in *. rewrite rev_app_distr in *.
      rewrite <- constant_rev, rev_app_distr in C2. simpl in C2. apply constant_is_repeat in C2.
      change (lost v ((y :: rev m) ++ [x]) = false) in H. change (good v ((y :: rev m) ++ [x])).
      rewrite C2 in *. now apply (reach_equal_piles v y).
Qed.

(* ---- the theorem ---- *)
Lemma goes_down v w w' : valid v w -> move_in v w w' -> valid v w' /\ list_sum w' < list_sum w.
Proof.
  intros [P _] [M L].
  assert (K : positive w' /\ list_sum w' < list_sum w /\ length w <= S (length w')).
  { destruct M; rewrite ?positive_app, ?positive_cons, ?list_sum_app, ?app_length in *;
      simpl; intuition lia. }
  destruct K as (K1 & K2 & K3). repeat split; auto.
  intros -> ->. specialize (L eq_refl). simpl in K3. lia.
Qed.

Lemma lost_goes_on v w : valid v w -> lost v w = true -> ~ end_won v w.
Proof.
  intros _ H E. destruct v; auto. destruct w as [| x w]. discriminate. apply (E w), clear_left.
Qed.

Lemma lost_right v w : valid v w -> right_at (moves v) (end_won v) (lost v) w.
Proof.
  apply judge with (size := @list_sum).
  - intros u u' V M. apply moves_are in M. now apply (goes_down v).
  - apply lost_goes_on.
  - intros u u' _ H M. apply moves_are in M. now apply (safe v u).
  - intros u V H. destruct (reach v u V H) as [E | (u' & M & H')]; [now left | right].
    exists u'. now rewrite moves_are.
Qed.

(* Theorem 9 (Albert and Nowakowski). *)
Theorem albert_nowakowski w : positive w -> right_at move normal (lost Normal) w.
Proof. intros P. now apply (lost_right Normal). Qed.

(* Theorem 10 (Cairns and Ho). *)
Theorem cairns_ho_misere w : positive w -> right_at move (misere move) (lost Misere) w.
Proof. intros P. now apply (lost_right Misere). Qed.

Theorem cairns_ho_loop w : positive w -> w <> [] -> right_at loop_move normal (lost Loop) w.
Proof. intros P N. now apply (lost_right Loop). Qed.

(* The picture in Albert and Nowakowski's paper. *)
Example picture : lost Normal [3; 3; 3; 2; 3; 4; 3; 3] = true.
Proof. reflexivity. Qed.

(* ---- Corollary 11: at most eight moves can win ---- *)
(* The ends of a lost row differ by 1 at most, *)
Corollary ends_within_1 v w : lost v w = true ->
  hd 0 w <= last w 0 + 1 /\ last w 0 <= hd 0 w + 1.
Proof.
  unfold lost. destruct (constant w) eqn:C; intros H.
  - assert (E : hd 0 w = last w 0).
    { rewrite <- hd_rev. destruct w as [| x w]; auto.
      now rewrite (constant_is_repeat w x C), rev_repeat. }
    lia.
  - unfold ends_lost in H. destruct (top w), (top (rev w)); lia.
Qed.
(* and a single pile is lost only where it is 1 or the game is over. *)
Corollary single_pile v x : lost v [x] = true -> x = 1 \/ v = Loop.
Proof.
  unfold lost. simpl. destruct v; auto; simpl; rewrite ?xorb_false_r; [discriminate |].
  intros H. left. now apply Nat.eqb_eq.
Qed.

(* ---- Proposition 14: lost rows have the Grundy value 0 ---- *)
(* In misère play without the move to the empty row. *)
Definition move_to_a_row w w' := move w w' /\ w' <> [].

Lemma lost_by_moves_to_rows w : positive w -> w <> [] ->
  right_at move_to_a_row normal (lost Misere) w.
Proof.
  intros P N.
  assert (I : forall u u', move u u' -> move_in Misere u u') by (now split).
  apply judge with (valid := fun w => positive w /\ w <> []) (size := @list_sum); auto.
  - intros u u' [Pu Nu] [M N']. destruct (goes_down Misere u u') as [[P' _] L]; auto.
    now split.
  - intros u u' _ H [M _]. apply (safe Misere u); auto.
  - intros u [Pu Nu] H. right.
    destruct (reach Misere u) as [E | (u' & [M _] & H')]; auto. { now split. }
    + exfalso. destruct u as [| x u]; [congruence |]. apply (E u), clear_left.
    + exists u'. repeat split; auto. intros ->. discriminate.
Qed.

Lemma moves_fall w w' : move w w' -> list_sum w' + length w' < list_sum w + length w.
Proof. destruct 1; rewrite ?list_sum_app, ?app_length; simpl; lia. Qed.

Proposition lost_rows_have_value_0 G w : positive w -> w <> [] ->
  (grundy move G -> (lost Normal w = true <-> G w = 0)) /\
  (grundy move_to_a_row G -> (lost Misere w = true <-> G w = 0)) /\
  (grundy loop_move G -> (lost Loop w = true <-> G w = 0)).
Proof.
  intros P N. set (size := fun w => list_sum w + length w).
  assert (K : forall (move' : row -> row -> Prop) v, (forall u u', move' u u' -> move u u') ->
    right_at move' normal (lost v) w -> grundy move' G -> (lost v w = true <-> G w = 0)).
  { intros move' v S [L _] IsG. rewrite <- L.
    destruct (sprague_grundy_lost _ move' size) with (G := G) (p := w) as [L' _]; auto.
    - intros u u' M. apply moves_fall, S, M.
    - now rewrite L', Nat.eqb_eq. }
  split; [| split]; apply K; auto.
  - now apply albert_nowakowski.
  - now intros u u' [M _].
  - now apply lost_by_moves_to_rows.
  - now intros u u' [M _].
  - now apply cairns_ho_loop.
Qed.

(* ---- Theorem 38 for rows ---- *)
Definition ones (w : row) := forallb (fun x => x <=? 1) w.
Lemma ones_app u v : ones (u ++ v) = ones u && ones v.
Proof. apply forallb_app. Qed.

(* A row of 1s has as many counters as piles. *)
Lemma row_rules : ones_fall move positive (@list_sum) ones /\ goes_on move positive (@list_sum) ones /\
  last_large move positive (@list_sum) ones.
Proof.
  split; [| split].
  - intros w q P O M. destruct M; rewrite ?ones_app, ?list_sum_app, ?positive_app, ?positive_cons in *;
      simpl in *; lia.
  - intros [| x w] P H; [simpl in H; lia | exists w; apply clear_left].
  - intros w q P O M Q. destruct M as [x y w L | x w | x y w L | x w].
    1, 2: exists w, (1 :: w).
    3, 4: exists w, (w ++ [1]).
    all: rewrite ?ones_app, ?list_sum_app in *; simpl in *.
    all: repeat split; try lia; auto using clear_left, clear_right.
    all: (apply lower_left || apply lower_right); lia.
Qed.

Theorem rows_are_tame G M : grundy move G -> misere_grundy move M ->
  forall w, positive w -> tame move G M w /\ fickle G M w = ones w.
Proof.
  destruct row_rules as (R1 & R2 & R3). intros IsG IsM w P.
  apply (all_tame row move positive (@list_sum) ones (@list_sum)); auto.
  intros u q Pu M'. destruct (goes_down Misere u q) as [[Pq _] L]; auto; now split.
Qed.
