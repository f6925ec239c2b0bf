package referee

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/match/rating"
	"nimatron/solver"
)

// Puzzle is a position to win from, in which one or two decisions win; in one of a set up to
// MostSetWins.
type Puzzle struct {
	ID       match.PuzzleID
	Variant  *games.Variant
	Position games.Position
	// Winning are the decisions that win.
	Winning []games.Move
	// Grade is how hard a puzzle is that was drawn for a player; others have none.
	Grade *Grade
	// Set is the set that it is from, nil for none.
	Set *match.PuzzleSet
	match.PuzzleState
}

// Daily reports whether it is the puzzle of a day.
func (p *Puzzle) Daily() bool { return p.ID.Kind == match.DailyPuzzle }

// Bounds on puzzles.
const (
	mostSolutions = 2  // winning decisions
	fewestOptions = 5  // legal decisions
	lostMatches   = 20 // that are searched for a player's own mistakes
)

// puzzleOf returns a position as a puzzle; ok is false if it is not fit to be one.
func (r *Referee) puzzleOf(ctx context.Context, v *games.Variant, p games.Position) (*Puzzle, bool) {
	winning, complete, err := r.solver.Winning(ctx, v, p, mostSolutions+1)
	if err != nil || !complete || len(winning) == 0 || len(winning) > mostSolutions {
		return nil, false
	}
	if !games.HasMoreOptions(p, fewestOptions-1) {
		return nil, false
	}
	return &Puzzle{Variant: v, Position: p, Winning: winning}, true
}

// DailyPuzzle returns the puzzle of today, the same for all, as the player with
// that id has it. The error is a *Refusal with NoPuzzle where the catalog has none of
// the games that daily puzzles are from.
func (r *Referee) DailyPuzzle(ctx context.Context, player string) (*Puzzle, error) {
	return r.puzzleOfDay(ctx, r.now(), player)
}

func (r *Referee) puzzleOfDay(ctx context.Context, at time.Time, player string) (*Puzzle, error) {
	at = at.UTC()
	of := daily{boards: oldDailies[:]}
	if !at.Before(weeklyFrom) {
		of = dailies[at.Weekday()]
	}
	draw := randomAt(uint64(at.Unix()/(24*60*60)), 0)
	for range mostDailyDraws {
		board := of.boards[draw.IntN(len(of.boards))]
		v, err := r.catalog.Find(board.variant)
		if err != nil {
			continue
		}
		p, err := v.Parse(board.draw(draw), games.Left)
		if err != nil {
			return nil, err
		}
		puzzle, ok := r.puzzleOf(ctx, v, p)
		if ok && of.fits != nil {
			ok, err = of.fits(ctx, r, puzzle)
		}
		// Out of time, a board must not make way for the next: a day has one puzzle.
		if err = cmp.Or(ctx.Err(), err); err != nil {
			return nil, err
		}
		if ok {
			puzzle.ID = match.PuzzleID{Kind: match.DailyPuzzle, Day: at.Format(time.DateOnly)}
			return puzzle, r.loadAttempts(ctx, puzzle, player)
		}
	}
	return nil, &Refusal{Code: NoPuzzle}
}

// DayIsOver reports whether the puzzle is of a day that is over: then nothing counts any more.
func (r *Referee) DayIsOver(p *Puzzle) bool { return p.Daily() && p.ID.Day < r.Today() }

// Today is the day of the daily puzzle, in UTC.
func (r *Referee) Today() string { return r.now().UTC().Format(time.DateOnly) }

// OwnPuzzle returns a position from the player's last lost matches in which they
// let a win slip and which they have neither solved nor given up since, the newest first; nil
// if there is none.
func (r *Referee) OwnPuzzle(ctx context.Context, player string) (*Puzzle, error) {
	matches, err := r.store.LostBy(ctx, player, lostMatches)
	if err != nil {
		return nil, err
	}
	for _, m := range matches {
		g, err := r.load(m)
		if err != nil {
			return nil, err
		}
		puzzle, err := r.mistakePuzzle(ctx, g, player)
		if err != nil || puzzle != nil {
			return puzzle, err
		}
	}
	return nil, nil
}

