package storage_test

import (
	"testing"

	"nimatron/storage"
)

func TestAppendRefusesWhatIsStale(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()
	m := createMatch(t, s, aMatch("c"))
	moves := []storage.Move{move("left", 1), move("right", 2)}
	if _, err := s.Append(ctx, m.ID, 1, moves, nil, noon); err != nil {
		t.Fatal(err)
	}
	before, err := s.MatchByID(ctx, m.ID)
	wantErr(t, err, nil)

	for _, version := range []int64{-1, 0, 1, 3} {
		_, err := s.Append(ctx, m.ID, version, moves, nil, noon)
		wantErr(t, err, storage.ErrStale)
		wantErr(t, s.AddHint(ctx, m.ID, version, "left"), storage.ErrStale)
	}
	_, err = s.Append(ctx, m.ID+1, 1, moves, nil, noon)
	wantErr(t, err, storage.ErrStale)
	after, err := s.MatchByID(ctx, m.ID)
	wantErr(t, err, nil)
	wantEqual(t, after, before)
}

func TestFinishedMatchTakesNothingMore(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()
	m := createMatch(t, s, aMatch("c"))
	version, err := s.Append(ctx, m.ID, 1, nil, &storage.Result{Winner: "right", Termination: "resigned"}, noon)
	wantErr(t, err, nil)
	before, err := s.MatchByID(ctx, m.ID)
	wantErr(t, err, nil)

	_, err = s.Append(ctx, m.ID, version, []storage.Move{move("left", 1)}, nil, noon)
	wantErr(t, err, storage.ErrStale)
	_, err = s.Append(ctx, m.ID, version, nil, &storage.Result{Winner: "left", Termination: "resigned"}, noon)
	wantErr(t, err, storage.ErrStale)
	wantErr(t, s.AddHint(ctx, m.ID, version, "left"), storage.ErrStale)
	after, err := s.MatchByID(ctx, m.ID)
	wantErr(t, err, nil)
	wantEqual(t, after, before)
}

// The second move of a turn is refused by the database: then the first one, and
// the new version, must not stay either.
func TestAppendIsAllOrNothing(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()
	before := createMatch(t, s, aMatch("c"))
	for name, try := range map[string]struct {
		moves []storage.Move
		end   *storage.Result
	}{
		"a move by nobody":     {moves: []storage.Move{move("left", 1), move("nobody", 2)}},
		"a move of no text":    {moves: []storage.Move{move("left", 1), {Actor: "right", At: noon}}},
		"an end without a why": {moves: []storage.Move{move("left", 1)}, end: &storage.Result{Winner: "left"}},
		"an end too long":      {end: &storage.Result{Termination: "a reason that is longer than 32 characters"}},
		"an unknown winner":    {end: &storage.Result{Winner: "both", Termination: "played"}},
		"nothing":              {},
	} {
		if _, err := s.Append(ctx, before.ID, 1, try.moves, try.end, noon); err == nil {
			t.Errorf("%s was accepted", name)
		}
	}
	if err := s.AddHint(ctx, before.ID, 1, "both"); err == nil {
		t.Error("a hint to both sides was accepted")
	}
	after, err := s.MatchByID(ctx, before.ID)
	wantErr(t, err, nil)
	wantEqual(t, after, before)
}
