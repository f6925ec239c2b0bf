package storagetest

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/storage"
	"nimatron/storage/sqlite"
)

// given yields these matches, and then err if it isn't nil.
func given(ms []match.Match, err error) iter.Seq2[match.Match, error] {
	return func(yield func(match.Match, error) bool) {
		for _, m := range ms {
			if !yield(m, nil) {
				return
			}
		}
		if err != nil {
			yield(match.Match{}, err)
		}
	}
}

func archive(t *testing.T, s storage.Store) (all []match.Match) {
	t.Helper()
	WantErr(t, s.ForEachMatch(t.Context(), match.Finished, func(m match.Match) error {
		all = append(all, m)
		return nil
	}), nil)
	return all
}

func (suite) ForEachFinishedInOrderOfEnd(ctx context.Context, t *testing.T, s storage.Store) {
	var want []match.Match
	for n, minutes := range []int{5, 1, 3, 3, 9} {
		m := CreateMatch(t, s, Match(fmt.Sprint("channel ", n)))
		c := End(match.LeftSeat, match.Played)
		c.Moves, c.Now = []match.Move{Move(games.Left, n)}, Noon.Add(time.Duration(minutes)*time.Minute)
		Got(s.Append(ctx, m.ID, 1, c)).OK(t)
		m = Got(s.MatchByID(ctx, m.ID)).OK(t)
		want = append(want, m)
	}
	open := CreateMatch(t, s, Match("still open"))
	WantErr(t, s.ForEachMatch(ctx, match.Playing, func(m match.Match) error {
		WantEqual(t, m, open)
		return nil
	}), nil)
	Got(s.Load(ctx, "", Noon)).Is(t, match.Load{Matches: 1})
	WantEqual(t, archive(t, s), want) // in the order in which they ended, regardless of the clock

	enough, seen := errors.New("enough"), 0
	WantErr(t, s.ForEachMatch(ctx, match.Finished, func(match.Match) error {
		if seen++; seen == 2 {
			return enough
		}
		return nil
	}), enough)
	WantEqual(t, seen, 2)
}

// An archive from one database can be imported into another with every field.
func (suite) ImportKeepsEveryField(ctx context.Context, t *testing.T, to storage.Store) {
	from := Open(t)
	first := CreateMatch(t, from, Match("den"))
	for n := range 3 {
		Finish(t, from, Between(Bob, Eve), match.Result{Winner: match.RightSeat, Termination: match.Termination(fmt.Sprint("reason ", n))})
	}
	WantErr(t, from.AddHint(ctx, first.ID, 1, games.Left), nil)
	WantErr(t, from.AddHint(ctx, first.ID, 1, games.Right), nil)
	second := Match("den")
	second.Sides[games.Left].Player, second.Sides[games.Right].Player, second.Leg = Bob, Ann, match.SecondLeg
	c := End(match.LeftSeat, match.Played)
	c.Next = &second
	for n := range 11 {
		c.Moves = append(c.Moves, Move(games.Left, n))
	}
	Got(from.Append(ctx, first.ID, 1, c)).OK(t)
	open := Got(from.LastMatch(ctx, "den")).OK(t)
	c = Turn(0, Move(games.Left, 1), Move(games.Right, 2), Move(games.Left, 3))
	Got(from.Append(ctx, open.ID, 1, c)).OK(t)
	for version, side := range []match.Seat{match.LeftSeat, match.RightSeat} {
		Got(from.Append(ctx, open.ID, int64(version+2), match.Change{Takeback: 1, TakebackBy: side, Now: Noon})).OK(t)
	}
	Got(from.Append(ctx, open.ID, 4, End(match.RightSeat, match.Resigned))).OK(t)
	WantErr(t, from.Forget(ctx, Eve.ID, Noon), nil)

	known := Ann
	known.Name = "Ann as she is called now"
	stranger := CreateMatch(t, to, Between(known, match.Player{ID: "local:fay"}))
	Got(to.Append(ctx, stranger.ID, 1, End(match.LeftSeat, match.Resigned))).OK(t)
	matches := archive(t, from)
	WantEqual(t, len(matches), 5)
	Got(to.Import(ctx, given(matches, nil))).Is(t, 5)

	// The same except for the IDs and Ann's name.
	here := make(map[int64]int64)
	for i := range matches {
		m := &matches[i]
		here[m.ID] = int64(i + 2)
		m.ID = here[m.ID]
		if m.Pair = here[m.Pair]; m.Leg == 2 && m.Pair == 0 {
			t.Error("the second match came first")
		}
		for _, p := range []*match.Player{&m.Sides[games.Left].Player, &m.Sides[games.Right].Player} {
			if p.ID == Ann.ID {
				*p = known
			}
		}
	}
	for _, want := range matches {
		got := Got(to.MatchByID(ctx, want.ID)).OK(t)
		WantEqual(t, nameless(got), nameless(want))
	}

	// Deleted players get new IDs in each import.
	Got(to.Import(ctx, given(archive(t, from), nil))).OK(t)
	record := Got(to.Record(ctx, Bob.ID)).OK(t)
	WantEqual(t, record.Tallies["end-nim"], match.Tally{Losses: 10})
	deleted := make(map[string]int)
	for _, m := range archive(t, to) {
		for _, p := range []match.Player{m.Sides[games.Left].Player, m.Sides[games.Right].Player} {
			if p.Deleted() {
				deleted[p.ID]++
			}
		}
	}
	WantEqual(t, slices.Collect(maps.Values(deleted)), []int{3, 3})
}

