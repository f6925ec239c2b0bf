package race

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"nimatron/games"
	"nimatron/internal/recent"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/puzzle"
	"nimatron/solver"
	"nimatron/solver/theory"
)

// Usual is the game of a race that names none.
const Usual = "nim"

// Mixed are the games of a race that names none, as older programs started them.
var Mixed = []string{"nim", "end-nim", "nim/misere", "split-nim/2"}

const (
	fewestBoards   = 10
	drawsEach      = 12
	secondsABoard  = 1.5
	keptBytes      = 32 << 20 // at least; at most twice as many
	raceWork       = solver.VerdictWork
	forgottenSweep = 20
)

// Refusals.
const (
	NoRace    referee.Words = "There is no such race any more. `/race start` starts one."
	NoneHere  referee.Words = "There is no race in this channel. `/race start` starts one."
	IsOver    referee.Words = "This race is over. **Again** or `/race start` starts the next."
	IsFull    referee.Words = "This race is full. Join the next one."
	HasLeft   referee.Words = "You were in this race when you deleted your data, so you know its boards. You can join the next one."
	NoAdvice  referee.Words = "You are in a race. No hints or analysis until its bell, {until}."
	IsRunning referee.Words = "There is already a race in this channel. Join it, or wait until it is over."
	NotIn     referee.Words = "You aren't in this race. Press **Join** on its card."
	NoBoards  referee.Words = "I can't find enough boards of that game for a race. Choose another `game:`."
	IsForeign referee.Words = "This race began on another version of me: wait for the next one."
	Locked    referee.Words = "You are playing match {match}, which counts, so you can't race now."
)

// Rules run races.
type Rules struct {
	referee *referee.Referee
	puzzles *puzzle.Rules
	store   Store

	mu   sync.Mutex
	kept recent.Map[int64, *kept] // weighed in bytes, as estimated
}

type kept struct {
	Race
	boards []Board
	drawn  int // boards that the draw of the next race leaves out, beyond those that this one left out
}

const mostMisses = 8

// Memory of a kept race, as estimated: of itself, of a board, and of a winning move or a byte of a position's text.
const raceBytes, boardBytes, moveBytes, textBytes = 512, 256, 64, 16

func (k *kept) bytes() int {
	bytes := raceBytes
	for _, b := range k.boards {
		bytes += boardBytes + moveBytes*len(b.Winning) + textBytes*len(b.Position.String())
	}
	return bytes
}

// New returns the rules on a store, and registers their hooks with the referee.
func New(r *referee.Referee, store Store, puzzles *puzzle.Rules) *Rules {
	rules := &Rules{referee: r, puzzles: puzzles, store: store, kept: recent.Map[int64, *kept]{Most: keptBytes, Weight: (*kept).bytes}}
	r.Register(referee.Hooks{Advice: rules.noAdvice, Sweep: func(ctx context.Context, now time.Time) error {
		_, err := store.ForgetKept(ctx, match.RaceSubject, now.Add(-Life), forgottenSweep)
		return err
	}})
	return rules
}

func (r *Rules) noAdvice(ctx context.Context, player string) error {
	race, err := r.store.RaceOf(ctx, player, r.referee.Now())
	switch {
	case errors.Is(err, match.ErrNotFound):
		return nil
	case err != nil:
		return err
	}
	return &referee.Refusal{Words: NoAdvice, Until: race.Ends}
}

// Start begins a race, whose Variant, Level and channel are set.
func (r *Rules) Start(ctx context.Context, race Race, length time.Duration) (Race, error) {
	now := r.referee.Now()
	race.Starts, race.Version = now.Add(Wait), 1
	race.Ends = race.Starts.Add(length)
	drawn := &kept{Race: race}
	var err error
	if last := r.last(&race); last != nil {
		drawn.Seed = last.Seed + uint64(last.drawn)<<seedBits
		if err = r.draw(ctx, drawn); err != nil {
			return race, err
		}
	}
	if len(drawn.boards) < drawn.most() {
		drawn.Seed = SeedOf(r.referee.Seed())
		if err = r.draw(ctx, drawn); err != nil {
			return race, err
		}
	}
	if len(drawn.boards) < fewestBoards {
		return race, &referee.Refusal{Words: NoBoards}
	}
	if drawn.ID, err = Create(ctx, r.store, drawn.Race, now); err != nil {
		return race, referee.RefusedIf(err, ErrRunning, &referee.Refusal{Words: IsRunning})
	}
	r.keep(drawn)
	return drawn.Race, nil
}

