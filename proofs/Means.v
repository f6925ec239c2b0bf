(* A board that is a number: the simplest that the options leave room for (docs/theory/boards.md, "No
   coloured board is hot"). *)
Require Import Arith Bool Lia List ZArith ZifyBool.
From Nimatron Require Import Game Sums Boards Cold Ways.
Import ListNotations.
Open Scope nat_scope.

(* ---- numbers ---- *)
Definition minus (s : number) : number := map (fun m => (other (fst m), snd m)) s.
Lemma worth_minus n me s : worth n me (minus s) = (- worth n me s)%Z.
Proof.
  induction s as [| [a k] s IH]; auto. unfold worth, minus in *. simpl. rewrite IH. destruct a, me; simpl; lia.
Qed.
Lemma fits_minus n s : fits n s -> fits n (minus s).
Proof. unfold fits, minus. rewrite Forall_map. auto. Qed.

(* All moves in a number. *)
Fixpoint number_moves who (s : number) : list number := match s with
  | [] => []
  | (a, k) :: s => (if is_player a who then [s] else match k with 0 => [] | S j => [(a, j) :: s] end) ++
      map (cons (a, k)) (number_moves who s)
  end.
Lemma number_moves_are_all who s t : In t (number_moves who s) <-> number_move who s t.
Proof.
  split.
  - revert t. induction s as [| [a k] s IH]; intros t; [easy |]. simpl. rewrite in_app_iff, in_map_iff.
    intros [I | (u & <- & I)].
    + assert (D : a = who \/ a = other who) by (destruct a, who; auto). destruct D as [-> | ->].
      * rewrite same_player in I. destruct I as [<- | []]. apply (take_own who []).
      * rewrite other_player in I. destruct k as [| k]; [easy |].
        destruct I as [<- | []]. apply (double_other who []).
    + apply IH in I. destruct I as [l j r | l j r];
        [apply (take_own who (_ :: l)) | apply (double_other who (_ :: l))].
  - intros M. destruct M as [l k r | l k r]; induction l as [| [a j] l IH]; simpl; apply in_app_iff;
      try (right; now apply in_map); left; rewrite ?same_player, ?other_player; apply in_eq.
Qed.

(* Of a list either all have P, or some have Q. *)
Lemma all_or_some {A} (P Q : A -> Prop) l : (forall a, In a l -> P a \/ Q a) ->
  (forall a, In a l -> P a) \/ exists a, In a l /\ Q a.
Proof.
  induction l as [| a l IH]; intros H; [now left |].
  destruct (H a (in_eq a l)) as [Pa | Qa]; [| right; exists a; auto using in_eq].
  destruct IH as [L | (b & B & Qb)]; [intros b B; apply H; now right | | right; exists b; auto using in_cons].
  left. intros b [<- | B]; auto.
Qed.

(* A game whose moves can be listed is won by one of the players. *)
Lemma decided {position} (option : player -> position -> position -> Prop) size options :
  (forall who p q, option who p q -> size q < size p) -> (forall who p q, In q (options who p) <-> option who p q) ->
  forall who p, wins_first option who p \/ wins_second option (other who) p.
Proof.
  intros down listed who p. remember (size p) as n eqn:E. revert who p E.
  induction n as [n IH] using lt_wf_ind. intros who p ->.
  destruct (all_or_some (wins_first option (other who)) (wins_second option who) (options who p))
    as [A | (q & I & S)].
  - intros q I. apply listed, down in I. destruct (IH (size q) I (other who) q eq_refl) as [F | S]; auto.
    right. now rewrite other_other in S.
  - right. apply second_by. rewrite other_other. intros q M. now apply A, listed.
  - left. apply first_by. exists q. split; auto. now apply listed.
Qed.

Section Means.
  Variable place : Type.
  Variable eq_place : forall u v : place, {u = v} + {u <> v}.
  Variable places : list place.
  Hypothesis no_twice : NoDup places.
  Variable open : player -> counters place -> place -> Prop.
  Hypothesis opens : forall who c d v, (forall u, c u = 0 -> d u = 0) -> open who c v -> open who d v.

  Notation lower := (lower place eq_place places).
  Notation with_number := (with_number place eq_place places open).
  Notation weight := (weight place places).
  Notation has_mean := (has_mean place eq_place places open).
  Notation is_number := (is_number place eq_place places open).

  (* A larger number beside a board is as good. *)
  Lemma at_least_by n me c s t : fits n s -> fits n t -> (worth n me s <= worth n me t)%Z ->
    (wins_second with_number me (c, s) -> wins_second with_number me (c, t)) /\
    (wins_first with_number me (c, s) -> wins_first with_number me (c, t)).
  Proof.
    intros Fs Ft L. apply (at_least _ with_number weight).
    - intros who p q. now apply weight_falls.
    - apply (good_is_won place eq_place places no_twice open opens n). split; [| split]; auto. left. now split.
  Qed.

  (* Ahead of the mean a player wins moving first, too. *)
  Theorem first_ahead_of_the_mean c m n me s : has_mean c m -> fits n m -> fits n s ->
    (0 < worth n me m + worth n me s)%Z -> wins_first with_number me (c, s).
  Proof.
    intros M Fm Fs P. set (t := more n (other me) s). assert (Ft : fits (S n) t) by now apply fits_with.
    assert (W : worth (S n) me t = (2 * worth n me s - 1)%Z).
    { pose proof (other_worth (S n) me t). pose proof (worth_more n (other me) s Fs) as E.
      pose proof (other_worth n me s). fold t in E. lia. }
    apply (at_least_by (S n) me c ((me, S n) :: t)).
    - constructor; auto.
    - now apply fits_more.
    - rewrite worth_cons, worth_own, W, finer, Nat.sub_diag by auto. change (2 ^ Z.of_nat 0)%Z with 1%Z. lia.
    - apply first_by. exists (c, t). split; [apply in_right, (take_own me []) |].
      apply (M (S n)); auto using fits_more. pose proof (finer n me m Fm). lia.
  Qed.

  (* ---- the number ---- *)
  Lemma number_if c x : (forall n me s, fits n x -> fits n s -> let sum := (worth n me x + worth n me s)%Z in
      ((0 <= sum)%Z -> wins_second with_number me (c, s)) /\ ((0 < sum)%Z -> wins_first with_number me (c, s))) ->
    is_number c x.
  Proof.
    intros K n me s Fx Fs. destruct (K n me s Fx Fs) as [S F], (K n (other me) s Fx Fs) as [S' F'].
    rewrite !other_worth in S', F'. split; split; auto; intros W.
    - destruct (Z.le_gt_cases 0 (worth n me x + worth n me s)) as [| N]; auto. exfalso.
      assert (W' : wins_first with_number (other me) (c, s)) by (apply F'; lia). now apply not_both in W'.
    - destruct (Z.lt_ge_cases 0 (worth n me x + worth n me s)) as [| N]; auto. exfalso.
      assert (W' : wins_second with_number (other me) (c, s)) by (apply S'; lia).
      unfold wins_second in W'. rewrite other_other in W'. now apply not_both in W.
  Qed.
  (* No option reaches x. *)
  Definition in_room c x := forall me c', lower (open me) c c' -> wins_first with_number (other me) (c', minus x).
  (* An option of one of the players reaches x. *)
  Definition out_of_room c x := exists who c', lower (open who) c c' /\ wins_second with_number who (c', minus x).

  Definition simplest q c x := forall me, 0 < q \/ (0 < worth q me x)%Z -> out_of_room c ((other me, q) :: x).

  (* After a move of the other player. *)
  Lemma answer n c x q me s : fits q x -> in_room c x -> simplest q c x -> q <= n -> fits n s ->
    (0 < worth n me x + worth n me s)%Z ->
    (forall t, number_size t < number_size s -> fits n t -> (0 <= worth n me x + worth n me t)%Z ->
      wins_second with_number me (c, t)) -> wins_first with_number me (c, s).
  Proof.
    intros Fx R Out Q Fs P IH.
    assert (Up : forall y, fits q y -> fits n y /\
      forall me, worth n me y = (2 ^ Z.of_nat (n - q) * worth q me y)%Z).
    { intros y F. pose proof (finer_by q (n - q) y F) as H. now replace (q + (n - q)) with n in H by lia. }
    assert (U : (0 < 2 ^ Z.of_nat (n - q))%Z) by apply unit_positive.
    (* The number as a list in which each move costs 1/2^q or more. *)
    assert (C : exists m, fits q m /\ worth q me m = worth q me x /\
      forall m', number_move me m m' -> 0 < q \/ (0 < worth q me x)%Z).
    { destruct (Nat.eq_dec q 0) as [-> | N]; [| exists x; repeat split; auto; left; lia].
      exists (repeat ((if (0 <? worth 0 me x)%Z then me else other me), 0) (Z.abs_nat (worth 0 me x))).
      assert (E : forall who, is_player who me = true <-> who = me) by (intros [|]; destruct me; easy).
      repeat split.
      - apply Forall_forall. intros a I. apply repeat_spec in I. now subst.
      - rewrite worth_ones. destruct (0 <? worth 0 me x)%Z eqn:S;
          [rewrite same_player | rewrite other_player]; change (2 ^ Z.of_nat 0)%Z with 1%Z; lia.
      - intros m' M. apply number_of_ones in M. destruct M as [W _].
        destruct (0 <? worth 0 me x)%Z eqn:S; [right; lia | now destruct me]. }
    destruct C as (m & Fm & Em & Can). destruct (Up x Fx) as [Fx' Ex], (Up m Fm) as [Fm' Em'].
    destruct (halving n me [] (m ++ s)) as [(t & M & W) | (t & M & _)].
    - constructor.
    - now apply Forall_app.
    - rewrite worth_both, Em', Em, <- Ex. exact P.
    - cbn in W. apply first_by. apply move_apart in M. destruct M as [(m' & M & ->) | (s' & M & ->)];
        rewrite worth_both in W.
      + destruct (Out me (Can m' M)) as (who & c' & L & S). set (y := (other me, q) :: x) in *.
        assert (Fy : fits q y) by (constructor; auto). destruct (Up y Fy) as [Fy' Ey].
        assert (Wy : worth q me y = (worth q me x - 1)%Z).
        { unfold y. rewrite worth_cons, worth_other, Nat.sub_diag. change (2 ^ Z.of_nat 0)%Z with 1%Z. lia. }
        assert (D : who = me \/ who = other me) by (destruct who, me; auto). destruct D as [-> | ->].
        * exists (c', s). split; [now apply in_left |].
          apply (at_least_by n me c' (minus y)); auto using fits_minus. rewrite worth_minus, Ey, Wy.
          destruct (Up m') as [_ Em'']. { now apply (still_fits me q m). } rewrite Em'' in W.
          apply (move_costs me q) in M; auto. nia.
        * exfalso. apply R in L. rewrite other_other in L. apply not_both in L. apply L.
          destruct (at_least_by n (other me) c' (minus y) (minus x)) as [T _]; auto using fits_minus.
          -- rewrite !worth_minus, !other_worth, Ex, Ey, Wy. nia.
          -- apply T in S. unfold wins_second in S. now rewrite other_other in S.
      + exists (c, s'). split; [now apply in_right |].
        apply IH; [now apply (number_falls me) | now apply (still_fits me n s) |].
        rewrite Ex, <- Em, <- Em'. exact W.
    - inversion M as [l ? ? Z | l ? ? Z]; now destruct l.
  Qed.
  Lemma second_beside n c x q me : fits q x -> in_room c x -> simplest q c x -> q <= n ->
    forall s, fits n s -> (0 <= worth n me x + worth n me s)%Z -> wins_second with_number me (c, s).
  Proof.
    intros Fx R Out Q s. remember (number_size s) as k eqn:E. revert s E.
    induction k as [k IH] using lt_wf_ind. intros s -> Fs P.
    apply second_by. intros r M. inversion M as [c0 d s0 M1 | c0 s0 t M1]; subst.
    - apply R in M1. rewrite other_other in M1. apply (at_least_by n me d (minus x)); auto using fits_minus.
      + apply fits_minus. pose proof (finer_by q (n - q) x Fx) as [H _]. now replace (q + (n - q)) with n in H by lia.
      + rewrite worth_minus. lia.
    - assert (Ft : fits n t) by eauto using still_fits. apply (number_falls _ s t) in M1 as Size.
      apply (move_costs _ n) in M1; auto. rewrite !other_worth in M1.
      apply (answer n c x q); auto; [lia |]. intros u Su Fu Pu. apply (IH (number_size u)); auto. lia.
  Qed.
  Theorem simplest_number q c x : fits q x -> in_room c x -> simplest q c x -> is_number c x.
  Proof.
    intros Fx R Out. apply number_if. intros n me s Fx' Fs sum.
    destruct (finer_by n q x Fx') as [_ Ex], (finer_by n q s Fs) as [Fs' Es].
    pose proof (unit_positive q 0) as U. rewrite Nat.sub_0_r in U.
    assert (E : (worth (n + q) me x + worth (n + q) me s = 2 ^ Z.of_nat q * sum)%Z).
    { rewrite Ex, Es. unfold sum. ring. }
    split; intros P.
    - apply (second_beside (n + q) c x q); auto; [lia |]. rewrite E. nia.
    - apply (answer (n + q) c x q); auto; [lia | rewrite E; nia |]. intros t _ Ft Pt.
      now apply (second_beside (n + q) c x q); auto; lia.
  Qed.

  (* ---- is there room? ---- *)
  Hypothesis open_dec : forall who c v, {open who c v} + {~ open who c v}.
  Definition lowered who c :=
    flat_map (fun v => if open_dec who c v then map (Boards.set place eq_place c v) (seq 0 (c v)) else []) places.
  Definition options who (p : counters place * number) :=
    map (fun d => (d, snd p)) (lowered who (fst p)) ++ map (pair (fst p)) (number_moves who (snd p)).
  Lemma lowered_are_all who c d : In d (lowered who c) <-> lower (open who) c d.
  Proof. apply listed. Qed.
  Lemma options_are_all who p q : In q (options who p) <-> with_number who p q.
  Proof.
    destruct p as [c s]. unfold options. rewrite in_app_iff, !in_map_iff. cbn [fst snd]. split.
    - intros [(d & <- & I) | (t & <- & I)].
      + now apply in_left, lowered_are_all.
      + now apply in_right, number_moves_are_all.
    - intros M. inversion M as [c0 d s0 L | c0 s0 t L]; subst.
      + left. exists d. now rewrite lowered_are_all.
      + right. exists t. now rewrite number_moves_are_all.
  Qed.
  Lemma room_or_not c x : in_room c x \/ out_of_room c x.
  Proof.
    assert (D : forall me, (forall d, In d (lowered me c) -> wins_first with_number (other me) (d, minus x)) \/
      exists d, In d (lowered me c) /\ wins_second with_number me (d, minus x)).
    { intros me. apply all_or_some. intros d _. rewrite <- (other_other me) at 2.
      apply (decided with_number weight options); [| apply options_are_all].
      intros who p q. now apply weight_falls. }
    destruct (D Left) as [L | (d & I & W)]; [destruct (D Right) as [R | (d & I & W)] |].
    - left. intros [|] d M; apply lowered_are_all in M; auto.
    - right. exists Right, d. now rewrite <- lowered_are_all.
    - right. exists Left, d. now rewrite <- lowered_are_all.
  Qed.

  (* Only what a number is worth matters. *)
  Lemma same_room q c x y : fits q x -> fits q y -> worth q Left x = worth q Left y -> in_room c x -> in_room c y.
  Proof.
    intros Fx Fy E R me d M. apply (at_least_by q (other me) d (minus x)); auto using fits_minus.
    rewrite !worth_minus, !other_worth. destruct me; [| change Right with (other Left); rewrite !other_worth]; lia.
  Qed.
  Lemma worth_step q me x : worth q Left ((me, q) :: x) = (worth q Left x + if is_player me Left then 1 else -1)%Z.
  Proof.
    rewrite worth_cons. unfold worth at 1. cbn -[Nat.sub Z.pow]. rewrite Nat.sub_diag.
    change (2 ^ Z.of_nat 0)%Z with 1%Z. destruct (is_player me Left); lia.
  Qed.
  Definition whole q z : number := repeat (if (0 <=? z)%Z then Left else Right, q) (Z.abs_nat z).
  Lemma fits_whole q z : fits q (whole q z).
  Proof. apply Forall_forall. intros a I. apply repeat_spec in I. subst. simpl. lia. Qed.
  Lemma worth_whole q z : worth q Left (whole q z) = z.
  Proof.
    assert (R : forall who k, worth q Left (repeat (who, q) k) =
      ((if is_player who Left then 1 else -1) * Z.of_nat k)%Z).
    { intros who. induction k as [| k IH]; [cbn; lia |]. cbn [repeat]. rewrite worth_step, IH. lia. }
    unfold whole. rewrite R. destruct (0 <=? z)%Z eqn:E; cbn [is_player]; lia.
  Qed.
  Theorem room_for_a_number c q x : fits q x -> in_room c x ->
    exists q x, fits q x /\ in_room c x /\ simplest q c x /\ is_number c x.
  Proof.
    intros Fx Rx. enough (H : exists q x, fits q x /\ in_room c x /\ simplest q c x).
    { destruct H as (p & y & F & R & S). exists p, y. repeat (split; [assumption |]). now apply (simplest_number p). }
    revert Fx Rx.
    assert (Same : forall q x z, fits q x -> worth q Left x = z -> in_room c x -> in_room c (whole q z)).
    { intros p y z F E. apply (same_room p); auto using fits_whole. now rewrite worth_whole. }
    intros Fx Rx. apply (Same q x _ Fx eq_refl) in Rx. generalize (worth q Left x) Rx. clear x Fx Rx.
    induction q as [| q IH]; intros z R.
    - remember (Z.abs_nat z) as k eqn:E. revert z E R. induction k as [k IH] using lt_wf_ind. intros z -> R.
      set (who := if (0 <=? z)%Z then Left else Right). set (y := (other who, 0) :: whole 0 z).
      assert (Fy : fits 0 y) by (constructor; [auto | apply fits_whole]).
      assert (Wy : worth 0 Left y = (if 0 <=? z then z - 1 else z + 1)%Z).
      { unfold y, who. rewrite worth_step, worth_whole. destruct (0 <=? z)%Z; cbn; lia. }
      destruct (Z.eq_dec z 0) as [-> | N].
      { exists 0, (whole 0 0). split; [apply fits_whole | split; auto]. intros [|] [P | P]; cbn in P; lia. }
      destruct (room_or_not c y) as [Ry | Oy].
      + apply (IH (Z.abs_nat (worth 0 Left y))) with (z := worth 0 Left y); auto; [| now apply (Same 0 y)].
        rewrite Wy. destruct (0 <=? z)%Z eqn:S; lia.
      + exists 0, (whole 0 z). split; [apply fits_whole | split; auto]. intros me [P | P]; [lia |].
        replace me with who; auto. unfold who.
        pose proof (worth_whole 0 z). destruct me; [| change Right with (other Left) in P; rewrite other_worth in P];
          destruct (0 <=? z)%Z eqn:S; auto; lia.
    - assert (Half : forall z, in_room c (whole (S q) (2 * z)) -> in_room c (whole q z)).
      { intros y. apply (same_room (S q)); auto using fits_whole, fits_more.
        rewrite worth_whole, finer, worth_whole; auto using fits_whole. }
      destruct (Z.Even_or_Odd z) as [[y ->] | [y ->]]; [now apply (IH y), Half |].
      set (x := whole (S q) (2 * y + 1)) in *. assert (Fx : fits (S q) x) by apply fits_whole.
      assert (Step : forall me, in_room c ((me, S q) :: x) ->
        in_room c (whole (S q) (2 * (y + if is_player me Left then 1 else 0)))).
      { intros me. apply Same; [now constructor |]. rewrite worth_step. unfold x. rewrite worth_whole.
        destruct me; cbn [is_player]; lia. }
      destruct (room_or_not c ((Left, S q) :: x)) as [L | L]; [apply Step, Half in L; now apply IH in L |].
      destruct (room_or_not c ((Right, S q) :: x)) as [K | K]; [apply Step, Half in K; now apply IH in K |].
      exists (S q), x. split; [auto | split; auto]. intros [|] _; auto.
  Qed.
  Corollary means_leave_room c q x : fits q x ->
    (forall me c', lower (open me) c c' -> exists n m, fits n m /\ fits n x /\ has_mean c' m /\
      (worth n me m < worth n me x)%Z) ->
    exists q x, fits q x /\ in_room c x /\ simplest q c x /\ is_number c x.
  Proof.
    intros Fx H. apply (room_for_a_number c q x); auto. intros me c' L.
    destruct (H me c' L) as (n & m & Fm & Fn & M & W).
    apply (first_ahead_of_the_mean c' m n); auto using fits_minus. rewrite worth_minus, !other_worth. lia.
  Qed.
End Means.
