package people

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"strings"
	"testing"
	"time"

	"nimatron/commands/core"
	"nimatron/internal/must"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/season"
	"nimatron/solver"
	"nimatron/storage"
	"nimatron/storage/storagetest"
)

// A long file is compressed, also if it is written in parts.
func TestPersonalFile(t *testing.T) {
	for limit, name := range map[int]string{10: "a.json", 9: "a.json.gz"} {
		f := personalFile{plain: limit}
		for _, part := range []string{"01234", "56", "789"} {
			must.Get(io.WriteString(&f, part))(t)
		}
		sent := must.Get(f.close("a.json"))(t)
		data := sent.Data
		if strings.HasSuffix(name, ".gz") {
			data = must.Get(io.ReadAll(must.Get(gzip.NewReader(bytes.NewReader(data)))(t)))(t)
		}
		if sent.Name != name || string(data) != "0123456789" {
			t.Errorf("up to %d bytes: %s, %s", limit, sent.Name, data)
		}
	}
}

// At each bound the file ends early, as valid JSON, and the answer says which bound it was.
func TestPersonalFileEndsEarly(t *testing.T) {
	store := storagetest.Open(t)
	must.OK(t, storagetest.Community{Matches: 1000, Players: 4, Servers: 1}.Fill(t.Context(), store))
	now := time.Date(2023, 1, 5, 12, 0, 0, 0, time.UTC)
	env := core.NewEnv(referee.New(store, &solver.Solver{}, referee.Options{Now: func() time.Time {
		now = now.Add(time.Second) // at each look
		return now
	}}), store, slog.New(slog.DiscardHandler))
	p := storagetest.Community{}.Player(1)
	matches := map[string]int{}
	for says, b := range map[string]fileBounds{
		"Here is everything I store about you.":                       {8 << 20, 9 << 20, time.Hour * 24},
		"ends early because reading it takes longer than 2 minutes. ": {8 << 20, 9 << 20, 2 * time.Minute},
		"ends early because it is over 0 MB compressed. ":             {100, 1000, time.Hour * 24},
	} {
		reply := must.Get(b.send(t.Context(), env, &core.Request{By: core.User{ID: p.ID, Name: p.Name}}))(t)
		if !strings.Contains(reply.Text, says) || len(reply.Files) != 1 {
			t.Errorf("the answer says %q, want %q", reply.Text, says)
		}
		data := reply.Files[0].Data
		if strings.HasSuffix(reply.Files[0].Name, ".gz") {
			data = must.Get(io.ReadAll(must.Get(gzip.NewReader(bytes.NewReader(data)))(t)))(t)
		}
		var all struct{ Players, Matches []map[string]any }
		must.OK(t, json.Unmarshal(data, &all))
		if len(all.Players) != 1 {
			t.Errorf("%s the file has %d players", says, len(all.Players))
		}
		if told := words.Count(len(all.Matches), "match"); !strings.HasPrefix(says, "Here") && !strings.Contains(reply.Text, told) {
			t.Errorf("the file has %s, the answer says %q", told, reply.Text)
		}
		matches[says] = len(all.Matches)
	}
	whole := matches["Here is everything I store about you."]
	for says, n := range matches {
		if n > whole || n == whole && !strings.HasPrefix(says, "Here is everything") || whole < 50 {
			t.Errorf("%q: %d of %d matches", says, n, whole)
		}
	}
}

// countedStore counts the tables that are read.
type countedStore struct {
	storage.Store
	tables, counts int
}

func (s *countedStore) Leaderboard(ctx context.Context, q match.LeaderboardQuery) ([]match.Standing, int, error) {
	s.tables++
	if q.Limit == 0 {
		s.counts++
	}
	return s.Store.Leaderboard(ctx, q)
}

func (s *countedStore) SeasonTable(ctx context.Context, month season.Season, server string, limit int) (season.Table, error) {
	s.tables++
	return s.Store.SeasonTable(ctx, month, server, limit)
}

// Within a minute a second person reads no large table again, and another page needs no count.
func TestLargeLeaderboardIsReadOnce(t *testing.T) {
	store := &countedStore{Store: storagetest.Open(t)}
	community := storagetest.Community{Matches: 1500, Players: 1200, Servers: 1, Between: time.Minute}
	must.OK(t, community.Fill(t.Context(), store.Store))
	now := time.Date(2023, 1, 5, 12, 0, 0, 0, time.UTC)
	env := core.NewEnv(referee.New(store, &solver.Solver{}, referee.Options{Now: func() time.Time { return now }}), store, slog.New(slog.DiscardHandler))
	ask := func(by int, page string, table *core.Command) (tables, counts int) {
		t.Helper()
		store.tables, store.counts = 0, 0
		p := community.Player(by)
		options := map[string]string{"scope": globalScope, "page": page}
		if table.Option("pace") != nil {
			options["pace"] = string(match.Long)
		}
		reply := must.Get(table.Run(t.Context(), env, &core.Request{By: core.User{ID: p.ID, Name: p.Name}, Channel: "c",
			Options: options}))(t)
		if !strings.Contains(reply.Card.Body, "`1"+strings.Repeat("1", len(page)-1)) && page == "1" {
			t.Errorf("page %s: %s", page, reply.Card.Body)
		}
		return store.tables, store.counts
	}
	for _, step := range []struct {
		what           string
		by             int
		page           string
		later          time.Duration
		tables, counts int // at least
	}{
		{"the first", 1, "1", 0, 4, 2}, {"somebody else", 2, "1", time.Second, 0, 0}, {"the next page", 2, "2", 0, 1, 0}, {"a minute later", 2, "1", time.Minute, 4, 2},
	} {
		now = now.Add(step.later)
		tables, counts := ask(step.by, step.page, leaderboardCommand.Subcommands[0])
		if small := step.tables < 4; small && (tables != step.tables || counts != step.counts) || tables < step.tables || counts < step.counts {
			t.Errorf("%s: %d tables are read and %d counted, want %d and %d", step.what, tables, counts, step.tables, step.counts)
		}
	}
	for by, want := range []bool{true, false} {
		if tables, _ := ask(by, "1", leaderboardCommand.Subcommands[1]); tables > 0 != want {
			t.Errorf("person %d: %d tables of the month are read", by, tables)
		}
	}
}
