package solver

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"nimatron/games"
	"nimatron/games/endnim"
	"nimatron/solver/rows"
	"nimatron/solver/theory"
)

// Bounds on tables of patterns.
const (
	// MaxTable is the most rows and columns of a Table with two blanks: so many cells take what one
	// question may.
	MaxTable = 2048
	// MaxTableLine is the most values of a Table with one blank.
	MaxTableLine = 100_000
	// MaxPattern is the longest pattern, in bytes: room for as many piles as a position
	// may have, with spaces.
	MaxPattern = 24_000
	// maxSeparateCells bounds the cells of a table that has to be worked out cell
	// by cell.
	maxSeparateCells = 1 << 20
	// planeBytes and separateBytes are what a cell takes: a value with its copy, and a value with an
	// outcome.
	planeBytes, separateBytes = 12, 24
)

// blank is how a pattern writes a pile that varies.
const blank = "_"

// Table is what is known of the positions that a pattern stands for: the pattern
// "_ 4 _" for all rows a 4 b.
type Table struct {
	// Pattern is the pattern with single spaces.
	Pattern string
	// Size is the largest pile that stands for a blank; the least is 1.
	Size int
	// Blanks is 1 or 2.
	Blanks int
	// Values are the Grundy values: that of first blank a and second blank b at index
	// (a-1)*Size + b-1, or a-1 where there is one blank. It is nil where not all are
	// known.
	Values []uint64
	// Outcomes are the outcomes where Values is nil, at the same indexes.
	Outcomes []theory.Outcome
}

// Columns returns how many cells a row of the table has.
func (t *Table) Columns() int {
	if t.Blanks == 1 {
		return 1
	}
	return t.Size
}

// BadTable is the error for a pattern or a size that no table can be made of. Its
// text is for people and says what would have been right.
type BadTable struct{ Reason string }

// Error returns the reason.
func (e *BadTable) Error() string { return e.Reason }

// TooMuchWork is the error for a table that exceeds Solver.TableSteps.
type TooMuchWork struct {
	// Times is how many times the steps are needed that are allowed, at least 2, and at
	// most 1000 for that many or more.
	Times int
}

// Error returns a sentence.
func (e *TooMuchWork) Error() string {
	return fmt.Sprintf("this table takes about %d times the work that it may: choose a smaller size, or lower or fewer piles", e.Times)
}

func badTable(format string, args ...any) *BadTable {
	return &BadTable{Reason: fmt.Sprintf(format, args...)}
}

// Table fills in the one or two blanks "_" of pattern with the piles from 1 to
// size. It gives Grundy values where they are known for all positions, else
// outcomes. From time to time it tells progress, which may be nil, how many cells
// of how many are done. All cells together share the budget of one search.
//
// The error is a *BadTable, a *games.BadPosition for the rest of the pattern, a
// *TooMuchWork, which comes before any work is done, ErrBudget or ctx.Err().
func (s *Solver) Table(ctx context.Context, v *games.Variant, pattern string, size int, progress func(done, total int)) (*Table, error) {
	if s.Watch != nil {
		defer s.answered(AskTable, time.Now(), prover{})
	}
	if len(pattern) > MaxPattern {
		return nil, badTable("this pattern is too long: %d characters are the most", MaxPattern)
	}
	words := strings.FieldsFunc(pattern, func(r rune) bool { return r == ' ' || r == ',' })
	t := &Table{Pattern: strings.Join(words, " "), Size: size}
	var blanks []int
	for i, word := range words {
		if word == blank {
			blanks = append(blanks, i)
		}
	}
	t.Blanks = len(blanks)
	most, kind := MaxTable, "two blanks"
	switch t.Blanks {
	case 1:
		most, kind = MaxTableLine, "one blank"
	case 2:
	default:
		return nil, badTable("%s has %d blanks: a pattern has one or two, written `_`, such as `_ 4 _`", games.Quote(pattern), t.Blanks)
	}
	if size < 1 || size > most {
		return nil, badTable("the largest pile of a table with %s is a whole number from 1 to %d, not %d", kind, most, size)
	}
	// The pattern is read once with ones in its blanks, so that what is wrong with
	// the rest of it is said in the words of the game.
	if _, err := v.Parse(fill(words, blanks, 1, 1), games.Left); err != nil {
		return nil, err
	}
	if err := s.checkWork(v, t, words, blanks); err != nil {
		return nil, err
	}
	ctx, done := theory.Ask(ctx, 0)
	defer done()
	if ok, err := t.fillPlane(ctx, v, words, blanks); ok {
		return t, err
	}
	if err := s.fillSeparately(ctx, v, t, words, blanks, progress); err != nil {
		return nil, err
	}
	return t, nil
}

