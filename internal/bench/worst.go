//go:build unix

package main

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/solver"
	"nimatron/solver/explain"
)

// longestMessage is the length limit of a message, in characters.
const longestMessage = 6000

// A suspect is a family of questions that is searched for its slowest one.
type suspect struct {
	name string
	ids  []string // of its games
}

var suspects = []suspect{
	{"piles", []string{"nim", "nim/misere", "move-reverse-nim", "pile-reverse-nim", "total-reverse-nim"}},
	{"rows", []string{"end-nim", "end-nim/misere", "end-nim/loop"}},
	{"partizan rows", []string{"partizan-end-nim"}},
	{"splits", []string{"split-nim/0", "split-nim/2", "split-nim/-4", "split-nim/6/misere"}},
	{"trees", []string{"tree-nim", "tree-nim/misere"}},
	{"graphs", []string{"depot-nim", "depot-nim/misere", "coloured-depot-nim"}},
	{"grids", []string{"forklift-nim", "forklift-nim/misere"}},
	{"sums", []string{"sum"}},
	{"misère sums", []string{"sum/misere"}},
	{"partizan sums", []string{"partizan-sum"}},
}

// lineCommands are the commands that read a question a line.
var lineCommands = map[string]func(ctx context.Context, s *solver.Solver, v *games.Variant, p games.Position){
	"analyze": func(ctx context.Context, s *solver.Solver, v *games.Variant, p games.Position) {
		if a, err := s.Analyze(ctx, v, p); err == nil {
			explain.AppendJSON(nil, a)
		}
	},
	"value": func(ctx context.Context, s *solver.Solver, v *games.Variant, p games.Position) {
		_, _ = s.NewValuer(solver.ValueBytes).Value(ctx, v, p)
	},
	"prove": func(ctx context.Context, s *solver.Solver, v *games.Variant, p games.Position) {
		_, _ = explain.AppendCertificate(ctx, nil, s, v, p)
	},
}

// worst searches, by hill climbing, for the slowest questions that fit in a message. Then it measures the
// program on them.
func worst(r *run) {
	program := filepath.Join(r.TempDir(), "nimatron")
	build := exec.Command("go", "build", "-C", "../..", "-o", program, "./cmd/nimatron")
	if out, err := build.CombinedOutput(); err != nil {
		r.Fatalf("%v: %s", err, out)
	}
	r.head("family", "command", "worst that was found", "of", "processor", "memory")
	each(r, suspects, func(s suspect) {
		for _, question := range []string{"analyze", "value", "prove"} {
			id, text, tried := s.climb(r, question)
			args := []string{question, "--json", "-"}
			if question == "prove" {
				args = []string{question, "-"}
			}
			cpu, peak := runs(r, program, args, id+"\t"+text+"\n")
			r.Logf("%s %s\t%s", question, id, text)
			r.row(s.name, question, abridged(id+" "+text), tried, short(cpu), fmt.Sprintf("%d MB", peak))
		}
	})
}

// runs runs the program and returns its processor time and peak memory in MB. A forked child would count
// this process's memory, so a small process starts it.
func runs(r *run, program string, args []string, line string) (cpu time.Duration, peak int64) {
	c := exec.CommandContext(r.ctx, "time", append([]string{"-f", "%M", "-o", program + ".peak", program}, args...)...)
	c.Stdin = strings.NewReader(line)
	_ = c.Run() // the program may refuse
	said, err := os.ReadFile(program + ".peak")
	r.must(err)
	_, _ = fmt.Sscan(strings.TrimPrefix(string(said), "Command exited with non-zero status 1\n"), &peak)
	peak >>= 10
	return c.ProcessState.UserTime() + c.ProcessState.SystemTime(), peak
}

// abridged omits the middle of a long question.
func abridged(text string) string {
	if len(text) <= 90 {
		return "`" + text + "`"
	}
	return fmt.Sprintf("`%s … %s` (%d characters)", text[:60], text[len(text)-20:], len(text))
}

const (
	longestQuestion = 40 * time.Second
	freshEvery      = 4 // questions, one is drawn afresh
)

// climb returns the slowest question found, and the number tried.
func (s suspect) climb(r *run, question string) (id, worst string, tried int) {
	d, most := &drawer{random(uint64(len(s.name) + len(question)))}, -1.0
	for began := time.Now(); time.Since(began) < r.long(25*time.Second, 3*time.Second); tried++ {
		r.goOn()
		game, text := id, ""
		if tried%freshEvery == 0 || worst == "" {
			game = s.ids[d.IntN(len(s.ids))]
			text = d.position(game)
		} else {
			text = d.mutated(worst)
		}
		v, err := catalog.Standard.Find(game)
		r.must(err)
		if len(text) > longestMessage {
			continue
		}
		if cost, ok := costs(r, question, v, text); ok && cost >= most {
			id, worst, most = game, text, cost
		}
	}
	return id, worst, tried
}

// costs returns the cost of a question: its processor time in seconds plus its allocated gigabytes.
func costs(r *run, question string, v *games.Variant, text string) (cost float64, ok bool) {
	p, err := v.Parse(text, games.Left)
	if err != nil {
		return 0, false
	}
	ctx, cancel := context.WithCancel(r.ctx)
	defer time.AfterFunc(longestQuestion, cancel).Stop()
	defer cancel()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := processorTime()
	lineCommands[question](ctx, new(solver.Solver), v, p)
	took := processorTime() - began
	runtime.ReadMemStats(&after)
	return took.Seconds() + float64(after.TotalAlloc-before.TotalAlloc)/(1<<30), true
}

