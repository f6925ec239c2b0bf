(* Rows of End-Nim of up to three piles that have a small Grundy value (docs/theory/theory.md, Theorem 17).
   Which rows these are is written down in predicates below. That they are right is checked at
   finitely many rows. No more are needed: nothing changes where piles go up by 4. *)
Require Import Arith Bool Lia List ZifyBool.
From Nimatron Require Import Bits Game Rows EndNim RowValues.
Import ListNotations.

(* ---- values up to K, of any game ---- *)
Section Levels.
  Variable position : Type.
  Variable move : position -> position -> Prop.
  Variable size : position -> nat.
  Hypothesis goes_down : forall p q, move p q -> size q < size p.
  Variable valid : position -> Prop.
  Hypothesis valid_move : forall p q, valid p -> move p q -> valid q.
  Variable G : position -> nat.
  Hypothesis IsG : grundy move G.

  Variable K : nat.
  Variable f : position -> nat.
  Hypothesis safe : forall p q, valid p -> move p q -> f p <= K -> f q <> f p.
  Hypothesis reach : forall p v, valid p -> v < f p -> v <= K -> exists q, move p q /\ f q = v.

  (* f is right up to K, and more than K where the value is. *)
  Lemma levels p : valid p -> forall v, v <= K -> (G p = v <-> f p = v).
  Proof.
    remember (size p) as n eqn:E. revert p E.
    induction n as [n IH] using lt_wf_ind. intros p -> V.
    assert (Q : forall q, move p q -> forall v, v <= K -> (G q = v <-> f q = v)).
    { intros q M. apply (IH (size q)); eauto. }
    destruct (IsG p) as [G1 G2].
    assert (A : forall v, v <= K -> f p = v -> G p = v).
    { intros v L F. destruct (lt_eq_lt_dec (G p) v) as [[H | H] | H]; auto; exfalso.
      - destruct (reach p (G p) V) as (q & M & E); try lia.
        apply (Q q M) in E; [| lia]. now apply (G1 q).
      - destruct (G2 v H) as (q & M & E). apply (Q q M) in E; auto.
        apply (safe p q V M); lia. }
    intros v L. split; auto. intros E.
    destruct (lt_eq_lt_dec (f p) v) as [[H | H] | H]; auto; exfalso.
    - specialize (A (f p)). lia.
    - destruct (reach p v V H L) as (q & M & F). apply (Q q M) in F; auto. apply (G1 q M). lia.
  Qed.
End Levels.

Lemma forallb_ext_in {A} (f g : A -> bool) l :
  (forall x, In x l -> f x = g x) -> forallb f l = forallb g l.
Proof.
  induction l as [| x l IH]; auto. intros H. simpl.
  rewrite (H x (or_introl eq_refl)), IH; auto. intros y I. apply H. now right.
Qed.

(* ---- two ends, and what is between them ---- *)
(* The value of a row, given for the lower end and how much higher the other one is. *)
Definition between (cell : nat -> nat -> nat -> nat) x b y :=
  if x <=? y then cell b x (y - x) else cell b y (x - y).
Lemma between_mirror cell x b y : between cell x b y = between cell y b x.
Proof.
  unfold between. destruct (Nat.leb_spec x y), (Nat.leb_spec y x); auto; try lia.
  now replace y with x by lia.
Qed.
Lemma between_up cell b a d : between cell a b (a + d) = cell b a d.
Proof. unfold between. rewrite (proj2 (Nat.leb_le a (a + d))) by lia. f_equal. lia. Qed.

