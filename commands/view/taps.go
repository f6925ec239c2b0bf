package view

import (
	"fmt"
	"strings"

	"nimatron/commands/input"
	"nimatron/games"
	"nimatron/internal/words"
)

// A move takes two taps, where and how many, or one if there are few moves. A half-made choice exists only in
// the buttons of the reply.

// Discord's limits on choices.
const (
	MaxChoices    = 25  // values
	MaxChoiceText = 100 // characters of a label
)

// Bounds on one offer: a message on Discord has room for 40 components, buttons and rows included.
const (
	maxMoveButtons  = 12
	maxPlaceButtons = 10
	maxPlaceMenus   = 4
	maxNumbers      = 10 // as buttons, including the one for all; more are in a menu
	maxSplits       = 5
)

// Keys are the buttons and menus for a move on a board, in a match, a puzzle or a lesson.
type Keys struct {
	Variant  *games.Variant
	Position games.Position
	// Where is the tapped place, empty for none.
	Where string
	// Play makes a move, and Half shows the keys of a place or asks for another move. In a menu or a form, their
	// options "move" and "where" are chosen.
	Play, Half func(Tap) input.Call
	Subject    Subject
}

// BoardKeys are the keys of a match.
func BoardKeys(v *games.Variant, p games.Position, where string) Keys {
	return Keys{
		Variant: v, Position: p, Where: where,
		Play: func(t Tap) input.Call { return input.Move.With(input.MoveInput{Move: t.Move, Where: t.Where}) },
		Half: func(t Tap) input.Call { return input.Tap.With(t.Tapping) },
	}
}

// Offer adds the moves to a card: all of them or, after a tap, the moves at one place. It adds
// their question to the card's.
func (k Keys) Offer(card *Card) {
	places := k.Position.Places()
	place := FindPlace(places, k.Where)
	if place == nil && len(places) == 1 && countMoves(places) > maxMoveButtons {
		place = &places[0]
	}
	ask := "Which move?"
	switch {
	case len(places) == 0:
		k.offerListed(card)
	case k.decision() == games.PlaceOnly:
		ask = "Which " + k.Variant.Words.Kind + "?"
		k.offerPlaces(card, places)
	case place != nil:
		ask = k.askNumber(*place)
		k.offerNumbers(card, *place)
	case countMoves(places) <= maxMoveButtons:
		if len(places) == 1 || k.decision() == games.NumberOnly {
			ask = k.askNumber(places[0])
		}
		k.offerMoves(card, places)
	case len(places) > maxPlaceButtons && countMoves(places) <= MaxChoices:
		menu := k.menu("Your move")
		for _, p := range places {
			for _, m := range k.moves(p) {
				menu.Choices = append(menu.Choices, Choice{Label: k.wholeLabel(p, m), Value: m.String()})
			}
		}
		card.Menus = append(card.Menus, menu)
	default:
		ask = "Which " + k.Variant.Words.Kind + "?"
		k.offerPlaces(card, places)
	}
	if k.decision() == games.WholeMove || card.Question == "" { // a half turn has a long question already
		card.Question = strings.TrimSpace(card.Question + " " + ask)
	}
}

func (k Keys) decision() games.Decision { return k.Position.Turn().Decision }

func (k Keys) askNumber(p games.Place) string {
	ask := "How many"
	if k.decision() == games.NumberOnly {
		return ask + "?"
	}
	switch {
	case len(k.Position.Places()) == 1:
		ask += " do you take"
	case k.Where != "" || k.Variant.Words.Kind != "end": // a single end belongs to the mover
		ask += " from " + k.Variant.Words.Phrase(k.Position, p.Name)
	}
	if p.Splits() > 0 {
		ask += ", or which split"
	}
	return ask + "?"
}

func (k Keys) offerMoves(card *Card, places []games.Place) {
	label := k.wholeLabel
	if len(places) == 1 {
		label = k.moveLabel
	}
	shared := false // the last row holds single moves
	for _, p := range places {
		var row []Action
		for _, m := range k.moves(p) {
			row = append(row, k.button(label(p, m), m.String()))
		}
		if last := len(card.Taps) - 1; len(row) == 1 && shared {
			card.Taps[last] = append(card.Taps[last], row...)
		} else {
			card.Taps = append(card.Taps, row)
		}
		shared = len(row) == 1
	}
}

