package view

import (
	"net/url"
	"strings"
	"unicode/utf8"

	"nimatron/games"
)

// mostCarried is how long a variant and a position may be, written as in an address, for a
// button to carry both, and for the one that shows everybody what it has led to.
const mostCarried = 48

// OfferWhole adds to a reply with a card the action that shows the whole reason of a
// position or, where the position is too long for a button, a file with it.
func OfferWhole(reply *Reply, v *games.Variant, p games.Position, whole []string) {
	if len(whole) <= 1 { // the short form says it all
		return
	}
	position := p.String()
	if len(url.QueryEscape(v.ID))+len(url.QueryEscape(position)) > mostCarried {
		reply.Files = append(reply.Files, File{Name: "why.txt", Data: []byte(strings.Join(whole, "\n") + "\n")})
		return
	}
	reply.Card.Actions = append(reply.Card.Actions, Action{
		Label: "Why in full", Command: "analyze", Options: map[string]string{"variant": v.ID, "position": position, "full": "true"},
	})
}

// wholeWidth is how many characters a whole reason has on a line: as many as a phone shows
// in a fixed-width font.
const wholeWidth = 56

// LayOut lays out the lines of a whole reason: columns as they are, sentences broken at
// spaces.
func LayOut(whole []string) string {
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