Section Ends.
  (* [cell b a d] is the value, up to K, of rows with the ends a and a + d and a pile b between
     them, and [edge b a] the value of a·b, which deleting an end leaves; S K is more than K. *)
  Variables K D T E m : nat.
  Variable cell : nat -> nat -> nat -> nat.
  Variable edge : nat -> nat -> nat.
  Hypothesis T_positive : 0 < T.
  Hypothesis m_positive : 0 < m.
  (* Only ends at most D apart have a value up to K. *)
  Hypothesis apart : forall b a d, D < d -> cell b a d = S K.
  (* Nothing changes where the piles go up by m, all of them or those that are much higher. *)
  Definition goes_up b a b' a' := edge b' a' = edge b a /\ forall d, d <= D -> cell b' a' d = cell b a d.
  Hypothesis all_up : forall b a, T <= b -> T <= a -> goes_up b a (b + m) (a + m).
  Hypothesis inner_up : forall b a, 0 < a -> a + E <= b -> goes_up b a (b + m) a.
  Hypothesis ends_up : forall b a, 0 < b -> b + E <= a -> goes_up b a b (a + m).

  (* The values of the options of a·b·(a + d): one end lowered, but not far below the other one,
     or deleted. *)
  Definition below b a d := flat_map (fun i => if i <? a then [cell b (a - i) (d + i)] else []) (seq 1 D).
  Definition near b a d :=
    edge b a :: edge b (a + d) :: below b a d ++ below b a 0 ++ map (cell b a) (seq 0 d).
  (* Those that there are for all d above D. *)
  Definition always b a := edge b a :: below b a 0 ++ map (cell b a) (seq 0 (S D)).
  (* v is the mex, or both are above K. *)
  Definition right_value v l :=
    forallb (fun u => if u <? v then is_in u l else negb ((u =? v) && is_in u l)) (seq 0 (S K)).
  Definition check b a :=
    forallb (fun d => right_value (cell b a d) (near b a d)) (seq 0 (S D)) &&
    right_value (S K) (always b a).

  Lemma check_up b a b' a' : (forall i, i <= D -> goes_up b (a + i) b' (a' + i)) ->
    (forall i, i <= D -> (i <? a') = (i <? a) /\ (i < a -> goes_up b (a - i) b' (a' - i))) ->
    check b' a' = check b a.
  Proof.
    intros Up Down.
    assert (H : goes_up b a b' a') by (specialize (Up 0); rewrite !Nat.add_0_r in Up; apply Up; lia).
    assert (B : forall d, below b' a' d = below b a d).
    { intros d. unfold below. rewrite !flat_map_concat_map. f_equal. apply map_ext_in.
      intros i I. apply in_seq in I. destruct (Down i) as [L U]. lia. rewrite L.
      destruct (Nat.ltb_spec i a); auto. destruct U as [_ U]; auto.
      destruct (Nat.le_gt_cases (d + i) D). now rewrite U. now rewrite !apart. }
    assert (M : forall n, n <= S D -> map (cell b' a') (seq 0 n) = map (cell b a) (seq 0 n)).
    { intros n N. apply map_ext_in. intros d I. apply in_seq in I. apply H. lia. }
    unfold check. f_equal.
    - apply forallb_ext_in. intros d I. apply in_seq in I.
      assert (L : d <= D) by lia. unfold near. rewrite !B, M by lia. destruct (Up d L) as [-> _].
      destruct H as [-> H]. now rewrite H.
    - unfold always. rewrite B, M by lia. now destruct H as [-> _].
  Qed.

  (* So there are finitely many rows to check. *)
  Definition bound := T + E + 2 * D + 2 * m + 1.
  Hypothesis checked : forallb (fun b => forallb (check b) (seq 1 bound)) (seq 1 bound) = true.
  Lemma all_right b a : 0 < b -> 0 < a -> check b a = true.
  Proof.
    remember (b + a) as n eqn:N. revert b a N. induction n as [n IH] using lt_wf_ind.
    intros b a -> B A.
    destruct (Nat.le_gt_cases (T + D + m + 1) a) as [A' | A'], (Nat.le_gt_cases (T + m) b) as [B' | B'].
    { rewrite (check_up (b - m) (a - m)); [apply (IH (b - m + (a - m))); lia | |]; intros i I.
      - replace b with (b - m + m) at 2 by lia. replace (a + i) with (a - m + i + m) by lia.
        apply all_up; lia.
      - split. lia. intros _. replace b with (b - m + m) at 2 by lia.
        replace (a - i) with (a - m - i + m) by lia. apply all_up; lia. }
    all: destruct (Nat.le_gt_cases (a + D + E + m) b) as [C | C].
    1, 3, 5: rewrite (check_up (b - m) a); [apply (IH (b - m + a)); lia | |]; intros i I;
      [| split; auto; intros J]; replace b with (b - m + m) at 2 by lia; apply inner_up; lia.
    all: destruct (Nat.le_gt_cases (b + D + E + m + 1) a) as [C' | C'].
    1, 3, 5: rewrite (check_up b (a - m)); [apply (IH (b + (a - m))); lia | |]; intros i I.
    1, 3, 5: replace (a + i) with (a - m + i + m) by lia; apply ends_up; lia.
    1, 2, 3: split; [lia | intros J]; replace (a - i) with (a - m - i + m) by lia; apply ends_up; lia.
    all: unfold bound in checked; rewrite forallb_forall in checked;
      assert (S : In b (seq 1 (T + E + 2 * D + 2 * m + 1))) by (apply in_seq; lia);
      apply checked in S; rewrite forallb_forall in S; apply S, in_seq; lia.
  Qed.

  Lemma right_value_spec v l : right_value v l = true ->
    (v <= K -> ~ In v l) /\ forall u, u < v -> u <= K -> In u l.
  Proof.
    unfold right_value. rewrite forallb_forall. intros H. split.
    - intros L I. apply is_in_iff in I. specialize (H v).
      rewrite I, Nat.ltb_irrefl, Nat.eqb_refl in H. discriminate H. apply in_seq. lia.
    - intros u L U. apply is_in_iff. specialize (H u). rewrite (proj2 (Nat.ltb_lt u v) L) in H.
      apply H, in_seq. lia.
  Qed.
  Lemma in_below u b a d : u <= K ->
    (In u (below b a d) <-> exists i, 0 < i < a /\ cell b (a - i) (d + i) = u).
  Proof.
    intros U. unfold below. rewrite in_flat_map. split.
    - intros (i & I & J). apply in_seq in I. destruct (Nat.ltb_spec i a); [| easy].
      destruct J as [<- | []]. exists i. lia.
    - intros (i & I & C). exists i. rewrite (proj2 (Nat.ltb_lt i a)) by lia. split; [| now left].
      apply in_seq. destruct (Nat.le_gt_cases (d + i) D). lia. rewrite apart in C; lia.
  Qed.

  Notation between := (between cell).
  Lemma between_down b a i d : i < a -> between (a - i) b (a + d) = cell b (a - i) (d + i).
  Proof. intros I. replace (a + d) with (a - i + (d + i)) by lia. apply between_up. Qed.
  Lemma between_level b a i : i < a -> between a b (a - i) = cell b (a - i) i.
  Proof. intros I. rewrite between_mirror. replace a with (a + 0) at 2 by lia. now apply between_down. Qed.

  (* [between] obeys the rule of the mex, up to K. *)
  Definition safe_at x b y := between x b y <= K ->
    edge b x <> between x b y /\ edge b y <> between x b y /\
    (forall z, 0 < z < x -> between z b y <> between x b y) /\
    (forall z, 0 < z < y -> between x b z <> between x b y).
  Definition reach_at x b y := forall u, u < between x b y -> u <= K ->
    edge b x = u \/ edge b y = u \/ (exists z, 0 < z < x /\ between z b y = u) \/
    (exists z, 0 < z < y /\ between x b z = u).

  Lemma ends_right_up a b d : 0 < a -> 0 < b -> safe_at a b (a + d) /\ reach_at a b (a + d).
  Proof.
    intros A B. pose proof (all_right b a B A) as H. unfold check in H. apply andb_prop in H.
    destruct H as [H1 H2]. unfold safe_at, reach_at. rewrite between_up. split.
    - intros L. destruct (Nat.le_gt_cases d D) as [N | N]; [| rewrite apart in L; lia].
      rewrite forallb_forall in H1. specialize (H1 d). apply right_value_spec in H1; [| apply in_seq; lia].
      destruct H1 as [H _]. specialize (H L). unfold near in H. simpl In in H.
      rewrite !in_app_iff, !in_below, in_map_iff in H by assumption.
      repeat split; auto; intros z Z V; apply H; right; right.
      + left. exists (a - z). split. lia. rewrite <- between_down by lia.
        now replace (a - (a - z)) with z by lia.
      + right. destruct (Nat.lt_ge_cases z a) as [Q | Q].
        * left. exists (a - z). split. lia. simpl. rewrite <- between_level by lia.
          now replace (a - (a - z)) with z by lia.
        * right. exists (z - a). rewrite in_seq. split; [| lia]. rewrite <- between_up.
          now replace (a + (z - a)) with z by lia.
    - intros u U L.
      assert (I : In u (near b a d) \/ D < d /\ In u (always b a)).
      { destruct (Nat.le_gt_cases d D) as [N | N].
        - left. rewrite forallb_forall in H1. specialize (H1 d).
          apply right_value_spec in H1; [| apply in_seq; lia]. now apply H1.
        - right. split; auto. apply right_value_spec in H2. apply H2; lia. }
      assert (F : In u (map (cell b a) (seq 0 d)) -> exists z, 0 < z < a + d /\ between a b z = u).
      { rewrite in_map_iff. intros (j & C & J). apply in_seq in J. exists (a + j).
        rewrite between_up. split; [lia | assumption]. }
      assert (G : In u (below b a 0) -> exists z, 0 < z < a + d /\ between a b z = u).
      { rewrite in_below by assumption. intros (i & J & C). exists (a - i).
        rewrite between_level by lia. split; [lia | assumption]. }
      unfold near, always in I. set (all := map _ (seq 0 (S D))) in I. simpl In in I.
      rewrite !in_app_iff, !in_below in I by assumption.
      destruct I as [[I | [I | [(i & I & C) | I]]] | [N [I | I]]]; auto.
      + right. right. left. exists (a - i). rewrite between_down by lia. split; [lia | assumption].
      + right. right. right. destruct I; [now apply G, in_below | now apply F].
      + right. right. right. destruct I; [now apply G, in_below |].
        apply F. apply in_map_iff in H as (j & C & J). apply in_seq in J.
        apply in_map_iff. exists j. rewrite in_seq. split; [assumption | lia].
  Qed.
  Lemma ends_right x b y : 0 < x -> 0 < b -> 0 < y -> safe_at x b y /\ reach_at x b y.
  Proof.
    intros X B Y. destruct (Nat.le_ge_cases x y).
    - replace y with (x + (y - x)) by lia. now apply ends_right_up.
    - destruct (ends_right_up y b (x - y)) as [S R]; auto. replace (y + (x - y)) with x in * by lia.
      unfold safe_at, reach_at in *. rewrite (between_mirror cell x b y). split.
      + intros L. destruct (S L) as (S1 & S2 & S3 & S4). repeat split; auto; intros z Z.
        * rewrite between_mirror. auto.
        * rewrite between_mirror. auto.
      + intros u U L. destruct (R u U L) as [? | [? | [(z & Z & V) | (z & Z & V)]]]; auto;
          rewrite between_mirror in V; eauto 8.
  Qed.
End Ends.

(* ---- rows of up to three piles ---- *)
Lemma moves_of_three_piles x b y q : 0 < x -> 0 < y ->
  (move [x; b; y] q <-> q = [x; b] \/ q = [b; y] \/
    (exists z, 0 < z < x /\ q = [z; b; y]) \/ (exists z, 0 < z < y /\ q = [x; b; z])).
Proof.
  intros X Y. rewrite <- options_are_moves.
  unfold options. cbn [removelast last app]. rewrite in_app_iff. cbn [In].
  rewrite in_app_iff, !in_map_iff. cbn [In]. split.
  - intros [(z & <- & I) | [<- | [(z & <- & I) | [<- | []]]]]; auto; apply in_seq in I.
    + right. right. left. exists z. split; auto. lia.
    + right. right. right. exists z. split; auto. lia.
  - intros [-> | [-> | [(z & Z & ->) | (z & Z & ->)]]]; auto.
    + left. exists z. rewrite in_seq. split; auto. lia.
    + right. right. left. exists z. rewrite in_seq. split; auto. lia.
Qed.

(* The value of a single pile. *)
Definition pile_value v a := match v with Normal => a | Misere => a - 1 | Loop => 0 end.

Section Rows.
  Variable v : version.
  Variables K most : nat.
  Variable two : nat -> nat -> nat.
  Variable three : nat -> nat -> nat -> nat.
  Hypothesis most_is : most = 2 \/ most = 3.
  Definition of_two := between (fun _ => two).
  Definition one a := min (pile_value v a) (S K).
  Definition edge_of_three b a := of_two a 1 b.
  Hypothesis two_right : forall x y, 0 < x -> 0 < y ->
    safe_at K (fun _ => two) (fun _ => one) x 1 y /\ reach_at K (fun _ => two) (fun _ => one) x 1 y.
  Hypothesis three_right : most = 3 -> forall x b y, 0 < x -> 0 < b -> 0 < y ->
    safe_at K three edge_of_three x b y /\ reach_at K three edge_of_three x b y.

  Definition said (w : row) :=
    match w with
    | [] => 0 | [a] => one a | [a; b] => of_two a 1 b | [a; b; c] => between three a b c | _ => 0
    end.
  Definition short w := positive w /\ length w <= most.

  Lemma piles_positive w : positive w -> forall x, In x w -> 0 < x.
  Proof. intros P. now apply Forall_forall. Qed.
  (* Rows of two piles or more have all moves in all three games. *)
  Lemma longer_move x y w q : moves_valued v (x :: y :: w) q <-> move (x :: y :: w) q.
  Proof.
    assert (N : move (x :: y :: w) q -> q <> []).
    { intros M ->. apply move_cases in M. destruct M as [M | M].
      - inversion M as [a b u L E1 E2 | a u E1 E2]; subst.
        + now apply app_eq_nil in E2.
        + destruct w; discriminate.
      - inversion M as [a b u L E1 E2 | a u E1 E2]; subst.
        + now apply app_eq_nil in E2.
        + simpl in E1. apply (f_equal (@length nat)) in E1.
          rewrite !app_length in E1. simpl in E1. lia. }
    destruct v; simpl; unfold move_to_a_row, loop_move; simpl; intuition lia.
  Qed.

  Lemma small_values G : grundy (moves_valued v) G -> forall w, short w ->
    forall u, u <= K -> (G w = u <-> said w = u).
  Proof.
    intros IsG w W. revert w W.
    assert (Sub : forall p q, moves_valued v p q -> move p q) by (intros p q M; destruct v; apply M).
    assert (Mirror : forall a b, of_two a 1 b = of_two b 1 a) by (intros; apply between_mirror).
    apply (levels row (moves_valued v) (fun w => list_sum w + length w)) with (valid := short); auto.
    - intros p q M. now apply moves_fall, Sub.
    - intros p q [P L] M. apply Sub in M. split.
      + apply (goes_down Misere p q); [split; [assumption | discriminate] | split; [assumption | discriminate]].
      + assert (length q <= length p); [| lia]. destruct M; rewrite ?app_length; simpl; lia.
    - (* no option has the same value *)
      intros p q [P L] M F.
      assert (Pos := piles_positive p P). simpl in Pos.
      destruct p as [| x [| y [| z [| t p]]]]; try (simpl in L; lia).
      + apply Sub in M. inversion M; now destruct w.
      + assert (X : 0 < x) by (apply Pos; now left).
        apply Sub in M as M'. apply moves_of_one_pile in M'; auto.
        destruct M' as [-> | (c & C & ->)]; simpl in *; unfold one in *; destruct v; simpl in *;
          try lia; destruct M as [_ M]; simpl in M; lia || congruence.
      + assert (X : 0 < x) by (apply Pos; now left). assert (Y : 0 < y) by (apply Pos; right; now left).
        apply Sub, moves_of_two_piles in M; auto. simpl in *.
        destruct (two_right x y X Y) as [S _]. destruct (S F) as (S1 & S2 & S3 & S4).
        destruct M as [-> | [-> | [(c & C & ->) | (c & C & ->)]]]; simpl; auto.
      + assert (X : 0 < x) by (apply Pos; now left). assert (Y : 0 < y) by (apply Pos; right; now left).
        assert (Z : 0 < z) by (apply Pos; right; right; now left).
        apply Sub, moves_of_three_piles in M; auto. simpl in *.
        destruct (three_right ltac:(lia) x y z X Y Z) as [S _]. destruct (S F) as (S1 & S2 & S3 & S4).
        unfold edge_of_three in *. rewrite (Mirror z y) in S2.
        destruct M as [-> | [-> | [(c & C & ->) | (c & C & ->)]]]; simpl; auto.
    - (* an option has each smaller one *)
      intros p u [P L] U UK.
      assert (Pos := piles_positive p P). simpl in Pos.
      destruct p as [| x [| y [| z [| t p]]]]; try (simpl in L; lia); try (simpl in U; lia).
      + assert (X : 0 < x) by (apply Pos; now left). simpl in U. unfold one in U.
        destruct v eqn:V; simpl in U; try lia.
        * destruct (Nat.eq_dec u 0) as [-> |]; [exists [] | exists [u]]; simpl; unfold one; rewrite ?V; simpl.
          { split; auto. apply clear_left. }
          split; [apply lower_left |]; lia.
        * exists [S u]. simpl. unfold one. rewrite V. simpl. repeat split; try lia; try discriminate.
          apply lower_left. lia.
      + assert (X : 0 < x) by (apply Pos; now left). assert (Y : 0 < y) by (apply Pos; right; now left).
        destruct (two_right x y X Y) as [_ R]. simpl in U.
        destruct (R u U UK) as [E | [E | [(c & C & E) | (c & C & E)]]];
          [exists [x] | exists [y] | exists [c; y] | exists [x; c]];
          (split; [apply longer_move, moves_of_two_piles; eauto 6 | exact E]).
      + assert (X : 0 < x) by (apply Pos; now left). assert (Y : 0 < y) by (apply Pos; right; now left).
        assert (Z : 0 < z) by (apply Pos; right; right; now left).
        simpl in L, U. destruct (three_right ltac:(lia) x y z X Y Z) as [_ R].
        destruct (R u U UK) as [E | [E | [(c & C & E) | (c & C & E)]]];
          unfold edge_of_three in E; [| rewrite Mirror in E | |];
          [exists [x; y] | exists [y; z] | exists [c; y; z] | exists [x; y; c]];
          (split; [apply longer_move, moves_of_three_piles; eauto 6 | exact E]).
  Qed.
End Rows.

(* ---- Theorem 17: values up to 3 ---- *)
(* The row a·b·(a + d), or its mirror image. *)
Definition first_of l := fold_right (fun (c : bool * nat) otherwise => if fst c then snd c else otherwise) 4 l.

Definition even a := (a mod 4 =? 0) || (a mod 4 =? 2).
Definition odd a := (a mod 4 =? 1) || (a mod 4 =? 3).

Definition normal_one b a d := match d with
  | 0 => (a =? 1) && (b =? 1)
  | 1 => even a && (b <? a) || odd a && (a <? b) && negb (b =? a + 2)
  | 2 => odd a && (b =? a + 2)
  | _ => false
  end.
Definition normal_two b a d := let r := a mod 4 in let s := b mod 4 in
  let low := (b <? a) && ((b <? 5) || (s =? 0) || (s =? 3)) in
  let mid := (b <? a) && (5 <=? b) && ((s =? 1) || (s =? 2)) in
  match d with
  | 0 => (b =? a) && (2 <=? a) && ((r =? 1) || (r =? 2))
  | 1 => (a =? 1) && (b =? 1) || (r =? 2) && (b =? a + 1) || (r =? 1) && mid ||
      (r =? 3) && mid && negb (b + 2 =? a)
  | 2 => (r =? 0) && low || (r =? 1) && (low || (a + 3 <=? b) || (a =? 1) && (b =? 2)) ||
      (r =? 2) && ((b + 1 =? a) && (5 <=? b) || (a + 2 <=? b) && negb (b =? a + 4))
  | 3 => (r =? 2) && (b =? a + 4)
  | _ => false
  end.
Definition normal_three b a d := let r := a mod 4 in let s := b mod 4 in
  let low := (b <? a) && ((b <? 5) || (s =? 0) || (s =? 3)) in
  let mid := (b <? a) && (5 <=? b) && ((s =? 1) || (s =? 2)) in
  match d with
  | 0 => (b =? a) && (r =? 3)
  | 1 => (r =? 1) && (low || (a =? 1) && (b =? 3)) || (r =? 2) && ((b =? a) || (a + 2 <=? b)) ||
      (r =? 3) && (b <? a) && (7 <=? b) && (s =? 3)
  | 2 => (r =? 0) && mid || (r =? 1) && (mid || (b =? a)) || (r =? 2) && (6 <=? a) && (b =? a + 1)
  | 3 => (r =? 0) && (b <? a) && ((b <? 5) || (s =? 0)) || (r =? 1) && (a + 3 <=? b) && negb (b =? a + 6)
  | 4 => (r =? 1) && (b =? a + 6)
  | _ => false
  end.

Definition misere_one b a d := match d with
  | 0 => (b =? a) && (3 <=? a)
  | 1 => (a =? 1) && (b =? 2) || even a && (b =? 1) || odd a && ((2 <=? b) && (b <? a) || (a + 1 <? b))
  | _ => false
  end.
Definition misere_two b a d := let r := a mod 4 in match d with
  | 0 => (a =? 2) && (b =? 2)
  | 1 => even a && (4 <=? b) && (b <? a) || (r =? 1) && (5 <=? a) && (b =? a + 1)
  | 2 => (r =? 0) && (b <=? 2) || (r =? 1) && ((b =? 1) || (b =? 3) || (a + 2 <=? b)) ||
      (r =? 2) && ((b =? 3) || (b =? a + 2) || (a + 4 <=? b)) || (r =? 3) && (b =? 2)
  | 3 => (r =? 2) && (b =? a + 3)
  | _ => false
  end.
Definition misere_three b a d := let r := a mod 4 in let s := b mod 4 in
  let free := (b <? 9) || negb (s =? 1) in
  match d with
  | 1 => (r =? 0) && ((b =? 3) || (b =? 2) && (8 <=? a)) || (r =? 1) && (b =? 1) ||
      (r =? 2) && ((b =? 3) || (b =? 2) && (6 <=? a) || (b =? a + 1) && (6 <=? a) ||
                   (b =? 4) && (a =? 2) || (a + 4 <=? b))
  | 2 => (r =? 0) && (9 <=? b) && (b <? a) && (s =? 1) ||
      (r =? 1) && ((b =? 4) && (5 <=? a) || (9 <=? b) && (b <=? a) && (s =? 1) || (b =? a + 1)) ||
      (r =? 2) && ((4 <=? b) && (b <? a) && free || (a =? 2) && (b =? 2)) ||
      (r =? 3) && ((5 <=? b) && (b + 1 <? a) && free || (b =? a + 1) && (7 <=? a) || (a =? 3) && (b =? 5))
  | 3 => (r =? 0) && (b =? 1) || (r =? 1) && (a + 2 <=? b) && negb ((a =? 1) && (b =? 3)) ||
      (r =? 2) && (6 <=? a) && (b =? a)
  | 4 => (r =? 2) && (6 <=? a) && (b =? a + 3)
  | _ => false
  end.

Definition loop_one b a d := match d with
  | 1 => even a && (b <? a) || odd a && (a + 1 <? b)
  | 2 => odd a && (b =? a + 1)
  | _ => false
  end.
Definition loop_two b a d := let r := a mod 4 in let s := b mod 4 in match d with
  | 1 => (r =? 2) && (b =? a)
  | 2 => ((r =? 0) || (r =? 1)) && (b <? a) && ((s =? 1) || (s =? 2)) ||
      ((r =? 2) || (r =? 3)) && (b <? a) && ((s =? 0) || (s =? 3)) ||
      (r =? 1) && ((b =? a) || (b =? a + 2) || (a + 4 <=? b)) || (r =? 2) && (a + 3 <=? b)
  | 3 => (r =? 1) && (b =? a + 3) || (r =? 2) && ((b =? a + 1) || (b =? a + 2))
  | _ => false
  end.
Definition loop_three b a d := let r := a mod 4 in let s := b mod 4 in match d with
  | 1 => (r =? 0) && (b =? a) || (r =? 1) && ((b <? a) && (s =? 1) || (b =? a) || (b =? a + 1)) ||
      (r =? 2) && ((b =? a + 1) || (a + 3 <=? b)) || (r =? 3) && (b <? a) && (s =? 0)
  | 2 => ((r =? 0) || (r =? 1)) && (b <? a) && (s =? 3) || ((r =? 2) || (r =? 3)) && (b <? a) && (s =? 2) ||
      (r =? 1) && (b =? a + 3)
  | 3 => (r =? 0) && (b <? a) && (s =? 1) || (r =? 1) && (a + 4 <=? b) || (r =? 2) && (b <? a) && (s =? 0)
  | _ => false
  end.

(* The rows of value 0, of which Theorems 9 and 10 tell. *)
Definition zero v b a d := (d =? 0) &&
  match v with Normal => negb (b =? a) | Misere => negb (b =? a) || (a =? 1) | Loop => true end.
Definition three_piles v b a d :=
  match v with
  | Normal => first_of [(zero v b a d, 0); (normal_one b a d, 1); (normal_two b a d, 2); (normal_three b a d, 3)]
  | Misere => first_of [(zero v b a d, 0); (misere_one b a d, 1); (misere_two b a d, 2); (misere_three b a d, 3)]
  | Loop => first_of [(zero v b a d, 0); (loop_one b a d, 1); (loop_two b a d, 2); (loop_three b a d, 3)]
  end.

(* The row a·(a + d), up to 5 in misère play; 6 is more than that. *)
Definition misere_two_piles a d := let r := a mod 4 in
  match d with
  | 0 => if a =? 1 then 1 else 0
  | 1 => if a =? 1 then 2 else if a =? 2 then 4 else if odd a then 1 else 2
  | 2 => if a =? 1 then 3 else if a =? 2 then 5 else if a <? 6 then 6
      else if (r =? 2) || (r =? 3) then 3 else if 12 <=? a then 4 else 5
  | 3 => if (a =? 1) || (6 <=? a) && (a <=? 8) then 4 else if a =? 2 then 3
      else if (12 <=? a) && (a mod 6 <? 3) then 5 else 6
  | 4 => if (a =? 1) || (a =? 3) then 5 else 6
  | _ => 6
  end.
(* In all three games up to 3; 4 is more than that. *)
Definition two_piles v a d :=
  match v with
  | Normal => if a mod 4 + d <? 4 then a mod 4 ⊕ (a mod 4 + d) else 4
  | Misere => min (misere_two_piles a d) 4
  | Loop => let r := (a - 1) mod 4 in if r + d <? 4 then min (r ⊕ (r + d) + 1) 4 else 4
  end.

(* ---- nothing changes where piles go up ---- *)
Lemma mod_up a n k : n <> 0 -> (a + k * n) mod n = a mod n.
Proof. apply Nat.mod_add. Qed.
Ltac four d := destruct d as [| [| [| [| [| d]]]]].
(* No remainder changes, and no comparison. *)
Ltac stays := rewrite ?(fun a => mod_up a 4 1 ltac:(discriminate) : (a + 4) mod 4 = _);
  repeat match goal with
  | |- _ && _ = _ && _ => apply f_equal2
  | |- _ || _ = _ || _ => apply f_equal2
  | |- negb _ = negb _ => apply f_equal
  end; try reflexivity; lia.
Definition goes_up_everywhere (f : nat -> nat -> nat -> bool) :=
  (forall b a d, d <= 4 -> 9 <= b -> 9 <= a -> f (b + 4) (a + 4) d = f b a d) /\
  (forall b a d, d <= 4 -> 0 < a -> a + 9 <= b -> f (b + 4) a d = f b a d) /\
  (forall b a d, d <= 4 -> 0 < b -> b + 9 <= a -> f b (a + 4) d = f b a d).
Lemma predicates_up : Forall goes_up_everywhere
  [zero Normal; zero Misere; zero Loop; normal_one; normal_two; normal_three;
   misere_one; misere_two; misere_three; loop_one; loop_two; loop_three].
Proof.
  repeat constructor; intros b a d D X Y; four d; try reflexivity; try lia.
  all: unfold zero, normal_one, normal_two, normal_three, misere_one, misere_two, misere_three,
    loop_one, loop_two, loop_three, even, odd; cbv zeta; stays.
Qed.

Lemma even_up a : even (a + 4) = even a.
Proof. unfold even. stays. Qed.
Lemma odd_up a : odd (a + 4) = odd a.
Proof. unfold odd. stays. Qed.
Lemma two_apart v d a : 4 < d -> two_piles v a d = 4.
Proof.
  intros D. unfold two_piles, misere_two_piles. destruct v; cbv zeta.
  - rewrite (proj2 (Nat.ltb_ge _ 4)); lia.
  - do 5 (destruct d as [| d]; [lia |]). reflexivity.
  - rewrite (proj2 (Nat.ltb_ge _ 4)); lia.
Qed.
Lemma two_up v a d : 9 <= a -> two_piles v (a + 4) d = two_piles v a d.
Proof.
  intros A. unfold two_piles. destruct v; cbv zeta.
  - now rewrite (mod_up a 4 1 ltac:(discriminate) : (a + 4) mod 4 = _).
  - unfold misere_two_piles. rewrite (mod_up a 4 1 ltac:(discriminate) : (a + 4) mod 4 = _), odd_up.
    four d; auto;
      repeat match goal with
      | |- context [if ?c then _ else _] =>
          match c with context [a + 4] => destruct c eqn:?; try lia end
      end; repeat match goal with |- context [if ?c then _ else _] => destruct c eqn:?; try lia end; auto.
  - replace (a + 4 - 1) with (a - 1 + 1 * 4) by lia. now rewrite Nat.mod_add.
Qed.
Lemma three_apart v b d a : 4 < d -> three_piles v b a d = 4.
Proof. intros D. do 5 (destruct d as [| d]; [lia |]). now destruct v. Qed.

Lemma two_edge_up v b a : 0 < a -> 0 < b ->
  (9 <= b -> 9 <= a -> edge_of_three (two_piles v) (b + 4) (a + 4) = edge_of_three (two_piles v) b a) /\
  (a + 9 <= b -> edge_of_three (two_piles v) (b + 4) a = edge_of_three (two_piles v) b a) /\
  (b + 9 <= a -> edge_of_three (two_piles v) b (a + 4) = edge_of_three (two_piles v) b a).
Proof.
  intros A B. unfold edge_of_three, of_two, between. repeat split; intros.
  - destruct (Nat.leb_spec (a + 4) (b + 4)), (Nat.leb_spec a b); try lia.
    + replace (b + 4 - (a + 4)) with (b - a) by lia. now apply two_up.
    + replace (a + 4 - (b + 4)) with (a - b) by lia. now apply two_up.
  - destruct (Nat.leb_spec a (b + 4)), (Nat.leb_spec a b); try lia. rewrite !two_apart; lia.
  - destruct (Nat.leb_spec (a + 4) b), (Nat.leb_spec a b); try lia. rewrite !two_apart; lia.
Qed.
Lemma three_up v :
  (forall b a d, d <= 4 -> 9 <= b -> 9 <= a -> three_piles v (b + 4) (a + 4) d = three_piles v b a d) /\
  (forall b a d, d <= 4 -> 0 < a -> a + 9 <= b -> three_piles v (b + 4) a d = three_piles v b a d) /\
  (forall b a d, d <= 4 -> 0 < b -> b + 9 <= a -> three_piles v b (a + 4) d = three_piles v b a d).
Proof.
  pose proof predicates_up as P. rewrite Forall_forall in P.
  assert (F : forall f g h k : nat -> nat -> nat -> bool,
    goes_up_everywhere f -> goes_up_everywhere g -> goes_up_everywhere h -> goes_up_everywhere k ->
    forall b a d, let l b a := first_of [(f b a d, 0); (g b a d, 1); (h b a d, 2); (k b a d, 3)] in
    d <= 4 -> (9 <= b -> 9 <= a -> l (b + 4) (a + 4) = l b a) /\
    (0 < a -> a + 9 <= b -> l (b + 4) a = l b a) /\ (0 < b -> b + 9 <= a -> l b (a + 4) = l b a)).
  { intros f g h k (F1 & F2 & F3) (G1 & G2 & G3) (H1 & H2 & H3) (K1 & K2 & K3) b a d l D. unfold l.
    repeat split; intros; simpl;
      [rewrite F1, G1, H1, K1 | rewrite F2, G2, H2, K2 | rewrite F3, G3, H3, K3]; auto. }
  assert (Q : forall b a d, d <= 4 ->
    (9 <= b -> 9 <= a -> three_piles v (b + 4) (a + 4) d = three_piles v b a d) /\
    (0 < a -> a + 9 <= b -> three_piles v (b + 4) a d = three_piles v b a d) /\
    (0 < b -> b + 9 <= a -> three_piles v b (a + 4) d = three_piles v b a d)).
  { intros b a d D. unfold three_piles. destruct v; apply F; auto; apply P; simpl; tauto. }
  repeat split; intros; now apply Q.
Qed.

(* ---- the finitely many rows ---- *)
Lemma two_checked v : forallb (fun b => forallb (check 3 4 (fun _ => two_piles v) (fun _ => one v 3) b)
  (seq 1 (bound 4 9 9 4))) (seq 1 (bound 4 9 9 4)) = true.
Proof. destruct v; vm_compute; reflexivity. Qed.
Lemma three_checked v : forallb (fun b => forallb (check 3 4 (three_piles v) (edge_of_three (two_piles v)) b)
  (seq 1 (bound 4 9 9 4))) (seq 1 (bound 4 9 9 4)) = true.
Proof. destruct v; vm_compute; reflexivity. Qed.

(* ---- the theorem ---- *)
Lemma two_right v x y : 0 < x -> 0 < y ->
  safe_at 3 (fun _ => two_piles v) (fun _ => one v 3) x 1 y /\
  reach_at 3 (fun _ => two_piles v) (fun _ => one v 3) x 1 y.
Proof.
  assert (Up : forall a, 9 <= a -> one v 3 (a + 4) = one v 3 a)
    by (intros a A; unfold one; destruct v; simpl; lia).
  intros X Y. apply (ends_right 3 4 9 9 4); try lia.
  - intros b a d. apply two_apart.
  - intros b a _ A. split; auto. intros d _. now apply two_up.
  - intros b a _ _. split; auto.
  - intros b a B A. split; [apply Up; lia |]. intros d _. apply two_up. lia.
  - apply two_checked.
Qed.
Lemma three_right v x b y : 0 < x -> 0 < b -> 0 < y ->
  safe_at 3 (three_piles v) (edge_of_three (two_piles v)) x b y /\
  reach_at 3 (three_piles v) (edge_of_three (two_piles v)) x b y.
Proof.
  intros X B Y. destruct (three_up v) as (U1 & U2 & U3).
  apply (ends_right 3 4 9 9 4); try lia.
  - intros c a d. apply three_apart.
  - intros c a C A. split; [apply two_edge_up; lia |]. intros d D. apply U1; lia.
  - intros c a A C. split; [apply two_edge_up; lia |]. intros d D. apply U2; lia.
  - intros c a C A. split; [apply two_edge_up; lia |]. intros d D. apply U3; lia.
  - apply three_checked.
Qed.
Lemma capped v G w : grundy (moves_valued v) G -> positive w -> length w <= 3 ->
  forall u, u <= 3 -> (G w = u <-> said v 3 (two_piles v) (three_piles v) w = u).
Proof.
  intros IsG P L. apply (small_values v 3 3); auto.
  - intros x y. apply two_right.
  - intros _ x b y. apply three_right.
  - now split.
Qed.

Definition says v u := match v, u with
  | Normal, 1 => normal_one | Normal, 2 => normal_two | Normal, 3 => normal_three
  | Misere, 1 => misere_one | Misere, 2 => misere_two | Misere, 3 => misere_three
  | Loop, 1 => loop_one | Loop, 2 => loop_two | Loop, 3 => loop_three
  | _, 0 => zero v
  | _, _ => fun _ _ _ => false
  end.
(* No row has two values. *)
Lemma one_only v b a d u u' : u < u' -> says v u b a d && says v u' b a d = false.
Proof.
  assert (R : a mod 4 < 4 /\ (a < 4 -> a mod 4 = a))
    by (split; [apply Nat.mod_upper_bound | apply Nat.mod_small]; lia).
  intros L. destruct v, u' as [| [| [| [| u']]]]; try lia; try apply andb_false_r;
    (destruct u as [| [| [| u]]]; try lia); four d; try reflexivity;
    unfold says, zero, normal_one, normal_two, normal_three, misere_one, misere_two, misere_three,
      loop_one, loop_two, loop_three, even, odd; cbv beta iota zeta;
    generalize dependent (a mod 4); intros r R; generalize (b mod 4); intros s;
    destruct r as [| [| [| [| r]]]]; lia.
