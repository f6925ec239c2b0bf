(* High boards of Tree Nim: what the open stacks count (docs/theory/boards.md, "High boards"). *)
Require Import Arith Bool Lia List ZifyBool.
From Nimatron Require Import Bits Game Piles Nim Boards High.
Import ListNotations.

(* Nim in which r piles must be left. *)
Definition left (b : list nat) := length (filter (fun x => negb (x =? 0)) b).
Definition keeps r b b' := nim b b' /\ r <= left b'.

Fixpoint lowerings (b : list nat) : list (list nat) := match b with
  | [] => []
  | x :: b => map (fun y => y :: b) (seq 0 x) ++ map (cons x) (lowerings b)
  end.
Lemma lowerings_are_moves b b' : In b' (lowerings b) <-> nim b b'.
Proof.
  split.
  - revert b'. induction b as [| x b IH]; intros b'; [easy |]. simpl. rewrite in_app_iff, !in_map_iff.
    intros [(y & <- & Y) | (t & <- & T)].
    + apply in_seq in Y. apply (on_pile takes [] x [y] b). constructor. lia.
    + apply IH in T. destruct T as [l z new r T]. now apply (on_pile takes (x :: l)).
  - intros [l x new r [z y Y]]. induction l as [| a l IH]; simpl; apply in_app_iff; [left | right].
    + apply in_map_iff. exists y. split; auto. apply in_seq. lia.
    + now apply in_map.
Qed.
Definition kept_value r :=
  value_by_mex (list nat) list_sum (fun b => filter (fun b' => r <=? left b') (lowerings b)).
Theorem kept_value_is_grundy r : grundy (keeps r) (kept_value r).
Proof.
  apply grundy_exists.
  - intros b b' [[l x new k [z y Y]] _]. rewrite !list_sum_app. simpl. lia.
  - intros b b'. rewrite filter_In, lowerings_are_moves, Nat.leb_le. reflexivity.
Qed.

(* What e holds of is left beside it: those that are not closed and have counters, and the closed ones. *)
Lemma count {A} (e cl : A -> bool) (d : A -> nat) l : (forall v, In v l -> cl v = true -> d v <> 0) ->
  length (filter (fun v => e v && negb (d v =? 0)) l) =
  left (map d (filter (fun v => e v && negb (cl v)) l)) + length (filter (fun v => e v && cl v) l).
Proof.
  unfold left. induction l as [| v l IH]; intros H; auto. simpl. pose proof (H v (or_introl eq_refl)) as Hv.
  specialize (IH (fun w W => H w (or_intror W))).
  destruct (e v), (cl v), (d v =? 0) eqn:Z; simpl; rewrite ?Z; simpl; lia.
Qed.

