package commands_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/match"
)

// rated starts a rated pair between p1 and p2 in the lobby and returns the piles of its start.
func (r *room) rated(variant, options string) []string {
	r.Helper()
	r.expect("p1", "/challenge variant:"+variant+" opponent:p2 rated:true "+options)
	return strings.FieldsFunc(startOf(r, r.expect("p2", "/accept")), func(c rune) bool { return c < '0' || c > '9' })
}

// on writes a board of depots: stacks on a ring through the depot, or on a star.
func on(ring bool, piles []string, ends ...string) string {
	var stacks, edges []string
	for i, n := range piles {
		name := string(rune('a' + i))
		stacks = append(stacks, name+"="+n)
		switch {
		case !ring || i == 0:
			edges = append(edges, ends[0]+name)
		default:
			edges = append(edges, string(rune('a'+i-1))+"-"+name)
		}
	}
	if ring {
		edges = append(edges, ends[1]+string(rune('a'+len(piles)-1)))
	}
	return strings.Join(stacks, " ") + "; " + strings.Join(edges, " ")
}

// TestNoAdviceUnderAnotherName asks about the board of a rated match in every game that can express
// it.
func TestNoAdviceUnderAnotherName(t *testing.T) {
	for variant, names := range map[string]func(piles []string) []string{
		"end-nim": func(p []string) []string {
			return []string{
				"variant:depot-nim position:" + on(true, p, "*-", "*-"),
				"variant:coloured-depot-nim position:" + on(true, p, "*-", "*-"),
				"variant:tree-nim position:" + strings.Join(p, "(") + strings.Repeat(")", len(p)-1),
			}
		},
		"nim": func(p []string) []string {
			piles := strings.Join(p, " ")
			return []string{
				"variant:split-nim/-1000 position:" + piles, "variant:split-nim/7 position:" + piles,
				"variant:total-reverse-nim/misere position:" + piles,
				"variant:forklift-nim position:" + piles,
				"variant:depot-nim position:" + on(false, p, "*-"),
				"variant:coloured-depot-nim position:" + on(false, p, "*-"),
			}
		},
		"total-reverse-nim": func(p []string) []string {
			piles := strings.Join(p, " ")
			return []string{"variant:nim/misere position:" + piles, "variant:forklift-nim/misere position:" + piles}
		},
		"partizan-end-nim": func(p []string) []string {
			return []string{"variant:coloured-depot-nim position:" + on(true, p, "*<", "*>")}
		},
	} {
		t.Run(variant, func(t *testing.T) {
			r := newQuietRoom(t, catalog.Standard)
			piles := r.rated(variant, "")
			for _, name := range names(piles) {
				r.inPrivate("elsewhere", "p1", "/analyze "+name, "rated match (match 1)", "`"+familyOf(t, variant)+"`", "until both games")
				r.inPrivate("elsewhere", "p1", "/challenge level:perfect "+name, "rated match (match 1)")
				if reply := r.in("elsewhere", "p3", "/analyze "+name); !strings.HasPrefix(text(reply), "== ") {
					t.Errorf("%s is no position: %s", name, text(reply))
				}
			}
			if reply := r.in("elsewhere", "p1", "/analyze variant:move-reverse-nim position:1 2 3"); strings.Contains(text(reply), "rated match") != slices.Contains(catalog.Kin(familyOf(t, variant)), "reverse-nim") {
				t.Errorf("another game is locked, or one that is not another is not: %s", text(reply))
			}
		})
	}
}

func familyOf(t *testing.T, variant string) string {
	t.Helper()
	v := must.Get(catalog.Standard.Find(variant))(t)
	return v.Family.ID
}

