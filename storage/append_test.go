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
	if _, err := s.Append(ctx, m.ID, 1, turn(moves...)); err != nil {
		t.Fatal(err)
	}
	before, err := s.MatchByID(ctx, m.ID)
	wantErr(t, err, nil)

	for _, version := range []int64{-1, 0, 1, 3} {
		_, err := s.Append(ctx, m.ID, version, turn(moves...))
		wantErr(t, err, storage.ErrStale)
		wantErr(t, s.AddHint(ctx, m.ID, version, "left"), storage.ErrStale)
	}
	_, err = s.Append(ctx, m.ID+1, 1, turn(moves...))
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
	a, err := s.Append(ctx, m.ID, 1, end("right", "resigned"))
	wantErr(t, err, nil)
	before, err := s.MatchByID(ctx, m.ID)
	wantErr(t, err, nil)

	_, err = s.Append(ctx, m.ID, a.Version, turn(move("left", 1)))
	wantErr(t, err, storage.ErrStale)
	_, err = s.Append(ctx, m.ID, a.Version, end("left", "resigned"))
	wantErr(t, err, storage.ErrStale)
	wantErr(t, s.AddHint(ctx, m.ID, a.Version, "left"), storage.ErrStale)
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
	m := aMatch("c")
	m.Moves = []storage.Move{move("right", 1), move("left", 2)}
	before := createMatch(t, s, m)
	over := func(c storage.Change) storage.Change {
		c.End, c.Now = &storage.Result{Winner: "left", Termination: "played"}, noon
		return c
	}
	next, faulty := aMatch("c"), aMatch("c")
	faulty.Start = ""
	busy := createMatch(t, s, aMatch("busy"))
	known, odd := change(ann, 1, 1), change(ann, 1, 0.3)
	unknown := change(storage.Player{ID: "local:eve"}, 1, 1)
	for name, c := range map[string]storage.Change{
		"a move by nobody":          turn(move("left", 1), move("nobody", 2)),
		"a move of no text":         turn(move("left", 1), storage.Move{Actor: "right", At: noon}),
		"an end without a why":      {Moves: []storage.Move{move("left", 1)}, End: &storage.Result{Winner: "left"}, Now: noon},
		"an end too long":           end("", "a reason that is longer than 32 characters"),
		"an unknown winner":         end("both", "played"),
		"nothing":                   {Now: noon},
		"no time":                   {Moves: []storage.Move{move("left", 1)}},
		"an offer by nobody":        {Offer: "both", Now: noon},
		"more back than there is":   {Takeback: 3, TakebackBy: "left", Now: noon},
		"back for nobody":           {Takeback: 1, Now: noon},
		"back for both":             {Takeback: 1, TakebackBy: "both", Now: noon},
		"nothing back for somebody": {Moves: []storage.Move{move("left", 1)}, TakebackBy: "left", Now: noon},
		"back into the future":      {Takeback: -1, TakebackBy: "left", Now: noon},
		"next without an end":       {Moves: []storage.Move{move("left", 1)}, Next: &next, Now: noon},
		"ratings without an end":    {Moves: []storage.Move{move("left", 1)}, Ratings: []storage.RatingChange{known}, Now: noon},
		"a faulty next match":       over(storage.Change{Next: &faulty}),
		"a next match elsewhere":    over(storage.Change{Next: &busy}),
		"one good rating":           over(storage.Change{Ratings: []storage.RatingChange{known, unknown}}),
		"an odd result":             over(storage.Change{Ratings: []storage.RatingChange{odd}}),
		"a rating twice":            over(storage.Change{Ratings: []storage.RatingChange{known, known}}),
	} {
		if a, err := s.Append(ctx, before.ID, 1, c); err == nil {
			t.Errorf("%s was accepted: %+v", name, a)
		}
	}
	if err := s.AddHint(ctx, before.ID, 1, "both"); err == nil {
		t.Error("a hint to both sides was accepted")
	}
	after, err := s.MatchByID(ctx, before.ID)
	wantErr(t, err, nil)
	wantEqual(t, after, before)
	ratings, err := s.Ratings(ctx, ann.ID)
	wantErr(t, err, nil)
	wantEqual(t, len(ratings), 0)
}