Section Trees.
  Variable place : Type.
  Variable eq_place : forall u v : place, {u = v} + {u <> v}.
  Variable places : list place.
  Hypothesis no_twice : NoDup places.
  Variable parent : place -> option place.

  Notation edge := (edge place eq_place parent).
  Notation need := (tree_need place eq_place places parent).
  Notation set := (set place eq_place).
  Notation open := (open_by_need place places edge need).
  Notation is_open := (is_open place places edge need).
  Notation closed := (closed place places edge need).
  Notation calm_move := (calm_move place eq_place places edge need).
  Notation full := (full_neighbours place places edge).

  Definition is_closed c v := negb (c v =? 0) && negb (is_open c v).
  (* Of a closed stack u: its neighbours that are open or empty, and how many are closed. *)
  Definition leaves c u := filter (fun v => edge u v && negb (is_closed c v)) places.
  Definition others c u := length (filter (fun v => edge u v && is_closed c v) places).
  Definition blocked c v := existsb (fun u => edge u v && is_closed c u) places.

  Variable K : nat -> list nat -> nat.
  Hypothesis kept : forall r, grundy (keeps r) (K r).
  Definition counts c u :=
    if is_closed c u then K (2 - others c u) (map c (leaves c u)) else if blocked c u then 0 else c u.

  Lemma edge_sym u v : edge u v = edge v u.
  Proof. apply orb_comm. Qed.
  Lemma is_closed_iff c u : In u places -> is_closed c u = true <-> closed c u.
  Proof.
    intros U. unfold is_closed, High.closed. rewrite andb_true_iff, !negb_true_iff, Nat.eqb_neq.
    rewrite <- (is_open_iff place places edge need c u). destruct (is_open c u); intuition congruence.
  Qed.
  Lemma blocked_iff c v : blocked c v = true <-> exists u, closed c u /\ edge u v = true.
  Proof.
    unfold blocked. rewrite existsb_exists. split.
    - intros (u & U & H). apply andb_prop in H. destruct H as [E H]. apply is_closed_iff in H; eauto.
    - intros (u & Cl & E). pose proof Cl as [U _]. apply is_closed_iff in Cl; auto. exists u. now rewrite E, Cl.
  Qed.

  Lemma left_beside c d u : (forall v, closed c v -> d v <> 0) ->
    length (full d u) = left (map d (leaves c u)) + others c u.
  Proof. intros H. apply count. intros v V Cl. apply H, is_closed_iff; auto. Qed.

  (* An open stack has one neighbour at most. *)
  Lemma one_beside c v u w : open c v -> In u places -> In w places -> c u <> 0 -> c w <> 0 ->
    edge u v = true -> edge w v = true -> u = w.
  Proof.
    intros O U W Cu Cw Eu Ew. apply open_is_leaf in O; auto.
    assert (I : forall t, In t places -> c t <> 0 -> edge t v = true -> In t (full c v)).
    { intros t T Ct E. apply filter_In. rewrite edge_sym, E. split; auto. simpl. lia. }
    pose proof (I u U Cu Eu) as Iu. pose proof (I w W Cw Ew) as Iw.
    destruct (full c v) as [| a [| b l]]; simpl in *; [easy | | lia].
    destruct Iu as [<- | []], Iw as [<- | []]. reflexivity.
  Qed.
  Lemma closed_left c u : closed c u <-> In u places /\ c u <> 0 /\ 2 <= length (full c u).
  Proof.
    unfold High.closed. pose proof (open_is_leaf place eq_place places no_twice parent c u) as H.
    unfold tree_open in H. rewrite H. intuition lia.
  Qed.

  (* Which stacks are closed stays, and so all but the counters of the leaves. *)
  Lemma calm_is_closed c d v : calm_move c d -> In v places -> is_closed d v = is_closed c v.
  Proof.
    intros M V. apply eq_true_iff_eq. rewrite !is_closed_iff by auto.
    symmetry. now apply (calm_closed place eq_place places edge need).
  Qed.
  Lemma calm_counts c d u : calm_move c d -> In u places ->
    counts d u = if is_closed c u then K (2 - others c u) (map d (leaves c u)) else if blocked c u then 0 else d u.
  Proof.
    intros M U. assert (E := fun v => calm_is_closed c d v M). unfold counts. rewrite (E u U).
    assert (leaves d u = leaves c u) as ->. { apply filter_ext_in. intros v V. now rewrite (E v V). }
    assert (others d u = others c u) as ->.
    { unfold others. f_equal. apply filter_ext_in. intros v V. now rewrite (E v V). }
    assert (blocked d u = blocked c u) as ->; auto.
    apply eq_true_iff_eq. unfold blocked. rewrite !existsb_exists.
    split; intros (v & V & B); exists v; (split; [auto |]); [rewrite <- (E v V) | rewrite (E v V)]; auto.
  Qed.

  (* Whose count a move on the open stack v changes: that of the closed stack beside it, or its own. *)
  Definition owner c v u := closed c u /\ edge u v = true \/ blocked c v = false /\ u = v.
  Lemma some_owner c v : In v places -> exists u, In u places /\ owner c v u.
  Proof.
    intros V. destruct (blocked c v) eqn:B; [| exists v; split; [| right]; auto].
    apply blocked_iff in B. destruct B as (u & Cl & E). exists u. split; [apply Cl | now left].
  Qed.
  Lemma others_stay c v y u w : open c v -> calm_move c (set c v y) -> In v places -> c v <> 0 -> owner c v u ->
    In w places -> w <> u -> counts (set c v y) w = counts c w.
  Proof.
    intros O M V Z Ow W N. rewrite (calm_counts c _ w M W). unfold counts. destruct (is_closed c w) eqn:Cl.
    - f_equal. apply map_ext_in. intros t T. apply set_other. intros ->. apply filter_In in T. destruct T as [_ T].
      apply andb_prop in T. destruct T as [T _]. apply is_closed_iff in Cl; auto.
      destruct Ow as [[Cu E] | [B ->]].
      + apply N. apply (one_beside c v); auto; try apply Cl; apply Cu.
      + enough (blocked c v = true) by congruence. apply blocked_iff. eauto.
    - destruct (blocked c w) eqn:B; auto. apply set_other. intros ->. destruct Ow as [[Cu E] | [_ ->]]; [| easy].
      enough (blocked c v = true) by congruence. apply blocked_iff. eauto.
  Qed.
  (* A move is calm if it leaves enough leaves. *)
  Lemma calm_if_kept c v y : In v places -> open c v -> y < c v ->
    (forall u, closed c u -> edge u v = true -> 2 - others c u <= left (map (set c v y) (leaves c u))) ->
    calm_move c (set c v y).
  Proof.
    intros V O Y H. split; [now constructor |]. intros u U Cu Ou.
    destruct (open_by_need_dec place places edge need c u) as [| N]; auto. exfalso.
    assert (E : edge u v = true) by now apply (beside_opener place eq_place places edge need c u v y).
    apply open_is_leaf in Ou; auto. fold (full (set c v y) u) in Ou.
    rewrite (left_beside c) in Ou.
    - specialize (H u). unfold High.closed in H. specialize (H ltac:(auto) E). lia.
    - intros t (T & Ct & Nt). rewrite set_other; auto. now intros ->.
  Qed.
  (* v is one of the leaves of u. *)
  Lemma is_leaf c v u : In v (leaves c u) <-> In v places /\ edge u v = true /\ (c v = 0 \/ open c v).
  Proof.
    unfold leaves, is_closed. rewrite filter_In, andb_true_iff, negb_true_iff, andb_false_iff, !negb_false_iff.
    now rewrite Nat.eqb_eq, is_open_iff.
  Qed.
  Lemma one_leaf c d v u l r : leaves c u = l ++ v :: r -> (forall w, w <> v -> d w = c w) ->
    map d (leaves c u) = map c l ++ d v :: map c r.
  Proof.
    intros L D. assert (N : NoDup (leaves c u)) by now apply NoDup_filter.
    rewrite L in *. apply NoDup_remove_2 in N. rewrite in_app_iff in N. rewrite map_app. simpl.
    f_equal; [| f_equal]; apply map_ext_in; intros w W; apply D; intros ->; tauto.
  Qed.

  Lemma calm_value : grundy calm_move (fun c => nim_sum (map (counts c) places)).
  Proof.
    intros c. split.
    - intros d M. pose proof M as [M' _]. inversion M' as [e v y V O Y E1 E2]; subst e d.
      destruct (some_owner c v V) as (u & U & Ow). assert (Z : c v <> 0) by lia.
      rewrite (nim_sum_set places (counts c) (counts (set c v y)) u); auto.
      2: { intros w W N. now apply (others_stay c v y u). }
      rewrite Nat.lxor_assoc. intros E. apply (f_equal (Nat.lxor (nim_sum (map (counts c) places)))) in E.
      rewrite xor_back_l, Nat.lxor_nilpotent in E. apply xor_zero in E. revert E.
      rewrite (calm_counts c _ u M U). unfold counts. destruct Ow as [[Cu E] | [B ->]].
      + rewrite (proj2 (is_closed_iff c u U) Cu). intros Q. symmetry in Q. revert Q. apply (kept (2 - others c u)).
        assert (I : In v (leaves c u)) by (apply is_leaf; auto).
        apply in_split in I. destruct I as (l & r & L). split.
        * rewrite (one_leaf c c v u l r), (one_leaf c (set c v y) v u l r), set_same by
            (auto; intros; now apply set_other).
          apply (on_pile takes (map c l) (c v) [y]). now constructor.
        * assert (Cd : closed (set c v y) u) by now apply (calm_closed place eq_place places edge need c).
          apply closed_left in Cd. destruct Cd as (_ & _ & F). rewrite (left_beside c) in F; [lia |].
          intros t (T & Ct & Nt). rewrite set_other; auto. now intros ->.
      + assert (is_closed c v = false) as ->.
        { apply not_true_iff_false. rewrite is_closed_iff by auto. now intros (_ & _ & N). }
        rewrite B, set_same. lia.
    - intros t T. destruct (nim_sum_reach _ _ _ T) as (u & U & Q). set (k := t ⊕ _ ⊕ _) in Q.
      enough (H : exists v y, In v places /\ open c v /\ y < c v /\ owner c v u /\ calm_move c (set c v y) /\
        counts (set c v y) u = k).
      { destruct H as (v & y & V & O & Y & Ow & M & E). exists (set c v y). split; auto.
        rewrite (nim_sum_set places (counts c) (counts (set c v y)) u); auto.
        2: { intros w W N. apply (others_stay c v y u); auto. lia. }
        rewrite E. unfold k. rewrite (Nat.lxor_assoc t), (Nat.lxor_comm t). apply xor_back_l. }
      clearbody k. unfold counts in Q. destruct (is_closed c u) eqn:Cu.
      + apply is_closed_iff in Cu as Cl; auto. destruct (kept (2 - others c u) (map c (leaves c u))) as [_ R].
        destruct (R k Q) as (b & [N Left] & E). inversion N as [l x new r Tk E1 E2]; subst b. destruct Tk as [x y Y].
        symmetry in E1. apply map_eq_app in E1. destruct E1 as (l' & r' & L & <- & E1).
        apply map_eq_cons in E1. destruct E1 as (v & r'' & -> & <- & <-).
        assert (I : In v (leaves c u)) by (rewrite L; apply in_elt).
        apply is_leaf in I. destruct I as (V & Ev & [Z | O]); [lia |].
        assert (B : map (set c v y) (leaves c u) = map c l' ++ [y] ++ map c r'').
        { rewrite (one_leaf c (set c v y) v u l' r''), set_same; auto. intros w W. now apply set_other. }
        assert (M : calm_move c (set c v y)).
        { apply calm_if_kept; auto. intros w Cw Ew. replace w with u; [now rewrite B |].
          apply (one_beside c v); auto; try apply Cl; apply Cw. }
        exists v, y. repeat split; auto; try apply M; [now left |].
        rewrite (calm_counts c _ u M U), Cu, B. exact E.
      + destruct (blocked c u) eqn:B; [lia |]. exists u, k.
        assert (O : open c u).
        { apply is_open_iff. unfold is_closed in Cu. destruct (is_open c u); auto. now destruct (c u). }
        assert (M : calm_move c (set c u k)).
        { apply calm_if_kept; auto. intros w Cw Ew. enough (blocked c u = true) by congruence.
          apply blocked_iff. eauto. }
        repeat split; auto; try apply M; [now right |]. now rewrite (calm_counts c _ u M U), Cu, B, set_same.
  Qed.

  Definition high_tree x c := forall v u, may_open place places edge need c v u ->
    open_total place places edge need c + 2 + x <= c u + c v.
  Theorem high_tree_value G x c : grundy (tree_move place eq_place places parent) G -> high_tree x c ->
    (G c = x <-> nim_sum (map (counts c) places) = x).
  Proof.
    intros IsG H. apply (high_board_value place eq_place places no_twice edge need G IsG _ calm_value).
    now apply high_tree_from_start.
  Qed.
  Theorem high_tree_outcome c : high_tree 0 c ->
    right_at (tree_move place eq_place places parent) normal (fun c => nim_sum (map (counts c) places) =? 0) c.
  Proof.
    intros H. apply (high_board_outcome place eq_place places no_twice edge need _ calm_value).
    now apply high_tree_from_start.
  Qed.
End Trees.
