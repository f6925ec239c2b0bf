package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/endnim"
	"nimatron/picture/chart"
	"nimatron/solver"
	"nimatron/solver/explain"
	"nimatron/solver/partizan"
	"nimatron/solver/theory"
)

// tableCommand prints a table over a pattern.
type tableCommand struct {
	Variant string   `arg:"" help:"The game, such as end-nim."`
	Pattern []string `arg:"" help:"A position with one or two blanks _, such as \"_ 4 _\"."`
	Size    int      `short:"n" default:"16" help:"The largest pile that stands for a blank."`
	formFlags
	outputFlags
}

// tableSteps bounds the work for a table, to some 20 s: docs/limits.md.
const tableSteps = 1 << 28

// Run prints Grundy values, or outcomes where these are not known.
func (c *tableCommand) Run(ctx context.Context, p *program) error {
	if err := c.check(c.formFlags); err != nil {
		return err
	}
	v, err := catalog.Standard.Find(c.Variant)
	if err != nil {
		return err
	}
	progress := newProgress(p.stderr)
	t, err := (&solver.Solver{TableSteps: tableSteps}).Table(ctx, v, strings.Join(c.Pattern, " "), c.Size, progress.show)
	progress.clear()
	if err != nil {
		return interrupted(ctx, err)
	}
	if c.Output != "" {
		return c.draw(p, t)
	}
	switch {
	case c.JSON:
		_, err = p.stdout.Write(append(explain.AppendTableJSON([]byte{'{'}, v, t), "}\n"...))
		return err
	case c.CSV:
		_, err = p.stdout.Write(explain.AppendTableCSV(nil, t))
		return err
	}
	kind := "Grundy values"
	if t.Values == nil {
		kind = "outcomes"
	}
	_, err = fmt.Fprintf(p.stdout, "%s, %s of %s:\n\n%s", v.Name, kind, t.Pattern, explain.TableText(t))
	return err
}

// draw draws a table over two piles.
func (c *tableCommand) draw(p *program, t *solver.Table) error {
	if t.Blanks != 2 || t.Size > chart.MaxPlane {
		return fmt.Errorf("a picture shows a table with two blanks of up to %d piles, such as of `_ 4 _`; without -o it is printed", chart.MaxPlane)
	}
	plane := chart.Plane{Pattern: t.Pattern, Size: t.Size, Values: t.Values}
	for _, o := range t.Outcomes {
		plane.Outcomes = append(plane.Outcomes, o[0])
	}
	d, err := plane.Draw(c.style())
	if err != nil {
		return err
	}
	return p.writePicture(c.Output, d, plane.Words())
}

// interrupted words the error of a command that the user ended.
func interrupted(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return errors.New("interrupted")
	}
	return err
}

// progressAfter is how long a command works in silence, and how often it then
// tells how far it is.
const progressAfter = 500 * time.Millisecond

// progress tells on standard error how far long work is.
type progress struct {
	out   io.Writer
	next  time.Time
	shown bool
}

// newProgress returns one that is told of if a person sits at the end of out.
func newProgress(out io.Writer) *progress {
	if !isTerminal(out) {
		out = io.Discard
	}
	return &progress{out: out, next: time.Now().Add(progressAfter)}
}

func (p *progress) show(done, total int) {
	if now := time.Now(); now.After(p.next) {
		p.next, p.shown = now.Add(progressAfter), true
		fmt.Fprintf(p.out, "\r%d of %d (%d%%)", done, total, done*100/total)
	}
}

// bar is show for work that people watch.
func (p *progress) bar(done, total int) {
	const width = 30
	if now := time.Now(); now.After(p.next) && total > 0 {
		p.next, p.shown = now.Add(progressAfter), true
		full := done * width / total
		fmt.Fprintf(p.out, "\r[%s%s] %3d%%", strings.Repeat("#", full), strings.Repeat(".", width-full), done*100/total)
	}
}

// count is show for work of unknown length.
func (p *progress) count(done int) {
	if now := time.Now(); now.After(p.next) {
		p.next, p.shown = now.Add(progressAfter), true
		fmt.Fprintf(p.out, "\r%d", done)
	}
}

// clear ends the line of progress, if there was one.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprintln(p.out)
	}
}

// phaseCommand prints a phase diagram.
type phaseCommand struct {
	Row  []string `arg:"" help:"A row of Partizan End-Nim, such as 2 4 1."`
	Size int      `short:"n" default:"16" help:"The largest end pile."`
	formFlags
	outputFlags
}

// Run prints the outcomes of a·w·b for the row w.
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
		phase := chart.Phase{Row: row.String(), Size: d.Size, Cells: d.Cells, TripleA: d.TripleA.String(), TripleB: d.TripleB.String()}
		drawn, err := phase.Draw(c.style())
		if err != nil {
			return err
		}
		return p.writePicture(c.Output, drawn, phase.Words())
	}
	switch {
	case c.JSON:
		line := explain.AppendTableJSON([]byte{'{'}, endnim.Partizan, tableOf(row, d))
		_, err = p.stdout.Write(fmt.Appendf(line, `,"triple_point":[%s,%s]}`+"\n", d.TripleA, d.TripleB))
		return err
	case c.CSV:
		_, err = p.stdout.Write(explain.AppendTableCSV(nil, tableOf(row, d)))
		return err
	}
	_, err = fmt.Fprintf(p.stdout, "Outcomes of a·w·b for w = %s: Left's end pile a grows upwards, Right's b to the right.\nThe triple point, the smallest P, is a = %s, b = %s.\n\n%s",
		row, d.TripleA, d.TripleB, d)
	return err
}

// tableOf returns the phase diagram of a row as a table over its two ends.
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

// thresholdsCommand prints the thresholds of a row.
type thresholdsCommand struct {
	Row []string `arg:"" help:"A row of Partizan End-Nim, such as 3 5 5 5 1."`
	formFlags
}

// Run prints L, R, L* and R*.
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
		_, err = fmt.Fprintf(p.stdout, `{"variant":"partizan-end-nim","row":"%s","outcome":"%s","L":%s,"R":%s,"L_star":%s,"R_star":%s}`+"\n", row, t.Outcome, t.L, t.R, t.LStar, t.RStar)
		return err
	case c.CSV:
		_, err = fmt.Fprintf(p.stdout, "variant,row,outcome,L,R,L_star,R_star\npartizan-end-nim,%s,%s,%s,%s,%s,%s\n", row, t.Outcome, t.L, t.R, t.LStar, t.RStar)
		return err
	}
	_, err = fmt.Fprintf(p.stdout, "Row w = %s, outcome %s\n\nL  = %-8s the smallest pile at the left end with which Left wins whoever starts\nR  = %-8s the smallest pile at the right end with which Right wins whoever starts\nL* = %-8s the smallest pile at the left end with which Left wins moving first\nR* = %-8s the smallest pile at the right end with which Right wins moving first\n",
		row, t.Outcome, t.L, t.R, t.LStar, t.RStar)
	return err
}

// readRow reads a row of the partizan game.
func readRow(words []string) (*endnim.Row, error) {
	p, err := endnim.Partizan.Parse(strings.Join(words, " "), games.Left)
	if err != nil {
		return nil, err
	}
	return p.(*endnim.Row), nil
}
