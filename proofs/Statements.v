(* What is proved, to be read by people: each theorem of this folder with its full statement, in the
   order of docs/. Coq compares them: this file fails if a theorem no longer says what stands here.
   proofs/check fails if a theorem is missing. A predicate that a theorem calls right can't be wrong
   unseen; the rules can. So the rules come first: the induction principle of a relation names each
   of its cases. *)
From Coq Require Import Arith Bool List Permutation Relations ZArith.
From Nimatron Require Import Bits Game Sums.
From Nimatron Require Tame Piles Nim ReverseNim Rows EndNim Staircase RowValues Twice LikeNim Repeat.
From Nimatron Require PeriodTwelve EveryValue SmallValues Count.
From Nimatron Require PartizanEndNim SplitNim Bounded Fibonacci Star LevelStar Boards OneDoor High.
From Nimatron Require HighTrees Symmetry ThreeRows Cold Ways SpareMoves Means Ring OneHome.
Import ListNotations.
Open Scope nat_scope.

(* ---- who wins ---- *)
Check (Game.player_ind : forall P : player -> Prop, P Left -> P Right -> forall who, P who).
Check (eq_refl : other = fun who => match who with Left => Right | Right => Left end).
Check (@Game.wins_ind : forall position (move : relation position) (end_won P : position -> Prop),
  (forall p, end_won p -> P p) ->
  (forall p q, move p q -> loses move end_won q -> P p) ->
  forall p, wins move end_won p -> P p).
Check (@Game.loses_ind : forall position (move : relation position) (end_won P : position -> Prop),
  (forall p, ~ end_won p -> (forall q, move p q -> wins move end_won q) -> P p) ->
  forall p, loses move end_won p -> P p).
(* The player to move has won a finished position: under normal play never, under misère play always. *)
Check (eq_refl : @normal = fun position p => False).
Check (eq_refl : @misere = fun position move p => forall q, ~ move p q).
Check (eq_refl : @right_at = fun position move end_won lost p =>
  (loses move end_won p <-> lost p = true) /\ (wins move end_won p <-> lost p = false)).
(* Left and Right take turns. *)
Check (@Sums.in_turn_ind : forall position (option : player -> relation position) (P : relation (player * position)),
  (forall who p q, option who p q -> P (who, p) (other who, q)) ->
  forall s t, in_turn option s t -> P s t).
Check (eq_refl : @wins_first = fun position option who p => wins (in_turn option) normal (who, p)).
Check (eq_refl : @wins_second = fun position option who p =>
  loses (in_turn option) normal (other who, p)).

(* ---- values ---- *)
Check (eq_refl : Nat.lxor = fun a b => a ⊕ b).
Check (eq_refl : nim_sum = fold_right Nat.lxor 0).
Check (eq_refl : @grundy = fun position move G => forall p,
  (forall q, move p q -> G q <> G p) /\
  (forall v, v < G p -> exists q, move p q /\ G q = v)).
Check (eq_refl : @misere_grundy = fun position move M => forall p,
  ((forall q, ~ move p q) -> M p = 1) /\
  (forall q, move p q -> M q <> M p) /\
  (forall v q, move p q -> v < M p -> exists r, move p r /\ M r = v)).
Check (eq_refl : @decided = fun position move => forall p, (forall q, ~ move p q) \/ exists q, move p q).
Check (eq_refl : @fickle = fun position G M p => negb (G p =? M p)).
Check (@Sums.tame_ind : forall position (move : relation position) G M (P : position -> Prop),
  (forall p, G p = M p \/ G p + M p = 1 ->
    (forall q, move p q -> tame move G M q) -> (forall q, move p q -> P q) -> P p) ->
  forall p, tame move G M p -> P p).
