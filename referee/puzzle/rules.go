package puzzle

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/spoken"
	"nimatron/internal/recent"
	"nimatron/match"
	"nimatron/match/rating"
	"nimatron/referee"
	"nimatron/solver"
	"nimatron/solver/theory"
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
	rules := &Rules{referee: r, store: store, sources: map[Kind]Source{}}
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

// DailyPuzzle returns the first of today's boards, the same for all, that the player has not closed, else the last. The
// error is a *Refusal with NoPuzzle if the catalog has no such game.
func (r *Rules) DailyPuzzle(ctx context.Context, player string) (p *Puzzle, err error) {
	for n := range Boards(r.Today()) {
		if p, err = r.puzzleOfDay(ctx, DayID(r.Today(), n+1), player); err != nil || !p.Closed() {
			break
		}
	}
	return p, err
}

// DayID is the ID of a board of a day, from 1 to Boards.
func DayID(day string, board int) ID {
	if board == 1 {
		board = 0
	}
	return ID{Kind: Daily, Day: day, Number: board}
}

// Day returns a player's states of the boards of a day.
func (r *Rules) Day(ctx context.Context, player, day string) (states []State, err error) {
	for n := range Boards(day) {
		state, err := r.store.PuzzleState(ctx, player, DayID(day, n+1))
		if err != nil {
			return nil, err
		}
		states = append(states, state)
	}
	return states, nil
}

func (r *Rules) puzzleOfDay(ctx context.Context, id ID, player string) (*Puzzle, error) {
	p, err := r.DayBoard(ctx, id)
	if err != nil {
		return nil, err
	}
	return p, r.loadAttempts(ctx, p, player)
}

// DayBoard returns a board of a day. It is drawn once.
func (r *Rules) DayBoard(ctx context.Context, id ID) (*Puzzle, error) {
	r.mu.Lock()
	p, drawn := r.days.Get(id)
	r.mu.Unlock()
	if drawn {
		return &p, nil
	}
	ctx, done := theory.Ask(ctx, drawWork)
	defer done()
	at, err := time.Parse(time.DateOnly, id.Day)
	if err != nil {
		return nil, err
	}
	day, of := at.Unix()/(24*60*60), dailies[at.Weekday()]
	if Boards(id.Day) > 1 {
		of = dailies[rising[day%2][id.board()-1]]
	}
	draw := referee.RandomAt(uint64(day), id.board()-1)
	for range mostDailyDraws {
		board := of.boards[draw.IntN(len(of.boards))]
		v, err := r.referee.Catalog().Find(board.variant)
		if err != nil {
			continue
		}
		p, err := v.Parse(board.draw(draw), games.Left)
		if err != nil {
			return nil, err
		}
		if of, ok := p.(*depotnim.Position); ok && board.raised {
			p = of.Raised()
		}
		posed, ok := r.puzzleOf(ctx, v, p)
		if ok {
			ok, err = r.fits(ctx, of, posed)
		}
		// A day has one puzzle: the board after one that the clock cut short must not take its place.
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if ok && err == nil {
			posed.ID = id
			r.mu.Lock()
			defer r.mu.Unlock()
			r.days.Most = keptDays * OfDay
			r.days.Put(id, *posed)
			return posed, nil
		}
	}
	return nil, &referee.Refusal{Words: NoPuzzle}
}

// DayIsOver reports whether the day of a daily puzzle is over: answers no longer count.
func (r *Rules) DayIsOver(p *Puzzle) bool { return p.Daily() && p.ID.Day < r.Today() }

// Today is the day of the daily puzzle, in UTC.
func (r *Rules) Today() string { return r.referee.Now().UTC().Format(time.DateOnly) }

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