// last returns the last race of a game in a channel whose boards a new one can leave out; nil for none.
func (r *Rules) last(of *Race) (last *kept) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, k := range r.kept.All() {
		if k.Channel == of.Channel && k.Variant == of.Variant && (last == nil || k.ID > last.ID) {
			last = k
		}
	}
	if last != nil && last.leftOut()+last.drawn >= mostLeftOut {
		return nil
	}
	return last
}

// Join enters a person in a race.
func (r *Rules) Join(ctx context.Context, id int64, by match.Player) error {
	if err := r.checkOpen(ctx, by.ID); err != nil {
		return err
	}
	now := r.referee.Now()
	k, err := r.find(ctx, id)
	if err != nil {
		return err
	}
	if !now.Before(k.Ends) {
		return &referee.Refusal{Words: IsOver}
	}
	err = r.store.JoinRace(ctx, id, by, now)
	err = referee.RefusedIf(err, match.ErrStale, &referee.Refusal{Words: IsOver})
	err = referee.RefusedIf(err, ErrLeft, &referee.Refusal{Words: HasLeft})
	return referee.RefusedIf(err, ErrFull, &referee.Refusal{Words: IsFull})
}

func (r *Rules) checkOpen(ctx context.Context, player string) error {
	m, err := r.referee.AdviceLock(ctx, player)
	if err == nil && m != nil {
		err = &referee.Refusal{Words: Locked, With: []string{"{match}", fmt.Sprint(m.ID)}}
	}
	return err
}

// A View is what a person sees of a race.
type View struct {
	Race
	Place
	Board   *Board // nil before the start, after the end, and after the last board
	Last    *Board // the one that the person answered last, nil for none
	Started bool
	Ended   bool
}

// View returns what a person sees now.
func (r *Rules) View(ctx context.Context, id int64, player string) (View, error) {
	k, err := r.find(ctx, id)
	if err != nil {
		return View{}, err
	}
	place, err := r.store.RacePlace(ctx, id, player)
	if err != nil {
		return View{}, referee.RefusedIf(err, match.ErrNotFound, &referee.Refusal{Words: NotIn})
	}
	return k.view(place, r.referee.Now()), nil
}

func (k *kept) view(place Place, now time.Time) View {
	v := View{Race: k.Race, Place: place, Started: !now.Before(k.Starts), Ended: place.Over || !now.Before(k.Ends)}
	n := place.Next()
	if v.Started && !v.Ended && n <= len(k.boards) {
		v.Board = &k.boards[n-1]
	}
	if n > 1 {
		v.Last = &k.boards[n-2]
	}
	return v
}

// An Answered is the result of an answer.
type Answered struct {
	View
	Counted bool // it answered the person's next board in time
	Board   *Board
	*puzzle.Answered
}

// Answer answers board n. The error is a *games.IllegalMove for an illegal decision, which does not
// count.
func (r *Rules) Answer(ctx context.Context, id int64, by match.Player, n int, text string) (Answered, error) {
	a := Answered{}
	k, err := r.find(ctx, id)
	if err != nil {
		return a, err
	}
	now := r.referee.Now()
	if n < 1 || n > len(k.boards) || now.Before(k.Starts) { // nobody sees a board before its time
		return a, &referee.Refusal{Words: NoRace}
	}
	a.Board = &k.boards[n-1]
	judged, err := a.Board.Answer(text)
	if err != nil { // says something about the board, which they may not see yet
		v, viewErr := r.View(ctx, id, by.ID)
		switch {
		case viewErr != nil:
			return a, viewErr
		case n != v.Next() || v.Board == nil || now.Before(v.Free):
			a.View = v
			return a, nil
		}
		return a, err
	}
	a.Answered = judged
	answer := Answer{Race: id, Player: by.ID, Number: n, Right: judged.Right, At: now, Free: now}
	if !judged.Right {
		answer.Free = now.Add(Pause)
	}
	var place Place
	if err = match.ErrStale; now.Before(k.Ends) {
		place, err = r.store.AnswerRace(ctx, answer)
	}
	a.Counted = err == nil
	if errors.Is(err, match.ErrStale) || errors.Is(err, match.ErrDone) {
		err = r.checkOpen(ctx, by.ID)
	}
	if err != nil {
		return a, err
	}
	if a.Counted && !judged.Right {
		if err := r.puzzles.Refutation(ctx, judged, a.Board.Variant, 2); err != nil {
			return a, err
		}
	}
	if !a.Counted {
		a.View, err = r.View(ctx, id, by.ID)
	} else {
		a.View = k.view(place, r.referee.Now())
	}
	return a, err
}

