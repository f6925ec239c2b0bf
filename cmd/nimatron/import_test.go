package main

import (
	"os"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/match"
	"nimatron/storage/sqlite"
)

// imported is a text with two matches: one of people without ids and times, and
// one by somebody of the terminal.
const imported = `[White "Ann"]
[Black "Bob"]
[Result "1-0"]
[Variant "nim"]
[FEN "1 2"]
[Termination "played"]

1. 2-1 1-1 2. 1-1 1-0

[White "cy"]
[WhiteId "local:cy"]
[Black "Nimatron"]
[BlackId "nimatron"]
[Result "0-1"]
[Variant "end-nim"]
[FEN "3 2"]
[Level "perfect"]
[UTCDate "2025.01.02"]
[UTCTime "03:04:05"]
[Termination "resigned"]

1. L-1 0-1
`

// writeFile writes a file in the working directory, which has to be the test's own.
func writeFile(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestImport(t *testing.T) {
	t.Chdir(t.TempDir())
	writeFile(t, "good.pgn", imported)
	writeFile(t, "good.jsonl", `{"id":5,"variant":"split-nim/2","start":"1","first":"right","left":{"name":"Ann"},"right":{"id":"42","name":"Dee"},"rated":true,"started":"2024-05-06T07:08:09Z","winner":"right","termination":"played","moves":[{"by":"right","move":"1-1"}]}`+"\n")
	newDatabase(t, "a.db")
	newDatabase(t, "b.db")
	got := start(t.Context(), t, map[string]string{"NIMATRON_DB": "a.db"}, nil, "import", "good.pgn", "good.jsonl")
	if got.code != 0 || got.stdout != "3 of 3 matches imported into a.db\n1 match had been rated and came in unrated: only matches that were refereed here count for the ratings\n" || got.stderr != "" {
		t.Fatalf("%+v", got)
	}
	store, err := sqlite.Open(t.Context(), "a.db")
	if err != nil {
		t.Fatal(err)
	}
	defer store.Close()
	for id, want := range map[int64]match.Match{
		1: {Variant: "nim", Family: "nim", Start: "1 2", First: games.Left, Sides: match.Between(match.Player{ID: "import:Ann", Name: "Ann"}, match.Player{}), Result: match.Result{Winner: match.LeftSeat, Termination: "played"}},
		2: {Variant: "end-nim", Family: "end-nim", Start: "3 2", First: games.Left, Sides: match.Between(match.Player{ID: "local:cy", Name: "cy"}, match.Player{}), Result: match.Result{Winner: match.RightSeat, Termination: "resigned"}},
		3: {Variant: "split-nim/2", Family: "split-nim", Start: "1", First: games.Right, Sides: match.Between(match.Player{ID: "import:Ann", Name: "Ann"}, match.Player{}), Result: match.Result{Winner: match.RightSeat, Termination: "played"}},
	} {
		m, err := store.MatchByID(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		if m.Ended.IsZero() || m.Created.IsZero() || m.Ended.Before(m.Created) || len(m.Moves) == 0 || m.Moves[0].At.IsZero() {
			t.Errorf("match %d has the times %v, %v and the moves %v", id, m.Created, m.Ended, m.Moves)
		}
		got := match.Match{Variant: m.Variant, Family: m.Family, Start: m.Start, First: m.First, Sides: match.Between(m.Sides[games.Left].Player, match.Player{}), Result: m.Result}
		if got.Variant != want.Variant || got.Family != want.Family || got.Start != want.Start || got.First != want.First ||
			got.Sides[games.Left].Player != want.Sides[games.Left].Player || got.Result != want.Result {
			t.Errorf("match %d is\n%+v, want\n%+v", id, got, want)
		}
	}

	// The chat knows them, and what it gives away can be imported again.
	chat := start(t.Context(), t, nil, strings.NewReader("/history\n/export 2\n/replay 2\n"), "chat", "--db", "a.db", "--as", "cy")
	for _, want := range []string{"`2` End-Nim against Nimatron (perfect): lost (resigned)", `[WhiteId "local:cy"]`, `[UTCDate "2025.01.02"]`, "End-Nim, match 2, 0 of 1"} {
		if !strings.Contains(chat.stdout, want) {
			t.Errorf("the chat lacks %q:\n%s", want, chat.stdout)
		}
	}
	for line := range strings.Lines(chat.stdout) {
		if strings.HasPrefix(line, "{") {
			writeFile(t, "again.jsonl", line)
		}
	}
	if got := start(t.Context(), t, nil, nil, "import", "--db", "b.db", "again.jsonl"); got.code != 0 || !strings.HasPrefix(got.stdout, "1 of 1 match imported") {
		t.Errorf("the second import: %+v", got)
	}
}

func TestImportRefuses(t *testing.T) {
	t.Chdir(t.TempDir())
	newer := newerDatabase(t)
	newDatabase(t, defaultDB)
	writeFile(t, "good.pgn", imported)
	writeFile(t, "cheat.pgn", strings.Replace(imported, "1. 2-1 1-1", "1. 2-3 1-1", 1))
	writeFile(t, "running.pgn", "[White \"a\"]\n[Black \"b\"]\n[Result \"*\"]\n[Variant \"nim\"]\n[FEN \"3\"]\n\n1. 1-1 *\n")
	writeFile(t, "same.pgn", strings.Replace(imported, `"Bob"`, `"Ann"`, 1))
	writeFile(t, "long.pgn", strings.Replace(imported, `"resigned"`, `"`+strings.Repeat("x", 33)+`"`, 1))
	writeFile(t, "words.txt", "hello\n")
	writeFile(t, "empty.txt", "")
	for _, tt := range []struct {
		args           string
		code           int
		stdout, stderr string // parts
	}{
		{"cheat.pgn good.pgn", 1, "3 of 4 matches", "cheat.pgn: line 8: match number 1 of the text: move 1"},
		{"running.pgn good.pgn", 1, "2 of 3 matches", "running.pgn: match number 1 of the text: it is not over yet"},
		{"same.pgn", 1, "1 of 2 matches", "both players are the same"},
		{"long.pgn", 1, "1 of 2 matches", "longer than 32"},
		{"missing.pgn good.pgn", 1, "2 of 2 matches", "missing.pgn"},
		{"words.txt", 1, "0 of", "words.txt: "},
		{"empty.txt", 1, "0 of 0 matches", "empty.txt: it has no match in it"},
		{".", 1, "0 of 0 matches", "directory"},
		{"--db " + newer + " good.pgn", 1, "", "was written by a newer nimatron"},
		{"--db no/such/x.db good.pgn", 1, "", "there is no database no/such/x.db"},
		{"", 2, "", "file"},
	} {
		got := start(t.Context(), t, nil, nil, append([]string{"import"}, strings.Fields(tt.args)...)...)
		if got.code != tt.code || !strings.Contains(got.stdout, tt.stdout) || !strings.Contains(got.stderr, tt.stderr) {
			t.Errorf("import %s: exit code %d, want %d\n%s%s", tt.args, got.code, tt.code, got.stdout, got.stderr)
		}
		if strings.Contains(got.stdout, "imported into") && !strings.Contains(got.stderr, "nimatron: 1 could not be imported") {
			t.Errorf("import %s: it does not sum up:\n%s", tt.args, got.stderr)
		}
	}
}
