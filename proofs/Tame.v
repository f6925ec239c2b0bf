(* Theorem 38 of docs/theory/values.md: every position is tame. So under misère play the same player wins
   as under normal play while a stack of 2 or more is left. The game is any that obeys three rules;
   Piles.v, EndNim.v and Boards.v show that the games do. *)
Require Import Arith Bool Lia List ZifyBool.
From Nimatron Require Import Game Sums.

Section Stacks.
  Variable position : Type.
  Variable move : position -> position -> Prop.
  (* The positions that are boards of the game, and how many counters they have. *)
  Variable valid : position -> Prop.
  Variable counters : position -> nat.
  (* No stack has 2 counters or more. *)
  Variable ones : position -> bool.

  (* From stacks of 1 a move takes one stack. *)
  Definition ones_fall := forall p q, valid p -> ones p = true -> move p q ->
    ones q = true /\ counters p = S (counters q).
  (* Some stack can be lowered, unless all are gone. *)
  Definition goes_on := forall p, valid p -> ones p = false \/ counters p <> 0 -> exists q, move p q.
  (* If a move can leave stacks of 1 alone, moves can leave an even and an odd number of them. *)
  Definition last_large := forall p q, valid p -> ones p = false -> move p q -> ones q = true ->
    exists r s, move p r /\ ones r = true /\ move p s /\ ones s = true /\
      counters s = S (counters r).

  Variable size : position -> nat.
  Hypothesis goes_down : forall p q, valid p -> move p q -> valid q /\ size q < size p.
  Hypothesis R1 : ones_fall.
  Hypothesis R2 : goes_on.
  Hypothesis R3 : last_large.
  Variable G : position -> nat.
  Hypothesis IsG : grundy move G.

  (* Stacks of 1 have the values 0 and 1 in turn; [b] says what the empty board has. *)
  Lemma in_turn_0_1 (b : bool) V : (forall p,
    (ended move p -> V p = Nat.b2n b) /\
    (forall q, move p q -> V q <> V p) /\
    (forall v q, move p q -> v < V p -> exists r, move p r /\ V r = v)) ->
    forall p, valid p -> ones p = true -> V p = Nat.b2n (xorb b (Nat.odd (counters p))).
  Proof.
    intros IsV p. remember (counters p) as n eqn:E. revert p E.
    induction n as [| n IH]; intros p E Vp O; destruct (IsV p) as (V1 & V2 & V3).
    - rewrite xorb_false_r. apply V1. intros q M. destruct (R1 p q Vp O M). lia.
    - assert (K : forall q, move p q -> V q = Nat.b2n (xorb b (Nat.odd n))).
      { intros q M. destruct (R1 p q Vp O M). apply IH; auto. lia. now apply (goes_down p q). }
      destruct (R2 p Vp) as [q0 M0]. { lia. } pose proof (V2 q0 M0) as N. rewrite (K q0 M0) in N.
      rewrite Nat.odd_succ, <- Nat.negb_odd, <- negb_xorb_r. destruct (xorb b (Nat.odd n)); simpl in *.
      + destruct (V p) as [| v]; auto. destruct (V3 0 q0 M0) as (q & M & Q). lia. now rewrite K in Q.
      + destruct (V p) as [| [| v]]; try easy. destruct (V3 1 q0 M0) as (q & M & Q). lia. now rewrite K in Q.
  Qed.
  Corollary ones_value p : valid p -> ones p = true -> G p = Nat.b2n (Nat.odd (counters p)).
  Proof.
    intros V O. rewrite <- (xorb_false_l (Nat.odd _)). apply (in_turn_0_1 false G); auto.
    clear p V O. intros p. destruct (IsG p) as [G1 G2]. repeat split; auto. intros E.
    destruct (G p) as [| g]; auto. destruct (G2 0) as (q & M & _). lia. now apply E in M.
  Qed.

  (* With one value among the options, 0 or 1, comes the other, if stacks of 1 have it. *)
  Lemma both_parities p q : valid p -> ones p = false -> move p q -> ones q = true ->
    forall b, exists r, move p r /\ ones r = true /\ Nat.odd (counters r) = b.
  Proof.
    intros V O M Q b. destruct (R3 p q V O M Q) as (r & s & Mr & Or & Ms & Os & E).
    destruct (bool_dec (Nat.odd (counters r)) b). { now exists r. }
    exists s. rewrite E, Nat.odd_succ, <- Nat.negb_odd. repeat split; auto.
    destruct b, (Nat.odd (counters r)); easy.
  Qed.

  (* Who wins under misère play. *)
  Definition lost_misere p := if ones p then Nat.odd (counters p) else G p =? 0.
  Theorem misere_outcome p : valid p -> right_at move (misere move) lost_misere p.
  Proof.
    intros V. apply judge with (valid := valid) (size := size); auto; clear p V; unfold lost_misere.
    - intros p V L E. destruct (R2 p V) as [q M]; [| now apply (E q)].
      destruct (ones p); auto. right. now destruct (counters p).
    - intros p q V L M. destruct (ones p) eqn:O.
      + destruct (R1 p q V O M) as [-> C]. rewrite C, Nat.odd_succ, <- Nat.negb_odd in L.
        now destruct (Nat.odd _).
      + destruct (IsG p) as [G1 _]. destruct (ones q) eqn:Q.
        * destruct (both_parities p q V O M Q false) as (r & Mr & Or & C). exfalso.
          apply (G1 r Mr). rewrite ones_value, C; auto; [simpl; lia | now apply (goes_down p r)].
        * specialize (G1 q M). lia.
    - intros p V L. destruct (ones p) eqn:O.
      + destruct (counters p) as [| n] eqn:C.
        * left. intros q M. destruct (R1 p q V O M). lia.
        * right. destruct (R2 p V) as [q M]. { right. congruence. } exists q.
          destruct (R1 p q V O M) as [-> C']. split; auto. rewrite C in C'. injection C' as <-. rewrite Nat.odd_succ, <- Nat.negb_odd in L.
          now destruct (Nat.odd n).
      + right. destruct (IsG p) as [_ G2]. destruct (G2 0) as (q & M & Q). lia.
        destruct (ones q) eqn:Oq.
        * destruct (both_parities p q V O M Oq true) as (r & Mr & Or & C). exists r. now rewrite Or.
        * exists q. rewrite Oq. split; auto. lia.
  Qed.

  Variable M : position -> nat.
  Hypothesis IsM : misere_grundy move M.

  Lemma ones_misere_value p : valid p -> ones p = true -> M p = Nat.b2n (Nat.even (counters p)).
  Proof. intros V O. rewrite (in_turn_0_1 true M IsM), <- Nat.negb_odd; auto. Qed.

  (* Theorem 38. *)
  Theorem all_tame p : valid p -> tame move G M p /\ fickle G M p = ones p.
  Proof.
    cut (forall p, valid p -> if ones p then G p + M p = 1 else G p = M p).
    - intros K V. split.
      + remember (size p) as n eqn:E. revert p E V. induction n as [n IH] using lt_wf_ind.
        intros p -> V. constructor. { specialize (K p V). destruct (ones p); lia. }
        intros q Q. destruct (goes_down p q V Q) as [Vq L]. now apply (IH (size q)).
      + specialize (K p V). unfold fickle. destruct (ones p); lia.
    - clear p. intros p. remember (size p) as n eqn:E. revert p E. induction n as [n IH] using lt_wf_ind.
      intros p -> V. destruct (ones p) eqn:O.
      { rewrite ones_value, ones_misere_value, <- Nat.negb_odd by assumption. now destruct (Nat.odd _). }
      (* The options have the same values in both kinds of play. *)
      assert (S : forall q, move p q ->
        (exists r, move p r /\ M r = G q) /\ (exists r, move p r /\ G r = M q)).
      { intros q Q. destruct (goes_down p q V Q) as [Vq L]. specialize (IH (size q) L q eq_refl Vq).
        destruct (ones q) eqn:Oq; [| split; exists q; auto].
        assert (B : forall b, exists r, move p r /\ G r = Nat.b2n b /\ M r = 1 - Nat.b2n b).
        { intros b. destruct (both_parities p q V O Q Oq b) as (r & Mr & Or & C). exists r.
          assert (valid r) by now apply (goes_down p r).
          rewrite ones_value, ones_misere_value, <- Nat.negb_odd, C by assumption. now destruct b. }
        destruct (B true) as (r & R & R1' & R2'), (B false) as (s & S & S1 & S2). simpl in *.
        assert (G q = 0 /\ M q = 1 \/ G q = 1 /\ M q = 0) as [[-> ->] | [-> ->]] by lia; eauto 6. }
      destruct (IsG p) as [G1 G2], (IsM p) as (_ & M2 & M3), (R2 p V) as [q0 Q0]; auto.
      destruct (lt_eq_lt_dec (G p) (M p)) as [[L | L] | L]; auto; exfalso.
      + destruct (M3 _ q0 Q0 L) as (q & Q & X). destruct (S q Q) as [_ (r & R & Y)]. apply (G1 r R). lia.
      + destruct (G2 _ L) as (q & Q & X). destruct (S q Q) as [(r & R & Y) _]. apply (M2 r R). lia.
  Qed.
End Stacks.

Arguments ones_fall {position}.
Arguments goes_on {position}.
Arguments last_large {position}.
