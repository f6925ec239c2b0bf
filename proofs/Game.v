(* Games in which two players take turns, and who wins them (docs/theory/theory.md, "Words and
   signs" and Theorem 1). *)
Require Import Arith Bool Lia List ZifyBool.
From Nimatron Require Import Bits.
Import ListNotations.

(* Left and Right. *)
Inductive player := Left | Right.
Definition other (who : player) := match who with Left => Right | Right => Left end.
Lemma other_other who : other (other who) = who.
Proof. now destruct who. Qed.

(* ---- play ---- *)
Section Play.
  Variable position : Type.
  (* [move p q]: q is an option of p. *)
  Variable move : position -> position -> Prop.
  (* The finished positions that the player to move has won: those where the other player,
     who moved last, loses by it. *)
  Variable end_won : position -> Prop.

  Inductive wins : position -> Prop :=
  | wins_at_end p : end_won p -> wins p
  | wins_by p q : move p q -> loses q -> wins p
  with loses : position -> Prop :=
  | loses_always p : ~ end_won p -> (forall q, move p q -> wins q) -> loses p.

  Scheme wins_rec := Induction for wins Sort Prop
    with loses_rec := Induction for loses Sort Prop.

  Lemma not_both p : wins p -> ~ loses p.
  Proof.
    intros W. induction W using wins_rec with (P0 := fun q _ => ~ wins q).
    - intros L. inversion L. contradiction.
    - intros L. inversion L. auto.
    - intros W. inversion W; subst. contradiction. now apply (H q).
  Qed.

  (* The program computes a predicate [lost]; it is right at p if it says who wins p. *)
  Definition right_at (lost : position -> bool) p :=
    (loses p <-> lost p = true) /\ (wins p <-> lost p = false).

  Section Judge.
    (* The positions that are boards of the game, and a number that falls with each move. *)
    Variable valid : position -> Prop.
    Variable size : position -> nat.
    Hypothesis goes_down : forall p q, valid p -> move p q -> valid q /\ size q < size p.

    Variable lost : position -> bool.
    Hypothesis lost_goes_on : forall p, valid p -> lost p = true -> ~ end_won p.
    Hypothesis safe : forall p q, valid p -> lost p = true -> move p q -> lost q = false.
    Hypothesis reach : forall p, valid p -> lost p = false ->
      end_won p \/ exists q, move p q /\ lost q = true.

    (* A predicate is that of the lost positions if no lost one has a lost option and every
       other one has. *)
    Lemma judge p : valid p -> right_at lost p.
    Proof.
      intros V. assert (J : (lost p = true -> loses p) /\ (lost p = false -> wins p)).
      { remember (size p) as n eqn:E. revert p E V.
        induction n as [n IH] using lt_wf_ind. intros p -> V. split; intros H.
        - constructor. now apply lost_goes_on. intros q M. destruct (goes_down p q V M) as [Vq Lq].
          apply (IH (size q) Lq q eq_refl Vq). now apply (safe p).
        - destruct (reach p V H) as [E | (q & M & Q)]. now apply wins_at_end.
          destruct (goes_down p q V M) as [Vq Lq].
          apply (wins_by p q M). now apply (IH (size q) Lq q eq_refl Vq). }
      pose proof (not_both p). unfold right_at. destruct (lost p); intuition congruence.
    Qed.
  End Judge.
End Play.

Arguments wins {position}.
Arguments loses {position}.
Arguments right_at {position}.

(* Under normal play nobody has won where there is no move but the player who made the last
   one; under misère play the player who would have to move has. *)
Definition normal {position} (p : position) := False.
Definition misere {position} (move : position -> position -> Prop) p := forall q, ~ move p q.

(* ---- Grundy values ---- *)
Section Grundy.
  Variable position : Type.
  Variable move : position -> position -> Prop.

  (* G(p) is the least number that no option has: "mex". *)
  Definition grundy (G : position -> nat) := forall p,
    (forall q, move p q -> G q <> G p) /\
    (forall v, v < G p -> exists q, move p q /\ G q = v).

  Variable size : position -> nat.
  Hypothesis goes_down : forall p q, move p q -> size q < size p.

  (* No position has two values. *)
  Theorem grundy_unique G H : grundy G -> grundy H -> forall p, G p = H p.
  Proof.
    intros IsG IsH p. remember (size p) as n eqn:E. revert p E.
    induction n as [n IH] using lt_wf_ind. intros p ->.
    destruct (IsG p) as [G1 G2], (IsH p) as [H1 H2].
    destruct (lt_eq_lt_dec (G p) (H p)) as [[L | L] | L]; auto; exfalso.
    - destruct (H2 _ L) as (q & M & Q). apply (G1 q M).
      now rewrite (IH (size q) (goes_down p q M) q).
    - destruct (G2 _ L) as (q & M & Q). apply (H1 q M).
      now rewrite <- (IH (size q) (goes_down p q M) q).
  Qed.

  (* Theorem 1, first sentence. *)
  Theorem sprague_grundy_lost G : grundy G ->
    forall p, right_at move normal (fun p => G p =? 0) p.
  Proof.
    intros IsG p. apply judge with (valid := fun _ => True) (size := size); auto.
    - intros q r _ Q M. apply Nat.eqb_eq in Q. apply Nat.eqb_neq. rewrite <- Q. now apply (IsG q).
    - intros q _ Q. apply Nat.eqb_neq in Q. right. destruct (IsG q) as [_ G2].
      destruct (G2 0) as (r & M & R). lia. exists r. now rewrite R.
  Qed.
End Grundy.

Arguments grundy {position}.

(* The values by the rule: where the options can be listed, there is one Grundy function. *)
Definition is_in v (l : list nat) := existsb (Nat.eqb v) l.
Definition mex (l : list nat) :=
  match find (fun v => negb (is_in v l)) (seq 0 (S (length l))) with Some v => v | None => 0 end.

Lemma is_in_iff v l : is_in v l = true <-> In v l.
Proof.
  unfold is_in. rewrite existsb_exists. split.
  - intros (u & I & E). apply Nat.eqb_eq in E. now subst.
  - intros I. exists v. split; auto. apply Nat.eqb_refl.
Qed.
Lemma find_first (f : nat -> bool) k : forall n v, find f (seq n k) = Some v ->
  f v = true /\ forall u, n <= u < v -> f u = false.
Proof.
  induction k as [| k IH]; intros n v F; simpl in F. discriminate.
  destruct (f n) eqn:E.
  - inversion F; subst. split; auto. lia.
  - destruct (IH (S n) v F) as [F1 F2]. split; auto. intros u U.
    destruct (Nat.eq_dec u n) as [-> |]; auto. apply F2. lia.
Qed.
Lemma mex_is_least l : ~ In (mex l) l /\ forall u, u < mex l -> In u l.
Proof.
  unfold mex. destruct (find _ _) as [v |] eqn:F.
  - apply find_first in F. destruct F as [F1 F2]. split.
    + rewrite <- is_in_iff. destruct (is_in v l); discriminate.
    + intros u U. apply is_in_iff. specialize (F2 u). destruct (is_in u l); auto.
      discriminate F2. lia.
  - (* Some of so many numbers are not in l. *)
    exfalso. assert (L : S (length l) <= length l); [| lia].
    rewrite <- (seq_length (S (length l)) 0) at 1. apply NoDup_incl_length. apply seq_NoDup.
    intros u I. apply is_in_iff. pose proof (find_none _ _ F u I) as N. simpl in N.
    now destruct (is_in u l).
Qed.

Section Values.
  Variable position : Type.
  Variable move : position -> position -> Prop.
  Variable size : position -> nat.
  Hypothesis goes_down : forall p q, move p q -> size q < size p.
  Variable options : position -> list position.
  Hypothesis listed : forall p q, In q (options p) <-> move p q.

  (* [n] is more than the number of moves that can be made. *)
  Fixpoint value_within n p :=
    match n with 0 => 0 | S n => mex (map (value_within n) (options p)) end.
  Definition value_by_mex p := value_within (S (size p)) p.

  Lemma enough n : forall p, size p < n -> value_within n p = value_by_mex p.
  Proof.
    induction n as [n IH] using lt_wf_ind. intros p L. destruct n as [| n]. lia.
    unfold value_by_mex. simpl. f_equal. apply map_ext_in. intros q I.
    apply listed, goes_down in I. rewrite IH by lia. symmetry. apply IH; lia.
  Qed.

  Theorem grundy_exists : grundy move value_by_mex.
  Proof.
    intros p.
    assert (E : value_by_mex p = mex (map value_by_mex (options p))).
    { unfold value_by_mex at 1. simpl. f_equal. apply map_ext_in. intros q I.
      apply listed, goes_down in I. now apply enough. }
    rewrite E. destruct (mex_is_least (map value_by_mex (options p))) as [M1 M2]. split.
    - intros q M Q. apply M1. rewrite <- Q. now apply in_map, listed.
    - intros v V. apply M2 in V. apply in_map_iff in V. destruct V as (q & Q & I).
      exists q. split; auto. now apply listed.
  Qed.
End Values.

(* Two games side by side: every move is made in one of them. *)
Inductive sum_move {A B} (left : A -> A -> Prop) (right : B -> B -> Prop) :
  A * B -> A * B -> Prop :=
| in_left p p' q : left p p' -> sum_move left right (p, q) (p', q)
| in_right p q q' : right q q' -> sum_move left right (p, q) (p, q').

(* Theorem 1, second sentence. *)
Theorem sprague_grundy_sum {A B} (left : A -> A -> Prop) (right : B -> B -> Prop) G H :
  grundy left G -> grundy right H ->
  grundy (sum_move left right) (fun p => G (fst p) ⊕ H (snd p)).
Proof.
  intros IsG IsH [p q]. destruct (IsG p) as [G1 G2], (IsH q) as [H1 H2]. simpl. split.
  - intros r M. inversion M; subst; simpl; intros E.
    + apply (G1 p'); auto. now apply xor_cancel_r in E.
    + apply (H1 q'); auto. now apply xor_cancel_l in E.
  - intros v L. destruct (xor_below _ _ _ L) as [K | K].
    + destruct (G2 _ K) as (p' & M & E). exists (p', q). split. now constructor.
      simpl. now rewrite E, xor_back_r.
    + destruct (H2 _ K) as (q' & M & E). exists (p, q'). split. now constructor.
      simpl. now rewrite E, Nat.lxor_comm, xor_back_r.
Qed.