// mistakePuzzle returns the last mistake of a player in a match that they have not closed
// since, nil for none.
func (r *Referee) mistakePuzzle(ctx context.Context, g *Game, player string) (*Puzzle, error) {
	seat, ok := g.SeatOf(player)
	if !ok {
		return nil, nil
	}
	review := r.Review(ctx, g)
	for i := len(review.Decisions) - 1; i >= 0; i-- {
		d := review.Decisions[i]
		if !d.LetGo() || d.Position.Turn().Actor != seat {
			continue
		}
		puzzle, ok := r.puzzleFromMatch(ctx, g, i+1)
		if !ok {
			continue
		}
		if err := r.loadAttempts(ctx, puzzle, player); err != nil {
			return nil, err
		}
		if !puzzle.Closed() {
			return puzzle, nil
		}
	}
	return nil, nil
}

// puzzleFromMatch returns the position before a decision of a match, counted from 1, as
// a puzzle; ok is false if it makes none.
func (r *Referee) puzzleFromMatch(ctx context.Context, g *Game, number int) (puzzle *Puzzle, ok bool) {
	for n, p := range g.Play.Positions() {
		if n != number-1 {
			continue
		}
		if puzzle, ok = r.puzzleOf(ctx, g.Play.Variant(), p); ok {
			puzzle.ID = match.PuzzleID{Kind: match.MatchPuzzle, Match: g.ID, Number: number}
		}
		return puzzle, ok
	}
	return nil, false
}

// loadAttempts fills in how far the player has come with a puzzle.
func (r *Referee) loadAttempts(ctx context.Context, p *Puzzle, player string) (err error) {
	p.PuzzleState, err = r.store.PuzzleState(ctx, player, p.ID)
	return err
}

// AskPuzzle notes that a player is asked a puzzle now in a channel, to which an answer then
// belongs.
func (r *Referee) AskPuzzle(ctx context.Context, channel string, by match.Player, p *Puzzle) error {
	return r.store.AskPuzzle(ctx, by, match.Asked{Puzzle: p.ID, Channel: channel, At: r.now()})
}

