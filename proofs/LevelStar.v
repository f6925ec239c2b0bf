(* Tree Nim on a star whose spokes are no higher than its hub (docs/theory/boards.md,
   "The star no higher than its hub"). *)
Require Import Arith Bool Lia List ZifyBool.
From Nimatron Require Import Bits Game Piles Nim Star.
Import ListNotations.

Ltac cases := repeat match goal with
  | H : context [if ?b then _ else _] |- _ => destruct b eqn:? in H
  | |- context [if ?b then _ else _] => destruct b eqn:?
  end; cbn [plus] in *; try lia.

Section LevelStar.
  (* The hub, and the least power of two that it lacks. *)
  Variables h j : nat.
  Notation t := (2 ^ j).
  Hypothesis lacks : Nat.testbit h j = false.
  Hypothesis has : forall i, i < j -> Nat.testbit h i = true.
  Hypothesis larger : t < h.

  (* Two spokes like the hub, and all others like t. *)
  Definition high s := length (filter (Nat.eqb h) s).
  Definition low_or_high := forallb (fun x => (x =? 0) || (x =? h) || (x =? t)).
  Definition level s := (high s =? 2) && low_or_high s.
  Definition lost (p : star) : bool := let (g, s) := p in
    if left_over s <=? 1 then nim_sum s =? g
    else if level s then Nat.odd (left_over s)
    else nim_sum s =? 0.

  Lemma t_positive : 0 < t.
  Proof. pose proof (Nat.pow_nonzero 2 j). lia. Qed.
  Lemma above : h < h ⊕ t.
  Proof.
    rewrite <- Nat.add_nocarry_lxor; [pose proof t_positive; lia |].
    apply disjoint. intros i I. destruct (Nat.eq_dec i j) as [-> | N]; [congruence |].
    apply Nat.pow2_bits_false. lia.
  Qed.
  Lemma below y : 0 < y < t -> h ⊕ y < h.
  Proof.
    intros Y. assert (D : Nat.land y (h ⊕ y) = 0).
    { apply disjoint. intros i I. rewrite Nat.lxor_spec, I, has; auto.
      apply bit_at_most in I. apply (Nat.pow_lt_mono_r_iff 2); lia. }
    apply Nat.add_nocarry_lxor in D. rewrite (Nat.lxor_comm h y), xor_back_l in D. rewrite Nat.lxor_comm. lia.
  Qed.

  Lemma high_middle l x r : high (l ++ x :: r) = (if x =? h then 1 else 0) + high (l ++ r).
  Proof.
    unfold high. rewrite !filter_app, !app_length. simpl. rewrite (Nat.eqb_sym h x). destruct (x =? h); simpl; lia.
  Qed.
  Lemma low_or_high_middle l x r :
    low_or_high (l ++ x :: r) = ((x =? 0) || (x =? h) || (x =? t)) && low_or_high (l ++ r).
  Proof.
    unfold low_or_high. rewrite !forallb_app. simpl.
    destruct (forallb _ l), (forallb _ r), ((x =? 0) || (x =? h) || (x =? t)); auto.
  Qed.
  Lemma sum_low_or_high s : low_or_high s = true ->
    high s <= left_over s /\
    nim_sum s = (if Nat.odd (high s) then h else 0) ⊕ (if Nat.odd (left_over s - high s) then t else 0).
  Proof.
    pose proof t_positive as P. induction s as [| x s IH]; [auto |]. intros F.
    pose proof (high_middle [] x s) as H. pose proof (left_over_middle [] x s) as L.
    pose proof (low_or_high_middle [] x s) as M. simpl app in *. rewrite M in F. apply andb_prop in F.
    destruct F as [X F]. destruct (IH F) as [I1 I2]. rewrite H, L. change (nim_sum (x :: s)) with (x ⊕ nim_sum s).
    rewrite I2. destruct (Nat.eqb_spec x h) as [-> | N].
    - replace (h =? 0) with false by lia. split; [lia |]. simpl plus. rewrite Nat.odd_succ, <- Nat.negb_odd.
      replace (S (left_over s) - S (high s)) with (left_over s - high s) by lia. rewrite <- Nat.lxor_assoc. f_equal.
      destruct (Nat.odd (high s)); simpl; [apply Nat.lxor_nilpotent | apply Nat.lxor_0_r].
    - destruct (Nat.eqb_spec x 0) as [-> | N0]; [split; [lia | apply Nat.lxor_0_l] |].
      assert (x = t) as -> by lia. split; [lia |]. simpl plus.
      replace (S (left_over s) - high s) with (S (left_over s - high s)) by lia.
      rewrite Nat.odd_succ, <- Nat.negb_odd.
      rewrite (Nat.lxor_comm t), Nat.lxor_assoc. f_equal.
      destruct (Nat.odd (left_over s - high s)); simpl; [apply Nat.lxor_nilpotent | apply Nat.lxor_0_l].
  Qed.
  Lemma sum_level s : level s = true -> 2 <= left_over s /\ nim_sum s = if Nat.odd (left_over s) then t else 0.
  Proof.
    intros L. apply andb_prop in L. destruct L as [H L]. apply Nat.eqb_eq in H.
    destruct (sum_low_or_high s L) as [I E]. rewrite H in *. split; [lia |].
    rewrite E. simpl Nat.odd at 1. rewrite Nat.lxor_0_l.
    replace (Nat.odd (left_over s - 2)) with (Nat.odd (left_over s)); auto.
    destruct (left_over s) as [| [|]]; [lia | lia |]. simpl Nat.sub. now rewrite Nat.sub_0_r, Nat.odd_succ_succ.
  Qed.
  Lemma few_alike g s : left_over s <= 1 -> lost (g, s) = Star.lost (g, s).
  Proof. intros N. rewrite lost_few by auto. unfold lost. now rewrite (proj2 (Nat.leb_le _ _) N). Qed.
  Lemma lost_many g s : 2 <= left_over s -> lost (g, s) = if level s then Nat.odd (left_over s) else nim_sum s =? 0.
  Proof. intros N. unfold lost. now rewrite (proj2 (Nat.leb_gt _ _) N). Qed.

  Lemma full_high s : full h s = true -> high s = left_over s.
  Proof.
    induction s as [| x s IH]; [auto |]. intros F. pose proof (high_middle [] x s) as H.
    pose proof (left_over_middle [] x s) as L. pose proof (full_middle h [] x s) as M. simpl app in *.
    rewrite M in F. apply andb_prop in F. destruct F as [X F]. rewrite H, L, (IH F).
    destruct (Nat.eqb_spec x 0), (Nat.eqb_spec x h); lia.
  Qed.
  Lemma full_low_or_high s : full h s = true -> low_or_high s = true.
  Proof. unfold full, low_or_high. rewrite !forallb_forall. intros F x X. specialize (F x X). lia. Qed.
  Lemma level_middle l x r : level (l ++ x :: r) =
    ((if x =? h then 1 else 0) + high (l ++ r) =? 2) && (((x =? 0) || (x =? h) || (x =? t)) && low_or_high (l ++ r)).
  Proof. unfold level. now rewrite high_middle, low_or_high_middle. Qed.
  Lemma some_high s : 1 <= high s -> exists l r, s = l ++ h :: r.
  Proof.
    intros H. unfold high in H. destruct (filter (Nat.eqb h) s) as [| x f] eqn:F; [simpl in H; lia |].
    assert (I : In x (filter (Nat.eqb h) s)) by (rewrite F; apply in_eq). apply filter_In in I.
    destruct I as [I E]. apply Nat.eqb_eq in E as <-. apply in_split in I. destruct I as (l & r & ->). eauto.
  Qed.
  (* Of two spokes: they are alike, so like the hub if one is. *)
  Lemma two_high l r : left_over (l ++ r) = 1 -> nim_sum (l ++ r) = h -> level (l ++ h :: r) = true.
  Proof.
    intros N S. destruct (spoke_left (l ++ r)) as (l' & z & r' & E & Z); [lia |].
    destruct (last_spoke l' z r') as [N' S']; [rewrite <- E; lia | auto |].
    assert (F : full h (l ++ r) = true).
    { rewrite E, full_middle, (none_left h _ N'). rewrite E, S' in S. lia. }
    rewrite level_middle, Nat.eqb_refl, (full_high _ F), (full_low_or_high _ F), N, orb_true_r. reflexivity.
  Qed.

  Notation kept := (Forall (fun x => x <= h)).
  Lemma safe_many s q : kept s -> 2 <= left_over s -> lost (h, s) = true -> move (h, s) q -> lost q = false.
  Proof.
    intros K N L M. inversion M as [g l x r y Y | g h' s' H F]; subst; [| lia]. clear M. pose proof t_positive as P.
    assert (X : x <= h) by (rewrite Forall_forall in K; apply K, in_elt).
    rewrite lost_many in L by auto. rewrite left_over_middle in N.
    replace (x =? 0) with false in N by lia. cbv iota in N.
    destruct (Nat.le_gt_cases (left_over (l ++ y :: r)) 1) as [F | F].
    - (* One spoke is left, which is not h. *)
      rewrite left_over_middle in F. assert (N1 : left_over (l ++ r) = 1 /\ y = 0) by cases.
      destruct N1 as [N1 ->]. rewrite few_alike, lost_few by (rewrite left_over_middle; simpl; lia).
      rewrite nim_sum_middle, Nat.lxor_0_l. apply Nat.eqb_neq. intros E.
      destruct (level (l ++ x :: r)) eqn:Lx.
      + rewrite left_over_middle, N1 in L. now replace (x =? 0) with false in L by lia.
      + rewrite nim_sum_middle, E in L. apply Nat.eqb_eq, xor_zero in L. subst x.
        rewrite two_high in Lx by auto. discriminate.
    - rewrite lost_many by auto. destruct (level (l ++ x :: r)) eqn:Lx.
      + destruct (sum_level _ Lx) as [_ S]. rewrite L, nim_sum_middle in S.
        rewrite level_middle in Lx. rewrite left_over_middle in L.
        replace (x =? 0) with false in L by lia. cbv iota in L.
        destruct (level (l ++ y :: r)) eqn:Ly.
        * rewrite left_over_middle. destruct (Nat.eqb_spec y 0) as [-> | Y0].
          { simpl plus in *. rewrite Nat.odd_succ, <- Nat.negb_odd in L. now destruct (Nat.odd _). }
          exfalso. rewrite level_middle in Ly.
          destruct (Nat.eqb_spec x h), (Nat.eqb_spec y h), (Nat.eqb_spec x t), (Nat.eqb_spec y t); lia.
        * rewrite nim_sum_middle. apply Nat.eqb_neq. intros E. apply xor_zero in E.
          rewrite <- E in S. assert (Q : y = x ⊕ t) by (rewrite <- S; symmetry; apply xor_back_l).
          rewrite level_middle in Ly. destruct (Nat.eqb_spec x h) as [-> | Nh]; [pose proof above; lia |].
          assert (x = t) as -> by lia. rewrite Nat.lxor_nilpotent in Q. cases.
      + apply Nat.eqb_eq in L. rewrite nim_sum_middle in L. apply xor_zero in L.
        destruct (level (l ++ y :: r)) eqn:Ly.
        * apply not_true_iff_false. intros O. destruct (sum_level _ Ly) as [_ S].
          rewrite O, nim_sum_middle, <- L in S.
          rewrite level_middle in Lx, Ly. destruct (Nat.eqb_spec y h); [lia |].
          destruct (Nat.eqb_spec y 0) as [-> |].
          -- rewrite Nat.lxor_0_l in S. destruct (Nat.eqb_spec x h); lia.
          -- assert (y = t) as -> by lia. apply (f_equal (Nat.lxor t)) in S.
             rewrite xor_back_l, Nat.lxor_nilpotent in S. lia.
        * rewrite nim_sum_middle, <- L. apply Nat.eqb_neq. intros E. apply xor_zero in E. lia.
  Qed.

  Lemma reach_many s : kept s -> 2 <= left_over s -> lost (h, s) = false -> exists q, move (h, s) q /\ lost q = true.
  Proof.
    intros K N L. rewrite lost_many in L by auto. pose proof t_positive as P.
    destruct (level s) eqn:Ls.
    - (* Clear one. *)
      destruct (sum_level s Ls) as [_ S]. rewrite L in S. destruct (full h s) eqn:F.
      + destruct (some_high s) as (l & r & ->); [rewrite full_high; auto; lia |].
        exists (h, l ++ 0 :: r). split; [constructor; lia |].
        pose proof (full_high _ F) as H. apply andb_prop in Ls. destruct Ls as [H2 _].
        rewrite left_over_middle in H, N. replace (h =? 0) with false in * by lia.
        rewrite few_alike, lost_few by (rewrite left_over_middle; simpl; lia).
        rewrite nim_sum_middle, Nat.lxor_0_l. rewrite nim_sum_middle in S. apply xor_zero in S. lia.
      + assert (T : exists l r, s = l ++ t :: r).
        { apply not_true_iff_false in F. unfold full in F. rewrite forallb_forall in F.
          destruct (existsb (Nat.eqb t) s) eqn:E.
          - apply existsb_exists in E. destruct E as (x & I & E). apply Nat.eqb_eq in E as <-.
            apply in_split in I. destruct I as (l & r & ->). eauto.
          - exfalso. apply F. intros x X. apply andb_prop in Ls. destruct Ls as [_ Ls]. unfold low_or_high in Ls.
            rewrite forallb_forall in Ls. specialize (Ls x X). apply not_true_iff_false in E.
            rewrite existsb_exists in E.
            destruct (Nat.eq_dec x t) as [Q | Nt]; [| lia].
            exfalso. apply E. exists x. split; auto. now apply Nat.eqb_eq. }
        destruct T as (l & r & ->). exists (h, l ++ 0 :: r). split; [constructor; lia |].
        assert (Lv : level (l ++ 0 :: r) = true).
        { rewrite level_middle in Ls |- *. replace (0 =? h) with false by lia.
          replace (t =? h) with false in Ls by lia.
          simpl in *. lia. }
        rewrite lost_many, Lv by (now apply sum_level). rewrite left_over_middle in L |- *.
        replace (t =? 0) with false in L by lia. simpl plus in *. rewrite Nat.odd_succ, <- Nat.negb_odd in L.
        now destruct (Nat.odd _).
    - destruct (bouton_value s) as [_ R]. destruct (R 0) as (s' & M & S); [lia |]. clear R.
      destruct M as [l x new r [z y Y]]. simpl app in S.
      cbn [app] in *. assert (Z : z <= h) by (rewrite Forall_forall in K; apply K, in_elt).
      destruct (Nat.le_gt_cases (left_over (l ++ y :: r)) 1) as [F | F].
      { exfalso. rewrite left_over_middle in N. replace (z =? 0) with false in N by lia. cbv iota in N.
        destruct (spoke_left (l ++ y :: r)) as (l' & u & r' & E & U).
        - rewrite left_over_middle. lia.
        - rewrite E in F, S. destruct (last_spoke l' u r' F U) as [_ V]. rewrite V in S. lia. }
      destruct (level (l ++ y :: r)) eqn:Ly.
      2: { exists (h, l ++ y :: r). split; [now constructor |]. rewrite lost_many, Ly, S by auto. reflexivity. }
      destruct (sum_level _ Ly) as [_ E]. rewrite S in E.
      assert (O : Nat.odd (left_over (l ++ y :: r)) = false) by (destruct (Nat.odd _); [lia | auto]). clear E.
      rewrite left_over_middle in O, F. rewrite level_middle in Ls, Ly.
      rewrite nim_sum_middle in S. apply xor_zero in S.
      destruct (Nat.eqb_spec y h); [lia |]. destruct (Nat.eqb_spec y 0) as [-> | Y0].
      + destruct (Nat.lt_ge_cases z t) as [B | B].
        * destruct (some_high (l ++ r)) as (l' & r' & E); [lia |].
          assert (E' : exists l2 r2, l ++ z :: r = l2 ++ h :: r2).
          { assert (I : In h (l ++ z :: r)); [| apply in_split in I; destruct I as (a & b & ->); eauto].
            assert (I : In h (l ++ r)) by (rewrite E; apply in_elt).
            apply in_app_iff in I. apply in_app_iff. simpl. tauto. }
          destruct E' as (l2 & r2 & E2). exists (h, l2 ++ (h ⊕ z) :: r2). rewrite E2.
          split; [constructor; apply below; lia |].
          pose proof (left_over_middle l z r) as A1. pose proof (left_over_middle l2 h r2) as A2.
          pose proof (high_middle l z r) as B1. pose proof (high_middle l2 h r2) as B2.
          pose proof (nim_sum_middle l z r) as C1. pose proof (nim_sum_middle l2 h r2) as C2.
          rewrite <- E2 in A2, B2, C2. rewrite <- S, Nat.lxor_0_r in C1. rewrite C1 in C2.
          rewrite Nat.eqb_refl in B2. replace (h =? 0) with false in A2 by lia.
          replace (z =? 0) with false in A1 by lia.
          replace (z =? h) with false in B1 by lia. pose proof (below z ltac:(lia)) as Bz.
          assert (M2 : 2 <= left_over (l2 ++ r2)) by (simpl in *; lia).
          rewrite lost_many by (rewrite left_over_middle; lia). rewrite level_middle.
          replace (h ⊕ z =? h) with false by lia.
          replace (0 + high (l2 ++ r2) =? 2) with false by (simpl in *; lia).
          simpl andb. cbv iota. rewrite nim_sum_middle, C2, xor_back_l, Nat.lxor_nilpotent. reflexivity.
        * assert (Q : t < z) by (destruct (Nat.eq_dec z t) as [Q |]; [rewrite Q in Ls; cases | lia]).
          exists (h, l ++ t :: r). split; [now constructor |].
          assert (Lv : level (l ++ t :: r) = true).
          { rewrite level_middle. replace (t =? h) with false by lia.
            rewrite Nat.eqb_refl, orb_true_r. simpl in *. lia. }
          rewrite lost_many, Lv by (now apply sum_level). rewrite left_over_middle.
          replace (t =? 0) with false by lia.
          simpl plus in *. now rewrite Nat.odd_succ, <- Nat.negb_odd, O.
      + assert (y = t) as -> by lia. exists (h, l ++ 0 :: r). split; [constructor; lia |].
        assert (Lv : level (l ++ 0 :: r) = true).
        { rewrite level_middle. replace (0 =? h) with false by lia. simpl in *. lia. }
        rewrite lost_many, Lv by (now apply sum_level). rewrite left_over_middle. simpl plus in *.
        rewrite Nat.odd_succ, <- Nat.negb_odd in O. now destruct (Nat.odd _).
  Qed.

  Definition valid (p : star) := left_over (snd p) <= 1 \/ fst p = h /\ kept (snd p).
  Lemma few_stay g s q : left_over s <= 1 -> move (g, s) q -> left_over (snd q) <= 1.
  Proof. intros N M. inversion M; subst; simpl; auto. now apply (few_left l x). Qed.
  Lemma goes_down p q : valid p -> move p q ->
    valid q /\ fst q + list_sum (snd q) < fst p + list_sum (snd p).
  Proof.
    intros V M. split; [| destruct M; simpl in *; rewrite ?list_sum_app; simpl; lia].
    destruct V as [V | [H K]]; [left; destruct p; now apply (few_stay _ _ q) in M |].
    destruct M as [g l x r y Y | g h' s H' F]; simpl in *; [right | left; auto]. split; auto.
    apply Forall_app in K. destruct K as [Kl Kr]. inversion Kr; subst. apply Forall_app. split; auto.
    constructor; auto. lia.
  Qed.
  Theorem level_star_outcome spokes : Forall (fun x => x <= h) spokes -> right_at move normal lost (h, spokes).
  Proof.
    intros K. apply judge with (valid := valid) (size := fun p => fst p + list_sum (snd p)).
    - apply goes_down.
    - auto.
    - intros [g s] q V L M. destruct (Nat.lt_ge_cases (left_over s) 2) as [F | F].
      + pose proof (few_stay g s q ltac:(lia) M) as F'. destruct q as [g' s'].
        rewrite few_alike in * by (simpl in *; lia).
        apply (safe_few g s); auto. lia.
      + destruct V as [V | [E Ks]]; simpl in *; [lia | subst g]. now apply (safe_many s).
    - intros [g s] V L. right. destruct (Nat.lt_ge_cases (left_over s) 2) as [F | F].
      + rewrite few_alike in L by lia. destruct (reach_few g s) as (q & M & Q); [lia | auto |].
        exists q. split; auto. pose proof (few_stay g s q ltac:(lia) M) as F'. destruct q. now rewrite few_alike.
      + destruct V as [V | [E Ks]]; simpl in *; [lia | subst g]. now apply reach_many.
    - now right.
  Qed.
End LevelStar.
