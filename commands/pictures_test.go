package commands_test

import (
	"bytes"
	"context"
	"errors"
	"image/png"
	"strings"
	"testing"

	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/match/rating"
	"nimatron/picture/raster"
)

// drawn draws the picture of a card, and checks the file and the alternative text.
func drawn(t *testing.T, card *view.Card) (name, alt string) {
	t.Helper()
	if card == nil || card.Picture == nil {
		t.Fatal("there is no picture")
	}
	p := card.Picture
	if p.Alt == "" || len(p.Alt) > 1024 || !strings.HasSuffix(p.Name, ".png") {
		t.Errorf("the picture %q has the words %q", p.Name, p.Alt)
	}
	data, err := raster.Draw(t.Context(), p.LayOut)
	if err != nil {
		t.Fatalf("%s: %v", p.Name, err)
	}
	if _, err := png.Decode(bytes.NewReader(data)); err != nil {
		t.Errorf("%s is no picture: %v", p.Name, err)
	}
	return p.Name, p.Alt
}

// TestPictureInTime checks that no picture is drawn after its deadline.
func TestPictureInTime(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := raster.Draw(ctx, r.say("p1", "/study analyze nim 3 5 7").Card.Picture.LayOut); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}

// TestRatingPicture checks that the chart needs two rated results at one pace.
func TestRatingPicture(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	var changes []match.RatingChange
	was := match.Rating{Ladder: match.Ladder{Family: match.Overall}}
	for i, value := range []float64{1600, 1650, 1700} {
		m := r.past(nil)
		was.Pace = m.Pace
		change := was.Change("p1", match.Ladder{Family: match.Overall, Pace: m.Pace}, rating.Rating{Value: value, Deviation: 200 - float64(i)*20, Volatility: 0.06}, 1, r.now)
		change.MatchID, was = m.ID, change.After
		changes = append(changes, change)
		must.OK(t, r.store.ReplaceRatings(t.Context(), func(m match.Match) (of []match.RatingChange, _ error) {
			for _, c := range changes {
				if c.MatchID == m.ID {
					of = append(of, c)
				}
			}
			return of, nil
		}))
		card := r.say("p1", "/profile").Card
		if i == 0 {
			if card.Picture != nil {
				t.Error("one result has a picture")
			}
			continue
		}
		if _, alt := drawn(t, card); i == 2 && !strings.HasSuffix(alt, "over the last 3 results: from 1600 to 1700 ± 160, between 1600 and 1700.") {
			t.Errorf("the words are %q", alt)
		}
	}
}
