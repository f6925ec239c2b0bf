package storage_test

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"testing"
	"time"

	"nimatron/storage"
)

// given yields these matches, and then err unless it is nil.
func given(ms []storage.Match, err error) iter.Seq2[storage.Match, error] {
	return func(yield func(storage.Match, error) bool) {
		for _, m := range ms {
			if !yield(m, nil) {
				return
			}
		}
		if err != nil {
			yield(storage.Match{}, err)
		}
	}
}

func archive(t *testing.T, s *storage.Store) (all []storage.Match) {
	t.Helper()
	err := s.ForEachFinished(t.Context(), func(m storage.Match) error {
		all = append(all, m)
		return nil
	})
	wantErr(t, err, nil)
	return all
}

func TestForEachFinishedInOrderOfEnd(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()
	var want []storage.Match
	for n, minutes := range []int{5, 1, 3, 3, 9} {
		m := createMatch(t, s, aMatch(fmt.Sprint("channel ", n)))
		c := end("left", "played")
		c.Moves, c.Now = []storage.Move{move("left", n)}, noon.Add(time.Duration(minutes)*time.Minute)
		_, err := s.Append(ctx, m.ID, 1, c)
		wantErr(t, err, nil)
		m, err = s.MatchByID(ctx, m.ID)
		wantErr(t, err, nil)
		want = append(want, m)
	}
	createMatch(t, s, aMatch("still open"))
	wantEqual(t, archive(t, s), []storage.Match{want[1], want[2], want[3], want[0], want[4]})

	enough, seen := errors.New("enough"), 0
	wantErr(t, s.ForEachFinished(ctx, func(storage.Match) error {
		if seen++; seen == 2 {
			return enough
		}
		return nil
	}), enough)
	wantEqual(t, seen, 2)
}

// What one database gives another takes, with all that it is.
func TestImportKeepsEveryField(t *testing.T) {
	t.Parallel()
	from, _ := newStore(t)
	ctx := t.Context()
	first := createMatch(t, from, aMatch("den"))
	for n := range 3 {
		finish(t, from, between(bob, eve), storage.Result{Winner: "right", Termination: fmt.Sprint("reason ", n)})
	}
	wantErr(t, from.AddHint(ctx, first.ID, 1, "left"), nil)
	wantErr(t, from.AddHint(ctx, first.ID, 1, "right"), nil)
	second := aMatch("den")
	second.Left, second.Right, second.Leg = bob, ann, 2
	c := end("left", "played")
	c.Next = &second
	for n := range 11 {
		c.Moves = append(c.Moves, move("left", n))
	}
	_, err := from.Append(ctx, first.ID, 1, c)
	wantErr(t, err, nil)
	open, err := from.OpenMatch(ctx, "den")
	wantErr(t, err, nil)
	c = turn(move("left", 1), move("right", 2), move("left", 3))
	_, err = from.Append(ctx, open.ID, 1, c)
	wantErr(t, err, nil)
	for version, side := range []string{"left", "right"} {
		_, err = from.Append(ctx, open.ID, int64(version+2), storage.Change{Takeback: 1, TakebackBy: side, Now: noon})
		wantErr(t, err, nil)
	}
	_, err = from.Append(ctx, open.ID, 4, end("right", "resigned"))
	wantErr(t, err, nil)
	wantErr(t, from.Forget(ctx, eve.ID, noon), nil)

	to, _ := newStore(t)
	known := ann
	known.Name = "Ann as she is called now"
	stranger := createMatch(t, to, between(known, storage.Player{ID: "local:fay"}))
	_, err = to.Append(ctx, stranger.ID, 1, end("left", "resigned"))
	wantErr(t, err, nil)
	matches := archive(t, from)
	wantEqual(t, len(matches), 5)
	n, err := to.Import(ctx, given(matches, nil))
	wantErr(t, err, nil)
	wantEqual(t, n, 5)

	// The same but for the IDs and what Ann is called.
	here := make(map[int64]int64)
	nobody := storage.Player{ID: "deleted:4", Name: "deleted player"} // after Ann, Fay and Bob
	for i := range matches {
		m := &matches[i]
		here[m.ID] = int64(i + 2)
		m.ID = here[m.ID]
		if m.Pair = here[m.Pair]; m.Leg == 2 && m.Pair == 0 {
			t.Error("the second match came first")
		}
		for _, p := range []*storage.Player{&m.Left, &m.Right} {
			if p.ID == ann.ID {
				*p = known
			} else if p.Deleted() {
				*p = nobody
			}
		}
	}
	for _, want := range matches {
		got, err := to.MatchByID(ctx, want.ID)
		wantErr(t, err, nil)
		wantEqual(t, got, want)
	}
	_, err = to.OpenMatch(ctx, "den")
	wantErr(t, err, storage.ErrNotFound)

	// Another import has other deleted players.
	_, err = to.Import(ctx, given(archive(t, from), nil))
	wantErr(t, err, nil)
	record, err := to.Record(ctx, bob.ID)
	wantErr(t, err, nil)
	wantEqual(t, record.Tallies["end-nim"], storage.Tally{Losses: 10})
	other, err := to.Export(ctx, "deleted:5")
	wantErr(t, err, nil)
	wantEqual(t, len(other.Matches), 3)
}