Check (@Game.sum_move_ind : forall A B (left : relation A) (right : relation B) (P : relation (A * B)),
  (forall p p' q, left p p' -> P (p, q) (p', q)) ->
  (forall p q q', right q q' -> P (p, q) (p, q')) ->
  forall s t, sum_move left right s t -> P s t).

(* ---- the rules of the games ---- *)
Check (Piles.move_ind : forall (rule : nat -> list nat -> Prop) (P : relation (list nat)),
  (forall l x new r, rule x new -> P (l ++ x :: r) (l ++ new ++ r)) ->
  forall b b', Piles.move rule b b' -> P b b').
Check (Nim.takes_ind : forall P : nat -> list nat -> Prop,
  (forall x y, y < x -> P x [y]) -> forall x new, Nim.takes x new -> P x new).
Check (eq_refl : Nim.nim = Piles.move Nim.takes).
Check (SplitNim.rule_ind : forall q (P : nat -> list nat -> Prop),
  (forall x y, y < x -> P x [y]) ->
  (forall x a b, 1 <= a < x /\ 1 <= b < x /\ (Z.of_nat a + Z.of_nat b = Z.of_nat x + q)%Z ->
    P x [a; b]) ->
  forall x new, SplitNim.rule q x new -> P x new).
Check (eq_refl : SplitNim.split_nim = fun q => Piles.move (SplitNim.rule q)).
Check (Bounded.takes_at_most_ind : forall k (P : nat -> list nat -> Prop),
  (forall x y, y < x <= y + k -> P x [y]) -> forall x new, Bounded.takes_at_most k x new -> P x new).
Check (eq_refl : Bounded.bounded = fun k => Piles.move (Bounded.takes_at_most k)).
(* Fibonacci Nim: a pile of n, of which up to q may be taken. *)
Check (Fibonacci.move_ind : forall P : relation (nat * nat),
  (forall n q t, 1 <= t <= n -> t <= q -> P (n, q) (n - t, 2 * t)) ->
  forall s t, Fibonacci.move s t -> P s t).
(* Half-moves: the owner of the turn o, and the board, or the board with a pile named. *)
Check (ReverseNim.half_move_ind : forall P : relation (player * ReverseNim.position),
  (forall o l x r, 0 < x -> P (o, ReverseNim.Board (l ++ x :: r)) (o, ReverseNim.Named l x r)) ->
  (forall o l x r y, y < x -> P (o, ReverseNim.Named l x r) (other o, ReverseNim.Board (l ++ y :: r))) ->
  forall s t, ReverseNim.half_move s t -> P s t).
Check (eq_refl : ReverseNim.decider = fun v s => match s with
  | (o, ReverseNim.Board _) => ReverseNim.player_of (ReverseNim.pile_by v) o
  | (o, ReverseNim.Named _ _ _) => ReverseNim.player_of (ReverseNim.number_by v) o
  end).
Check (eq_refl : ReverseNim.player_of = fun r o => match r with
  | ReverseNim.Owner => o | ReverseNim.Opponent => other o end).
Check (ReverseNim.has_won_ind : forall v (P : player -> player * ReverseNim.position -> Prop),
  (forall o b, Forall (eq 0) b ->
    P (if ReverseNim.last_loses v then o else other o) (o, ReverseNim.Board b)) ->
  forall who s, ReverseNim.has_won v who s -> P who s).
Check (ReverseNim.forces_ind : forall v who (P : player * ReverseNim.position -> Prop),
  (forall s, ReverseNim.has_won v who s -> P s) ->
  (forall s t, ReverseNim.decider v s = who -> ReverseNim.half_move s t ->
    ReverseNim.forces v who t -> P t -> P s) ->
  (forall s, ReverseNim.decider v s = other who -> (exists t, ReverseNim.half_move s t) ->
    (forall t, ReverseNim.half_move s t -> ReverseNim.forces v who t) ->
    (forall t, ReverseNim.half_move s t -> P t) -> P s) ->
  forall s, ReverseNim.forces v who s -> P s).
Check (EndNim.move_ind : forall P : relation (list nat),
  (forall x y w, 0 < y < x -> P (x :: w) (y :: w)) -> (forall x w, P (x :: w) w) ->
  (forall x y w, 0 < y < x -> P (w ++ [x]) (w ++ [y])) -> (forall x w, P (w ++ [x]) w) ->
  forall w w', EndNim.move w w' -> P w w').
Check (eq_refl : EndNim.loop_move = fun w w' => EndNim.move w w' /\ 2 <= length w).
Check (eq_refl : EndNim.move_to_a_row = fun w w' => EndNim.move w w' /\ w' <> []).
Check (eq_refl : RowValues.moves_valued = fun v => match v with
  | EndNim.Normal => EndNim.move | EndNim.Misere => EndNim.move_to_a_row | EndNim.Loop => EndNim.loop_move end).
Check (eq_refl : Rows.positive = Forall (lt 0)).
Check (PartizanEndNim.move_ind : forall P : relation (player * list nat),
  (forall x y w, 0 < y < x -> P (Left, x :: w) (Right, y :: w)) ->
  (forall x w, P (Left, x :: w) (Right, w)) ->
  (forall x y w, 0 < y < x -> P (Right, w ++ [x]) (Left, w ++ [y])) ->
  (forall x w, P (Right, w ++ [x]) (Left, w)) ->
  forall s t, PartizanEndNim.move s t -> P s t).
Check (eq_refl : PartizanEndNim.wins_first = fun who w => wins PartizanEndNim.move normal (who, w)).
Check (eq_refl : PartizanEndNim.has_outcome = fun o w =>
  let wins_by who := wins PartizanEndNim.move normal (who, w) in
  let loses_by who := loses PartizanEndNim.move normal (who, w) in
  match o with
  | PartizanEndNim.NextWins => wins_by Left /\ wins_by Right
  | PartizanEndNim.PreviousWins => loses_by Left /\ loses_by Right
  | PartizanEndNim.LeftWins => wins_by Left /\ loses_by Right
  | PartizanEndNim.RightWins => loses_by Left /\ wins_by Right
  end).
(* A hub and its spokes; a spoke of 0 is gone. *)
Check (Star.move_ind : forall P : relation (nat * list nat),
  (forall h l x r y, y < x -> P (h, l ++ x :: r) (h, l ++ y :: r)) ->
  (forall h h' spokes, h' < h -> length (filter (fun x => negb (x =? 0)) spokes) <= 1 ->
    P (h, spokes) (h', spokes)) ->
  forall s t, Star.move s t -> P s t).
(* Boards: c has the counters of each place. *)
Check (Boards.lower_ind : forall place eq_place places (open : (place -> nat) -> place -> Prop)
    (P : relation (place -> nat)),
  (forall c v y, In v places -> open c v -> y < c v ->
    P c (fun u : place => if eq_place u v : {_} + {_} then y else c u)) ->
  forall c d, Boards.lower place eq_place places open c d -> P c d).
(* Of the neighbours as many must be empty as the stack needs: in graphs and yards 1, in trees all
   but 1. *)
Check (eq_refl : Boards.board_move = fun place eq_place places joined need =>
  Boards.lower place eq_place places (fun c v =>
    need v <= length (filter (fun u => joined v u && (c u =? 0)) places))).
Check (eq_refl : Boards.graph_move = fun place eq_place places joined =>
  Boards.board_move place eq_place places joined (fun _ => 1)).
Check (eq_refl : Boards.tree_move = fun place eq_place places parent =>
  let edge := Boards.edge place eq_place parent in
  Boards.board_move place eq_place places edge (fun v => length (filter (edge v) places) - 1)).
Check (eq_refl : Boards.edge = fun place eq_place parent u v =>
  let is_parent u v := match parent v with
    | Some w => if eq_place u w : {_} + {_} then true else false | None => false end in
  is_parent u v || is_parent v u).
Check (eq_refl : Boards.yard_move = fun rows columns =>
  Boards.graph_move Boards.spot Boards.eq_spot (Boards.yard rows columns) Boards.side_by_side).
Check (eq_refl : Boards.side_by_side = fun u v =>
  let next i j := (i =? S j) || (j =? S i) in
  next (fst u) (fst v) && (snd u =? snd v) || (fst u =? fst v) && next (snd u) (snd v)).
Check (Boards.in_yard : forall rows columns i j,
  In (i, j) (Boards.yard rows columns) <-> i < rows + 2 /\ j < columns + 2).
Check (eq_refl : Boards.depot_around = fun rows columns c => forall i j,
  In (i, j) (Boards.yard rows columns) -> i = 0 \/ i = rows + 1 \/ j = 0 \/ j = columns + 1 -> c (i, j) = 0).
(* The rule of Tree Nim: one neighbour at most is left. *)
Check (Boards.open_is_leaf : forall place eq_place places, NoDup places -> forall parent c v,
  let edge := Boards.edge place eq_place parent in
  length (filter (edge v) places) - 1 <= length (filter (fun u => edge v u && (c u =? 0)) places) <->
  length (filter (fun u => edge v u && negb (c u =? 0)) places) <= 1).
(* Some way leads from v to an empty place. *)
Check (Boards.reached_ind : forall place places joined c (P : place -> Prop),
  (forall v, c v = 0 -> P v) ->
  (forall u v, In u places -> In v places -> joined v u = true ->
    Boards.reached place places joined c u -> P u -> P v) ->
  forall v, Boards.reached place places joined c v -> P v).
Check (Symmetry.drives_to_ind : forall place home (may_use : player -> relation place) who c
    (P : place -> Prop),
  P home ->
  (forall u v, Symmetry.drives_to place home may_use who c u -> P u -> c u = 0 -> may_use who u v -> P v) ->
  forall v, Symmetry.drives_to place home may_use who c v -> P v).

(* ---- Theorem 1: values; there is one value, if the options can be listed ---- *)
Check (Game.grundy_unique : forall position (move : relation position) size,
  (forall p q, move p q -> size q < size p) ->
  forall G H, grundy move G -> grundy move H -> forall p, G p = H p).
Check (Game.grundy_exists : forall position (move : relation position) size,
  (forall p q, move p q -> size q < size p) ->
  forall options, (forall p q, In q (options p) <-> move p q) ->
  grundy move (value_by_mex position size options)).
Check (Game.sprague_grundy_lost : forall position (move : relation position) size,
  (forall p q, move p q -> size q < size p) ->
  forall G, grundy move G -> forall p, right_at move normal (fun p => G p =? 0) p).
Check (@Game.sprague_grundy_sum : forall A B (left : relation A) (right : relation B) G H,
  grundy left G -> grundy right H ->
  grundy (sum_move left right) (fun s => G (fst s) ⊕ H (snd s))).

(* ---- Theorem 1a: sums under misère play ---- *)
Check (Sums.misere_grundy_exists : forall position (move : relation position) size,
  (forall p q, move p q -> size q < size p) ->
  forall options, (forall p q, In q (options p) <-> move p q) ->
  decided move /\ misere_grundy move (misere_value_by_mex position size options)).
Check (Sums.misere_lost : forall position (move : relation position) size,
  (forall p q, move p q -> size q < size p) ->
  forall M, decided move -> misere_grundy move M ->
  forall p, right_at move (misere move) (fun p => M p =? 0) p).
Check (Sums.sum_of_tame : forall A B (left : relation A) (right : relation B) size_left size_right,
  (forall p q, left p q -> size_left q < size_left p) ->
  (forall p q, right p q -> size_right q < size_right p) ->
  decided left -> decided right ->
  forall G M H N, grundy left G -> misere_grundy left M -> grundy right H -> misere_grundy right N ->
  forall V, misere_grundy (sum_move left right) V ->
  forall p q, tame left G M p -> tame right H N q ->
  let x s := G (fst s) ⊕ H (snd s) in
  tame (sum_move left right) x V (p, q) /\
  fickle x V (p, q) = fickle G M p && fickle H N q /\
  V (p, q) = if fickle G M p && fickle H N q then 1 - x (p, q) else x (p, q)).
Check (Sums.misere_sum_lost : forall A B (left : relation A) (right : relation B) size_left size_right,
  (forall p q, left p q -> size_left q < size_left p) ->
  (forall p q, right p q -> size_right q < size_right p) ->
  decided left -> decided right ->
  forall G M H N, grundy left G -> misere_grundy left M -> grundy right H -> misere_grundy right N ->
  forall V, misere_grundy (sum_move left right) V ->
  forall p q, tame left G M p -> tame right H N q ->
  right_at (sum_move left right) (misere (sum_move left right)) (fun s =>
    G (fst s) ⊕ H (snd s) =? if fickle G M (fst s) && fickle H N (snd s) then 1 else 0) (p, q)).

(* ---- Proposition 1b: sums of partizan games ---- *)
Check (Sums.second_in_a_sum : forall A B (left : player -> relation A) (right : player -> relation B)
    size_left size_right,
  (forall who p q, left who p q -> size_left q < size_left p) ->
  (forall who p q, right who p q -> size_right q < size_right p) ->
  forall who p q, wins_second left who p -> wins_second right who q ->
  wins_second (fun who => sum_move (left who) (right who)) who (p, q)).
Check (Sums.first_in_a_sum : forall A B (left : player -> relation A) (right : player -> relation B)
    size_left size_right,
  (forall who p q, left who p q -> size_left q < size_left p) ->
  (forall who p q, right who p q -> size_right q < size_right p) ->
  forall who p q, wins_first left who p -> wins_second right who q ->
  wins_first (fun who => sum_move (left who) (right who)) who (p, q)).

(* ---- Theorems 2, 3, Corollary 4: Nim ---- *)
Check (Nim.bouton_value : grundy Nim.nim (fold_right Nat.lxor 0)).
Check (Nim.bouton : forall b, right_at Nim.nim normal (fun b => nim_sum b =? 0) b).
Check (Nim.bouton_misere : forall b, right_at Nim.nim (misere Nim.nim)
  (fun b => if existsb (Nat.leb 2) b then nim_sum b =? 0 else nim_sum b =? 1) b).
Check (Nim.winning_moves : forall l x r y, y < x ->
  (loses Nim.nim normal (l ++ [y] ++ r) <-> y = nim_sum (l ++ r))).
Check (Nim.winning_moves_misere : forall l x r y, y < x ->
  (loses Nim.nim (misere Nim.nim) (l ++ [y] ++ r) <->
   if existsb (Nat.leb 2) (l ++ r) then y = nim_sum (l ++ r) else y = 1 ⊕ nim_sum (l ++ r))).

(* ---- Theorems 5, 6, Corollary 7: the eight versions ---- *)
Check (ReverseNim.duality : forall v who o p,
  ReverseNim.forces v who (o, p) <-> ReverseNim.forces (ReverseNim.dual v) who (other o, p)).
Check (eq_refl : ReverseNim.dual = fun v =>
  let swap r := match r with ReverseNim.Owner => ReverseNim.Opponent | _ => ReverseNim.Owner end in
  {| ReverseNim.pile_by := swap (ReverseNim.pile_by v);
     ReverseNim.number_by := swap (ReverseNim.number_by v);
     ReverseNim.last_loses := negb (ReverseNim.last_loses v) |}).
Check (ReverseNim.eight_versions : forall v b o,
  (ReverseNim.forces v (other o) (o, ReverseNim.Board b) <-> ReverseNim.lost v b = true) /\
  (ReverseNim.forces v o (o, ReverseNim.Board b) <-> ReverseNim.lost v b = false)).
(* The table of Theorem 6. *)
Check (eq_refl : ReverseNim.lost = fun v b =>
  let n := nim_sum b in let g_at_least_1 := existsb (Nat.leb 2) b in let u := count_occ Nat.eq_dec b 1 in
  match ReverseNim.pile_by v, ReverseNim.number_by v, ReverseNim.last_loses v with
  | ReverseNim.Owner, ReverseNim.Owner, false => n =? 0
  | ReverseNim.Owner, ReverseNim.Owner, true => if g_at_least_1 then n =? 0 else n =? 1
  | ReverseNim.Owner, ReverseNim.Opponent, false => Nat.even u
  | ReverseNim.Owner, ReverseNim.Opponent, true => if g_at_least_1 then Nat.even u else Nat.odd u
  | ReverseNim.Opponent, ReverseNim.Owner, false => if g_at_least_1 then Nat.odd u else Nat.even u
  | ReverseNim.Opponent, ReverseNim.Owner, true => Nat.odd u
  | ReverseNim.Opponent, ReverseNim.Opponent, false => if g_at_least_1 then negb (n =? 0) else n =? 0
  | ReverseNim.Opponent, ReverseNim.Opponent, true => negb (n =? 0)
  end).
(* Some y below x leaves a board that is lost, or won, as the owner or the opponent says the number. *)
Check (ReverseNim.eight_versions_named : forall v l x r o, 0 < x ->
  let d := ReverseNim.player_of (ReverseNim.number_by v) o in
  let owner := match ReverseNim.number_by v with ReverseNim.Owner => true | _ => false end in
  let wins := existsb (fun y => eqb (ReverseNim.lost v (l ++ y :: r)) owner) (seq 0 x) in
  (ReverseNim.forces v d (o, ReverseNim.Named l x r) <-> wins = true) /\
  (ReverseNim.forces v (other d) (o, ReverseNim.Named l x r) <-> wins = false)).
Check (ReverseNim.what_a_number_does : forall v l r y,
  ReverseNim.pile_by v <> ReverseNim.number_by v -> 2 <= y ->
  ReverseNim.lost v (l ++ y :: r) = ReverseNim.lost v (l ++ 2 :: r)).

(* ---- Theorems 9, 10, Corollary 11, Proposition 14: End-Nim ---- *)
Check (EndNim.albert_nowakowski : forall w, Rows.positive w ->
  right_at EndNim.move normal (EndNim.lost EndNim.Normal) w).
Check (EndNim.cairns_ho_misere : forall w, Rows.positive w ->
  right_at EndNim.move (misere EndNim.move) (EndNim.lost EndNim.Misere) w).
Check (EndNim.cairns_ho_loop : forall w, Rows.positive w -> w <> [] ->
  right_at EndNim.loop_move normal (EndNim.lost EndNim.Loop) w).
(* Equal piles; (a) equal ends whose counts have an even sum; (b) ends 1 apart, of which the lower
   one has an odd count and the higher one an even count. *)
Check (eq_refl : EndNim.lost = fun v w =>
  let x := hd 0 w in let y := last w 0 in
  let left_even := Nat.even (EndNim.left_count w) in
  let right_even := Nat.even (EndNim.left_count (rev w)) in
  if Rows.constant w then
    let odd_lost := match v with
      | EndNim.Normal => false | EndNim.Misere => hd 1 w =? 1 | EndNim.Loop => true end in
    xorb odd_lost (Nat.even (length w))
  else (x =? y) && eqb left_even right_even || (y =? S x) && negb left_even && right_even ||
    (x =? S y) && left_even && negb right_even).
(* The count of a row that is not constant: the equal piles at its left end, and 1 more if the next
   is higher. *)
Check (eq_refl : Rows.constant = fix constant w := match w with
  | x :: (y :: _) as t => (x =? y) && constant t
  | _ => true end).
Check (eq_refl : EndNim.left_count = fix left_count w := match w with
  | x :: (y :: _) as t => match x ?= y with Eq => S (left_count t) | Lt => 2 | Gt => 1 end
  | _ => length w end).
Check (EndNim.ends_within_1 : forall v w, EndNim.lost v w = true ->
  hd 0 w <= last w 0 + 1 /\ last w 0 <= hd 0 w + 1).
Check (EndNim.single_pile : forall v x, EndNim.lost v [x] = true -> x = 1 \/ v = EndNim.Loop).
Check (EndNim.lost_rows_have_value_0 : forall G w, Rows.positive w -> w <> [] ->
  (grundy EndNim.move G -> (EndNim.lost EndNim.Normal w = true <-> G w = 0)) /\
  (grundy EndNim.move_to_a_row G -> (EndNim.lost EndNim.Misere w = true <-> G w = 0)) /\
  (grundy EndNim.loop_move G -> (EndNim.lost EndNim.Loop w = true <-> G w = 0))).

(* ---- Lemma 8, Corollary 11a: the staircase ---- *)
(* How many members are below x. *)
Check (eq_refl : Staircase.place = fix place member x := match x with
  | 0 => 0
  | S i => place member i + if member i : bool then 1 else 0 end).
Check (Staircase.staircase : forall v w, Rows.positive w -> forall x y, 0 < x -> 0 < y ->
  let X x := (0 <? x) && negb (EndNim.lost v (x :: w)) in
  let Y y := (0 <? y) && negb (EndNim.lost v (w ++ [y])) in
  (EndNim.lost v (x :: w ++ [y]) = true <->
   X x = true /\ Y y = true /\ Staircase.place X x = Staircase.place Y y)).
Check (Staircase.staircase_missing_left : forall v w x y, w <> [] -> 0 < x < y ->
  EndNim.lost v (x :: w) = true -> EndNim.lost v (y :: w) = true -> False).
Check (Staircase.staircase_missing_right : forall v w x y, w <> [] -> 0 < x < y ->
  EndNim.lost v (w ++ [x]) = true -> EndNim.lost v (w ++ [y]) = true -> False).
Check (Staircase.all_replies : forall v w x y, Rows.positive (x :: w ++ [y]) ->
  EndNim.lost v (x :: w ++ [y]) = true ->
  exists p q,
    (w <> [] -> p < x -> p <= last w 0 + 1 /\ last w 0 <= p + 1) /\
    (w <> [] -> q < y -> q <= hd 0 w + 1 /\ hd 0 w <= q + 1) /\
    forall x', 0 < x' < x ->
    (x' = p /\ EndNim.lost v (x' :: w) = true) \/
    (let i := x' - (if p <? x' then 1 else 0) in let y' := i + (if q <=? i then 1 else 0) in
     0 < y' < y /\ EndNim.lost v (x' :: w ++ [y']) = true)).

(* ---- Corollary 11b: how many rows are lost ---- *)
(* The list has all rows of k piles of 1 to n, each once. *)
Check (Count.rows_are_all : forall n k w,
  In w (Rows.rows n k) <-> length w = k /\ Forall (fun x => 1 <= x <= n) w).
Check (Count.rows_once : forall n k, NoDup (Rows.rows n k)).
Check (Count.number_of_lost_rows : forall v n k, 1 <= n -> 1 <= k ->
  let N := Z.of_nat n in let sign := ((-1) ^ Z.of_nat k)%Z in
  let lost := Z.of_nat (length (filter (EndNim.lost v) (Rows.rows n k))) in
  let less := match v with EndNim.Normal => 0%Z | EndNim.Misere => 1%Z | EndNim.Loop => N end in
  ((N + 1) * (lost + sign * less) = N ^ Z.of_nat k + sign * N)%Z).

(* ---- Propositions 12, 13: Grundy values of rows ---- *)
Check (RowValues.value_of_one_pile : forall G a, 0 < a ->
  (grundy EndNim.move G -> G [a] = a) /\
  (grundy EndNim.move_to_a_row G -> G [a] = a - 1) /\
  (grundy EndNim.loop_move G -> G [a] = 0)).
Check (RowValues.value_of_two_piles : forall G a b, grundy EndNim.move G -> 0 < a -> 0 < b ->
  G [a; b] = a ⊕ b).
Check (RowValues.value_of_two_piles_loop : forall G a b, grundy EndNim.loop_move G -> 0 < a -> 0 < b ->
  G [a; b] = ((a - 1) ⊕ (b - 1)) + 1).
Check (RowValues.row_value_is_grundy : forall v, grundy (RowValues.moves_valued v) (RowValues.row_value v)).
Check (RowValues.value_at_most_sum_of_ends : forall (moves : relation (list nat)) G x m y,
  (forall w q, moves w q -> EndNim.move w q) -> Rows.positive (x :: m ++ [y]) -> grundy moves G ->
  G (x :: m ++ [y]) <= x + y).
(* Theorem 14a *)
Check (Twice.value_below_twice_the_largest : forall v G n w, grundy (RowValues.moves_valued v) G -> w <> [] ->
  Forall (fun x => 1 <= x <= n) w -> G w <= 2 * n - 1).

(* ---- Theorems 15, 16: rows repeat ---- *)
Check (Repeat.rows_repeat : forall v G a w, grundy (RowValues.moves_valued v) G -> Rows.positive (a :: w) ->
  exists p n, 1 <= p /\ forall b, n <= b -> G (a :: w ++ [b + p]) = G (a :: w ++ [b]) + p).

Check (eq_refl : LikeNim.period = fun h p => exists n, forall b, n <= b -> h (b + p) = h b + p).
Check (PeriodTwelve.period_twelve : forall G, grundy EndNim.move G -> forall a n,
  In (a, n) [(5, 8); (6, 15); (7, 18)] ->
  (forall b, n <= b -> G [a; 4; b + 12] = G [a; 4; b] + 12) /\
  G [a; 4; n - 1 + 12] <> G [a; 4; n - 1] + 12 /\
  forall t, 0 < t -> LikeNim.period (fun b => G [a; 4; b]) t -> 12 <= t).

(* ---- Lemma 16c, Corollary 16d: rows like Nim ---- *)
Check (eq_refl : LikeNim.between = fun a w b =>
  (if a =? 0 then [] else [a]) ++ w ++ (if b =? 0 then [] else [b])).
Check (LikeNim.rows_like_nim : forall v G w j f g,
  let q := 2 ^ j in let value a b := G (LikeNim.between a w b) in
  grundy (RowValues.moves_valued v) G -> f < q -> g < q ->
  (forall b, q <= b -> value 0 b = f ⊕ b) -> (forall a, q <= a -> value a 0 = g ⊕ a) ->
  (forall x, 1 <= x < q -> Permutation (map (value x) (seq 0 q)) (seq 0 q) /\
    Permutation (map (fun y => value y x) (seq 0 q)) (seq 0 q)) ->
  (forall a b, q <= a -> q <= b -> value a b = a ⊕ b) /\
  (forall x b, 1 <= x < q -> q <= b -> value x b = (if x <=? f then x - 1 else x) ⊕ b)).
Check (LikeNim.small_pile_between : forall G a b,
  (grundy EndNim.move_to_a_row G -> 1 <= a -> 1 <= b -> G [a; 1; b] = a ⊕ b) /\
  (grundy EndNim.loop_move G -> 1 <= a -> 1 <= b -> G [a; 1; b] = a ⊕ b) /\
  (grundy EndNim.move G -> 2 <= a -> 2 <= b -> G [a; 1; b] = a ⊕ b) /\
  (grundy EndNim.move G -> 4 <= a -> 4 <= b -> G [a; 2; b] = a ⊕ b /\ G [a; 3; b] = a ⊕ b)).
Check (LikeNim.least_period : forall h a n, 0 < a -> (forall b, n <= b -> h b = a ⊕ b) ->
  let p := 2 ^ S (Nat.log2 a) in
  LikeNim.period h p /\ forall t, 0 < t -> LikeNim.period h t -> p <= t).

(* ---- Theorem 17 ---- *)
(* The tables of docs/theory/theory.md, one clause for each pair of a value and how far the ends are apart. *)
Check (eq_refl : SmallValues.even = fun a => (a mod 4 =? 0) || (a mod 4 =? 2)).
Check (eq_refl : SmallValues.odd = fun a => (a mod 4 =? 1) || (a mod 4 =? 3)).
Check (eq_refl : SmallValues.normal_one = fun b a d => match d with
  | 0 => (a =? 1) && (b =? 1)
  | 1 => SmallValues.even a && (b <? a) || SmallValues.odd a && (a <? b) && negb (b =? a + 2)
  | 2 => SmallValues.odd a && (b =? a + 2)
  | _ => false
  end).
Check (eq_refl : SmallValues.normal_two = fun b a d => let r := a mod 4 in let s := b mod 4 in
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
  end).
Check (eq_refl : SmallValues.normal_three = fun b a d => let r := a mod 4 in let s := b mod 4 in
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
  end).
Check (eq_refl : SmallValues.misere_one = fun b a d => match d with
  | 0 => (b =? a) && (3 <=? a)
  | 1 => (a =? 1) && (b =? 2) || SmallValues.even a && (b =? 1) ||
      SmallValues.odd a && ((2 <=? b) && (b <? a) || (a + 1 <? b))
  | _ => false
  end).
Check (eq_refl : SmallValues.misere_two = fun b a d => let r := a mod 4 in match d with
  | 0 => (a =? 2) && (b =? 2)
  | 1 => SmallValues.even a && (4 <=? b) && (b <? a) || (r =? 1) && (5 <=? a) && (b =? a + 1)
  | 2 => (r =? 0) && (b <=? 2) || (r =? 1) && ((b =? 1) || (b =? 3) || (a + 2 <=? b)) ||
      (r =? 2) && ((b =? 3) || (b =? a + 2) || (a + 4 <=? b)) || (r =? 3) && (b =? 2)
  | 3 => (r =? 2) && (b =? a + 3)
  | _ => false
  end).
Check (eq_refl : SmallValues.misere_three = fun b a d => let r := a mod 4 in let s := b mod 4 in
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
  end).
Check (eq_refl : SmallValues.loop_one = fun b a d => match d with
  | 1 => SmallValues.even a && (b <? a) || SmallValues.odd a && (a + 1 <? b)
  | 2 => SmallValues.odd a && (b =? a + 1)
  | _ => false
  end).
Check (eq_refl : SmallValues.loop_two = fun b a d => let r := a mod 4 in let s := b mod 4 in match d with
  | 1 => (r =? 2) && (b =? a)
  | 2 => ((r =? 0) || (r =? 1)) && (b <? a) && ((s =? 1) || (s =? 2)) ||
      ((r =? 2) || (r =? 3)) && (b <? a) && ((s =? 0) || (s =? 3)) ||
      (r =? 1) && ((b =? a) || (b =? a + 2) || (a + 4 <=? b)) || (r =? 2) && (a + 3 <=? b)
  | 3 => (r =? 1) && (b =? a + 3) || (r =? 2) && ((b =? a + 1) || (b =? a + 2))
  | _ => false
  end).
Check (eq_refl : SmallValues.loop_three = fun b a d => let r := a mod 4 in let s := b mod 4 in match d with
  | 1 => (r =? 0) && (b =? a) || (r =? 1) && ((b <? a) && (s =? 1) || (b =? a) || (b =? a + 1)) ||
      (r =? 2) && ((b =? a + 1) || (a + 3 <=? b)) || (r =? 3) && (b <? a) && (s =? 0)
  | 2 => ((r =? 0) || (r =? 1)) && (b <? a) && (s =? 3) || ((r =? 2) || (r =? 3)) && (b <? a) && (s =? 2) ||
      (r =? 1) && (b =? a + 3)
  | 3 => (r =? 0) && (b <? a) && (s =? 1) || (r =? 1) && (a + 4 <=? b) || (r =? 2) && (b <? a) && (s =? 0)
  | _ => false
  end).
Check (eq_refl : SmallValues.zero = fun v b a d => (d =? 0) &&
  match v with
  | EndNim.Normal => negb (b =? a)
  | EndNim.Misere => negb (b =? a) || (a =? 1)
  | EndNim.Loop => true
  end).
(* The row a·(a + d) in misère play; 6 is more than 5. *)
Check (eq_refl : SmallValues.misere_two_piles = fun a d => let r := a mod 4 in
  match d with
  | 0 => if a =? 1 then 1 else 0
  | 1 => if a =? 1 then 2 else if a =? 2 then 4 else if SmallValues.odd a then 1 else 2
  | 2 => if a =? 1 then 3 else if a =? 2 then 5 else if a <? 6 then 6
      else if (r =? 2) || (r =? 3) then 3 else if 12 <=? a then 4 else 5
  | 3 => if (a =? 1) || (6 <=? a) && (a <=? 8) then 4 else if a =? 2 then 3
      else if (12 <=? a) && (a mod 6 <? 3) then 5 else 6
  | 4 => if (a =? 1) || (a =? 3) then 5 else 6
  | _ => 6
  end).
(* So [says v u b a d] is that the table of the game v gives the row a·b·(a + d) the value u. *)
Check (eq_refl : SmallValues.says = fun v u => match v, u with
  | EndNim.Normal, 1 => SmallValues.normal_one
  | EndNim.Normal, 2 => SmallValues.normal_two
  | EndNim.Normal, 3 => SmallValues.normal_three
  | EndNim.Misere, 1 => SmallValues.misere_one
  | EndNim.Misere, 2 => SmallValues.misere_two
  | EndNim.Misere, 3 => SmallValues.misere_three
  | EndNim.Loop, 1 => SmallValues.loop_one
  | EndNim.Loop, 2 => SmallValues.loop_two
  | EndNim.Loop, 3 => SmallValues.loop_three
  | _, 0 => SmallValues.zero v
  | _, _ => fun _ _ _ => false
  end).
Check (SmallValues.three_piles_up_to_3 : forall v G a b d u, grundy (RowValues.moves_valued v) G ->
  0 < a -> 0 < b -> u <= 3 -> (G [a; b; a + d] = u <-> SmallValues.says v u b a d = true)).
Check (SmallValues.three_piles_mirrored : forall v G a b d u, grundy (RowValues.moves_valued v) G ->
  0 < a -> 0 < b -> u <= 3 -> (G [a + d; b; a] = u <-> G [a; b; a + d] = u)).
Check (SmallValues.misere_two_piles_up_to_5 : forall G a d u, grundy EndNim.move_to_a_row G ->
  0 < a -> u <= 5 ->
  (G [a; a + d] = u <-> SmallValues.misere_two_piles a d = u) /\
  (G [a + d; a] = u <-> SmallValues.misere_two_piles a d = u)).

(* ---- Theorem 17a: every value ---- *)
Check (EveryValue.near_the_diagonal : forall v G w x y, grundy (RowValues.moves_valued v) G -> Rows.positive w ->
  1 <= x -> 1 <= y -> x <= G (x :: w ++ [y]) + y + 1 /\ y <= G (x :: w ++ [y]) + x + 1).
Check (EveryValue.every_value : forall v G w u, grundy (RowValues.moves_valued v) G -> Rows.positive w ->
  exists p n, 1 <= p /\ forall x y, n <= x -> n <= y ->
    (G (x :: w ++ [y]) = u <-> G (x + p :: w ++ [y + p]) = u)).

(* ---- Theorem 18, Corollaries 19, 20, Proposition 21: Partizan End-Nim ---- *)
Check (PartizanEndNim.needs_recursion : forall w a b,
  let L := PartizanEndNim.L_star in let R := PartizanEndNim.R_star in
  L [] = 1 /\ R [] = 1 /\
  R (a :: w) = (if a <? L w then 1 else a - L w + R w + 1) /\
  L (w ++ [b]) = (if b <? R w then 1 else b - R w + L w + 1)).
Check (PartizanEndNim.needs_left : forall a w, Rows.positive (a :: w) ->
  (PartizanEndNim.wins_first Left (a :: w) <-> PartizanEndNim.L_star w <= a)).
Check (PartizanEndNim.needs_right : forall w b, Rows.positive (w ++ [b]) ->
  (PartizanEndNim.wins_first Right (w ++ [b]) <-> PartizanEndNim.R_star w <= b)).
Check (PartizanEndNim.left_wins_by_all : forall w b, Rows.positive (w ++ [b]) ->
  (loses PartizanEndNim.move normal (Right, w ++ [b]) <-> b < PartizanEndNim.R_star w)).
Check (PartizanEndNim.left_wins_by_leaving : forall s w b, Rows.positive (s :: w ++ [b]) ->
  let L := PartizanEndNim.L_star w in let R := PartizanEndNim.R_star w in
  (loses PartizanEndNim.move normal (Right, s :: w ++ [b]) <-> if b <? R then L <= s else b - R + L <= s)).
Check (PartizanEndNim.right_wins_by_all : forall a w, Rows.positive (a :: w) ->
  (loses PartizanEndNim.move normal (Left, a :: w) <-> a < PartizanEndNim.L_star w)).
Check (PartizanEndNim.right_wins_by_leaving : forall a w s, Rows.positive (a :: w ++ [s]) ->
  let L := PartizanEndNim.L_star w in let R := PartizanEndNim.R_star w in
  (loses PartizanEndNim.move normal (Left, a :: w ++ [s]) <-> if a <? L then R <= s else a - L + R <= s)).
Check (PartizanEndNim.all_or_one : forall a w, Rows.positive (a :: w) ->
  PartizanEndNim.wins_first Left (a :: w) ->
  loses PartizanEndNim.move normal (Right, w) \/
  2 <= a /\ loses PartizanEndNim.move normal (Right, a - 1 :: w)).
Check (PartizanEndNim.phase_diagram : forall a w b, Rows.positive (a :: w ++ [b]) ->
  let L := PartizanEndNim.L_star w in let R := PartizanEndNim.R_star w in
  PartizanEndNim.has_outcome
    match a <? L, b <? R with
    | true, true => PartizanEndNim.NextWins
    | true, false => PartizanEndNim.RightWins
    | false, true => PartizanEndNim.LeftWins
    | false, false => match a - L ?= b - R with
      | Gt => PartizanEndNim.LeftWins | Lt => PartizanEndNim.RightWins | Eq => PartizanEndNim.PreviousWins
      end
    end (a :: w ++ [b])).
(* Of a row of one pile and of none, and else by the ends. *)
Check (PartizanEndNim.outcome_of_ends : forall a w b,
  let L := PartizanEndNim.L_star w in let R := PartizanEndNim.R_star w in
  PartizanEndNim.outcome_of (a :: w ++ [b]) = match a <? L, b <? R with
    | true, true => PartizanEndNim.NextWins
    | true, false => PartizanEndNim.RightWins
    | false, true => PartizanEndNim.LeftWins
    | false, false => match a - L ?= b - R with
      | Gt => PartizanEndNim.LeftWins | Lt => PartizanEndNim.RightWins | Eq => PartizanEndNim.PreviousWins
      end
    end).
Check (eq_refl : PartizanEndNim.outcome_of [] = PartizanEndNim.PreviousWins).
Check (fun a => eq_refl : PartizanEndNim.outcome_of [a] = PartizanEndNim.NextWins).
Check (PartizanEndNim.outcome_is_right : forall w, Rows.positive w ->
  PartizanEndNim.has_outcome (PartizanEndNim.outcome_of w) w).
Check (PartizanEndNim.even_rows : forall w, Rows.positive w -> Nat.even (length w) = true ->
  ~ (PartizanEndNim.wins_first Left w /\ PartizanEndNim.wins_first Right w)).
Check (PartizanEndNim.least_left : forall a w b, Rows.positive (a :: w ++ [b]) ->
  (PartizanEndNim.has_outcome PartizanEndNim.LeftWins (a :: w ++ [b]) <->
   (if b <? PartizanEndNim.R_star w then PartizanEndNim.L_star w
    else PartizanEndNim.L_star (w ++ [b])) <= a)).
Check (PartizanEndNim.least_right : forall a w b, Rows.positive (a :: w ++ [b]) ->
  (PartizanEndNim.has_outcome PartizanEndNim.RightWins (a :: w ++ [b]) <->
   (if a <? PartizanEndNim.L_star w then PartizanEndNim.R_star w
    else PartizanEndNim.R_star (a :: w)) <= b)).
Check (PartizanEndNim.odd_rows_left : forall a w b, Rows.positive (a :: w ++ [b]) ->
  Nat.even (length w) = true ->
  (PartizanEndNim.has_outcome PartizanEndNim.LeftWins (a :: w ++ [b]) <->
   PartizanEndNim.L_star (w ++ [b]) <= a)).
Check (PartizanEndNim.odd_rows_right : forall a w b, Rows.positive (a :: w ++ [b]) ->
  Nat.even (length w) = true ->
  (PartizanEndNim.has_outcome PartizanEndNim.RightWins (a :: w ++ [b]) <->
   PartizanEndNim.R_star (a :: w) <= b)).

(* ---- Lemma 22: sums and nim-sums ---- *)
Check (Bits.sum_and_nim_sum : forall a b, a + b = (a ⊕ b) + 2 * Nat.land a b).
Check (Bits.sum_and_nim_sum_exist : forall s x, (exists a b, a + b = s /\ a ⊕ b = x) <->
  (exists c, s = x + 2 * c /\ Nat.land c x = 0)).
Check (Bits.sum_and_nim_sum_carry : forall a b c, a + b = (a ⊕ b) + 2 * c -> Nat.land a b = c).
Check (Bits.sum_and_nim_sum_parts : forall c x y, Nat.land c x = 0 -> Nat.ldiff y x = 0 ->
  let a := c + y in let b := c + (x ⊕ y) in a + b = x + 2 * c /\ a ⊕ b = x).
Check (Bits.xor_last_is_sum_last : forall a b, Nat.odd (a ⊕ b) = Nat.odd (a + b)).

(* ---- Theorems 23 to 26a, Corollaries 27, 28: Split-q-Nim ---- *)
(* The value of a board, and when it is lost in normal and in misère play. *)
Check (eq_refl : SplitNim.solves = fun q G => forall board,
  let move := SplitNim.split_nim q in let value b := nim_sum (map G b) in
  grundy move value /\
  right_at move normal (fun b => value b =? 0) board /\
  right_at move (misere move) (fun b => value b =? if existsb (Nat.leb 2) b then 0 else 1) board).
Check (SplitNim.split_odd_or_negative : forall q, Z.odd q = true \/ (q < 0)%Z ->
  SplitNim.solves q (fun n => n)).
Check (SplitNim.lasker_values : forall k, let G := SplitNim.lasker in
  G (4 * k + 1) = 4 * k + 1 /\ G (4 * k + 2) = 4 * k + 2 /\
  G (4 * k + 3) = 4 * k + 4 /\ G (4 * k + 4) = 4 * k + 3).
Check (SplitNim.split_lasker : SplitNim.solves 0 SplitNim.lasker).
(* [2 * Nat.div2 n] is n without its last digit, [ones] counts the digits 1. *)
Check (SplitNim.split_two : SplitNim.solves 2 (fun n =>
  if (2 <=? n) && Nat.even (Bits.ones (2 * Nat.div2 n)) then n ⊕ 1 else n)).
Check (SplitNim.split_even : forall h, 2 <= h -> SplitNim.solves (Z.of_nat (2 * h)) (fun n =>
  if (Nat.land (2 * Nat.div2 n) h =? 0) && (2 <=? Bits.ones (n / 2 ^ Nat.log2 (2 * h)))
  then n ⊕ 1 else n)).
Check (eq_refl : SplitNim.lasker = fun n =>
  if n =? 0 then 0 else match n mod 4 with 0 => n - 1 | 3 => n + 1 | _ => n end).
(* How many binary digits are 1: below the k-th, and all, as no digit of n is beyond the n-th. *)
Check (eq_refl : Bits.ones_below = fix ones_below k n := match k with
  | 0 => 0
  | S k => ones_below k n + Nat.b2n (Nat.testbit n k) end).
Check (eq_refl : Bits.ones = fun n => Bits.ones_below n n).
(* The cases of the theorems above. *)
Check (eq_refl : SplitNim.G = fun q => if Z.odd q || (q <? 0)%Z then fun n => n else match Z.to_nat q with
  | 0 => SplitNim.lasker
  | 2 => fun n => if (2 <=? n) && Nat.even (Bits.ones (2 * Nat.div2 n)) then n ⊕ 1 else n
  | k => fun n => if (Nat.land (2 * Nat.div2 n) (Nat.div2 k) =? 0) &&
      (2 <=? Bits.ones (n / 2 ^ Nat.log2 (2 * Nat.div2 k))) then n ⊕ 1 else n
  end).
Check (SplitNim.split_q_nim : forall q, SplitNim.solves q (SplitNim.G q)).
Check (SplitNim.values_undo_themselves : forall q n, SplitNim.G q (SplitNim.G q n) = n).
Check (SplitNim.bits_that_never_matter : forall h m n, 2 <= h ->
  let q := Z.of_nat (2 * h) in let t := Nat.log2 (2 * h) in
  m / 2 ^ t = n / 2 ^ t -> Nat.land (2 * Nat.div2 m) h = Nat.land (2 * Nat.div2 n) h ->
  (SplitNim.G q m = m <-> SplitNim.G q n = n)).
Check (SplitNim.last_bit_of_h : forall k n, 1 <= k ->
  SplitNim.G (Z.of_nat (2 * (2 * k))) n = SplitNim.G (Z.of_nat (2 * (2 * k + 1))) n).

(* ---- Theorems 45, 46: Bounded Nim ---- *)
Check (Bounded.bounded_value : forall k, grundy (Bounded.bounded k)
  (fun b => nim_sum (map (fun x => x mod S k) b))).
Check (Bounded.bounded_outcome : forall k b, right_at (Bounded.bounded k) normal
  (fun b => nim_sum (map (fun x => x mod S k) b) =? 0) b).
Check (Bounded.bounded_misere : forall k, 1 <= k -> forall b,
  right_at (Bounded.bounded k) (misere (Bounded.bounded k)) (fun b =>
    let counts := map (fun x => x mod S k) b in
    if existsb (Nat.leb 2) counts then nim_sum counts =? 0 else nim_sum counts =? 1) b).

(* ---- Theorem 47: Fibonacci Nim ---- *)
(* The numbers 1, 2, 3, 5, 8, and sums of them, of which no two are neighbours. *)
Check (eq_refl : (Fibonacci.fib 0, Fibonacci.fib 1) = (1, 2)).
Check (fun i => eq_refl : Fibonacci.fib (S (S i)) = Fibonacci.fib (S i) + Fibonacci.fib i).
Check (eq_refl : Fibonacci.parts = fun l => list_sum (map Fibonacci.fib l)).
Check (eq_refl : Fibonacci.apart = fix apart l := match l with
  | i :: (j :: _) as r => i + 2 <= j /\ apart r | _ => True end).
Check (Fibonacci.zeckendorf : forall n, exists! l, Fibonacci.apart l /\ Fibonacci.parts l = n).
Check (Fibonacci.fibonacci_nim : forall l q, Fibonacci.apart l ->
  (loses Fibonacci.move normal (Fibonacci.parts l, q) <->
    match l with [] => True | i :: _ => q < Fibonacci.fib i end) /\
  (wins Fibonacci.move normal (Fibonacci.parts l, q) <->
    match l with [] => False | i :: _ => Fibonacci.fib i <= q end)).
Check (Fibonacci.fibonacci_moves : forall l t, Fibonacci.apart l -> 1 <= t <= Fibonacci.parts l ->
  (loses Fibonacci.move normal (Fibonacci.parts l - t, 2 * t) <->
   exists low high, l = low ++ high /\ t = Fibonacci.parts low /\
     match high with [] => True | i :: _ => 2 * t < Fibonacci.fib i end)).
Check (Fibonacci.fibonacci_start : forall n, 1 <= n ->
  (loses Fibonacci.move normal (n, n - 1) <-> exists i, n = Fibonacci.fib i)).

(* ---- Theorem 38: all boards are tame, and fickle if no stack has 2 or more ---- *)
(* Of any game with three rules: from stacks of 1 a move takes one; some stack can be lowered, unless
   all are gone; if a move can leave stacks of 1 alone, moves can leave an even and an odd number. *)
Check (eq_refl : @Tame.ones_fall = fun position move valid counters ones =>
  forall p q, valid p -> ones p = true -> move p q -> ones q = true /\ counters p = S (counters q)).
Check (eq_refl : @Tame.goes_on = fun position move valid counters ones =>
  forall p, valid p -> ones p = false \/ counters p <> 0 -> exists q, move p q).
Check (eq_refl : @Tame.last_large = fun position move valid counters ones =>
  forall p q, valid p -> ones p = false -> move p q -> ones q = true ->
  exists r s, move p r /\ ones r = true /\ move p s /\ ones s = true /\ counters s = S (counters r)).
Check (Tame.all_tame : forall position (move : relation position) (valid : position -> Prop)
    counters ones size,
  (forall p q, valid p -> move p q -> valid q /\ size q < size p) ->
  Tame.ones_fall move valid counters ones -> Tame.goes_on move valid counters ones ->
  Tame.last_large move valid counters ones ->
  forall G, grundy move G -> forall M, misere_grundy move M ->
  forall p, valid p -> tame move G M p /\ fickle G M p = ones p).
Check (Tame.misere_outcome : forall position (move : relation position) (valid : position -> Prop)
    counters ones size,
  (forall p q, valid p -> move p q -> valid q /\ size q < size p) ->
  Tame.ones_fall move valid counters ones -> Tame.goes_on move valid counters ones ->
  Tame.last_large move valid counters ones ->
  forall G, grundy move G -> forall p, valid p -> right_at move (misere move)
    (fun p => if ones p then Nat.odd (counters p) else G p =? 0) p).
Check (Tame.ones_value : forall position (move : relation position) (valid : position -> Prop)
    counters ones size,
  (forall p q, valid p -> move p q -> valid q /\ size q < size p) ->
  Tame.ones_fall move valid counters ones -> Tame.goes_on move valid counters ones ->
  forall G, grundy move G ->
  forall p, valid p -> ones p = true -> G p = if Nat.odd (counters p) then 1 else 0).
(* Piles, and rows. *)
Check (Piles.piles_are_tame : forall rule : nat -> list nat -> Prop,
  (forall x new, rule x new -> length new <= 2 /\ forall y, In y new -> y < x) ->
  (forall x y, y < x -> rule x [y]) -> (forall new, ~ rule 0 new) ->
  let move := Piles.move rule in
  forall G M, grundy move G -> misere_grundy move M ->
  forall b, tame move G M b /\ fickle G M b = negb (existsb (Nat.leb 2) b)).
Check (Nim.nim_is_tame : forall G M, grundy Nim.nim G -> misere_grundy Nim.nim M ->
  forall b, tame Nim.nim G M b /\ fickle G M b = negb (existsb (Nat.leb 2) b)).
Check (SplitNim.split_nim_is_tame : forall q, let move := SplitNim.split_nim q in
  forall G M, grundy move G -> misere_grundy move M ->
  forall b, tame move G M b /\ fickle G M b = negb (existsb (Nat.leb 2) b)).
Check (EndNim.rows_are_tame : forall G M, grundy EndNim.move G -> misere_grundy EndNim.move M ->
  forall w, Rows.positive w ->
  tame EndNim.move G M w /\ fickle G M w = forallb (fun x => x <=? 1) w).
(* Boards on which some stack is open as long as there are stacks: any, graphs, yards, trees. *)
Check (Boards.boards_are_tame : forall place eq_place places, NoDup places ->
  forall (open : (place -> nat) -> place -> Prop) (valid : (place -> nat) -> Prop),
  let move := Boards.lower place eq_place places open in
  (forall c d, valid c -> move c d -> valid d) ->
  (forall c v, valid c -> In v places -> c v <> 0 -> exists u, In u places /\ c u <> 0 /\ open c u) ->
  forall G M, grundy move G -> misere_grundy move M ->
  forall c, valid c -> tame move G M c /\ fickle G M c = forallb (fun v => c v <=? 1) places).
Check (Boards.board_misere : forall place eq_place places, NoDup places ->
  forall (open : (place -> nat) -> place -> Prop) (valid : (place -> nat) -> Prop),
  let move := Boards.lower place eq_place places open in
  (forall c d, valid c -> move c d -> valid d) ->
  (forall c v, valid c -> In v places -> c v <> 0 -> exists u, In u places /\ c u <> 0 /\ open c u) ->
  (forall c v, {open c v} + {~ open c v}) ->
  forall c, valid c ->
  (loses move (misere move) c <->
   if forallb (fun v => c v <=? 1) places then Nat.odd (list_sum (map c places)) = true
   else loses move normal c)).
Check (Boards.graphs_are_tame : forall place eq_place places, NoDup places -> forall joined,
  let move := Boards.graph_move place eq_place places joined in
  forall G M, grundy move G -> misere_grundy move M ->
  forall c, (forall v, In v places -> Boards.reached place places joined c v) ->
  tame move G M c /\ fickle G M c = forallb (fun v => c v <=? 1) places).
Check (Boards.graph_misere : forall place eq_place places, NoDup places -> forall joined,
  let move := Boards.graph_move place eq_place places joined in
  forall c, (forall v, In v places -> Boards.reached place places joined c v) ->
  (loses move (misere move) c <->
   if forallb (fun v => c v <=? 1) places then Nat.odd (list_sum (map c places)) = true
   else loses move normal c)).
Check (Boards.yards_are_tame : forall rows columns,
  let move := Boards.yard_move rows columns in let places := Boards.yard rows columns in
  forall G M, grundy move G -> misere_grundy move M -> forall c, Boards.depot_around rows columns c ->
  tame move G M c /\ fickle G M c = forallb (fun v => c v <=? 1) places).
Check (Boards.yard_misere : forall rows columns,
  let move := Boards.yard_move rows columns in let places := Boards.yard rows columns in
  forall c, Boards.depot_around rows columns c ->
  (loses move (misere move) c <->
   if forallb (fun v => c v <=? 1) places then Nat.odd (list_sum (map c places)) = true
   else loses move normal c)).
Check (Boards.trees_are_tame : forall place eq_place places, NoDup places ->
  forall parent depth, (forall u v, parent v = Some u -> depth u < depth v) ->
  let move := Boards.tree_move place eq_place places parent in
  forall G M, grundy move G -> misere_grundy move M ->
  forall c, tame move G M c /\ fickle G M c = forallb (fun v => c v <=? 1) places).
Check (Boards.tree_misere : forall place eq_place places, NoDup places ->
  forall parent depth, (forall u v, parent v = Some u -> depth u < depth v) ->
  let move := Boards.tree_move place eq_place places parent in
  forall c, loses move (misere move) c <->
  if forallb (fun v => c v <=? 1) places then Nat.odd (list_sum (map c places)) = true
  else loses move normal c).

(* ---- docs/theory/boards.md: one door ---- *)
Check (eq_refl : OneDoor.one_open = fun place places joined need c v =>
  let open := Boards.open_by_need place places joined need in
  In v places /\ open c v /\ forall u, In u places -> c u <> 0 -> open c u -> u = v).
Check (OneDoor.one_door : forall place eq_place places, NoDup places -> forall joined need G,
  grundy (Boards.board_move place eq_place places joined need) G ->
  forall c v, OneDoor.one_open place places joined need c v -> 0 < c v ->
  let g := G (fun u => if eq_place u v : {_} + {_} then 0 else c u) in
  G c = if c v <=? g then c v - 1 else c v).

(* ---- docs/theory/boards.md: symmetry ---- *)
Check (eq_refl : Symmetry.turns_back = fun place places image =>
  forall v : place, In v places -> In (image v) places /\ image (image v) = v).
Check (eq_refl : Symmetry.symmetric = fun place places image c =>
  forall v, In v places -> c (image v) = c v /\ (c v <> 0 -> image v <> v)).
Check (Symmetry.symmetric_is_lost : forall place eq_place places, NoDup places ->
  forall open : player -> (place -> nat) -> place -> Prop,
  (forall who c v u y, u <> v -> y < c v -> open who c u ->
    open who (fun u => if eq_place u v : {_} + {_} then y else c u) u) ->
  forall image, Symmetry.turns_back place places image ->
  (forall who c v, (forall u, In u places -> c (image u) = c u) -> In v places ->
    open who c v -> open (other who) c (image v)) ->
  forall who c, Symmetry.symmetric place places image c ->
  loses (in_turn (fun who => Boards.lower place eq_place places (open who))) normal (who, c)).
Check (Symmetry.symmetric_board_is_lost : forall place eq_place places, NoDup places ->
  forall joined image, Symmetry.turns_back place places image ->
  (forall u v, In u places -> In v places -> joined (image u) (image v) = joined u v) ->
  forall need, (forall v, In v places -> need (image v) = need v) ->
  forall c, Symmetry.symmetric place places image c ->
  loses (Boards.board_move place eq_place places joined need) normal c).
Check (Symmetry.symmetric_graph_is_lost : forall place eq_place places joined image c, NoDup places ->
  Symmetry.turns_back place places image ->
  (forall u v, In u places -> In v places -> joined (image u) (image v) = joined u v) ->
  Symmetry.symmetric place places image c -> loses (Boards.graph_move place eq_place places joined) normal c).
Check (Symmetry.symmetric_tree_is_lost : forall place eq_place places parent image c, NoDup places ->
  Symmetry.turns_back place places image ->
  let edge := Boards.edge place eq_place parent in
  (forall u v, In u places -> In v places -> edge (image u) (image v) = edge u v) ->
  Symmetry.symmetric place places image c -> loses (Boards.tree_move place eq_place places parent) normal c).
Check (Symmetry.even_yard_is_lost : forall rows columns c, Nat.even columns = true ->
  Boards.depot_around rows columns c ->
  (forall i j, 1 <= j <= columns -> c (i, columns + 1 - j) = c (i, j)) ->
  loses (Boards.yard_move rows columns) normal c).
Check (Symmetry.symmetric_coloured_is_lost : forall place eq_place places, NoDup places ->
  (forall v, In v places) ->
  forall home (may_use : player -> relation place) image, Symmetry.turns_back place places image ->
  image home = home ->
  (forall who u v, may_use who u v -> may_use (other who) (image u) (image v)) ->
  forall who c, Symmetry.symmetric place places image c ->
  loses (in_turn (fun who =>
    Boards.lower place eq_place places (Symmetry.drives_to place home may_use who))) normal (who, c)).

(* ---- docs/theory/boards.md: yards of three rows ---- *)
Check (ThreeRows.three_rows : forall n, Nat.odd n = true -> 3 <= n -> forall h c, 1 <= h ->
  Boards.depot_around 3 n c -> (forall i j, 1 <= i <= 3 -> 1 <= j <= n -> c (i, j) = h) ->
  let d u := if Boards.eq_spot u (1, 2) : {_} + {_} then 0 else c u in
  Boards.yard_move 3 n c d /\ loses (Boards.yard_move 3 n) normal d).

(* ---- docs/theory/boards.md: stars ---- *)
Check (Star.star_outcome : forall k spokes, 1 <= k ->
  right_at Star.move normal (fun p => let (h, s) := p in
    let left := length (filter (fun x => negb (x =? 0)) s) in
    if left <=? 1 then nim_sum s =? h
    else if forallb (fun x => (x =? 0) || (x =? h)) s then Nat.odd left
    else nim_sum s =? 0) (2 ^ k - 1, spokes)).
Check (Star.low_star_outcome : forall h spokes, forallb (fun x => x <? h) spokes = true ->
  1 <= length (filter (fun x => negb (x =? 0)) spokes) ->
  right_at Star.move normal (fun p => nim_sum (snd p) =? 0) (h, spokes)).

(* A hub h that is not 2^k - 1 lacks a power of two below it. *)
Check (LevelStar.level_star_outcome : forall h j,
  Nat.testbit h j = false -> (forall i, i < j -> Nat.testbit h i = true) -> 2 ^ j < h ->
  forall spokes, Forall (fun x => x <= h) spokes ->
  right_at Star.move normal (fun p => let (g, s) := p in
    let left := length (filter (fun x => negb (x =? 0)) s) in
    if left <=? 1 then nim_sum s =? g
    else if (length (filter (Nat.eqb h) s) =? 2) && forallb (fun x => (x =? 0) || (x =? h) || (x =? 2 ^ j)) s
      then Nat.odd left
    else nim_sum s =? 0) (h, spokes)).

(* ---- docs/theory/boards.md: one high stack ---- *)
Check (eq_refl : High.is_open = fun place places joined need c v =>
  need v <=? length (filter (fun u => joined v u && (c u =? 0)) places)).
Check (eq_refl : High.others = fun place eq_place places joined need c u => list_sum (map c (filter (fun w =>
  High.is_open place places joined need c w && if eq_place w u : {_} + {_} then false else true) places))).
Check (High.high_stack_value : forall place eq_place places, NoDup places -> forall joined need G c u x,
  grundy (Boards.board_move place eq_place places joined need) G ->
  In u places -> Boards.open_by_need place places joined need c u ->
  High.others place eq_place places joined need c u + 2 + x <= c u -> G c <> x).
Check (High.high_stack_wins : forall place eq_place places, NoDup places -> forall joined need c u,
  In u places -> Boards.open_by_need place places joined need c u ->
  High.others place eq_place places joined need c u + 2 <= c u ->
  wins (Boards.board_move place eq_place places joined need) normal c).

(* ---- docs/theory/boards.md: high boards ---- *)
Check (eq_refl : High.open_total = fun place places joined need c =>
  list_sum (map c (filter (High.is_open place places joined need c) places))).
(* A move that opens no stack. *)
Check (eq_refl : High.calm_move = fun place eq_place places joined need c d =>
  Boards.board_move place eq_place places joined need c d /\
  forall u, In u places -> c u <> 0 ->
    Boards.open_by_need place places joined need d u -> Boards.open_by_need place places joined need c u).
Check (eq_refl : Boards.open_by_need = fun place places joined need c v =>
  need v <= length (filter (fun u => joined v u && (c u =? 0)) places)).
(* Emptying v opens u. *)
Check (eq_refl : High.opens = fun place eq_place places joined need c v u =>
  let open := Boards.open_by_need place places joined need in
  In v places /\ c v <> 0 /\ open c v /\ In u places /\ c u <> 0 /\ ~ open c u /\
  open (fun w => if eq_place w v : {_} + {_} then 0 else c w) u).
(* After any moves that open nothing, no move opens two stacks, and each stack that a move opens has
   x + 2 counters more than the other open stacks together. *)
Check (eq_refl : High.high = fun place eq_place places joined need x c => forall d,
  clos_refl_trans _ (High.calm_move place eq_place places joined need) c d ->
  forall v u, High.opens place eq_place places joined need d v u ->
  (forall w, High.opens place eq_place places joined need d v w -> w = u) /\
  High.open_total place places joined need d + 2 + x <= d u + d v).
Check (High.opening_loses : forall place eq_place places, NoDup places -> forall joined need,
  let move := Boards.board_move place eq_place places joined need in
  forall c d, High.high place eq_place places joined need 0 c ->
  move c d -> ~ High.calm_move place eq_place places joined need c d -> wins move normal d).
Check (High.high_board_outcome : forall place eq_place places, NoDup places -> forall joined need X,
  grundy (High.calm_move place eq_place places joined need) X ->
  forall c, High.high place eq_place places joined need 0 c ->
  right_at (Boards.board_move place eq_place places joined need) normal (fun c => X c =? 0) c).
Check (High.high_board_value : forall place eq_place places, NoDup places -> forall joined need G,
  grundy (Boards.board_move place eq_place places joined need) G ->
  forall X, grundy (High.calm_move place eq_place places joined need) X ->
  forall x c, High.high place eq_place places joined need x c -> (G c = x <-> X c = x)).
(* The board before any move is enough. *)
Check (eq_refl : High.closed = fun place places joined need c u =>
  In u places /\ c u <> 0 /\ ~ Boards.open_by_need place places joined need c u).
Check (eq_refl : High.may_open = fun place places joined need c v u =>
  In v places /\ c v <> 0 /\ Boards.open_by_need place places joined need c v /\
  High.closed place places joined need c u /\ joined u v = true /\
  need u <= length (filter (fun w =>
    joined u w && ((c w =? 0) || High.is_open place places joined need c w)) places)).
Check (High.high_from_start : forall place eq_place places, NoDup places -> forall joined need x c,
  (forall v u, High.may_open place places joined need c v u ->
    (forall w, High.may_open place places joined need c v w -> w = u) /\
    High.open_total place places joined need c + 2 + x <= c u + c v) ->
  High.high place eq_place places joined need x c).
Check (High.high_tree_from_start : forall place eq_place places, NoDup places -> forall parent x c,
  let edge := Boards.edge place eq_place parent in
  let need v := length (filter (edge v) places) - 1 in
  (forall v u, High.may_open place places edge need c v u ->
    High.open_total place places edge need c + 2 + x <= c u + c v) ->
  High.high place eq_place places edge need x c).
(* In graphs and yards a stack of n counts n, or n - 1 beside a closed one. *)
Check (eq_refl : High.counts = fun place places joined c v =>
  let is_open := High.is_open place places joined (fun _ => 1) c in
  if is_open v then
    if existsb (fun u => joined u v && negb (c u =? 0) && negb (is_open u)) places then c v - 1 else c v
  else 0).
Check (eq_refl : High.high_graph = fun place places joined x c =>
  let closed := High.closed place places joined (fun _ => 1) c in
  forall v u, In v places -> c v <> 0 -> Boards.open_by_need place places joined (fun _ => 1) c v ->
  closed u -> joined u v = true ->
  (forall w, closed w -> joined w v = true -> w = u) /\
  High.open_total place places joined (fun _ => 1) c + 2 + x <= c u + c v).
Check (High.high_graph_value : forall place eq_place places, NoDup places -> forall joined G x c,
  grundy (Boards.graph_move place eq_place places joined) G -> High.high_graph place places joined x c ->
  (G c = x <-> nim_sum (map (High.counts place places joined c) places) = x)).
Check (High.high_graph_outcome : forall place eq_place places, NoDup places -> forall joined c,
  High.high_graph place places joined 0 c ->
  right_at (Boards.graph_move place eq_place places joined) normal
    (fun c => nim_sum (map (High.counts place places joined c) places) =? 0) c).

(* In trees the leaves of a closed stack count as Nim in which some must be left: one if the stack has
   one closed neighbour, two if it has none. *)
Check (eq_refl : HighTrees.keeps = fun r b b' => Nim.nim b b' /\
  r <= length (filter (fun x => negb (x =? 0)) b')).
Check (HighTrees.kept_value_is_grundy : forall r, grundy (HighTrees.keeps r) (HighTrees.kept_value r)).
Check (eq_refl : HighTrees.is_closed = fun place eq_place places parent c v =>
  let edge := Boards.edge place eq_place parent in
  negb (c v =? 0) && negb (High.is_open place places edge (fun v => length (filter (edge v) places) - 1) c v)).
Check (eq_refl : HighTrees.counts = fun place eq_place places parent K c u =>
  let edge := Boards.edge place eq_place parent in
  let is_closed := HighTrees.is_closed place eq_place places parent c in
  if is_closed u then
    K (2 - length (filter (fun v => edge u v && is_closed v) places))
      (map c (filter (fun v => edge u v && negb (is_closed v)) places))
  else if existsb (fun w => edge w u && is_closed w) places then 0 else c u).
Check (eq_refl : HighTrees.high_tree = fun place eq_place places parent x c =>
  let edge := Boards.edge place eq_place parent in
  let need v := length (filter (edge v) places) - 1 in
  forall v u, High.may_open place places edge need c v u ->
    High.open_total place places edge need c + 2 + x <= c u + c v).
Check (HighTrees.high_tree_value : forall place eq_place places, NoDup places -> forall parent K,
  (forall r, grundy (HighTrees.keeps r) (K r)) ->
  forall G x c, grundy (Boards.tree_move place eq_place places parent) G ->
  HighTrees.high_tree place eq_place places parent x c ->
  (G c = x <-> nim_sum (map (HighTrees.counts place eq_place places parent K c) places) = x)).
Check (HighTrees.high_tree_outcome : forall place eq_place places, NoDup places -> forall parent K,
  (forall r, grundy (HighTrees.keeps r) (K r)) ->
  forall c, HighTrees.high_tree place eq_place places parent 0 c ->
  right_at (Boards.tree_move place eq_place places parent) normal
    (fun c => nim_sum (map (HighTrees.counts place eq_place places parent K c) places) =? 0) c).

(* ---- docs/theory/boards.md: no coloured board is hot ---- *)
(* Numbers: (Left, k) is 1/2^k, (Right, k) is -1/2^k, and a list is the sum. *)
Check (Cold.number_move_ind : forall who (P : relation (list (player * nat))),
  (forall l k r, P (l ++ (who, k) :: r) (l ++ r)) ->
  (forall l k r, P (l ++ (other who, S k) :: r) (l ++ (other who, k) :: r)) ->
  forall s t, Cold.number_move who s t -> P s t).
Check (eq_refl : Cold.fits = fun n s => Forall (fun m => snd m <= n) s).
(* In units of 1/2^n. *)
Check (eq_refl : Cold.worth = fun n me s => fold_right Z.add 0%Z (map (fun m =>
  let w := (2 ^ Z.of_nat (n - snd m))%Z in
  if match fst m, me with Left, Left | Right, Right => true | _, _ => false end then w else (- w)%Z) s)).
Check (eq_refl : Cold.with_number = fun place eq_place places open who =>
  sum_move (Boards.lower place eq_place places (open who)) (Cold.number_move who)).
Check (eq_refl : @Cold.less = fun A option who => sum_move (option who) (option (other who))).
(* After a move of a player and with the number s, the board is at most itself with any t above s. *)
Check (Cold.a_move_gains_no_number : forall place eq_place places, NoDup places ->
  forall open : player -> (place -> nat) -> place -> Prop,
  (forall who c d v, (forall u, c u = 0 -> d u = 0) -> open who c v -> open who d v) ->
  forall n me c v y s t, In v places -> open me c v -> y < c v ->
  Cold.fits n s -> Cold.fits n t -> (Cold.worth n me s < Cold.worth n me t)%Z ->
  wins_second (Cold.less (Cold.with_number place eq_place places open)) me
    ((c, t), (fun u : place => if eq_place u v : {_} + {_} then y else c u, s))).
(* So the stops are equal. If Left, moving first, wins G + s, her stop is at least -s; if Right wins
   G + t, his stop is at most -t. *)
Check (Cold.no_board_is_hot : forall place eq_place places, NoDup places ->
  forall open : player -> (place -> nat) -> place -> Prop,
  (forall who c d v, (forall u, c u = 0 -> d u = 0) -> open who c v -> open who d v) ->
  forall n c s t, Cold.fits n s -> Cold.fits n t -> (Cold.worth n Left s < Cold.worth n Left t)%Z ->
  let option := Cold.with_number place eq_place places open in
  ~ (wins_first option Left (c, s) /\ wins_first option Right (c, t))).
Check (Cold.no_coloured_board_is_hot : forall place eq_place places, NoDup places ->
  forall home (may_use : player -> relation place) n c s t,
  Cold.fits n s -> Cold.fits n t -> (Cold.worth n Left s < Cold.worth n Left t)%Z ->
  let option := Cold.with_number place eq_place places (Symmetry.drives_to place home may_use) in
  ~ (wins_first option Left (c, s) /\ wins_first option Right (c, t))).
(* A board with a mean is won for the player for whom the mean and a number beside it add up. *)
Check (eq_refl : Cold.has_mean = fun place eq_place places open c m => forall n me s,
  Cold.fits n m -> Cold.fits n s -> (0 < Cold.worth n me m + Cold.worth n me s)%Z ->
  wins_second (Cold.with_number place eq_place places open) me (c, s)).
Check (Cold.mean_from_options : forall place eq_place places, NoDup places ->
  forall open : player -> (place -> nat) -> place -> Prop,
  (forall who c d v, (forall u, c u = 0 -> d u = 0) -> open who c v -> open who d v) ->
  forall c m, (forall me, exists v y, In v places /\ open me c v /\ y < c v /\
    Cold.has_mean place eq_place places open (fun u : place => if eq_place u v : {_} + {_} then y else c u) m) ->
  Cold.has_mean place eq_place places open c m).
Check (Cold.first_beside_the_mean : forall place eq_place places
    (open : player -> (place -> nat) -> place -> Prop) c m n me s,
  Cold.has_mean place eq_place places open c m -> Cold.fits n m -> Cold.fits n s ->
  (Cold.worth n me m + Cold.worth n me s = 0)%Z ->
  (wins_first (Cold.with_number place eq_place places open) me (c, s) <->
   exists c', Boards.lower place eq_place places (open me) c c' /\
     wins_second (Cold.with_number place eq_place places open) me (c', s))).
Check (Means.first_ahead_of_the_mean : forall place eq_place places, NoDup places ->
  forall open : player -> (place -> nat) -> place -> Prop,
  (forall who c d v, (forall u, c u = 0 -> d u = 0) -> open who c v -> open who d v) ->
  forall c m n me s, Cold.has_mean place eq_place places open c m -> Cold.fits n m -> Cold.fits n s ->
  (0 < Cold.worth n me m + Cold.worth n me s)%Z ->
  wins_first (Cold.with_number place eq_place places open) me (c, s)).
(* It is a number if a number beside it decides who wins, as two numbers do. *)
Check (eq_refl : Cold.is_number = fun place eq_place places open c x => forall n me s,
  Cold.fits n x -> Cold.fits n s ->
  let option := Cold.with_number place eq_place places open in
  (wins_second option me (c, s) <-> (0 <= Cold.worth n me x + Cold.worth n me s)%Z) /\
  (wins_first option me (c, s) <-> (0 < Cold.worth n me x + Cold.worth n me s)%Z)).
(* No option reaches x; an option of one of the players does. *)
Check (eq_refl : Means.minus = map (fun m => (other (fst m), snd m))).
Check (eq_refl : Means.in_room = fun place eq_place places open c x => forall me c',
  Boards.lower place eq_place places (open me) c c' ->
  wins_first (Cold.with_number place eq_place places open) (other me) (c', Means.minus x)).
Check (eq_refl : Means.out_of_room = fun place eq_place places open c x => exists who c',
  Boards.lower place eq_place places (open who) c c' /\
  wins_second (Cold.with_number place eq_place places open) who (c', Means.minus x)).
(* There is no room for x + 1/2^q and x - 1/2^q; of integers, for the one that is nearer to 0. *)
Check (eq_refl : Means.simplest = fun place eq_place places open q c x => forall me,
  0 < q \/ (0 < Cold.worth q me x)%Z ->
  Means.out_of_room place eq_place places open c ((other me, q) :: x)).
Check (Means.simplest_number : forall place eq_place places, NoDup places ->
  forall open : player -> (place -> nat) -> place -> Prop,
  (forall who c d v, (forall u, c u = 0 -> d u = 0) -> open who c v -> open who d v) ->
  forall q c x, Cold.fits q x -> Means.in_room place eq_place places open c x ->
  Means.simplest place eq_place places open q c x -> Cold.is_number place eq_place places open c x).
Check (Means.room_for_a_number : forall place eq_place places, NoDup places ->
  forall open : player -> (place -> nat) -> place -> Prop,
  (forall who c d v, (forall u, c u = 0 -> d u = 0) -> open who c v -> open who d v) ->
  (forall who c v, {open who c v} + {~ open who c v}) ->
  forall c q x, Cold.fits q x -> Means.in_room place eq_place places open c x ->
  exists q x, Cold.fits q x /\ Means.in_room place eq_place places open c x /\
    Means.simplest place eq_place places open q c x /\ Cold.is_number place eq_place places open c x).
(* a < x < b: the mean of each option is less than x, for the player who has it. *)
Check (Means.means_leave_room : forall place eq_place places, NoDup places ->
  forall open : player -> (place -> nat) -> place -> Prop,
  (forall who c d v, (forall u, c u = 0 -> d u = 0) -> open who c v -> open who d v) ->
  (forall who c v, {open who c v} + {~ open who c v}) ->
  forall c q x, Cold.fits q x ->
  (forall me c', Boards.lower place eq_place places (open me) c c' -> exists n m, Cold.fits n m /\ Cold.fits n x /\
    Cold.has_mean place eq_place places open c' m /\ (Cold.worth n me m < Cold.worth n me x)%Z) ->
  exists q x, Cold.fits q x /\ Means.in_room place eq_place places open c x /\
    Means.simplest place eq_place places open q c x /\ Cold.is_number place eq_place places open c x).
(* Where green roads lead, which both players may use; where a truck comes once all stacks are gone. *)
Check (Ways.green_ind : forall place home (may_use : player -> relation place) (P : place -> Prop),
  P home ->
  (forall u v, Ways.green place home may_use u -> P u -> may_use Left u v -> may_use Right u v -> P v) ->
  forall v, Ways.green place home may_use v -> P v).
Check (eq_refl : Ways.ever = fun place home may_use who =>
  Symmetry.drives_to place home may_use who (fun _ => 0)).
(* The counters that only one player can ever take, as spare moves. *)
Check (eq_refl : Ways.spare = fun place places (reaches : player -> place -> bool) c =>
  let own who := list_sum (map (fun v =>
    if reaches who v && negb (reaches (other who) v) then c v else 0) places) in
  repeat (Left, 0) (own Left) ++ repeat (Right, 0) (own Right)).
(* If green roads lead to all shared stacks, they are the mean. *)
Check (Ways.common_ways : forall place eq_place places, NoDup places ->
  forall home (may_use : player -> relation place) (reaches : player -> place -> bool),
  (forall who v, reaches who v = true <-> Ways.ever place home may_use who v) ->
  forall c, c home = 0 /\ (forall v, 0 < c v -> In v places) ->
  (forall v, 0 < c v -> Ways.ever place home may_use Left v \/ Ways.ever place home may_use Right v) ->
  (forall v, 0 < c v -> Ways.ever place home may_use Left v -> Ways.ever place home may_use Right v ->
    Ways.green place home may_use v) ->
  Cold.has_mean place eq_place places (Symmetry.drives_to place home may_use) c
    (Ways.spare place places reaches c)).

(* ---- docs/theory/boards.md: the coloured game, bounds ---- *)
(* The counters that the other player can ever take. *)
Check (eq_refl : SpareMoves.reached = fun place places theirs c =>
  list_sum (map (fun v : place => if theirs v then c v else 0) places)).
Check (SpareMoves.spare_moves : forall place eq_place places, NoDup places ->
  forall (open : player -> (place -> nat) -> place -> Prop) me theirs,
  (forall c v, open (other me) c v -> theirs v = true) ->
  forall n c s, Cold.fits n s ->
  let option := Cold.with_number place eq_place places open in
  let t := (2 ^ Z.of_nat n * Z.of_nat (SpareMoves.reached place places theirs c))%Z in
  ((t <= Cold.worth n me s)%Z -> wins_second option me (c, s)) /\
  ((t < Cold.worth n me s)%Z -> wins_first option me (c, s))).
Check (SpareMoves.spare_moves_and_a_pile : forall place eq_place places, NoDup places ->
  forall (open : player -> (place -> nat) -> place -> Prop) me theirs,
  (forall c v, open (other me) c v -> theirs v = true) ->
  forall n c s x, Cold.fits n s -> 0 < x ->
  let option who := sum_move (Cold.with_number place eq_place places open who) (fun x y => y < x) in
  let t := (2 ^ Z.of_nat n * Z.of_nat (SpareMoves.reached place places theirs c))%Z in
  ((t <= Cold.worth n me s)%Z -> wins_first option me ((c, s), x)) /\
  ((t < Cold.worth n me s)%Z -> wins_second option me ((c, s), x))).

(* ---- docs/theory/boards.md: the ring ---- *)
(* The board a=x b=k c=y; *<a a<b b>c *>c. *)
Check (Ring.place_ind : forall P : Ring.place -> Prop,
  P Ring.Home -> P Ring.A -> P Ring.B -> P Ring.C -> forall v, P v).
Check (eq_refl : Ring.stacks = [Ring.A; Ring.B; Ring.C]).
Check (eq_refl : Ring.road = fun who u v => match who, u, v with
  | Left, Ring.Home, Ring.A | Left, Ring.A, Ring.Home | Left, Ring.A, Ring.B | Left, Ring.B, Ring.A => True
  | Right, Ring.Home, Ring.C | Right, Ring.C, Ring.Home | Right, Ring.C, Ring.B | Right, Ring.B, Ring.C => True
  | _, _, _ => False end).
Check (eq_refl : Ring.own = fun who => match who with Left => Ring.A | Right => Ring.C end).
(* s(d) if d >= 0 and who is Left; for Right -s(d). *)
Check (eq_refl : Ring.share = fun who d k =>
  if d =? 0 then [] else if k <? d then repeat (who, 0) (d - k) else [(who, k + 1 - d)]).
(* s(x - y), or 0 if neither is above k. *)
Check (eq_refl : Ring.ring_number = fun x k y =>
  if (x <=? k) && (y <=? k) then [] else Ring.share Left (x - y) k ++ Ring.share Right (y - x) k).
Check (Ring.ring_is_a_number : forall c, c Ring.Home = 0 ->
  let x := c Ring.A in let k := c Ring.B in let y := c Ring.C in
  k < x \/ k < y \/ x = k /\ y = 0 \/ x = 0 /\ y = k ->
  Cold.is_number Ring.place Ring.eq_place Ring.stacks (Symmetry.drives_to Ring.place Ring.Home Ring.road) c
    (Ring.ring_number x k y)).
Check (Ring.ring_of_mean_0 : forall c, c Ring.Home = 0 ->
  let x := c Ring.A in let k := c Ring.B in let y := c Ring.C in
  ~ (k < x \/ k < y \/ x = k /\ y = 0 \/ x = 0 /\ y = k) ->
  let drives := Symmetry.drives_to Ring.place Ring.Home Ring.road in
  Cold.has_mean Ring.place Ring.eq_place Ring.stacks drives c [] /\
  let option := Cold.with_number Ring.place Ring.eq_place Ring.stacks drives in
  forall n me s, Cold.fits n s -> Cold.worth n me s = 0%Z ->
  (wins_second option me (c, s) <-> c (Ring.own me) = 0 /\ 0 < c (Ring.own (other me))) /\
  (wins_first option me (c, s) <-> c (Ring.own me) = 0 \/ 0 < c (Ring.own (other me)))).
Check (Ring.ring_of_one_pile : forall c who d, c Ring.Home = 0 -> c Ring.A = 0 -> c Ring.C = 0 ->
  (Boards.lower Ring.place Ring.eq_place Ring.stacks (Symmetry.drives_to Ring.place Ring.Home Ring.road who) c d <->
   exists k, k < c Ring.B /\
     d = fun u => if Ring.eq_place u Ring.B : {_} + {_} then k else c u)).
Check (Ring.ring_of_a_fraction : forall k,
  Ring.ring_number (S k) k k = [(Left, k)] /\ Ring.ring_number k k (S k) = [(Right, k)]).

(* ---- docs/theory/boards.md: boards side by side at one home, or at two that a green road joins ---- *)
Check (eq_refl : OneHome.roads = fun P Q (home_p : P) (home_q : Q) road_p road_q (who : player) (u v : P + Q) =>
  match u, v with
  | inl u, inl v => road_p who u v
  | inr u, inr v => road_q who u v
  | inl u, inr v | inr v, inl u => u = home_p /\ v = home_q
  end).
Check (eq_refl : OneHome.both = fun P Q (ps : list P) (qs : list Q) => map inl ps ++ map inr qs).
Check (eq_refl : (OneHome.on_p, OneHome.on_q) = (fun P Q c u => c (inl u), fun P Q c u => c (inr u))).
Check (eq_refl : OneHome.homes = fun P Q home_p home_q c => c (inl home_p) = 0 /\ c (inr home_q) = 0).
Check (OneHome.means_add : forall P Q home_p home_q road_p road_q eq_p eq_q ps qs, NoDup ps -> NoDup qs ->
  forall c m k, OneHome.homes P Q home_p home_q c ->
  Cold.has_mean P eq_p ps (Symmetry.drives_to P home_p road_p) (OneHome.on_p P Q c) m ->
  Cold.has_mean Q eq_q qs (Symmetry.drives_to Q home_q road_q) (OneHome.on_q P Q c) k ->
  Cold.has_mean (P + Q) (OneHome.eq_both P Q eq_p eq_q) (OneHome.both P Q ps qs)
    (Symmetry.drives_to (P + Q) (inl home_p) (OneHome.roads P Q home_p home_q road_p road_q)) c (m ++ k)).
Check (OneHome.numbers_add : forall P Q home_p home_q road_p road_q eq_p eq_q ps qs, NoDup ps -> NoDup qs ->
  forall c x y, OneHome.homes P Q home_p home_q c ->
  Cold.is_number P eq_p ps (Symmetry.drives_to P home_p road_p) (OneHome.on_p P Q c) x ->
  Cold.is_number Q eq_q qs (Symmetry.drives_to Q home_q road_q) (OneHome.on_q P Q c) y ->
  Cold.is_number (P + Q) (OneHome.eq_both P Q eq_p eq_q) (OneHome.both P Q ps qs)
    (Symmetry.drives_to (P + Q) (inl home_p) (OneHome.roads P Q home_p home_q road_p road_q)) c (x ++ y)).
(* Every number is the value of a coloured board. *)
Check (OneHome.every_number : forall x, exists (P : Type) (eq_p : forall u v : P, {u = v} + {u <> v}) (ps : list P)
    (home : P) (road : player -> relation P) (c : P -> nat),
  NoDup ps /\ (forall who u v, road who u v -> road who v u) /\ c home = 0 /\ (forall v, 0 < c v -> In v ps) /\
  Cold.is_number P eq_p ps (Symmetry.drives_to P home road) c x).
