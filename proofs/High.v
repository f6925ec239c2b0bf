(* High boards: a player who opens a stack loses, so the open stacks are played as Nim
   (docs/theory/boards.md, "High boards"). *)
Require Import Arith Bool Lia List Relations ZifyBool.
From Nimatron Require Import Bits Game Boards.
Import ListNotations.

(* If each a has a b of its own, there are at least as many of them. *)
Lemma pigeonhole {A B} (R : A -> B -> Prop) (l : list A) : forall m : list B, NoDup l ->
  (forall a, In a l -> exists b, In b m /\ R a b) ->
  (forall a a' b, In a l -> In a' l -> R a b -> R a' b -> a = a') -> length l <= length m.
Proof.
  induction l as [| a l IH]; intros m N H I; simpl; [lia |].
  destruct (H a) as (b & M & Rab). { now left. }
  apply in_split in M. destruct M as (m1 & m2 & ->). inversion N; subst.
  rewrite app_length. simpl. rewrite <- plus_n_Sm, <- app_length. apply le_n_S, IH; auto.
  - intros a' L. destruct (H a') as (b' & M & Rb). { now right. }
    exists b'. split; auto. apply in_app_iff. apply in_app_iff in M. destruct M as [M | [-> | M]]; auto.
    enough (a = a') by now subst. apply (I a a' b'); simpl; auto.
  - intros a' a'' b' L' L''. apply I; simpl; auto.
Qed.

(* A nim-sum in which one term changes. *)
Lemma nim_sum_set {A} (l : list A) k k' v : NoDup l -> In v l -> (forall w, In w l -> w <> v -> k' w = k w) ->
  nim_sum (map k' l) = nim_sum (map k l) ⊕ k v ⊕ k' v.
Proof.
  intros N V E. apply in_split in V. destruct V as (h & r & ->).
  apply NoDup_remove_2 in N. rewrite !map_app. simpl. rewrite !nim_sum_middle, <- !map_app.
  rewrite (map_ext_in k' k (h ++ r)).
  - rewrite (Nat.lxor_comm (k v) (nim_sum _)), xor_back_r. apply Nat.lxor_comm.
  - intros w W. apply E. { apply in_app_iff in W. apply in_app_iff. simpl. tauto. }
    now intros ->.
Qed.

(* ---- any graph, with needs ---- *)
Section High.
  Variable place : Type.
  Variable eq_place : forall u v : place, {u = v} + {u <> v}.
  Variable places : list place.
  Hypothesis no_twice : NoDup places.
  Variable joined : place -> place -> bool.
  Variable need : place -> nat.

  Notation set := (set place eq_place).
  Notation open := (open_by_need place places joined need).
  Notation move := (board_move place eq_place places joined need).

  (* Emptying v opens the stack u. *)
  Definition opens (c : counters place) v u :=
    In v places /\ c v <> 0 /\ open c v /\ In u places /\ c u <> 0 /\ ~ open c u /\ open (set c v 0) u.
  (* A move that opens nothing. *)
  Definition calm_move c d := move c d /\ forall u, In u places -> c u <> 0 -> open d u -> open c u.

  Definition is_open c v := need v <=? length (empty_neighbours place places joined c v).
  (* The counters on the open stacks. *)
  Definition open_total c := list_sum (map c (filter (is_open c) places)).
  (* Before a first stack is opened, no move opens two, and each stack that a move opens has more
     counters than the other open stacks, by x + 2. *)
  Definition high x c := forall d, clos_refl_trans _ calm_move c d -> forall v u, opens d v u ->
    (forall w, opens d v w -> w = u) /\ open_total d + 2 + x <= d u + d v.

  Lemma is_open_iff c v : is_open c v = true <-> open c v.
  Proof. apply Nat.leb_le. Qed.
  (* Which stacks are open depends on which places are empty, and more of them open more. *)
  Lemma open_more c d v : (forall u, c u = 0 -> d u = 0) -> open c v -> open d v.
  Proof.
    intros E O. eapply Nat.le_trans. exact O. apply filter_grows. intros u.
    rewrite !andb_true_iff, !Nat.eqb_eq. intros [J Z]. auto.
  Qed.
  Lemma set_twice c u t s v : set (set c u t) u s v = set c u s v.
  Proof. unfold Boards.set. now destruct (eq_place v u). Qed.

  (* ---- the values of positions that are the same place by place ---- *)
  Variable G : counters place -> nat.
  Hypothesis is_grundy : grundy move G.
  Definition same (c d : counters place) := forall u, c u = d u.
  Lemma same_option c d d' : same c d -> move d d' -> exists c', move c c' /\ same c' d'.
  Proof.
    intros E M. destruct M as [d v y V O Y]. exists (set c v y). split.
    - constructor; auto. apply (open_more d); auto. intros u. now rewrite (E u). now rewrite E.
    - intros u. unfold Boards.set. now destruct (eq_place u v).
  Qed.
  Lemma same_value c d : same c d -> G c = G d.
  Proof.
    remember (total place places c) as n eqn:T. revert c d T.
    induction n as [n IH] using lt_wf_ind. intros c d -> E.
    assert (E' : same d c) by (intros u; now rewrite E).
    assert (F : total place places d = total place places c).
    { unfold total. f_equal. now apply map_ext. }
    destruct (lt_eq_lt_dec (G c) (G d)) as [[L | L] | L]; auto; exfalso.
    - destruct (is_grundy d) as [_ H]. destruct (H _ L) as (d' & M & Q).
      destruct (same_option c d d' E M) as (c' & M' & E1). destruct (is_grundy c) as [N _].
      apply (N c' M'). rewrite <- Q. apply (IH (total place places c')); auto.
      now apply total_falls in M'.
    - destruct (is_grundy c) as [_ H]. destruct (H _ L) as (c' & M & Q).
      destruct (same_option d c c' E' M) as (d' & M' & E1). destruct (is_grundy d) as [N _].
      apply (N d' M'). rewrite <- Q. symmetry. apply (IH (total place places c')); auto.
      now apply total_falls in M. intros u. now rewrite E1.
  Qed.
  (* Two positions that differ in one open stack have different values. *)
  Lemma lowered_differs c u t : In u places -> open c u -> t < c u -> G (set c u t) <> G c.
  Proof. intros U O L. destruct (is_grundy c) as [N _]. apply N. now constructor. Qed.

  (* ---- an open stack that is high enough can be lowered to leave the value x ---- *)
  Definition others c u :=
    list_sum (map c (filter (fun w => is_open c w && if eq_place w u then false else true) places)).
  Lemma some_value c u x : In u places -> open c u -> others c u + x + 2 <= c u ->
    exists t, t < c u /\ G (set c u t) = x.
  Proof.
    intros U O H.
    destruct (existsb (fun t => G (set c u t) =? x) (seq 0 (c u))) eqn:F.
    { apply existsb_exists in F. destruct F as (t & I & T). apply in_seq in I. exists t. lia. }
    assert (F' : forall t, t < c u -> G (set c u t) <> x).
    { intros t L Q. enough (existsb (fun t => G (set c u t) =? x) (seq 0 (c u)) = true) by congruence.
      apply existsb_exists. exists t. split; [apply in_seq |]; lia. }
    clear F. rename F' into F. exfalso.
    set (elsewhere := filter (fun w => is_open c w && if eq_place w u then false else true) places).
    set (holes := map (@inl (place * nat) nat) (flat_map (fun w => map (pair w) (seq 0 (c w))) elsewhere)
      ++ map inr (seq 0 x)).
    set (R := fun t (b : place * nat + nat) => match b with
      | inl (w, y) => w <> u /\ y < c w /\ G (set (set c u t) w y) = x
      | inr g => G (set c u t) = g end).
    assert (L : length holes = others c u + x).
    { unfold holes, others. fold elsewhere. rewrite app_length, !map_length, seq_length. f_equal.
      induction elsewhere as [| w l IH]; auto. simpl.
      now rewrite app_length, map_length, seq_length, IH. }
    assert (P : length (seq 1 (others c u + x + 1)) <= length holes); [| rewrite seq_length in P; lia].
    assert (O' : forall t w y, 0 < t -> w <> u -> y < c w -> open (set (set c u t) w y) u).
    { intros t w y T N Y. apply (open_more c); auto. intros v Z. unfold Boards.set.
      destruct (eq_place v w) as [-> |]; [lia |]. destruct (eq_place v u) as [-> |]; [lia | auto]. }
    assert (D : forall t t' b, 0 < t -> t < t' -> R t b -> ~ R t' b).
    { intros t t' [[w y] | g] T L' Rt Rt'.
      - destruct Rt as (N & Y & Rt), Rt' as (_ & _ & Rt').
        apply (lowered_differs (set (set c u t') w y) u t); auto.
        + apply O'; auto. lia.
        + now rewrite set_other, set_same by auto.
        + rewrite Rt', <- Rt. apply same_value. intros v. unfold Boards.set.
          destruct (eq_place v u) as [-> |]; destruct (eq_place _ w) as [-> |]; congruence.
      - unfold R in Rt, Rt'. apply (lowered_differs (set c u t') u t); auto.
        + apply (open_more c); auto. intros v Z. unfold Boards.set. destruct (eq_place v u) as [-> |]; [lia | auto].
        + now rewrite set_same.
        + rewrite Rt', <- Rt. apply same_value. intros v. apply set_twice. }
    apply (pigeonhole R). { apply seq_NoDup. }
    - intros t I. apply in_seq in I. assert (T : t < c u) by lia. pose proof (F t T).
      destruct (lt_eq_lt_dec (G (set c u t)) x) as [[L' | L'] | L']; [| easy |].
      { exists (inr (G (set c u t))). split; [| reflexivity].
        apply in_app_iff. right. apply in_map, in_seq. lia. }
      destruct (is_grundy (set c u t)) as [_ B]. destruct (B _ L') as (q & M & Q).
      inversion M as [e w y W Ow Y E1 E2]; subst e q.
      destruct (eq_place w u) as [-> | N].
      { exfalso. rewrite set_same in Y. apply (F y); [lia |]. rewrite <- Q. apply same_value.
        intros v. symmetry. apply set_twice. }
      rewrite set_other in Y by auto. exists (inl (w, y)). split; [| easy].
      apply in_app_iff. left. apply in_map, in_flat_map. exists w. split; [| apply in_map, in_seq; lia].
      apply filter_In. split; auto. apply andb_true_intro. split.
      + apply is_open_iff. apply (open_more (set c u t)); auto. intros v. unfold Boards.set.
        destruct (eq_place v u); [lia | auto].
      + destruct (eq_place w u); congruence.
    - intros t t' b I I' Rt Rt'. apply in_seq in I, I'.
      destruct (lt_eq_lt_dec t t') as [[L' | L'] | L']; auto; exfalso.
      + now apply (D t t' b); auto; lia.
      + now apply (D t' t b); auto; lia.
  Qed.

  (* ---- a player who opens a stack loses ---- *)
  (* What a stack counts in open_total. *)
  Definition counted c : counters place := fun w => if is_open c w then c w else 0.
  Lemma sum_of_filter (f : place -> bool) (g : place -> nat) l :
    list_sum (map g (filter f l)) = list_sum (map (fun w => if f w then g w else 0) l).
  Proof. induction l as [| w l IH]; simpl; auto. destruct (f w); simpl; lia. Qed.
  Lemma total_counted c : open_total c = total place places (counted c).
  Proof. apply sum_of_filter. Qed.
  Lemma sum_at_most (f g : place -> nat) l : (forall w, In w l -> f w <= g w) ->
    list_sum (map f l) <= list_sum (map g l).
  Proof.
    induction l as [| w l IH]; intros H; simpl; auto. pose proof (H w (in_eq w l)).
    specialize (IH (fun v V => H v (or_intror V))). lia.
  Qed.

  Lemma opener_empties c v y u : In u places -> c u <> 0 -> ~ open c u -> y < c v -> open (set c v y) u -> y = 0.
  Proof.
    intros U Cu N Y O. destruct y as [| y]; auto. exfalso. apply N. apply (open_more (set c v (S y))); auto.
    intros w. unfold Boards.set. destruct (eq_place w v); auto. lia.
  Qed.
  Lemma calm_or_opens c d : move c d ->
    calm_move c d \/ exists v u, opens c v u /\ d = set c v 0.
  Proof.
    intros M. destruct (existsb (fun u => negb (c u =? 0) && is_open d u && negb (is_open c u)) places) eqn:F.
    - right. apply existsb_exists in F. destruct F as (u & U & F). apply andb_prop in F. destruct F as [F N].
      apply andb_prop in F. destruct F as [Z O]. apply is_open_iff in O.
      assert (N' : ~ open c u) by (rewrite <- is_open_iff; destruct (is_open c u); easy).
      destruct M as [c v y V Ov Y]. exists v, u. assert (Cu : c u <> 0) by lia.
      pose proof (opener_empties c v y u U Cu N' Y O) as ->.
      repeat split; auto. lia.
    - left. split; auto. intros u U Cu O. rewrite <- is_open_iff in *. destruct (is_open c u) eqn:E; auto.
      enough (existsb (fun u => negb (c u =? 0) && is_open d u && negb (is_open c u)) places = true) by congruence.
      apply existsb_exists. exists u. split; auto. rewrite O, E. destruct (c u); easy.
  Qed.
  Lemma opening_misses x c v u : high x c -> opens c v u -> G (set c v 0) <> x.
  Proof.
    intros H Op. destruct (H c (rt_refl _ _ c) v u Op) as [One S].
    destruct Op as (V & Cv & Ov & U & Cu & N & O).
    assert (D : u <> v) by (intros ->; auto).
    destruct (some_value (set c v 0) u x U O) as (t & T & Q).
    - enough (others (set c v 0) u + c v <= open_total c) by (rewrite set_other by auto; lia).
      rewrite total_counted. unfold others. rewrite sum_of_filter.
      pose proof (total_set place eq_place places no_twice (counted c) v 0 V) as E.
      unfold counted in E at 2. rewrite (proj2 (is_open_iff c v) Ov) in E.
      rewrite <- (Nat.add_0_r (total place places (counted c))), <- E.
      apply Nat.add_le_mono_r. apply sum_at_most. intros w W.
      unfold Boards.set at 3. destruct (eq_place w v) as [-> | Wv].
      { rewrite set_same. destruct (_ && _); lia. }
      rewrite set_other by auto. unfold counted.
      destruct (is_open (set c v 0) w) eqn:Ow, (eq_place w u) as [-> | Wu]; simpl; try lia.
      destruct (is_open c w) eqn:Ow'; [lia |]. destruct (Nat.eq_dec (c w) 0) as [-> | Cw]; [lia |].
      exfalso. apply Wu, One. repeat split; auto.
      + rewrite <- is_open_iff. congruence.
      + now apply is_open_iff.
    - rewrite <- Q. intros E. symmetry in E. revert E. now apply lowered_differs.
  Qed.

  Lemma high_below x y c : y <= x -> high x c -> high y c.
  Proof. intros L H d R v u Op. destruct (H d R v u Op). split; auto. lia. Qed.
  Lemma high_stays x c d : high x c -> calm_move c d -> high x d.
  Proof. intros H M e R. apply H. now apply rt_trans with d; [apply rt_step |]. Qed.

  (* X is the value of the game in which no move may open a stack. *)
  Variable X : counters place -> nat.
  Hypothesis calm_grundy : grundy calm_move X.
  Theorem high_board_value x c : high x c -> (G c = x <-> X c = x).
  Proof.
    remember (total place places c) as n eqn:T. revert x c T.
    induction n as [n IH] using lt_wf_ind. intros x c -> H.
    assert (IH' : forall y d, y <= x -> calm_move c d -> (G d = y <-> X d = y)).
    { intros y d L M. apply (IH (total place places d)); auto.
      - destruct M as [M _]. now apply total_falls in M.
      - apply high_below with x; auto. now apply high_stays with c. }
    destruct (is_grundy c) as [G1 G2], (calm_grundy c) as [X1 X2].
    assert (K : forall y, y <= x -> X c = y -> G c = y).
    { intros y L E. destruct (lt_eq_lt_dec (G c) y) as [[Z | Z] | Z]; auto; exfalso.
      - destruct (X2 (G c)) as (d & M & Q). lia. apply IH' in Q; auto; [| lia].
        destruct M as [M _]. now apply (G1 d).
      - destruct (G2 y Z) as (d & M & Q). destruct (calm_or_opens c d M) as [C | (v & u & Op & ->)].
        + apply IH' in Q; auto. apply (X1 d C). congruence.
        + revert Q. apply opening_misses with u; auto. now apply high_below with x. }
    split; [| apply K; lia]. intros E. destruct (lt_eq_lt_dec (X c) x) as [[Z | Z] | Z]; auto; exfalso.
    - rewrite (K (X c)) in E; auto; lia.
    - destruct (X2 x Z) as (d & M & Q). apply IH' in Q; auto. destruct M as [M _]. apply (G1 d M). congruence.
  Qed.
End High.

Section Outcome.
  Variable place : Type.
  Variable eq_place : forall u v : place, {u = v} + {u <> v}.
  Variable places : list place.
  Hypothesis no_twice : NoDup places.
  Variable joined : place -> place -> bool.
  Variable need : place -> nat.

  Notation set := (set place eq_place).
  Notation open := (open_by_need place places joined need).
  Notation is_open := (is_open place places joined need).
  Notation open_total := (open_total place places joined need).
  Notation move := (board_move place eq_place places joined need).
  Notation calm_move := (calm_move place eq_place places joined need).
  Notation opens := (opens place eq_place places joined need).
  Notation high := (high place eq_place places joined need).

  Lemma values_exist : exists G, grundy move G.
  Proof.
    eexists. apply (grundy_exists _ move (total place places)).
    - intros c d. now apply total_falls.
    - intros c d. apply listed with (open_dec := open_by_need_dec place places joined need).
  Qed.
  Lemma lost_is_0 G : grundy move G -> forall c, right_at move normal (fun c => G c =? 0) c.
  Proof. apply sprague_grundy_lost with (total place places). intros c d. now apply total_falls. Qed.

  (* One high stack: the proof does not tell to what it must be lowered. *)
  Theorem high_stack_value G c u x : grundy move G -> In u places -> open c u ->
    others place eq_place places joined need c u + 2 + x <= c u -> G c <> x.
  Proof.
    intros IsG U O H. destruct (some_value place eq_place places no_twice joined need G IsG c u x U O)
      as (t & T & <-); [lia |].
    intros E. symmetry in E. revert E. now apply (lowered_differs place eq_place places joined need G IsG).
  Qed.
  Theorem high_stack_wins c u : In u places -> open c u ->
    others place eq_place places joined need c u + 2 <= c u -> wins move normal c.
  Proof.
    intros U O H. destruct values_exist as [G IsG]. apply (lost_is_0 G IsG), Nat.eqb_neq.
    apply (high_stack_value G c u 0 IsG U O). lia.
  Qed.
  Theorem opening_loses c d : high 0 c -> move c d -> ~ calm_move c d -> wins move normal d.
  Proof.
    intros H M N. destruct values_exist as [G IsG]. apply (lost_is_0 G IsG). apply Nat.eqb_neq.
    destruct (calm_or_opens place eq_place places joined need c d M) as [C | (v & u & Op & ->)]; [easy |].
    now apply (opening_misses place eq_place places no_twice joined need G IsG 0 c v u).
  Qed.
  Theorem high_board_outcome X : grundy calm_move X ->
    forall c, high 0 c -> right_at move normal (fun c => X c =? 0) c.
  Proof.
    intros IsX c H. destruct values_exist as [G IsG].
    destruct (high_board_value place eq_place places no_twice joined need G IsG X IsX 0 c H) as [A B].
    pose proof (lost_is_0 G IsG c) as R. unfold right_at in *. destruct R as [R1 R2].
    destruct (Nat.eq_dec (G c) 0) as [Z | Z].
    - rewrite (A Z), Z in *. easy.
    - assert (X c <> 0) by auto. apply Nat.eqb_neq in Z, H0. now rewrite Z, H0 in *.
  Qed.

  (* ---- it is enough to look at the board before any move ---- *)
  Definition closed c u := In u places /\ c u <> 0 /\ ~ open c u.
  Definition later c d := (forall u, c u = 0 -> d u = 0) /\
    (forall u, closed c u -> d u = c u /\ ~ open d u) /\
    (forall v, In v places -> open c v -> open_total d + c v <= open_total c + d v).
  Lemma calm_later c d : clos_refl_trans _ calm_move c d -> later c d.
  Proof.
    intros R. apply clos_rt_rtn1 in R. induction R as [| d e [M C] _ (I1 & I2 & I3)].
    { split; [| split]; auto. intros u (U & Cu & N). auto. }
    destruct M as [d w y W Ow Y].
    assert (E1 : forall u, d u = 0 -> set d w y u = 0) by (intros; now apply stays_empty).
    split; [| split]; auto.
    - intros u Cl. destruct (I2 u Cl) as [E N]. destruct Cl as (U & Cu & _).
      assert (u <> w) by (intros ->; auto). rewrite set_other by auto. split; auto.
      intros O. apply N, C; auto. lia.
    - intros v V Ov. specialize (I3 v V Ov).
      enough (open_total (set d w y) + d w <= open_total d + y).
      { destruct (eq_place v w) as [-> | N]; [rewrite set_same | rewrite set_other by auto]; lia. }
      rewrite !total_counted.
      pose proof (total_set place eq_place places no_twice (counted place places joined need d) w y W) as E.
      unfold counted in E at 2. rewrite (proj2 (is_open_iff place places joined need d w) Ow) in E.
      rewrite <- E. apply Nat.add_le_mono_r. apply sum_at_most. intros u U. unfold counted.
      destruct (eq_place u w) as [-> | N].
      { rewrite !set_same. destruct (is_open _ w); lia. }
      rewrite !set_other by auto. destruct (is_open (set d w y) u) eqn:O; [| lia].
      apply is_open_iff in O. destruct (Nat.eq_dec (d u) 0) as [-> | Du]; [lia |].
      apply C, is_open_iff in O; auto. rewrite O. lia.
  Qed.
  Lemma calm_closed c d u : calm_move c d -> closed c u <-> closed d u.
  Proof.
    intros [M C]. destruct M as [c v y V O Y]. unfold closed. split; intros (U & Z & N).
    - assert (u <> v) by (intros ->; auto). rewrite set_other by auto. repeat split; auto.
    - assert (c u <> 0). { intros Z'. apply Z. now apply stays_empty. }
      repeat split; auto. intros O'. apply N. now apply stays_open.
  Qed.
  Definition may_open c v u := In v places /\ c v <> 0 /\ open c v /\ closed c u /\ joined u v = true /\
    need u <= length (filter (fun w => joined u w && ((c w =? 0) || is_open c w)) places).
  Lemma filter_grows_in (f g : place -> bool) l : (forall u, In u l -> f u = true -> g u = true) ->
    length (filter f l) <= length (filter g l).
  Proof.
    induction l as [| u l IH]; intros H; auto. simpl. pose proof (H u (in_eq u l)).
    specialize (IH (fun v V => H v (or_intror V))). destruct (f u), (g u); simpl; intuition lia.
  Qed.
  Lemma opens_later c d v u : later c d -> opens d v u -> may_open c v u.
  Proof.
    intros (I1 & I2 & I3) (V & Dv & Ov & U & Du & N & O).
    assert (Op : forall w, In w places -> d w <> 0 -> open d w -> open c w).
    { intros w W Dw Ow. destruct (open_by_need_dec place places joined need c w) as [| N']; auto.
      destruct (I2 w) as [_ K]; [| easy]. repeat split; auto. }
    assert (Cl : closed c u).
    { repeat split; auto. intros O'. apply N. now apply (open_more place places joined need c). }
    repeat split; auto; try apply Cl.
    - destruct (joined u v) eqn:J; auto. exfalso. apply N. eapply Nat.le_trans. exact O.
      apply filter_grows. intros w. unfold Boards.set. destruct (eq_place w v) as [-> |]; auto.
      now rewrite J.
    - eapply Nat.le_trans. exact O. apply filter_grows_in. intros w W.
      rewrite !andb_true_iff, orb_true_iff, !Nat.eqb_eq, is_open_iff. unfold Boards.set.
      destruct (eq_place w v) as [-> |]; intros [J Z]; split; auto.
      destruct (Nat.eq_dec (c w) 0) as [| Cw]; auto.
      destruct (open_by_need_dec place places joined need c w) as [| N']; auto.
      destruct (I2 w) as [E _]; [repeat split; auto | congruence].
  Qed.
  Lemma beside_opener c u v y : ~ open c u -> open (set c v y) u -> joined u v = true.
  Proof.
    intros N O. destruct (joined u v) eqn:J; auto. exfalso. apply N. eapply Nat.le_trans. exact O.
    apply filter_grows. intros w. unfold Boards.set. destruct (eq_place w v) as [-> |]; auto. now rewrite J.
  Qed.
  Theorem high_from_start x c : (forall v u, may_open c v u ->
      (forall w, may_open c v w -> w = u) /\ open_total c + 2 + x <= c u + c v) -> high x c.
  Proof.
    intros H d R v u Op. apply calm_later in R.
    pose proof (opens_later c d v u R Op) as M. destruct (H v u M) as [One S]. split.
    - intros w Op'. apply One. now apply (opens_later c d).
    - destruct R as (_ & I2 & I3). destruct M as (V & Cv & Ov & Cl & _).
      specialize (I3 v V Ov). destruct (I2 u Cl) as [-> _]. lia.
  Qed.
End Outcome.

(* ---- trees: an open stack has at most one neighbour left ---- *)
Section Trees.
  Variable place : Type.
  Variable eq_place : forall u v : place, {u = v} + {u <> v}.
  Variable places : list place.
  Hypothesis no_twice : NoDup places.
  Variable parent : place -> option place.
  Notation edge := (edge place eq_place parent).
  Notation tree_need := (tree_need place eq_place places parent).

  Corollary high_tree_from_start x c :
    (forall v u, may_open place places edge tree_need c v u ->
      open_total place places edge tree_need c + 2 + x <= c u + c v) ->
    high place eq_place places edge tree_need x c.
  Proof.
    intros H. apply high_from_start; auto. intros v u M. split; [| now apply H].
    intros w M'. destruct M as (V & Cv & Ov & (U & Cu & _) & J & _), M' as (_ & _ & _ & (W & Cw & _) & J' & _).
    apply open_is_leaf in Ov; auto.
    assert (I : forall t, In t places -> c t <> 0 -> edge t v = true ->
      In t (full_neighbours place places edge c v)).
    { intros t T Ct E. apply filter_In. split; auto. apply andb_true_intro. split; [| lia].
      unfold Boards.edge in *. now rewrite orb_comm. }
    pose proof (I u U Cu J) as Iu. pose proof (I w W Cw J') as Iw.
    destruct (full_neighbours place places edge c v) as [| a [| b l]]; simpl in *; [easy | | lia].
    destruct Iu as [<- | []], Iw as [<- | []]. reflexivity.
  Qed.
End Trees.

(* ---- graphs and yards: what the open stacks count ---- *)
Lemma nim_sum_reach {A} (k : A -> nat) l : forall t, t < nim_sum (map k l) ->
  exists v, In v l /\ t ⊕ nim_sum (map k l) ⊕ k v < k v.
Proof.
  induction l as [| v l IH]; simpl; intros t L; [lia |].
  destruct (xor_below _ _ _ L) as [K | K].
  - exists v. split; auto. now rewrite (Nat.lxor_comm (k v)), Nat.lxor_assoc, (Nat.lxor_assoc (nim_sum _)),
      Nat.lxor_nilpotent, Nat.lxor_0_r.
  - destruct (IH _ K) as (w & W & Q). exists w. split; auto. now rewrite <- Nat.lxor_assoc.
Qed.

Section Graphs.
  Variable place : Type.
  Variable eq_place : forall u v : place, {u = v} + {u <> v}.
  Variable places : list place.
  Hypothesis no_twice : NoDup places.
  Variable joined : place -> place -> bool.

  Notation need := (fun _ : place => 1).
  Notation set := (set place eq_place).
  Notation open := (open_by_need place places joined need).
  Notation is_open := (is_open place places joined need).
  Notation closed := (closed place places joined need).
  Notation calm_move := (calm_move place eq_place places joined need).

  (* A closed stack lies beside v. *)
  Definition blocked c v := existsb (fun u => joined u v && negb (c u =? 0) && negb (is_open c u)) places.
  (* What an open stack counts: n, or n - 1 beside a closed one. *)
  Definition counts c v := if is_open c v then if blocked c v then c v - 1 else c v else 0.

  Lemma blocked_iff c v : blocked c v = true <-> exists u, closed c u /\ joined u v = true.
  Proof.
    unfold blocked. rewrite existsb_exists. split.
    - intros (u & U & H). apply andb_prop in H. destruct H as [H N]. apply andb_prop in H. destruct H as [J Z].
      exists u. split; auto. repeat split; auto. lia. rewrite <- is_open_iff. now destruct (is_open c u).
    - intros (u & (U & Z & N) & J). exists u. split; auto. rewrite <- is_open_iff in N.
      rewrite J. destruct (is_open c u); [easy |]. destruct (c u); easy.
  Qed.
  Lemma calm_blocked c d v : calm_move c d -> blocked c v = blocked d v.
  Proof.
    intros M. apply eq_true_iff_eq. rewrite !blocked_iff.
    split; intros (u & Cl & J); exists u; split; auto;
      now apply (calm_closed place eq_place places joined need c d u M).
  Qed.
  Lemma calm_counts c v y w : calm_move c (set c v y) -> y < c v -> w <> v -> In w places ->
    counts (set c v y) w = counts c w.
  Proof.
    intros M Y N W. unfold counts. rewrite <- (calm_blocked c _ w M), set_other by auto.
    destruct (Nat.eq_dec (c w) 0) as [-> | Z]. { simpl. now destruct (is_open _ w), (is_open _ w), (blocked c w). }
    enough (is_open (set c v y) w = is_open c w) as -> by reflexivity.
    apply eq_true_iff_eq. rewrite !is_open_iff. split.
    - apply M; auto.
    - now apply stays_open.
  Qed.
  Lemma beside_empty c u v : In v places -> joined u v = true -> c v = 0 -> open c u.
  Proof.
    intros V J Z. assert (I : In v (empty_neighbours place places joined c u)).
    { apply filter_In. now rewrite J, Z. }
    unfold open_by_need. destruct (empty_neighbours _ _ _ _ _); simpl; [easy | lia].
  Qed.

  Lemma calm_value : grundy calm_move (fun c => nim_sum (map (counts c) places)).
  Proof.
    intros c. split.
    - intros d M. pose proof M as [M' C]. inversion M' as [e v y V O Y E1 E2]; subst e d.
      rewrite (nim_sum_set places (counts c) (counts (set c v y)) v); auto.
      2: { intros w W N. now apply calm_counts. }
      rewrite Nat.lxor_assoc. intros E. apply (f_equal (Nat.lxor (nim_sum (map (counts c) places)))) in E.
      rewrite xor_back_l, Nat.lxor_nilpotent in E. apply xor_zero in E. revert E.
      assert (O' : open (set c v y) v) by now apply stays_open.
      unfold counts. rewrite <- (calm_blocked c _ v M), set_same.
      rewrite (proj2 (is_open_iff _ _ _ _ c v) O), (proj2 (is_open_iff _ _ _ _ _ v) O').
      destruct (blocked c v) eqn:B; [| lia]. enough (y <> 0) by lia.
      intros ->. apply blocked_iff in B. destruct B as (u & (U & Z & N) & J). apply N, C; auto.
      apply (beside_empty _ u v); auto. apply set_same.
    - intros t L. destruct (nim_sum_reach _ _ _ L) as (v & V & K). set (k := t ⊕ _ ⊕ _) in K.
      assert (O : is_open c v = true) by (unfold counts in K; destruct (is_open c v); [easy | lia]).
      set (y := if blocked c v then k + 1 else k).
      assert (Y : y < c v) by (unfold counts in K; rewrite O in K; unfold y; destruct (blocked c v); lia).
      apply is_open_iff in O as O'.
      assert (M : calm_move c (set c v y)).
      { split. { now constructor. } intros u U Z Ou.
        destruct (open_by_need_dec place places joined need c u) as [| N]; auto. exfalso.
        assert (B : blocked c v = true).
        { apply blocked_iff. exists u. split; [easy |].
          now apply (beside_opener place eq_place places joined need c u v y). }
        assert (y = 0) by now apply (opener_empties place eq_place places joined need c v y u).
        unfold y in *. rewrite B in *. lia. }
      exists (set c v y). split; auto.
      rewrite (nim_sum_set places (counts c) (counts (set c v y)) v); auto.
      2: { intros w W N. now apply calm_counts. }
      assert (E : counts (set c v y) v = k).
      { assert (O2 : open (set c v y) v) by now apply stays_open.
        unfold counts. rewrite <- (calm_blocked c _ v M), set_same, (proj2 (is_open_iff _ _ _ _ _ v) O2).
        unfold y. destruct (blocked c v); lia. }
      rewrite E. unfold k. rewrite (Nat.lxor_assoc t), (Nat.lxor_comm t). apply xor_back_l.
  Qed.

  (* Each open stack is beside one closed stack at most, which has more counters than the other open
     stacks, by x + 2. *)
  Definition high_graph x c := forall v u, In v places -> c v <> 0 -> open c v -> closed c u -> joined u v = true ->
    (forall w, closed c w -> joined w v = true -> w = u) /\
    open_total place places joined need c + 2 + x <= c u + c v.
  Lemma high_graph_is_high x c : high_graph x c -> high place eq_place places joined need x c.
  Proof.
    intros H. apply high_from_start; auto. intros v u (V & Z & O & Cl & J & _).
    destruct (H v u) as [One S]; auto. split; auto.
    intros w (_ & _ & _ & Cl' & J' & _). auto.
  Qed.
  Theorem high_graph_value G x c : grundy (graph_move place eq_place places joined) G -> high_graph x c ->
    (G c = x <-> nim_sum (map (counts c) places) = x).
  Proof.
    intros IsG H. apply (high_board_value place eq_place places no_twice joined need G IsG _ calm_value).
    now apply high_graph_is_high.
  Qed.
  Theorem high_graph_outcome c : high_graph 0 c ->
    right_at (graph_move place eq_place places joined) normal (fun c => nim_sum (map (counts c) places) =? 0) c.
  Proof.
    intros H. apply (high_board_outcome place eq_place places no_twice joined need _ calm_value).
    now apply high_graph_is_high.
  Qed.
End Graphs.