func TestImportRefuses(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	good := between(ann, bob)
	good.State, good.Winner, good.Termination, good.Version, good.Ended = storage.Finished, "left", "played", 1, noon
	good.Updated = noon
	second, open, faulty, endless := good, good, good, good
	second.Pair, second.Leg = 7, 2
	open.State, open.Winner, open.Termination, open.Ended = storage.Playing, "", "", time.Time{}
	ofNothing := second
	ofNothing.Pair = 0
	faulty.Variant = ""
	endless.Ended = time.Time{}
	unreadable := errors.New("unreadable")
	for name, c := range map[string]struct {
		matches []storage.Match
		err     error
	}{
		"a second match without a first": {matches: []storage.Match{good, second}},
		"a second match of no pair":      {matches: []storage.Match{good, ofNothing}},
		"a match that is not finished":   {matches: []storage.Match{good, open}},
		"a faulty match":                 {matches: []storage.Match{good, faulty}},
		"a match that never ended":       {matches: []storage.Match{good, endless}},
		"what can't be read":             {matches: []storage.Match{good}, err: unreadable},
	} {
		n, err := s.Import(t.Context(), given(c.matches, c.err))
		if err == nil || n != 0 {
			t.Errorf("%s: imported %d matches with the error %v", name, n, err)
		}
		if c.err != nil {
			wantErr(t, err, c.err)
		}
	}
	wantEqual(t, len(archive(t, s)), 0)
	n, err := s.Import(t.Context(), given(nil, nil))
	wantErr(t, err, nil)
	wantEqual(t, n, 0)
}

// Before an error many matches may have been stored: n says how many.
func TestImportInBatches(t *testing.T) {
	if testing.Short() {
		t.Skip("stores 20000 matches")
	}
	t.Parallel()
	s, _ := newStore(t)
	m := between(ann, bob)
	m.State, m.Winner, m.Termination, m.Version, m.Updated, m.Ended = storage.Finished, "left", "played", 1, noon, noon
	pair := func(id int64, leg int) storage.Match {
		m := m
		m.ID, m.Leg, m.Pair = id, leg, 1000
		return m
	}
	// A pair is torn apart by the end of a batch.
	ms := slices.Repeat([]storage.Match{m}, 20_001)
	ms[19_999], ms[20_000] = pair(1000, 1), pair(1001, 2)
	faulty := m
	faulty.Start = ""
	n, err := s.Import(t.Context(), given(append(ms, faulty), nil))
	if err == nil || !strings.Contains(err.Error(), "import match 20002: ") {
		t.Errorf("got the error %v, want one about match 20002", err)
	}
	_, _, finished, countErr := s.Counts(t.Context())
	wantErr(t, countErr, nil)
	wantEqual(t, int64(n), finished)
	wantEqual(t, n, 20_000)
}