Qed.

(* The row a·b·(a + d) has the value u if and only if [says v u b a d], for u up to 3. *)
Theorem three_piles_up_to_3 v G a b d u : grundy (moves_valued v) G -> 0 < a -> 0 < b -> u <= 3 ->
  (G [a; b; a + d] = u <-> says v u b a d = true).
Proof.
  intros IsG A B U. rewrite (capped v G) by (simpl; auto; repeat constructor; lia).
  simpl. rewrite between_up.
  assert (E : three_piles v b a d =
    first_of [(says v 0 b a d, 0); (says v 1 b a d, 1); (says v 2 b a d, 2); (says v 3 b a d, 3)])
    by now destruct v.
  rewrite E. clear E. pose proof (one_only v b a d) as O.
  pose proof (O 0 1). pose proof (O 0 2). pose proof (O 0 3).
  pose proof (O 1 2). pose proof (O 1 3). pose proof (O 2 3). clear O. unfold first_of. cbn [fold_right fst snd].
  destruct u as [| [| [| [| u]]]]; try lia;
    destruct (says v 0 b a d), (says v 1 b a d), (says v 2 b a d), (says v 3 b a d);
    intuition (try lia; discriminate).
Qed.
Theorem three_piles_mirrored v G a b d u : grundy (moves_valued v) G -> 0 < a -> 0 < b -> u <= 3 ->
  (G [a + d; b; a] = u <-> G [a; b; a + d] = u).