// summands are the games whose positions are added up in a sum.
var summands = map[string][]string{
	"sum":          {"nim", "end-nim", "end-nim/loop", "split-nim/2", "split-nim/0", "tree-nim", "depot-nim", "forklift-nim"},
	"sum/misere":   {"nim/misere", "end-nim/misere", "split-nim/2/misere", "tree-nim/misere", "depot-nim/misere", "forklift-nim/misere"},
	"partizan-sum": {"partizan-end-nim", "partizan-end-nim", "coloured-depot-nim"},
}

// drawer draws random positions.
type drawer struct{ *rand.Rand }

// number draws a number of any size up to 10^18.
func (d *drawer) number() uint64 {
	switch n := uint64(1) << d.IntN(60); d.IntN(4) {
	case 0:
		return max(1, n-1)
	case 1:
		return 1 + d.Uint64N(9)
	default:
		return 1 + d.Uint64N(n)
	}
}

// numbers draws a generator of related numbers.
func (d *drawer) numbers() func() uint64 {
	n, near := d.number(), d.number()
	switch d.IntN(4) {
	case 0:
		return d.number
	case 1:
		return func() uint64 { return n }
	case 2:
		return func() uint64 { return 1 + d.Uint64N(n) }
	}
	return func() uint64 { return min(1_000_000_000_000_000_000, n+d.Uint64N(near)%64) }
}

// some draws a count.
func (d *drawer) some(most int) int { return 1 + d.IntN(1+d.IntN(most)) }

func (d *drawer) joined(n int, number func() uint64) string {
	var words []string
	for range n {
		words = append(words, fmt.Sprint(number()))
	}
	return strings.Join(words, " ")
}

// position draws a position of a game, or a sum of up to six positions.
func (d *drawer) position(id string) string {
	if parts, ok := summands[id]; ok {
		var all []string
		for range 1 + d.some(5) {
			part := parts[d.IntN(len(parts))]
			all = append(all, part+" "+d.position(part))
		}
		return strings.Join(all, " + ")
	}
	game, _, _ := strings.Cut(id, "/")
	number := d.numbers()
	switch game {
	case "depot-nim", "coloured-depot-nim":
		return d.graph(game, number)
	case "tree-nim":
		return d.tree(d.some(70), number)
	case "forklift-nim":
		columns := d.some(20)
		var rows []string
		for range d.some(20) {
			rows = append(rows, d.joined(columns, number))
		}
		return strings.Join(rows, " / ")
	}
	return d.joined(d.some(300), number)
}

func (d *drawer) graph(game string, number func() uint64) string {
	n := d.some(60)
	var stacks, roads []string
	for v := range n {
		stacks = append(stacks, fmt.Sprintf("s%d=%d", v, number()))
		to := "*"
		if v > 0 && d.IntN(4) > 0 {
			to = fmt.Sprint("s", d.IntN(v))
		}
		sign := "-"
		if game == "coloured-depot-nim" {
			sign = []string{"-", "<", ">"}[d.IntN(3)]
		}
		roads = append(roads, fmt.Sprintf("%s%ss%d", to, sign, v))
		if v > 1 && d.IntN(3) == 0 && to != "s0" {
			roads = append(roads, fmt.Sprintf("s0%ss%d", sign, v))
		}
	}
	return strings.Join(stacks, " ") + "; " + strings.Join(roads, " ")
}

func (d *drawer) tree(n int, number func() uint64) string {
	text := fmt.Sprint(number())
	var below []string
	for n--; n > 0; {
		size := d.some(n)
		below, n = append(below, d.tree(size, number)), n-size
	}
	if len(below) == 0 {
		return text
	}
	return text + "(" + strings.Join(below, " ") + ")"
}

var (
	anyNumber = regexp.MustCompile(`\b\d+\b`)
	anyWord   = regexp.MustCompile(`\d+| [+/] | |[()]|\w+[-=<>]\w*`)
)

// mutated changes a number of a text, or drops or repeats some words.
func (d *drawer) mutated(text string) string {
	for range 1 + d.IntN(3) {
		words, numbers := anyWord.FindAllStringIndex(text, -1), anyNumber.FindAllStringIndex(text, -1)
		if len(words) == 0 || len(numbers) == 0 {
			break
		}
		i := d.IntN(len(words))
		from, to := words[i][0], words[min(len(words)-1, i+d.some(8))][0]
		switch d.IntN(4) {
		case 0:
			text = text[:from] + text[to:]
		case 1:
			text = text[:to] + strings.Repeat(text[from:to], d.some(20)) + text[to:]
		default:
			at := numbers[d.IntN(len(numbers))]
			n := d.number()
			if old := text[at[0]:at[1]]; d.IntN(2) == 0 {
				_, _ = fmt.Sscan(old, &n)
				n = cmp.Or(n*[]uint64{1, 2, 10}[d.IntN(3)]+d.Uint64N(3)-1, 1)
			}
			text = text[:at[0]] + fmt.Sprint(n) + text[at[1]:]
		}
	}
	return text
}
