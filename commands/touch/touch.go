// Package touch draws boards that can be touched in a browser, and lists the buttons beside them.
package touch

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/games/spoken"
	"nimatron/internal/words"
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

// Picture draws a board as SVG, "" if it is too large. tap describes the effect of touching each
// part; winning moves are marked.
func Picture(b board.Board, style picture.Style, winning []games.Move, tap func(drawing.Spot) (value, title string, ok bool)) (string, error) {
	b.Height = boardHeight
	d, err := board.Draw(b, style)
	if errors.Is(err, drawing.ErrTooLarge) {
		return "", nil // the page shows text instead
	}
	if err != nil {
		return "", err
	}
	mark(d, winning)
	d.Spots = reachable(d.Spots, reach*d.Width/drawing.Width)
	return svg.SVG(d, board.Words(b.Shape), tap), nil
}

// In units of a picture, which is 400 wide and 304 pixels on the smallest phone.
const (
	boardHeight = 400 // the minimum, so that a board gets 40 % of a phone's height
	reach       = 32
)

// reachable joins the touch areas of thin counters until a finger can hit them. The page then offers to take
// one more or less.
func reachable(spots []drawing.Spot, reach float64) (joined []drawing.Spot) {
	for _, s := range spots {
		last := len(joined) - 1
		if last >= 0 && s.Exact && joined[last].Exact && joined[last].Place == s.Place && joined[last].X == s.X && joined[last].H < reach {
			joined[last].Y, joined[last].H = s.Y, joined[last].H+s.H
			continue
		}
		joined = append(joined, s)
	}
	for i, s := range joined {
		if s.Exact && s.H < reach { // the top counter of a pile has room above it
			joined[i].Y, joined[i].H = s.Y-reach+s.H, reach
		}
	}
	return joined
}

// Board draws a board as SVG, as Picture does. With touch, its moves can be touched: "take PLACE COUNT MOST", "move MOVE" or "where PLACE".
func Board(b board.Board, style picture.Style, v *games.Variant, p games.Position, touch bool, winning []games.Move) (string, error) {
	if !touch {
		return Picture(b, style, winning, func(drawing.Spot) (value, title string, ok bool) { return "", "", false })
	}
	places := p.Places()
	nominate := p.Turn().Decision == games.PlaceOnly
	return Picture(b, style, winning, func(s drawing.Spot) (value, title string, ok bool) {
		at := slices.IndexFunc(places, func(place games.Place) bool { return place.Name == s.Place })
		if at < 0 {
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
	key := func(a view.Action) Key {
		k := Key{Label: a.Label}
		switch in := a.Input.(type) {
		case input.MoveInput:
			k.Move, k.Where = in.Move, in.Where
		case input.Tapping:
			k.Where, k.Other = in.Where, in.Other
		}
		return k
	}
	for _, row := range card.Taps {
		var keys []Key
		for _, a := range row {
			keys = append(keys, key(a))
		}
		c.Keys = append(c.Keys, keys)
	}
	for _, menu := range card.Menus {
		var keys []Key
		for _, c := range menu.Choices {
			k := Key{Label: c.Label, Where: c.Value}
			if _, moves := menu.Input.(input.MoveInput); moves {
				k = Key{Label: c.Label, Move: c.Value}
			}
			keys = append(keys, k)
		}
		c.Keys = append(c.Keys, keys)
	}
	c.Question = card.Question
	moves := uint64(0)
	for _, row := range c.Keys {
		for _, k := range row {
			if k.Move != "" {
				moves++
			}
		}
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

// mark writes on a board how many counters the winning moves take, and where.
func mark(d *drawing.Drawing, winning []games.Move) {
	const size = 14
	counts := map[string][]uint64{}
	var order []string
	for _, m := range winning {
		if counts[m.Where] == nil {
			order = append(order, m.Where)
		}
		counts[m.Where] = append(counts[m.Where], m.Count)
	}
	for _, where := range order {
		var of []drawing.Spot // spots of the place, from the bottom up
		for _, s := range d.Spots {
			if s.Place == where {
				of = append(of, s)
			}
		}
		if len(of) == 0 {
			continue
		}
		badge := func(s drawing.Spot, text string) {
			l := drawing.Label{X: s.X + s.W/2, Y: s.Y + s.H/2, Text: text, Size: size, Bold: true, Role: drawing.Black}
			w := max(l.Width()+10, 24)
			if !s.Exact {
				l.X, l.Y = s.X+s.W-w/2, s.Y+11
			}
			d.Add(drawing.Box{X: l.X - w/2, Y: l.Y - 11, W: w, H: 22, Radius: 11, Fill: drawing.Gold, Border: drawing.Black, BorderW: 1.5}, l)
		}
		var all []string
		for _, n := range counts[where] {
			if i := len(of) - int(n); n > 0 && i >= 0 && of[0].Exact && of[i].H >= 20 {
				badge(of[i], strconv.FormatUint(n, 10))
				continue
			}
			all = append(all, words.Number(n))
		}
		switch {
		case len(all) > 3:
			badge(of[len(of)-1], strings.Join(all[:3], " ")+" …")
		case len(all) > 0 && all[0] == "0": // named moves and splits have no number
			badge(of[len(of)-1], "✓")
		case len(all) > 0:
			badge(of[len(of)-1], strings.Join(all, " "))
		}
	}
}
