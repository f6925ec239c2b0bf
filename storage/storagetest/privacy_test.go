package storagetest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/pressly/goose/v3"

	"nimatron/games"
	"nimatron/match"
	"nimatron/match/rating"
	"nimatron/referee/class"
	"nimatron/referee/puzzle"
	"nimatron/referee/tournament"
	"nimatron/storage"
	"nimatron/storage/sqlstore"
)

// personalData has the rows of a person's exported data, by table.
type personalData map[string][]json.RawMessage

func never() bool { return false }

func exported(t *testing.T, s storage.Store, p match.Player) (data personalData) {
	t.Helper()
	var file bytes.Buffer
	Got(s.Export(t.Context(), p.ID, &file, never)).OK(t)
	WantErr(t, json.Unmarshal(file.Bytes(), &data), nil)
	for _, row := range data["subjects"] { // by their kind too
		var of struct{ Kind string }
		WantErr(t, json.Unmarshal(row, &of), nil)
		data[of.Kind] = append(data[of.Kind], row)
	}
	return data
}

// has reports whether a row of a table contains a text.
func (data personalData) has(t *testing.T, table, text string) {
	t.Helper()
	if !slices.ContainsFunc(data[table], func(row json.RawMessage) bool { return strings.Contains(string(row), text) }) {
		t.Errorf("%s: no row has %s: %s", table, text, data[table])
	}
}

// A person's exported data covers every table that refers to players, with a few exceptions.
func TestPersonalTables(t *testing.T) {
	withoutPerson := map[string]string{
		"former_players": "only of deleted players, who get nothing",
	}
	forEach(t, func(t *testing.T, s store) {
		database := s.new(t)
		store := s.open(t, database)
		CreateMatch(t, store, Match("c"))
		data := exported(t, store, Ann)
		if s.schema().Dialect != goose.DialectSQLite3 {
			return
		}
		tables := Got(sqlstore.Texts(s.raw(t, database).QueryContext(t.Context(),
			`SELECT DISTINCT s.name FROM sqlite_schema s JOIN pragma_foreign_key_list(s.name) f WHERE f."table" = 'players'`))).OK(t)
		for _, table := range tables {
			if _, given := data[table]; given == (withoutPerson[table] != "") {
				t.Errorf("%s: that it is given is %v", table, given)
			}
		}
		// Internal keys of players are not exported.
		for table, rows := range data {
			for _, row := range rows {
				if strings.Contains(string(row), `"key"`) || strings.Contains(string(row), `"player"`) || strings.Contains(string(row), `_player": 1`) {
					t.Errorf("%s has a key: %s", table, row)
				}
			}
		}
	})
}

