package solver

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"runtime"
	"strconv"

	"nimatron/games"
	"nimatron/solver/theory"
	"nimatron/solver/values"
)

// Value is what a position is worth in sums: under normal play its value as a short game, in
// misère play its genus.
type Value struct {
	Variant  *games.Variant
	Position games.Position
	// Outcome is empty where it is not proved.
	Outcome theory.Outcome
	// Kind is empty under normal play. In misère play the fields from Name on are empty.
	Kind Kind
	// Genus is nil where it is not known, and under normal play.
	Genus *Genus
	// Exact is true where Name is the value, or Genus is known. Else it was too much work, or too long to be
	// written; whatever stands in the other fields is proved all the same.
	Exact bool
	// Name is the value as package values writes it, and Canonical its canonical form, the
	// options by their names. Each is empty where it is not known.
	Name, Canonical string
	// Weight is the atomic weight, empty where it is not known or the game is not all-small.
	Weight string
	// Mean, Temperature and the stops are nil where they are not known.
	Mean, Temperature, LeftStop, RightStop *big.Rat
	// Birthday is the number of moves of the longest play in the canonical form, or −1.
	Birthday int64
}

const (
	// valueSteps bounds the arithmetic of one value, valueMoves the moves that are played to
	// list the options of all followers: about a second together.
	valueSteps = 48 << 20
	valueMoves = 1 << 19
	// valueDepth bounds the moves of one play.
	valueDepth = 1000
	// listed is the largest n for which the canonical form of n·↑ or *n is written where a
	// theorem has found that.
	listed = 255
)

// Valuer works out values. It keeps what it has found out for the next one, so it must not be
// used by two goroutines at a time.
type Valuer struct {
	solver *Solver
	bytes  int
	// Of the variant asked about last, by the text of the position.
	variant *games.Variant
	store   *values.Store
	known   map[string]values.Game
	moves   int // that may still be played for the value at hand
	noted   int // bytes of known
	// taken is what the question at hand has counted, which take does.
	taken int
	take  func() error
}

// ValueBytes is how much memory a Valuer usually gets, keptBytes what it keeps for the next value, and
// knownBytes what is noted of a position beside its text.
const ValueBytes, keptBytes, knownBytes = theory.QuestionBytes, 4 << 20, 64

// NewValuer returns a Valuer of at most about so many bytes.
func (s *Solver) NewValuer(bytes int) *Valuer { return &Valuer{solver: s, bytes: bytes} }

// Value returns what is known of the value of p. The error says that the game has no values of
// this kind, or context.Canceled. A value that takes too much work, or too long, is no error: Exact
// is false then.
func (w *Valuer) Value(ctx context.Context, v *games.Variant, p games.Position) (*Value, error) {
	value := &Value{Variant: v, Position: p, Birthday: -1}
	switch {
	case v.Reverse:
		return nil, fmt.Errorf("%s has no values: both players decide in one turn there, so it is no sum of its piles", v.Name)
	case v.Ending == games.Misere:
		if err := w.solver.misere(ctx, value); err != nil {
			return nil, err
		}
		return value, nil
	case !v.Partizan:
		if err := w.impartial(ctx, value); err != nil {
			return nil, err
		}
		return value, nil
	}
	err := w.play(ctx, value)
	if errors.Is(err, values.ErrLimit) || errors.Is(err, context.DeadlineExceeded) {
		*value = Value{Variant: v, Position: p, Birthday: -1}
		err = w.byTheorem(ctx, value)
	}
	if err != nil {
		return nil, err
	}
	return value, nil
}

// impartial is Value in an impartial game: a nimber.
func (w *Valuer) impartial(ctx context.Context, value *Value) error {
	a, err := w.solver.Analyze(ctx, value.Variant, value.Position)
	if err != nil {
		return err
	}
	value.Outcome = a.Outcome
	if a.GrundyKnown {
		value.plain(0, a.Grundy)
	}
	return nil
}

// byTheorem says what is proved of a partizan position that is too large to be played out.
func (w *Valuer) byTheorem(ctx context.Context, value *Value) (err error) {
	family := w.solver.prover(value.Variant).family
	if value.Outcome, err = w.solver.Outcome(ctx, value.Variant, value.Position); errors.Is(err, ErrBudget) {
		return nil
	}
	switch {
	case err != nil:
		return err
	case value.Outcome == theory.PreviousWins:
		value.plain(0, 0)
	case family.Worth != nil:
		worth := family.Worth(value.Position)
		if worth.Exact {
			value.plain(worth.Weight, worth.Nimber)
			return nil
		}
		value.Weight = strconv.Itoa(worth.Weight)
		value.infinitesimal()
	}
	return nil
}