// Misses explains the last boards that a person missed in a race that has ended, as far as they are kept.
func (r *Rules) Misses(ctx context.Context, id int64, player string) (all []Solution, err error) {
	v, err := r.View(ctx, id, player)
	if err != nil || !v.Ended {
		return nil, err
	}
	missed := slices.DeleteFunc(v.Own.Missed, func(m match.Missed) bool { return m.Race != id })
	for _, m := range missed[max(0, len(missed)-mostMisses):] {
		s, _, err := r.Explain(ctx, id, m.Board)
		if err != nil {
			return nil, err
		}
		all = append(all, s)
	}
	return all, nil
}

// Advance does what is due in all races, and returns those whose card must be updated, or posted if Version is 1.
func (r *Rules) Advance(ctx context.Context) (changed []Race, err error) {
	open, err := Open(ctx, r.store, "")
	now := r.referee.Now()
	errs := []error{err}
	for _, race := range open {
		mine, err := r.store.StepRace(ctx, race.ID, now)
		if errs = append(errs, err); !mine {
			continue
		}
		changed = append(changed, race)
		switch {
		case now.Before(race.Starts):
		case now.Before(race.Ends):
			if err := r.store.EndRace(ctx, race.ID, true); !errors.Is(err, match.ErrStale) { // unless somebody is in it
				errs = append(errs, err)
			}
		default:
			next, err := r.again(ctx, race)
			if errs = append(errs, err); next.ID != 0 {
				changed = append(changed, next)
			}
		}
	}
	return changed, errors.Join(errs...)
}

// enough is the number of people whose answers in a race start the next one. It is called off if nobody joins that.
const enough = 2

func (r *Rules) again(ctx context.Context, race Race) (next Race, err error) {
	standing, err := r.store.RaceStanding(ctx, race)
	if err != nil {
		return next, err
	}
	idle := slices.DeleteFunc(standing.Best, func(r Racer) bool { return r.Solved+r.Missed > 0 })
	set, err := r.referee.ServerSettings(ctx, race.Room)
	if err != nil || min(standing.Racers, Shown)-len(idle) < enough || set.Races == match.NobodyRaces {
		return next, err
	}
	next = Race{Room: race.Room, Server: race.Server, Channel: race.Channel, Variant: race.Variant, Level: race.Level, Starter: race.Starter}
	next, err = r.Start(ctx, next, race.Length())
	var refused *referee.Refusal
	if errors.As(err, &refused) {
		return Race{}, nil // somebody has started one
	}
	return next, err
}

// Stop ends a race before its bell. The results stand.
func (r *Rules) Stop(ctx context.Context, id int64) error {
	return referee.RefusedIf(r.store.EndRace(ctx, id, false), match.ErrStale, &referee.Refusal{Words: IsOver})
}

// In returns the open race of a channel.
func (r *Rules) In(ctx context.Context, channel string) (Race, error) {
	switch open, err := Open(ctx, r.store, channel); {
	case err != nil:
		return Race{}, err
	case len(open) > 0:
		return open[0], nil
	}
	return Race{}, &referee.Refusal{Words: NoneHere}
}

// Explain explains a winning decision on board n of a race; ok is false if there is no such board.
func (r *Rules) Explain(ctx context.Context, id int64, n int) (s Solution, ok bool, err error) {
	k, err := r.find(ctx, id)
	if errors.Is(err, &referee.Refusal{Words: IsForeign}) {
		return s, false, nil
	}
	if err != nil || n < 1 || n > len(k.boards) {
		return s, false, err
	}
	s.Number, s.Board = n, k.boards[n-1]
	s.Reason, err = r.referee.Solver().ExplainMove(ctx, s.Board.Variant, s.Board.Position, s.Board.Winning[0])
	return s, err == nil, err
}

