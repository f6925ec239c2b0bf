(* Sums of games: misère play, Theorem 1a of docs/theory/theory.md, and partizan games, Proposition 1b.
   They are sums of two; sums of more are sums of these. *)
Require Import Arith Bool Lia List ZifyBool.
From Nimatron Require Import Bits Game.
Import ListNotations.

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

  (* The misère values are Grundy values where the end has an option, of which nothing comes. *)
  Variable options : position -> list position.
  Hypothesis listed : forall p q, In q (options p) <-> move p q.
  Inductive move_on : option position -> option position -> Prop :=
  | as_before p q : move p q -> move_on (Some p) (Some q)
  | at_end p : ended p -> move_on (Some p) None.
  Definition options_on p := match p with
    | None => []
    | Some p => match options p with [] => [None] | l => map Some l end
    end.
  Definition misere_value_by_mex p :=
    value_by_mex _ (fun p => match p with None => 0 | Some p => S (size p) end) options_on (Some p).
  Theorem misere_grundy_exists : decided /\ misere_grundy misere_value_by_mex.
  Proof.
    assert (D : decided).
    { intros p. destruct (options p) as [| q l] eqn:E.
      - left. intros q M. apply listed in M. now rewrite E in M.
      - right. exists q. apply listed. rewrite E. apply in_eq. }
    split; auto. assert (IsG : grundy move_on (value_by_mex _ (fun p => match p with
      None => 0 | Some p => S (size p) end) options_on)).
    { apply grundy_exists.
      - intros p q M. destruct M as [p q M |]; [apply goes_down in M |]; lia.
      - intros p q. split.
        + destruct p as [p |]; [| easy]. simpl. destruct (options p) as [| r l] eqn:E; intros I.
          * destruct I as [<- | []]. constructor. intros q M. apply listed in M. now rewrite E in M.
          * change (In q (map Some (r :: l))) in I. apply in_map_iff in I. destruct I as (s & <- & I).
            constructor. apply listed. now rewrite E.
        + intros M. destruct M as [p q M | p N]; simpl.
          * apply listed in M. apply (in_map Some) in M. now destruct (options p).
          * destruct (options p) as [| r l] eqn:E; [apply in_eq |]. exfalso. apply (N r), listed.
            rewrite E. apply in_eq. }
    intros p. unfold misere_value_by_mex. set (g := value_by_mex _ _ _) in *.
    destruct (IsG (Some p)) as [G1 G2]. split; [| split].
    - intros E. assert (N : g None = 0) by reflexivity.
      pose proof (G1 None (at_end p E)). destruct (Nat.lt_ge_cases 1 (g (Some p))) as [L |]; [| lia].
      destruct (G2 1 L) as (q & M & Q). inversion M as [x r N' | x N']; subst; [now apply E in N' | lia].
    - intros q M. apply G1. now constructor.
    - intros v q M L. destruct (G2 v L) as (r & R & V). inversion R as [x s S | x N]; subst.
      now exists s. now apply N in M.
  Qed.

  Variables G M : position -> nat.
  (* Fickle positions have the values 0 and 1, or 1 and 0, firm ones the same twice. *)
  Definition fickle p := negb (G p =? M p).
  Inductive tame : position -> Prop :=
  | is_tame p : G p = M p \/ G p + M p = 1 -> (forall q, move p q -> tame q) -> tame p.

  Lemma tame_values p : tame p -> G p = M p \/ G p + M p = 1.
  Proof. now destruct 1. Qed.
  Lemma tame_option p q : tame p -> move p q -> tame q.
  Proof. destruct 1 as [p _ T]. apply T. Qed.

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
    intros T F Q. unfold fickle in F. pose proof (tame_values p T) as V.
    destruct (IsG p) as [G1 G2], (IsM p) as (_ & M2 & M3).
    assert (K : forall r, move p r -> G r = 0 \/ M r = 0 -> G r = M p /\ M r = G p).
    { intros r R Z. specialize (G1 r R). specialize (M2 r R).
      pose proof (tame_values r (tame_option p r T R)). lia. }
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
Arguments tame_values {position}.
Arguments tame_option {position}.

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

  Lemma value_by_left p q : tame left G M p -> tame right H N q ->
    misere_value p q = (if fickle H N q then M p else G p) ⊕ H q.
  Proof.
    intros T U. apply tame_values in T, U. unfold misere_value, fickle.
    destruct (Nat.eqb_spec (G p) (M p)) as [E | E], (Nat.eqb_spec (H q) (N q)) as [F | F];
      simpl; congruence || auto.
    assert (G p = 0 /\ M p = 1 \/ G p = 1 /\ M p = 0) as [[-> ->] | [-> ->]] by lia;
      assert (H q = 0 \/ H q = 1) as [-> | ->] by lia; reflexivity.
  Qed.
  Lemma value_by_right p q : tame left G M p -> tame right H N q ->
    misere_value p q = G p ⊕ (if fickle G M p then N q else H q).
  Proof.
    intros T U. apply tame_values in T, U. unfold misere_value, fickle.
    destruct (Nat.eqb_spec (G p) (M p)) as [E | E], (Nat.eqb_spec (H q) (N q)) as [F | F];
      simpl; congruence || auto.
    assert (H q = 0 /\ N q = 1 \/ H q = 1 /\ N q = 0) as [[-> ->] | [-> ->]] by lia;
      assert (G p = 0 \/ G p = 1) as [-> | ->] by lia; reflexivity.
  Qed.
  Lemma left_option p q p' : tame left G M p -> tame right H N q -> left p p' ->
    misere_value p' q <> misere_value p q.
  Proof.
    intros T U P. rewrite !value_by_left by eauto using tame_option.
    intros X. apply xor_cancel_r in X. destruct (fickle H N q).
    - now apply (IsM p) in P.
    - now apply (IsG p) in P.
  Qed.
  Lemma right_option p q q' : tame left G M p -> tame right H N q -> right q q' ->
    misere_value p q' <> misere_value p q.
  Proof.
    intros T U Q. rewrite !value_by_right by eauto using tame_option.
    intros X. apply xor_cancel_l in X. destruct (fickle G M p).
    - now apply (IsN q) in Q.
    - now apply (IsH q) in Q.
  Qed.

  (* Where one part goes on, each smaller value is reached. *)
  Lemma reach p q v : tame left G M p -> tame right H N q ->
    (exists p', left p p') \/ (exists q', right q q') -> v < misere_value p q ->
    (exists p', left p p' /\ misere_value p' q = v) \/ (exists q', right q q' /\ misere_value p q' = v).
  Proof.
    intros T U O L.
    destruct (IsG p) as [_ G2], (IsM p) as (_ & _ & M3), (IsH q) as [_ H2], (IsN q) as (_ & _ & N3).
    assert (ByLeft : forall p' k, left p p' -> (if fickle H N q then M p' else G p') = k ->
      misere_value p' q = k ⊕ H q).
    { intros p' k P <-. apply value_by_left; eauto using tame_option. }
    assert (ByRight : forall q' k, right q q' -> (if fickle G M p then N q' else H q') = k ->
      misere_value p q' = G p ⊕ k).
    { intros q' k Q <-. apply value_by_right; eauto using tame_option. }
    destruct (fickle G M p) eqn:F.
    - destruct (fickle H N q) eqn:F'.
      + (* Both are fickle. *)
        unfold misere_value in L. rewrite F, F' in L. cbn [andb] in L.
        assert (v = 0) as -> by lia. assert (E : G p = H q) by (apply xor_zero; lia).
        destruct O as [[p0 P0] | [q0 Q0]].
        * destruct (fickle_option _ left G M IsG IsM p p0 T F P0) as (p' & P & _ & V). left. exists p'.
          split; auto. rewrite (ByLeft p' (G p)), E by auto. apply Nat.lxor_nilpotent.
        * destruct (fickle_option _ right H N IsH IsN q q0 U F' Q0) as (q' & Q & _ & V). right. exists q'.
          split; auto. rewrite (ByRight q' (H q)), E by auto. apply Nat.lxor_nilpotent.
      + (* The right one is firm. *)
        rewrite value_by_right, F in L by assumption.
        destruct (firm_goes_on _ right H N IsH IsN q right_decided F') as [q0 Q0].
        assert (E : H q = N q) by (unfold fickle in F'; lia).
        destruct (xor_below _ _ _ L) as [K | K].
        * destruct (G2 _ K) as (p' & P & V). left. exists p'. split; auto.
          rewrite (ByLeft p' _ P V), E. apply xor_back_r.
        * destruct (N3 _ q0 Q0 K) as (q' & Q & V). right. exists q'. split; auto.
          rewrite (ByRight q' _ Q V), Nat.lxor_comm. apply xor_back_r.
    - (* The left one is firm. *)
      rewrite value_by_left in L by assumption.
      destruct (firm_goes_on _ left G M IsG IsM p left_decided F) as [p0 P0].
      assert (E : G p = M p) by (unfold fickle in F; lia).
      assert (X : (if fickle H N q then M p else G p) = G p) by (destruct (fickle H N q); congruence).
      destruct (xor_below _ _ _ L) as [K | K].
      + assert (exists p', left p p' /\ (if fickle H N q then M p' else G p') = v ⊕ H q) as (p' & P & V).
        { destruct (fickle H N q); [apply (M3 _ p0) | apply G2]; auto. }
        left. exists p'. split; auto. rewrite (ByLeft p' _ P V). apply xor_back_r.
      + rewrite X in K. destruct (H2 _ K) as (q' & Q & V). right. exists q'. split; auto.
        rewrite (ByRight q' _ Q V), Nat.lxor_comm. apply xor_back_r.
  Qed.

  Variable V : A * B -> nat.
  Hypothesis IsV : misere_grundy (sum_move left right) V.

  Lemma misere_sum_value p q : tame left G M p -> tame right H N q -> V (p, q) = misere_value p q.
  Proof.
    remember (size_left p + size_right q) as n eqn:E. revert p q E.
    induction n as [n IH] using lt_wf_ind. intros p q -> T U.
    assert (L : forall p', left p p' -> V (p', q) = misere_value p' q).
    { intros p' P. apply (IH (size_left p' + size_right q)); eauto using tame_option.
      specialize (left_down _ _ P). lia. }
    assert (R : forall q', right q q' -> V (p, q') = misere_value p q').
    { intros q' Q. apply (IH (size_left p + size_right q')); eauto using tame_option.
      specialize (right_down _ _ Q). lia. }
    destruct (IsV (p, q)) as (V1 & V2 & V3).
    assert (D : ended (sum_move left right) (p, q) \/ (exists p', left p p') \/ (exists q', right q q')).
    { destruct (left_decided p) as [Lend | Lon]; auto. destruct (right_decided q) as [Rend | Ron]; auto.
      left. intros s S. inversion S; subst; [now apply (Lend p') | now apply (Rend q')]. }
    destruct D as [D | D].
    - assert (Lend : ended left p) by (intros p' P; apply (D (p', q)); now constructor).
      assert (Rend : ended right q) by (intros q' Q; apply (D (p, q')); now constructor).
      rewrite V1 by assumption.
      destruct (IsG p) as [_ G2], (IsM p) as [M1 _], (IsH q) as [_ H2], (IsN q) as [N1 _].
      assert (Gp : G p = 0).
      { destruct (G p) eqn:X; auto. destruct (G2 0) as (r & S & _). lia. now apply Lend in S. }
      assert (Hq : H q = 0).
      { destruct (H q) eqn:X; auto. destruct (H2 0) as (r & S & _). lia. now apply Rend in S. }
      unfold misere_value, fickle. now rewrite M1, N1, Gp, Hq.
    - destruct (lt_eq_lt_dec (V (p, q)) (misere_value p q)) as [[X | X] | X]; auto; exfalso.
      + destruct (reach p q _ T U D X) as [(p' & P & Z) | (q' & Q & Z)].
        * apply (V2 (p', q)). now constructor. now rewrite L.
        * apply (V2 (p, q')). now constructor. now rewrite R.
      + assert (exists s, sum_move left right (p, q) s) as [s0 S0].
        { destruct D as [[p' P] | [q' Q]]; eexists; [apply in_left | apply in_right]; eassumption. }
        destruct (V3 _ s0 S0 X) as (s & S & Z). inversion S; subst.
        * apply (left_option p q p'); auto. now rewrite <- L.
        * apply (right_option p q q'); auto. now rewrite <- R.
  Qed.

  (* Theorem 1a: with x the nim-sum of the Grundy values, the sum is fickle with the misère value
     1 - x if both are fickle, and else firm; and it is tame. *)
  Theorem sum_of_tame p q : tame left G M p -> tame right H N q ->
    tame (sum_move left right) value V (p, q) /\
    fickle value V (p, q) = fickle G M p && fickle H N q /\
    V (p, q) = if fickle G M p && fickle H N q then 1 - value (p, q) else value (p, q).
  Proof.
    assert (W : forall p q, tame left G M p -> tame right H N q ->
      (fickle G M p && fickle H N q = true -> value (p, q) < 2) /\
      V (p, q) = if fickle G M p && fickle H N q then 1 - value (p, q) else value (p, q)).
    { clear p q. intros p q T U. split; [| now apply misere_sum_value]. intros F.
      apply tame_values in T, U. unfold fickle in F. unfold value. apply xor_small; simpl; lia. }
    intros T U. split; [| destruct (W p q T U) as [X ->]; split; auto].
    - remember (size_left p + size_right q) as n eqn:E. revert p q E T U.
      induction n as [n IH] using lt_wf_ind. intros p q -> T U. constructor.
      + destruct (W p q T U) as [X ->]. destruct (fickle G M p && fickle H N q); auto. specialize (X eq_refl). lia.
      + intros s S. inversion S as [x p' y P | x y q' Q]; subst.
        * apply (IH (size_left p' + size_right q)); eauto using tame_option. specialize (left_down _ _ P). lia.
        * apply (IH (size_left p + size_right q')); eauto using tame_option. specialize (right_down _ _ Q). lia.
    - unfold fickle at 1. destruct (W p q T U) as [_ ->].
      destruct (fickle G M p && fickle H N q); [specialize (X eq_refl) |]; lia.
  Qed.

  (* So it is lost if both are fickle and x = 1, or one is firm and x = 0. *)
  Corollary misere_sum_lost p q : tame left G M p -> tame right H N q ->
    right_at (sum_move left right) (misere (sum_move left right))
      (fun s => value s =? if fickle G M (fst s) && fickle H N (snd s) then 1 else 0) (p, q).
  Proof.
    intros T U. destruct (sum_of_tame p q T U) as (W & F & X). apply tame_values in W.
    assert (D : decided (sum_move left right)).
    { intros [a b]. destruct (left_decided a) as [E | [a' M1]], (right_decided b) as [E' | [b' M2]];
        [left | right; eexists; constructor; eassumption ..].
      intros s S. inversion S; subst; [now apply (E p') | now apply (E' q')]. }
    assert (K : forall s t, sum_move left right s t ->
      size_left (fst t) + size_right (snd t) < size_left (fst s) + size_right (snd s)).
    { intros s t [a a' b L | a b b' R]; simpl; [apply left_down in L | apply right_down in R]; lia. }
    assert (R := misere_lost _ _ _ K V D IsV (p, q)). unfold right_at in *. simpl.
    replace (value (p, q) =? _) with (V (p, q) =? 0); [exact R |]. unfold fickle at 1 in F.
    rewrite X in *. destruct (fickle G M p && fickle H N q); lia.
  Qed.
End Sum.

(* ---- Proposition 1b ---- *)
(* [option who p q]: who may move from p to q. Left and Right take turns. *)
Inductive in_turn {position} (option : player -> position -> position -> Prop) :
  player * position -> player * position -> Prop :=
| turn who p q : option who p q -> in_turn option (who, p) (other who, q).
Definition wins_first {position} (option : player -> position -> position -> Prop) who p :=
  wins (in_turn option) normal (who, p).
Definition wins_second {position} (option : player -> position -> position -> Prop) who p :=
  loses (in_turn option) normal (other who, p).

Section Partizan.
  Variables A B : Type.
  Variable left : player -> A -> A -> Prop.
  Variable right : player -> B -> B -> Prop.
  Variable size_left : A -> nat.
  Variable size_right : B -> nat.
  Hypothesis left_down : forall who p q, left who p q -> size_left q < size_left p.
  Hypothesis right_down : forall who p q, right who p q -> size_right q < size_right p.
  Definition sum who := sum_move (left who) (right who).

  Lemma answer {position} (option : player -> position -> position -> Prop) who p q :
    wins_second option who p -> option (other who) p q ->
    exists r, option who q r /\ wins_second option who r.
  Proof.
    intros L O. inversion L as [x _ W]; subst. specialize (W _ (turn option _ _ _ O)).
    rewrite other_other in W. inversion W as [y [] | y z M Z]; subst. inversion M; subst. eauto.
  Qed.

  Proposition second_in_a_sum who p q :
    wins_second left who p -> wins_second right who q -> wins_second sum who (p, q).
  Proof.
    remember (size_left p + size_right q) as n eqn:E. revert p q E.
    induction n as [n IH] using lt_wf_ind. intros p q -> P Q. constructor. { now intros []. }
    intros s M. inversion M as [w x t O]; subst. rewrite other_other.
    inversion O as [x p' y L | x y q' R]; subst.
    - destruct (answer left who p p' P L) as (r & R & W). apply (wins_by _ _ _ _ (other who, (r, q))).
      + constructor. now constructor.
      + apply (IH (size_left r + size_right q)); auto.
        apply left_down in L, R. lia.
    - destruct (answer right who q q' Q R) as (r & S & W). apply (wins_by _ _ _ _ (other who, (p, r))).
      + constructor. now constructor.
      + apply (IH (size_left p + size_right r)); auto.
        apply right_down in R, S. lia.
  Qed.
  Proposition first_in_a_sum who p q :
    wins_first left who p -> wins_second right who q -> wins_first sum who (p, q).
  Proof.
    intros W Q. inversion W as [x [] | x y M Z]; subst. inversion M as [w x r O]; subst.
    apply (wins_by _ _ _ _ (other who, (r, q))).
    - constructor. now constructor.
    - now apply second_in_a_sum.
  Qed.
End Partizan.
