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
	"nimatron/games/sum"
	"nimatron/solver/sums"
	"nimatron/solver/theory"
	"nimatron/solver/values"
)

// Value is a position's value in sums: a short game under normal play, a genus in misère play.
type Value struct {
	Variant  *games.Variant
	Position games.Position
	// Outcome is empty if not proved.
	Outcome theory.Outcome
	// Kind is empty under normal play. In misère play the fields from Name on are empty.
	Kind Kind
	// Genus is nil if unknown, and under normal play.
	Genus *Genus
	// Exact means that Name is the value, or that Genus is known. Otherwise it was too much work or
	// too long to write; the other fields are proved nevertheless.
	Exact bool
	// Name is the value in the notation of package values, Canonical its canonical form. Each is
	// empty if unknown.
	Name, Canonical string
	// Written is the canonical form in the Valuer's syntax, empty without one or if unknown.
	Written string
	// Weight is the atomic weight of the game less its mean, empty if unknown or if that is not
	// all-small.
	Weight string
	// Nil if unknown.
	Mean, Temperature, LeftStop, RightStop *big.Rat
	// Birthday is the longest play in the canonical form, in moves, or −1.
	Birthday int64
	// By says how it was found, and names the theorem if one did.
	By string

	syntax *values.Syntax
}

// How values are found.
const (
	byPlay    = "all positions that can follow, by the rules"
	byMeans   = "the means of the options: no coloured board is hot (docs/theory/boards.md)"
	byOutcome = "a lost position has the value 0"
	byTame    = "Theorem 38 of docs/theory/values.md: all these boards are tame"
)

const (
	// moveBytes is the memory of a Valuer for each move played to list all followers. A byte allows
	// a step of arithmetic. So ValueBytes allow about a second.
	moveBytes  = 96
	valueDepth = 1000
	// listed is the largest n for which the canonical form of n·↑ or *n is written out if a theorem gave
	// it.
	listed = 255
)

// Valuer computes values, each from nothing, so that none depends on others. It is not safe for
// concurrent use.
type Valuer struct {
	// Syntax is how values are also written, for another program; nil for no other way.
	Syntax *values.Syntax

	solver *Solver
	bytes  int
	// For the current value: the variant, and values by notation.
	variant *games.Variant
	store   *values.Store
	known   map[string]values.Game
	moves   int
	taken   int
}

// ValueBytes is the usual memory of a Valuer, knownBytes the cost of a position beside its text.
const ValueBytes, knownBytes = theory.QuestionBytes, 64

// NewValuer returns a Valuer that takes at most about this many bytes, and as many steps for a value.
func (s *Solver) NewValuer(bytes int) *Valuer { return &Valuer{solver: s, bytes: bytes} }

// Value returns what is known about the value of p. The error says that the game has no such
// values, or is ctx.Err(). A value that is too much work or too long is no error: Exact is
// false.
func (w *Valuer) Value(ctx context.Context, v *games.Variant, p games.Position) (*Value, error) {
	value := &Value{Variant: v, Position: p, Birthday: -1, syntax: w.Syntax, By: byPlay}
	ctx, done := theory.Ask(ctx, w.solver.work())
	defer done()
	switch {
	case v.Reverse:
		return nil, fmt.Errorf("%s has no values: both players decide in one turn there, so it isn't the sum of its piles", v.Name)
	case v.Ending == games.Misere:
		value.By = byTame
		if err := w.solver.misere(ctx, value); err != nil {
			return nil, err
		}
		return value, ctx.Err()
	case !v.Partizan:
		if err := w.impartial(ctx, value); err != nil {
			return nil, err
		}
		return value, nil
	}
	err := w.play(ctx, value)
	if errors.Is(err, values.ErrLimit) {
		*value = Value{Variant: v, Position: p, Birthday: -1, syntax: w.Syntax}
		err = w.byTheorem(ctx, value)
		if err == nil && value.Mean == nil {
			err = w.byMeans(ctx, value)
		}
	}
	if err != nil {
		return nil, err
	}
	return value, ctx.Err()
}

// Aspect is one thing that a value tells.
type Aspect string

// The aspects of a table.
const (
	OfOutcome   Aspect = "outcome"
	OfValue     Aspect = "value"
	OfMean      Aspect = "mean"
	OfCanonical Aspect = "canonical"
)

func (v *Value) aspect(of Aspect) string {
	switch {
	case of == OfOutcome:
		return string(v.Outcome)
	case of == OfMean && v.Mean != nil:
		return v.Mean.RatString()
	case of == OfCanonical:
		return v.Canonical
	case of == OfValue && v.Genus != nil:
		return v.Genus.String()
	case of == OfValue:
		return v.Name
	}
	return ""
}

