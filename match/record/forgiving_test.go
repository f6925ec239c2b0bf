package record_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/match/record"
)

// TestForgiving checks input that the writers never produce.
func TestForgiving(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       string
	}{
		{"nothing", "", ""},
		{"blanks", " \n\t\r\n", ""},
		{"only comments", "; hello\n% world\n", ""},
		{"byte order mark", "\uFEFF" + pgn, good},
		{"byte order mark and JSON", "\uFEFF\n " + json, good},
		{"Windows", strings.ReplaceAll(pgn, "\n", "\r\n"), good},
		{"Windows and JSON", strings.ReplaceAll(json+json, "\n", "\r\n"), good + good},
		{"no end of line", strings.TrimSpace(pgn), good},
		{"no end of line in JSON", strings.TrimSpace(json), good},
		{"blank lines in JSON", "\n\n" + json + "\n \n" + json, good + good},
		{"no blank line", pgn + pgn, good + good},
		{"comments", edited(t, pgn, "\n\n", "\n; {\n\n% {\n", "L-1 ", "L-1{ ; ( [%ts 5] }", "R-1\n", "R-1 {two\n; lines, [%clk 1:00]}$1; R-9\n"), good},
		{"numbers", edited(t, pgn, "1. L-1 R-1", "1.L-1 1... R-1", "2. L-2 L-1", "L-2 ... 7...L-1"), good},
		{"lower case", edited(t, pgn, "L-1 R-1", "l-1 R1", "end-nim", "End-Nim"), good},
		{"blanks in tags", edited(t, pgn, "[White \"Ann\"]", "\t[White   \"Ann\"  ]  "), good},
		{"other tags", edited(t, pgn, "[White ", "[Opening \"x\"]\n[Opening \"y\"]\n[WhiteElo \"?\"]\n[TimeControl \"?\"]\n[Round \"3\"]\n[White "), good},
		{"no tag Result", edited(t, pgn, "[Result \"0-1\"]\n", ""), good},
		{"words in JSON", edited(t, json, `"by":"left","move":"L-2"`, `"note":[],"move":"Left ALL"`, `"id":7`, `"ID":7,"more":{}`), good},
		{"first to the right", edited(t, pgn, "[Result \"0-1\"]", "[First \"right\"]"), "Bob, Ann: 3 2 [L-1 R-1 L-2 L-1] left\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := results(tt.text); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s\nfrom\n%s", got, tt.want, tt.text)
			}
		})
	}
}

// TestCanonical checks that moves are read into canonical form, with the actors that the rules
// name.
func TestCanonical(t *testing.T) {
	want := []*record.Match{{
		Variant: "total-reverse-nim/misere", Start: "3 5", First: games.Left, TurnTime: 90 * time.Second,
		Left: record.Player{Name: "?"}, Right: record.Player{Name: "?"}, Started: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		Moves: []record.Move{{Actor: games.Right, Text: "2-5"}, {Actor: games.Left, Text: "1-1", At: time.UnixMilli(5).UTC()}},
	}}
	for _, text := range []string{
		`{"variant":"Total-Reverse-Nim/Misère","start":"3, 5","turn_time_ms":90000,"started":"2026-01-02T04:04:05.0009+01:00",
		 "moves":[{"move":"take 5 from 2"},{"move":"1 - 1","at":"1970-01-01T00:00:00.005Z"}]}`,
		"[Variant \"Total-Reverse-Nim/Misère\"]\n[FEN \"3, 5\"]\n[TimeControl \"1/90\"]\n[UTCDate \"2026.01.02\"]\n[UTCTime \"03:04:05\"]\n2-5 1-1 {[%ts 5]} *",
	} {
		if got := all(t, []byte(strings.ReplaceAll(text, "\n\t\t", ""))); !reflect.DeepEqual(got, want) {
			t.Errorf("got %s want %s", show(got), show(want))
		}
	}
}
