(* The ring: two ways from home to home over one shared stack. Its value by a formula
   (docs/theory/boards.md, "The ring"). *)
Require Import Arith Bool Lia List ZArith ZifyBool.
From Nimatron Require Import Game Sums Boards Symmetry Cold Ways.
Import ListNotations.
Open Scope nat_scope.

(* ---- the board ---- *)
(* The stack A is Left's, C is Right's, and B is shared. The roads are a=x b=k c=y; *<a a<b b>c *>c. *)
Inductive place := Home | A | B | C.
Definition eq_place (u v : place) : {u = v} + {u <> v} := ltac:(decide equality).
Definition stacks := [A; B; C].
Definition road who u v := match who, u, v with
  | Left, Home, A | Left, A, Home | Left, A, B | Left, B, A => True
  | Right, Home, C | Right, C, Home | Right, C, B | Right, B, C => True
  | _, _, _ => False
  end.
Local Notation drives := (drives_to place Home road).
Local Notation set := (Boards.set place eq_place).
Local Notation with_number := (with_number place eq_place stacks drives).
Definition own who := match who with Left => A | Right => C end.

Lemma stacks_once : NoDup stacks.
Proof. repeat constructor; simpl; intuition discriminate. Qed.
Lemma drives_iff who c v : c Home = 0 -> drives who c v <-> v = Home \/ v = own who \/ v = B /\ c (own who) = 0.
Proof.
  intros H. split.
  - intros D. induction D as [| u w D IH Z R]; auto.
    destruct who, u, w; simpl in R; try easy; simpl; auto;
      right; right; split; auto; simpl in IH; intuition discriminate.
  - assert (O : drives who c (own who)).
    { apply along with Home; auto. constructor. now destruct who. }
    intros [-> | [-> | [-> Z]]]; auto. constructor.
    apply along with (own who); auto. now destruct who.
Qed.

(* ---- the number ---- *)
(* s(d) for d >= 0, and for who = Right -s(d). *)
Definition share who d k : number :=
  if d =? 0 then [] else if k <? d then repeat (who, 0) (d - k) else [(who, k + 1 - d)].
Definition ring_number x k y : number :=
  if (x <=? k) && (y <=? k) then [] else share Left (x - y) k ++ share Right (y - x) k.

(* In units of 1/2^n, for the player who has x. *)
Definition units n k d : Z :=
  if d =? 0 then 0%Z else if k <? d then (2 ^ Z.of_nat n * Z.of_nat (d - k))%Z
  else (2 ^ Z.of_nat (n - (k + 1 - d)))%Z.
(* s(x - y). *)
Definition gap n k x y : Z := (units n k (x - y) - units n k (y - x))%Z.
Definition value n x k y : Z := if (x <=? k) && (y <=? k) then 0%Z else gap n k x y.

Lemma worth_share n me who d k :
  worth n me (share who d k) = (if is_player who me then units n k d else - units n k d)%Z.
Proof.
  unfold share, units. destruct (d =? 0); [now destruct (is_player who me) |]. destruct (k <? d).
  - rewrite worth_ones. destruct (is_player who me); lia.
  - unfold worth. cbn -[Z.pow Nat.sub Z.of_nat]. destruct (is_player who me); lia.
Qed.
Lemma worth_ring n c : forall me,
  worth n me (ring_number (c A) (c B) (c C)) = value n (c (own me)) (c B) (c (own (other me))).
Proof.
  assert (L : worth n Left (ring_number (c A) (c B) (c C)) = value n (c A) (c B) (c C)).
  { unfold ring_number, value, gap. destruct (_ && _); auto. rewrite worth_both, !worth_share. cbn [is_player]. lia. }
  intros [|]; auto. change Right with (other Left). rewrite other_worth, L. unfold value, gap. simpl.
  rewrite (andb_comm (c C <=? c B)). destruct (_ && _); lia.
Qed.

