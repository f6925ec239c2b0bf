package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/vm"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/every"
	"nimatron/internal/jsonline"
	"nimatron/internal/words"
	"nimatron/solver"
	"nimatron/solver/explain"
)

type sweepCommand struct {
	Set        string `arg:"" help:"The positions, each once up to the names of its stacks, such as \"all graphs of 4 stacks of at most 2\". There are rows, piles, trees, graphs and coloured graphs."`
	Game       string `placeholder:"ID" help:"The game (default: end-nim, nim, tree-nim, depot-nim or coloured-depot-nim)."`
	Where      string `placeholder:"EXPR" help:"Print only the positions for which this is true, such as \"outcome == 'P'\"."`
	Conjecture string `placeholder:"EXPR" help:"Print no positions, but how often this is true, and the smallest position for which it is false."`
	From       int    `default:"1" help:"Begin with this position, to go on after an interrupt."`
	formFlags
}

// swept is what an expression sees of a position.
type swept struct {
	Outcome  string  `expr:"outcome"`
	Value    string  `expr:"value"`
	Grundy   int     `expr:"grundy"` // −1 if there is none or it is not known
	Mean     float64 `expr:"mean"`
	Stacks   []int   `expr:"stacks"`
	Counters int     `expr:"counters"`
	Largest  int     `expr:"largest"`
	NimSum   int     `expr:"nimsum"`
	Open     []int   `expr:"open"` // the stacks that the player to move may lower
	Roads    int     `expr:"roads"`
	position games.Position
	exact    bool
}

var sweepGames = map[every.Kind]string{
	every.Rows: "end-nim", every.Piles: "nim", every.Trees: "tree-nim", every.Graphs: "depot-nim", every.ColouredGraphs: "coloured-depot-nim",
}

// fits returns an error if a game is not played on a kind of position.
func fits(v *games.Variant, kind every.Kind) error {
	usual, err := catalog.Standard.Find(sweepGames[kind])
	if err != nil {
		return err
	}
	ok := v.Family == usual.Family
	if kind == every.Rows || kind == every.Piles { // several families are played on them
		pile, err := v.Parse("1", games.Left)
		if ok = err == nil; ok {
			row, is := pile.Shape().(games.Row)
			ok = is && row.Ends == (kind == every.Rows)
		}
	}
	if !ok {
		return &usageError{fmt.Sprintf("%s is not played on %s: leave out --game, or choose one as in `%s`", v.ID, kind, usual.ID)}
	}
	return nil
}

func condition(text string) (*vm.Program, error) {
	if text == "" {
		return nil, nil
	}
	compiled, err := expr.Compile(text, expr.Env(swept{}), expr.AsBool())
	if err != nil {
		return nil, &usageError{oneLine(err)}
	}
	return compiled, nil
}

func holds(of *vm.Program, s swept) (bool, error) {
	if of == nil {
		return true, nil
	}
	result, err := expr.Run(of, s)
	if err != nil {
		return false, err
	}
	return result.(bool), nil
}

func (c *sweepCommand) Run(ctx context.Context, p *program) error {
	set, err := every.Read(c.Set)
	if err != nil {
		return &usageError{err.Error()}
	}
	v, err := catalog.Standard.Find(cmp.Or(c.Game, sweepGames[set.Kind]))
	if err != nil {
		return err
	}
	where, err := condition(c.Where)
	if err != nil {
		return err
	}
	claim, err := condition(c.Conjecture)
	if err != nil {
		return err
	}
	set.Sided = v.Partizan
	if err := fits(v, set.Kind); err != nil {
		return err
	}
	tested := &conjecture{claim: claim}
	how := answering{failed: "failed", refuse: appendError, start: func() answer {
		look := newSweeper()
		return func(ctx context.Context, dst []byte, line string) ([]byte, error) {
			position, err := v.Parse(line, games.Left)
			if err != nil && set.Kind == every.ColouredGraphs {
				return dst, errLeftOut // nobody ever reaches one of its stacks
			} else if err != nil {
				return dst, err
			}
			s, err := look(ctx, v, position)
			if err != nil {
				return dst, err
			}
			if ok, err := holds(where, s); err != nil || !ok {
				return dst, cmp.Or(err, errLeftOut)
			}
			if claim != nil {
				return dst, cmp.Or(tested.test(s), errLeftOut)
			}
			return c.line(dst, v, s), nil
		}
	}}
	if c.CSV {
		const header = "variant,position,outcome,value,mean,error"
		how.header = []byte(header + "\n")
		how.refuse = func(dst []byte, err error) []byte { return explain.AppendCSVError(dst, header, oneLine(err)) }
	}
	progress := newProgress(p.stderr)
	positions := positionsOf(set, c.From, progress)
	err = answerLines(ctx, positions, p.stdout, how)
	positions.Close()
	progress.clear()
	var stopped *interruptedError
	if errors.As(err, &stopped) {
		return fmt.Errorf("interrupted: `--from %d` goes on", c.From+stopped.answered)
	}
	if err == nil && claim != nil {
		_, err = io.WriteString(p.stdout, tested.String())
	}
	return err
}

