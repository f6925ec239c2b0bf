package commands_test

import (
	"fmt"
	"testing"

	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/match"
	"nimatron/storage/storagetest"
)

// Whoever does not play in a match may follow it, to the end of its pair.
func TestFollow(t *testing.T) {
	r := newRoom(t)
	r.server = "den"
	r.refuses("p3", "/follow", "There is no match")
	r.expect("p1", "/challenge variant:nim opponent:p2 rated:true")
	board := r.expect("p2", "/accept")
	for _, by := range []string{"p1", "p2"} {
		r.refuses(by, "/follow", "You play in this match yourself")
	}
	r.refuses("p3", "/follow", "You follow match 1: I tell you by direct message")
	after := r.press("p3", r.press("p3", board, "More"), "Unfollow")
	r.hasWords("unfollowed", after, []string{"You no longer follow match 1"})
	r.press("p3", after, "Follow")
	r.expect("p1", "/resign sure:true", "game 2 of 2")
	r.notices(0)
	r.expect("p1", "/resign sure:true", "Pair: ")
	told := r.notices(1)[0].reply
	if told.To != (view.Direct{Person: "p3", Alone: true}) {
		t.Errorf("told is %+v", told)
	}
	r.hasWords("told", told, []string{"@p3, the match that you follow is over", "match 2", "#lobby", "@p1 resigned", "Pair: @"})
	r.refuses("p3", "/follow", "is over")

	// What is switched off is said at once, and a button that was left over does nothing.
	r.say("p1", "/challenge variant:nim position:1 2 first:me")
	r.refuses("p2", "/settings name:news value:off")
	r.refuses("p2", "/follow", "You follow match 3, but you have switched")
	r.refuses("mod", "/settings name:server-news value:off")
	r.refuses("p3", "/follow", "You follow match 3, but this server has switched")
	r.hasWords("a button of another match", r.press("p3", after, "Follow"), []string{"out of date"})
}

// Both bounds are said.
func TestTooManyFollows(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.expect("p1", "/challenge variant:nim position:1 2 first:me")
	for i := range match.MaxFollowers {
		if _, err := r.store.Follow(t.Context(), 1, match.Player{ID: fmt.Sprint("f", i), Name: "f"}); err != nil {
			t.Fatal(err)
		}
	}
	r.refuses("p2", "/follow", "25 people follow match 1")
	for i := range match.MaxFollows {
		m := storagetest.CreateMatch(t, r.store, storagetest.Match(fmt.Sprint("of", i)))
		if _, err := r.store.Follow(t.Context(), m.ID, match.Player{ID: "f0", Name: "f0"}); i < match.MaxFollows-1 && err != nil {
			t.Fatal(err)
		}
	}
	r.say("p1", "/resign sure:true")
	r.notices(match.MaxFollowers)
	if _, err := r.store.Follow(t.Context(), 11, match.Player{ID: "f0", Name: "f0"}); err != nil {
		t.Fatal(err)
	}
	r.say("p1", "/challenge variant:nim position:1 2 first:me")
	r.refuses("f0", "/follow", "You follow 10 matches")
}
