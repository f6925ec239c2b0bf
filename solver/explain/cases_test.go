package explain_test

import (
	"bufio"
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/gamestest"
	"nimatron/internal/golden"
	"nimatron/internal/must"
	"nimatron/solver"
	"nimatron/solver/explain"
	"nimatron/solver/theory"
)

// TestCases compares texts with the files below testdata/cases. A line that begins with "> " is a
// question, and the lines below it are the answer; -update rewrites the answers. A question is one of
//
//	why [right] VARIANT POSITION [| MOVE]     the short form, the whole one, where to look, the data
//	broken [right] VARIANT POSITION | MOVE    why a decision loses
//	analysis VARIANT POSITION                 JSON, and the whole reason
//	text, verdict, certificate VARIANT POSITION
//	moves [right] VARIANT POSITION            the value, the winning moves, and the bot's
//	table, csv VARIANT PATTERN
//
// "search:" before a variant removes its theorem, and "budget:" the time as well.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/cases/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			lines := must.Get(os.ReadFile(file))(t)
			var got strings.Builder
			for scanner := bufio.NewScanner(strings.NewReader(string(lines))); scanner.Scan(); {
				if question, ok := strings.CutPrefix(scanner.Text(), "> "); ok {
					fmt.Fprintf(&got, "> %s\n%s\n\n", question, strings.TrimSuffix(answerTo(t, question), "\n"))
				} else if strings.HasPrefix(scanner.Text(), "# ") {
					fmt.Fprintln(&got, scanner.Text())
				}
			}
			golden.Equal(t, "cases/"+filepath.Base(file), got.String())
		})
	}
}

// answerTo answers a question of TestCases.
func answerTo(t *testing.T, question string) string {
	t.Helper()
	kind, rest, _ := strings.Cut(question, " ")
	side := games.Left
	if right, ok := strings.CutPrefix(rest, "right "); ok {
		side, rest = games.Right, right
	}
	id, position, _ := strings.Cut(rest, " ")
	nodes := 1 << 18
	if budget, ok := strings.CutPrefix(id, "budget:"); ok {
		id, nodes = "search:"+budget, 3
	}
	id, searched := strings.CutPrefix(id, "search:")
	v, s := find(t, id), &solver.Solver{Nodes: nodes, BoardNodes: uint64(nodes)}
	if searched {
		v = unknown(v)
	}
	move := ""
	if at := strings.LastIndex(position, " | "); at >= 0 {
		if _, err := v.Parse(position, side); err != nil { // a position may have a bar too
			position, move = position[:at], position[at+len(" | "):]
		}
	}
	if kind == "table" || kind == "csv" {
		table, err := s.Table(t.Context(), v, position, 11, nil)
		if err != nil {
			t.Fatalf("%s: %v", question, err)
		}
		if kind == "csv" {
			return string(explain.AppendTableCSV(nil, table))
		}
		return explain.TableText(table)
	}
	p := gamestest.Parse(t, v, position, side)
	switch kind {
	case "why":
		return whyOf(t, s, v, p, move)
	case "broken":
		wrong := moveOn(t, p, move)
		r, err := s.Refute(t.Context(), v, wrong, play(t, p, wrong), games.Move{})
		if err != nil {
			t.Fatalf("%s: %v", question, err)
		}
		return explain.Broken(v, r)
	case "certificate":
		return certificateOf(t, v, p)
	case "moves":
		return movesOf(t, s, v, p)
	}
	a, err := s.Analyze(t.Context(), v, p)
	if err != nil {
		t.Fatalf("%s: %v", question, err)
	}
	switch kind {
	case "analysis":
		return strings.Join(append([]string{string(explain.AppendJSON(nil, a))}, explain.FullAnalysis(a)...), "\n")
	case "text":
		return explain.Text(a, "first line of a drawing\nsecond line")
	case "verdict":
		return explain.Verdict(a)
	}
	t.Fatalf("there is no question %s", question)
	return ""
}

// whyOf returns all texts about a position, or about one of its moves.
func whyOf(t *testing.T, s *solver.Solver, v *games.Variant, p games.Position, move string) string {
	t.Helper()
	var r theory.Reason
	var err error
	if move == "" {
		r, err = s.Explain(t.Context(), v, p)
	} else {
		r, err = s.ExplainMove(t.Context(), v, p, moveOn(t, p, move))
	}
	if err != nil {
		t.Fatalf("%s %s: %v", v.ID, p, err)
	}
	lines := []string{explain.Short(v, p, r)}
	if full := explain.Full(v, p, r); len(full) > 0 {
		lines = append(lines, full[1:]...)
	}
	if r.Claim == theory.CanWin {
		lines = append(lines, explain.Look(v, r))
	}
	if r.Justification != nil {
		lines = append(lines, string(r.Justification.AppendJSON([]byte(string(r.Justification.Rule())), &r)))
	}
	return strings.Join(lines, "\n")
}

// movesOf returns what is played in a position.
func movesOf(t *testing.T, s *solver.Solver, v *games.Variant, p games.Position) string {
	t.Helper()
	moves, complete, err := s.Winning(t.Context(), v, p, 12)
	if err != nil {
		t.Fatalf("%s %s: %v", v.ID, p, err)
	}
	said := "winning: " + cmp.Or(strings.Join(gamestest.Texts(moves), " "), "none")
	if !complete {
		said += " …"
	}
	if a := must.Get(s.Analyze(t.Context(), v, p))(t); a.GrundyKnown {
		said = fmt.Sprintf("value %d, %s", a.Grundy, said)
	}
	if step, err := s.Choose(t.Context(), v, p, 0, rand.New(rand.NewPCG(1, 2))); err == nil {
		said += ", the bot: " + step.Move.String()
	}
	return said
}

// find returns a variant by its id.
func find(t testing.TB, id string) *games.Variant {
	t.Helper()
	return must.Get(catalog.Standard.Find(id))(t)
}

// unknown returns v without its theorem.
func unknown(v *games.Variant) *games.Variant {
	w := *v
	w.Family = &games.Family{ID: "nobody's", Name: "Nobody's"}
	return &w
}

// moveOn parses a move.
func moveOn(t testing.TB, p games.Position, text string) games.Move {
	t.Helper()
	move, err := p.Read(text)
	if err != nil {
		t.Fatalf("%s: %s: %v", p, text, err)
	}
	return move
}

func play(t testing.TB, p games.Position, move games.Move) games.Position {
	t.Helper()
	next, err := p.Play(move)
	if err != nil {
		t.Fatalf("%s: %s: %v", p, move, err)
	}
	return next
}

// shared is the solver of tests that don't count positions. It remembers small boards.
var shared = new(solver.Solver)

// reasonOf returns the reason for a position.
func reasonOf(t testing.TB, v *games.Variant, p games.Position) theory.Reason {
	t.Helper()
	r, err := shared.Explain(t.Context(), v, p)
	if err != nil {
		t.Fatalf("%s %s: %v", v.ID, p, err)
	}
	return r
}

// certificateOf returns the certificate of a position.
func certificateOf(t testing.TB, v *games.Variant, p games.Position) string {
	t.Helper()
	line, err := explain.AppendCertificate(t.Context(), nil, shared, v, p)
	if err != nil {
		t.Fatalf("%s %s: %v", v.ID, p, err)
	}
	return string(line)
}
