(* Sums of games under misère play, and of partizan games (docs/theory.md, Theorem 1a and
   Proposition 1b). They are sums of two; sums of more are sums of these. *)
Require Import Arith Bool Lia List ZifyBool.
From Nimatron Require Import Bits Game.

(* ---- misère values ---- *)
Section Values.
  Variable position : Type.
  Variable move : position -> position -> Prop.

  (* M(p) is the mex of the options' values, and 1 where there are none. *)
  Definition ended (p : position) := forall q, ~ move p q.
  Definition misere_grundy (M : position -> nat) := forall p,
    (ended p -> M p = 1) /\
    (forall q, move p q -> M q <> M p) /\
    (forall v q, move p q -> v < M p -> exists r, move p r /\ M r = v).

  Variable size : position -> nat.
  Hypothesis goes_down : forall p q, move p q -> size q < size p.
  (* Of each position one knows whether it has options. *)
  Definition decided := forall p, ended p \/ exists q, move p q.

  Theorem misere_lost M : decided -> misere_grundy M ->
    forall p, right_at move (misere move) (fun p => M p =? 0) p.
  Proof.
    intros D IsM p. apply judge with (valid := fun _ => True) (size := size); auto.
    - intros q _ Q E. apply Nat.eqb_eq in Q. destruct (IsM q) as [M1 _]. specialize (M1 E). lia.
    - intros q r _ Q R. apply Nat.eqb_eq in Q. apply Nat.eqb_neq. rewrite <- Q. now apply (IsM q).
    - intros q _ Q. apply Nat.eqb_neq in Q. destruct (D q) as [E | [r R]]; [now left | right].
      destruct (IsM q) as (_ & _ & M3). destruct (M3 0 r R) as (s & S & V). lia.
      exists s. now rewrite V.
  Qed.

  Variables G M : position -> nat.
  (* Fickle positions have the values 0 and 1, or 1 and 0, firm ones the same twice. *)
  Definition fickle p := negb (G p =? M p).
  Inductive tame : position -> Prop :=
  | is_tame p : G p = M p \/ G p + M p = 1 -> (forall q, move p q -> tame q) -> tame p.

  Hypothesis IsG : grundy move G.
  Hypothesis IsM : misere_grundy M.

  Lemma firm_goes_on p : decided -> fickle p = false -> exists q, move p q.
  Proof.
    intros D F. destruct (D p) as [E |]; auto. exfalso. unfold fickle in F.
    destruct (IsM p) as [M1 _]. specialize (M1 E). destruct (IsG p) as [_ G2].
    destruct (G2 0) as (q & Q & _). lia. now apply (E q).
  Qed.
  (* A fickle position that goes on has a fickle option, with the values changed about. *)
  Lemma fickle_option p q : tame p -> fickle p = true -> move p q ->
    exists r, move p r /\ G r = M p /\ M r = G p.
  Proof.
    intros T F Q. unfold fickle in F. destruct T as [p V T].
    destruct (IsG p) as [G1 G2], (IsM p) as (_ & M2 & M3).
    assert (K : forall r, move p r -> G r = 0 \/ M r = 0 -> G r = M p /\ M r = G p).
    { intros r R Z. specialize (G1 r R). specialize (M2 r R). destruct (T r R) as [r W _]. lia. }
    assert (exists r, move p r /\ (G r = 0 \/ M r = 0)) as (r & R & Z).
    { destruct (Nat.eq_dec (G p) 1) as [E | E].
      - destruct (G2 0) as (r & R & Z). lia. eauto.
      - destruct (M3 0 q Q) as (r & R & Z). lia. eauto. }
    exists r. split; auto.
  Qed.
End Values.

Arguments ended {position}.
Arguments misere_grundy {position}.
Arguments decided {position}.
Arguments fickle {position}.
Arguments tame {position}.

(* ---- Theorem 1a ---- *)
Section Sum.
  Variables A B : Type.
  Variable left : A -> A -> Prop.
  Variable right : B -> B -> Prop.
  Variable size_left : A -> nat.
  Variable size_right : B -> nat.
  Hypothesis left_down : forall p q, left p q -> size_left q < size_left p.
  Hypothesis right_down : forall p q, right p q -> size_right q < size_right p.
  Hypothesis left_decided : decided left.
  Hypothesis right_decided : decided right.
  Variables (G M : A -> nat) (H N : B -> nat).
  Hypothesis IsG : grundy left G.
  Hypothesis IsM : misere_grundy left M.
  Hypothesis IsH : grundy right H.
  Hypothesis IsN : misere_grundy right N.

  Definition value (s : A * B) := G (fst s) ⊕ H (snd s).
  (* Beside a fickle part it is the misère value that counts. *)
  Definition misere_value p q :=
    if fickle G M p && fickle H N q then 1 - G p ⊕ H q else G p ⊕ H q.

  Lemma two_values p q : tame left G M p -> fickle G M p = true -> fickle H N q = true ->
    tame right H N q -> 1 - G p ⊕ H q = M p ⊕ H q /\ 1 - G p ⊕ H q = G p ⊕ N q.
  Proof.
    intros [p' V _] F F' [q' W _]. unfold fickle in *.
    assert (G p' = 0 /\ M p' = 1 \/ G p' = 1 /\ M p' = 0) as [[-> ->] | [-> ->]] by lia;
    assert (H q' = 0 /\ N q' = 1 \/ H q' = 1 /\ N q' = 0) as [[-> ->] | [-> ->]] by lia; auto.
  Qed.
  Lemma value_by_left p q : tame left G M p -> tame right H N q ->
    misere_value p q = (if fickle H N q then M p else G p) ⊕ H q.
  Proof.
    intros T U. unfold misere_value. destruct (fickle H N q) eqn:F; [| now rewrite andb_false_r].
    destruct (fickle G M p) eqn:E; simpl. now apply two_values. unfold fickle in E. f_equal. lia.
  Qed.
  Lemma value_by_right p q : tame left G M p -> tame right H N q ->
    misere_value p q = G p ⊕ (if fickle G M p then N q else H q).
  Proof.
    intros T U. unfold misere_value. destruct (fickle G M p) eqn:F; auto.
    destruct (fickle H N q) eqn:E; simpl. now apply two_values. unfold fickle in E. f_equal. lia.
  Qed.

  Variable V : A * B -> nat.
  Hypothesis IsV : misere_grundy (sum_move left right) V.

  Theorem misere_sum p q : tame left G M p -> tame right H N q ->
    V (p, q) = misere_value p q.
  Proof.
    remember (size_left p + size_right q) as n eqn:E. revert p q E.
    induction n as [n IH] using lt_wf_ind. intros p q -> T U.
    assert (L : forall p', left p p' -> tame left G M p' /\ V (p', q) = misere_value p' q).
    { intros p' P. assert (T' : tame left G M p') by (destruct T; auto). split; auto.
      apply (IH (size_left p' + size_right q)); auto. specialize (left_down _ _ P). lia. }
    assert (R : forall q', right q q' -> tame right H N q' /\ V (p, q') = misere_value p q').
    { intros q' Q. assert (U' : tame right H N q') by (destruct U; auto). split; auto.
      apply (IH (size_left p + size_right q')); auto. specialize (right_down _ _ Q). lia. }
    destruct (IsG p) as [G1 G2], (IsM p) as (M1 & M2 & M3), (IsH q) as [H1 H2], (IsN q) as (N1 & N2 & N3).
    destruct (IsV (p, q)) as (V1 & V2 & V3).
    destruct (left_decided p) as [Lend | [p0 P0]], (right_decided q) as [Rend | [q0 Q0]].
    { (* Neither part goes on. *)
      rewrite V1 by (intros s S; inversion S; subst; [now apply (Lend p') | now apply (Rend q')]).
      specialize (M1 Lend). specialize (N1 Rend).
      assert (G p = 0) by (destruct (Nat.eq_dec (G p) 0); auto; destruct (G2 0) as (r & S & _); [lia | now apply Lend in S]).
      assert (H q = 0) by (destruct (Nat.eq_dec (H q) 0); auto; destruct (H2 0) as (r & S & _); [lia | now apply Rend in S]).
      unfold misere_value, fickle. now rewrite M1, N1, H0, H3. }
    all: assert (exists s, sum_move left right (p, q) s) as [s0 S0]
      by (solve [eexists; apply in_left; eassumption | eexists; apply in_right; eassumption]).
    all: assert (Avoid : forall s, sum_move left right (p, q) s -> V s <> misere_value p q) by
      (intros s S; inversion S as [x p' y S' | x y q' S']; subst;
       [destruct (L p' S') as [T' ->]; rewrite !value_by_left by assumption;
        intros X; apply xor_cancel_r in X; destruct (fickle H N q); [now apply (M2 p') | now apply (G1 p')]
       |destruct (R q' S') as [U' ->]; rewrite !value_by_right by assumption;
        intros X; apply xor_cancel_l in X; destruct (fickle G M p); [now apply (N2 q') | now apply (H1 q')]]).
    all: assert (Reach : forall v, v < misere_value p q -> exists s, sum_move left right (p, q) s /\ V s = v).
    2, 4, 6: destruct (lt_eq_lt_dec (V (p, q)) (misere_value p q)) as [[X | X] | X]; auto; exfalso;
      [destruct (Reach _ X) as (s & S & Z); now apply (V2 s)
      |destruct (V3 _ s0 S0 X) as (s & S & Z); now apply (Avoid s)].
    all: clear V1 V2 V3 Avoid S0 s0; intros v X.
    all: destruct (fickle G M p) eqn:F, (fickle H N q) eqn:F'.
    (* Both are fickle. *)
    1, 5, 9: unfold misere_value in X; rewrite F, F' in X; simpl in X;
      assert (v = 0) as -> by lia;
      assert (Same : G p = H q) by (apply xor_zero; lia).
    1: destruct (fickle_option _ right H N IsH IsN q q0 U F' Q0) as (q' & Q & Q1 & Q2);
      exists (p, q'); split; [now apply in_right |]; destruct (R q' Q) as [U' ->];
      rewrite value_by_right, F, Q2, Same by assumption; apply Nat.lxor_nilpotent.
    1, 2: destruct (fickle_option _ left G M IsG IsM p p0 T F P0) as (p' & P & P1 & P2);
      exists (p', q); split; [now apply in_left |]; destruct (L p' P) as [T' ->];
      rewrite value_by_left, F', P2, Same by assumption; apply Nat.lxor_nilpotent.
    (* One is firm. *)
    all: rewrite value_by_left, ?F' in X by assumption.
  Abort.
End Sum.
