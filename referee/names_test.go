package referee_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/match"
	"nimatron/record"
	"nimatron/referee"
)

// oldTree is a match that was begun when the stacks of a tree were named anew after each
// move: e is another one each time.
func oldTree() match.Match {
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	return match.Match{
		Channel: "lobby", Variant: "tree-nim", Family: "tree-nim", Start: "3(2 5(1 1 4))", OldNames: true,
		First: games.Left, Sides: match.Between(ann, bob), Pace: match.Long, Created: at,
		Moves: []match.Move{{Actor: games.Left, Text: "e-1", At: at}, {Actor: games.Right, Text: "e-4", At: at}, {Actor: games.Left, Text: "b-2", At: at}},
	}
}

// TestOldTreesGoOn continues a match of a tree from when its stacks had no names that stay.
func TestOldTreesGoOn(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	r, store := open(t, path)
	m := oldTree()
	must(store.CreateMatch(t.Context(), m))(t)
	for _, step := range []struct{ by, move, after string }{
		{bob.ID, "a-3", "5(1)"},
		{ann.ID, "b-1", "5"},
		{bob.ID, "a-1", "4"},
	} {
		p, err := r.Move(t.Context(), referee.Moment{}, "lobby", step.by, step.move)
		if err != nil || p.Game.Play.Position().String() != step.after {
			t.Fatalf("%s: %v; want %s", step.move, err, step.after)
		}
	}
	store.Close()

	r, _ = open(t, path)
	g, err := r.Current(t.Context(), "lobby")
	if err != nil || !g.OldNames || g.Play.Position().String() != "4" {
		t.Fatalf("it comes back as %+v, %v", g, err)
	}
	// The next match there is one of the present.
	must(r.Resign(t.Context(), "lobby", ann.ID))(t)
	p, err := r.ChallengeBot(t.Context(), ask(t, "tree-nim", m.Start, match.FirstMe), match.Casual)
	if err != nil || p.Game.OldNames {
		t.Fatalf("a match that begins now: %+v, %v", p, err)
	}
}

// TestImportedTrees imports trees in both notations.
func TestImportedTrees(t *testing.T) {
	for _, tt := range []struct {
		tags, moves string
		old         bool
	}{
		{"", "e-1 e-4 b-2 a-3", true},
		{"[Notation \"2\"]\n", "e-1 f-4 b-2 a-3", false},
	} {
		text := "[White \"Ann\"]\n[Black \"Bob\"]\n[Variant \"tree-nim\"]\n[FEN \"3(2 5(1 1 4))\"]\n[Termination \"resigned\"]\n" +
			tt.tags + "\n" + tt.moves + " 1-0\n"
		r, store := open(t, filepath.Join(t.TempDir(), "test.db"))
		for m, err := range record.Read(catalog.Standard, strings.NewReader(text)) {
			must(m, err)(t)
			stored, err := r.Imported(m)
			if err != nil || stored.OldNames != tt.old {
				t.Fatalf("stored as %+v, %v", stored, err)
			}
			stored = must(store.CreateMatch(t.Context(), stored))(t)
			g := must(r.MatchFor(t.Context(), stored.ID, stored.Player(games.Left).ID, "", "lobby"))(t)
			want := map[bool]string{true: "5(1)", false: "c=5(d=1)"}[tt.old]
			if got := g.Play.Position().String(); got != want {
				t.Errorf("%s leads to %s, want %s", tt.moves, got, want)
			}
		}
	}
}