// infinitesimal notes what holds of every all-small game but 0.
func (v *Value) infinitesimal() {
	v.Mean, v.Temperature, v.LeftStop, v.RightStop = new(big.Rat), new(big.Rat), new(big.Rat), new(big.Rat)
}

// plain notes that the value is ups·↑ + *nim.
func (v *Value) plain(ups int, nim uint64) {
	if max(ups, -ups) <= listed && nim <= listed {
		s := values.New(values.Limits{})
		v.describe(s, s.Ups(ups, int(nim)))
		return
	}
	v.infinitesimal()
	v.Exact, v.Name, v.Weight = true, values.PlainName(new(big.Rat), ups, nim), strconv.Itoa(ups)
	if ups == 0 && nim <= math.MaxInt64 {
		v.Birthday = int64(nim)
	}
}

// describe notes that the value is g.
func (v *Value) describe(s *values.Store, g values.Game) {
	v.Outcome = theory.Outcome(s.Outcome(g))
	v.Name, v.Exact = s.Name(g)
	v.Canonical, _ = s.Canonical(g)
	v.Mean, v.Temperature = s.Mean(g), s.Temperature(g)
	v.LeftStop, v.RightStop = s.Stops(g)
	v.Birthday = int64(s.Birthday(g))
	if weight, ok := s.AtomicWeight(g); ok {
		v.Weight, _ = s.Name(weight)
	}
}

// play works the value out from the rules. The error is values.ErrLimit or that of ctx.
func (w *Valuer) play(ctx context.Context, value *Value) error {
	v, p := value.Variant, value.Position
	if v.LongestPlay(p) > valueDepth {
		return values.ErrLimit
	}
	ctx, done := w.begin(ctx)
	defer done()
	fresh := w.variant != v || w.store == nil
	for {
		if fresh {
			w.variant, w.known, w.noted = v, map[string]values.Game{}, 0
			w.store = values.New(values.Limits{Bytes: w.bytes})
		}
		w.allow(ctx)
		if g := w.follow(p); w.done() == nil {
			value.describe(w.store, g)
		}
		// What was found out before takes memory that this value may have needed.
		if err := w.done(); fresh || !errors.Is(err, values.ErrLimit) {
			return err
		}
		fresh = true
	}
}

// begin begins a question. What it keeps is counted, and done drops it if it is much.
func (w *Valuer) begin(ctx context.Context) (within context.Context, done func()) {
	within, giveBack := theory.Ask(ctx, 0)
	w.taken, w.take = 0, func() error {
		more := w.size() - w.taken
		w.taken += more
		if err := theory.Take(within, more); !errors.Is(err, ErrBudget) {
			return err
		}
		return values.ErrLimit
	}
	return within, func() {
		if w.size() > keptBytes {
			w.store, w.known = nil, nil
		}
		giveBack()
	}
}

// size is about how many bytes are kept.
func (w *Valuer) size() int {
	if w.store == nil {
		return 0
	}
	return w.store.Bytes() + w.noted
}

// allow gives the arithmetic of one value its work.
func (w *Valuer) allow(ctx context.Context) {
	w.store.Allow(valueSteps, func() error {
		runtime.Gosched() // where there is one thread, the clock of ctx needs it
		return cmp.Or(ctx.Err(), w.take())
	})
	w.moves = valueMoves
}

// done returns why the value at hand can't be worked out, nil if it can.
func (w *Valuer) done() error {
	if w.moves < 0 {
		return values.ErrLimit
	}
	return w.store.Err()
}

// follow returns the value of p by those of its options.
func (w *Valuer) follow(p games.Position) values.Game {
	key := p.String()
	if g, ok := w.known[key]; ok {
		return g
	}
	var options [2][]values.Game
	for side := range options {
		for step := range p.WithTurn(games.Side(side)).Options() {
			if w.moves--; w.done() != nil {
				return values.Zero
			}
			options[side] = append(options[side], w.follow(step.Position))
		}
	}
	g := w.store.Game(options[games.Left], options[games.Right])
	if w.done() == nil {
		w.known[key] = g
		if w.noted += knownBytes + len(key); w.size() > w.taken+keptBytes/64 && w.take() != nil {
			w.moves = -1
		}
	}
	return g
}
