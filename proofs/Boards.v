(* Boards of stacks: trees, graphs and yards, which are one game (docs/theory/boards.md, "One
   model"), and Theorem 38 for them. *)
Require Import Arith Bool Lia List ZifyBool.
From Nimatron Require Import Game Sums Tame.
Import ListNotations.

(* ---- stacks of which some are open ---- *)
Section Stacks.
  (* The places of a board. A position is how many counters each has. *)
  Variable place : Type.
  Variable eq_place : forall u v : place, {u = v} + {u <> v}.
  Variable places : list place.
  Hypothesis no_twice : NoDup places.
  Definition counters := place -> nat.
  Definition set (c : counters) v y : counters := fun u => if eq_place u v then y else c u.
  Definition total (c : counters) := list_sum (map c places).

  Lemma set_same c v y : set c v y v = y.
  Proof. unfold set. destruct (eq_place v v); congruence. Qed.
  Lemma set_other c v y u : u <> v -> set c v y u = c u.
  Proof. unfold set. destruct (eq_place u v); congruence. Qed.
  Lemma total_set c v y : In v places -> total (set c v y) + c v = total c + y.
  Proof.
    intros V. unfold total. pose proof no_twice as N. apply in_split in V. destruct V as (l & r & E).
    rewrite E in *. apply NoDup_remove_2 in N. rewrite in_app_iff in N.
    assert (K : forall l, ~ In v l -> map (set c v y) l = map c l).
    { intros k I. apply map_ext_in. intros u U. apply set_other. now intros ->. }
    rewrite !map_app, !list_sum_app. simpl. rewrite !K, set_same by tauto. lia.
  Qed.
  (* A move lowers a stack that is open. *)
  Variable open : counters -> place -> Prop.
  Inductive lower : counters -> counters -> Prop :=
  | lowers c v y : In v places -> open c v -> y < c v -> lower c (set c v y).

  Lemma total_falls c d : lower c d -> total d < total c.
  Proof. intros [e v y V _ Y]. pose proof (total_set e v y V). lia. Qed.
  Lemma has_counters c : total c <> 0 -> exists v, In v places /\ c v <> 0.
  Proof.
    unfold total. induction places as [| v l IH]; simpl; intros N. easy.
    destruct (Nat.eq_dec (c v) 0) as [Z | Z]; [| exists v; auto].
    destruct IH as (u & U & C); [now inversion no_twice | lia | exists u; auto].
  Qed.

  (* ---- Theorem 38 ---- *)
  (* As long as there are stacks, one of them is open. *)
  Variable valid : counters -> Prop.
  Hypothesis stays_valid : forall c d, valid c -> lower c d -> valid d.
  Hypothesis never_stuck : forall c v, valid c -> In v places -> c v <> 0 ->
    exists u, In u places /\ c u <> 0 /\ open c u.

  Definition ones (c : counters) := forallb (fun v => c v <=? 1) places.
  Lemma ones_iff c : ones c = true <-> forall v, In v places -> c v <= 1.
  Proof. unfold ones. rewrite forallb_forall. split; intros H v V; specialize (H v V); lia. Qed.
  Lemma ones_set c v y : (forall u, In u places -> u <> v -> c u <= 1) -> y <= 1 -> ones (set c v y) = true.
  Proof.
    intros H Y. apply ones_iff. intros u U. unfold set. destruct (eq_place u v); auto.
  Qed.
  Lemma board_rules : ones_fall lower valid total ones /\ goes_on lower valid total ones /\
    last_large lower valid total ones.
  Proof.
    split; [| split].
    - intros c d _ O M. destruct M as [c v y V _ Y]. rewrite ones_iff in O.
      pose proof (O v V). pose proof (total_set c v y V). split; [apply ones_set; auto |]; lia.
    - intros c V H. assert (N : total c <> 0).
      { destruct H as [H |]; auto. intros Z. enough (ones c = true) by congruence. apply ones_iff.
        intros v I. pose proof (total_set c v 0 I). lia. }
      destruct (has_counters c N) as (v & I & C). destruct (never_stuck c v V I C) as (u & U & Cu & O).
      exists (set c u 0). constructor; auto. lia.
    - intros c d _ O M Q. destruct M as [c v y V Op Y]. rewrite ones_iff in Q.
      assert (H : forall u, In u places -> u <> v -> c u <= 1).
      { intros u U N. specialize (Q u U). now rewrite set_other in Q. }
      assert (2 <= c v).
      { destruct (Nat.le_gt_cases 2 (c v)); auto. enough (ones c = true) by congruence.
        apply ones_iff. intros u U. destruct (eq_place u v) as [-> |]; [lia | auto]. }
      exists (set c v 0), (set c v 1). pose proof (total_set c v 0 V). pose proof (total_set c v 1 V).
      repeat split; auto using ones_set; lia.
  Qed.
  Lemma falls c d : valid c -> lower c d -> valid d /\ total d < total c.
  Proof. intros V M. split; eauto using total_falls. Qed.

  (* Misère play is as normal play while a stack of 2 or more is left. *)
  Hypothesis open_dec : forall c v, {open c v} + {~ open c v}.
  Lemma listed c d : In d (flat_map (fun v => if open_dec c v then map (set c v) (seq 0 (c v)) else []) places)
    <-> lower c d.
  Proof.
    rewrite in_flat_map. split.
    - intros (v & V & I). destruct (open_dec c v); [| easy]. apply in_map_iff in I.
      destruct I as (y & <- & Y). apply in_seq in Y. constructor; auto. lia.
    - intros [e v y V O Y]. exists v. split; auto. destruct (open_dec e v); [| easy].
      apply in_map, in_seq. lia.
  Qed.

  Theorem board_misere c : valid c ->
    (loses lower (misere lower) c <-> if ones c then Nat.odd (total c) = true else loses lower normal c).
  Proof.
    intros V. destruct board_rules as (R1 & R2 & R3).
    pose proof (grundy_exists _ lower total total_falls _ listed) as IsG.
    destruct (misere_outcome _ lower valid total ones total falls R1 R2 R3 _ IsG c V) as [-> _].
    destruct (sprague_grundy_lost _ lower total total_falls _ IsG c) as [N _].
    unfold lost_misere. destruct (ones c); [reflexivity | now rewrite N].
  Qed.
  Theorem boards_are_tame G M : grundy lower G -> misere_grundy lower M ->
    forall c, valid c -> tame lower G M c /\ fickle G M c = ones c.
  Proof.
    intros IsG IsM c V. destruct board_rules as (R1 & R2 & R3).
    now apply (all_tame _ lower valid total ones total falls).
  Qed.
End Stacks.

(* ---- one model: needs ---- *)
Section Needs.
  Variable place : Type.
  Variable eq_place : forall u v : place, {u = v} + {u <> v}.
  Variable places : list place.
  Hypothesis no_twice : NoDup places.
  Variable joined : place -> place -> bool.

  Definition neighbours v := filter (joined v) places.
  Definition empty_neighbours c v := filter (fun u => joined v u && (c u =? 0)) places.
  Definition full_neighbours c v := filter (fun u => joined v u && negb (c u =? 0)) places.

  (* How many neighbours must be empty before a stack can be lowered. *)
  Variable need : place -> nat.
  Definition open_by_need (c : counters place) v := need v <= length (empty_neighbours c v).
  Definition board_move := lower place eq_place places open_by_need.
  Lemma open_by_need_dec c v : {open_by_need c v} + {~ open_by_need c v}.
  Proof. apply le_dec. Qed.

  Lemma filter_grows (f g : place -> bool) l : (forall u, f u = true -> g u = true) ->
    length (filter f l) <= length (filter g l).
  Proof.
    intros H. induction l as [| u l IH]; auto. simpl. specialize (H u).
    destruct (f u), (g u); simpl; lia.
  Qed.
  (* What is empty stays empty, and what is open stays open. *)
  Lemma stays_empty c v y u : y < c v -> c u = 0 -> set place eq_place c v y u = 0.
  Proof. unfold set. destruct (eq_place u v) as [-> |]; lia. Qed.
  Lemma stays_open c v u y : y < c v -> open_by_need c u -> open_by_need (set place eq_place c v y) u.
  Proof.
    intros Y O. eapply Nat.le_trans. exact O. apply filter_grows. intros t.
    rewrite !andb_true_iff, !Nat.eqb_eq. intros [J Z]. split; auto using stays_empty.
  Qed.
End Needs.

(* ---- graphs: a stack is open beside a place that is empty, such as a depot ---- *)
Section Graphs.
  Variable place : Type.
  Variable eq_place : forall u v : place, {u = v} + {u <> v}.
  Variable places : list place.
  Hypothesis no_twice : NoDup places.
  Variable joined : place -> place -> bool.

  Definition graph_move := board_move place eq_place places joined (fun _ => 1).
  (* Somebody can reach v in the end. *)
  Inductive reached (c : counters place) : place -> Prop :=
  | is_empty v : c v = 0 -> reached c v
  | beside u v : In u places -> In v places -> joined v u = true -> reached c u -> reached c v.
  Definition all_reached c := forall v, In v places -> reached c v.

  Lemma stay_reached c d : all_reached c -> graph_move c d -> all_reached d.
  Proof.
    intros A M v V. specialize (A v V). destruct M as [c w y W _ Y].
    induction A as [v Z | u v U V' J _ IH]; [apply is_empty, stays_empty | apply beside with u]; auto.
  Qed.
  Lemma some_open c v : all_reached c -> In v places -> c v <> 0 ->
    exists u, In u places /\ c u <> 0 /\ open_by_need place places joined (fun _ => 1) c u.
  Proof.
    intros A V N. specialize (A v V). revert V N.
    induction A as [v Z | u v U V' J _ IH]; intros V N; [easy |].
    destruct (Nat.eq_dec (c u) 0) as [Z | Z]; auto. exists v. repeat split; auto.
    assert (I : In u (empty_neighbours place places joined c v)).
    { apply filter_In. split; auto. now rewrite J, Z. }
    unfold open_by_need. destruct (empty_neighbours _ _ _ _ _); simpl; [easy | lia].
  Qed.

  Theorem graph_misere c : all_reached c ->
    (loses graph_move (misere graph_move) c <->
     if ones place places c then Nat.odd (total place places c) = true else loses graph_move normal c).
  Proof.
    apply (board_misere place eq_place places no_twice _ all_reached stay_reached some_open).
    apply open_by_need_dec.
  Qed.
  Theorem graphs_are_tame G M : grundy graph_move G -> misere_grundy graph_move M ->
    forall c, all_reached c -> tame graph_move G M c /\ fickle G M c = ones place places c.
  Proof. apply (boards_are_tame place eq_place places no_twice _ all_reached stay_reached some_open). Qed.
End Graphs.

(* ---- yards: rows times columns of stacks, with a depot all around ---- *)
Section Yards.
  Variables rows columns : nat.
  Definition spot := (nat * nat)%type.
  Definition eq_spot (u v : spot) : {u = v} + {u <> v}.
  Proof. decide equality; apply Nat.eq_dec. Defined.
  Definition yard := nodup eq_spot (list_prod (seq 0 (rows + 2)) (seq 0 (columns + 2))).
  Definition next i j := (i =? S j) || (j =? S i).
  Definition side_by_side (u v : spot) :=
    next (fst u) (fst v) && (snd u =? snd v) || (fst u =? fst v) && next (snd u) (snd v).
  Definition yard_move := graph_move spot eq_spot yard side_by_side.
  Definition depot_around (c : counters spot) := forall i j, In (i, j) yard ->
    i = 0 \/ i = rows + 1 \/ j = 0 \/ j = columns + 1 -> c (i, j) = 0.

  Lemma in_yard i j : In (i, j) yard <-> i < rows + 2 /\ j < columns + 2.
  Proof. unfold yard. rewrite nodup_In, in_prod_iff, !in_seq. lia. Qed.
  Lemma yard_once : NoDup yard.
  Proof. apply NoDup_nodup. Qed.
  Lemma yard_reached c : depot_around c -> all_reached spot yard side_by_side c.
  Proof.
    intros D [i j] V. revert V. induction i as [| i IH]; intros V.
    - apply is_empty, D; auto.
    - apply in_yard in V as V'. assert (U : In (i, j) yard) by (apply in_yard; lia).
      apply beside with (i, j); auto. unfold side_by_side, next. simpl. now rewrite !Nat.eqb_refl.
  Qed.
  Theorem yard_misere c : depot_around c ->
    (loses yard_move (misere yard_move) c <->
     if ones spot yard c then Nat.odd (total spot yard c) = true else loses yard_move normal c).
  Proof. intros D. apply graph_misere; auto using yard_once, yard_reached. Qed.
  Theorem yards_are_tame G M : grundy yard_move G -> misere_grundy yard_move M ->
    forall c, depot_around c -> tame yard_move G M c /\ fickle G M c = ones spot yard c.
  Proof. intros IsG IsM c D. apply graphs_are_tame; auto using yard_once, yard_reached. Qed.
End Yards.

(* ---- trees: a stack is open with no more than one neighbour left ---- *)
Section Trees.
  Variable place : Type.
  Variable eq_place : forall u v : place, {u = v} + {u <> v}.
  Variable places : list place.
  Hypothesis no_twice : NoDup places.
  (* A tree with a root, or several: the places that hang from one are deeper. *)
  Variable parent : place -> option place.
  Variable depth : place -> nat.
  Hypothesis deeper : forall u v, parent v = Some u -> depth u < depth v.
  Definition is_parent u v :=
    match parent v with Some w => if eq_place u w then true else false | None => false end.
  Definition edge u v := is_parent u v || is_parent v u.

  Definition tree_need v := length (neighbours place places edge v) - 1.
  Definition tree_move := board_move place eq_place places edge tree_need.
  Definition tree_open := open_by_need place places edge tree_need.

  (* The rule of Tree Nim. *)
  Lemma open_is_leaf c v : tree_open c v <-> length (full_neighbours place places edge c v) <= 1.
  Proof.
    unfold tree_open, open_by_need, tree_need, neighbours, empty_neighbours, full_neighbours.
    enough (length (filter (edge v) places) =
      length (filter (fun u => edge v u && (c u =? 0)) places) +
      length (filter (fun u => edge v u && negb (c u =? 0)) places)) by lia.
    induction places as [| u l IH]; auto. simpl.
    destruct (edge v u), (c u =? 0); simpl; rewrite IH by (now inversion no_twice); lia.
  Qed.
  Lemma deepest (l : list place) : l <> [] -> exists u, In u l /\ forall w, In w l -> depth w <= depth u.
  Proof.
    induction l as [| x l IH]; [easy |]. intros _. destruct l as [| y l].
    - exists x. split. apply in_eq. intros w [-> | []]. auto.
    - destruct IH as (u & U & D). discriminate. destruct (Nat.le_gt_cases (depth x) (depth u)).
      + exists u. split. now right. intros w [<- | W]; auto.
      + exists x. split. apply in_eq. intros w [<- | W]; auto. specialize (D w W). lia.
  Qed.
  (* The deepest stack that is left has at most its parent beside it. *)
  Lemma some_leaf c v : True -> In v places -> c v <> 0 -> exists u, In u places /\ c u <> 0 /\ tree_open c u.
  Proof.
    intros _ V C. set (left := filter (fun u => negb (c u =? 0)) places).
    assert (L : forall u, In u left <-> In u places /\ c u <> 0).
    { intros u. unfold left. rewrite filter_In. intuition lia. }
    destruct (deepest left) as (u & U & D). { intros E. now apply (in_nil (a := v)); rewrite <- E; apply L. }
    apply L in U. destruct U as [U Cu]. exists u. repeat split; auto. apply open_is_leaf.
    assert (I : forall w, In w (full_neighbours place places edge c u) -> parent u = Some w).
    { intros w W. apply filter_In in W. destruct W as [W E]. apply andb_prop in E. destruct E as [E Cw].
      apply negb_true_iff, Nat.eqb_neq in Cw. specialize (D w (proj2 (L w) (conj W Cw))).
      unfold edge, is_parent in E. apply orb_prop in E. destruct E as [E | E].
      - destruct (parent w) eqn:P; [| easy]. destruct (eq_place u p) as [-> |]; [| easy].
        apply deeper in P. lia.
      - destruct (parent u) as [p |]; [| easy]. now destruct (eq_place w p) as [-> |]. }
    destruct (parent u) as [p |].
    - apply (NoDup_incl_length (l' := [p])); [now apply NoDup_filter |].
      intros w W. apply I in W. injection W as ->. apply in_eq.
    - destruct (full_neighbours _ _ _ _ _) as [| w f]; simpl; auto. now specialize (I w (in_eq w f)).
  Qed.

  Theorem tree_misere c :
    loses tree_move (misere tree_move) c <->
    if ones place places c then Nat.odd (total place places c) = true else loses tree_move normal c.
  Proof.
    apply (board_misere place eq_place places no_twice _ (fun _ => True) (fun _ _ _ _ => I) some_leaf); auto.
    apply open_by_need_dec.
  Qed.
  Theorem trees_are_tame G M : grundy tree_move G -> misere_grundy tree_move M ->
    forall c, tame tree_move G M c /\ fickle G M c = ones place places c.
  Proof.
    intros IsG IsM c. now apply (boards_are_tame place eq_place places no_twice _ (fun _ => True)
      (fun _ _ _ _ => I) some_leaf).
  Qed.
End Trees.