Lemma units_step n k d : k <= n -> (units n k d < units n k (S d))%Z.
Proof.
  intros L. unfold units. pose proof (unit_positive n 0) as U. rewrite Nat.sub_0_r in U.
  pose proof (unit_positive n (k + 1 - S d)).
  destruct d as [| d].
  - simpl (0 =? 0). simpl (1 =? 0). destruct (Nat.ltb_spec k 1); [nia | lia].
  - simpl (S _ =? 0). destruct (Nat.ltb_spec k (S d)), (Nat.ltb_spec k (S (S d))); try lia.
    + replace (k + 1 - S d) with 1 by lia. pose proof (unit_double n 0 ltac:(lia)) as D.
      rewrite Nat.sub_0_r in D. pose proof (unit_positive n 1).
      replace (S (S d) - k) with 1 by lia. lia.
    + replace (k + 1 - S d) with (S (k + 1 - S (S d))) by lia.
      rewrite (unit_double n (k + 1 - S (S d))) by lia. pose proof (unit_positive n (S (k + 1 - S (S d)))). lia.
Qed.
Lemma units_more n k d e : k <= n -> d < e -> (units n k d < units n k e)%Z.
Proof.
  intros L. induction 1 as [| e _ IH]; [now apply units_step |]. pose proof (units_step n k e L). lia.
Qed.
Lemma gap_more n k x y x' y' : k <= n -> x + y' < x' + y -> (gap n k x y < gap n k x' y')%Z.
Proof.
  intros L D. assert (M : forall d e, d <= e -> (units n k d <= units n k e)%Z).
  { intros d e E. destruct (Nat.eq_dec d e) as [-> |]; [| pose proof (units_more n k d e L)]; lia. }
  unfold gap. pose proof (M (x - y) (x' - y')). pose proof (M (y' - x') (y - x)).
  pose proof (units_more n k (x - y) (x' - y') L). pose proof (units_more n k (y' - x') (y - x) L). lia.
Qed.
Lemma gap_0 n k x y : x = y -> gap n k x y = 0%Z.
Proof. intros ->. unfold gap. lia. Qed.

(* ---- who wins beside a number of w ---- *)
(* For the player who has x, moving second and moving first. *)
Definition second n x k y w := (0 < value n x k y + w \/ value n x k y + w = 0 /\
  (k < x \/ k < y \/ x = k /\ y = 0 \/ x = 0 /\ 0 < y)%nat)%Z.
Definition first n x k y w := (0 < value n x k y + w \/ value n x k y + w = 0 /\
  (x <= k /\ y <= k /\ ~ (y = 0 /\ 0 < x) /\ ~ (x = 0 /\ y = k))%nat)%Z.

Ltac values := unfold second, first, value in *;
  repeat match goal with
  | |- context [?a <=? ?b] => destruct (Nat.leb_spec a b)
  | H : context [?a <=? ?b] |- _ => destruct (Nat.leb_spec a b) in H
  end; cbn [andb] in *; lia.