// MostBroken explains the board that most people missed of those with the rule that people broke most; zero
// for none.
func (r *Rules) MostBroken(ctx context.Context, id int64, missed []Miss) (Solution, error) {
	broken, boards := map[theory.Rule]int{}, map[theory.Rule]Miss{}
	var most theory.Rule
	for _, m := range missed {
		of, ok, err := r.Explain(ctx, id, m.Board)
		if err != nil {
			return Solution{}, err
		}
		if !ok || of.Reason.Justification == nil || of.Reason.Justification.Rule() == theory.RuleSearch {
			continue
		}
		rule := of.Reason.Justification.Rule()
		if broken[rule] += m.Times; broken[rule] > broken[most] {
			most = rule
		}
		if m.Times > boards[rule].Times {
			boards[rule] = m
		}
	}
	s, _, err := r.Explain(ctx, id, boards[most].Board)
	return s, err
}

// find returns a race with its boards.
func (r *Rules) find(ctx context.Context, id int64) (*kept, error) {
	r.mu.Lock()
	k, known := r.kept.Get(id)
	r.mu.Unlock()
	if known {
		return k, nil
	}
	race, err := ByID(ctx, r.store, id)
	if err != nil {
		return nil, referee.RefusedIf(err, match.ErrNotFound, &referee.Refusal{Words: NoRace})
	}
	if race.Seed>>drawingBit != drawing {
		return nil, &referee.Refusal{Words: IsForeign}
	}
	k = &kept{Race: race}
	if err := r.draw(ctx, k); err != nil {
		return nil, err
	}
	return r.keep(k), nil
}

// keep keeps a race, unless it was drawn at the same time.
func (r *Rules) keep(k *kept) *kept {
	r.mu.Lock()
	defer r.mu.Unlock()
	if other, known := r.kept.Get(k.ID); known {
		return other
	}
	r.kept.Put(k.ID, k)
	return k
}

// The last bits of a race's seed draw its boards. The next say how many of these boards it leaves out, because the
// channel's last races had them. The first say which drawing it began with.
const (
	seedBits    = 52
	mostLeftOut = 1 << 8
	drawingBit  = seedBits + 8
	// drawing rises when other boards follow from the same seed. Then races that run are not judged by other boards
	// after an upgrade, or by the processes of both versions during it. Seeds from before there were drawings have 0.
	drawing = 1
)

// SeedOf returns a race's seed whose boards follow from random bits, as this version draws them.
func SeedOf(random uint64) uint64 { return random%(1<<seedBits) + drawing<<drawingBit }

func (r *Race) leftOut() int { return int(r.Seed >> seedBits % mostLeftOut) }

// most is the number of boards that nobody can exceed.
func (r *Race) most() int { return int(r.Length().Seconds() / secondsABoard) }

func (r *Rules) draw(ctx context.Context, k *kept) error {
	ids := Mixed
	if k.Variant != "" {
		ids = []string{k.Variant}
	}
	var list []*games.Variant
	for _, id := range ids {
		v, err := r.referee.Catalog().Find(id)
		if err != nil {
			return err
		}
		list = append(list, v)
	}
	n := k.most()
	out, wanted := k.leftOut(), n
	if k.Level != "" {
		wanted = 3 * n
	}
	draw, seen := referee.RandomAt(k.Seed%(1<<seedBits), 0), map[string]bool{}
	budget, done := theory.Ask(ctx, raceWork)
	defer done()
	k.boards = nil
	for i := 0; i < (out+n)*drawsEach && len(seen) < out+wanted && theory.Left(budget) > 0; i++ {
		p, points, err := r.puzzles.DrawFresh(budget, list[i%len(list)], MaxWins, draw)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil || p == nil {
			continue
		}
		if key := p.Variant.ID + games.Alike(p.Position); !seen[key] {
			if seen[key] = true; len(seen) > out {
				k.boards = append(k.boards, Board{p.Exercise, points})
			}
		}
	}
	k.drawn = len(k.boards)
	slices.SortStableFunc(k.boards, func(a, b Board) int { return cmp.Compare(k.Level.Far(a.Points), k.Level.Far(b.Points)) })
	k.boards = k.boards[:min(n, len(k.boards))]
	slices.SortStableFunc(k.boards, func(a, b Board) int { return cmp.Compare(a.Points, b.Points) })
	return nil
}
