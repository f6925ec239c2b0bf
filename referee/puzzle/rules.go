package puzzle

import (
	"context"
	"errors"
	"sync"
	"time"

	"nimatron/games"
	"nimatron/internal/recent"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/solver"
)

// Rules ask puzzles and judge answers.
type Rules struct {
	referee *referee.Referee
	store   Store

	sources map[Kind]Source

	mu    sync.Mutex
	days  recent.Map[ID, Puzzle]
	given []given // the last boards drawn for anybody, the latest last
}

// given is a board that was drawn for a player. Small boards of a game come again and again under other numbers.
type given struct{ player, variant, alike string }

const keptGiven = 1 << 10

// New returns the rules on a store, and registers their hooks with the referee.
func New(r *referee.Referee, store Store) *Rules {
	rules := &Rules{referee: r, store: store, sources: map[Kind]Source{}, days: recent.Map[ID, Puzzle]{Most: keptDays * OfDay}}
	r.Register(referee.Hooks{Sweep: func(ctx context.Context, now time.Time) error {
		_, err := store.AnnouncePuzzle(ctx, now.Format(time.DateOnly), now, referee.SweepLimit) // both use the same day, even if it ends meanwhile
		if soon := now.Add(drawnAhead); err == nil && soon.Day() != now.Day() {
			day := soon.UTC().Format(time.DateOnly)
			for n := range Boards(day) {
				if _, err = rules.DayBoard(ctx, DayID(day, n+1)); err != nil {
					break
				}
			}
		}
		return err
	}})
	return rules
}

// NoPuzzle is the refusal if the catalog lacks the games of daily puzzles.
const NoPuzzle referee.Words = "There is no puzzle today. `/play` starts a match."

// An Exercise is a position in which somebody seeks a decision that wins.
type Exercise struct {
	Variant  *games.Variant
	Position games.Position
	Winning  []games.Move
}

// A Puzzle is an exercise for a player.
type Puzzle struct {
	ID ID
	Exercise
	Grade *Grade
	Set   *Set
	State
	// Instead is true if it comes instead of the one that was asked for, which is done.
	Instead bool
}

// A Source has the puzzles of a kind that are asked one after another.
type Source struct {
	// Open returns the puzzle that a player is to solve now, nil for none. ID names one of that time or before.
	Open func(ctx context.Context, player string, id ID) (*Puzzle, error)
	// Record stores an answer.
	Record func(ctx context.Context, by match.Player, p *Puzzle, a *Answered) error
}

// Add adds a source of puzzles.
func (r *Rules) Add(kind Kind, s Source) { r.sources[kind] = s }

// Daily reports whether it is a puzzle of the day.
func (p *Puzzle) Daily() bool { return p.ID.Kind == Daily }

// Chosen reports whether people have chosen the position, or reached it by their moves.
func (id ID) Chosen() bool { return id.Kind == FromSet || id.Kind == FromMatch }

// Bounds on puzzles.
const (
	mostSolutions = 2
	fewestOptions = 5
	lostMatches   = 20

	puzzleDeviation = 80

	// drawnAhead is how long before its day a puzzle is drawn. keptDays bounds the days that are
	// remembered.
	drawnAhead = time.Hour
	keptDays   = 8
	drawWork   = solver.VerdictWork
)

func (r *Rules) puzzleOf(ctx context.Context, v *games.Variant, p games.Position) (*Puzzle, bool) {
	winning, complete, err := r.referee.Solver().Winning(ctx, v, p, mostSolutions+1)
	if err != nil || !complete || len(winning) == 0 || len(winning) > mostSolutions {
		return nil, false
	}
	if !games.HasMoreOptions(p, fewestOptions-1) {
		return nil, false
	}
	return &Puzzle{Exercise: Exercise{v, p, winning}}, true
}

