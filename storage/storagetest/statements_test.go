package storagetest

import (
	"context"
	"maps"
	"sync"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/storage"
)

// Preparing a statement takes longer than executing it. So repeated calls prepare nothing after the
// first time, neither alone nor in transactions.
func (suite) StatementsArePreparedOnce(ctx context.Context, t *testing.T, s storage.Store) {
	m := Got(s.CreateMatch(ctx, Between(Ann, Bob))).OK(t)
	version := m.Version
	move := func() {
		for _, id := range []string{Ann.ID, Bob.ID} {
			Got(s.PersonSettings(ctx, id)).OK(t)
		}
		Got(s.ServerSettings(ctx, m.Server)).OK(t)
		Got(s.LastMatch(ctx, m.Channel)).OK(t)
		Got(s.Record(ctx, Ann.ID)).OK(t)
		version = Got(s.Append(ctx, m.ID, version, match.Change{Now: Noon.Add(time.Hour), Ply: int(version - m.Version), Moves: []match.Move{{Actor: games.Right, Text: "1", At: Noon}}})).OK(t).Version
		WantErr(t, s.RecordShown(ctx, match.Board{Subject: match.Subject{Kind: match.MatchSubject, ID: m.ID, Version: version}}), nil)
	}
	prepared, done := watch(t, s, move)
	if len(prepared) == 0 || len(done) < 10 {
		t.Fatalf("the first time %d statements were prepared, %d done: the watch sees nothing", len(prepared), len(done))
	}
	for range 3 {
		if prepared, _ := watch(t, s, move); len(prepared) > 0 {
			t.Errorf("prepared again: %v", prepared)
		}
	}
}

// watch returns how often f prepares and executes each statement.
func watch(t testing.TB, s storage.Store, f func()) (prepared, done map[string]int) {
	t.Helper()
	prepared, done = map[string]int{}, map[string]int{}
	var mu sync.Mutex
	watched := s.(interface {
		Watch(func(text string, prepared bool))
	})
	watched.Watch(func(text string, first bool) {
		mu.Lock()
		defer mu.Unlock()
		if first {
			prepared[text]++
		} else {
			done[text]++
		}
	})
	f()
	watched.Watch(func(string, bool) {})
	mu.Lock()
	defer mu.Unlock()
	return maps.Clone(prepared), maps.Clone(done)
}
