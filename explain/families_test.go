package explain_test

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"nimatron/explain"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/depotnim"
	"nimatron/games/gamestest/walk"
	"nimatron/internal/certcheck"
	"nimatron/solver"
	"nimatron/solver/theory"
)

// TestEveryFamilySaysAll goes through the catalog, and asks of positions of each variant for all
// that can be said: the short form and the whole one, the data, where to look, and a
// certificate or that there is none.
func TestEveryFamilySaysAll(t *testing.T) {
	for i, v := range append([]*games.Variant{walk.Variant, unknown(catalog.Standard.All()[0])}, catalog.Standard.All()...) {
		listed := i > 1 // of others a certificate has no form
		f := solver.FamilyOf(v)
		if statement := f.Statement(v); f.Source(v) == "" || statement == "" && f.Theorem != nil || statement != "" && !strings.HasSuffix(statement, ".") {
			t.Errorf("%s: %q, from %q", v.ID, statement, f.Source(v))
		}
		random := rand.New(rand.NewPCG(18, 1))
		positions := []string{v.Rules.Example, v.Generate(random, games.Small), v.Generate(random, games.Small), v.Generate(random, games.Small)}
		for _, small := range []string{"0", "1", "2 2", "1 2", "1 2 3", "2 1 1 2", "[2] 1", "y", "z"} {
			if _, err := v.Parse(small, games.Left); err == nil {
				positions = append(positions, small)
			}
		}
		for _, text := range positions {
			a := analyze(t, &solver.Solver{BoardNodes: 1 << 18}, v, text)
			saysAll(t, v, a)
			line, err := explain.AppendCertificate(t.Context(), nil, new(solver.Solver), v, a.Position)
			if known := explain.Certified(v); known != (err == nil) || known != (len(line) > 0) || known != listed {
				t.Errorf("%s %s: certified %v, but %s, %v", v.ID, text, known, line, err)
			} else if known {
				if err := certcheck.Check(line); err != nil {
					t.Errorf("%s: %v", line, err)
				}
			}
		}
	}
}

// saysAll checks what is said of one position.
func saysAll(t *testing.T, v *games.Variant, a *solver.Analysis) {
	t.Helper()
	var line struct {
		Position, Method, Why string
		Reason                map[string]json.RawMessage
	}
	if err := json.Unmarshal(explain.AppendJSON(nil, a), &line); err != nil || line.Position != a.Position.String() || line.Why != explain.Analysis(a) {
		t.Fatalf("%s %s: %+v, %v", v.ID, a.Position, line, err)
	}
	reasons, data := []theory.Reason{a.Reason}, []map[string]json.RawMessage{line.Reason}
	if v.Partizan && a.Exact {
		reasons, data = []theory.Reason{a.LeftReason, a.RightReason}, make([]map[string]json.RawMessage, 2)
		for i, side := range []string{"left", "right"} {
			if err := json.Unmarshal(line.Reason[side], &data[i]); err != nil {
				t.Fatal(err)
			}
		}
	}
	for i, r := range reasons {
		p := a.Position
		if v.Partizan {
			p = p.WithTurn(games.Side(i))
		}
		short, full := explain.Short(v, p, r), explain.Full(v, p, r)
		if utf8.RuneCountInString(short) > explain.MaxShort || !strings.HasSuffix(short, ".") {
			t.Errorf("%s %s: %s", v.ID, p, short)
		}
		if r.Ground == nil {
			if full != nil || !games.Over(p) && a.Exact {
				t.Errorf("%s %s: no ground, and %q", v.ID, p, full)
			}
			continue
		}
		if full[0] != strings.ReplaceAll(short, "`", "") {
			t.Errorf("%s %s: the whole reason begins with %s", v.ID, p, full[0])
		}
		// Besides claim and rule there is the move, or what the rule was used on.
		if len(data[i]) < 3 || (data[i]["move"] != nil) != (r.Claim == theory.CanWin) {
			t.Errorf("%s %s: the data says only %s", v.ID, p, data[i])
		}
		if r.Claim != theory.CanWin {
			continue
		}
		if look := solver.FamilyOf(v).Look(r.Move); !strings.HasSuffix(look, ".") && !strings.HasSuffix(look, "?") {
			t.Errorf("%s %s: where to look for %s: %q", v.ID, p, r.Move, look)
		}
	}
}

// A place is called what the game calls it: only a row has a left end.
func TestWhereToLook(t *testing.T) {
	for id, want := range map[string]string{
		"end-nim": "Look at the left end.", "depot-nim": "Look at `L`.", "coloured-depot-nim": "Look at `L`.",
	} {
		v, err := catalog.Standard.Find(id)
		if err != nil {
			t.Fatal(err)
		}
		if got := solver.FamilyOf(v).Look(games.Move{Kind: games.Take, Where: "L", Count: 1}); got != want {
			t.Errorf("%s: %s", id, got)
		}
	}
	p := read(t, depotnim.Depot, "L=2; *-L", games.Left)
	if r := reasonOf(t, depotnim.Depot, p); solver.FamilyOf(depotnim.Depot).Look(r.Move) != "Look at `L`." {
		t.Errorf("%+v", r)
	}
}
