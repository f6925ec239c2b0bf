(* Tables of what the theorems' predicates say of all small positions. proofs/check puts each
   into proofs/testdata, and a Go test compares them with the program. The name is that of the
   game, with _ for /. *)
Require Import List ZArith.
From Nimatron Require Piles Rows Nim ReverseNim EndNim RowValues PartizanEndNim SplitNim Star.
Import ListNotations.
Set Printing Depth 1000000.

(* Lost boards of up to 6 piles of up to 5, the piles in order. *)
Definition boards := Piles.boards 6 5.
Redirect "nim" Compute filter Nim.lost boards.
Redirect "nim_misere" Compute filter Nim.lost_misere boards.

Module Reverse.
  Import ReverseNim.
  Definition version p n m := {| pile_by := p; number_by := n; last_loses := m |}.
  Definition move_reverse := version Owner Opponent.
  Definition pile_reverse := version Opponent Owner.
  Definition total_reverse := version Opponent Opponent.
  Definition lost_boards v := filter (lost v) boards.
  Redirect "move-reverse-nim" Compute lost_boards (move_reverse false).
  Redirect "move-reverse-nim_misere" Compute lost_boards (move_reverse true).
  Redirect "pile-reverse-nim" Compute lost_boards (pile_reverse false).
  Redirect "pile-reverse-nim_misere" Compute lost_boards (pile_reverse true).
  Redirect "total-reverse-nim" Compute lost_boards (total_reverse false).
  Redirect "total-reverse-nim_misere" Compute lost_boards (total_reverse true).

  (* Between the half-moves: the first pile is named, and whoever says the number has none that
     wins. *)
  Definition bad_names v :=
    flat_map (fun x => map (cons x)
      (filter (fun others => negb (has_number v (lost v) [] x others)) (Piles.boards 5 5)))
      (seq 1 5).
  Redirect "move-reverse-nim.named" Compute bad_names (move_reverse false).
  Redirect "move-reverse-nim_misere.named" Compute bad_names (move_reverse true).
  Redirect "pile-reverse-nim.named" Compute bad_names (pile_reverse false).
  Redirect "pile-reverse-nim_misere.named" Compute bad_names (pile_reverse true).
End Reverse.

(* Lost rows of up to 6 piles of up to 5. *)
Definition rows := Rows.rows_up_to 5 6.
Redirect "end-nim" Compute filter (EndNim.lost EndNim.Normal) rows.
Redirect "end-nim_misere" Compute filter (EndNim.lost EndNim.Misere) rows.
Redirect "end-nim_loop" Compute filter (EndNim.lost EndNim.Loop) rows.

(* The Grundy values of rows of 1 to 3 piles of up to 3: the value comes first. *)
Definition row_values v := map (fun w => RowValues.row_value v w :: w) (Rows.rows_up_to 3 3).
Redirect "end-nim.values" Compute row_values EndNim.Normal.
Redirect "end-nim_misere.values" Compute row_values EndNim.Misere.
Redirect "end-nim_loop.values" Compute row_values EndNim.Loop.

(* Rows of up to 5 piles of up to 5 that are N, P and L; all others are R. *)
Module Partizan.
  Import PartizanEndNim.
  Definition is o w := match o, outcome_of w with
    | NextWins, NextWins | PreviousWins, PreviousWins | LeftWins, LeftWins => true
    | _, _ => false
    end.
  Definition rows := Rows.rows_up_to 5 5.
  Redirect "partizan-end-nim.N" Compute filter (is NextWins) rows.
  Redirect "partizan-end-nim.P" Compute filter (is PreviousWins) rows.
  Redirect "partizan-end-nim.L" Compute filter (is LeftWins) rows.
End Partizan.

(* The Grundy values of piles of 0 to 63, a line for each q from -2 to 17; and lost boards of up
   to 3 piles of up to 16. *)
Module Split.
  Definition lost q := filter (Piles.lost (SplitNim.G q)) (Piles.boards 3 16).
  Redirect "split-nim.values" Compute
    map (fun i => map (SplitNim.G (Z.of_nat i - 2)) (seq 0 64)) (seq 0 20).
  Redirect "split-nim_-1" Compute lost (-1)%Z.
  Redirect "split-nim_0" Compute lost 0%Z.
  Redirect "split-nim_1" Compute lost 1%Z.
  Redirect "split-nim_2" Compute lost 2%Z.
  Redirect "split-nim_4" Compute lost 4%Z.
  Definition lost_misere q := filter (Piles.lost_misere (SplitNim.G q)) (Piles.boards 3 16).
  Redirect "split-nim_0_misere" Compute lost_misere 0%Z.
  Redirect "split-nim_1_misere" Compute lost_misere 1%Z.
  Redirect "split-nim_2_misere" Compute lost_misere 2%Z.
  Redirect "split-nim_4_misere" Compute lost_misere 4%Z.
End Split.

(* Lost stars with a hub of 3 and of 7 under 2 to 4 spokes of up to 8: the hub comes first. *)
Definition stars h :=
  map (cons h) (filter (fun s => andb (Nat.leb 2 (length s)) (Star.lost (h, s))) (Piles.boards 4 8)).
Redirect "tree-nim" Compute stars 3 ++ stars 7.
