package commands

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"nimatron/explain"
	"nimatron/games"
	"nimatron/solver"
)

// mostCarried is how long a variant and a position may be, written as in an address, for a
// button to carry both.
const mostCarried = 60

// wholeAction is the action that shows the whole reason of a position; ok is false where
// the position is too long for a button.
func wholeAction(v *games.Variant, p games.Position) (a Action, ok bool) {
	position := p.String()
	if len(url.QueryEscape(v.ID))+len(url.QueryEscape(position)) > mostCarried {
		return Action{}, false
	}
	return Action{Label: "Why in full", Command: "analyze", Options: map[string]string{"variant": v.ID, "position": position, "full": "true"}}, true
}

// offerInFull adds the action that shows the whole reason or, where the position is too
// long for a button, the whole reason itself.
func offerInFull(card *Card, v *games.Variant, p games.Position, r solver.Reason) {
	if r.Ground == nil {
		return
	}
	if a, ok := wholeAction(v, p); ok {
		card.Actions = append(card.Actions, a)
		return
	}
	addWhole(card, explain.Full(v, p, r))
}

// addWhole puts a whole reason below the drawing of a card, but for its first line, which
// is the short form.
func addWhole(card *Card, whole []string) {
	if len(whole) > 1 {
		card.Drawing = strings.TrimPrefix(card.Drawing+"\n\n"+layOut(whole[1:]), "\n\n")
	}
}

// wholeWidth is how many characters a whole reason has on a line: as many as a phone shows
// in a fixed-width font.
const wholeWidth = 56

// layOut lays out the lines of a whole reason: columns as they are, sentences broken at
// spaces.
func layOut(whole []string) string {
	var lines []string
	for _, text := range whole {
		if utf8.RuneCountInString(text) <= wholeWidth {
			lines = append(lines, text)
			continue
		}
		line := ""
		for _, word := range strings.Fields(text) {
			if line != "" && utf8.RuneCountInString(line+" "+word) > wholeWidth {
				lines = append(lines, line)
				line = "  "
			} else if line != "" {
				line += " "
			}
			line += word
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}
