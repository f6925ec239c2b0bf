package commands_test

import (
	"fmt"
	"testing"

	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/storage/storagetest"
)

// The refusal names both bounds.
func TestTooManyFollows(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.expect("p1", "/challenge game:nim position:1 2 first:me")
	for i := range match.MaxFollowers {
		must.Get(r.store.Follow(t.Context(), 1, match.Player{ID: fmt.Sprint("f", i), Name: "f"}))(t)
	}
	r.refuses("p2", "/match follow", "Match 1 takes no more followers or watchers now.")
	for i := range match.MaxFollows {
		m := storagetest.CreateMatch(t, r.store, storagetest.Match(fmt.Sprint("of", i)))
		if _, err := r.store.Follow(t.Context(), m.ID, match.Player{ID: "f0", Name: "f0"}); i < match.MaxFollows-1 && err != nil {
			t.Fatal(err)
		}
	}
	r.say("p1", "/match resign sure:true")
	r.notices(match.MaxFollowers)
	must.Get(r.store.Follow(t.Context(), 11, match.Player{ID: "f0", Name: "f0"}))(t)
	r.say("p1", "/challenge game:nim position:1 2 first:me")
	r.refuses("f0", "/match follow", "You already follow 10 matches")
}
