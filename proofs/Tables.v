(* Tables of what the theorems' predicates say of all small positions. proofs/check puts each
   into proofs/testdata, and Go tests compare them with the program. *)
Require Import List.
From Nimatron Require Bits Game Piles Nim.
Import ListNotations.
Set Printing Depth 1000000.

(* Lost boards of up to 6 piles of up to 5, the piles in order. *)
Redirect "nim" Compute filter Nim.lost (Piles.boards 6 5).
Redirect "nim-misere" Compute filter Nim.lost_misere (Piles.boards 6 5).
