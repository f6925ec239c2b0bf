package commands_test

import (
	"testing"

	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/season"
)

// TestDeletionLiftsNoCap loses many pairs and deletes the loser's data after each. No more pairs
// count than without deletions. If the ratings are recomputed after the loser is forgotten, none
// count.
func TestDeletionLiftsNoCap(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	value := func() (games int, value float64) {
		ratings := must.Get(r.store.Ratings(t.Context(), "p1"))(t)
		rating := ratings["p1"][match.Ladder{Family: match.Overall, Pace: match.Long}]
		return rating.Games, rating.Value
	}
	for n := range referee.PairsADay + 2 {
		r.begin("")
		r.expect("p2", "/match resign sure:true")
		words := "@p1's rating"
		if n >= referee.PairsADay {
			words = "Not rated: only 5 pairs a day"
		}
		r.expect("p2", "/match resign sure:true", "Pair: @p1 2–0", words)
		r.hasWords("the deletion", r.say("p2", "/settings privacy delete sure:true"), []string{"deleted"})
	}
	// The same holds for the bot's pairs in a day.
	for n := range referee.BotPairsADay + 1 {
		r.expect("p2", "/challenge game:nim rated:true level:casual")
		r.expect("p2", "/match resign sure:true")
		words := "@p2's rating"
		if n == referee.BotPairsADay {
			words = "Not rated: only 10 pairs a day"
		}
		r.expect("p2", "/match resign sure:true", words)
		r.say("p2", "/settings privacy delete sure:true")
	}
	games, before := value()
	if games != referee.PairsADay {
		t.Errorf("%d pairs count", games)
	}
	r.now = season.FormerUntil(r.now)
	must.OK(t, r.service.Sweep(t.Context()))
	must.Get(r.referee.RebuildRatings(t.Context(), nil))(t)
	if games, after := value(); games != referee.PairsADay || after != before {
		t.Errorf("worked out anew, %d pairs count, and the rating is %v instead of %v", games, after, before)
	}
	// A day later pairs count again.
	r.begin("")
	r.expect("p2", "/match resign sure:true")
	r.expect("p2", "/match resign sure:true", "@p1's rating")
}
