(* Rows of piles of which only the two ends can be reached, and what is said of a row at both
   of its ends. *)
Require Import Arith Bool Lia List ZifyBool.
Import ListNotations.

Notation row := (list nat).
Definition positive (w : row) := Forall (lt 0) w.

(* All rows of k piles of 1 to n. *)
Fixpoint rows (n k : nat) : list row :=
  match k with
  | 0 => [[]]
  | S k => flat_map (fun x => map (cons x) (rows n k)) (seq 1 n)
  end.
(* Those of 1 to k piles. *)
Definition rows_up_to n k := flat_map (rows n) (seq 1 k).

(* ---- rows of equal piles ---- *)
Fixpoint constant (w : row) : bool :=
  match w with
  | x :: (y :: _) as t => (x =? y) && constant t
  | _ => true
  end.

Lemma constant_cons x y w : constant (x :: y :: w) = (x =? y) && constant (y :: w).
Proof. reflexivity. Qed.
Lemma constant_repeat x k : constant (repeat x k) = true.
Proof.
  induction k as [| [| k] IH]; auto. change (repeat x (S (S k))) with (x :: x :: repeat x k).
  now rewrite constant_cons, Nat.eqb_refl.
Qed.
Lemma constant_is_repeat w : forall x, constant (x :: w) = true -> x :: w = repeat x (S (length w)).
Proof.
  induction w as [| y w IH]; intros x H; auto. rewrite constant_cons in H.
  apply andb_prop in H. destruct H as [E H]. apply Nat.eqb_eq in E. subst y.
  simpl in *. f_equal. now apply IH.
Qed.
Lemma repeat_snoc (x k : nat) : repeat x k ++ [x] = repeat x (S k).
Proof. simpl. now rewrite repeat_cons. Qed.
Lemma rev_repeat (x k : nat) : rev (repeat x k) = repeat x k.
Proof. induction k; auto. simpl rev. now rewrite IHk, repeat_snoc. Qed.
Lemma constant_rev w : constant (rev w) = constant w.
Proof.
  assert (K : forall w, constant w = true -> constant (rev w) = true).
  { intros [| x t] H; auto. rewrite (constant_is_repeat t x H), rev_repeat. apply constant_repeat. }
  destruct (constant w) eqn:E. now apply K.
  destruct (constant (rev w)) eqn:F; auto. apply K in F. rewrite rev_involutive in F. congruence.
Qed.
Lemma constant_app u v : constant u = false -> constant (u ++ v) = false.
Proof.
  induction u as [| x [| y u] IH]; try discriminate. rewrite constant_cons. intros H.
  change (constant (x :: y :: (u ++ v)) = false). rewrite constant_cons.
  destruct (x =? y); auto.
Qed.
Lemma constant_snoc x k y : constant (repeat x (S k) ++ [y]) = (x =? y).
Proof.
  induction k as [| k IH]. { apply andb_true_r. }
  change (constant (x :: x :: (repeat x k ++ [y])) = (x =? y)).
  rewrite constant_cons, Nat.eqb_refl. exact IH.
Qed.
Lemma not_constant_not_empty u : constant u = false -> u <> [].
Proof. destruct u; discriminate. Qed.

(* ---- the ends ---- *)
Lemma rev_not_empty (u : row) : u <> [] -> rev u <> [].
Proof. intros H E. apply H. now rewrite <- (rev_involutive u), E. Qed.
Lemma hd_app (u v : row) : u <> [] -> hd 0 (u ++ v) = hd 0 u.
Proof. now destruct u. Qed.
Lemma hd_rev (w : row) : hd 0 (rev w) = last w 0.
Proof. destruct w as [| x w _] using rev_ind; auto. now rewrite rev_app_distr, last_last. Qed.
Lemma last_rev (w : row) : last (rev w) 0 = hd 0 w.
Proof. now rewrite <- hd_rev, rev_involutive. Qed.
Lemma last_cons x (u : row) : u <> [] -> last (x :: u) 0 = last u 0.
Proof. now destruct u. Qed.

Lemma positive_app u v : positive (u ++ v) <-> positive u /\ positive v.
Proof. apply Forall_app. Qed.
Lemma positive_cons x w : positive (x :: w) <-> 0 < x /\ positive w.
Proof. apply Forall_cons_iff. Qed.
Lemma positive_rev w : positive w -> positive (rev w).
Proof. apply Forall_rev. Qed.
Lemma positive_ends m : positive m -> m <> [] -> 0 < hd 0 m /\ 0 < last m 0.
Proof.
  intros P N. split.
  - destruct m. congruence. now apply positive_cons in P.
  - destruct m as [| b m _] using rev_ind. congruence. rewrite last_last.
    apply positive_app in P. destruct P as [_ P]. now apply positive_cons in P.
Qed.
Lemma two_ends (x y : nat) m : 2 <= length (x :: m ++ [y]).
Proof. simpl. rewrite app_length. simpl. lia. Qed.
