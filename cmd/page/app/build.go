package app

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nimatron/commands/touch"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/games/edit"
	"nimatron/picture/board"
	"nimatron/picture/drawing"
)

// Build is a position that a person edits.
type Build struct {
	Position string      `json:"position"`
	Board    string      `json:"board"`
	Where    string      `json:"where"`
	Said     string      `json:"said"`
	Counters string      `json:"counters,omitempty"`
	Keys     []ChangeKey `json:"keys"`
}

// ChangeKey is a button that changes the place or selects another one.
type ChangeKey struct {
	Label    string      `json:"label"`
	Change   edit.Change `json:"change,omitempty"`
	Where    string      `json:"where,omitempty"`
	Shortcut string      `json:"shortcut"` // the key on a keyboard, as browsers name it; "" for none
}

var changeKeys = map[edit.Change]ChangeKey{
	edit.Raise:        {Label: "+ One more", Shortcut: "ArrowUp"},
	edit.Lower:        {Label: "− One less", Shortcut: "ArrowDown"},
	edit.Before:       {Label: "New pile before", Shortcut: "b"},
	edit.After:        {Label: "New pile after", Shortcut: "n"},
	edit.Leaf:         {Label: "New stack on it", Shortcut: "n"},
	edit.First:        {Label: "Begin", Shortcut: "n"},
	edit.AddRow:       {Label: "Row below"},
	edit.AddColumn:    {Label: "Column right"},
	edit.Remove:       {Label: "Remove", Shortcut: "Delete"},
	edit.RemoveRow:    {Label: "Remove row"},
	edit.RemoveColumn: {Label: "Remove column"},
	edit.Clear:        {Label: "Clear all"},
}

func (a *App) build(_ context.Context, r *Request) (any, error) {
	v, p, err := r.read()
	if err != nil {
		return nil, err
	}
	where, change, count := r.Where, r.Change, uint64(0)
	if r.Count != "" {
		change = edit.Set
		if count, err = strconv.ParseUint(strings.TrimSpace(r.Count), 10, 64); err != nil {
			return nil, fmt.Errorf("%s is not a number of counters: write a whole number", games.Quote(r.Count))
		}
	}
	if change != "" {
		if p, where, err = edit.Apply(v, p, where, change, count); err != nil {
			return nil, err
		}
	}
	places := edit.Places(p)
	at := max(0, slices.IndexFunc(places, func(place edit.Place) bool { return place.Name == where }))
	var chosen edit.Place
	out := &Build{Position: p.String(), Said: "The board is empty."}
	if len(places) > 0 {
		chosen = places[at]
		out.Where, out.Counters = chosen.Name, fmt.Sprint(chosen.Counters)
		out.Said = view.Sentence(fmt.Sprintf("%s: %s", chosen.Phrase, v.Words.Count(chosen.Counters)))
		for _, beside := range []struct {
			to              int
			label, shortcut string
		}{{at - 1, "‹ to %s", "ArrowLeft"}, {at + 1, "to %s ›", "ArrowRight"}} {
			next := places[(beside.to+len(places))%len(places)]
			if len(places) > 1 {
				out.Keys = append(out.Keys, ChangeKey{Label: fmt.Sprintf(beside.label, next.Phrase), Where: next.Name, Shortcut: beside.shortcut})
			}
		}
	}
	for _, c := range edit.Changes {
		if _, _, err := edit.Apply(v, p, out.Where, c, 0); err == nil {
			key := changeKeys[c]
			key.Change = c
			out.Keys = append(out.Keys, key)
		}
	}
	out.Board, err = buildable(p, chosen, r)
	return out, err
}

// buildable draws a board for editing. A tap selects a place. On the selected one, a tap removes
// the counters above it, or adds one.
func buildable(p games.Position, chosen edit.Place, r *Request) (string, error) {
	return touch.Picture(board.Board{Shape: p.Shape(), Chosen: chosen.Name, Edited: true}, r.style(), func(s drawing.Spot) (value, title string, ok bool) {
		switch {
		case s.Place != chosen.Name:
			return "where " + s.Place, "choose it", true
		case s.Exact && s.Leaves > 0 && s.Leaves < chosen.Counters:
			return fmt.Sprintf("count %d", s.Leaves), fmt.Sprintf("leave %d", s.Leaves), true
		case s.Exact && s.Leaves == 0:
			return "", "", false // the lowest counter stays, because Remove is a key
		}
		return "change " + string(edit.Raise), "one more", true
	})
}