Lemma other_lowers n x k y y' w : k <= n -> second n x k y w -> y' < y -> first n x k y' w.
Proof.
  intros L S Y. pose proof (gap_more n k x y x y' L). pose proof (gap_more n k x y 0 0 L).
  pose proof (gap_more n k 0 0 x y' L). rewrite (gap_0 n k 0 0) in * by auto. values.
Qed.
Lemma other_lowers_shared n x k k' w : k <= n -> second n x k 0 w -> k' < k -> first n x k' 0 w.
Proof.
  intros L S K. assert (E : forall k, k < x -> gap n k x 0 = (2 ^ Z.of_nat n * Z.of_nat (x - k))%Z).
  { intros j J. unfold gap, units. rewrite Nat.sub_0_r. change (0 - x) with 0. simpl (0 =? 0).
    destruct (x =? 0) eqn:X; [lia |]. destruct (Nat.ltb_spec j x); lia. }
  pose proof (E k). pose proof (E k'). pose proof (unit_positive n 0). rewrite Nat.sub_0_r in *.
  unfold second, first, value in *. destruct (Nat.leb_spec x k), (Nat.leb_spec x k'); cbn [andb Nat.leb] in *; nia.
Qed.
(* A ring with the mean 0 that is no number: the player clears x, or lowers the shared stack to y. *)
Lemma lowers_low n x k y w : x <= k -> y <= k -> ~ (x = k /\ y = 0) -> ~ (x = 0 /\ y = k) -> first n x k y w ->
  0 < x /\ second n 0 k y w \/ x = 0 /\ y < k /\ second n 0 y y w.
Proof. intros X Y N N' F. destruct (Nat.eq_dec x 0) as [-> | Z]; values. Qed.

(* A number: what a move in it leaves can be had by a move on the ring. *)
Lemma number_of_one who me k t : number_move me [(who, k)] t ->
  who = me /\ t = [] \/ who = other me /\ exists j, k = S j /\ t = [(who, j)].
Proof.
  intros M. remember [(who, k)] as s eqn:E.
  destruct M as [l j r | l j r]; destruct l as [| m [|]]; inversion E; subst; simpl; eauto.
Qed.
Lemma lowers_high n me c t w : let x := c (own me) in let k := c B in let y := c (own (other me)) in
  k <= n -> k < x \/ k < y ->
  number_move me (ring_number (c A) k (c C)) t -> (0 <= worth n me t + w)%Z ->
  exists x', x' < x /\ second n x' k y w.
Proof.
  intros x k y L N M W.
  assert (M' : number_move me (share me (x - y) k) t /\ y < x \/
    number_move me (share (other me) (y - x) k) t /\ x < y).
  { unfold ring_number in M. replace ((c A <=? k) && (c C <=? k)) with false in M
      by (destruct me; unfold x, y in N; simpl in N; lia).
    assert (E : forall who u v, u <= v -> share who (u - v) k = []).
    { intros who u v U. now replace (u - v) with 0 by lia. }
    assert (F : ~ number_move me [] t) by (intros Q; inversion Q as [l ? ? Z | l ? ? Z]; now destruct l).
    destruct (lt_eq_lt_dec (c A) (c C)) as [[D | D] | D].
    - rewrite (E Left) in M by lia. destruct me; simpl in *; [right | left]; auto.
    - rewrite !E in M by lia. now apply F in M.
    - rewrite (E Right), app_nil_r in M by lia. destruct me; simpl in *; [left | right]; auto. }
  clear M. destruct M' as [[M D] | [M D]]; unfold share in M.
  - replace (x - y =? 0) with false in M by lia. destruct (Nat.ltb_spec k (x - y)).
    + apply number_of_ones in M. destruct M as (_ & _ & M). specialize (M n). rewrite worth_ones, same_player in M.
      exists (x - 1). split; [lia |].
      assert (E : (gap n k (x - 1) y >= 2 ^ Z.of_nat n * (Z.of_nat (x - 1 - y - k)))%Z).
      { unfold gap, units. replace (y - (x - 1)) with 0 by lia. simpl (0 =? 0).
        pose proof (unit_positive n (k + 1 - (x - 1 - y))).
        destruct (x - 1 - y =? 0) eqn:?, (Nat.ltb_spec k (x - 1 - y)); nia. }
      pose proof (gap_more n k 0 0 (x - 1) y L). rewrite (gap_0 n k 0 0) in * by auto.
      replace (Z.of_nat (x - y - k)) with (Z.of_nat (x - 1 - y - k) + 1)%Z in M by lia.
      values.
    + apply number_of_one in M. destruct M as [[_ ->] | (E & _)]; [| now destruct me]. cbn in W.
      pose proof (gap_more n k 0 0 (x - 1) y L). pose proof (gap_0 n k (x - 1) y).
      rewrite (gap_0 n k 0 0) in * by auto.
      destruct (Nat.eq_dec (x - 1) k); [exists 0 | exists (x - 1)]; (split; [lia | values]).
  - replace (y - x =? 0) with false in M by lia. destruct (Nat.ltb_spec k (y - x)).
    { apply number_of_ones in M. destruct M as [E _]. now destruct me. }
    apply number_of_one in M. destruct M as [[E _] | (_ & j & J & ->)]; [now destruct me |].
    rewrite worth_other in W. exists (x - 1). split; [lia |].
    assert (E : (gap n k (x - 1) y >= - 2 ^ Z.of_nat (n - j))%Z).
    { unfold gap, units. replace (x - 1 - y) with 0 by lia. simpl (0 =? 0).
      replace (y - (x - 1) =? 0) with false by lia. destruct (Nat.ltb_spec k (y - (x - 1))).
      - replace j with 0 by lia. rewrite Nat.sub_0_r. replace (y - (x - 1) - k) with 1 by lia. lia.
      - replace (k + 1 - (y - (x - 1))) with j by lia. lia. }
    values.
Qed.

(* ---- the theorem ---- *)
Lemma ring_fits n x k y : k <= n -> fits n (ring_number x k y).
Proof.
  intros L. assert (E : forall who d, fits n (share who d k)).
  { intros who d. unfold share. destruct (d =? 0) eqn:D; [constructor |]. destruct (k <? d).
    - apply Forall_forall. intros m I. apply repeat_spec in I. subst. simpl. lia.
    - constructor; [simpl; lia | constructor]. }
  unfold ring_number. destruct (_ && _); [constructor |]. apply Forall_app. split; apply E.
Qed.
Lemma on_own me c s x : c Home = 0 -> x < c (own me) -> with_number me (c, s) (set c (own me) x, s).
Proof.
  intros H X. apply in_left. constructor; auto. { destruct me; simpl; auto. } apply drives_iff; auto.
Qed.
Lemma on_shared me c s k : c Home = 0 -> c (own me) = 0 -> k < c B -> with_number me (c, s) (set c B k, s).
Proof. intros H Z K. apply in_left. constructor; simpl; auto. apply drives_iff; auto. Qed.

(* Who wins, by induction on the counters. *)
Local Notation decided n me c s := (let x := c (own me) in let k := c B in let y := c (own (other me)) in
  let w := worth n me s in
  (second n x k y w -> wins_second with_number me (c, s)) /\ (first n x k y w -> wins_first with_number me (c, s))).
Lemma ring_decided n c s : c Home = 0 -> c B <= n -> fits n s -> forall me, decided n me c s.
Proof.
  remember (weight place stacks (c, s)) as i eqn:E. revert c s E.
  induction i as [i IH] using lt_wf_ind. intros c s -> H L F me x k y w.
  assert (IH' : forall who d t, with_number who (c, s) (d, t) -> d Home = 0 -> d B <= n -> fits n t ->
    decided n me d t).
  { intros who d t M Hd Ld Fd. apply (IH (weight place stacks (d, t))); auto.
    now apply (weight_falls place eq_place stacks stacks_once drives who). }
  assert (Own : forall who x, set c (own who) x Home = 0 /\ set c (own who) x B = c B /\
    set c (own who) x (own who) = x /\ set c (own who) x (own (other who)) = c (own (other who))).
  { intros who z. now destruct who. }
  assert (Sh : forall who k, set c B k Home = 0 /\ set c B k B = k /\ set c B k (own who) = c (own who)).
  { intros who z. now destruct who. }
  split.
  - intros S. apply second_by. intros q M. destruct q as [d t]. pose proof (IH' _ _ _ M) as D.
    inversion M as [c0 d0 s0 M1 | c0 s0 t0 M1]; subst.
    + destruct M1 as [c v z V O Z]. apply drives_iff in O; auto.
      destruct O as [-> | [-> | [-> O]]]; [simpl in V; intuition discriminate | |].
      * destruct (Own (other me) z) as (E1 & E2 & E3 & E4). rewrite other_other in E4.
        apply D; auto; [now rewrite E2 |]. rewrite E2, E3, E4. apply other_lowers with y; auto.
      * destruct (Sh me z) as (E1 & E2 & E3). destruct (Sh (other me) z) as (_ & _ & E4).
        apply D; auto; [rewrite E2; lia |]. rewrite E2, E3, E4, O. apply other_lowers_shared with k; auto.
        now rewrite <- O.
    + assert (Ft : fits n t) by eauto using still_fits. apply D; auto.
      apply (move_costs _ n) in M1; auto. rewrite !other_worth in M1. unfold second, first in *. fold x k y. lia.
  - intros S. apply first_by.
    assert (K : (exists x', x' < x /\ second n x' k y w) \/ (x = 0 /\ exists k', k' < k /\ second n x k' y w) \/
      exists t, number_move me s t /\ second n x k y (worth n me t)).
    { destruct ((k <? x) || (k <? y) || (x =? k) && (y =? 0) || (x =? 0) && (y =? k)) eqn:N.
      - pose proof (worth_ring n c me) as V. fold x k y in V.
        assert (P : (0 < worth n me (ring_number (c A) k (c C) ++ s))%Z).
        { rewrite worth_both, V. fold w. unfold first in S. lia. }
        destruct (halving n me [] (ring_number (c A) k (c C) ++ s)) as [(t & M & W) | (t & M & _)]; auto.
        + constructor.
        + apply Forall_app. split; auto. now apply ring_fits.
        + cbn in W. apply move_apart in M. destruct M as [(t' & M & ->) | (t' & M & ->)]; rewrite worth_both in W.
          * left. destruct (k <? x) eqn:X, (k <? y) eqn:Y.
            4: { exfalso. unfold ring_number in M. replace ((c A <=? k) && (c C <=? k)) with true in M
                   by (unfold x, y in X, Y; destruct me; simpl in X, Y; lia).
                 inversion M as [l ? ? Z | l ? ? Z]; now destruct l. }
            all: apply (lowers_high n me c t'); auto; fold x y k; lia.
          * right. right. exists t'. split; auto. unfold second. lia.
        + inversion M as [l ? ? Z | l ? ? Z]; now destruct l.
      - destruct (lowers_low n x k y w) as [[X K] | (-> & K)]; eauto; lia. }
    destruct K as [(z & Z & K) | [(O & z & Z & K) | (t & M & K)]].
    + exists (set c (own me) z, s). pose proof (on_own me c s z H Z) as M. split; auto.
      destruct (Own me z) as (E1 & E2 & E3 & E4). apply (IH' me); auto; [now rewrite E2 |]. now rewrite E2, E3, E4.
    + exists (set c B z, s). pose proof (on_shared me c s z H O Z) as M. split; auto.
      destruct (Sh me z) as (E1 & E2 & E3). destruct (Sh (other me) z) as (_ & _ & E4).
      apply (IH' me); auto; [rewrite E2; lia |]. now rewrite E2, E3, E4.
    + exists (c, t). split; [now apply in_right |]. apply (IH' me); eauto using still_fits. now apply in_right.
Qed.

Lemma ring_wins c : c Home = 0 -> forall n s, fits n s -> forall me,
  let x := c (own me) in let k := c B in let y := c (own (other me)) in let w := worth (n + k) me s in
  (wins_second with_number me (c, s) <-> second (n + k) x k y w) /\
  (wins_first with_number me (c, s) <-> first (n + k) x k y w).
Proof.
  intros H n s F me x k y w. destruct (finer_by n k s F) as [F' _].
  destruct (ring_decided (n + k) c s H ltac:(lia) F' me) as [S1 F1].
  destruct (ring_decided (n + k) c s H ltac:(lia) F' (other me)) as [S2 F2].
  rewrite other_other in *. fold x k y in S1, F1, S2, F2. rewrite other_worth in S2, F2. fold w in S1, F1, S2, F2.
  assert (V : value (n + k) y k x = (- value (n + k) x k y)%Z).
  { unfold value, gap. rewrite (andb_comm (y <=? k)). destruct (_ && _); lia. }
  assert (N1 : wins_second with_number me (c, s) -> ~ first (n + k) y k x (- w)).
  { intros W E. apply F2 in E. now apply not_both in E. }
  assert (N2 : wins_first with_number me (c, s) -> ~ second (n + k) y k x (- w)).
  { intros W E. apply S2 in E. apply not_both in W. unfold wins_second in E. now rewrite other_other in E. }
  unfold second, first in *. rewrite V in *. split; split; intros Q; auto; [apply N1 in Q | apply N2 in Q]; lia.
Qed.

(* The ring is a number. *)
Theorem ring_is_a_number c : c Home = 0 -> let x := c A in let k := c B in let y := c C in
  k < x \/ k < y \/ x = k /\ y = 0 \/ x = 0 /\ y = k ->
  is_number place eq_place stacks drives c (ring_number x k y).
Proof.
  intros H x k y N n me s Fm Fs. destruct (ring_wins c H n s Fs me) as [S F].
  pose proof (worth_ring (n + k) c me) as V. fold x k y in V, S, F.
  destruct (finer_by n k _ Fm) as [_ Em]. destruct (finer_by n k s Fs) as [_ Es].
  rewrite S, F. unfold second, first. rewrite <- V, Em, Es. pose proof (unit_positive k 0) as U.
  rewrite Nat.sub_0_r in U. rewrite <- !Z.mul_add_distr_l.
  unfold x, y in *. split; split; intros Q; destruct me; simpl in *; nia.
Qed.

(* Otherwise its mean is 0. *)
Theorem ring_of_mean_0 c : c Home = 0 -> let x := c A in let k := c B in let y := c C in
  ~ (k < x \/ k < y \/ x = k /\ y = 0 \/ x = 0 /\ y = k) ->
  has_mean place eq_place stacks drives c [] /\ forall n me s, fits n s -> worth n me s = 0%Z ->
  (wins_second with_number me (c, s) <-> c (own me) = 0 /\ 0 < c (own (other me))) /\
  (wins_first with_number me (c, s) <-> c (own me) = 0 \/ 0 < c (own (other me))).
Proof.
  intros H x k y N. assert (V : forall n me, value n (c (own me)) k (c (own (other me))) = 0%Z).
  { intros n me. unfold value. replace (_ && _) with true; auto. unfold x, y in N. destruct me; simpl; lia. }
  assert (W : forall n me s, fits n s -> worth (n + k) me s = (2 ^ Z.of_nat k * worth n me s)%Z).
  { intros n me s F. apply (finer_by n k s F). }
  split.
  - intros n me s _ F P. apply (ring_wins c H n s F me). left. fold k. rewrite V, W by auto.
    cbn in P. pose proof (unit_positive k 0) as U. rewrite Nat.sub_0_r in U. nia.
  - intros n me s F Z. destruct (ring_wins c H n s F me) as [E1 E2]. fold k in E1, E2. rewrite E1, E2.
    unfold second, first. rewrite V, W, Z by auto. unfold x, y in N.
    split; split; intros Q; destruct me; simpl in *; lia.
Qed.

(* The shared stack alone is a pile of Nim. *)
Theorem ring_of_one_pile c who d : c Home = 0 -> c A = 0 -> c C = 0 ->
  (lower place eq_place stacks (drives who) c d <-> exists k, k < c B /\ d = set c B k).
Proof.
  intros H X Y. split.
  - intros M. destruct M as [c v k _ O K]. assert (v = B) as ->; eauto. destruct v; auto; lia.
  - intros (k & K & ->). constructor; simpl; auto. apply drives_iff; auto. right. right. now destruct who.
Qed.

(* Every fraction 1/2^k. *)
Corollary ring_of_a_fraction k : ring_number (S k) k k = [(Left, k)] /\ ring_number k k (S k) = [(Right, k)].
Proof.
  unfold ring_number, share. replace (S k <=? k) with false by lia. replace (S k - k) with 1 by lia.
  replace (k - S k) with 0 by lia. rewrite andb_false_r. destruct k as [| k]; auto.
  replace (_ <? 1) with false by lia. replace (S k + 1 - 1) with (S k) by lia. auto.
Qed.
