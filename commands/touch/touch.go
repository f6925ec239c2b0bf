// Package touch draws boards that can be touched in a browser, and lists the buttons beside them.
package touch

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/games/spoken"
	"nimatron/picture"
	"nimatron/picture/board"
	"nimatron/picture/drawing"
	"nimatron/picture/svg"
)

// Game describes a game.
type Game struct {
	ID       string `json:"id"`
	Name     string `json:"name"`
	Gist     string `json:"gist"`
	Rules    string `json:"rules"`
	Turn     string `json:"turn"`
	End      string `json:"end"`
	Example  string `json:"example"`
	Partizan bool   `json:"partizan"`
}

// GameOf describes a variant.
func GameOf(v *games.Variant) Game {
	return Game{ID: v.ID, Name: v.Name, Gist: v.Gist, Rules: v.Rules.Summary, Turn: v.Rules.Turn, End: v.Rules.End,
		Example: v.Rules.Example, Partizan: v.Partizan}
}

// Key is a button: it makes a move, selects a place, goes back, or asks for text.
type Key struct {
	Label string `json:"label"`
	Move  string `json:"move,omitempty"`
	Where string `json:"where,omitempty"`
	Other bool   `json:"other,omitempty"`
}

// Picture draws a board as SVG, "" if it is too large. tap describes the effect of touching each part.
func Picture(b board.Board, style picture.Style, tap func(drawing.Spot) (value, title string, ok bool)) (string, error) {
	b.Touched = true
	d, err := board.Draw(b, style)
	if errors.Is(err, drawing.ErrTooLarge) {
		return "", nil // the page shows text instead
	}
	if err != nil {
		return "", err
	}
	return svg.SVG(d, board.Words(b.Shape), tap), nil
}

// Board draws a board as SVG, as Picture does. With touch, its moves can be touched: "take PLACE COUNT MOST",
// "move MOVE" or "where PLACE".
func Board(b board.Board, style picture.Style, v *games.Variant, p games.Position, touch bool) (string, error) {
	places := p.Places()
	nominate := p.Turn().Decision == games.PlaceOnly
	return Picture(b, style, func(s drawing.Spot) (value, title string, ok bool) {
		at := slices.IndexFunc(places, func(place games.Place) bool { return place.Name == s.Place })
		if !touch || at < 0 {
			return "", "", false
		}
		place := places[at]
		phrase := v.Words.Phrase(p, place.Name)
		switch {
		case nominate:
			return "move " + games.Move{Kind: games.Nominate, Where: place.Name}.String(), "name " + phrase, true
		case !s.Exact || s.Leaves >= place.Most || place.Sum > 0:
			return "where " + place.Name, phrase, true
		}
		return fmt.Sprintf("take %s %d %d", place.Name, place.Most-s.Leaves, place.Most), phrase, true
	})
}

func keys(v *games.Variant, p games.Position, where string) (c Choice) {
	card := &view.Card{}
	view.BoardKeys(v, p, where).Offer(card)
	c.Question = card.Question
	moves := uint64(0)
	for _, row := range card.Taps {
		var keys []Key
		for _, a := range row {
			k := Key{Label: a.Label}
			switch in := a.Input.(type) {
			case input.MoveInput:
				k.Move, k.Where = in.Move, in.Where
			case input.Tapping:
				k.Where, k.Other = in.Where, in.Other
			}
			if keys = append(keys, k); k.Move != "" {
				moves++
			}
		}
		c.Keys = append(c.Keys, keys)
	}
	for _, menu := range card.Menus {
		var keys []Key
		for _, c := range menu.Choices {
			k := Key{Label: c.Label, Where: c.Value}
			if _, played := menu.Input.(input.MoveInput); played {
				k = Key{Label: c.Label, Move: c.Value}
				moves++
			}
			keys = append(keys, k)
		}
		c.Keys = append(c.Keys, keys)
	}
	place := view.FindPlace(p.Places(), where)
	if place != nil && p.Turn().Decision != games.PlaceOnly && place.Splits() == 0 && moves == place.Most {
		c.Most = moves
	}
	return c
}

// Play plays a typed move, or takes a number of counters from the touched place. The error is for the player.
func Play(v *games.Variant, p games.Position, where, text string) (step games.Step, err error) {
	move, only := view.OnlyMove(p, where)
	switch {
	case only && text == "":
	case where != "" && !strings.ContainsAny(text, "-="):
		move, err = p.Read(where + "-" + text)
	default:
		move, err = spoken.Read(v, p, text)
	}
	step.Move = move
	if err == nil {
		step.Position, err = p.Play(move)
	}
	if illegal := (*games.IllegalMove)(nil); errors.As(err, &illegal) {
		err = errors.New(view.IllegalText(v, p, illegal))
	}
	return step, err
}