Proof.
  intros IsG A B U. rewrite !(capped v G) by (simpl; auto; repeat constructor; lia).
  simpl. now rewrite between_mirror.
Qed.

(* Misère End-Nim on two piles, up to 5. *)
Lemma misere_two_apart d a : 4 < d -> misere_two_piles a d = 6.
Proof. intros D. do 5 (destruct d as [| d]; [lia |]). reflexivity. Qed.
Lemma misere_two_up d a : 12 <= a -> misere_two_piles (a + 12) d = misere_two_piles a d.
Proof.
  intros A. unfold misere_two_piles, odd.
  rewrite (mod_up a 4 3 ltac:(discriminate) : (a + 12) mod 4 = _).
  rewrite (mod_up a 6 2 ltac:(discriminate) : (a + 12) mod 6 = _). four d; auto;
    repeat match goal with
    | |- context [if ?c then _ else _] =>
        match c with context [a + 12] => destruct c eqn:?; try lia end
    end; repeat match goal with |- context [if ?c then _ else _] => destruct c eqn:?; try lia end; auto.
Qed.
Lemma misere_two_checked : forallb (fun b =>
  forallb (check 5 4 (fun _ => misere_two_piles) (fun _ => one Misere 5) b)
    (seq 1 (bound 4 12 12 12))) (seq 1 (bound 4 12 12 12)) = true.
