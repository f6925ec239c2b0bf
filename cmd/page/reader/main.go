//go:build js && wasm

// Command reader reads exports and certificates that are pasted into the page. It is separate from the
// program that plays, because few visitors need it and it has no solver. It gives the page's worker one
// function, reader, that answers the query of a request with JSON.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"syscall/js"

	"nimatron/games/catalog"
	"nimatron/internal/certcheck"
	"nimatron/internal/words"
	"nimatron/match/link"
	"nimatron/match/record"
)

func main() {
	js.Global().Set("reader", js.FuncOf(func(_ js.Value, args []js.Value) any { return answer(args[0].String()) }))
	select {}
}

// answer answers a request, written as a URL query: do says whether to check or to read text.
func answer(request string) string {
	asked, err := url.ParseQuery(request)
	var said any
	switch text := strings.TrimSpace(asked.Get("text")); {
	case err != nil:
	case asked.Get("do") == "check":
		said = check(text)
	default:
		said, err = read(text)
	}
	if err != nil {
		said = map[string]string{"error": strings.ToUpper(err.Error()[:1]) + err.Error()[1:] + "."}
	}
	line, err := json.Marshal(said)
	if err != nil {
		panic(err) // texts can always be encoded
	}
	return string(line)
}

// checked is the result of a check, and what the certificate is about.
type checked struct {
	Variant  string `json:"variant"`
	Position string `json:"position"`
	Holds    bool   `json:"holds"`
	Said     string `json:"said"`
}

// check checks a certificate.
func check(text string) checked {
	var c checked
	_ = json.Unmarshal([]byte(text), &c) // certcheck says what is wrong
	c.Holds, c.Said = true, "It holds: each step was checked by a program that knows the rules and no theory."
	if err := certcheck.Check([]byte(text)); err != nil {
		c.Holds, c.Said = false, "It does not hold: "+err.Error()+"."
	}
	return c
}

// mostRead bounds the listed matches of an export.
const mostRead = 500

// found is a match of an export, with a link to it.
type found struct {
	Title string `json:"title"`
	Link  string `json:"link"`
}

// read lists the matches of an export.
func read(text string) (any, error) {
	var list []found
	for m, err := range record.Read(catalog.Standard, strings.NewReader(text)) {
		if err != nil {
			return nil, err
		}
		l := link.Link{Variant: m.Variant, Start: m.Start, First: m.First}
		for _, move := range m.Moves {
			l.Moves = append(l.Moves, move.Text)
		}
		list = append(list, found{fmt.Sprintf("%d. %s %s: %s against %s, %s", len(list)+1, m.Variant, m.Start, m.Left.Name, m.Right.Name, words.Count(len(m.Moves), "move")), l.String()})
		if len(list) == mostRead {
			break
		}
	}
	if len(list) == 0 {
		return nil, errors.New("there is no match in this text: paste a file that /review gave you")
	}
	return map[string]any{"matches": list}, nil
}