// OwnPuzzle returns, as a puzzle, the newest mistake in the player's lost matches that they have neither
// solved nor given up; nil for none.
func (r *Rules) OwnPuzzle(ctx context.Context, player string) (*Puzzle, error) {
	matches, err := r.store.LostBy(ctx, player, lostMatches)
	if err != nil {
		return nil, err
	}
	for _, m := range matches {
		g, err := r.referee.Load(m)
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

func (r *Rules) mistakePuzzle(ctx context.Context, g *referee.Game, player string) (*Puzzle, error) {
	seat, ok := g.SeatOf(player)
	if !ok {
		return nil, nil
	}
	review, err := r.referee.Review(ctx, g)
	if err != nil {
		return nil, err
	}
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

// puzzleFromMatch returns the position before a decision, counted from 1, as a puzzle; ok is false
// if it is not suitable.
func (r *Rules) puzzleFromMatch(ctx context.Context, g *referee.Game, number int) (posed *Puzzle, ok bool) {
	for n, p := range g.Play.Positions() {
		if n != number-1 {
			continue
		}
		if posed, ok = r.puzzleOf(ctx, g.Play.Variant(), p); ok {
			posed.ID = ID{Kind: FromMatch, Match: g.ID, Number: number}
		}
		return posed, ok
	}
	return nil, false
}

func (r *Rules) loadAttempts(ctx context.Context, p *Puzzle, player string) error {
	states, err := r.store.PuzzleStates(ctx, player, p.ID)
	if err == nil {
		p.State = states[0]
	}
	return err
}

// AskPuzzle records that a player is asked a puzzle in a channel, so that their next answer belongs
// to it.
func (r *Rules) AskPuzzle(ctx context.Context, channel string, by match.Player, p *Puzzle) error {
	return r.store.AskPuzzle(ctx, by, Asked{Puzzle: p.ID, Channel: channel, At: r.referee.Now()})
}

// Asked says which puzzle a player was asked last, and where.
func (r *Rules) Asked(ctx context.Context, player string) (asked Asked, err error) {
	if asked, err = r.store.AskedPuzzle(ctx, player); errors.Is(err, match.ErrNotFound) {
		err = nil
	}
	return asked, err
}

// AskedPuzzle returns the puzzle that a player was asked last, nil for none.
func (r *Rules) AskedPuzzle(ctx context.Context, player string) (*Puzzle, error) {
	asked, err := r.Asked(ctx, player)
	if err != nil {
		return nil, err
	}
	return r.Puzzle(ctx, asked.Puzzle, player)
}

// Leave records that a player has turned from a puzzle to their match in the channel. The puzzle stays open, but no
// longer belongs to the channel.
func (r *Rules) Leave(ctx context.Context, channel string, by match.Player) error {
	asked, err := r.Asked(ctx, by.ID)
	if err != nil || asked.Puzzle == (ID{}) || asked.Channel != channel {
		return err
	}
	asked.Channel = ""
	return r.store.AskPuzzle(ctx, by, asked)
}

// Puzzle returns the puzzle with an ID, with the player's tries. It is nil if there is none for
// that player: the match or the game is gone, the match is still running or was played by others,
// or the day has not come. Puzzles of a set are only for its class. Another one comes [Puzzle.Instead] of what is done.
func (r *Rules) Puzzle(ctx context.Context, id ID, player string) (*Puzzle, error) {
	if of, ok := r.sources[id.Kind]; ok {
		p, err := of.Open(ctx, player, id)
		if p != nil {
			p.Instead = p.ID != id
		}
		return p, err
	}
	var posed *Puzzle
	switch id.Kind {
	case Daily:
		day, err := time.Parse(time.DateOnly, id.Day)
		if err != nil || day.After(r.referee.Now()) {
			return nil, nil
		}
		if id.Board() > Boards(id.Day) {
			return nil, nil
		}
		if posed, err = r.DayBoard(ctx, id); err != nil {
			return nil, err
		}
	case Drawn:
		var err error
		if posed, _, err = r.drawnPuzzle(ctx, id); err != nil {
			return nil, err
		}
	case FromSet:
		var err error
		if posed, err = r.puzzleOfSet(ctx, id, player); err != nil {
			return nil, err
		}
	case FromMatch:
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
		g, err := r.referee.Load(m)
		if err != nil {
			return nil, err
		}
		posed, _ = r.puzzleFromMatch(ctx, g, id.Number)
	}
	if posed == nil {
		return nil, nil
	}
	return posed, r.loadAttempts(ctx, posed, player)
}

// UntilRated is the number of answers before a puzzle rating is shown.
const UntilRated = 10

// Record sums up a player's puzzles.
type Record struct {
	Streak int
	Rating match.Rating
}

// PuzzleRecord returns the record of a player.
func (r *Rules) PuzzleRecord(ctx context.Context, player string) (record Record, err error) {
	if record.Streak, err = r.store.PuzzleStreak(ctx, player, r.Today()); err != nil {
		return record, err
	}
	record.Rating, err = r.store.PuzzleRating(ctx, player)
	record.Rating = record.Rating.AsOf(r.referee.Now())
	return record, err
}
