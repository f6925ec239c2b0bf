package referee_test

import (
	"errors"
	"path/filepath"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/solver"
	"nimatron/storage"
	"nimatron/storage/storagetest"
)

var (
	ann = match.Player{ID: "ann", Name: "Ann"}
	bob = match.Player{ID: "bob", Name: "Bob"}
)

// open returns a referee over the database file at path, seeded with 7.
func open(t testing.TB, path string) (*referee.Referee, storage.Store) {
	t.Helper()
	store := storagetest.OpenFile(t, path)
	return referee.New(store, &solver.Solver{}, referee.Options{Seed: func() uint64 { return 7 }}), store
}

// variants returns the catalog's variants, or some of them under -short.
func variants() (some []*games.Variant) {
	for i, v := range catalog.Standard.All() {
		if i%testlong.Times(6, 1, 1) == 0 {
			some = append(some, v)
		}
	}
	return some
}

// whole skips a test that is only useful at full size.
func whole(t *testing.T) {
	t.Helper()
	if testlong.Short() {
		t.Skip("it has to be large to show anything")
	}
}

func newReferee(t testing.TB) *referee.Referee {
	r, _ := open(t, filepath.Join(t.TempDir(), "test.db"))
	return r
}

func ask(t testing.TB, variant, position string, first match.FirstChoice) referee.Proposal {
	t.Helper()
	v := must.Get(catalog.Standard.Find(variant))(t)
	return referee.Proposal{Channel: "lobby", By: ann, Variant: v, Position: position, First: first}
}

// begin starts a match between Ann, who proposes it, and Bob.
func begin(t testing.TB, r *referee.Referee, p referee.Proposal) *referee.Progress {
	t.Helper()
	must.Get(r.Challenge(t.Context(), p, bob))(t)
	return must.Get(r.Accept(t.Context(), p.Channel, bob, ""))(t)
}

// play makes steps in the lobby's match: moves of the player to decide, or commands.
func play(t testing.TB, r *referee.Referee, steps ...string) (p *referee.Progress) {
	t.Helper()
	ctx := t.Context()
	for _, step := range steps {
		switch step {
		case "ann resigns":
			p = must.Get(r.Resign(ctx, "lobby", ann.ID))(t)
		case "bob resigns":
			p = must.Get(r.Resign(ctx, "lobby", bob.ID))(t)
		case "takeback":
			p = must.Get(r.Takeback(ctx, "lobby", ann.ID))(t)
		case "hint":
			must.Get(r.Hint(ctx, "lobby", ann.ID))(t)
		default:
			p = must.Get(r.Move(ctx, referee.MatchVersion{}, "lobby", must.Get(r.Current(ctx, "lobby"))(t).Actor().ID, step))(t)
		}
	}
	return p
}

// refuse checks that a call was refused with a code.
func refuse[T any](_ T, err error) func(testing.TB, referee.Words) {
	return func(t testing.TB, want referee.Words) {
		t.Helper()
		if err == nil || code(err) != want {
			t.Errorf("got %v, want refusal %q", err, want)
		}
	}
}

// code returns the reason of a refusal, "" for any other error.
func code(err error) referee.Words {
	var refusal *referee.Refusal
	if errors.As(err, &refusal) {
		return refusal.Words
	}
	return ""
}

// TestMatchFor checks who may see a match.
func TestMatchFor(t *testing.T) {
	r, store := open(t, filepath.Join(t.TempDir(), "test.db"))
	a := ask(t, "nim", "1 2", match.FirstMe)
	a.Server = "club"
	p := must.Get(r.ChallengeBot(t.Context(), a, match.Perfect))(t)
	for _, c := range []struct {
		id                  int64
		by, server, channel string
		want                referee.Words
	}{
		{p.Game.ID, ann.ID, "", "elsewhere", ""},
		{p.Game.ID, bob.ID, "club", "elsewhere", ""},
		{p.Game.ID, bob.ID, "", "lobby", ""},
		{p.Game.ID, bob.ID, "other", "elsewhere", referee.NotForYou},
		{p.Game.ID, bob.ID, "", "elsewhere", referee.NotForYou},
		{99, ann.ID, "club", "lobby", referee.NoSuchMatch},
	} {
		if _, err := r.MatchFor(t.Context(), c.id, c.by, c.server, c.channel); code(err) != c.want {
			t.Errorf("%+v: %v", c, err)
		}
	}

	// A match is not replayed for people who may not see it. If it can't be replayed, they learn
	// nothing more than that.
	broken := p.Game.Match
	broken.Variant, broken.Channel, broken.State = "gone", "den", match.Playing
	broken = must.Get(store.CreateMatch(t.Context(), broken))(t)
	if _, err := r.MatchFor(t.Context(), broken.ID, bob.ID, "", "elsewhere"); code(err) != referee.NotForYou {
		t.Errorf("the match of others: %v", err)
	}
	if _, err := r.MatchFor(t.Context(), broken.ID, ann.ID, "", "elsewhere"); err == nil || code(err) != "" {
		t.Errorf("the own match: %v", err)
	}
}
