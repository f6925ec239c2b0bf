package solver

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"nimatron/games"
)

// Bounds on tables of patterns.
const (
	// MaxTable is the most rows and columns of a Table with two blanks.
	MaxTable = 4096
	// MaxTableLine is the most values of a Table with one blank.
	MaxTableLine = 100_000
	// maxSeparateCells bounds the cells of a table that has to be worked out cell
	// by cell.
	maxSeparateCells = 1 << 20
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
	// Cells are Grundy values in decimal or, where not all are known, outcomes:
	// that of first blank a and second blank b at index (a-1)*Size + b-1.
	Cells []string
	// Grundy says that Cells are Grundy values.
	Grundy bool
}

// BadTable is the error for a pattern or a size that no table can be made of. Its
// text is for people and says what would have been right.
type BadTable struct{ Reason string }

// Error returns the reason.
func (e *BadTable) Error() string { return e.Reason }

func badTable(format string, args ...any) *BadTable {
	return &BadTable{Reason: fmt.Sprintf(format, args...)}
}

// Table fills in the one or two blanks "_" of pattern with the piles from 1 to
// size. It gives Grundy values where they are known for all positions, else
// outcomes. From time to time it tells progress, which may be nil, how many cells
// of how many are done. The error is a *BadTable, a *games.BadPosition for the
// rest of the pattern, ErrBudget or ctx.Err().
func (s *Solver) Table(ctx context.Context, v *games.Variant, pattern string, size int, progress func(done, total int)) (*Table, error) {
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
	if plane, ok := s.plane(v, words, blanks, size); ok {
		t.Grundy = true
		t.Cells = make([]string, len(plane))
		for i, value := range plane {
			t.Cells[i] = strconv.FormatUint(uint64(value), 10)
		}
		return t, ctx.Err()
	}
	return t, s.fillSeparately(ctx, v, t, words, blanks, progress)
}

// plane is the fast way to a table of End-Nim rows with both ends blank.
func (s *Solver) plane(v *games.Variant, words []string, blanks []int, size int) ([]uint32, bool) {
	if len(blanks) != 2 || blanks[0] != 0 || blanks[1] != len(words)-1 {
		return nil, false
	}
	var middle []uint64
	if len(words) > 2 {
		var err error
		if middle, _, err = games.ParsePiles(strings.Join(words[1:len(words)-1], " ")); err != nil {
			return nil, false
		}
	}
	plane, err := Plane(v, middle, size)
	return plane, err == nil
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
	columns := 1
	if t.Blanks == 2 {
		columns = t.Size
	}
	total := t.Size * columns
	if total > maxSeparateCells {
		return badTable("a table of %d cells takes too long here: in this game and with this pattern %d are the most", total, maxSeparateCells)
	}
	values, outcomes := make([]string, total), make([]string, total)
	t.Grundy = true
	for i := range total {
		if i%64 == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
			if progress != nil {
				progress(i, total)
			}
		}
		a, err := s.settle(ctx, v, fill(words, blanks, i/columns+1, i%columns+1))
		if err != nil {
			return err
		}
		outcomes[i] = string(a.Outcome)
		values[i] = strconv.FormatUint(a.Grundy, 10)
		t.Grundy = t.Grundy && a.GrundyKnown
	}
	t.Cells = outcomes
	if t.Grundy {
		t.Cells = values
	}
	return nil
}

// settle is Analyze without moves and reasons.
func (s *Solver) settle(ctx context.Context, v *games.Variant, position string) (*Analysis, error) {
	p, err := v.Parse(position, games.Left)
	if err != nil {
		return nil, err
	}
	q := s.ask(v)
	a := &Analysis{Exact: true}
	won, err := q.wins(ctx, p)
	if err != nil {
		return nil, err
	}
	if !v.Partizan {
		a.Outcome = outcomeOf(p, won)
		a.Grundy, a.GrundyKnown = q.grundy(p)
		return a, nil
	}
	right, err := v.Parse(position, games.Right)
	if err != nil {
		return nil, err
	}
	rightWon, err := q.wins(ctx, right)
	if err != nil {
		return nil, err
	}
	a.Outcome = partizanOutcome(won, rightWon)
	return a, nil
}

// String draws the table for a fixed-width font: the second blank from left to
// right, the first from top to bottom.
func (t *Table) String() string {
	columns := len(t.Cells) / t.Size
	width := len(strconv.Itoa(t.Size))
	for _, cell := range t.Cells {
		width = max(width, len(cell))
	}
	var b strings.Builder
	margin := len(strconv.Itoa(t.Size))
	if t.Blanks == 2 {
		fmt.Fprintf(&b, "%*s |", margin, "")
		for c := range columns {
			fmt.Fprintf(&b, " %*d", width, c+1)
		}
		fmt.Fprintf(&b, "\n%s-+%s\n", strings.Repeat("-", margin), strings.Repeat("-", columns*(width+1)))
	}
	for a := range t.Size {
		fmt.Fprintf(&b, "%*d |", margin, a+1)
		for _, cell := range t.Cells[a*columns : (a+1)*columns] {
			fmt.Fprintf(&b, " %*s", width, cell)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// AppendCSV appends the table as comma-separated values, with the piles that stand
// for the blanks in the first row and the first column.
func (t *Table) AppendCSV(dst []byte) []byte {
	columns := len(t.Cells) / t.Size
	dst = append(dst, "pile"...)
	for c := range columns {
		dst = append(dst, ',')
		if t.Blanks == 1 {
			dst = append(dst, "value"...)
		} else {
			dst = strconv.AppendInt(dst, int64(c)+1, 10)
		}
	}
	dst = append(dst, '\n')
	for a := range t.Size {
		dst = strconv.AppendInt(dst, int64(a)+1, 10)
		for _, cell := range t.Cells[a*columns : (a+1)*columns] {
			dst = append(append(dst, ','), cell...)
		}
		dst = append(dst, '\n')
	}
	return dst
}
