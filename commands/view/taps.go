package view

import (
	"fmt"
	"strconv"
	"strings"

	"nimatron/games"
	"nimatron/referee"
)

// On the board a move is tapped: first where, then how many, or both at once where there
// are few moves. What is tapped so far is in the request and in the buttons that come of
// it, and nowhere else.

// What Discord shows at most of choices.
const (
	MaxChoices    = 25  // values
	MaxChoiceText = 100 // characters of a label
)

// The names of the commands that a tap stands for.
const (
	MoveName = "move"
	TapName  = "tap"
	// WhereName is the option that has the place that was tapped.
	WhereName = "where"
)

// How much is offered at a time.
const (
	maxMoveButtons  = 10 // whole moves
	maxPlaceButtons = 5
	maxPlaceMenus   = 4
	maxNumbers      = 8 // as buttons; more of them are in a menu
)

// taps offers the moves of a match to whoever decides.
type taps struct {
	game  *referee.Game
	where string // the place that was tapped, empty for none
}

// offerMoves puts the moves on the card of a match: all of them or, where a place was tapped,
// those of that place.
func offerMoves(card *Card, g *referee.Game, where string) {
	t := taps{game: g, where: where}
	position := g.Play.Position()
	places := position.Places()
	switch place := find(places, where); {
	case len(places) == 0:
		t.offerListed(card, position)
	case place != nil:
		t.offerNumbers(card, *place, true)
	case position.Turn().Decision == games.PlaceOnly:
		t.offerPlaces(card, places)
	case countMoves(places) <= maxMoveButtons:
		for _, p := range places {
			for _, m := range t.moves(p) {
				card.Taps = append(card.Taps, t.button(m.String(), m.String()))
			}
		}
	case len(places) == 1:
		t.offerNumbers(card, places[0], false)
	case len(places) > maxPlaceButtons && countMoves(places) <= MaxChoices:
		menu := t.menu("Your move", MoveName, "move")
		for _, p := range places {
			for _, m := range t.moves(p) {
				menu.Choices = append(menu.Choices, Choice{Label: m.String(), Value: m.String()})
			}
		}
		card.Menus = append(card.Menus, menu)
	default:
		t.offerPlaces(card, places)
	}
}

// find returns the place of that name, nil where there is none.
func find(places []games.Place, name string) *games.Place {
	for i := range places {
		if name != "" && places[i].Name == name {
			return &places[i]
		}
	}
	return nil
}

// countMoves returns how many moves there are, or some number above MaxChoices.
func countMoves(places []games.Place) uint64 {
	var n uint64
	for _, p := range places {
		if n += min(p.Most, MaxChoices+1) + min(p.Splits(), MaxChoices+1); n > MaxChoices {
			break
		}
	}
	return n
}

// moves returns the moves at a place that has few.
func (t taps) moves(p games.Place) []games.Move {
	var moves []games.Move
	for n := uint64(1); n <= p.Most; n++ {
		moves = append(moves, t.take(p, n))
	}
	return append(moves, splits(p, p.Splits())...)
}

// take is the move that takes n from a place.
func (t taps) take(p games.Place, n uint64) games.Move {
	if p.Name == "" {
		return games.Move{Kind: games.Dictate, Count: n}
	}
	return games.Move{Kind: games.Take, Where: p.Name, Count: n}
}

// splits returns the first n splits of a place, the most uneven first.
func splits(p games.Place, n uint64) []games.Move {
	var moves []games.Move
	for k := range n {
		small := p.Least + k
		moves = append(moves, games.Move{Kind: games.Split, Where: p.Name, Parts: [2]uint64{small, p.Sum - small}})
	}
	return moves
}

// OnlyMove returns the move of a place that has no other.
func OnlyMove(position games.Position, where string) (move games.Move, only bool) {
	place := find(position.Places(), where)
	if place == nil || countMoves([]games.Place{*place}) != 1 {
		return games.Move{}, false
	}
	return taps{}.moves(*place)[0], true
}

// offerListed offers moves of a form that only their game knows.
func (t taps) offerListed(card *Card, position games.Position) {
	menu := t.menu("Your move", MoveName, "move")
	more := false
	for step := range position.Options() {
		if more = len(menu.Choices) == MaxChoices; more {
			break
		}
		text := step.Move.String()
		menu.Choices = append(menu.Choices, Choice{Label: text, Value: text})
	}
	if len(menu.Choices) > maxMoveButtons {
		card.Menus = append(card.Menus, menu)
	} else {
		for _, c := range menu.Choices {
			card.Taps = append(card.Taps, t.button(c.Label, c.Value))
		}
	}
	if more {
		card.Taps = append(card.Taps, t.other())
	}
}

// offerPlaces asks where.
func (t taps) offerPlaces(card *Card, places []games.Place) {
	nominate := t.game.Play.Position().Turn().Decision == games.PlaceOnly
	if len(places) <= maxPlaceButtons {
		for _, p := range places {
			switch {
			case nominate:
				card.Taps = append(card.Taps, t.button(placeLabel(p), p.Name))
			case countMoves([]games.Place{p}) == 1:
				card.Taps = append(card.Taps, t.button(t.take(p, 1).String(), t.take(p, 1).String()))
			default:
				card.Taps = append(card.Taps, t.half(placeLabel(p), p.Name))
			}
		}
		return
	}
	command, option := TapName, WhereName
	if nominate {
		command, option = MoveName, "move"
	}
	shown := places[:min(len(places), maxPlaceMenus*MaxChoices)]
	for begin := 0; begin < len(shown); begin += MaxChoices {
		part := shown[begin:min(begin+MaxChoices, len(shown))]
		prompt := "Where?"
		if len(shown) > MaxChoices {
			prompt = fmt.Sprintf("Where? %s to %s", part[0].Name, part[len(part)-1].Name)
		}
		menu := t.menu(prompt, command, option)
		for _, p := range part {
			label := placeLabel(p)
			if !nominate && countMoves([]games.Place{p}) == 1 {
				label = t.take(p, 1).String() // it is played at once
			}
			menu.Choices = append(menu.Choices, Choice{Label: label, Value: p.Name})
		}
		card.Menus = append(card.Menus, menu)
	}
	if len(shown) < len(places) {
		card.Taps = append(card.Taps, t.other())
	}
}

