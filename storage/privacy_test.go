package storage_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nimatron/storage"
)

func TestExportIsEverything(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()
	past := finish(t, s, between(ann, bob), leftWins, change(ann, 1, 1), change(bob, 1, 0))
	elsewhere := between(bob, ann)
	elsewhere.Server = "another"
	second := finish(t, s, elsewhere, leftWins, change(ann, 2, 0))
	finish(t, s, between(bob, eve), leftWins)
	open := createMatch(t, s, between(ann, eve))
	asked := createChallenge(t, s, aChallenge("a"))
	toBob := aChallenge("b")
	toBob.Challenger, toBob.Opponent = bob, ann
	was := createChallenge(t, s, toBob)
	toBob.Channel, toBob.Opponent = "c", eve
	createChallenge(t, s, toBob)
	wantErr(t, s.RecordPuzzle(ctx, ann, "2025-03-14", noon, false), nil)
	wantErr(t, s.RecordPuzzle(ctx, ann, "2025-03-15", noon, true), nil)
	wantErr(t, s.RecordPuzzle(ctx, bob, "2025-03-15", noon, true), nil)

	data, err := s.Export(ctx, ann.ID)
	wantErr(t, err, nil)
	ratings, err := s.Ratings(ctx, ann.ID)
	wantErr(t, err, nil)
	about := func(m storage.Match, n int, result float64) storage.RatingChange {
		return storage.RatingChange{MatchID: m.ID, Player: ann.ID, Before: plain(rating(storage.Overall, n-1)),
			Rating: plain(rating(storage.Overall, n)), Result: result, At: stored(noon)}
	}
	want := storage.PersonalData{
		Player: ann, Matches: []storage.Match{open, second, past}, Challenges: []storage.Challenge{was, asked},
		Ratings:       []storage.Rating{ratings[ann.ID][storage.Overall]},
		RatingChanges: []storage.RatingChange{about(second, 2, 0), about(past, 1, 1)},
		Servers:       []string{"another", "server"},
		Puzzles: []storage.Puzzle{
			{Puzzle: "2025-03-15", Tries: 1, Tried: stored(noon), Solved: stored(noon)},
			{Puzzle: "2025-03-14", Tries: 1, Tried: stored(noon)},
		},
	}
	wantEqual(t, data, want)
	_, err = s.Export(ctx, "local:nobody")
	wantErr(t, err, storage.ErrNotFound)
}

