package solver

import (
	"cmp"
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

const (
	// MaxTable bounds the rows and columns of a Table with two blanks: that many fill QuestionBytes.
	MaxTable = 2048
	// MaxTableLine bounds a Table with one blank.
	MaxTableLine = 100_000
	// MaxPattern bounds a pattern, in bytes: enough for the most piles, with spaces.
	MaxPattern = 24_000
	// maxSeparateCells bounds a table that is computed cell by cell.
	maxSeparateCells = 1 << 20
	// planeBytes and separateBytes are the sizes of a cell: of a value with its copy, and of a
	// value with an outcome.
	planeBytes, separateBytes = 12, 24
)

const blank = "_"

// Table has the values or outcomes of all positions of a pattern: "_ 4 _" means all rows a 4 b.
type Table struct {
	// Pattern is the pattern with single spaces.
	Pattern string
	Size    int
	Blanks  int
	// Values are the Grundy values at index (a-1)*Size + b-1 for blanks a and b, or a-1 for one
	// blank. It is nil unless all are known.
	Values []uint64
	// Outcomes are set if Values is nil, with the same indexes.
	Outcomes []theory.Outcome
	// Aspect says what Texts have, which Solver.ValueTable fills in place of the others.
	Aspect Aspect
	Texts  []string
}

func (t *Table) Columns() int {
	if t.Blanks == 1 {
		return 1
	}
	return t.Size
}

// BadTable is the error for an unusable pattern or size. Its text is for people and says what would
// be right.
type BadTable struct{ Reason string }

func (e *BadTable) Error() string { return e.Reason }

// TooMuchWork is the error for a table that exceeds Solver.TableSteps.
type TooMuchWork struct {
	// Times is the estimated work divided by TableSteps, from 2 to 1000; larger ones are 1000.
	Times int
}

func (e *TooMuchWork) Error() string {
	return fmt.Sprintf("this table takes about %d times the work that it may: choose a smaller size, or lower or fewer piles", e.Times)
}

func badTable(format string, args ...any) *BadTable {
	return &BadTable{Reason: fmt.Sprintf(format, args...)}
}

// Table fills the one or two blanks "_" of pattern with piles from 1 to size. It returns Grundy
// values if all are known, else outcomes. progress, which may be nil, is called from time to time.
// All cells share the budget of one search.
//
// The error is a *BadTable, a *games.BadPosition for the rest of the pattern, a *TooMuchWork before
// any work, ErrBudget or ctx.Err().
func (s *Solver) Table(ctx context.Context, v *games.Variant, pattern string, size int, progress func(done, total int)) (*Table, error) {
	if s.Watch != nil {
		defer func(began time.Time) { s.Watch(AskTable, time.Since(began), false) }(time.Now())
	}
	t, parts, err := newTable(v, pattern, size)
	if err != nil {
		return nil, err
	}
	if err := s.checkWork(v, t, parts); err != nil {
		return nil, err
	}
	ctx, done := theory.Ask(ctx, s.work())
	defer done()
	if ok, err := t.fillPlane(ctx, v, parts); ok {
		return t, err
	}
	if err := s.fillSeparately(ctx, v, t, parts, progress); err != nil {
		return nil, err
	}
	return t, nil
}

// newTable returns an empty table, and what stands around the blanks of its pattern.
func newTable(v *games.Variant, pattern string, size int) (t *Table, parts []string, err error) {
	if len(pattern) > MaxPattern {
		return nil, nil, badTable("this pattern is too long: the limit is %d characters", MaxPattern)
	}
	parts = Around(pattern)
	t = &Table{Pattern: strings.Join(parts, blank), Size: size, Blanks: len(parts) - 1}
	most, kind := MaxTable, "two blanks"
	switch t.Blanks {
	case 1:
		most, kind = MaxTableLine, "one blank"
	case 2:
	default:
		return nil, nil, badTable("%s has %d blanks: a pattern has one or two, written `_`, such as `_ 4 _`", games.Quote(pattern), t.Blanks)
	}
	if size < 1 || size > most {
		return nil, nil, badTable("the largest pile of a table with %s is a whole number from 1 to %d, not %d", kind, most, size)
	}
	// Parse the pattern once with ones in its blanks, so that the game reports errors in the rest
	// of it.
	if _, err := v.Parse(fill(parts, 1, 1), games.Left); err != nil {
		return nil, nil, err
	}
	return t, parts, nil
}

func (s *Solver) checkWork(v *games.Variant, t *Table, parts []string) error {
	if s.TableSteps <= 0 {
		return nil
	}
	steps, err := s.valueSteps(v, t, parts)
	if err != nil {
		return err
	}
	cell := len(strings.Fields(t.Pattern)) // for the outcome
	if v.Partizan {
		cell *= cell
	}
	steps += uint64(t.Size * t.Columns() * cell) // at most 2^24 times 2^28
	if allowed := uint64(s.TableSteps); steps > allowed {
		return &TooMuchWork{Times: int(min(1000, (steps+allowed-1)/allowed))}
	}
	return nil
}

func (s *Solver) valueSteps(v *games.Variant, t *Table, parts []string) (uint64, error) {
	if v.Family != endnim.Family {
		return 0, nil
	}
	least, err := v.Parse(fill(parts, 1, 1), games.Left)
	if err != nil {
		return 0, err
	}
	largest, err := v.Parse(fill(parts, t.Size, t.Size), games.Left)
	if err != nil {
		return 0, err
	}
	together := rows.Cells(v, largest, rows.PlaneCells)
	alone := uint64(s.prover(v).cells)
	switch {
	case isPlane(v, parts) && together <= rows.PlaneCells:
		return together, nil // all values come from one climb
	case rows.Cells(v, least, alone) > alone:
		return 0, nil // not even the first value can be found
	default:
		return min(together, alone) * uint64(t.Size*t.Columns()), nil
	}
}

// isPlane reports whether a pattern is End-Nim rows with both ends blank. The tables built for the
// largest row then give all values.
func isPlane(v *games.Variant, parts []string) bool {
	return v.Family == endnim.Family && len(parts) == 3 && strings.TrimSpace(parts[0]+parts[2]) == ""
}

// fillPlane fills a table of End-Nim rows with both ends blank; ok is false if it does not apply.
func (t *Table) fillPlane(ctx context.Context, v *games.Variant, parts []string) (ok bool, err error) {
	if !isPlane(v, parts) {
		return false, nil
	}
	var middle []uint64
	if between := strings.TrimSpace(parts[1]); between != "" {
		if middle, err = games.ParseRow(between); err != nil {
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

// Around splits a pattern at its blanks, and joins its words with single spaces. An underscore inside a name is not a
// blank.
func Around(pattern string) (parts []string) {
	text := strings.Join(strings.FieldsFunc(pattern, func(r rune) bool { return r == ' ' || r == ',' }), " ")
	inName := func(b byte) bool {
		return b == '_' || '0' <= b && b <= '9' || 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z'
	}
	from := 0
	for at := range len(text) {
		if text[at] == '_' && (at == 0 || !inName(text[at-1])) && (at+1 == len(text) || !inName(text[at+1])) {
			parts, from = append(parts, text[from:at]), at+1
		}
	}
	return append(parts, text[from:])
}

// fill writes a in the first blank, and b in the second if there is one.
func fill(parts []string, a, b int) string {
	text := parts[0] + strconv.Itoa(a) + parts[1]
	if len(parts) == 3 {
		text += strconv.Itoa(b) + parts[2]
	}
	return text
}

// cells is the number of positions of a table that is computed cell by cell. The error is a *BadTable for too many.
func (t *Table) cells() (int, error) {
	total := t.Size * t.Columns()
	if total > maxSeparateCells {
		return 0, badTable("a table of %d cells takes too long: the limit for this game and pattern is %d", total, maxSeparateCells)
	}
	return total, nil
}

// eachCell calls do with each position of a table that is computed cell by cell.
func (t *Table) eachCell(ctx context.Context, v *games.Variant, parts []string, progress func(done, total int), do func(i int, p games.Position) error) error {
	columns := t.Columns()
	total, err := t.cells()
	if err != nil {
		return err
	}
	for i := range total {
		if i%64 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			if progress != nil {
				progress(i, total)
			}
		}
		p, err := v.Parse(fill(parts, i/columns+1, i%columns+1), games.Left)
		if err != nil {
			return err
		}
		if err := do(i, p); err != nil {
			return err
		}
	}
	return nil
}

func (s *Solver) fillSeparately(ctx context.Context, v *games.Variant, t *Table, parts []string, progress func(done, total int)) error {
	total, err := t.cells()
	if err == nil {
		err = theory.Take(ctx, separateBytes*total)
	}
	if err != nil {
		return err
	}
	values, outcomes := make([]uint64, total), make([]theory.Outcome, total)
	allKnown := true
	r := s.prover(v)
	err = t.eachCell(ctx, v, parts, progress, func(i int, p games.Position) (err error) {
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
		return nil
	})
	if err := cmp.Or(err, ctx.Err()); err != nil { // near the end of ctx a value may seem unknown
		return err
	}
	if allKnown {
		t.Values = values
	} else {
		t.Outcomes = outcomes
	}
	return nil
}