func TestTakeback(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()
	m := aMatch("c")
	m.Moves = []storage.Move{move("right", 1), move("left", 2), move("right", 3)}
	m = createMatch(t, s, m)
	for _, version := range []int64{0, 2} {
		_, err := s.Append(ctx, m.ID, version, storage.Change{Takeback: 1, TakebackBy: "left", Now: noon})
		wantErr(t, err, storage.ErrStale)
	}
	same, err := s.MatchByID(ctx, m.ID)
	wantErr(t, err, nil)
	wantEqual(t, same, m)

	// All moves are taken back; the next is the first.
	_, err = s.Append(ctx, m.ID, 1, storage.Change{Takeback: 3, TakebackBy: "left", Now: noon})
	wantErr(t, err, nil)
	_, err = s.Append(ctx, m.ID, 2, turn(move("right", 4)))
	wantErr(t, err, nil)
	// Taken back, played and over in one step.
	c := end("left", "played")
	c.Takeback, c.TakebackBy, c.Moves = 1, "right", []storage.Move{move("right", 5)}
	_, err = s.Append(ctx, m.ID, 3, c)
	wantErr(t, err, nil)
	got, err := s.MatchByID(ctx, m.ID)
	wantErr(t, err, nil)
	wantEqual(t, got.Moves, storedMoves(move("right", 5)))
	wantEqual(t, []int{got.LeftTakebacks, got.RightTakebacks}, []int{1, 1})

	_, err = s.Append(ctx, m.ID, 4, storage.Change{Takeback: 1, TakebackBy: "right", Now: noon})
	wantErr(t, err, storage.ErrStale)
}

func TestOffer(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()
	m := aMatch("c")
	m.Offer = "left" // not before the first move
	m.Moves = []storage.Move{move("right", 1)}
	m = createMatch(t, s, m)
	wantEqual(t, m.Offer, "")
	version := m.Version
	for _, step := range []struct {
		change storage.Change
		offer  string
	}{
		{storage.Change{Offer: "left"}, "left"},
		{storage.Change{}, ""}, // declined
		{storage.Change{Offer: "right"}, "right"},
		{storage.Change{Offer: "right", Moves: []storage.Move{move("left", 2)}}, ""},
		{storage.Change{Offer: "left"}, "left"},
		{storage.Change{Offer: "left", Takeback: 1, TakebackBy: "left"}, ""},
	} {
		step.change.Now = noon
		a, err := s.Append(ctx, m.ID, version, step.change)
		wantErr(t, err, nil)
		version = a.Version
		got, err := s.OpenMatch(ctx, "c")
		wantErr(t, err, nil)
		wantEqual(t, got.Offer, step.offer)
		wantEqual(t, got.Version, version)
	}
	_, err := s.Append(ctx, m.ID+1, 1, storage.Change{Now: noon})
	wantErr(t, err, storage.ErrStale)
}

// The end of the first match of a pair begins the second in the same channel.
func TestNextMatch(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()
	first := createMatch(t, s, aMatch("c"))
	wantEqual(t, []int64{first.Pair, int64(first.Leg)}, []int64{first.ID, 1})
	next := aMatch("c")
	next.Left, next.Right, next.Leg, next.Pair = first.Right, first.Left, 2, 99
	c := end("left", "played")
	c.Next = &next
	_, err := s.Append(ctx, first.ID, 7, c)
	wantErr(t, err, storage.ErrStale)
	a, err := s.Append(ctx, first.ID, 1, c)
	wantErr(t, err, nil)
	wantEqual(t, a.Version, 2)
	wantEqual(t, []int64{a.Next.Pair, int64(a.Next.Leg)}, []int64{first.ID, 2})
	wantEqual(t, []int64{next.ID, next.Pair}, []int64{0, 99}) // what was given is as it was
	open, err := s.OpenMatch(ctx, "c")
	wantErr(t, err, nil)
	wantEqual(t, open, *a.Next)

	// A pair has no third match.
	_, err = s.Append(ctx, open.ID, 1, end("left", "played"))
	wantErr(t, err, nil)
	next.Pair = first.ID
	if _, err := s.CreateMatch(ctx, next); err == nil {
		t.Error("a pair has got a third match")
	}
}
