package record_test

import (
	"fmt"
	"strings"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/match"
	"nimatron/match/record"
)

// A match is written, read and written again.
func Example() {
	m := &record.Match{
		ID: 12, Event: "Nimatron match", Variant: "end-nim", Start: "3 2", First: games.Left,
		Left: record.Player{Name: "Ann"}, Right: record.Player{Name: "Bob"},
		Result: match.Result{Winner: match.RightSeat, Termination: match.Played},
		Moves:  []record.Move{{Actor: games.Left, Text: "L-1"}, {Actor: games.Right, Text: "R-1"}, {Actor: games.Left, Text: "L-2"}, {Actor: games.Right, Text: "L-1"}},
	}
	text := m.AppendJSON(nil)
	for m, err := range record.Read(catalog.Standard, strings.NewReader(string(text))) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%s", m.AppendJSON(nil))
	}
	// Output:
	// {"id":12,"event":"Nimatron match","variant":"end-nim","start":"3 2","first":"left","left":{"name":"Ann"},"right":{"name":"Bob"},"rated":false,"winner":"right","termination":"played","moves":[{"by":"left","move":"L-1"},{"by":"right","move":"R-1"},{"by":"left","move":"L-2"},{"by":"right","move":"L-1"}]}
}
