package commands_test

import (
	"bytes"
	"testing"

	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/picture"
	"nimatron/picture/raster"
)

// pictureOf draws the picture of a reply. It returns nil if there is none.
func pictureOf(t *testing.T, reply view.Reply) []byte {
	t.Helper()
	if reply.Card == nil || reply.Card.Picture == nil {
		return nil
	}
	return must.Get(raster.Draw(t.Context(), reply.Card.Picture.LayOut))(t)
}

// Private pictures follow the viewer's settings. Public ones use the defaults.
func TestPicturesAsLiked(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	const line = "/study analyze game:nim position:3 5 2"
	usual := pictureOf(t, r.say("p1", line))
	if usual == nil {
		t.Fatal("there is no picture")
	}
	seen := [][]byte{usual}
	differs := func(what string) {
		t.Helper()
		now := pictureOf(t, r.say("p1", line))
		for _, before := range seen {
			if bytes.Equal(now, before) {
				t.Errorf("%s changes nothing", what)
			}
		}
		seen = append(seen, now)
	}
	r.say("p1", "/settings me name:ground value:light")
	differs("light")
	for _, theme := range []string{"wood", "slate", "plain"} {
		r.say("p1", "/settings me name:theme value:"+theme)
		differs(theme)
	}
	r.say("p1", "/settings me name:theme value:default")
	r.say("p1", "/settings me name:large-text value:on")
	differs("large text")
	if shared := pictureOf(t, r.say("p1", line+" share:true")); !bytes.Equal(shared, usual) {
		t.Error("everybody sees it as one likes it")
	}
	if !bytes.Equal(pictureOf(t, r.say("p2", line)), usual) {
		t.Error("another sees it otherwise")
	}
	r.say("p1", "/settings me name:pictures value:off")
	for _, line := range []string{line, "/study analyze game:end-nim position:2 4 1"} {
		if reply := r.say("p1", line); pictureOf(t, reply) != nil || reply.Card == nil || reply.Card.Drawing == "" {
			t.Errorf("%s has a picture, or nothing in its place", line)
		}
	}
}

// The board of a match suits the settings of all its players.
func TestBoardAsLiked(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.expect("p1", "/challenge game:nim opponent:p2 position:3 5 2 first:me")
	usual := pictureOf(t, r.expect("p2", "/match accept"))
	board := func() []byte { return pictureOf(t, r.expect("p3", "/match board")) }
	r.say("p3", "/settings me name:pictures value:off") // not a player
	r.say("p1", "/settings me name:ground value:light")
	if !bytes.Equal(board(), usual) {
		t.Error("one alone has changed the colours for both")
	}
	r.say("p2", "/settings me name:ground value:light")
	light := board()
	if light == nil || bytes.Equal(light, usual) {
		t.Error("both like it light, and it is not")
	}
	r.say("p1", "/settings me name:theme value:wood")
	if !bytes.Equal(board(), light) {
		t.Error("one alone has changed what the board of both lies on")
	}
	r.say("p2", "/settings me name:theme value:wood")
	if wood := board(); wood == nil || bytes.Equal(wood, light) {
		t.Error("both like it on wood, and it is not")
	}
	r.say("p1", "/settings me name:large-text value:on")
	if large := board(); large == nil || bytes.Equal(large, light) {
		t.Error("one needs large text, and it is not large")
	}
	r.say("p2", "/settings me name:pictures value:off")
	if board() != nil {
		t.Error("one needs text, and there is a picture")
	}
}

// The operator sets the default background of boards.
func TestThemeOfTheOperator(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	const line = "/study analyze game:nim position:3 5 2"
	felt := pictureOf(t, r.say("p1", line))
	r.say("p1", "/settings me name:theme value:plain")
	plain := pictureOf(t, r.say("p1", line))
	r.service.UseTheme(picture.Dark)
	if usual := pictureOf(t, r.say("p2", line)); !bytes.Equal(usual, plain) || bytes.Equal(usual, felt) {
		t.Error("it is not plain for somebody who has chosen nothing")
	}
	if shared := pictureOf(t, r.say("p2", line+" share:true")); !bytes.Equal(shared, plain) {
		t.Error("it is not plain for everybody")
	}
	r.say("p2", "/settings me name:theme value:felt")
	if own := pictureOf(t, r.say("p2", line)); !bytes.Equal(own, felt) {
		t.Error("who has chosen felt does not see it")
	}
}
