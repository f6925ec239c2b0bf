package chat

import (
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/games/gamestest/walk"
	"nimatron/internal/golden"
	"nimatron/internal/must"
	"nimatron/referee"
	"nimatron/solver"
	"nimatron/storage/storagetest"
)

// walkScript is the input of two chats on one database. The first ends in the middle of a match.
var walkScript = [...]string{`
ann: /play
ann: /rules walk
ann: /study analyze game:walk position:b
ann: /challenge game:walk position:b first:me level:perfect
ann: /hint
ann: /hint
ann: /hint
ann: b>z
ann: e>g
ann: B > D
`, `
ann: /match board
ann: /move f>h
ann: /match takeback
ann: /move move:f>h
ann: j>m
ann: o>r
ann: t>v
ann: /review 1
ann: /review match:1 step:1
ann: /review match:1 step:10
ann: /review files:true 1
ann: /history
ann: /profile
ann: /leaderboard ratings scope:global
ann: /leaderboard ratings game:walk scope:global
ann: /leaderboard honour
ann: /puzzle today
ann: /puzzle mine
#club
ann: /challenge game:walk position:t first:me opponent:bob
bob: /match accept
bob: t>v
ann: t>v
ann: /match takeback
bob: /match takeback
ann: t>w
bob: w>z
ann: /review files:true 2
ann: /challenge game:walk rated:true level:casual
ann: /match resign sure:true
ann: /match resign sure:true
ann: /leaderboard ratings game:walk scope:global
`}

// TestWalk plays a game known only to its package and this test's catalog. Its board is not a row,
// and its moves are written "a>c".
func TestWalk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "nimatron.db")
	var got strings.Builder
	for _, lines := range walkScript {
		store := storagetest.OpenFile(t, path)
		ref := referee.New(store, &solver.Solver{}, referee.Options{
			Catalog: walk.Catalog,
			Now:     func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) },
			Seed:    func() uint64 { return 7 },
		})
		service := commands.New(ref, store, slog.New(slog.DiscardHandler))
		got.WriteString(script(t, &bot{service, store}, strings.TrimPrefix(lines, "\n")))
		must.OK(t, store.Close())
	}
	// Facts that the golden file can't check. With n letters left until z, the player to move loses if n is 0
	// or 1 more than a multiple of 5.
	for _, want := range []string{
		"Exactly one move wins here.",
		"Moving the token from b to e wins",
		"ann moved the token from b to d.",
		"Nimatron moved the token from d to f.",
		"Move 1: ann moved the token from b to d, a blunder. The win needed moving the token from b to e.",
		"Move 10: Nimatron moved the token from v to y, which kept the win.",
		"You had 1 chance to win and missed it, at move 1: moving the token from b to e wins",
		"bob won!",
		`"move":"b>d"`,
	} {
		if !strings.Contains(got.String(), want) {
			t.Errorf("the chat lacks %q", want)
		}
	}
	if strings.Contains(got.String(), "went wrong") {
		t.Error("something went wrong")
	}
	golden.Equal(t, "walk.golden", got.String())
}

func TestWalkCompletes(t *testing.T) {
	store := storagetest.Open(t)
	service := commands.New(referee.New(store, &solver.Solver{}, referee.Options{Catalog: walk.Catalog}), store, slog.New(slog.DiscardHandler))
	script(t, &bot{service, store}, "ann: /challenge game:walk position:t first:me level:perfect\n")
	s := &session{Config: Config{Service: service}, user: "ann", channel: "lobby", people: map[string]bool{}}
	for line, want := range map[string][]string{
		"":                               {"t>v", "t>w"},
		"T>":                             {"t>v", "t>w"},
		"t>w":                            {"t>w"},
		"ann: t>":                        {"t>v", "t>w"},
		"/move t>":                       {"t>v", "t>w"},
		"/move move:t>w":                 {"t>w"},
		"a>":                             nil,
		"bob: t>":                        nil,
		"/challenge game:wa":             {"walk "},
		"/challenge game:walk position:": {"t"},
	} {
		if _, got := s.complete(t.Context(), line); !slices.Equal(got, want) {
			t.Errorf("%q is completed by %q, want %q", line, got, want)
		}
	}
}
