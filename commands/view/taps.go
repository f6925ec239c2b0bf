package view

import (
	"fmt"
	"maps"
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

// Keys are the buttons and menus with which somebody makes a move on a board, that of a match,
// a puzzle or a lesson.
type Keys struct {
	Variant  *games.Variant
	Position games.Position
	// Where is the place that was tapped, empty for none.
	Where string
	// Play makes the move that stands in its option Move.
	Play Action
	Move string
	// Half shows the board with the keys of the place that stands in its option WhereName,
	// or asks for what is not offered where its option "other" is true.
	Half Action
}

// MatchKeys are the keys of whoever decides in a match.
func MatchKeys(g *referee.Game, where string) Keys {
	return Keys{
		Variant: g.Play.Variant(), Position: g.Play.Position(), Where: where,
		Play: Action{Command: MoveName, Subject: SubjectOf(g), Style: Success}, Move: "move",
		Half: Action{Command: TapName, Subject: SubjectOf(g), Style: Success},
	}
}

// Offer puts the moves on a card: all of them or, where a place was tapped, those of that
// place.
func (k Keys) Offer(card *Card) {
	places := k.Position.Places()
	switch place := find(places, k.Where); {
	case len(places) == 0:
		k.offerListed(card)
	case place != nil:
		k.offerNumbers(card, *place, true)
	case k.Position.Turn().Decision == games.PlaceOnly:
		k.offerPlaces(card, places)
	case countMoves(places) <= maxMoveButtons:
		for _, p := range places {
			var row []Action
			for _, m := range k.moves(p) {
				row = append(row, k.button(m.String(), m.String()))
			}
			card.Taps = append(card.Taps, row)
		}
	case len(places) == 1:
		k.offerNumbers(card, places[0], false)
	case len(places) > maxPlaceButtons && countMoves(places) <= MaxChoices:
		menu := k.menu("Your move")
		for _, p := range places {
			for _, m := range k.moves(p) {
				menu.Choices = append(menu.Choices, Choice{Label: m.String(), Value: m.String()})
			}
		}
		card.Menus = append(card.Menus, menu)
	default:
		k.offerPlaces(card, places)
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
func (k Keys) moves(p games.Place) []games.Move {
	var moves []games.Move
	for n := uint64(1); n <= p.Most; n++ {
		moves = append(moves, k.take(p, n))
	}
	return append(moves, splits(p, p.Splits())...)
}

// take is the move that takes n from a place.
func (k Keys) take(p games.Place, n uint64) games.Move {
	if p.Name == "" {
		return games.Move{Kind: games.Dictate, Count: n}
	}
	return games.Move{Kind: games.Take, Where: p.Name, Count: n}
}

// splits returns the first n splits of a place, the most uneven first.
func splits(p games.Place, n uint64) []games.Move {
	var moves []games.Move
	for i := range n {
		small := p.Least + i
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
	return Keys{}.moves(*place)[0], true
}

// offerListed offers moves of a form that only their game knows.
func (k Keys) offerListed(card *Card) {
	menu := k.menu("Your move")
	more := false
	for step := range k.Position.Options() {
		if more = len(menu.Choices) == MaxChoices; more {
			break
		}
		text := step.Move.String()
		menu.Choices = append(menu.Choices, Choice{Label: text, Value: text})
	}
	if len(menu.Choices) > maxMoveButtons {
		card.Menus = append(card.Menus, menu)
	} else {
		var row []Action
		for _, c := range menu.Choices {
			row = append(row, k.button(c.Label, c.Value))
		}
		card.Taps = append(card.Taps, row)
	}
	if more {
		card.Taps = append(card.Taps, []Action{k.other()})
	}
}

// offerPlaces asks where.
func (k Keys) offerPlaces(card *Card, places []games.Place) {
	nominate := k.Position.Turn().Decision == games.PlaceOnly
	if len(places) <= maxPlaceButtons {
		var row []Action
		for _, p := range places {
			switch {
			case nominate:
				row = append(row, k.button(placeLabel(p), p.Name))
			case countMoves([]games.Place{p}) == 1:
				row = append(row, k.button(k.take(p, 1).String(), k.take(p, 1).String()))
			default:
				row = append(row, k.half(placeLabel(p), p.Name))
			}
		}
		card.Taps = append(card.Taps, row)
		return
	}
	placeMenu := k.placeMenu
	if nominate {
		placeMenu = k.menu
	}
	shown := places[:min(len(places), maxPlaceMenus*MaxChoices)]
	for begin := 0; begin < len(shown); begin += MaxChoices {
		part := shown[begin:min(begin+MaxChoices, len(shown))]
		prompt := "Where?"
		if len(shown) > MaxChoices {
			prompt = fmt.Sprintf("Where? %s to %s", part[0].Name, part[len(part)-1].Name)
		}
		menu := placeMenu(prompt)
		for _, p := range part {
			label := placeLabel(p)
			if !nominate && countMoves([]games.Place{p}) == 1 {
				label = k.take(p, 1).String() // it is played at once
			}
			menu.Choices = append(menu.Choices, Choice{Label: label, Value: p.Name})
		}
		card.Menus = append(card.Menus, menu)
	}
	if len(shown) < len(places) {
		card.Taps = append(card.Taps, []Action{k.other()})
	}
}

// placeLabel names a place and what is there.
func placeLabel(p games.Place) string {
	return fmt.Sprintf("%s (%s)", p.Name, games.Counters(p.Most))
}

// offerNumbers asks how many, or into which parts.
func (k Keys) offerNumbers(card *Card, p games.Place, back bool) {
	more := false
	var row []Action
	for n := uint64(1); n <= min(p.Most, maxNumbers); n++ {
		row = append(row, k.button(strconv.FormatUint(n, 10), k.take(p, n).String()))
	}
	if p.Most > maxNumbers+1 { // one more is what `all` takes
		menu := k.menu("More")
		for n := uint64(maxNumbers + 1); n <= p.Most; n++ {
			if more = len(menu.Choices) == MaxChoices; more {
				break
			}
			menu.Choices = append(menu.Choices, Choice{Label: strconv.FormatUint(n, 10), Value: k.take(p, n).String()})
		}
		menu.Prompt = fmt.Sprintf("%s to %s", menu.Choices[0].Label, menu.Choices[len(menu.Choices)-1].Label)
		card.Menus = append(card.Menus, menu)
	}
	if p.Most > 1 {
		all := k.button("all", k.take(p, p.Most).String())
		if p.Most > maxNumbers {
			all.Label = fmt.Sprintf("all (%d)", p.Most)
		}
		// What sets it apart from the number.
		row = append(row, all.with(all.Label, WhereName, p.Name))
	}
	if n := p.Splits(); n > 0 {
		menu := k.menu("Split into …")
		for _, m := range splits(p, min(n, MaxChoices)) {
			menu.Choices = append(menu.Choices, Choice{Label: m.String(), Value: m.String()})
		}
		card.Menus = append(card.Menus, menu)
		more = more || n > MaxChoices
	}
	if more {
		k.Where = p.Name
		row = append(row, k.other())
	}
	if back {
		back := k.Half
		back.Label, back.Style = "Back", Secondary
		row = append(row, back)
	}
	card.Taps = append(card.Taps, row)
}

// menu is a menu of moves.
func (k Keys) menu(prompt string) Menu {
	return Menu{Prompt: prompt, Command: k.Play.Command, Options: k.Play.Options, Subject: k.Play.Subject, Option: k.Move}
}

// placeMenu is a menu of places.
func (k Keys) placeMenu(prompt string) Menu {
	return Menu{Prompt: prompt, Command: k.Half.Command, Options: k.Half.Options, Subject: k.Half.Subject, Option: WhereName}
}

// button plays a move.
func (k Keys) button(label, move string) Action { return k.Play.with(label, k.Move, move) }

// half makes half a choice.
func (k Keys) half(label, where string) Action { return k.Half.with(label, WhereName, where) }

// other asks for what is not offered.
func (k Keys) other() Action {
	other := k.Half.with("Other…", "other", "true")
	other.Style = Secondary
	if k.Where != "" {
		other.Options[WhereName] = k.Where
	}
	return other
}

// with returns the action under a label, with the value of one more option.
func (a Action) with(label, option, value string) Action {
	a.Label, a.Options = label, maps.Clone(a.Options)
	if a.Options == nil {
		a.Options = map[string]string{}
	}
	a.Options[option] = value
	return a
}

// Form asks for a move, or for the number that goes with the place that was tapped.
func (k Keys) Form() *Form {
	f := &Form{Title: "Your move", Command: k.Play.Command, Options: maps.Clone(k.Play.Options), Subject: k.Play.Subject, Inputs: []Input{
		{Option: k.Move, Label: "Your move", Required: true, Example: "such as " + strings.ReplaceAll(MoveList(ExampleMoves(k.Position), " or "), "`", "")},
	}}
	place := find(k.Position.Places(), k.Where)
	switch {
	case place != nil:
		if f.Options == nil {
			f.Options = map[string]string{}
		}
		f.Options[WhereName] = place.Name
		f.Inputs[0].Label = "How many from " + place.Name + ", or the move"
	case k.Position.Turn().Decision == games.NumberOnly:
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
		k := Keys{}
		add(k.take(p, 1), k.take(p, p.Most), p.Most)
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