// placeLabel names a place and what is there.
func placeLabel(p games.Place) string {
	return fmt.Sprintf("%s (%s)", p.Name, games.Counters(p.Most))
}

// offerNumbers asks how many, or into which parts.
func (t taps) offerNumbers(card *Card, p games.Place, back bool) {
	more := false
	for n := uint64(1); n <= min(p.Most, maxNumbers); n++ {
		card.Taps = append(card.Taps, t.button(strconv.FormatUint(n, 10), t.take(p, n).String()))
	}
	if p.Most > maxNumbers+1 { // one more is what `all` takes
		menu := t.menu("More", MoveName, "move")
		for n := uint64(maxNumbers + 1); n <= p.Most; n++ {
			if more = len(menu.Choices) == MaxChoices; more {
				break
			}
			menu.Choices = append(menu.Choices, Choice{Label: strconv.FormatUint(n, 10), Value: t.take(p, n).String()})
		}
		menu.Prompt = fmt.Sprintf("%s to %s", menu.Choices[0].Label, menu.Choices[len(menu.Choices)-1].Label)
		card.Menus = append(card.Menus, menu)
	}
	if p.Most > 1 {
		all := t.button("all", t.take(p, p.Most).String())
		if p.Most > maxNumbers {
			all.Label = fmt.Sprintf("all (%d)", p.Most)
		}
		all.Options[WhereName] = p.Name // what sets it apart from the number
		card.Taps = append(card.Taps, all)
	}
	if n := p.Splits(); n > 0 {
		menu := t.menu("Split into …", MoveName, "move")
		for _, m := range splits(p, min(n, MaxChoices)) {
			menu.Choices = append(menu.Choices, Choice{Label: m.String(), Value: m.String()})
		}
		card.Menus = append(card.Menus, menu)
		more = more || n > MaxChoices
	}
	if more {
		other := t.other()
		if p.Name != "" {
			other.Options[WhereName] = p.Name
		}
		card.Taps = append(card.Taps, other)
	}
	if back {
		card.Taps = append(card.Taps, Action{Label: "Back", Command: TapName, Subject: SubjectOf(t.game)})
	}
}

// menu is a menu that fills an option of a command.
func (t taps) menu(prompt, command, option string) Menu {
	return Menu{Prompt: prompt, Command: command, Option: option, Subject: SubjectOf(t.game)}
}

// button plays a move.
func (t taps) button(label, move string) Action {
	return Action{Label: label, Command: MoveName, Options: map[string]string{"move": move}, Subject: SubjectOf(t.game), Style: Success}
}

// half makes half a choice.
func (t taps) half(label, where string) Action {
	return Action{Label: label, Command: TapName, Options: map[string]string{WhereName: where}, Subject: SubjectOf(t.game), Style: Success}
}

// other asks for what is not offered.
func (t taps) other() Action {
	return Action{Label: "Other…", Command: TapName, Options: map[string]string{"other": "true"}, Subject: SubjectOf(t.game)}
}

// MoveForm asks for a move, or for the number that goes with a place that was tapped.
func MoveForm(g *referee.Game, where string) *Form {
	position := g.Play.Position()
	f := &Form{Title: "Your move", Command: MoveName, Subject: SubjectOf(g), Inputs: []Input{
		{Option: "move", Label: "Your move", Required: true, Example: "such as " + MoveList(ExampleMoves(position), " or ")},
	}}
	f.Inputs[0].Example = strings.ReplaceAll(f.Inputs[0].Example, "`", "")
	places := position.Places()
	place := find(places, where)
	switch {
	case place != nil:
		f.Options = map[string]string{WhereName: place.Name}
		f.Inputs[0].Label = "How many from " + place.Name + ", or the move"
	case position.Turn().Decision == games.NumberOnly:
		f.Inputs[0].Label = "How many"
	}
	return f
}

// movesText says briefly which moves there are, for whoever types them.
func movesText(position games.Position) string {
	const most = 12 // places or moves that are told
	var parts []string
	add := func(first, last games.Move, n uint64) {
		switch {
		case n == 1:
			parts = append(parts, first.String())
		case n == 2:
			parts = append(parts, first.String(), last.String())
		case n > 2:
			parts = append(parts, first.String()+" … "+last.String())
		}
	}
	decision := position.Turn().Decision
	for _, p := range position.Places() {
		if len(parts) >= most {
			parts = append(parts, "…")
			break
		}
		if decision == games.PlaceOnly {
			parts = append(parts, p.Name)
			continue
		}
		t := taps{}
		add(t.take(p, 1), t.take(p, p.Most), p.Most)
		if n := p.Splits(); n > 0 {
			middle := p.Least + n - 1
			add(splits(p, 1)[0], games.Move{Kind: games.Split, Where: p.Name, Parts: [2]uint64{middle, p.Sum - middle}}, n)
		}
	}
	if len(parts) > 0 {
		return strings.Join(parts, ", ")
	}
	for step := range position.Options() {
		if len(parts) == most {
			parts = append(parts, "…")
			break
		}
		parts = append(parts, step.Move.String())
	}
	return strings.Join(parts, ", ")
}