func (r *Rules) loadAttempts(ctx context.Context, p *Puzzle, player string) (err error) {
	p.State, err = r.store.PuzzleState(ctx, player, p.ID)
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
		if id.board() > Boards(id.Day) {
			return nil, nil
		}
		return r.puzzleOfDay(ctx, id, player)
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

// Answered is the result of an answer to a puzzle.
type Answered struct {
	Decision referee.Decision
	// Right is true if the decision wins. Reason then explains it, also for a player who gave up.
	// After a wrong decision Reason explains why the player is lost at their next turn; it has no
	// Justification if there is none.
	Right  bool
	Reason solver.Reason
	// Refutation is the line after a wrong decision: that decision and perfect play by both sides,
	// up to longestLine decisions. Over is true if it reaches the end.
	Refutation []referee.Decision
	Over       bool
	// Answered is the number of decisions of Refutation until the player decides again: the wrong
	// one, and mostly one answer.
	Answered int
	// Rating is the change of the player's puzzle rating, nil for none. Only the first answer to a puzzle
	// drawn for the player counts, and only if it was the last one asked.
	Rating *match.RatingChange
	// Helped means that the answer is recorded as giving up, or in a set as a second try, because
	// the player got an answer about a chosen position since the puzzle was posed.
	Helped bool
	// Late means that nothing is recorded, because the day of the puzzle is over.
	Late bool
	// Again is the day on which a drilled rule is repeated, "" for one that is not learnt yet or not repeated.
	Again string
}

// Any game of a lesson ends within longestLesson decisions.
const (
	longestLine   = 12
	longestLesson = 100
)

// Answer tries a decision as the solution of a puzzle and records it for a room's counts. The error
// is a *games.IllegalMove for an illegal decision, which is not recorded.
func (r *Rules) Answer(ctx context.Context, room string, by match.Player, p *Puzzle, text string) (*Answered, error) {
	a, err := p.Answer(text)
	if err != nil {
		return nil, err
	}
	if a.Right {
		a.Reason, err = r.referee.Solver().ExplainMove(ctx, p.Variant, p.Position, a.Decision.Step.Move)
	} else {
		err = r.refuted(ctx, p, a)
	}
	if err != nil {
		return nil, err
	}
	if of, ok := r.sources[p.ID.Kind]; ok {
		return a, of.Record(ctx, by, p, a)
	}
	return a, r.recordTry(ctx, Try{Player: by, Room: room, Solved: a.Right}, p, a)
}

// GiveUp shows a player the solution, and closes the puzzle for them. It counts as a wrong answer.
func (r *Rules) GiveUp(ctx context.Context, room string, by match.Player, p *Puzzle) (*Answered, error) {
	reason, err := r.Solution(ctx, p)
	if err != nil {
		return nil, err
	}
	a := &Answered{Reason: reason}
	return a, r.recordTry(ctx, Try{Player: by, Room: room, GaveUp: true}, p, a)
}

// Answer plays a decision and compares it with the winning ones.
func (e *Exercise) Answer(text string) (*Answered, error) {
	move, err := spoken.Read(e.Variant, e.Position, text)
	if err != nil {
		return nil, err
	}
	after, err := e.Position.Play(move)
	if err != nil {
		return nil, err
	}
	return &Answered{
		Decision: referee.Decision{Turn: e.Position.Turn(), Step: games.Step{Move: move, Position: after}},
		Right:    slices.Contains(e.Winning, move),
	}, nil
}

// Refutation plays a wrong answer out, up to most decisions.
func (r *Rules) Refutation(ctx context.Context, a *Answered, v *games.Variant, most int) error {
	rest, over, err := r.perfectLine(ctx, v, a.Decision.Step.Position, most-1)
	a.Refutation, a.Over = append([]referee.Decision{a.Decision}, rest...), over
	a.Answered = len(a.Refutation)
	for i, d := range a.Refutation {
		if p := d.Step.Position; games.Over(p) || p.Turn().Actor == a.Decision.Turn.Actor {
			a.Answered = i + 1
			break
		}
	}
	return err
}

// refuted is Refutation for a puzzle. Without a lesson's rule the loss needs a reason.
func (r *Rules) refuted(ctx context.Context, p *Puzzle, a *Answered) error {
	most := longestLine
	if p.ID.Lesson != "" {
		most = longestLesson
	}
	if err := r.Refutation(ctx, a, p.Variant, most); err != nil {
		return err
	}
	lost := a.Refutation[a.Answered-1].Step.Position
	if p.ID.Lesson != "" || games.Over(lost) || lost.Turn().Actor != a.Decision.Turn.Actor {
		return nil
	}
	var err error
	a.Reason, err = r.referee.Solver().Explain(ctx, p.Variant, lost)
	return err
}

// Refute plays a wrong answer of the player out again. It is nil if they have not tried the puzzle
// on its day, or if the answer is right. The errors are those of Answer.
func (r *Rules) Refute(ctx context.Context, p *Puzzle, text string) (*Answered, error) {
	if p.ID.Kind != FromLesson && p.Tries == 0 && !r.DayIsOver(p) {
		return nil, nil
	}
	a, err := p.Answer(text)
	if err != nil || a.Right {
		return nil, err
	}
	return a, r.refuted(ctx, p, a)
}

// Solution explains the first winning decision.
func (r *Rules) Solution(ctx context.Context, p *Puzzle) (solver.Reason, error) {
	return r.referee.Solver().ExplainMove(ctx, p.Variant, p.Position, p.Winning[0])
}

// recordTry stores an answer and, if it is the first to a puzzle drawn for the player, the change of their
// puzzle rating. The store knows whether it is the first: another answer may have come meanwhile.
func (r *Rules) recordTry(ctx context.Context, try Try, p *Puzzle, a *Answered) error {
	// The solution is public, and an old message must not extend a streak.
	if a.Late = r.DayIsOver(p); a.Late {
		return nil
	}
	try.Puzzle, try.Variant = p.ID, p.Variant.ID
	asked, err := r.Asked(ctx, try.Player.ID)
	if err != nil {
		return err
	}
	helped, err := r.helped(ctx, try.Player.ID, p, asked)
	if err != nil {
		return err
	}
	if a.Helped = helped && try.Solved; a.Helped {
		if p.Set == nil {
			try.Solved, try.GaveUp = false, true
		} else { // homework may be done after the day, but not on the first try
			first := try
			first.Solved, first.At = false, r.referee.Now()
			if _, _, err := r.store.RecordTry(ctx, first); err != nil {
				return err
			}
		}
	}
	// A puzzle that was not the last one asked may have been looked up.
	rated := p.Grade != nil && p.Tries == 0 && asked.Puzzle == p.ID
	for range referee.Attempts {
		now := r.referee.Now()
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
			posed := rating.Rating{Value: p.Grade.Points(), Deviation: puzzleDeviation, Volatility: rating.StartVolatility}
			after := before.Strength(now).After([]rating.Game{{Opponent: posed, Score: points}})
			change := before.Change(try.Player.ID, Ladder, after, points, now)
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
	return &referee.Refusal{Words: referee.Busy}
}

// Helped reports whether a player got an answer about a chosen position since an open puzzle was posed.
// The puzzle of the day is public, so it is posed when its day begins, and one of a set with the set.
func (r *Rules) Helped(ctx context.Context, player string, p *Puzzle) (bool, error) {
	asked, err := r.Asked(ctx, player)
	if err != nil {
		return false, err
	}
	return r.helped(ctx, player, p, asked)
}

func (r *Rules) helped(ctx context.Context, player string, p *Puzzle, asked Asked) (bool, error) {
	if p.Closed() || p.Set != nil && p.Tries > 0 {
		return false, nil
	}
	var posed time.Time // zero if another puzzle was asked since
	switch {
	case p.Daily():
		posed = r.referee.Now().Truncate(24 * time.Hour)
	case p.Set != nil:
		posed = p.Set.Made
	case asked.Puzzle == p.ID:
		posed = asked.Posed
	}
	last, err := r.store.LastAdvice(ctx, player)
	return !last.IsZero() && !last.Before(posed), err
}

// perfectLine plays on with the perfect level on both sides, up to most decisions; over is true at
// the end of the game.
func (r *Rules) perfectLine(ctx context.Context, v *games.Variant, p games.Position, most int) (line []referee.Decision, over bool, err error) {
	for len(line) < most {
		if games.Over(p) {
			return line, true, nil
		}
		// Perfect play needs no random numbers.
		step, err := r.referee.Solver().Choose(ctx, v, p, 0, referee.RandomAt(0, 0))
		if err != nil {
			return line, false, err
		}
		line = append(line, referee.Decision{Turn: p.Turn(), Step: step.Step})
		p = step.Position
	}
	return line, games.Over(p), nil
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

// Bounds on a puzzle that is found by eye.
const (
	eyeOptions   = 10
	eyeDecisions = 5 // until the player wins against the longest defence: three of them are the player's
	eyePositions = 20_000
)

// ByEye reports whether a puzzle can be found by eye: it has few decisions, and the win is near but not
// immediate. The rules alone decide that.
func (p *Puzzle) ByEye() bool {
	found, _ := byEye(p.Variant, p.Position)
	return found
}

// byEye also returns the number of positions that it looked at.
func byEye(v *games.Variant, p games.Position) (found bool, seen uint64) {
	if games.HasMoreOptions(p, eyeOptions) {
		return false, eyeOptions
	}
	n := near{variant: v, actor: p.Turn().Actor, known: map[ahead]bool{}, left: eyePositions}
	found = !n.wins(p, 1) && n.wins(p, eyeDecisions) && n.left > 0
	return found, uint64(eyePositions - n.left)
}

type near struct {
	variant *games.Variant
	actor   games.Side
	known   map[ahead]bool
	left    int
}

type ahead struct {
	board     string
	turn      games.Turn
	decisions int
}

func (n *near) wins(p games.Position, decisions int) bool {
	if winner, over := n.variant.Winner(p); over || decisions == 0 {
		return over && winner == n.actor
	}
	ask := ahead{p.String(), p.Turn(), decisions}
	if won, known := n.known[ask]; known {
		return won
	}
	hurries, seen := p.Turn().Actor == n.actor, 0
	won := !hurries
	for step := range p.Options() {
		if seen++; seen > decisions*eyeOptions || n.left == 0 {
			return false
		}
		n.left--
		if n.wins(step.Position, decisions-1) == hurries {
			won = hurries
			break
		}
	}
	n.known[ask] = won
	return won
}
