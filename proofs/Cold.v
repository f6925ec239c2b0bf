(* No coloured board is hot: a move gains less than any positive number, so no two numbers can be
   added to a board of which the smaller lets one player win by moving, and the larger the other
   (docs/theory/boards.md, "No coloured board is hot"). *)
Require Import Arith Bool Lia List ZArith ZifyBool.
From Nimatron Require Import Game Sums Boards Symmetry.
Import ListNotations.
Open Scope nat_scope.

(* ---- numbers ---- *)
(* The dyadic fractions: a member (Left, k) is 1/2^k = {0 | 1/2^(k-1)}, and 1 = {0 | }; (Right, k) is
   the negative. *)
Definition number := list (player * nat).
Inductive number_move who : number -> number -> Prop :=
| take_own l k r : number_move who (l ++ (who, k) :: r) (l ++ r)
| double_other l k r : number_move who (l ++ (other who, S k) :: r) (l ++ (other who, k) :: r).

Definition is_player (a b : player) := match a, b with Left, Left | Right, Right => true | _, _ => false end.
(* What the number is for me, in units of 1/2^n, and whether it is a multiple of that. *)
Definition worth n me (s : number) : Z :=
  fold_right Z.add 0%Z (map (fun m => let w := (2 ^ Z.of_nat (n - snd m))%Z in
    if is_player (fst m) me then w else (- w)%Z) s).
Definition fits n (s : number) := Forall (fun m => snd m <= n) s.
Definition number_size (s : number) := list_sum (map (fun m => S (snd m)) s).

Lemma worth_middle n me l m r : worth n me (l ++ m :: r) = (worth n me [m] + worth n me (l ++ r))%Z.
Proof.
  unfold worth. induction l as [| a l IH]; simpl in *. lia. rewrite IH. lia.
Qed.
Lemma worth_cons n me m s : worth n me (m :: s) = (worth n me [m] + worth n me s)%Z.
Proof. apply (worth_middle n me []). Qed.
Lemma unit_double n k : S k <= n -> (2 ^ Z.of_nat (n - k) = 2 * 2 ^ Z.of_nat (n - S k))%Z.
Proof. intros L. replace (n - k) with (S (n - S k)) by lia. now rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. Qed.
Lemma unit_positive n k : (0 < 2 ^ Z.of_nat (n - k))%Z.
Proof. apply Z.pow_pos_nonneg; lia. Qed.
Lemma same_player a : is_player a a = true.
Proof. now destruct a. Qed.
Lemma other_player a : is_player (other a) a = false.
Proof. now destruct a. Qed.
Lemma worth_own n me k : worth n me [(me, k)] = (2 ^ Z.of_nat (n - k))%Z.
Proof. unfold worth. cbn -[Nat.sub Z.pow]. rewrite same_player. lia. Qed.
Lemma worth_other n me k : worth n me [(other me, k)] = (- 2 ^ Z.of_nat (n - k))%Z.
Proof. unfold worth. cbn -[Nat.sub Z.pow]. rewrite other_player. lia. Qed.
Lemma number_falls who s t : number_move who s t -> number_size t < number_size s.
Proof.
  intros [l k r | l k r]; unfold number_size; rewrite !map_app, !list_sum_app; simpl; lia.
Qed.
Lemma still_fits who n s t : number_move who s t -> fits n s -> fits n t.
Proof.
  unfold fits. intros [l k r | l k r]; rewrite !Forall_app; intros [L R]; inversion R; subst;
    split; auto. constructor; auto. simpl in *. lia.
Qed.
(* A move lowers what the number is for the player who makes it. *)
Lemma move_costs who n s t : number_move who s t -> fits n s -> (worth n who t < worth n who s)%Z.
Proof.
  unfold fits. intros [l k r | l k r]; rewrite Forall_app; intros [_ F];
    inversion F as [| x y F1 _]; subst; simpl in F1.
  - rewrite worth_middle, worth_own. pose proof (unit_positive n k). lia.
  - rewrite !(worth_middle n who l), !worth_other, (unit_double n k) by auto. pose proof (unit_positive n (S k)). lia.
