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

// TestPictures asks for every kind of picture.
func TestPictures(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	for _, tt := range []struct{ line, name, alt string }{
		{"/study analyze end-nim 3 5 2", "ends.png", "The left end, one pile of 3, then up, stands above"},
		{"/study analyze end-nim 3 3 3", "board.png", "A board with a row of 3, 3, 3."},
		{"/study analyze end-nim 0", "board.png", "The board is empty."},
		{"/study analyze game:partizan-end-nim position:3 2 4 1 5", "phase.png", "The position itself, a = 3 and b = 5, is N."},
		{"/study analyze game:partizan-end-nim position:3 5", "phase.png", "the empty row"},
		{"/study analyze game:partizan-end-nim position:3 2 99", "board.png", "A board with a row of 3, 2, 99."},
		{"/study analyze game:nim position:3 5 7", "board.png", "A board with piles of 3, 5, 7."},
		{"/study analyze game:move-reverse-nim position:3 [5] 7", "board.png", "Pile 2, of 5 counters, is named."},
		{"/study analyze game:partizan-sum position:partizan-end-nim 2 1 + partizan-end-nim 4 2 1 + partizan-end-nim 3 5", "scale.png", "part 1 weighs 1 for Left, part 2 weighs 2 for Left, part 3 weighs 1 for Right. Left is 2 ahead"},
		{"/study analyze game:partizan-sum position:partizan-end-nim 2 1 + coloured-depot-nim a=1; *<a", "board.png", "Part 2, Coloured Depot Nim"},
		{"/learn two-ahead", "scale.png", "A scale with the weights of the parts"},
		{"/challenge game:end-nim position:3 5 2 first:me level:perfect", "board.png", "A board with a row of 3, 5, 2. Both ends are open to the next move."},
		{"L-1", "board.png", " Before that: the first player took 1 from the left end."},
	} {
		reply := r.say("p1", tt.line)
		name, alt := drawn(t, reply.Card)
		if name != tt.name || !strings.Contains(alt, tt.alt) {
			t.Errorf("%s has the picture %s: %s", tt.line, name, alt)
		}
	}
	r.say("p1", "/match resign sure:true")
	reply := r.say("p1", "/review match:1 step:1")
	if name, alt := drawn(t, reply.Card); name != "replay.png" || !strings.Contains(alt, "The course of the match: p1 could win throughout") {
		t.Errorf("a replay has the picture %s: %s", name, alt)
	}
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