Proof. vm_compute. reflexivity. Qed.
Theorem misere_two_piles_up_to_5 G a d u : grundy move_to_a_row G -> 0 < a -> u <= 5 ->
  (G [a; a + d] = u <-> misere_two_piles a d = u) /\ (G [a + d; a] = u <-> misere_two_piles a d = u).
Proof.
  intros IsG A U.
  assert (Right : forall x y, 0 < x -> 0 < y ->
    safe_at 5 (fun _ => misere_two_piles) (fun _ => one Misere 5) x 1 y /\
    reach_at 5 (fun _ => misere_two_piles) (fun _ => one Misere 5) x 1 y).
  { assert (Up : forall a, 12 <= a -> one Misere 5 (a + 12) = one Misere 5 a)
      by (intros; unfold one; simpl; lia).
    intros x y X Y. apply (ends_right 5 4 12 12 12); try lia.
    - intros b c d'. apply misere_two_apart.
    - intros b c _ C. split; auto. intros d' _. now apply misere_two_up.
    - intros b c _ _. split; auto.
    - intros b c B C. split; [apply Up; lia |]. intros d' _. apply misere_two_up. lia.
    - apply misere_two_checked. }
  assert (F : forall w, short 2 w -> (G w = u <-> said Misere 5 misere_two_piles (fun _ _ _ => 0) w = u)).
  { intros w W. apply (small_values Misere 5 2); auto. discriminate. }
  rewrite !F by (split; simpl; auto; repeat constructor; lia). simpl. unfold of_two.
  rewrite (between_mirror _ (a + d)), between_up. tauto.
Qed.
