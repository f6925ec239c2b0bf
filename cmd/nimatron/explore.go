package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/endnim"
	"nimatron/internal/jsonline"
	"nimatron/picture/chart"
	"nimatron/solver"
	"nimatron/solver/explain"
	"nimatron/solver/partizan"
	"nimatron/solver/theory"
)

type tableCommand struct {
	Variant string   `arg:"" help:"The game, such as end-nim."`
	Pattern []string `arg:"" help:"A position with one or two blanks _, such as \"_ 4 _\" or \"2(_ _)\"."`
	Size    int      `short:"n" default:"16" help:"The largest pile that stands for a blank."`
	Outcome bool     `xor:"of" help:"Outcomes, also where Grundy values are known."`
	Mean    bool     `xor:"of" help:"Means of a partizan game."`
	Form    bool     `xor:"of" help:"Values as short games, such as 1/2 or {0|*}; under misère play genera."`
	Forms   bool     `name:"canonical" xor:"of" help:"Canonical forms, with options."`
	Value   *uint64  `help:"List the positions of this Grundy value, one a line." xor:"form"`
	BFile   bool     `name:"bfile" help:"Print lines \"n value\" for one blank, the b-file of the OEIS." xor:"form"`
	formFlags
	outputFlags
}

// tableSteps bounds the work for a table, to some 20 s: docs/limits.md.
const tableSteps = 1 << 28

// Run prints Grundy values, or outcomes if those are unknown.
func (c *tableCommand) Run(ctx context.Context, p *program) error {
	if err := c.check(c.formFlags); err != nil {
		return err
	}
	v, err := catalog.Standard.Find(c.Variant)
	if err != nil {
		return err
	}
	progress := newProgress(p.stderr)
	s, pattern := &solver.Solver{TableSteps: tableSteps}, strings.Join(c.Pattern, " ")
	var t *solver.Table
	if of := c.aspect(); of == "" {
		t, err = s.Table(ctx, v, pattern, c.Size, progress.show)
	} else {
		t, err = s.ValueTable(ctx, v, of, pattern, c.Size, progress.show)
	}
	progress.clear()
	if err != nil {
		return interrupted(ctx, err)
	}
	if c.Output != "" {
		return c.draw(p, t)
	}
	switch {
	case c.Value != nil:
		return c.list(p, t)
	case c.BFile:
		return c.writeBFile(p, t)
	case c.JSON:
		_, err = p.stdout.Write(append(explain.AppendTableJSON([]byte{'{'}, v, t), "}\n"...))
		return err
	case c.CSV:
		_, err = p.stdout.Write(explain.AppendTableCSV(nil, t))
		return err
	}
	kind := "Grundy values"
	switch {
	case t.Texts != nil:
		kind = strings.ReplaceAll(string(t.Aspect)+"s", "canonicals", "canonical forms")
	case t.Values == nil:
		kind = "outcomes"
	}
	_, err = fmt.Fprintf(p.stdout, "%s, %s of %s:\n\n%s", v.Name, kind, t.Pattern, explain.TableText(t))
	return err
}

func (c *tableCommand) aspect() solver.Aspect {
	switch {
	case c.Outcome:
		return solver.OfOutcome
	case c.Mean:
		return solver.OfMean
	case c.Form:
		return solver.OfValue
	case c.Forms:
		return solver.OfCanonical
	}
	return ""
}

func (c *tableCommand) list(p *program, t *solver.Table) error {
	if t.Values == nil {
		return fmt.Errorf("%s has outcomes here, and no known values to list", c.Variant)
	}
	for i, value := range t.Values {
		row := strings.Replace(t.Pattern, "_", strconv.Itoa(i/t.Columns()+1), 1)
		row = strings.Replace(row, "_", strconv.Itoa(i%t.Columns()+1), 1)
		if value != *c.Value {
			continue
		}
		if _, err := fmt.Fprintln(p.stdout, row); err != nil {
			return err
		}
	}
	return nil
}

func (c *tableCommand) writeBFile(p *program, t *solver.Table) error {
	if t.Values == nil || t.Blanks != 1 {
		return errors.New("a b-file needs a game with values and one blank, as in: nimatron table --bfile split-nim/2 _")
	}
	out := bufio.NewWriter(p.stdout)
	for i, value := range t.Values {
		fmt.Fprintln(out, i+1, value)
	}
	return out.Flush()
}

func (c *tableCommand) draw(p *program, t *solver.Table) error {
	if t.Texts != nil {
		return errors.New("a picture shows Grundy values or outcomes: leave out -o to print the table")
	}
	if t.Blanks != 2 || t.Size > chart.MaxPlane {
		return fmt.Errorf("a picture needs a table with two blanks, such as `_ 4 _`, and piles up to %d; leave out -o to print it", chart.MaxPlane)
	}
	plane := chart.Plane{Pattern: t.Pattern, Window: chart.Window{Size: t.Size}, Values: t.Values}
	for _, o := range t.Outcomes {
		plane.Outcomes = append(plane.Outcomes, o[0])
	}
	d, err := plane.Draw(c.style())
	if err != nil {
		return err
	}
	return p.writePicture(c.Output, d, plane.Words())
}

func interrupted(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return errors.New("interrupted")
	}
	return err
}

