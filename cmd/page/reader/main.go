//go:build js && wasm

// Command reader reads what is pasted into the page: exports of matches, and certificates. It is a
// program apart from the one that plays, which few visitors need, and which knows no solver. It gives
// the page's worker one function, reader, that answers the query of a request with JSON.
package main

import (
	"encoding/json"
	"errors"
	"net/url"
	"strings"
	"syscall/js"

	"nimatron/games/catalog"
	"nimatron/internal/certcheck"
	"nimatron/match/record"
)

func main() {
	js.Global().Set("reader", js.FuncOf(func(_ js.Value, args []js.Value) any { return answer(args[0].String()) }))
	select {}
}

// answer answers a request, written as a URL query: do is what to do with text.
func answer(request string) string {
	asked, err := url.ParseQuery(request)
	var found any
	switch text := strings.TrimSpace(asked.Get("text")); {
	case err != nil:
	case asked.Get("do") == "check":
		found = check(text)
	default:
		found, err = read(text)
	}
	if err != nil {
		found = map[string]string{"error": strings.ToUpper(err.Error()[:1]) + err.Error()[1:] + "."}
	}
	line, err := json.Marshal(found)
	if err != nil {
		panic(err) // texts can always be encoded
	}
	return string(line)
}

// check checks a certificate.
func check(text string) any {
	if err := certcheck.Check([]byte(text)); err != nil {
		return map[string]any{"holds": false, "said": "It does not hold: " + err.Error() + "."}
	}
	return map[string]any{"holds": true, "said": "It holds: each step was checked by a program that knows the rules and no theory."}
}

// read reads the first match of an export.
func read(text string) (any, error) {
	for m, err := range record.Read(catalog.Standard, strings.NewReader(text)) {
		if err != nil {
			return nil, err
		}
		moves := []string{}
		for _, move := range m.Moves {
			moves = append(moves, move.Text)
		}
		return map[string]any{"variant": m.Variant, "position": m.Start, "moves": moves}, nil
	}
	return nil, errors.New("there is no match in this text: paste what /export or Export gave you")
}