func (suite) ExportIsEverything(ctx context.Context, t *testing.T, s storage.Store) {
	past := Finish(t, s, Between(Ann, Bob), LeftWins, Rated(Ann, 1, 1), Rated(Bob, 1, 0))
	elsewhere := Between(Bob, Ann)
	elsewhere.Server = "another"
	second := Finish(t, s, elsewhere, LeftWins, Rated(Ann, 2, 0))
	Finish(t, s, Between(Bob, Eve), LeftWins)
	open := CreateMatch(t, s, Between(Ann, Eve))
	byAnn := Challenge("a")
	byAnn.Rated = false
	CreateChallenge(t, s, byAnn)
	toBob := Challenge("b")
	toBob.Challenger, toBob.Opponent = Bob, Ann
	CreateChallenge(t, s, toBob)
	toBob.Channel, toBob.Opponent = "c", Eve
	CreateChallenge(t, s, toBob)
	WantErr(t, RecordTry(ctx, s, puzzle.Try{Player: Ann, Room: "server", Puzzle: Puzzle("2025-03-14"), At: Noon, Solved: false}), nil)
	puzzles := Rating(puzzle.Ladder.Family, 0).Change(Ann.ID, puzzle.Ladder, rating.New(), 1, Noon)
	WantErr(t, RecordTry(ctx, s, puzzle.Try{Player: Ann, Puzzle: Puzzle("2025-03-15"), At: Noon, Solved: true, Rating: &puzzles}), nil)
	WantErr(t, s.AskPuzzle(ctx, Ann, puzzle.Asked{Puzzle: Puzzle("2025-03-16"), Channel: "c", At: Noon}), nil)
	WantErr(t, s.OpenLesson(ctx, Ann, "copying", 1<<63+1, Noon), nil)
	WantErr(t, RecordTry(ctx, s, puzzle.Try{Player: Bob, Puzzle: Puzzle("2025-03-15"), At: Noon, Solved: true}), nil)
	led := createTournament(t, s, newTournament("hall"))
	led.Entrants = []tournament.Entrant{{Player: Bob, Joined: 1, At: Stored(Noon)}, {Player: Ann, Rating: 1600, Joined: 1, At: Stored(Noon)}}
	led = saved(t, s, led)
	led.Entrants = led.Entrants[1:]
	WantErr(t, s.AnswerExercise(ctx, Ann.ID, "copying", 1, 2), nil)
	taught := createClass(t, s, newClass("hall"))
	WantErr(t, joinClass(ctx, s, taught.ID, Eve, Noon), nil)
	taught.Assignments = make([]class.Assignment, 1)
	var err error
	taught.Assignments[0], err = assign(ctx, s, taught.ID, homework(Noon))
	WantErr(t, err, nil)
	taught.Version = 3
	attended := newClass("yard")
	attended.Teacher = Bob
	attended = createClass(t, s, attended)
	for _, p := range []match.Player{Ann, Eve} {
		WantErr(t, joinClass(ctx, s, attended.ID, p, Noon), nil)
	}
	attended.Version, attended.Code, attended.Members = 3, "", []class.Member{{Player: Ann, Joined: Stored(Noon)}}

	data := exported(t, s, Ann)
	for table, rows := range map[string]int{
		"players": 1, "matches": 3, "challenge": 2, "ratings": 1, "rating_changes": 2, "tallies": 1, "server_players": 2, "puzzles": 2,
		"puzzle_ratings": 1, "lessons": 1, "broken_rules": 1, "class": 2, "assignment": 1, "tournament": 1,
	} {
		if len(data[table]) != rows {
			t.Errorf("%s: %d rows, want %d: %s", table, len(data[table]), rows, data[table])
		}
	}
	data.has(t, "players", `{"id": "`+Ann.ID+`", "name": "`+Ann.Name+`", "asked": "`)
	data.has(t, "lessons", `"seed": "9223372036854775809"`)
	data.has(t, "subjects", `"code": "`+taught.Code+`"`)
	for _, m := range []match.Match{open, second, past} {
		data.has(t, "matches", fmt.Sprintf(`{"id": %d, "channel": "%s"`, m.ID, m.Channel))
	}
	// Data that would reveal too much is withheld: the code of another's class, the seed of a
	// running match.
	for table, want := range map[string]int{"class": 1, "matches": 2, "challenge": 1, "tournament": 0} {
		secret, n := map[string]string{"class": `"code"`, "matches": `"seed"`, "challenge": `"Start"`, "tournament": `"Seed"`}[table], 0
		for _, row := range data[table] {
			n += strings.Count(string(row), secret)
		}
		if n != want {
			t.Errorf("%s: %s is told %d times, want %d: %s", table, secret, n, want, data[table])
		}
	}
	Got(s.Export(ctx, "local:nobody", io.Discard, never)).Fails(t, match.ErrNotFound)
}

