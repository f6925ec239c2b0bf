(* Rows with piles of at most N have Grundy values of at most 2N - 1, in all three games (Theorem 14a). *)
Require Import Arith Bool Lia List ZifyBool.
From Nimatron Require Import Game Rows EndNim Staircase Count RowValues.
Import ListNotations.
Open Scope nat_scope.

Lemma zero_iff_lost v G w : grundy (moves_valued v) G -> positive w -> w <> [] ->
  (lost v w = true <-> G w = 0).
Proof.
  intros IsG P N. destruct (lost_rows_have_value_0 G w P N) as (A & B & C).
  destruct v; [now apply A | now apply B | now apply C].
Qed.

Lemma positive_of n w : Forall (fun x => 0 < x <= n) w -> positive w.
Proof. unfold positive. apply Forall_impl. lia. Qed.

Definition left_options (x : nat) m (y : nat) : list row := map (fun c => c :: m ++ [y]) (seq 1 (x - 1)) ++ [m ++ [y]].
Definition right_options (x : nat) m (y : nat) : list row := map (fun c => (x :: m) ++ [c]) (seq 1 (y - 1)) ++ [x :: m].

Lemma options_two_sides x m y : options (x :: m ++ [y]) = left_options x m y ++ right_options x m y.
Proof.
  unfold options, left_options, right_options.
  change (x :: m ++ [y]) with ((x :: m) ++ [y]). rewrite removelast_last, last_last.
  now rewrite <- !app_assoc.
Qed.

Lemma left_zero v G n m y : grundy (moves_valued v) G -> Forall (fun x => 0 < x <= n) (n :: m ++ [y]) ->
  lost v (n :: m ++ [y]) = false -> exists q, In q (left_options n m y) /\ G q = 0.
Proof.
  intros IsG F L. assert (T : Forall (fun x => 0 < x <= n) (m ++ [y])) by now inversion F.
  assert (Ne : m ++ [y] <> []) by now destruct m.
  destruct (lost v (m ++ [y])) eqn:E.
  - exists (m ++ [y]). split. { unfold left_options. rewrite in_app_iff. right. now left. }
    apply (zero_iff_lost v); auto. now apply (positive_of n).
  - destruct (pile_before v (m ++ [y]) n Ne T E) as (x & X & H).
    assert (x <> n) by (intros ->; congruence).
    exists (x :: m ++ [y]). split.
    + unfold left_options. rewrite in_app_iff. left. apply in_map_iff. exists x. split; auto.
      apply in_seq. lia.
    + apply (zero_iff_lost v); auto; try discriminate. apply positive_cons. split; [lia |].
      now apply (positive_of n).
Qed.

Lemma right_zero v G n x m : grundy (moves_valued v) G -> Forall (fun x => 0 < x <= n) (x :: m ++ [n]) ->
  lost v (x :: m ++ [n]) = false -> exists q, In q (right_options x m n) /\ G q = 0.
Proof.
  intros IsG F L. change (x :: m ++ [n]) with ((x :: m) ++ [n]) in *.
  assert (T : Forall (fun x => 0 < x <= n) (x :: m)) by (apply Forall_app in F; tauto).
  destruct (lost v (x :: m)) eqn:E.
  - exists (x :: m). split. { unfold right_options. rewrite in_app_iff. right. now left. }
    apply (zero_iff_lost v); auto; try discriminate. now apply (positive_of n).
  - destruct (pile_before v (rev (x :: m)) n) as (c & X & H).
    + apply rev_not_empty. discriminate.
    + now apply Forall_rev.
    + now rewrite lost_rev.
    + replace (c :: rev (x :: m)) with (rev ((x :: m) ++ [c])) in H by now rewrite rev_app_distr.
      rewrite lost_rev in H. assert (c <> n) by (intros ->; congruence).
      exists ((x :: m) ++ [c]). split.
      * unfold right_options. rewrite in_app_iff. left. apply in_map_iff. exists c. split; auto.
        apply in_seq. lia.
      * apply (zero_iff_lost v); auto; try discriminate.
        apply positive_app. split. now apply (positive_of n). constructor; [lia | constructor].
Qed.

Lemma moves_valued_on_rows v : on_rows (moves_valued v).
Proof. destruct v; intros w q M; [exact M | apply M ..]. Qed.

(* Two options of one value leave one value less. *)
Lemma value_with_two_zeros v G w l r : grundy (moves_valued v) G -> options w = l ++ r ->
  (exists q, In q l /\ G q = 0) -> (exists q, In q r /\ G q = 0) -> G w <= length (l ++ r) - 1.
Proof.
  intros IsG O (p & Ip & Zp) (q & Iq & Zq). destruct (IsG w) as [_ R].
  apply in_split in Ip. destruct Ip as (a & b & ->).
  replace (length ((a ++ p :: b) ++ r) - 1) with (length ((a ++ b) ++ r))
    by (rewrite !app_length; simpl; lia).
  rewrite <- (map_length G), <- (seq_length (G w) 0). apply NoDup_incl_length. apply seq_NoDup.
  intros u I. apply in_seq in I. destruct (R u) as (z & M & <-). lia.
  apply (moves_valued_on_rows v), options_are_moves in M. rewrite O in M.
  rewrite <- app_assoc in M. simpl in M. rewrite in_app_iff in M. simpl in M. rewrite in_app_iff in M.
  destruct M as [M | [<- | [M | M]]].
  - apply in_map. rewrite !in_app_iff. tauto.
  - rewrite Zp, <- Zq. apply in_map. rewrite in_app_iff. tauto.
  - apply in_map. rewrite !in_app_iff. tauto.
  - apply in_map. rewrite !in_app_iff. tauto.
Qed.

Theorem value_below_twice_the_largest v G n w : grundy (moves_valued v) G -> w <> [] ->
  Forall (fun x => 1 <= x <= n) w -> G w <= 2 * n - 1.
Proof.
  intros IsG Ne F. destruct w as [| x m]; [congruence |].
  destruct m as [| y m _] using rev_ind.
  - inversion F as [| ? ? X _]; subst. destruct (value_of_one_pile G x) as (A & B & C). lia.
    destruct v; [rewrite (A IsG) | rewrite (B IsG) | rewrite (C IsG)]; lia.
  - pose proof (value_at_most_sum_of_ends (moves_valued v) G x m y (moves_valued_on_rows v)) as U.
    pose proof (positive_of n _ F) as P. specialize (U P IsG).
    assert (X : 1 <= x <= n) by now inversion F.
    assert (Y : 1 <= y <= n).
    { rewrite Forall_forall in F. apply F. right. rewrite in_app_iff. right. now left. }
    destruct (Nat.eq_dec x n) as [-> | Hx]; [| lia]. destruct (Nat.eq_dec y n) as [-> | Hy]; [| lia].
    destruct (lost v (n :: m ++ [n])) eqn:L.
    + apply (zero_iff_lost v G) in L; auto. lia.
    + pose proof (value_with_two_zeros v G _ _ _ IsG (options_two_sides n m n)
        (left_zero v G n m n IsG F L) (right_zero v G n n m IsG F L)) as V.
      rewrite <- options_two_sides in V. pose proof (number_of_options n m n). lia.
Qed.
