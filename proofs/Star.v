(* Tree Nim on a star whose hub has 2^k - 1 counters, or more than each spoke
   (docs/theory/boards.md, "The star" and "The low star"). *)
Require Import Arith Bool Lia List ZifyBool.
From Nimatron Require Import Bits Game Piles Nim.
Import ListNotations.

(* ---- the game ---- *)
(* The hub, and the spokes around it; a spoke of 0 is gone. *)
Definition star := (nat * list nat)%type.
(* How many spokes are left. *)
Definition left_over (spokes : list nat) := length (filter (fun x => negb (x =? 0)) spokes).

(* A spoke may be lowered at any time, the hub once it has no more than one neighbour. *)
Inductive move : star -> star -> Prop :=
| lower_spoke h l x r y : y < x -> move (h, l ++ x :: r) (h, l ++ y :: r)
| lower_hub h h' spokes : h' < h -> left_over spokes <= 1 -> move (h, spokes) (h', spokes).

(* ---- the predicate ---- *)
(* All the spokes that are left are as high as the hub. *)
Definition full h := forallb (fun x => (x =? 0) || (x =? h)).
Definition lost (p : star) : bool :=
  let (h, spokes) := p in
  if left_over spokes <=? 1 then nim_sum spokes =? h
  else if full h spokes then Nat.odd (left_over spokes)
  else nim_sum spokes =? 0.

(* ---- one spoke among the others ---- *)
Lemma left_over_middle l x r :
  left_over (l ++ x :: r) = (if x =? 0 then 0 else 1) + left_over (l ++ r).
Proof.
  unfold left_over. rewrite !filter_app, !app_length. simpl. destruct (x =? 0); simpl; lia.
Qed.
Lemma full_middle h l x r :
  full h (l ++ x :: r) = ((x =? 0) || (x =? h)) && full h (l ++ r).
Proof.
  unfold full. rewrite !forallb_app. simpl.
  destruct (forallb _ l), (forallb _ r), ((x =? 0) || (x =? h)); reflexivity.
Qed.
Lemma full_nim_sum h s : full h s = true -> nim_sum s = if Nat.odd (left_over s) then h else 0.
Proof.
  induction s as [| x s IH]; auto. intros F. pose proof (left_over_middle [] x s) as N.
  pose proof (full_middle h [] x s) as M. simpl app in *. rewrite M in F. rewrite N.
  apply andb_true_iff in F. destruct F as [X F]. change (x ⊕ nim_sum s =
    if Nat.odd ((if x =? 0 then 0 else 1) + left_over s) then h else 0). rewrite (IH F).
  rewrite Nat.odd_add. destruct (Nat.eqb_spec x 0) as [-> | X0].
  - change (Nat.odd 0) with false. now rewrite xorb_false_l, Nat.lxor_0_l.
  - assert (x = h) as -> by lia. change (Nat.odd 1) with true. rewrite xorb_true_l.
    destruct (Nat.odd (left_over s)); [apply Nat.lxor_nilpotent | apply Nat.lxor_0_r].
Qed.
Lemma none_left h s : left_over s = 0 -> full h s = true.
Proof.
  induction s as [| x s IH]; auto. intros N. pose proof (left_over_middle [] x s) as M.
  simpl app in M. rewrite M in N. simpl. destruct (x =? 0); [apply IH |]; lia.
Qed.
Lemma none_left_sum s : left_over s = 0 -> nim_sum s = 0.
Proof. intros N. now rewrite (full_nim_sum 0 s (none_left 0 s N)), N. Qed.
Lemma spoke_left s : left_over s <> 0 -> exists l x r, s = l ++ x :: r /\ 0 < x.
Proof.
  intros N. unfold left_over in N. destruct (filter _ s) as [| x f] eqn:F. easy.
  assert (I : In x (filter (fun x => negb (x =? 0)) s)) by (rewrite F; apply in_eq).
  apply filter_In in I. destruct I as [I X]. apply in_split in I. destruct I as (l & r & ->).
  exists l, x, r. split; auto. lia.
Qed.

(* ---- one spoke at most: the two piles of Nim ---- *)
Lemma last_spoke l x r : left_over (l ++ x :: r) <= 1 -> 0 < x ->
  left_over (l ++ r) = 0 /\ forall y, nim_sum (l ++ y :: r) = y.
Proof.
  intros N X. rewrite left_over_middle in N. destruct (Nat.eqb_spec x 0); [lia |].
  assert (Z : left_over (l ++ r) = 0) by lia. split; auto. intros y.
  now rewrite nim_sum_middle, (none_left_sum _ Z), Nat.lxor_0_r.
Qed.
Lemma few_left l x r y : left_over (l ++ x :: r) <= 1 -> y < x -> left_over (l ++ y :: r) <= 1.
Proof.
  intros N Y. destruct (last_spoke l x r N) as [Z _]. lia.
  rewrite left_over_middle, Z. destruct (y =? 0); lia.
Qed.
Lemma lost_few h s : left_over s <= 1 -> lost (h, s) = (nim_sum s =? h).
Proof. intros N. unfold lost. now rewrite (proj2 (Nat.leb_le _ _) N). Qed.
Lemma lost_many h s : 2 <= left_over s ->
  lost (h, s) = if full h s then Nat.odd (left_over s) else nim_sum s =? 0.
Proof. intros N. unfold lost. now rewrite (proj2 (Nat.leb_gt _ _) N). Qed.

Lemma safe_few h s q : left_over s <= 1 -> lost (h, s) = true -> move (h, s) q -> lost q = false.
Proof.
  intros N L M. rewrite lost_few in L by assumption. inversion M; subst.
  - rewrite lost_few by now apply (few_left l x r y). destruct (last_spoke l x r N) as [_ S]. lia.
    rewrite S in *. lia.
  - rewrite lost_few by assumption. lia.
Qed.
Lemma reach_few h s : left_over s <= 1 -> lost (h, s) = false ->
  exists q, move (h, s) q /\ lost q = true.
Proof.
  intros N L. rewrite lost_few in L by assumption.
  destruct (Nat.lt_ge_cases (nim_sum s) h) as [H | H].
  - exists (nim_sum s, s). split. now constructor. rewrite lost_few by assumption. apply Nat.eqb_refl.
  - destruct (spoke_left s) as (l & x & r & -> & X).
    { intros Z. rewrite (none_left_sum s Z) in *. lia. }
    destruct (last_spoke l x r N X) as [_ S]. rewrite S in *.
    exists (h, l ++ h :: r). split. { constructor. lia. }
    rewrite lost_few, S, Nat.eqb_refl; auto. apply (few_left l x); auto. lia.
Qed.

(* ---- two spokes or more ---- *)
Section Many.
  Variable k : nat.
  Hypothesis k_at_least_1 : 1 <= k.
  Definition hub := 2 ^ k - 1.

  Lemma hub_positive : 0 < hub.
  Proof. unfold hub. pose proof (Nat.pow_le_mono_r 2 1 k). simpl in *. lia. Qed.
  (* Here the form of the hub is used. *)
  Lemma below_hub x : 0 < x < hub -> hub ⊕ x < hub.
  Proof.
    intros X. assert (H : hub = Nat.ones k) by (rewrite Nat.ones_equiv; unfold hub; lia).
    assert (D : Nat.land x (hub ⊕ x) = 0).
    { rewrite disjoint. intros i I. rewrite Nat.lxor_spec, I, H.
      rewrite Nat.ones_spec_low; auto. apply bit_at_most in I.
      apply (Nat.pow_lt_mono_r_iff 2); unfold hub in X; lia. }
    apply Nat.add_nocarry_lxor in D. rewrite Nat.lxor_comm in D at 2.
    rewrite (Nat.lxor_comm hub x), xor_back_l in D. rewrite Nat.lxor_comm. lia.
  Qed.

  (* What is left if one spoke becomes y, by what the others are. *)
  Lemma lost_line l r y : let others := l ++ r in 1 <= left_over others ->
    lost (hub, l ++ y :: r) =
    if y =? 0 then
      if left_over others =? 1 then nim_sum others =? hub
      else if full hub others then Nat.odd (left_over others) else nim_sum others =? 0
    else if (y =? hub) && full hub others then Nat.even (left_over others)
    else y =? nim_sum others.
  Proof.
    intros others N. fold others in N.
    assert (X : (y ⊕ nim_sum others =? 0) = (y =? nim_sum others)).
    { apply eq_iff_eq_true. rewrite !Nat.eqb_eq.
      split; [apply xor_zero | intros ->; apply Nat.lxor_nilpotent]. }
    unfold lost. rewrite left_over_middle, full_middle, nim_sum_middle. fold others.
    destruct (Nat.eqb_spec y 0) as [-> | Y].
    - rewrite Nat.lxor_0_l. cbn [plus orb andb].
      destruct (Nat.leb_spec (left_over others) 1), (Nat.eqb_spec (left_over others) 1); auto; lia.
    - destruct (Nat.leb_spec (1 + left_over others) 1); [lia |]. rewrite X.
      cbn [plus orb]. now rewrite Nat.odd_succ.
  Qed.

  (* Spokes that are all as high as the hub, and a single spoke. *)
  Lemma sum_of_full s : full hub s = true ->
    nim_sum s = if Nat.even (left_over s) then 0 else hub.
  Proof.
    intros F. rewrite (full_nim_sum hub s F), <- Nat.negb_even. now destruct (Nat.even (left_over s)).
  Qed.
  Lemma sum_of_one s : left_over s = 1 -> nim_sum s <> 0 /\ full hub s = (nim_sum s =? hub).
  Proof.
    intros N. destruct (spoke_left s) as (l & x & r & -> & X). lia.
    destruct (last_spoke l x r) as [Z S]; [lia | auto |]. rewrite S, full_middle.
    rewrite (none_left hub _ Z), andb_true_r, (proj2 (Nat.eqb_neq x 0)) by lia. split; [lia | auto].
  Qed.

  (* A spoke is cleared, and an odd number of spokes like the hub is left. *)
  Lemma clear_to_full l r : full hub (l ++ r) = true -> Nat.even (left_over (l ++ r)) = false ->
    lost (hub, l ++ 0 :: r) = true.
  Proof.
    intros F E. assert (1 <= left_over (l ++ r)) by (destruct (left_over (l ++ r)); [discriminate | lia]).
    rewrite lost_line by assumption. change (0 =? 0) with true. cbv iota.
    rewrite F, (sum_of_full _ F), E, <- Nat.negb_even, E, Nat.eqb_refl.
    now destruct (left_over (l ++ r) =? 1).
  Qed.

  Lemma safe_many s q : 2 <= left_over s -> lost (hub, s) = true -> move (hub, s) q -> lost q = false.
  Proof.
    intros N L M. inversion M as [h l x r y Y | h h' s' H F]; subst; [| lia].
    assert (X : (x =? 0) = false) by lia. rewrite left_over_middle, X in N.
    assert (O : 1 <= left_over (l ++ r)) by lia. clear N M. pose proof hub_positive as H.
    rewrite lost_line in L |- * by assumption. rewrite X in L. rewrite <- Nat.negb_even.
    pose proof (sum_of_full (l ++ r)) as SF. pose proof (sum_of_one (l ++ r)) as SO.
    destruct (Nat.eqb_spec (left_over (l ++ r)) 1) as [E | E].
    - destruct (SO E) as [S1 S2]. rewrite E in *. simpl Nat.even in *. rewrite S2 in *.
      destruct (Nat.eqb_spec y 0), (Nat.eqb_spec x hub), (Nat.eqb_spec y hub),
        (Nat.eqb_spec (nim_sum (l ++ r)) hub); cbn [andb] in *; lia.
    - clear SO. destruct (full hub (l ++ r)), (Nat.even (left_over (l ++ r)));
        try rewrite SF in * by reflexivity;
        destruct (Nat.eqb_spec y 0), (Nat.eqb_spec x hub), (Nat.eqb_spec y hub); cbn [andb negb] in *; lia.
  Qed.

  (* The board (hub, ..., hub, x) with x below the hub and an even number of spokes beside it. *)
  Lemma reach_below s l x r : s = l ++ x :: r -> 0 < x < hub -> full hub (l ++ r) = true ->
    nim_sum (l ++ r) = 0 -> 2 <= left_over (l ++ r) ->
    exists q, move (hub, s) q /\ lost q = true.
  Proof.
    intros E X F S N. pose proof hub_positive as H.
    assert (I : In hub s).
    { destruct (spoke_left (l ++ r)) as (l' & z & r' & E' & Z). lia.
      rewrite E', full_middle in F. assert (z = hub) as -> by lia.
      assert (I : In hub (l ++ r)) by (rewrite E'; apply in_elt).
      rewrite E. apply in_app_iff in I. apply in_app_iff. simpl. tauto. }
    apply in_split in I. destruct I as (l' & r' & E'). exists (hub, l' ++ (hub ⊕ x) :: r'). split.
    { rewrite E'. constructor. now apply below_hub. }
    assert (N' : left_over (l' ++ r') = left_over (l ++ r)).
    { pose proof (left_over_middle l x r) as A. pose proof (left_over_middle l' hub r') as B.
      rewrite <- E in A. rewrite <- E' in B. destruct (x =? 0) eqn:X0, (hub =? 0) eqn:H0; lia. }
    assert (S' : nim_sum (l' ++ r') = hub ⊕ x).
    { pose proof (nim_sum_middle l x r) as A. pose proof (nim_sum_middle l' hub r') as B.
      rewrite <- E, S, Nat.lxor_0_r in A. rewrite <- E', A in B. now rewrite B, xor_back_l. }
    assert (F' : full hub (l' ++ r') = false).
    { pose proof (full_middle hub l x r) as A. pose proof (full_middle hub l' hub r') as B.
      rewrite <- E in A. rewrite <- E', A, Nat.eqb_refl, orb_true_r in B. simpl andb in B.
      rewrite <- B. lia. }
    assert (Z : hub ⊕ x <> 0) by (intros Z; apply xor_zero in Z; lia).
    rewrite lost_line by lia. rewrite F', S', (proj2 (Nat.eqb_neq _ _) Z), andb_false_r.
    apply Nat.eqb_refl.
  Qed.

  (* All the spokes are like the hub, and their number is even: clear one. *)
  Lemma reach_full s : 2 <= left_over s -> full hub s = true -> Nat.odd (left_over s) = false ->
    exists q, move (hub, s) q /\ lost q = true.
  Proof.
    intros N F O. destruct (spoke_left s) as (l & x & r & -> & X). lia.
    exists (hub, l ++ 0 :: r). split. { now constructor. }
    rewrite full_middle in F. apply andb_true_iff in F. destruct F as [_ F].
    rewrite left_over_middle, (proj2 (Nat.eqb_neq x 0)) in * by lia.
    apply clear_to_full; auto. simpl plus in O. now rewrite Nat.odd_succ in O.
  Qed.

  (* The spokes other than x are all like the hub, but x is not. *)
  Lemma reach_nearly_full l x r : 0 < x -> x <> hub -> 1 <= left_over (l ++ r) ->
    full hub (l ++ r) = true ->
    exists q, move (hub, l ++ x :: r) q /\ lost q = true.
  Proof.
    intros X NX N F. pose proof (sum_of_full _ F) as SF. pose proof hub_positive as H.
    destruct (Nat.even (left_over (l ++ r))) eqn:Ev.
    - assert (N2 : 2 <= left_over (l ++ r)).
      { destruct (left_over (l ++ r)) as [| [|]]; [lia | discriminate | lia]. }
      destruct (Nat.lt_ge_cases x hub) as [L | L].
      { apply (reach_below _ l x r); auto. }
      exists (hub, l ++ hub :: r). split. { constructor. lia. }
      rewrite lost_line, Nat.eqb_refl, F, (proj2 (Nat.eqb_neq hub 0)) by lia. exact Ev.
    - exists (hub, l ++ 0 :: r). split. { now constructor. } now apply clear_to_full.
  Qed.

  Lemma reach_many s : 2 <= left_over s -> lost (hub, s) = false ->
    exists q, move (hub, s) q /\ lost q = true.
  Proof.
    intros N L. rewrite lost_many in L by assumption.
    destruct (full hub s) eqn:Fs. { now apply reach_full. }
    (* The move of Nim, if it does not leave an even number of spokes like the hub. *)
    destruct (bouton_value s) as [_ R]. destruct (R 0) as (s' & M & S). lia. clear R.
    destruct M as [l x new r [z y Y]]. simpl app in S. rewrite nim_sum_middle in S.
    apply xor_zero in S. rewrite full_middle, left_over_middle in *.
    rewrite (proj2 (Nat.eqb_neq z 0)) in * by lia. simpl orb in Fs.
    destruct (full hub (l ++ r)) eqn:F.
    - rewrite andb_true_r in Fs. apply reach_nearly_full; auto; lia.
    - exists (hub, l ++ y :: r). split. { now constructor. }
      rewrite lost_line, F, andb_false_r, <- S, Nat.eqb_refl by lia.
      destruct (Nat.eqb_spec y 0) as [-> |]; auto.
      destruct (Nat.eqb_spec (left_over (l ++ r)) 1) as [E |]; auto.
      destruct (sum_of_one (l ++ r) E). congruence.
  Qed.
End Many.

(* A board: a single row of two piles or less, or a hub of 2^k - 1. *)
Definition valid (p : star) := left_over (snd p) <= 1 \/ exists k, 1 <= k /\ fst p = 2 ^ k - 1.

Lemma goes_down p q : valid p -> move p q ->
  valid q /\ fst q + list_sum (snd q) < fst p + list_sum (snd p).
Proof.
  unfold valid. intros V M. destruct M; simpl in *; rewrite ?list_sum_app; simpl; split; try lia.
  destruct V as [V | V]; [left | now right]. now apply (few_left l x).
Qed.

(* The star: for a hub of 2^k - 1, k >= 1. *)
Theorem star_outcome k spokes : 1 <= k ->
  right_at move normal lost (2 ^ k - 1, spokes).
Proof.
  intros K. apply judge with (valid := valid) (size := fun p => fst p + list_sum (snd p)).
  - apply goes_down.
  - auto.
  - intros [h s] q V L M. destruct (Nat.lt_ge_cases (left_over s) 2) as [F | F].
    + apply (safe_few h s); auto. lia.
    + destruct V as [V | (j & J & E)]; simpl in *; [lia | subst]. now apply (safe_many j J s).
  - intros [h s] V L. right. destruct (Nat.lt_ge_cases (left_over s) 2) as [F | F].
    + apply reach_few; auto. lia.
    + destruct V as [V | (j & J & E)]; simpl in *; [lia | subst]. now apply (reach_many j J).
  - right. now exists k.
Qed.

(* ---- the low star: all spokes are lower than the hub ---- *)
Definition low (p : star) := forallb (fun x => x <? fst p) (snd p).
Definition lost_low (p : star) : bool :=
  if left_over (snd p) <=? 1 then lost p else nim_sum (snd p) =? 0.

Lemma low_middle h l x r : low (h, l ++ x :: r) = (x <? h) && low (h, l ++ r).
Proof.
  unfold low. simpl. rewrite !forallb_app. simpl. destruct (forallb _ l), (x <? h); reflexivity.
Qed.
Lemma lost_low_few h s : left_over s <= 1 -> lost_low (h, s) = (nim_sum s =? h).
Proof. intros N. unfold lost_low. simpl snd. rewrite (proj2 (Nat.leb_le _ _) N). now apply lost_few. Qed.
Lemma lost_low_many h s : 2 <= left_over s -> lost_low (h, s) = (nim_sum s =? 0).
Proof. intros N. unfold lost_low. simpl snd. now rewrite (proj2 (Nat.leb_gt _ _) N). Qed.

(* One spoke is a pile beside the hub: it is lower, so the nim-sums of both are not 0. *)
Lemma lost_low_sum h s : low (h, s) = true -> 1 <= left_over s ->
  lost_low (h, s) = (nim_sum s =? 0).
Proof.
  intros L N. destruct (Nat.lt_ge_cases (left_over s) 2) as [F | F]; [| now apply lost_low_many].
  rewrite lost_low_few by lia. destruct (spoke_left s) as (l & x & r & -> & X). lia.
  destruct (last_spoke l x r) as [_ S]; [lia | auto |]. rewrite low_middle in L. rewrite S. lia.
Qed.

Definition valid_low (p : star) := left_over (snd p) <= 1 \/ low p = true.

Lemma goes_down_low p q : valid_low p -> move p q ->
  valid_low q /\ fst q + list_sum (snd q) < fst p + list_sum (snd p).
Proof.
  unfold valid_low. intros V M. destruct M; simpl snd in *; simpl fst in *;
    rewrite ?list_sum_app; simpl; split; try lia.
  destruct V as [V | V]; [left; now apply (few_left l x) | right].
  rewrite low_middle in V |- *. lia.
Qed.

Lemma safe_low p q : valid_low p -> lost_low p = true -> move p q -> lost_low q = false.
Proof.
  destruct p as [h s]. intros V L M. simpl in V.
  destruct (Nat.lt_ge_cases (left_over s) 2) as [F | F].
  - assert (Q : left_over (snd q) <= 1).
    { inversion M; subst; simpl; try lia. apply (few_left l x); auto. lia. }
    unfold lost_low in *. simpl snd in L. rewrite (proj2 (Nat.leb_le _ _)) in L by lia.
    rewrite (proj2 (Nat.leb_le _ _) Q). apply (safe_few h s); auto. lia.
  - rewrite lost_low_many in L by assumption. destruct V as [V | V]; simpl in V; [lia |].
    inversion M as [h' l x r y Y | ]; subst; [| lia].
    rewrite low_middle in V. rewrite left_over_middle in F.
    rewrite lost_low_sum.
    + rewrite nim_sum_middle in L |- *. apply Nat.eqb_eq, xor_zero in L. apply Nat.eqb_neq.
      intros E. apply xor_zero in E. lia.
    + rewrite low_middle. lia.
    + rewrite left_over_middle. destruct (x =? 0), (y =? 0); lia.
Qed.

Lemma reach_low p : valid_low p -> lost_low p = false ->
  exists q, move p q /\ lost_low q = true.
Proof.
  destruct p as [h s]. intros V L. simpl in V.
  destruct (Nat.lt_ge_cases (left_over s) 2) as [F | F].
  - unfold lost_low in L. simpl snd in L. rewrite (proj2 (Nat.leb_le _ _)) in L by lia.
    destruct (reach_few h s) as (q & M & Q); [lia | auto |]. exists q. split; auto.
    unfold lost_low. destruct (left_over (snd q) <=? 1) eqn:N; auto.
    inversion M; subst; simpl in N; try lia.
    pose proof (few_left l x r y). lia.
  - rewrite lost_low_many in L by assumption. destruct V as [V | V]; simpl in V; [lia |].
    destruct (bouton_value s) as [_ R]. destruct (R 0) as (s' & M & S). lia. clear R.
    destruct M as [l x new r [z y Y]]. simpl app in *.
    exists (h, l ++ y :: r). split. { now constructor. }
    rewrite low_middle in V. rewrite left_over_middle in F.
    rewrite lost_low_sum, S; auto.
    + rewrite low_middle. lia.
    + rewrite left_over_middle. destruct (z =? 0), (y =? 0); lia.
Qed.

(* The low star. *)
Theorem low_star_outcome h spokes : forallb (fun x => x <? h) spokes = true ->
  1 <= left_over spokes ->
  right_at move normal (fun p => nim_sum (snd p) =? 0) (h, spokes).
Proof.
  intros L N. assert (J : right_at move normal lost_low (h, spokes)).
  { apply judge with (valid := valid_low) (size := fun p => fst p + list_sum (snd p)).
    - apply goes_down_low.
    - auto.
    - apply safe_low.
    - intros p V Q. right. now apply reach_low.
    - now right. }
  unfold right_at in *. now rewrite (lost_low_sum h spokes L N) in J.
Qed.