func TestForget(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()
	m := finish(t, s, between(ann, bob), leftWins, change(ann, 1, 1), change(bob, 1, 0))
	wantErr(t, s.RecordPuzzle(ctx, ann, "2025-03-14", noon, true), nil)
	declined := createChallenge(t, s, aChallenge("by Ann"))
	wantErr(t, s.CloseChallenge(ctx, declined.ID, storage.ChallengeDeclined, noon.Add(-time.Hour)), nil)
	createChallenge(t, s, aChallenge("by Ann"))
	toAnn := aChallenge("to Ann")
	toAnn.Challenger, toAnn.Opponent = bob, ann
	createChallenge(t, s, toAnn)
	toAnn.Channel, toAnn.Opponent = "to Eve", eve
	other := createChallenge(t, s, toAnn)
	bobBefore, err := s.Ratings(ctx, bob.ID)
	wantErr(t, err, nil)

	// In a match nobody can be forgotten, on neither side.
	for _, playing := range []storage.Match{between(ann, bob), between(eve, ann)} {
		playing = createMatch(t, s, playing)
		before, err := s.Export(ctx, ann.ID)
		wantErr(t, err, nil)
		wantErr(t, s.Forget(ctx, ann.ID, noon), storage.ErrPlaying)
		after, err := s.Export(ctx, ann.ID)
		wantErr(t, err, nil)
		wantEqual(t, after, before)
		_, err = s.Append(ctx, playing.ID, 1, end("left", "resigned"))
		wantErr(t, err, nil)
	}
	wantErr(t, s.Forget(ctx, ann.ID, noon), nil)
	wantErr(t, s.Forget(ctx, ann.ID, noon), storage.ErrNotFound)
	wantErr(t, s.Forget(ctx, "local:nobody", noon), storage.ErrNotFound)

	// The match is still Bob's, against nobody in particular.
	got, err := s.MatchByID(ctx, m.ID)
	wantErr(t, err, nil)
	wantEqual(t, got.Left, storage.Player{ID: "deleted:1", Name: "deleted player"})
	wantEqual(t, []bool{got.Left.Deleted(), got.Right.Deleted()}, []bool{true, false})
	m.Left = got.Left
	wantEqual(t, got, m)
	bobAfter, err := s.Ratings(ctx, bob.ID)
	wantErr(t, err, nil)
	wantEqual(t, bobAfter, bobBefore)
	past, _, err := s.History(ctx, bob.ID, 9, 0)
	wantErr(t, err, nil)
	wantEqual(t, past[len(past)-1].Overall.Result, 0)

	for _, channel := range []string{"by Ann", "to Ann"} {
		_, err := s.OpenChallenge(ctx, channel)
		wantErr(t, err, storage.ErrNotFound)
	}
	stillOpen, err := s.OpenChallenge(ctx, "to Eve")
	wantErr(t, err, nil)
	wantEqual(t, stillOpen, other)

	// All that is left is what the opponents share.
	data, err := s.Export(ctx, got.Left.ID)
	wantErr(t, err, nil)
	wantEqual(t, len(data.Matches), 3)
	var states []storage.ChallengeState
	for _, c := range data.Challenges {
		states = append(states, c.State)
	}
	wantEqual(t, states, []storage.ChallengeState{
		storage.ChallengeCancelled, storage.ChallengeCancelled, storage.ChallengeDeclined,
	})
	wantEqual(t, data.Challenges[0].Closed, stored(noon))
	data.Matches, data.Challenges = nil, nil
	wantEqual(t, data, storage.PersonalData{Player: got.Left})
	record, err := s.Record(ctx, got.Left.ID)
	wantErr(t, err, nil)
	wantEqual(t, len(record.Tallies), 0)

	// Who comes back begins anew.
	_, err = s.Export(ctx, ann.ID)
	wantErr(t, err, storage.ErrNotFound)
	createMatch(t, s, between(ann, bob))
	back, err := s.Export(ctx, ann.ID)
	wantErr(t, err, nil)
	wantEqual(t, []int{len(back.Matches), len(back.Ratings), len(back.Puzzles)}, []int{1, 0, 0})
}

// Whoever adds a table that tells of players must think of Export and Forget.
func TestTablesThatTellOfPlayers(t *testing.T) {
	t.Parallel()
	_, path := newStore(t)
	rows, err := rawDB(t, path).Query(`
		SELECT DISTINCT s.name FROM sqlite_schema s JOIN pragma_foreign_key_list(s.name) f
		WHERE f."table" = 'players' ORDER BY s.name`)
	wantErr(t, err, nil)
	defer rows.Close()
	var tables []string
	for rows.Next() {
		var name string
		wantErr(t, rows.Scan(&name), nil)
		tables = append(tables, name)
	}
	wantErr(t, rows.Err(), nil)
	wantEqual(t, tables, []string{
		"challenges", "matches", "puzzles", "rating_changes", "ratings", "server_players", "tallies",
	})
}

// A name that was deleted must not lie about in the file.
func TestForgottenNameIsNotInTheFile(t *testing.T) {
	t.Parallel()
	s, path := newStore(t)
	secret := storage.Player{ID: "local:a-very-secret-id", Name: strings.Repeat("a very secret name, ", 5)}
	m := between(secret, bob)
	m.Channel = "c"
	finish(t, s, m, leftWins)
	finish(t, s, between(eve, bob), leftWins)
	wantErr(t, s.Forget(t.Context(), secret.ID, noon), nil)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for _, name := range filesIn(t, filepath.Dir(path)) {
		content, err := os.ReadFile(filepath.Join(filepath.Dir(path), name))
		wantErr(t, err, nil)
		for _, word := range []string{"very-secret", "very secret"} {
			if n := strings.Count(string(content), word); n > 0 {
				t.Errorf("%s has %q %d times", name, word, n)
			}
		}
	}
}