// checkWork refuses a table that is too much work.
func (s *Solver) checkWork(v *games.Variant, t *Table, words []string, blanks []int) error {
	if s.TableSteps <= 0 {
		return nil
	}
	steps, err := s.valueSteps(v, t, words, blanks)
	if err != nil {
		return err
	}
	cell := len(words) // to find the outcome
	if v.Partizan {
		cell *= len(words)
	}
	steps += uint64(t.Size * t.Columns() * cell) // at most 2^24 times 2^28
	if allowed := uint64(s.TableSteps); steps > allowed {
		return &TooMuchWork{Times: int(min(1000, (steps+allowed-1)/allowed))}
	}
	return nil
}

// valueSteps reckons how many cells are filled for the Grundy values of a table.
func (s *Solver) valueSteps(v *games.Variant, t *Table, words []string, blanks []int) (uint64, error) {
	if v.Family != endnim.Family {
		return 0, nil
	}
	least, err := v.Parse(fill(words, blanks, 1, 1), games.Left)
	if err != nil {
		return 0, err
	}
	largest, err := v.Parse(fill(words, blanks, t.Size, t.Size), games.Left)
	if err != nil {
		return 0, err
	}
	together := rows.Cells(v, largest, rows.PlaneCells)
	alone := uint64(s.prover(v).cells)
	switch {
	case isPlane(v, words, blanks) && together <= rows.PlaneCells:
		return together, nil // one climb is enough for all
	case rows.Cells(v, least, alone) > alone:
		return 0, nil // not even the first value can be known, and none is looked for
	default:
		return min(together, alone) * uint64(t.Size*t.Columns()), nil
	}
}

// isPlane reports whether a pattern is End-Nim rows with both ends blank, all of whose
// values come from one climb.
func isPlane(v *games.Variant, words []string, blanks []int) bool {
	return v.Family == endnim.Family && len(blanks) == 2 && blanks[0] == 0 && blanks[1] == len(words)-1
}

// fillPlane is the fast way to a table of End-Nim rows with both ends blank; ok is false
// where it can't be gone.
func (t *Table) fillPlane(ctx context.Context, v *games.Variant, words []string, blanks []int) (ok bool, err error) {
	if !isPlane(v, words, blanks) {
		return false, nil
	}
	var middle []uint64
	if len(words) > 2 {
		if middle, _, err = games.ParsePiles(strings.Join(words[1:len(words)-1], " ")); err != nil {
			return false, nil
		}
	}
	bytes := planeBytes * t.Size * t.Size
	if err := theory.Take(ctx, bytes); err != nil {
		return true, err
	}
	plane, err := rows.Plane(ctx, v, middle, t.Size)
	if errors.Is(err, rows.ErrTableSize) {
		return false, theory.Take(ctx, -bytes)
	}
	t.Values = make([]uint64, len(plane))
	for i, value := range plane {
		t.Values[i] = uint64(value)
	}
	return true, err
}

// fill writes a and b into the blanks of a pattern.
func fill(words []string, blanks []int, a, b int) string {
	filled := append([]string(nil), words...)
	for i, at := range blanks {
		filled[at] = strconv.Itoa([]int{a, b}[i])
	}
	return strings.Join(filled, " ")
}

// fillSeparately works out each cell alone. Grundy values are kept as long as all
// are known.
func (s *Solver) fillSeparately(ctx context.Context, v *games.Variant, t *Table, words []string, blanks []int, progress func(done, total int)) error {
	columns := t.Columns()
	total := t.Size * columns
	if total > maxSeparateCells {
		return badTable("a table of %d cells takes too long here: in this game and with this pattern %d are the most", total, maxSeparateCells)
	}
	if err := theory.Take(ctx, separateBytes*total); err != nil {
		return err
	}
	values, outcomes := make([]uint64, total), make([]theory.Outcome, total)
	allKnown := true
	r := s.prover(v)
	for i := range total {
		if i%64 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			if progress != nil {
				progress(i, total)
			}
		}
		p, err := v.Parse(fill(words, blanks, i/columns+1, i%columns+1), games.Left)
		if err != nil {
			return err
		}
		if outcomes[i], err = r.outcome(ctx, p); err != nil {
			return err
		}
		if allKnown {
			value, err := r.asked.Value(ctx, v, p, r.cells)
			if err != nil {
				return err
			}
			values[i], allKnown = value.Grundy, value.Known
		}
	}
	if err := ctx.Err(); err != nil { // for want of time a value may look unknown
		return err
	}
	if allKnown {
		t.Values = values
	} else {
		t.Outcomes = outcomes
	}
	return nil
}