Qed.
Lemma other_worth n me s : worth n (other me) s = (- worth n me s)%Z.
Proof.
  induction s as [| [a k] s IH]; auto. unfold worth in *. simpl. rewrite IH.
  destruct a, me; simpl; lia.
Qed.

(* Of a difference t - s above 0 a move leaves at least 0: by the smallest fraction in it. *)
Definition has (m : player * nat) (s : number) := exists l r, s = l ++ m :: r.
Lemma has_or_not m s : has m s \/ ~ In m s.
Proof.
  destruct (in_dec (fun a b : player * nat => ltac:(repeat decide equality)) m s) as [I | I]; auto.
  left. now apply in_split in I.
Qed.
Lemma fits_less n s : fits (S n) s -> (forall a, ~ In (a, S n) s) -> fits n s.
Proof.
  intros F N. apply Forall_forall. intros [a k] I. unfold fits in F. rewrite Forall_forall in F.
  specialize (F _ I). simpl in *. destruct (Nat.eq_dec k (S n)) as [-> |]; [| lia]. now apply N in I.
Qed.
Lemma finer n me s : fits n s -> worth (S n) me s = (2 * worth n me s)%Z.
Proof.
  induction 1 as [| [a k] s L _ IH]; auto. unfold worth in *. cbn -[Nat.sub Z.mul] in *. rewrite IH.
  rewrite (unit_double (S n) k) by lia. replace (S n - S k) with (n - k) by lia.
  destruct (is_player a me); lia.
Qed.
Lemma fits_more n s : fits n s -> fits (S n) s.
Proof. intros F. eapply Forall_impl; [| exact F]. simpl. lia. Qed.
Lemma finer_by n k s : fits n s -> fits (n + k) s /\
  forall me, worth (n + k) me s = (2 ^ Z.of_nat k * worth n me s)%Z.
Proof.
  intros F. induction k as [| k [G IH]].
  - rewrite Nat.add_0_r. split; auto. intros me. change (2 ^ Z.of_nat 0)%Z with 1%Z. lia.
  - rewrite Nat.add_succ_r. split; [now apply fits_more |]. intros me.
    rewrite finer, IH, Nat2Z.inj_succ, Z.pow_succ_r by (auto; lia). lia.
