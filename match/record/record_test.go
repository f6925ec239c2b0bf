package record_test

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/match/record"
)

// all reads every match of text, which must be valid.
func all(t rapid.TB, text []byte) []*record.Match {
	t.Helper()
	var matches []*record.Match
	for m, err := range record.Read(catalog.Standard, strings.NewReader(string(text))) {
		if err != nil {
			t.Fatalf("%v, in\n%s", err, text)
		}
		matches = append(matches, m)
	}
	return matches
}

// texts draws a name and its stored form.
func texts(t *rapid.T, label, missing string) (text, kept string) {
	letters := []rune(`ab "\'[]{}()<>&;%$*?#.1-0/` + "`\n\r\t\x00\x7f\u0085\u2028\u200d\uFEFF\u202E\u3164@éß漢🎲")
	text = rapid.StringOfN(rapid.OneOf(rapid.SampledFrom(letters), rapid.Rune()), 0, 30, -1).Draw(t, label)
	if rapid.IntRange(0, 9).Draw(t, label+" is invalid") == 0 {
		text += "a\xff\xfeb"
	}
	kept = words.Quiet(text)
	if kept == "" || kept == "?" {
		kept = missing
	}
	return text, kept
}

// times draws a time, or none, with its stored form.
func times(t *rapid.T, label string) (at, kept time.Time) {
	if rapid.Bool().Draw(t, label+" is missing") {
		return time.Time{}, time.Time{}
	}
	second := rapid.Int64Range(-60_000_000_000, 250_000_000_000).Draw(t, label)
	at = time.Unix(second, rapid.Int64Range(0, 999_999_999).Draw(t, label+" ns"))
	if rapid.Bool().Draw(t, label+" elsewhere") {
		at = at.In(time.FixedZone("", 5400))
	}
	return at, time.UnixMilli(at.UnixMilli()).UTC()
}

// drawVariant draws from the catalog and from unlisted variants.
func drawVariant(t *rapid.T) *games.Variant {
	ids := []string{"split-nim/-3", "split-nim/4"}
	for _, v := range catalog.Standard.All() {
		ids = append(ids, v.ID)
	}
	return must.Get(catalog.Standard.Find(rapid.SampledFrom(ids).Draw(t, "variant")))(t)
}

// playout plays at random until limit moves are made or the match is over.
func playout(t *rapid.T, v *games.Variant, first games.Side, limit int) (m *games.Match, moves []record.Move) {
	r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	m = must.Get(games.NewMatch(v, v.Generate(r, games.Medium), first))(t)
	for range limit {
		var move games.Move
		n := 0
		for step := range m.Position().Options() {
			if n++; n > 60 {
				break
			}
			if r.IntN(n) == 0 {
				move = step.Move
			}
		}
		if n == 0 {
			break
		}
		turn := m.Position().Turn()
		m = must.Get(m.Play(turn.Actor, move))(t)
		moves = append(moves, record.Move{Actor: turn.Actor, Text: move.String()})
	}
	return m, moves
}

// drawMatch draws a match and returns it with its stored form.
func drawMatch(t *rapid.T) (drawn, kept *record.Match) {
	var m, k record.Match
	v := drawVariant(t)
	first := rapid.SampledFrom([]games.Side{games.Left, games.Right}).Draw(t, "first")
	played, moves := playout(t, v, first, rapid.SampledFrom([]int{0, 1, 2, 7, 1000}).Draw(t, "limit"))

	m.ID = rapid.Int64().Draw(t, "id")
	m.Variant, m.Start, m.First = v.ID, played.Start().String(), first
	m.Rated = rapid.Bool().Draw(t, "rated")
	ms := rapid.Int64Range(0, 100*24*time.Hour.Milliseconds()).Draw(t, "turn time")
	m.TurnTime = time.Duration(ms) * time.Millisecond
	m.Left.Rating = rapid.IntRange(-1, 3000).Draw(t, "left rating")
	m.Right.Rating = rapid.IntRange(0, 3000).Draw(t, "right rating")
	if winner, over := played.Winner(); over {
		m.Result = match.Result{Winner: match.Seated(winner), Termination: match.Played}
	} else {
		m.Winner = rapid.SampledFrom([]match.Seat{match.Nobody, match.LeftSeat, match.RightSeat}).Draw(t, "winner")
		m.Termination = rapid.SampledFrom([]match.Termination{match.Resigned, match.Abandoned}).Draw(t, "termination")
		if m.Winner == match.Nobody && rapid.Bool().Draw(t, "running") {
			m.Termination = ""
		}
	}

	k = m
	m.Event, k.Event = texts(t, "event", "")
	m.Site, k.Site = texts(t, "site", "")
	m.Left.Name, k.Left.Name = texts(t, "left", "?")
	m.Right.Name, k.Right.Name = texts(t, "right", "?")
	m.Left.ID, m.Right.ID, m.Level = `discord:"1"`, "", "strong"
	k.Left.ID, k.Right.ID, k.Level = m.Left.ID, m.Right.ID, m.Level
	m.Started, k.Started = times(t, "started")
	if m.Termination != "" {
		m.Ended, k.Ended = times(t, "ended")
	}
	timed := rapid.Bool().Draw(t, "timed")
	for i, move := range moves {
		m.Moves, k.Moves = append(m.Moves, move), append(k.Moves, move)
		if timed {
			m.Moves[i].At, k.Moves[i].At = times(t, "at")
		}
	}
	return &m, &k
}

// TestRoundTrip writes matches and reads them back.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var text []byte
		var want []*record.Match
		for range rapid.IntRange(1, 3).Draw(t, "matches") {
			m, kept := drawMatch(t)
			text, want = m.AppendJSON(text), append(want, kept)
		}
		got := all(t, text)
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("got\n%s\nwant\n%s\nfrom\n%s", show(got), show(want), text)
		}
	})
}

// show prints matches for comparison.
func show(matches []*record.Match) string {
	var text []byte
	for _, m := range matches {
		text = m.AppendJSON(text)
	}
	return string(text)
}

// TestLongStart checks that the longest row is not cut by a bound on texts.
func TestLongStart(t *testing.T) {
	start := strings.TrimSpace(strings.Repeat("1000000000000000000 ", games.MaxPiles))
	m := &record.Match{Variant: "end-nim", Start: start, First: games.Left}
	if got := all(t, m.AppendJSON(nil)); len(got) != 1 || got[0].Start != start {
		t.Error(show(got))
	}
}

// TestNormal checks that values without a stored form are left out.
func TestNormal(t *testing.T) {
	m := &record.Match{
		Variant: "nim", Start: "1 2", First: games.Left, Event: "?", TurnTime: -time.Second, Result: match.Result{Termination: match.Abandoned},
		Left:    record.Player{Name: strings.Repeat("é", 1001)},
		Started: time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC),
		Ended:   time.Date(0, 12, 31, 0, 0, 0, 0, time.UTC),
		Moves:   []record.Move{{Actor: games.Left, Text: "1-1", At: time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)}},
	}
	want := &record.Match{
		Variant: "nim", Start: "1 2", First: games.Left, Result: match.Result{Termination: match.Abandoned},
		Left: record.Player{Name: strings.Repeat("é", 999) + "…"}, Right: record.Player{Name: "?"},
		Moves: []record.Move{{Actor: games.Left, Text: "1-1"}},
	}
	if got := all(t, m.AppendJSON(nil)); !reflect.DeepEqual(got, []*record.Match{want}) {
		t.Error(show(got))
	}
}