// TestAdviceInALiveMatch asks about every game. Only those that share boards are locked.
func TestAdviceInALiveMatch(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.past(nil) // match 1, of Nim
	r.rated("end-nim", "time:1m")
	for _, v := range catalog.Standard.All() {
		line := fmt.Sprintf("/analyze variant:%s position:%s", v.ID, v.Rules.Example)
		if locked := strings.Contains(text(r.in("elsewhere", "p1", line)), "rated match (match 2)"); locked != slices.Contains(catalog.Kin("end-nim"), v.Family.ID) {
			t.Errorf("%s is locked: %v", v.ID, locked)
		}
	}
	r.inPrivate("elsewhere", "p1", "/challenge variant:end-nim position:3 5 2", "rated match (match 2)")
	r.inPrivate("elsewhere", "p2", "/table variant:end-nim pattern:_ 4", "rated match (match 2)")
	r.inPrivate("elsewhere", "p2", "/learn lesson:columns", "Lesson") // of Nim
	r.inPrivate("elsewhere", "p2", "/export match:1", "as text")
}

// TestAdviceIsHelp beats the perfect level while asking how to play such boards.
func TestAdviceIsHelp(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.past(nil) // match 1, of Nim
	for n, c := range []struct {
		ask    string
		helped bool
	}{
		{"", false}, {"/analyze variant:nim position:3 x", false}, {"/analyze variant:partizan-end-nim position:3 5 2", false}, {"/analyze variant:end-nim position:3 5 2", false},
		{"/analyze variant:nim position:3 5 2", true}, {"/analyze variant:split-nim/-1000 position:1 2 3", true},
		{"/table variant:nim pattern:_ 4", true}, {"/replay match:1", true}, {"/learn lesson:columns", true},
		{"/challenge variant:forklift-nim position:1 2 3", true},
	} {
		r.seed++
		r.expect("p1", "/challenge variant:nim level:perfect size:large")
		if c.ask != "" {
			r.in(fmt.Sprint("elsewhere", n), "p1", c.ask)
		}
		g := r.last()
		if g.Advised != c.helped {
			t.Errorf("after %s it is stored as advised: %v", c.ask, g.Advised)
		}
		ending := r.winAgainstPerfect()
		wins := must.Get(r.store.Honour(t.Context(), 1))(t)
		honoured := len(wins) == 1 && wins[0].ID == g.ID
		if honoured == c.helped {
			t.Errorf("after %q the win is on the wall: %v\n%s", c.ask, honoured, ending)
		}
		if strings.Contains(ending, "used analysis during the match") != c.helped {
			t.Errorf("after %q it is said:\n%s", c.ask, ending)
		}
	}
}

// TestAdviceCountsToTheEnd asks between the last decision and its commit.
func TestAdviceCountsToTheEnd(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.expect("p1", "/challenge variant:nim level:perfect")
	m := must.Get(r.store.LastMatch(t.Context(), "lobby"))(t)
	must.OK(t, r.store.MarkAdvised(t.Context(), "p1", []string{"nim"}))
	// An older copy of the match does not know that advice was given.
	_, err := r.store.Append(t.Context(), m.ID, m.Version, match.Change{
		End: &match.Result{Winner: match.Seated(m.Human()), Termination: match.Played}, Critical: match.HonourDecisions, Now: r.now,
	})
	wins, listErr := r.store.Honour(t.Context(), 1)
	if err != nil || listErr != nil || len(wins) > 0 {
		t.Errorf("the wall has %+v; %v, %v", wins, err, listErr)
	}
}

// winAgainstPerfect wins the match in the lobby for p1, and returns the last reply.
func (r *room) winAgainstPerfect() string {
	r.Helper()
	for {
		g := must.Get(r.referee.Current(r.Context(), "lobby"))(r)
		if _, ok := g.SeatOf("p1"); !ok {
			r.Fatal("p1 does not play in the lobby")
		}
		moves, _, err := r.referee.Solver().Winning(r.Context(), g.Play.Variant(), g.Play.Position(), 1)
		if err != nil || len(moves) == 0 {
			r.Fatalf("no win from %s: %v", g.Play.Position(), err)
		}
		reply := r.say("p1", moves[0].String())
		if reply.Ending != nil {
			return text(reply)
		}
	}
}
