package record_test

import (
	"reflect"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/internal/golden"
	"nimatron/match"
	"nimatron/match/record"
)

// moves returns moves by turns. by has the actors as l and r.
func moves(by string, texts ...string) []record.Move {
	moves := make([]record.Move, len(texts))
	for i, text := range texts {
		moves[i] = record.Move{Actor: map[byte]games.Side{'l': games.Left, 'r': games.Right}[by[i]], Text: text}
	}
	return moves
}

// samples are matches that together cover every feature of a record.
func samples() []*record.Match {
	ann := record.Player{ID: "local:ann", Name: "Ann", Rating: 1512}
	bob := record.Player{ID: "local:bob", Name: `Bob "Nim" O\Neill`, Rating: 1488}
	bot := record.Player{ID: "nimatron", Name: "Nimatron"}
	start := time.Date(2026, 1, 2, 15, 4, 5, 120e6, time.UTC)

	timed := &record.Match{
		ID: 12, Event: "Spring & Autumn <League>", Site: "https://discord.com/channels/1/2", Variant: "end-nim", Start: "3 5 2", First: games.Right,
		Left: ann, Right: bob, Rated: true, TurnTime: 10 * time.Minute, Started: start, Ended: start.Add(6 * time.Minute),
		Result: match.Result{Winner: match.RightSeat, Termination: match.Played}, Moves: moves("rlrlrl"+"r", "L-1", "R-2", "R-3", "L-1", "R-1", "L-1", "L-1"),
	}
	for i := range timed.Moves {
		timed.Moves[i].At = start.Add(time.Duration(i) * time.Minute)
	}
	return []*record.Match{
		timed,
		{
			ID: 13, Variant: "pile-reverse-nim", Start: "1 3", First: games.Left, Left: ann, Right: bot, Level: "perfect",
			Result: match.Result{Winner: match.LeftSeat, Termination: match.Played}, Moves: moves("rllrrl", "2", "-2", "2", "-1", "1", "-1"),
		},
		{
			ID: 14, Variant: "move-reverse-nim/misere", Start: "3 [5] 2", First: games.Right, Left: bob, Right: ann, TurnTime: 1500 * time.Millisecond,
			Result: match.Result{Winner: match.RightSeat, Termination: match.Resigned}, Moves: moves("ll", "-4", "1"),
		},
		{
			ID: 15, Variant: "nim", Start: "12 14", First: games.Left, Left: ann, Right: bob,
			Moves: moves("lrlrlrlrlrlrlrlrlrlrlr", "2-1", "1-1", "2-1", "1-1", "2-1", "1-1", "2-1", "1-1", "2-1", "1-1", "2-1",
				"1-1", "2-1", "1-1", "2-1", "1-1", "2-1", "1-1", "2-1", "1-1", "2-1", "1-1"),
		},
		{Variant: "split-nim/2", Start: "5", First: games.Left, Left: ann, Right: bob, Result: match.Result{Termination: match.Abandoned}},
	}
}

func TestGolden(t *testing.T) {
	text := []byte(show(samples()))
	golden.Equal(t, "matches.jsonl", string(text))
	if got := all(t, text); !reflect.DeepEqual(got, samples()) {
		t.Errorf("read back:\n%s", show(got))
	}
}