// moveLabel describes a move at the chosen place: "take 1", "2", "all 3", "1 and 7".
func (k Keys) moveLabel(p games.Place, m games.Move) string {
	switch {
	case m.Kind == games.Split:
		return words.Number(m.Parts[0]) + " and " + words.Number(m.Parts[1])
	case m.Kind == games.Dictate:
		return "say " + words.Number(m.Count)
	}
	count := words.Number(m.Count)
	if k.Variant.Words.Unit != "" {
		count = k.Variant.Words.Count(m.Count)
	}
	switch {
	case m.Count == 1:
		return "take " + count
	case m.Count == p.Most && p.Size == 0:
		return "all " + count
	}
	return count
}

// wholeLabel describes a move: "Pile 2: take 1", "Pile 2 → 1 and 7".
func (k Keys) wholeLabel(p games.Place, m games.Move) string {
	switch m.Kind {
	case games.Dictate:
		return k.moveLabel(p, m)
	case games.Nominate:
		return "name " + k.Variant.Words.Phrase(k.Position, m.Where)
	case games.Split:
		return k.Variant.Words.Place(k.Position, p.Name) + " → " + k.moveLabel(p, m)
	}
	return k.Variant.Words.Place(k.Position, p.Name) + ": " + k.moveLabel(p, m)
}

// FindPlace returns the place with a name, nil if there is none.
func FindPlace(places []games.Place, name string) *games.Place {
	for i := range places {
		if name != "" && places[i].Name == name {
			return &places[i]
		}
	}
	return nil
}

func countMoves(places []games.Place) uint64 {
	var n uint64
	for _, p := range places {
		if n += min(p.Most, MaxChoices+1) + min(p.Splits(), MaxChoices+1); n > MaxChoices {
			break
		}
	}
	return n
}

func (k Keys) moves(p games.Place) []games.Move {
	var moves []games.Move
	for n := uint64(1); n <= p.Most; n++ {
		moves = append(moves, k.take(p, n))
	}
	return append(moves, splits(p, p.Splits())...)
}

func (k Keys) take(p games.Place, n uint64) games.Move {
	if p.Name == "" {
		return games.Move{Kind: games.Dictate, Count: n}
	}
	return games.Move{Kind: games.Take, Where: p.Name, Count: n}
}

func splits(p games.Place, n uint64) []games.Move {
	var moves []games.Move
	for i := range n {
		small := p.Least + i
		moves = append(moves, games.Move{Kind: games.Split, Where: p.Name, Parts: [2]uint64{small, p.Sum - small}})
	}
	return moves
}

// OnlyMove returns the only move of a place, if it has just one.
func OnlyMove(position games.Position, where string) (move games.Move, only bool) {
	place := FindPlace(position.Places(), where)
	if place == nil || countMoves([]games.Place{*place}) != 1 {
		return games.Move{}, false
	}
	return Keys{}.moves(*place)[0], true
}