// nameless returns a match without the IDs of deleted players, which differ between stores.
func nameless(m match.Match) match.Match {
	for _, p := range []*match.Player{&m.Sides[games.Left].Player, &m.Sides[games.Right].Player} {
		if p.Deleted() {
			p.ID = match.DeletedPlayer(0).ID
		}
	}
	return m
}

func (suite) ImportRefuses(ctx context.Context, t *testing.T, s storage.Store) {
	good := Between(Ann, Bob)
	good.State, good.Winner, good.Termination, good.Version, good.Ended = match.Finished, match.LeftSeat, match.Played, 1, Noon
	good.Updated = Noon
	second, open, faulty, endless := good, good, good, good
	second.Pair, second.Leg = 7, match.SecondLeg
	open.State, open.Winner, open.Termination, open.Ended = match.Playing, match.Nobody, "", time.Time{}
	ofNothing := second
	ofNothing.Pair = 0
	faulty.Variant = ""
	endless.Ended = time.Time{}
	unreadable := errors.New("unreadable")
	for name, c := range map[string]struct {
		matches []match.Match
		err     error
	}{
		"a second match without a first": {matches: []match.Match{good, second}},
		"a second match of no pair":      {matches: []match.Match{good, ofNothing}},
		"a match that is not finished":   {matches: []match.Match{good, open}},
		"a faulty match":                 {matches: []match.Match{good, faulty}},
		"a match that never ended":       {matches: []match.Match{good, endless}},
		"what can't be read":             {matches: []match.Match{good}, err: unreadable},
	} {
		n, err := s.Import(t.Context(), given(c.matches, c.err))
		if err == nil || n != 0 {
			t.Errorf("%s: imported %d matches with the error %v", name, n, err)
		}
		if c.err != nil {
			WantErr(t, err, c.err)
		}
	}
	WantEqual(t, len(archive(t, s)), 0)
	Got(s.Import(t.Context(), given(nil, nil))).Is(t, 0)
}

// An import that fails may have stored many matches; n is their number.
func (suite) ImportInBatches(ctx context.Context, t *testing.T, s storage.Store) {
	batch := 2000
	if _, lite := s.(*sqlite.Store); lite {
		if batch = 20_000; !testlong.Long() {
			t.Skip("its batches are large")
		}
	}
	m := Between(Ann, Bob)
	m.State, m.Winner, m.Termination, m.Version, m.Updated, m.Ended = match.Finished, match.LeftSeat, match.Played, 1, Noon, Noon
	pair := func(id int64, leg match.Leg) match.Match {
		m := m
		m.ID, m.Leg, m.Pair = id, leg, 1000
		return m
	}
	// The end of a batch falls between the two matches of a pair.
	ms := slices.Repeat([]match.Match{m}, batch+1)
	ms[batch-1], ms[batch] = pair(1000, 1), pair(1001, 2)
	faulty := m
	faulty.Start = ""
	n, err := s.Import(t.Context(), given(append(ms, faulty), nil))
	if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("import match %d: ", batch+2)) {
		t.Errorf("got the error %v, want one about match %d", err, batch+2)
	}
	WantEqual(t, len(archive(t, s)), n)
	WantEqual(t, n, batch)
}