// progressAfter is the time before the first line of progress, and between two lines.
const progressAfter = 500 * time.Millisecond

type progress struct {
	out   io.Writer
	next  time.Time
	shown bool
}

func newProgress(out io.Writer) *progress {
	if !isTerminal(out) {
		out = io.Discard
	}
	return &progress{out: out, next: time.Now().Add(progressAfter)}
}

func (p *progress) show(done, total int) {
	if total > 0 {
		p.print("[%s] %3d%%", bar(30, done*30/total), done*100/total)
	}
}

func (p *progress) count(done int) { p.print("%d", done) }

func (p *progress) print(format string, values ...any) {
	if now := time.Now(); now.After(p.next) {
		p.next, p.shown = now.Add(progressAfter), true
		fmt.Fprintf(p.out, "\r"+format, values...)
	}
}

func bar(width, full int) string {
	return strings.Repeat("#", full) + strings.Repeat(".", width-full)
}

func (p *progress) clear() {
	if p.shown {
		fmt.Fprintln(p.out)
	}
}

type phaseCommand struct {
	Row  []string `arg:"" help:"A row of Partizan End-Nim, such as 2 4 1."`
	Size int      `short:"n" default:"16" help:"The largest end pile."`
	formFlags
	outputFlags
}

func (c *phaseCommand) Run(ctx context.Context, p *program) error {
	if err := c.check(c.formFlags); err != nil {
		return err
	}
	row, err := readRow(c.Row)
	if err != nil {
		return err
	}
	d, err := partizan.Phase(ctx, row.Piles(), c.Size)
	if err != nil {
		return err
	}
	if c.Output != "" {
		phase := chart.Phase{Row: row.String(), Window: chart.Window{Size: d.Size}, Cells: d.Cells,
			TripleA: d.TripleA.String(), TripleB: d.TripleB.String()}
		drawn, err := phase.Draw(c.style())
		if err != nil {
			return err
		}
		return p.writePicture(c.Output, drawn, phase.Words())
	}
	switch {
	case c.JSON:
		line := explain.AppendTableJSON([]byte{'{'}, endnim.Partizan, tableOf(row, d))
		line = jsonline.Digits(append(line, `,"triple_point":[`...), d.TripleA.String())
		_, err = p.stdout.Write(append(jsonline.Digits(append(line, ','), d.TripleB.String()), "]}\n"...))
		return err
	case c.CSV:
		_, err = p.stdout.Write(explain.AppendTableCSV(nil, tableOf(row, d)))
		return err
	}
	_, err = fmt.Fprintf(p.stdout, "Outcomes of a·w·b for w = %s: Left's end pile a grows upwards, Right's b to the right.\nThe triple point, the smallest P, is a = %s, b = %s.\n\n%s",
		row, d.TripleA, d.TripleB, d)
	return err
}

func tableOf(row *endnim.Row, d *partizan.PhaseDiagram) *solver.Table {
	t := &solver.Table{Pattern: "_ " + row.String() + " _", Size: d.Size, Blanks: 2}
	if len(row.Piles()) == 0 {
		t.Pattern = "_ _"
	}
	for _, outcome := range d.Cells {
		t.Outcomes = append(t.Outcomes, theory.Outcome(rune(outcome)))
	}
	return t
}

type thresholdsCommand struct {
	Row []string `arg:"" help:"A row of Partizan End-Nim, such as 3 5 5 5 1."`
	formFlags
}

func (c *thresholdsCommand) Run(p *program) error {
	row, err := readRow(c.Row)
	if err != nil {
		return err
	}
	if len(row.Piles()) == 0 {
		return errors.New("the empty row has no thresholds: a row needs a pile, such as 2 4 1")
	}
	t := partizan.Thresholds(row.Piles())
	switch {
	case c.JSON:
		_, err = fmt.Fprintf(p.stdout, `{"variant":"partizan-end-nim","row":"%s","outcome":"%s","L":%s,"R":%s,"L_star":%s,"R_star":%s}`+"\n", row, t.Outcome,
			jsonline.Digits(nil, t.L.String()), jsonline.Digits(nil, t.R.String()), jsonline.Digits(nil, t.LStar.String()), jsonline.Digits(nil, t.RStar.String()))
		return err
	case c.CSV:
		_, err = fmt.Fprintf(p.stdout, "variant,row,outcome,L,R,L_star,R_star\npartizan-end-nim,%s,%s,%s,%s,%s,%s\n", row, t.Outcome, t.L, t.R, t.LStar, t.RStar)
		return err
	}
	_, err = fmt.Fprintf(p.stdout, "Row w = %s, outcome %s\n\nL  = %-8s the smallest pile at the left end with which Left wins whoever starts\nR  = %-8s the smallest pile at the right end with which Right wins whoever starts\nL* = %-8s the smallest pile at the left end with which Left wins moving first\nR* = %-8s the smallest pile at the right end with which Right wins moving first\n",
		row, t.Outcome, t.L, t.R, t.LStar, t.RStar)
	return err
}

func readRow(words []string) (*endnim.Row, error) {
	p, err := endnim.Partizan.Parse(strings.Join(words, " "), games.Left)
	if err != nil {
		return nil, err
	}
	return p.(*endnim.Row), nil
}