// positionsOf writes the positions as lines, from a number on, until the reader is closed.
func positionsOf(set every.Set, from int, progress *progress) *io.PipeReader {
	r, w := io.Pipe()
	go func() {
		out, number := bufio.NewWriter(w), 0
		boards := set.Boards()
		for i, b := range boards {
			for text := range b.Positions(set.Largest) {
				if number++; number < from {
					continue
				}
				if _, err := out.WriteString(text + "\n"); err != nil {
					return
				}
			}
			progress.show(i+1, len(boards))
		}
		w.CloseWithError(out.Flush())
	}()
	return r
}

// newSweeper returns a function that looks at positions one after another.
func newSweeper() func(context.Context, *games.Variant, games.Position) (swept, error) {
	s := &solver.Solver{Bare: true}
	valuer := s.NewValuer(solver.ValueBytes)
	return func(ctx context.Context, v *games.Variant, p games.Position) (of swept, err error) {
		of = swept{Grundy: -1, Mean: math.NaN(), position: p}
		for _, at := range p.Places() {
			of.Open = append(of.Open, int(max(at.Most, at.Size)))
		}
		if board, ok := p.Shape().(games.Graph); ok {
			of.Roads = len(board.Edges)
		}
		for _, counters := range stacksOf(p) {
			n := int(counters)
			of.Stacks = append(of.Stacks, n)
			of.Counters += n
			of.Largest = max(of.Largest, n)
			of.NimSum ^= n
		}
		if v.Partizan {
			value, err := valuer.Value(ctx, v, p)
			if err != nil {
				return of, err
			}
			of.Outcome, of.Value, of.exact = string(value.Outcome), value.Name, value.Outcome != ""
			if value.Mean != nil {
				of.Mean, _ = value.Mean.Float64()
			}
			return of, nil
		}
		a, err := s.Analyze(ctx, v, p)
		if err != nil {
			return of, err
		}
		of.Outcome, of.exact = string(a.Outcome), a.Exact
		if a.GrundyKnown {
			of.Grundy, of.Value = int(a.Grundy), fmt.Sprint(a.Grundy)
		}
		return of, nil
	}
}

func stacksOf(p games.Position) []uint64 {
	switch p := p.(type) {
	case interface{ Counters() []uint64 }:
		return p.Counters()
	case interface{ Piles() []uint64 }:
		return p.Piles()
	}
	return nil
}

func (c *sweepCommand) line(dst []byte, v *games.Variant, s swept) []byte {
	mean := ""
	if !math.IsNaN(s.Mean) {
		mean = fmt.Sprint(s.Mean)
	}
	fields := [...]string{s.position.String(), s.Outcome, s.Value, mean}
	switch {
	case c.CSV:
		return explain.AppendRecord(dst, append(append([]string{v.ID}, fields[:]...), ""))
	case c.JSON:
		dst = jsonline.Text(append(dst, '{'), "variant", v.ID)
		for i, name := range [...]string{"position", "outcome", "value", "mean"} {
			if fields[i] != "" {
				dst = jsonline.Text(dst, name, fields[i])
			}
		}
		return append(dst, '}')
	}
	return fmt.Appendf(dst, "%-2s %-6s %s", cmp.Or(s.Outcome, "?"), cmp.Or(s.Value, "?"), fields[0])
}

// conjecture counts where a claim holds.
type conjecture struct {
	claim *vm.Program

	mu                     sync.Mutex
	held, failed, unproved int
	smallest               swept
}

func (c *conjecture) test(s swept) error {
	ok, err := holds(c.claim, s)
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case err != nil:
		return err
	case !s.exact:
		c.unproved++
	case ok:
		c.held++
	default:
		if c.failed++; c.failed == 1 || s.before(c.smallest) {
			c.smallest = s
		}
	}
	return nil
}

// before orders counterexamples: fewer counters first, then fewer stacks.
func (s swept) before(other swept) bool {
	return cmp.Or(cmp.Compare(s.Counters, other.Counters), cmp.Compare(len(s.Stacks), len(other.Stacks)),
		slices.Compare(s.Stacks, other.Stacks), strings.Compare(s.position.String(), other.position.String())) < 0
}

func (c *conjecture) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "True of %s, false of %d", words.Count(c.held, "position"), c.failed)
	if c.unproved > 0 {
		fmt.Fprintf(&b, ", not known of %d, which a search gave up", c.unproved)
	}
	b.WriteString(".\n")
	if c.failed > 0 {
		fmt.Fprintf(&b, "The smallest counterexample: %s (outcome %s", c.smallest.position, c.smallest.Outcome)
		if c.smallest.Value != "" {
			fmt.Fprintf(&b, ", value %s", c.smallest.Value)
		}
		b.WriteString(")\n")
	}
	return b.String()
}