func (k Keys) offerListed(card *Card) {
	menu := k.menu("Your move")
	more := false
	for step := range k.Position.Options() {
		if more = len(menu.Choices) == MaxChoices; more {
			break
		}
		menu.Choices = append(menu.Choices, Choice{Label: k.Variant.Words.Move(step.Move), Value: step.Move.String()})
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

func (k Keys) offerPlaces(card *Card, places []games.Place) {
	nominate := k.decision() == games.PlaceOnly
	// choose returns the label of a place, and its move if the tap is one.
	choose := func(p games.Place) (label, move string) {
		if nominate {
			m := games.Move{Kind: games.Nominate, Where: p.Name}
			return k.wholeLabel(p, m), m.String()
		}
		if countMoves([]games.Place{p}) == 1 { // a tap plays it
			m := k.take(p, 1)
			return k.wholeLabel(p, m), m.String()
		}
		return k.Variant.Words.Place(k.Position, p.Name) + " · " + words.Number(p.Most), ""
	}
	if len(places) <= maxPlaceButtons {
		for _, part := range menusOf(places) {
			var row []Action
			for _, p := range part {
				if label, move := choose(p); move != "" {
					row = append(row, k.button(label, move))
				} else {
					row = append(row, Action{
						Label: label, Call: k.Half(Tap{Tapping: input.Tapping{Where: p.Name}}), Subject: k.Subject, Style: Success,
					})
				}
			}
			card.Taps = append(card.Taps, row)
		}
		return
	}
	placeMenu := k.placeMenu
	if nominate {
		placeMenu = k.menu
	}
	menus := menusOf(places)
	most := maxPlaceMenus
	if parts := places[len(places)-1].Part; parts > 0 {
		most = max(most, parts)
	}
	shown := menus[:min(len(menus), most)]
	for _, part := range shown {
		prompt := SentenceStart(k.Variant.Words.Kind) + "s"
		if number := part[0].Part; number > 0 {
			prompt = fmt.Sprintf("Part %d", number)
		} else if len(menus) > 1 {
			prompt += fmt.Sprintf(" %s to %s", part[0].Name, part[len(part)-1].Name)
		}
		menu := placeMenu(prompt)
		for _, p := range part {
			label, _ := choose(p)
			choice := Choice{Label: label, Value: p.Name}
			if nominate {
				choice.Detail = k.Variant.Words.Count(p.Most)
			}
			menu.Choices = append(menu.Choices, choice)
		}
		card.Menus = append(card.Menus, menu)
	}
	if len(shown) < len(menus) {
		card.Taps = append(card.Taps, []Action{k.other()})
	}
}

// menusOf distributes places over menus, with at least one menu for each part of a sum.
func menusOf(places []games.Place) (menus [][]games.Place) {
	for _, p := range places {
		last := len(menus) - 1
		if last < 0 || len(menus[last]) == MaxChoices || menus[last][0].Part != p.Part {
			menus, last = append(menus, nil), last+1
		}
		menus[last] = append(menus[last], p)
	}
	return menus
}

func (k Keys) offerNumbers(card *Card, p games.Place) {
	more := false
	var row []Action
	add := func(n uint64) {
		m := k.take(p, n)
		row = append(row, k.button(k.moveLabel(p, m), m.String()))
	}
	for n := uint64(1); n <= min(p.Most, maxNumbers-1); n++ {
		add(n)
	}
	if p.Most > maxNumbers { // numbers without a button go into a menu
		menu := k.menu("")
		n := uint64(maxNumbers)
		for ; n < p.Most && len(menu.Choices) < MaxChoices; n++ {
			m := k.take(p, n)
			menu.Choices = append(menu.Choices, Choice{Label: k.moveLabel(p, m), Value: m.String()})
		}
		menu.Prompt = fmt.Sprintf("%d to %d", maxNumbers, n-1)
		more = n < p.Most
		card.Menus = append(card.Menus, menu)
	}
	if p.Most >= maxNumbers {
		add(p.Most)
	}
	card.Taps = append(card.Taps, row)
	switch n := p.Splits(); {
	case n == 0:
	case n <= maxSplits:
		row = nil
		for _, m := range splits(p, n) {
			row = append(row, k.button(k.moveLabel(p, m), m.String()))
		}
		card.Taps = append(card.Taps, row)
	default:
		menu := k.menu("Split into …")
		for _, m := range splits(p, min(n, MaxChoices)) {
			menu.Choices = append(menu.Choices, Choice{Label: k.moveLabel(p, m), Value: m.String()})
		}
		card.Menus = append(card.Menus, menu)
		more = more || n > MaxChoices
	}
	row = nil
	if more {
		other := k
		other.Where = p.Name
		row = append(row, other.other())
	}
	if k.Where != "" {
		row = append(row, Action{Label: "Back", Call: k.Half(Tap{}), Subject: k.Subject})
	}
	if len(row) > 0 {
		card.Taps = append(card.Taps, row)
	}
}

func (k Keys) menu(prompt string) Menu {
	return Menu{Prompt: prompt, Call: k.Play(Tap{}), Subject: k.Subject, Option: "move"}
}

func (k Keys) placeMenu(prompt string) Menu {
	return Menu{Prompt: prompt, Call: k.Half(Tap{}), Subject: k.Subject, Option: "where"}
}

func (k Keys) button(label, move string) Action {
	return Action{Label: label, Call: k.Play(Tap{Move: move}), Subject: k.Subject, Style: Success}
}

func (k Keys) other() Action {
	return Action{Label: "Other…", Call: k.Half(Tap{Tapping: input.Tapping{Where: k.Where, Other: true}}), Subject: k.Subject}
}

// Form asks for a move, or for the number at the tapped place.
func (k Keys) Form() *Form {
	place, t := FindPlace(k.Position.Places(), k.Where), Tap{}
	ask := Input{Option: "move", Label: "Your move", Required: true, Example: "such as " + words.Or(ExampleMoves(k.Variant, k.Position))}
	switch {
	case place != nil:
		t.Where = place.Name
		ask.Label = "How many from " + k.Variant.Words.Phrase(k.Position, place.Name) + ", or the move"
	case k.decision() == games.NumberOnly:
		ask.Label = "How many"
	}
	return &Form{Title: "Your move", Call: k.Play(t), Subject: k.Subject, Inputs: []Input{ask}}
}

// MovesText lists the moves briefly for people who type them.
func MovesText(position games.Position) string {
	const most = 12
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