// AskedPuzzle returns the puzzle that a player was asked last, nil for none.
func (r *Referee) AskedPuzzle(ctx context.Context, player string) (*Puzzle, error) {
	asked, err := r.store.AskedPuzzle(ctx, player)
	if errors.Is(err, match.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return r.Puzzle(ctx, asked.Puzzle, player)
}

// Puzzle returns the puzzle with an ID as a player has it. It is nil where there is none for
// that player: the match or the game is gone, the match goes on or was played by others, or the
// day has not come. Of a set there is one for its class alone.
func (r *Referee) Puzzle(ctx context.Context, id match.PuzzleID, player string) (*Puzzle, error) {
	var puzzle *Puzzle
	switch id.Kind {
	case match.DailyPuzzle:
		day, err := time.Parse(time.DateOnly, id.Day)
		if err != nil || day.After(r.now()) {
			return nil, nil
		}
		return r.puzzleOfDay(ctx, day, player)
	case match.DrawnPuzzle:
		puzzle = r.drawnPuzzle(ctx, id)
	case match.ChosenPuzzle:
		var err error
		if puzzle, err = r.puzzleOfSet(ctx, id, player); err != nil {
			return nil, err
		}
	case match.MatchPuzzle:
		m, err := r.store.MatchByID(ctx, id.Match)
		if errors.Is(err, match.ErrNotFound) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		if _, plays := m.SeatOf(player); !plays || !m.Finished() {
			return nil, nil
		}
		g, err := r.load(m)
		if err != nil {
			return nil, err
		}
		puzzle, _ = r.puzzleFromMatch(ctx, g, id.Number)
	}
	if puzzle == nil {
		return nil, nil
	}
	return puzzle, r.loadAttempts(ctx, puzzle, player)
}

// Answered is what came of an answer to a puzzle.
type Answered struct {
	// Decision is the answer.
	Decision Decision
	// Right says whether the decision wins. Then Reason says why, as it does where the
	// player gave up. After a wrong one it says why the player has lost when it is for them to
	// decide again; it has no Justification where that does not come.
	Right  bool
	Reason solver.Reason
	// Refutation is how a wrong decision loses: that decision, and what follows with
	// both sides playing as the perfect level does, to the end or to the first
	// longestLine decisions. Over says that the end is reached.
	Refutation []Decision
	Over       bool
	// Answered is how many decisions of Refutation it takes until the player decides again: the
	// wrong one, and mostly one answer.
	Answered int
	// Why is why the wrong decision loses, by the answer of the refutation; nil where it ends
	// the game, or nobody could say it in time.
	Why *solver.Refutation
	// Rating is what the answer has changed, nil for nothing: only the first answer to
	// a puzzle that was drawn for the player counts, if no other was asked since.
	Rating *match.RatingChange
	// Late says that nothing is noted: the day of the puzzle is over.
	Late bool
}

// longestLine is how many decisions are shown of how a wrong one loses.
const longestLine = 12

// Answer tries a decision as the solution of a puzzle and notes it, for the counts of a room.
// The error is a *games.IllegalMove for what is no decision there, which is not noted.
func (r *Referee) Answer(ctx context.Context, room string, by match.Player, p *Puzzle, text string) (*Answered, error) {
	a, after, err := try(p.Position, p.Winning, text)
	if err != nil {
		return nil, err
	}
	if err := r.noteTry(ctx, match.Try{Player: by, Room: room, Solved: a.Right}, p, a); err != nil {
		return nil, err
	}
	if a.Right {
		a.Reason, err = r.solver.ExplainMove(ctx, p.Variant, p.Position, a.Decision.Step.Move)
		return a, err
	}
	return a, r.refute(ctx, a, p.Variant, after, longestLine)
}

// GiveUp shows a player the solution of a puzzle, which they can't find any more then. It
// counts as a wrong answer does.
func (r *Referee) GiveUp(ctx context.Context, room string, by match.Player, p *Puzzle) (*Answered, error) {
	a := &Answered{}
	if err := r.noteTry(ctx, match.Try{Player: by, Room: room, GaveUp: true}, p, a); err != nil {
		return nil, err
	}
	var err error
	a.Reason, err = r.Solution(ctx, p)
	return a, err
}

// try reads and plays a decision, where the winning ones are known.
func try(p games.Position, winning []games.Move, text string) (a *Answered, after games.Position, err error) {
	move, err := p.Read(text)
	if err != nil {
		return nil, nil, err
	}
	if after, err = p.Play(move); err != nil {
		return nil, nil, err
	}
	return &Answered{
		Decision: Decision{Turn: p.Turn(), Step: games.Step{Move: move, Position: after}},
		Right:    slices.Contains(winning, move),
	}, after, nil
}

// refute shows how a wrong answer loses, in so many decisions at most.
func (r *Referee) refute(ctx context.Context, a *Answered, v *games.Variant, after games.Position, most int) error {
	rest, over, err := r.perfectLine(ctx, v, after, most-1)
	a.Refutation, a.Over = append([]Decision{a.Decision}, rest...), over
	if err != nil {
		return err
	}
	for i, d := range a.Refutation {
		lost := d.Step.Position
		if a.Answered = i + 1; games.Over(lost) {
			break
		}
		if lost.Turn().Actor == a.Decision.Turn.Actor {
			if a.Reason, err = r.solver.Explain(ctx, v, lost); err != nil {
				return err
			}
			break
		}
	}
	if len(rest) == 0 {
		return nil
	}
	answer := rest[0].Step.Move
	if after.Turn().Actor == a.Decision.Turn.Actor { // no answer, but a lost decision more
		answer = games.Move{}
	}
	if why, err := r.solver.Refute(ctx, v, a.Decision.Step.Move, after, answer); err == nil {
		a.Why = why
	}
	return nil
}

// Refute plays out a wrong answer again that the player has given to a puzzle. It is nil where
// they have not tried the puzzle while that counts, or where the answer is right. Errors are as those of Answer.
func (r *Referee) Refute(ctx context.Context, p *Puzzle, text string) (*Answered, error) {
	if p.Tries == 0 && !r.DayIsOver(p) {
		return nil, nil
	}
	a, after, err := try(p.Position, p.Winning, text)
	if err != nil || a.Right {
		return nil, err
	}
	return a, r.refute(ctx, a, p.Variant, after, longestLine)
}

// Solution returns why the first decision that wins does.
func (r *Referee) Solution(ctx context.Context, p *Puzzle) (solver.Reason, error) {
	return r.solver.ExplainMove(ctx, p.Variant, p.Position, p.Winning[0])
}

// noteTry stores an answer and, where it is the first to a puzzle that was drawn for the
// player, what it does to the player's rating in puzzles. The store says whether it is the
// first: the same player may have answered elsewhere since the puzzle was read.
func (r *Referee) noteTry(ctx context.Context, try match.Try, p *Puzzle, a *Answered) error {
	// Its solution is public then, and an old message is no way to fill in a streak.
	if a.Late = r.DayIsOver(p); a.Late {
		return nil
	}
	try.Puzzle, try.Variant, try.Family = p.ID, p.Variant.ID, p.Variant.Family.ID
	rated := false
	if p.Grade != nil && p.Tries == 0 {
		// What a player was not asked, or not last, they may have from others or have looked up.
		asked, err := r.store.AskedPuzzle(ctx, try.Player.ID)
		if err != nil && !errors.Is(err, match.ErrNotFound) {
			return err
		}
		rated = asked.Puzzle == p.ID
	}
	for range attempts {
		now := r.now()
		try.At, try.Rating = now, nil
		if rated {
			before, err := r.store.PuzzleRating(ctx, try.Player.ID)
			if err != nil {
				return err
			}
			points := 0.0
			if try.Solved {
				points = 1
			}
			after := before.Strength(now).After([]rating.Game{{Opponent: p.Grade.Rating(), Score: points}})
			change := before.Change(try.Player.ID, match.PuzzleLadder, after, points, now)
			try.Rating = &change
		}
		_, stored, err := r.store.RecordTry(ctx, try)
		if errors.Is(err, match.ErrStale) {
			continue
		}
		if err != nil {
			return err
		}
		if stored {
			a.Rating = try.Rating
		}
		return r.loadAttempts(ctx, p, try.Player.ID)
	}
	return &Refusal{Code: Busy}
}

// perfectLine plays on from a position as the perfect level does on both sides, to the
// end or for so many decisions; over says that the end is reached.
func (r *Referee) perfectLine(ctx context.Context, v *games.Variant, p games.Position, most int) (line []Decision, over bool, err error) {
	for len(line) < most {
		if games.Over(p) {
			return line, true, nil
		}
		// Without errors nothing is drawn at random.
		step, err := r.solver.Choose(ctx, v, p, 0, randomAt(0, 0))
		if err != nil {
			return line, false, err
		}
		line = append(line, Decision{Turn: p.Turn(), Step: step.Step})
		p = step.Position
	}
	return line, games.Over(p), nil
}

// PuzzlesUntilRated is how many answers to drawn puzzles it takes until a rating in puzzles says
// something, and is shown.
const PuzzlesUntilRated = 10

// PuzzleRecord is what a player has made of puzzles.
type PuzzleRecord struct {
	Streak int          // on how many days in a row the daily puzzle was solved
	Rating match.Rating // of puzzles drawn for the player; zero Games for none
}

// PuzzleRecord returns what a player has made of puzzles.
func (r *Referee) PuzzleRecord(ctx context.Context, player string) (record PuzzleRecord, err error) {
	if record.Streak, err = r.store.PuzzleStreak(ctx, player, r.Today()); err != nil {
		return record, err
	}
	record.Rating, err = r.store.PuzzleRating(ctx, player)
	return record, err
}
