package people

import (
	"slices"
	"strings"
	"testing"

	"nimatron/commands/view"
	"nimatron/match"
	"nimatron/match/rating"
	"nimatron/picture"
	"nimatron/picture/chart"
	"nimatron/picture/raster"
	"nimatron/referee/season"
)

// Each badge has its own medal.
func TestMedals(t *testing.T) {
	var seen []chart.Symbol
	for _, m := range season.Badges {
		symbol, ok := symbols[m.ID]
		if !ok || slices.Contains(seen, symbol) {
			t.Errorf("the mark %q has no symbol of its own", m.ID)
		}
		seen = append(seen, symbol)
	}
	earned := []season.Badge{season.Badges[0], season.Badges[11]}
	p := badgesPicture(earned, picture.Style{})
	if !strings.HasPrefix(p.Alt, "Badges: 2 of 12. Earned: Beat strong, First-try thirty. Not yet: Both sides, ") {
		t.Errorf("in words it is %q", p.Alt)
	}
	for name, p := range map[string]*view.Picture{"marks": p, "profile": profilePicture(rated(2), earned, picture.Style{}), "rating": profilePicture(rated(2), nil, picture.Style{})} {
		if p.Name != name+".png" || strings.Contains(p.Alt, "Badges: 2") != (name != "rating") {
			t.Errorf("%s is %s: %s", name, p.Name, p.Alt)
		}
		if data, err := raster.Draw(t.Context(), p.LayOut); err != nil || len(data) == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	if profilePicture(rated(1), nil, picture.Style{}) != nil {
		t.Error("there is a picture of nothing")
	}
}

// rated returns n rated results.
func rated(n int) (page []match.HistoryEntry) {
	for range n {
		var e match.HistoryEntry
		e.Overall = &match.RatingChange{After: match.Rating{Ladder: match.Ladder{Pace: match.Long}, Rating: rating.New()}}
		page = append(page, e)
	}
	return page
}
