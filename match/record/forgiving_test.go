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
		{"byte order mark and JSON", "\uFEFF\n " + json, good},
		{"Windows and JSON", strings.ReplaceAll(json+json, "\n", "\r\n"), good + good},
		{"no end of line in JSON", strings.TrimSpace(json), good},
		{"blank lines in JSON", "\n\n" + json + "\n \n" + json, good + good},
		{"words in JSON", edited(t, json, `"by":"left","move":"L-2"`, `"note":[],"move":"Left ALL"`, `"id":7`, `"ID":7,"more":{}`), good},
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
	} {
		if got := all(t, []byte(strings.ReplaceAll(text, "\n\t\t", ""))); !reflect.DeepEqual(got, want) {
			t.Errorf("got %s want %s", show(got), show(want))
		}
	}
}