func (suite) Forget(ctx context.Context, t *testing.T, s storage.Store) {
	m := Finish(t, s, Between(Ann, Bob), LeftWins, Rated(Ann, 1, 1), Rated(Bob, 1, 0))
	puzzles := match.Rating{}.Change(Ann.ID, puzzle.Ladder, rating.New(), 1, Noon)
	WantErr(t, RecordTry(ctx, s, puzzle.Try{Player: Ann, Puzzle: Puzzle("2025-03-14"), At: Noon, Solved: true, Rating: &puzzles}), nil)
	WantErr(t, s.AskPuzzle(ctx, Ann, puzzle.Asked{Puzzle: Puzzle("2025-03-14"), At: Noon}), nil)
	WantErr(t, s.OpenLesson(ctx, Ann, "mirroring", 1, Noon), nil)
	WantErr(t, s.AnswerExercise(ctx, Ann.ID, "mirroring", 1, 1), nil)
	taught := createClass(t, s, newClass("hall"))
	WantErr(t, joinClass(ctx, s, taught.ID, Bob, Noon), nil)
	Got(assign(ctx, s, taught.ID, homework(Noon))).OK(t)
	attended := newClass("yard")
	attended.Teacher = Bob
	attended = createClass(t, s, attended)
	for _, p := range []match.Player{Ann, Eve} {
		WantErr(t, joinClass(ctx, s, attended.ID, p, Noon), nil)
	}
	declined := CreateChallenge(t, s, Challenge("by Ann"))
	WantErr(t, match.CloseChallenge(ctx, s, declined.ID, match.ChallengeDeclined, Noon.Add(-time.Hour)), nil)
	CreateChallenge(t, s, Challenge("by Ann"))
	toAnn := Challenge("to Ann")
	toAnn.Challenger, toAnn.Opponent = Bob, Ann
	CreateChallenge(t, s, toAnn)
	toAnn.Channel, toAnn.Opponent = "to Eve", Eve
	other := CreateChallenge(t, s, toAnn)
	bobBefore := Got(s.Ratings(ctx, Bob.ID)).OK(t)

	// A player in a running match can't be forgotten, on either side.
	for _, playing := range []match.Match{Between(Ann, Bob), Between(Eve, Ann)} {
		playing = CreateMatch(t, s, playing)
		before := exported(t, s, Ann)
		WantErr(t, s.Forget(ctx, Ann.ID, Noon), match.ErrPlaying)
		WantEqual(t, exported(t, s, Ann), before)
		Got(s.Append(ctx, playing.ID, 1, End(match.LeftSeat, match.Resigned))).OK(t)
	}
	WantErr(t, s.Forget(ctx, Ann.ID, Noon), nil)
	WantErr(t, s.Forget(ctx, Ann.ID, Noon), match.ErrNotFound)
	WantErr(t, s.Forget(ctx, "local:nobody", Noon), match.ErrNotFound)

	// Bob keeps the match, against a nameless player.
	got := Got(s.MatchByID(ctx, m.ID)).OK(t)
	WantEqual(t, got.Sides[games.Left].Name, match.DeletedPlayer(1).Name)
	WantEqual(t, []bool{got.Sides[games.Left].Deleted(), got.Sides[games.Right].Deleted()}, []bool{true, false})
	m.Sides[games.Left].Player = got.Sides[games.Left].Player
	WantEqual(t, got, m)
	Got(s.Ratings(ctx, Bob.ID)).Is(t, bobBefore)
	past, _, err := s.History(ctx, Bob.ID, 9, 0)
	WantErr(t, err, nil)
	WantEqual(t, past[len(past)-1].Overall.Points, 0)

	for _, channel := range []string{"by Ann", "to Ann"} {
		Got(match.OpenChallenge(ctx, s, channel)).Fails(t, match.ErrNotFound)
	}
	Got(match.OpenChallenge(ctx, s, "to Eve")).Is(t, other)

	// The class has lost only Ann, and the class that she led has ended.
	attended.Members = []class.Member{{Player: Eve, Joined: Stored(Noon)}}
	wantClass(t, s, attended)
	taught.Name, taught.Code, taught.Ended, taught.Teacher = "Class", "", Stored(Noon), got.Sides[games.Left].Player
	wantClass(t, s, taught)

	// Only data shared with opponents is left.
	data := exported(t, s, got.Sides[games.Left].Player)
	for table, rows := range data {
		want := map[string]int{"players": 1, "matches": 3, "subjects": 4, "guests": 1, "challenge": 3, "moves": len(data["moves"]), "class": 1}[table]
		if len(rows) != want {
			t.Errorf("%s: %d rows, want %d: %s", table, len(rows), want, rows)
		}
	}
	record := Got(s.Record(ctx, got.Sides[games.Left].ID)).OK(t)
	WantEqual(t, len(record.Tallies), 0)

	// A forgotten player who comes back starts from scratch.
	Got(s.Export(ctx, Ann.ID, io.Discard, never)).Fails(t, match.ErrNotFound)
	CreateMatch(t, s, Between(Ann, Bob))
	back := exported(t, s, Ann)
	WantEqual(t, []int{len(back["matches"]), len(back["ratings"]), len(back["puzzles"]), len(back["lessons"])}, []int{1, 0, 0, 0})
}