// ValueTable is Table for an aspect of each position's value. A text is "?" if it is not known.
func (s *Solver) ValueTable(ctx context.Context, v *games.Variant, of Aspect, pattern string, size int, progress func(done, total int)) (*Table, error) {
	t, parts, err := newTable(v, pattern, size)
	if err != nil {
		return nil, err
	}
	t.Aspect = of
	valuer := s.NewValuer(ValueBytes)
	err = t.eachCell(ctx, v, parts, progress, func(_ int, p games.Position) error {
		value, err := valuer.Value(ctx, v, p)
		if err != nil {
			return err
		}
		t.Texts = append(t.Texts, cmp.Or(value.aspect(of), "?"))
		return nil
	})
	return t, err
}

func (w *Valuer) impartial(ctx context.Context, value *Value) error {
	a, err := w.solver.Analyze(ctx, value.Variant, value.Position)
	if err != nil {
		return err
	}
	value.Outcome = a.Outcome
	if a.GrundyKnown {
		value.plain(0, a.Grundy)
	}
	if a.Method == theory.ByTheorem || a.GrundyKnown && a.Grundy == 0 {
		value.By = w.solver.prover(value.Variant).family.Source(value.Variant)
	}
	return nil
}

// byTheorem sets what is proved about a partizan position that is too large to play out.
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
		value.By = byOutcome
	case family.Worth != nil:
		worth := family.Worth(value.Position)
		value.By = family.Source(value.Variant)
		if worth.Exact {
			value.plain(worth.Weight, worth.Nimber)
			return nil
		}
		value.Weight = strconv.Itoa(worth.Weight)
		value.infinitesimal()
	}
	return nil
}

// byMeans sets the mean of a coloured board or of a partizan sum, if it takes not too much work.
func (w *Valuer) byMeans(ctx context.Context, value *Value) error {
	parts := []sum.Part{{Variant: value.Variant, Position: value.Position}}
	if p, ok := value.Position.(*sum.Position); ok {
		parts = p.Parts()
	}
	mean, beside, err := sums.Mean(ctx, FamilyOf, parts)
	if err != nil {
		if errors.Is(err, ErrBudget) {
			err = nil
		}
		return err
	}
	value.Outcome = cmp.Or(value.Outcome, sums.Outcome(mean, beside))
	value.By = byMeans
	value.Mean, value.LeftStop, value.RightStop = mean, mean, mean
	if beside == theory.PreviousWins { // nothing is left but the number
		value.Exact, value.Name = true, mean.RatString()
		value.Temperature = new(big.Rat).Neg(new(big.Rat).SetFrac(big.NewInt(1), mean.Denom()))
	}
	return nil
}

// infinitesimal sets what holds for every all-small game but 0.
func (v *Value) infinitesimal() {
	v.Mean, v.Temperature, v.LeftStop, v.RightStop = new(big.Rat), new(big.Rat), new(big.Rat), new(big.Rat)
}

// plain sets the value ups·↑ + *nim.
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

func (v *Value) describe(s *values.Store, g values.Game) {
	v.Outcome = theory.Outcome(s.Outcome(g))
	v.Name, v.Exact = s.Name(g)
	v.Canonical, _ = s.Canonical(g)
	if v.syntax != nil {
		v.Written, _ = s.Written(g, v.syntax)
	}
	v.Mean, v.Temperature = s.Mean(g), s.Temperature(g)
	v.LeftStop, v.RightStop = s.Stops(g)
	v.Birthday = int64(s.Birthday(g))
	if v.Mean != nil && v.Mean.Sign() != 0 && v.Temperature.Sign() == 0 { // what is left is infinitesimal
		g = s.Difference(g, s.Number(v.Mean))
	}
	if weight, ok := s.AtomicWeight(g); ok {
		v.Weight, _ = s.Name(weight)
	}
}

func (w *Valuer) play(ctx context.Context, value *Value) error {
	v, p := value.Variant, value.Position
	if v.LongestPlay(p) > valueDepth {
		return values.ErrLimit
	}
	defer w.begin(ctx)()
	w.variant, w.known = v, map[string]values.Game{}
	if g := w.follow(p); w.done() == nil {
		value.describe(w.store, g)
	}
	return w.done()
}

// begin grants the work of one value, in a question. The returned function gives its memory back.
func (w *Valuer) begin(ctx context.Context) (end func()) {
	w.store, w.taken = values.New(values.Limits{Bytes: w.bytes}), 0
	w.store.Allow(uint64(w.bytes), func() error {
		runtime.Gosched() // on a single thread, lets the clock of ctx run
		more := w.store.Bytes() - w.taken
		w.taken += more
		err := theory.Take(ctx, more)
		if errors.Is(err, ErrBudget) {
			err = values.ErrLimit
		}
		return cmp.Or(ctx.Err(), err)
	})
	w.moves = w.bytes / moveBytes
	return func() {
		_ = theory.Take(ctx, -w.taken)
		w.store, w.known = nil, nil
	}
}

func (w *Valuer) done() error {
	if w.moves < 0 {
		return values.ErrLimit
	}
	return w.store.Err()
}

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
		w.store.Hold(knownBytes + len(key))
	}
	return g
}
