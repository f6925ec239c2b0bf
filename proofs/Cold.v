(* No move on a coloured board gains as much as a positive number, so none is hot
   (docs/theory-boards.md, "No coloured board is hot", the lemma). *)
Require Import Arith Bool Lia List ZifyBool.
From Nimatron Require Import Game Sums Boards Symmetry.
Import ListNotations.

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

  (* A board, the negative of a board, and the number 1/2^k of the player me, or 0. *)
  Definition difference := (counters place * counters place * option nat)%type.
  Inductive gain_move (me who : player) : difference -> difference -> Prop :=
  | on_board c c' d e : lower (open who) c c' -> gain_move me who (c, d, e) (c', d, e)
  | on_negative c d d' e : lower (open (other who)) d d' -> gain_move me who (c, d, e) (c, d', e)
  | own_number c d k : who = me -> gain_move me who (c, d, Some k) (c, d, None)
  | other_number c d k : who = other me -> gain_move me who (c, d, Some (S k)) (c, d, Some k).

  Definition weight (p : difference) := let '(c, d, e) := p in
    total place places c + total place places d + match e with Some k => S k | None => 0 end.
  Lemma weight_falls me who p q : gain_move me who p q -> weight q < weight p.
  Proof.
    intros [c c' d e M | c d d' e M | c d k _ | c d k _]; simpl; try lia;
      apply (total_falls place eq_place places no_twice) in M; lia.
  Qed.

  (* The boards are equal; or the first one is that before a move of me, and the number is left. *)
  Definition same (c d : counters place) := forall u, c u = d u.
  Definition before me (c d : counters place) := exists v,
    In v places /\ open me c v /\ d v < c v /\ forall u, u <> v -> c u = d u.
  Definition good me (p : difference) := let '(c, d, e) := p in
    same c d \/ before me c d /\ e <> None.

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

  (* Whatever the opponent does has an answer. *)
  Lemma answered me p q : good me p -> gain_move me (other me) p q ->
    exists r, gain_move me me q r /\ good me r.
  Proof.
    intros G M. destruct M as [c c' d e M | c d d' e M | c d k W | c d k _].
    - destruct M as [c w y W O Y]. destruct G as [E | [(v & V & Ov & L & E) N]].
      + exists (set c w y, set d w y, e). split; [| now left; apply copied].
        constructor. constructor; auto. now apply (opens _ c); auto; apply same_empty. now rewrite <- E.
      + destruct (eq_place w v) as [-> | D].
        * destruct (lt_eq_lt_dec y (d v)) as [[B | B] | B].
          -- exists (set c v y, set d v y, e). split.
             ++ constructor. constructor; auto. apply (opens _ c); auto.
                intros u Z. destruct (eq_place u v) as [-> |]; [lia |]. now rewrite <- E.
             ++ left. now apply copied_there.
          -- destruct e as [k |]; [| easy]. exists (set c v y, d, None). split.
             ++ now constructor.
             ++ left. subst y. now apply made_same.
          -- exists (set (set c v y) v (d v), d, e). split.
             ++ constructor. constructor; auto.
                ** apply (opens _ c); auto. now apply set_keeps with d; auto; intros u Z; destruct (eq_place u v) as [-> |]; [lia |]; rewrite <- E.
                ** now rewrite set_same.
             ++ left. apply made_same. intros u U. rewrite set_other; auto.
        * exists (set c w y, set d w y, e). split.
          -- constructor. constructor; auto.
             ++ apply (opens _ c); auto. intros u Z. destruct (eq_place u v) as [-> |]; [lia |]. now rewrite <- E.
             ++ now rewrite <- E.
          -- right. split; auto. exists v. rewrite !set_other by auto. repeat split; auto.
             ++ apply (opens _ c); auto. intros u Z. unfold Boards.set. destruct (eq_place u w) as [-> |]; auto. lia.
             ++ intros u U. unfold Boards.set. destruct (eq_place u w); auto.
    - destruct M as [d w y W O Y]. rewrite other_other in O. destruct G as [E | [(v & V & Ov & L & E) N]].
      + exists (set c w y, set d w y, e). split; [| now left; apply copied].
        constructor. constructor; auto.
        * apply (opens _ d); auto. intros u. now rewrite (E u).
        * now rewrite E.
      + destruct (eq_place w v) as [-> | D].
        * exists (set c v y, set d v y, e). split.
          -- constructor. constructor; auto. lia.
          -- left. now apply copied_there.
        * destruct (Nat.eq_dec (d v) 0) as [Z | P].
          -- exists (set c v 0, set d w y, e). split.
             ++ constructor. constructor; auto. lia.
             ++ right. split; auto. exists w. repeat split; auto.
                ** apply (opens _ d); auto. intros u U. unfold Boards.set.
                   destruct (eq_place u v) as [-> |]; auto. now rewrite E; auto.
                ** rewrite set_same, set_other by auto. now rewrite E.
                ** intros u U. rewrite (set_other place eq_place d) by auto. unfold Boards.set.
                   destruct (eq_place u v) as [-> |]; auto.
          -- exists (set c w y, set d w y, e). split.
             ++ constructor. constructor; auto.
                ** apply (opens _ d); auto. intros u U. destruct (eq_place u v) as [-> |]; [lia |]. now rewrite E.
                ** now rewrite E.
             ++ right. split; auto. exists v. rewrite !set_other by auto. repeat split; auto.
                ** apply (opens _ c); auto. intros u U. unfold Boards.set.
                   destruct (eq_place u w) as [-> |]; auto. rewrite E in U by auto. lia.
                ** intros u U. unfold Boards.set. destruct (eq_place u w); auto.
    - now destruct me.
    - destruct G as [E | [(v & V & Ov & L & E) _]].
      + exists (c, d, None). split; [now constructor | now left].
      + exists (set c v (d v), d, Some k). split.
        * constructor. now constructor.
        * left. now apply made_same.
  Qed.

  Lemma good_is_won me p : good me p -> wins_second (gain_move me) me p.
  Proof.
    remember (weight p) as n eqn:E. revert p E. induction n as [n IH] using lt_wf_ind. intros p -> G.
    constructor. easy. intros q M. inversion M as [who p' q' T E1 E2]; subst.
    destruct (answered me p q' G T) as (r & R & Gr). rewrite other_other.
    apply wins_by with (other me, r). { now constructor. }
    apply (IH (weight r)); auto. apply weight_falls in T, R. lia.
  Qed.

  (* What a move leaves is at most the board and any positive number: the player who made it wins the
     board, less what it leaves, plus 1/2^k, moving second. *)
  Theorem a_move_gains_no_number me c v y k : In v places -> open me c v -> y < c v ->
    wins_second (gain_move me) me (c, set c v y, Some k).
  Proof.
    intros V O Y. apply good_is_won. right. split; [| easy]. exists v. rewrite set_same.
    repeat split; auto. intros u U. now rewrite set_other.
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

  Theorem no_coloured_move_gains_a_number me c v y k :
    In v places -> drives_to place home may_use me c v -> y < c v ->
    wins_second (gain_move place eq_place places (drives_to place home may_use) me) me
      (c, set place eq_place c v y, Some k).
  Proof.
    apply a_move_gains_no_number; auto. intros who d e u Z D.
    induction D as [| u w D IH E R]; [constructor | apply along with u; auto].
  Qed.
End Trucks.
