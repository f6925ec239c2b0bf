(* Boards side by side at one home: means and numbers add up, and so every number is the value of some
   rings (docs/theory/boards.md, "No coloured board is hot" and "The ring"). *)
Require Import Arith Bool Lia List ZArith ZifyBool.
From Nimatron Require Import Game Sums Boards Symmetry Cold Ways Means Ring.
Import ListNotations.
Open Scope nat_scope.

(* Two games of which each has the moves of the other. *)
Lemma simulated {A B} (left : player -> A -> A -> Prop) (right : player -> B -> B -> Prop)
    (same : A -> B -> Prop) size :
  (forall who a a', left who a a' -> size a' < size a) ->
  (forall who a b a', same a b -> left who a a' -> exists b', right who b b' /\ same a' b') ->
  (forall who a b b', same a b -> right who b b' -> exists a', left who a a' /\ same a' b') ->
  forall who a b, same a b -> (wins_first left who a -> wins_first right who b) /\
    (wins_second left who a -> wins_second right who b).
Proof.
  intros down there back who a. remember (size a) as n eqn:E. revert a E.
  induction n as [n IH] using lt_wf_ind. intros a -> b S. split; intros W.
  - apply first_by in W. destruct W as (a' & M & W). destruct (there who a b a' S M) as (b' & M' & S').
    apply first_by. exists b'. split; auto. now apply (IH (size a') (down _ _ _ M) a' eq_refl b' S').
  - apply second_by. intros b' M. destruct (back _ a b b' S M) as (a' & M' & S').
    rewrite second_by in W. apply (IH (size a') (down _ _ _ M') a' eq_refl b' S'), W, M'.
Qed.

Section Beside.
  Variables P Q : Type.
  Variable eq_p : forall u v : P, {u = v} + {u <> v}.
  Variable eq_q : forall u v : Q, {u = v} + {u <> v}.
  Variable ps : list P.
  Variable qs : list Q.
  Hypothesis once_p : NoDup ps.
  Hypothesis once_q : NoDup qs.
  Variable open_p : player -> counters P -> P -> Prop.
  Variable open_q : player -> counters Q -> Q -> Prop.
  Hypothesis opens_p : forall who c d v, (forall u, c u = 0 -> d u = 0) -> open_p who c v -> open_p who d v.
  Hypothesis opens_q : forall who c d v, (forall u, c u = 0 -> d u = 0) -> open_q who c v -> open_q who d v.

  Definition eq_both (u v : P + Q) : {u = v} + {u <> v}.
  Proof. decide equality. Defined.
  Definition both := map (@inl P Q) ps ++ map inr qs.
  Definition on_p (c : counters (P + Q)) : counters P := fun u => c (inl u).
  Definition on_q (c : counters (P + Q)) : counters Q := fun u => c (inr u).
  Lemma both_once : NoDup both.
  Proof.
    assert (R : NoDup (map (@inr P Q) qs)).
    { apply FinFun.Injective_map_NoDup; auto. now intros u v [=]. }
    unfold both. induction once_p as [| u l N L IH]; [exact R |]. cbn [map app]. apply NoDup_cons; auto.
    rewrite in_app_iff, !in_map_iff. intros [(v & E & V) | (v & E & _)]; [| discriminate].
    injection E as ->. contradiction.
  Qed.

  (* Which stacks are open on one board does not depend on the other. *)
  Variable open : player -> counters (P + Q) -> P + Q -> Prop.
  Hypothesis opens : forall who c d v, (forall u, c u = 0 -> d u = 0) -> open who c v -> open who d v.
  Variable valid : counters (P + Q) -> Prop.
  Hypothesis stays_valid : forall c v y, valid c -> y < c v -> valid (Boards.set (P + Q) eq_both c v y).
  Hypothesis apart : forall who c, valid c ->
    (forall u, open who c (inl u) <-> open_p who (on_p c) u) /\
    (forall u, open who c (inr u) <-> open_q who (on_q c) u).

  Notation alone_p := (Cold.with_number P eq_p ps open_p).
  Notation alone_q := (Cold.with_number Q eq_q qs open_q).
  Notation beside := (Cold.with_number (P + Q) eq_both both open).
  (* The same boards and numbers, side by side. *)
  Definition alike (a : (counters P * number) * (counters Q * number)) (b : counters (P + Q) * number) :=
    let '((c, s), (d, t)) := a in valid (fst b) /\ (forall u, fst b (inl u) = c u) /\
    (forall u, fst b (inr u) = d u) /\ snd b = s ++ t.

  Lemma set_p e (c : counters P) v y : (forall u, e (inl u) = c u) ->
    forall u, Boards.set (P + Q) eq_both e (inl v) y (inl u) = Boards.set P eq_p c v y u.
  Proof. intros E u. unfold Boards.set. destruct (eq_p u v) as [-> | N], (eq_both _ (inl v)); congruence. Qed.
  Lemma set_q e (d : counters Q) v y : (forall u, e (inr u) = d u) ->
    forall u, Boards.set (P + Q) eq_both e (inr v) y (inr u) = Boards.set Q eq_q d v y u.
  Proof. intros E u. unfold Boards.set. destruct (eq_q u v) as [-> | N], (eq_both _ (inr v)); congruence. Qed.
  Lemma set_pq e (d : counters Q) v y : (forall u, e (inr u) = d u) ->
    forall u, Boards.set (P + Q) eq_both e (inl v) y (inr u) = d u.
  Proof. intros E u. rewrite set_other; [apply E | discriminate]. Qed.
  Lemma set_qp e (c : counters P) v y : (forall u, e (inl u) = c u) ->
    forall u, Boards.set (P + Q) eq_both e (inr v) y (inl u) = c u.
  Proof. intros E u. rewrite set_other; [apply E | discriminate]. Qed.
  Lemma second_beside me c s t : valid c ->
    wins_second alone_p me (on_p c, s) -> wins_second alone_q me (on_q c, t) ->
    wins_second beside me (c, s ++ t).
  Proof.
    intros V S T.
    set (size := fun a : (counters P * number) * (counters Q * number) => weight P ps (fst a) + weight Q qs (snd a)).
    assert (DownP : forall who p q, alone_p who p q -> weight P ps q < weight P ps p).
    { intros who p q. now apply weight_falls. }
    assert (DownQ : forall who p q, alone_q who p q -> weight Q qs q < weight Q qs p).
    { intros who p q. now apply weight_falls. }
    apply (simulated (fun who => sum_move (alone_p who) (alone_q who)) beside alike size)
      with (a := ((on_p c, s), (on_q c, t))).
    - intros who a a' [p p' q M | p q q' M]; unfold size; simpl; [apply DownP in M | apply DownQ in M]; lia.
    - intros who [[c1 s1] [d1 t1]] [e r] a' (Ve & E1 & E2 & E3) M. simpl in *. subst r.
      inversion M as [x y z M1 | x y z M1]; subst; inversion M1 as [c0 c' x0 M2 | x0 c0 c' M2]; subst.
      + destruct M2 as [c1 v y I O Y]. exists (Boards.set (P + Q) eq_both e (inl v) y, s1 ++ t1). split.
        * apply in_left. constructor; [apply in_app_iff; left; now apply in_map | | now rewrite E1].
          apply (apart who e Ve), (opens_p who c1); auto. intros u Z. unfold on_p. now rewrite E1.
        * split; [apply stays_valid; auto; now rewrite E1 | now repeat split; simpl; auto using set_p, set_pq].
      + exists (e, c' ++ t1). split; [| now repeat split].
        apply in_right. destruct M2; rewrite <- ?app_assoc; constructor.
      + destruct M2 as [d1 v y I O Y]. exists (Boards.set (P + Q) eq_both e (inr v) y, s1 ++ t1). split.
        * apply in_left. constructor; [apply in_app_iff; right; now apply in_map | | now rewrite E2].
          apply (apart who e Ve), (opens_q who d1); auto. intros u Z. unfold on_q. now rewrite E2.
        * split; [apply stays_valid; auto; now rewrite E2 | now repeat split; simpl; auto using set_q, set_qp].
      + exists (e, s1 ++ c'). split; [| now repeat split].
        apply in_right. destruct M2; rewrite !app_assoc; constructor.
    - intros who [[c1 s1] [d1 t1]] [e r] b' (Ve & E1 & E2 & E3) M. simpl in *. subst r.
      inversion M as [x e' z M1 | x y r M1]; subst.
      + destruct M1 as [e [v | v] y I O Y]; apply (apart who e Ve) in O.
        * exists ((Boards.set P eq_p c1 v y, s1), (d1, t1)). split.
          -- do 2 apply in_left. constructor; [| | now rewrite <- E1].
             ++ apply in_app_iff in I. rewrite !in_map_iff in I.
                destruct I as [(u & E & I) | (u & E & _)]; [now injection E as -> | discriminate].
             ++ apply (opens_p who (on_p e)); auto. intros u Z. now rewrite <- E1.
          -- split; [now apply stays_valid | now repeat split; simpl; auto using set_p, set_pq].
        * exists ((c1, s1), (Boards.set Q eq_q d1 v y, t1)). split.
          -- apply in_right, in_left. constructor; [| | now rewrite <- E2].
             ++ apply in_app_iff in I. rewrite !in_map_iff in I.
                destruct I as [(u & E & _) | (u & E & I)]; [discriminate | now injection E as ->].
             ++ apply (opens_q who (on_q e)); auto. intros u Z. now rewrite <- E2.
          -- split; [now apply stays_valid | now repeat split; simpl; auto using set_q, set_qp].
      + apply move_apart in M1. destruct M1 as [(a & M1 & ->) | (a & M1 & ->)].
        * exists ((c1, a), (d1, t1)). split; [now apply in_left, in_right | now repeat split].
        * exists ((c1, s1), (d1, a)). split; [now do 2 apply in_right | now repeat split].
    - now repeat split.
    - apply second_in_a_sum with (size_left := weight P ps) (size_right := weight Q qs); auto.
  Qed.

  (* Means add up, and so do numbers. *)
  Lemma second_by_parts n me c s t r : valid c -> fits n s -> fits n t -> fits n r ->
    (worth n me s + worth n me t <= worth n me r)%Z ->
    wins_second alone_p me (on_p c, s) -> wins_second alone_q me (on_q c, t) -> wins_second beside me (c, r).
  Proof.
    intros V Fs Ft Fr L S T.
    apply (at_least_by (P + Q) eq_both both both_once open opens n me c (s ++ t)); auto.
    - now apply Forall_app.
    - now rewrite worth_both.
    - now apply second_beside.
  Qed.
  Lemma means_beside c m k : valid c ->
    has_mean P eq_p ps open_p (on_p c) m -> has_mean Q eq_q qs open_q (on_q c) k ->
    has_mean (P + Q) eq_both both open c (m ++ k).
  Proof.
    intros V M K n me s F Fs W. apply Forall_app in F. destruct F as [Fm Fk]. rewrite worth_both in W.
    assert (F1 : fits n (minus m)) by now apply fits_minus. assert (F2 : fits n (m ++ s)) by now apply Forall_app.
    assert (E1 := worth_more n me (minus m) F1). rewrite worth_minus in E1.
    assert (E2 := worth_more n (other me) (m ++ s) F2). rewrite !other_worth, worth_both in E2.
    apply (second_by_parts (S n) me c (more n me (minus m)) (more n (other me) (m ++ s)));
      auto using fits_with, fits_more.
    - rewrite (finer n me s) by auto. lia.
    - apply (M (S n)); auto using fits_with, fits_more. rewrite (finer n me m) by auto. lia.
    - apply (K (S n)); auto using fits_with, fits_more. rewrite (finer n me k) by auto. lia.
  Qed.
  Lemma numbers_beside c x y : valid c ->
    is_number P eq_p ps open_p (on_p c) x -> is_number Q eq_q qs open_q (on_q c) y ->
    is_number (P + Q) eq_both both open c (x ++ y).
  Proof.
    intros V X Y. apply number_if. intros n me s F Fs sum. apply Forall_app in F as F'.
    destruct F' as [Fx Fy]. split; intros W.
    - apply (second_by_parts n me c (minus x) (x ++ s)); auto using fits_minus.
      + now apply Forall_app.
      + rewrite worth_both, worth_minus. lia.
      + apply (X n me (minus x)); auto using fits_minus. rewrite worth_minus. lia.
      + apply (Y n me (x ++ s)); auto; [now apply Forall_app |]. unfold sum in W. rewrite worth_both in *. lia.
    - apply (first_ahead_of_the_mean (P + Q) eq_both both both_once open opens c (x ++ y) n); auto.
      apply means_beside; auto.
      + intros k who t Fm Ft Wt. apply (X k who t); auto. lia.
      + intros k who t Fm Ft Wt. apply (Y k who t); auto. lia.
  Qed.
End Beside.

(* Two homes with a road that both players may use are one. *)
Section OneHome.
  Variables P Q : Type.
  Variable home_p : P.
  Variable home_q : Q.
  Variable road_p : player -> P -> P -> Prop.
  Variable road_q : player -> Q -> Q -> Prop.
  Definition roads who (u v : P + Q) := match u, v with
    | inl u, inl v => road_p who u v
    | inr u, inr v => road_q who u v
    | inl u, inr v | inr v, inl u => u = home_p /\ v = home_q
    end.
  Lemma roads_apart who c : c (inl home_p) = 0 -> c (inr home_q) = 0 ->
    (forall u, drives_to (P + Q) (inl home_p) roads who c (inl u) <-> drives_to P home_p road_p who (on_p P Q c) u) /\
    (forall u, drives_to (P + Q) (inl home_p) roads who c (inr u) <-> drives_to Q home_q road_q who (on_q P Q c) u).
  Proof.
    intros Hp Hq.
    assert (K : forall v, drives_to (P + Q) (inl home_p) roads who c v -> match v with
      | inl u => drives_to P home_p road_p who (on_p P Q c) u
      | inr u => drives_to Q home_q road_q who (on_q P Q c) u end).
    { intros v D. induction D as [| u w D IH Z R]; [constructor |].
      destruct u as [u | u], w as [w | w]; simpl in R; try (destruct R as [-> ->]; constructor);
        now apply along with u. }
    split; intros u; (split; [apply (K (inl u)) || apply (K (inr u)) |]); intros D.
    - induction D as [| u w D IH Z R]; [constructor | now apply along with (inl u)].
    - induction D as [| u w D IH Z R]; [| now apply along with (inr u)].
      apply along with (inl home_p); simpl; auto. constructor.
  Qed.

  Variable eq_p : forall u v : P, {u = v} + {u <> v}.
  Variable eq_q : forall u v : Q, {u = v} + {u <> v}.
  Variable ps : list P.
  Variable qs : list Q.
  Hypothesis once_p : NoDup ps.
  Hypothesis once_q : NoDup qs.
  Notation drives_p := (drives_to P home_p road_p).
  Notation drives_q := (drives_to Q home_q road_q).
  Notation drives := (drives_to (P + Q) (inl home_p) roads).
  Notation eq_both := (eq_both P Q eq_p eq_q).
  Notation both := (both P Q ps qs).
  Definition homes (c : counters (P + Q)) := c (inl home_p) = 0 /\ c (inr home_q) = 0.
  Lemma homes_stay c v y : homes c -> y < c v -> homes (Boards.set (P + Q) eq_both c v y).
  Proof. intros [H K] Y. split; now apply stays_empty. Qed.

  Theorem means_add c m k : homes c -> has_mean P eq_p ps drives_p (on_p P Q c) m ->
    has_mean Q eq_q qs drives_q (on_q P Q c) k -> has_mean (P + Q) eq_both both drives c (m ++ k).
  Proof.
    apply means_beside with (valid := homes); auto using homes_stay; try (intros who d e v; apply drives_further).
    intros who d [H K]. now apply roads_apart.
  Qed.
  Theorem numbers_add c x y : homes c -> is_number P eq_p ps drives_p (on_p P Q c) x ->
    is_number Q eq_q qs drives_q (on_q P Q c) y -> is_number (P + Q) eq_both both drives c (x ++ y).
  Proof.
    apply numbers_beside with (valid := homes); auto using homes_stay; try (intros who d e v; apply drives_further).
    intros who d [H K]. now apply roads_apart.
  Qed.
End OneHome.

(* Every number whose denominator is a power of two is the value of a coloured board. *)
Theorem every_number x : exists (P : Type) (eq_p : forall u v : P, {u = v} + {u <> v}) (ps : list P) (home : P)
    (road : player -> P -> P -> Prop) (c : counters P),
  NoDup ps /\ (forall who u v, road who u v -> road who v u) /\ c home = 0 /\ (forall v, 0 < c v -> In v ps) /\
  is_number P eq_p ps (drives_to P home road) c x.
Proof.
  assert (R : forall a k b, (k < a \/ k < b \/ a = k /\ b = 0 \/ a = 0 /\ b = k) -> exists c : counters place,
    c Home = 0 /\ (forall v, 0 < c v -> In v stacks) /\
    is_number place eq_place stacks (drives_to place Home road) c (ring_number a k b)).
  { intros a k b H. exists (fun v => match v with Home => 0 | A => a | B => k | C => b end).
    split; [auto | split]; [intros [| | |]; simpl; auto; lia |]. now apply ring_is_a_number. }
  assert (T : forall who u v, road who u v -> road who v u) by (intros [|] [| | |] [| | |]; auto).
  induction x as [| [who k] x (Q & eq_q & qs & home & road_q & d & Nq & Tq & Hd & Id & X)].
  - destruct (R 0 0 0) as (c & H & I & N); [auto |].
    exists place, eq_place, stacks, Home, road, c. auto using stacks_once.
  - assert (E : exists a b, (k < a \/ k < b \/ a = k /\ b = 0 \/ a = 0 /\ b = k) /\ ring_number a k b = [(who, k)]).
    { destruct who; [exists (S k), k | exists k, (S k)]; (split; [auto | apply ring_of_a_fraction]). }
    destruct E as (a & b & H & E). destruct (R a k b H) as (c & Hc & Ic & N). rewrite E in N.
    exists (place + Q)%type, (eq_both place Q eq_place eq_q), (both place Q stacks qs), (inl Home),
      (roads place Q Home home road road_q),
      (fun v => match v with inl u => c u | inr u => d u end).
    split; [apply both_once; auto using stacks_once | split; [| split; [auto | split]]].
    + intros w [u | u] [v | v]; simpl; auto.
    + intros [v | v] P; apply in_app_iff; [left | right]; apply in_map; auto.
    + apply numbers_add with (x := [(who, k)]); auto using stacks_once. now split.
Qed.
