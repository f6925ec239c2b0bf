package referee_test

import (
	"strings"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/match/record"
	"nimatron/referee"
)

func TestImported(t *testing.T) {
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	at := func(minutes int) time.Time { return now.Add(time.Duration(minutes) * time.Minute) }
	importer := referee.New(nil, nil, referee.Options{Now: func() time.Time { return now }})
	var none time.Time
	for _, tt := range []struct {
		name                string
		started, ended      time.Time
		moves               [2]time.Time
		wantStart, wantEnd  time.Time
		wantFirst, wantLast time.Time
	}{
		{"all is known", at(-9), at(-6), [2]time.Time{at(-8), at(-7)}, at(-9), at(-6), at(-8), at(-7)},
		{"no time at all", none, none, [2]time.Time{}, now, now, now, now},
		{"the start alone", at(-9), none, [2]time.Time{}, at(-9), at(-9), at(-9), at(-9)},
		{"the end alone", none, at(-6), [2]time.Time{}, at(-6), at(-6), at(-6), at(-6)},
		{"a move alone", none, none, [2]time.Time{at(-8), none}, at(-8), at(-8), at(-8), at(-8)},
	} {
		m := &record.Match{
			ID: 5, Variant: "nim", Start: "1 1", First: games.Right, Left: record.Player{Name: "Ann"}, Right: record.Player{ID: "42", Name: "Bob"},
			Rated: true, Started: tt.started, Ended: tt.ended,
			Result: match.Result{Winner: match.LeftSeat, Termination: match.Played},
			Moves:  []record.Move{{Actor: games.Right, Text: "1-1", At: tt.moves[0]}, {Actor: games.Left, Text: "1-1", At: tt.moves[1]}},
		}
		got := must.Get(importer.Imported(m))(t)
		if !got.Created.Equal(tt.wantStart) || !got.Ended.Equal(tt.wantEnd) || !got.Updated.Equal(tt.wantEnd) ||
			!got.Moves[0].At.Equal(tt.wantFirst) || !got.Moves[1].At.Equal(tt.wantLast) {
			t.Errorf("%s: started %v, ended %v, updated %v, moves %v", tt.name, got.Created, got.Ended, got.Updated, got.Moves)
		}
		if got.Channel != "import" || got.Rated || !got.Chosen || got.State != match.Finished || got.Family != "nim" ||
			got.Sides[games.Left].Player != (match.Player{ID: "import:Ann", Name: "Ann"}) || got.Sides[games.Right].ID != "42" {
			t.Errorf("%s: stored as %+v", tt.name, got)
		}
	}
}

func TestImportedRefuses(t *testing.T) {
	importer := referee.New(nil, nil, referee.Options{})
	for want, change := range map[string]func(*record.Match){
		"I don't have Chess":   func(m *record.Match) { m.Variant = "chess" },
		"it is not over":       func(m *record.Match) { m.Termination = "" },
		"longer than 32":       func(m *record.Match) { m.Termination = match.Termination(strings.Repeat("é", 33)) },
		"players are the same": func(m *record.Match) { m.Right = m.Left },
	} {
		m := &record.Match{Variant: "nim", Start: "1", Left: record.Player{Name: "Ann"}, Right: record.Player{Name: "Bob"}, Result: match.Result{Termination: match.Played}}
		change(m)
		if _, err := importer.Imported(m); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}