Qed.
Lemma halving n : forall me s t, fits n s -> fits n t -> (worth n me s < worth n me t)%Z ->
  (exists t', number_move me t t' /\ (worth n me s <= worth n me t')%Z) \/
  (exists s', number_move (other me) s s' /\ (worth n me s' <= worth n me t)%Z).
Proof.
  assert (One : forall n, (2 ^ Z.of_nat (n - n) = 1)%Z) by (intros; now rewrite Nat.sub_diag).
  induction n as [| n IH]; intros me s t Fs Ft D.
  - destruct (has_or_not (me, 0) t) as [(l & r & ->) | N].
    { left. exists (l ++ r). split; [constructor |]. rewrite worth_middle, worth_own, One in D. lia. }
    destruct (has_or_not (other me, 0) s) as [(l & r & ->) | N'].
    { right. exists (l ++ r). split; [constructor |]. rewrite worth_middle, worth_other, One in D. lia. }
    exfalso. assert (worth 0 me t <= 0)%Z.
    { clear - Ft N One. induction Ft as [| [a k] t L _ IH]; [easy |]. cbn in L. replace k with 0 in * by lia.
      assert (H : ~ In (me, 0) t) by (intros I; apply N; now right). specialize (IH H).
      assert (a = me \/ a = other me) as [-> | ->] by (destruct a, me; auto);
        rewrite worth_cons, ?worth_own, ?worth_other, ?One; try (exfalso; apply N; now left); lia. }
    assert (0 <= worth 0 me s)%Z; [| lia].
    clear - Fs N' One. induction Fs as [| [a k] s L _ IH]; [easy |]. cbn in L. replace k with 0 in * by lia.
    assert (H : ~ In (other me, 0) s) by (intros I; apply N'; now right). specialize (IH H).
    assert (a = me \/ a = other me) as [-> | ->] by (destruct a, me; auto);
        rewrite worth_cons, ?worth_own, ?worth_other, ?One; try (exfalso; apply N'; now left); lia.
  - assert (Two : (2 ^ Z.of_nat (S n - n) = 2)%Z) by now rewrite Nat.sub_succ_l, Nat.sub_diag by lia.
    destruct (has_or_not (me, S n) t) as [(l & r & ->) | N1].
    { left. exists (l ++ r). split; [constructor |]. rewrite worth_middle, worth_own, One in D. lia. }
    destruct (has_or_not (other me, S n) t) as [(l & r & ->) | N2].
    { left. exists (l ++ (other me, n) :: r). split; [constructor |]. rewrite worth_middle, worth_other in *.
      rewrite One in D. rewrite Two. lia. }
    destruct (has_or_not (other me, S n) s) as [(l & r & ->) | N3].
    { right. exists (l ++ r). split; [constructor |]. rewrite worth_middle, worth_other, One in D. lia. }
    destruct (has_or_not (me, S n) s) as [(l & r & ->) | N4].
    { right. exists (l ++ (me, n) :: r). split.
      - rewrite <- (other_other me) at 2 3. constructor.
      - rewrite worth_middle, worth_own in *. rewrite One in D. rewrite Two. lia. }
    assert (Fs' : fits n s) by (apply fits_less; auto; intros a; destruct a, me; auto).
    assert (Ft' : fits n t) by (apply fits_less; auto; intros a; destruct a, me; auto).
    rewrite !finer in D by auto. destruct (IH me s t) as [(t' & M & L) | (s' & M & L)]; auto; [lia | |].
    + left. exists t'. split; auto. rewrite !finer; eauto using still_fits. lia.
    + right. exists s'. split; auto. rewrite !finer; eauto using still_fits. lia.
Qed.

(* ---- boards ---- *)
(* The first game less the second: who moves in the second has the moves of the other player there. *)
Definition less {A} (option : player -> A -> A -> Prop) who := sum_move (option who) (option (other who)).

(* If p - q is won by me moving second, I have in p what I have in q. *)
Section AtLeast.
  Variable A : Type.
  Variable option : player -> A -> A -> Prop.
  Variable size : A -> nat.
  Hypothesis down : forall who p q, option who p q -> size q < size p.

  Lemma first_by {position} (o : player -> position -> position -> Prop) who p :
    wins_first o who p <-> exists q, o who p q /\ wins_second o who q.
  Proof.
    split.
    - intros W. inversion W as [x [] | x y M Z]; subst. inversion M; subst. eauto.
    - intros (q & M & W). apply (wins_by _ _ _ _ (other who, q)); auto. now constructor.
  Qed.
  Lemma second_by {position} (o : player -> position -> position -> Prop) who p :
    wins_second o who p <-> forall q, o (other who) p q -> wins_first o who q.
  Proof.
    split.
    - intros L q M. inversion L as [x _ W]; subst. specialize (W _ (turn o _ _ _ M)). now rewrite other_other in W.
    - intros H. constructor. { now intros []. } intros s M. inversion M; subst. rewrite other_other. now apply H.
  Qed.

  Lemma at_least me p q : wins_second (less option) me (p, q) ->
    (wins_second option me q -> wins_second option me p) /\ (wins_first option me q -> wins_first option me p).
  Proof.
    enough (K : forall n p q, size p + size q = n ->
      (wins_second (less option) me (p, q) -> wins_second option me q -> wins_second option me p) /\
      (wins_first (less option) me (p, q) -> wins_second option me q -> wins_first option me p) /\
      (wins_second (less option) me (p, q) -> wins_first option me q -> wins_first option me p)).
    { intros W. destruct (K _ p q eq_refl) as (H1 & _ & H3). auto. }
    clear p q. induction n as [n IH] using lt_wf_ind. intros p q <-. split; [| split].
    - intros D Q. apply second_by. intros p' M. specialize (down _ _ _ M) as F.
      rewrite second_by in D. specialize (D (p', q) (in_left _ _ _ _ _ M)).
      destruct (IH (size p' + size q) ltac:(lia) p' q eq_refl) as (_ & H & _). auto.
    - intros D Q. apply first_by in D. destruct D as (r & M & D).
      inversion M as [x p' y M' | x y q' M']; subst; specialize (down _ _ _ M') as F.
      + apply first_by. exists p'. split; auto.
        destruct (IH (size p' + size q) ltac:(lia) p' q eq_refl) as (H & _ & _). auto.
      + rewrite second_by in Q. specialize (Q q' M').
        destruct (IH (size p + size q') ltac:(lia) p q' eq_refl) as (_ & _ & H). auto.
    - intros D Q. apply first_by in Q. destruct Q as (q' & M & Q). specialize (down _ _ _ M) as F.
      rewrite second_by in D. destruct (IH (size p + size q') ltac:(lia) p q' eq_refl) as (_ & H & _).
      apply H; auto. apply D, in_right. now rewrite other_other.
  Qed.
End AtLeast.

Section Cold.
  Variable place : Type.
  Variable eq_place : forall u v : place, {u = v} + {u <> v}.
  Variable places : list place.
  Hypothesis no_twice : NoDup places.
  (* Which stacks a player reaches depends on the empty places alone, and more of them open more. *)
  Variable open : player -> counters place -> place -> Prop.
  Hypothesis opens : forall who c d v, (forall u, c u = 0 -> d u = 0) -> open who c v -> open who d v.

  Notation set := (set place eq_place).
  Notation lower := (lower place eq_place places).

  (* A board with a number beside it. *)
  Definition with_number who := sum_move (lower (open who)) (number_move who).
  Definition weight (p : counters place * number) := total place places (fst p) + number_size (snd p).
  Lemma weight_falls who p q : with_number who p q -> weight q < weight p.
  Proof.
    intros [c c' s M | c s s' M]; unfold weight; simpl.
    - apply (total_falls place eq_place places no_twice) in M. lia.
    - apply number_falls in M. lia.
  Qed.

  (* The boards are equal, and the numbers at most; or the first one is that before a move of me, and
     its number is larger. *)
  Definition same (c d : counters place) := forall u, c u = d u.
  Definition before me (c d : counters place) := exists v,
    In v places /\ open me c v /\ d v < c v /\ forall u, u <> v -> c u = d u.
  Definition good n me (p : (counters place * number) * (counters place * number)) :=
    let '((c, t), (d, s)) := p in fits n s /\ fits n t /\
    (same c d /\ (worth n me s <= worth n me t)%Z \/ before me c d /\ (worth n me s < worth n me t)%Z).

  Lemma same_empty (c d : counters place) : same c d -> forall u, c u = 0 -> d u = 0.
  Proof. intros E u. now rewrite (E u). Qed.
  Lemma copied c d v y : same c d -> same (set c v y) (set d v y).
  Proof. intros E u. unfold Boards.set. destruct (eq_place u v); [reflexivity | apply E]. Qed.
  Lemma copied_there c d v y : (forall u, u <> v -> c u = d u) -> same (set c v y) (set d v y).
  Proof. intros E u. unfold Boards.set. destruct (eq_place u v); [reflexivity | apply E; congruence]. Qed.
  Lemma made_same c d v : (forall u, u <> v -> c u = d u) -> same (set c v (d v)) d.
  Proof. intros E u. unfold Boards.set. destruct (eq_place u v) as [-> |]; [reflexivity | apply E; congruence]. Qed.
  Lemma set_keeps c v y (d : counters place) : y < c v -> (forall u, c u = 0 -> d u = 0) ->
    forall u, c u = 0 -> set c v y u = 0.
  Proof. intros L _ u Z. unfold Boards.set. destruct (eq_place u v) as [-> |]; auto. lia. Qed.

  Notation moves := (less with_number).
  Lemma on_board who c c' t q : lower (open who) c c' -> moves who ((c, t), q) ((c', t), q).
  Proof. intros M. now do 2 apply in_left. Qed.
  Lemma on_negative who p d d' s : lower (open (other who)) d d' -> moves who (p, (d, s)) (p, (d', s)).
  Proof. intros M. now apply in_right, in_left. Qed.
  Lemma by_numbers n me c t d s : same c d -> fits n s -> fits n t -> (worth n me s < worth n me t)%Z ->
    exists r, moves me ((c, t), (d, s)) r /\ good n me r.
  Proof.
    intros E Fs Ft L. destruct (halving n me s t Fs Ft L) as [(t' & M & L') | (s' & M & L')].
    - exists ((c, t'), (d, s)). split; [now apply in_left, in_right |].
      split; [| split]; eauto using still_fits.
    - exists ((c, t), (d, s')). split; [now do 2 apply in_right |].
      split; [| split]; eauto using still_fits.
  Qed.
  Lemma by_making_same n me c t d s : before me c d -> fits n s -> fits n t ->
    (worth n me s <= worth n me t)%Z -> exists r, moves me ((c, t), (d, s)) r /\ good n me r.
  Proof.
    intros (v & V & Ov & L & E) Fs Ft W. exists ((set c v (d v), t), (d, s)). split.
    - apply on_board. now constructor.
    - split; [| split]; auto. left. split; auto. now apply made_same.
  Qed.

  (* Whatever the opponent does has an answer. *)
  Lemma answered n me p q : good n me p -> moves (other me) p q ->
    exists r, moves me q r /\ good n me r.
  Proof.
    destruct p as [[c t] [d s]]. intros (Fs & Ft & G) M.
    inversion M as [x y z M1 | x y z M1]; subst; inversion M1 as [c0 c' x0 M2 | x0 c0 c' M2]; subst; clear M M1.
    - destruct M2 as [c w y W O Y]. destruct G as [[E L] | [(v & V & Ov & L & E) N]].
      + exists ((set c w y, t), (set d w y, s)). split.
        * apply on_negative. constructor; auto. now apply (opens _ c); auto; apply same_empty. now rewrite <- E.
        * split; [| split]; auto. left. split; auto. now apply copied.
      + destruct (eq_place w v) as [-> | D].
        * destruct (lt_eq_lt_dec y (d v)) as [[B | B] | B].
          -- exists ((set c v y, t), (set d v y, s)). split.
             ++ apply on_negative. constructor; auto. apply (opens _ c); auto.
                intros u Z. destruct (eq_place u v) as [-> |]; [lia |]. now rewrite <- E.
             ++ split; [| split]; auto. left. split; [now apply copied_there | lia].
          -- apply by_numbers; auto. subst y. now apply made_same.
          -- apply by_making_same; auto; [| lia]. exists v. rewrite set_same. repeat split; auto.
             ++ apply (opens _ c); auto. intros u Z. now apply stays_empty.
             ++ intros u U. rewrite set_other; auto.
        * exists ((set c w y, t), (set d w y, s)). split.
          -- apply on_negative. constructor; auto.
             ++ apply (opens _ c); auto. intros u Z. destruct (eq_place u v) as [-> |]; [lia |]. now rewrite <- E.
             ++ now rewrite <- E.
          -- split; [| split]; auto. right. split; auto. exists v. rewrite !set_other by auto. repeat split; auto.
             ++ apply (opens _ c); auto. intros u Z. now apply stays_empty.
             ++ intros u U. unfold Boards.set. destruct (eq_place u w); auto.
    - assert (Ft' : fits n c') by eauto using still_fits. apply (move_costs _ n) in M2; auto.
      rewrite !other_worth in M2. destruct G as [[E L] | [B L]].
      + apply by_numbers; auto. lia.
      + apply by_making_same; auto. lia.
    - destruct M2 as [d w y W O Y]. rewrite other_other in O. destruct G as [[E L] | [(v & V & Ov & L & E) N]].
      + exists ((set c w y, t), (set d w y, s)). split.
        * apply on_board. constructor; auto.
          -- apply (opens _ d); auto. intros u. now rewrite (E u).
          -- now rewrite E.
        * split; [| split]; auto. left. split; auto. now apply copied.
      + destruct (eq_place w v) as [-> | D].
        * exists ((set c v y, t), (set d v y, s)). split.
          -- apply on_board. constructor; auto. lia.
          -- split; [| split]; auto. left. split; [now apply copied_there | lia].
        * destruct (Nat.eq_dec (d v) 0) as [Z | P].
          -- exists ((set c v 0, t), (set d w y, s)). split.
             ++ apply on_board. constructor; auto. lia.
             ++ split; [| split]; auto. right. split; auto. exists w. repeat split; auto.
                ** apply (opens _ d); auto. intros u U. unfold Boards.set.
                   destruct (eq_place u v) as [-> |]; auto. now rewrite E; auto.
                ** rewrite set_same, set_other by auto. now rewrite E.
                ** intros u U. rewrite (set_other place eq_place d) by auto. unfold Boards.set.
                   destruct (eq_place u v) as [-> |]; auto.
          -- exists ((set c w y, t), (set d w y, s)). split.
             ++ apply on_board. constructor; auto.
                ** apply (opens _ d); auto. intros u U. destruct (eq_place u v) as [-> |]; [lia |]. now rewrite E.
                ** now rewrite E.
             ++ split; [| split]; auto. right. split; auto. exists v. rewrite !set_other by auto. repeat split; auto.
                ** apply (opens _ c); auto. intros u U. unfold Boards.set.
                   destruct (eq_place u w) as [-> |]; auto. rewrite E in U by auto. lia.
                ** intros u U. unfold Boards.set. destruct (eq_place u w); auto.
    - rewrite other_other in M2. assert (Fs' : fits n c') by eauto using still_fits.
      apply (move_costs _ n) in M2; auto. destruct G as [[E L] | [B L]].
      + apply by_numbers; auto. lia.
      + apply by_making_same; auto. lia.
  Qed.

  Lemma good_is_won n me p : good n me p -> wins_second moves me p.
  Proof.
    remember (weight (fst p) + weight (snd p)) as k eqn:E. revert p E. induction k as [k IH] using lt_wf_ind.
    intros p -> G. apply second_by. intros q M. destruct (answered n me p q G M) as (r & R & Gr).
    apply first_by. exists r. split; auto. apply (IH (weight (fst r) + weight (snd r))); auto.
    assert (F : forall who p q, moves who p q -> weight (fst q) + weight (snd q) < weight (fst p) + weight (snd p)).
    { intros who x y [a a' b L | a b b' L]; apply weight_falls in L; simpl; lia. }
    apply F in M, R. lia.
  Qed.

  (* The board after a move of me, with the number s, is at most the board before it with any larger
     number t. *)
  Theorem a_move_gains_no_number n me c v y s t : In v places -> open me c v -> y < c v ->
    fits n s -> fits n t -> (worth n me s < worth n me t)%Z ->
    wins_second moves me ((c, t), (set c v y, s)).
  Proof.
    intros V O Y Fs Ft L. apply good_is_won with n. split; [| split]; auto. right. split; auto.
    exists v. rewrite set_same. repeat split; auto. intros u U. now rewrite set_other.
  Qed.

  (* If Left, moving first, wins the board with s, her stop is at least -s; if Right wins it with t,
     his stop is at most -t. *)
  Theorem no_board_is_hot n c s t : fits n s -> fits n t -> (worth n Left s < worth n Left t)%Z ->
    ~ (wins_first with_number Left (c, s) /\ wins_first with_number Right (c, t)).
  Proof.
    intros Fs Ft L [W R].
    assert (K : wins_second with_number Left (c, t)).
    { apply first_by in W. destruct W as (q & M & Q).
      apply (at_least _ with_number weight weight_falls Left (c, t) q); auto.
      apply good_is_won with n. inversion M as [c0 c' x M1 | x s0 s' M1]; subst.
      - destruct M1 as [c v y V O Y]. split; [| split]; auto. right. split; auto.
        exists v. rewrite set_same. repeat split; auto. intros u U. now rewrite set_other.
      - split; [| split]; eauto using still_fits. left. split; [easy |].
        apply (move_costs _ n) in M1; auto. lia. }
    now apply not_both with (1 := R).
  Qed.

  (* ---- means ---- *)
  (* Beside a number that does not make up for it, the mean of a board decides. *)
  Definition has_mean c (m : number) := forall n me s, fits n m -> fits n s ->
    (0 < worth n me m + worth n me s)%Z -> wins_second with_number me (c, s).

  (* It is a number if that beside it decides who wins, as two numbers do. *)
  Definition is_number c (x : number) := forall n me s, fits n x -> fits n s ->
    (wins_second with_number me (c, s) <-> (0 <= worth n me x + worth n me s)%Z) /\
    (wins_first with_number me (c, s) <-> (0 < worth n me x + worth n me s)%Z).

  (* A little more for the player me. *)
  Definition more n me (s : number) : number := (me, S n) :: s.
  Lemma fits_with n me s : fits n s -> fits (S n) (more n me s).
  Proof. intros F. constructor; [simpl; lia | now apply fits_more]. Qed.
  Lemma worth_more n me s : fits n s -> worth (S n) me (more n me s) = (2 * worth n me s + 1)%Z.
  Proof.
    intros F. unfold more. rewrite worth_cons, worth_own, finer, Nat.sub_diag by auto.
    change (2 ^ Z.of_nat 0)%Z with 1%Z. lia.
  Qed.

  (* One option of each player with the mean m are enough. *)
  Theorem mean_from_options c m : (forall me, exists v y,
      In v places /\ open me c v /\ y < c v /\ has_mean (set c v y) m) -> has_mean c m.
  Proof.
    intros H n me s Fm Fs P. destruct (H me) as (v & y & V & O & Y & M).
    set (s' := more n (other me) s). assert (Fs' : fits (S n) s') by now apply fits_with.
    assert (W : worth (S n) me s' = (2 * worth n me s - 1)%Z).
    { pose proof (other_worth (S n) me s'). pose proof (worth_more n (other me) s Fs) as E.
      pose proof (other_worth n me s). fold s' in E. lia. }
    apply (at_least _ with_number weight weight_falls me (c, s) (set c v y, s')).
    - apply a_move_gains_no_number with (S n); auto using fits_more.
      pose proof (finer n me s Fs). lia.
    - apply (M (S n)); auto using fits_more. pose proof (finer n me m Fm). lia.
  Qed.

  (* Behind by the mean, a player does not win moving second. *)
  Lemma behind c m n me s : has_mean c m -> fits n m -> fits n s ->
    (worth n me m + worth n me s < 0)%Z -> ~ wins_second with_number me (c, s).
  Proof.
    intros M Fm Fs L W. set (s' := more n me s). assert (Fs' : fits (S n) s') by now apply fits_with.
    assert (F : wins_first with_number me (c, s')).
    { apply first_by. exists (c, s). split; auto. apply in_right. apply (take_own me []). }
    assert (S' : wins_second with_number (other me) (c, s')).
    { apply (M (S n)); auto using fits_more.
      pose proof (other_worth (S n) me s'). pose proof (other_worth (S n) me m).
      pose proof (worth_more n me s Fs) as E. pose proof (finer n me m Fm). fold s' in E. lia. }
    unfold wins_second in S'. rewrite other_other in S'. now apply not_both with (1 := F).
  Qed.
  (* If the number makes up for the mean, a player who wins moving first does so by a move on the board. *)
  Theorem first_beside_the_mean c m n me s : has_mean c m -> fits n m -> fits n s ->
    (worth n me m + worth n me s = 0)%Z ->
    (wins_first with_number me (c, s) <->
     exists c', lower (open me) c c' /\ wins_second with_number me (c', s)).
  Proof.
    intros M Fm Fs Z. split.
    - intros W. apply first_by in W. destruct W as (q & Q & W).
      inversion Q as [x c' y L | x y s' L]; subst; eauto. exfalso.
      apply (behind c m n me s'); eauto using still_fits. apply (move_costs me n) in L; auto. lia.
    - intros (c' & L & W). apply first_by. exists (c', s). split; auto. now apply in_left.
  Qed.
End Cold.

(* The coloured game: a truck drives from home through empty places, on roads of its own. *)
Section Trucks.
  Variable place : Type.
  Variable eq_place : forall u v : place, {u = v} + {u <> v}.
  Variable places : list place.
  Hypothesis no_twice : NoDup places.
  Variable home : place.
  Variable may_use : player -> place -> place -> Prop.

  Lemma drives_further who (c d : counters place) v : (forall u, c u = 0 -> d u = 0) ->
    drives_to place home may_use who c v -> drives_to place home may_use who d v.
  Proof. intros Z D. induction D as [| u w D IH E R]; [constructor | apply along with u; auto]. Qed.

  Theorem no_coloured_board_is_hot n c s t : fits n s -> fits n t -> (worth n Left s < worth n Left t)%Z ->
    let option := with_number place eq_place places (drives_to place home may_use) in
    ~ (wins_first option Left (c, s) /\ wins_first option Right (c, t)).
  Proof. apply no_board_is_hot; auto. apply drives_further. Qed.
End Trucks.
