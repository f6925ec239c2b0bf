package storage_test

import (
	"reflect"
	"testing"
	"time"

	"nimatron/storage"
)

// A match goes through everything that can happen to it, and is read back in each
// of the ways there are. No field may be zero both while it is played and at the
// end, so that a field added later can't be forgotten here.
func TestMatchKeepsEveryField(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()

	m := aMatch("den")
	m.Moves = []storage.Move{move("right", 1)}
	got := createMatch(t, s, m)
	want := m
	want.ID, want.Pair, want.Version, want.State = got.ID, got.ID, 1, storage.Playing
	want.Created, want.Updated = stored(noon), stored(noon)
	want.Deadline, want.Remind, want.AbandonAt = stored(m.Deadline), stored(m.Remind), stored(m.AbandonAt)
	want.Moves = storedMoves(move("right", 1))
	wantEqual(t, got, want)
	if m.Moves[0].At != move("", 1).At {
		t.Error("CreateMatch has changed the moves it was given")
	}
	open, err := s.OpenMatch(ctx, "den")
	wantErr(t, err, nil)
	wantEqual(t, open, want)

	for _, side := range []string{"left", "right", "right"} {
		wantErr(t, s.AddHint(ctx, got.ID, 1, side), nil)
	}
	wantErr(t, s.SetMatchMessage(ctx, got.ID, "message:9"), nil)
	later := noon.Add(time.Hour)
	version := got.Version
	for _, c := range []storage.Change{
		{Moves: []storage.Move{move("left", 2), move("right", 3)}},
		{Takeback: 1, TakebackBy: "left", Moves: []storage.Move{move("right", 4)}},
		{Takeback: 2, TakebackBy: "right"},
		{Takeback: 1, TakebackBy: "right", Moves: []storage.Move{move("right", 5), move("left", 6)}},
		{Offer: "right", Deadline: later, Remind: later, AbandonAt: later},
	} {
		c.Now = noon.Add(time.Minute)
		a, err := s.Append(ctx, got.ID, version, c)
		wantErr(t, err, nil)
		version++
		wantEqual(t, a, storage.Appended{Version: version})
	}
	reminded, err := s.DueReminders(ctx, later, 1)
	wantErr(t, err, nil)

	want.Version, want.Updated, want.Message = 6, stored(noon.Add(time.Minute)), "message:9"
	want.LeftHints, want.RightHints, want.LeftTakebacks, want.RightTakebacks = 1, 2, 1, 2
	want.Offer, want.Deadline, want.Remind, want.AbandonAt = "right", stored(later), stored(later), stored(later)
	want.Reminded = true
	want.Moves = storedMoves(move("right", 5), move("left", 6))
	wantEqual(t, reminded, []storage.Match{want})
	open, err = s.OpenMatch(ctx, "den")
	wantErr(t, err, nil)
	wantEqual(t, open, want)

	a, err := s.Append(ctx, got.ID, version, storage.Change{
		Moves: []storage.Move{move("left", 7)}, Offer: "left", Deadline: later, Remind: later, AbandonAt: later,
		End: &storage.Result{Winner: "left", Termination: "played"}, Now: later,
	})
	wantErr(t, err, nil)
	wantEqual(t, a, storage.Appended{Version: 7})
	want.State, want.Winner, want.Termination, want.Version = storage.Finished, "left", "played", 7
	want.Updated, want.Ended = stored(later), stored(later)
	want.Offer, want.Deadline, want.Remind, want.AbandonAt = "", time.Time{}, time.Time{}, time.Time{}
	want.Reminded = false
	want.Moves = append(want.Moves, storedMoves(move("left", 7))...)
	last, err := s.LastMatch(ctx, "den")
	wantErr(t, err, nil)
	wantEqual(t, last, want)
	byID, err := s.MatchByID(ctx, got.ID)
	wantErr(t, err, nil)
	wantEqual(t, byID, want)
	_, err = s.OpenMatch(ctx, "den")
	wantErr(t, err, storage.ErrNotFound)

	for field, value := range reflect.ValueOf(byID).Fields() {
		if value.IsZero() && reflect.ValueOf(open).FieldByIndex(field.Index).IsZero() {
			t.Errorf("nothing was stored in %s", field.Name)
		}
	}
}

func TestMatchWithTheLeast(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	m := createMatch(t, s, storage.Match{
		Channel: "c", Variant: "nim", Family: "nim", Start: "1", First: "left", Left: storage.Player{ID: "a"}, Right: storage.Player{ID: "b"}, Created: noon,
	})
	got, err := s.MatchByID(t.Context(), m.ID)
	wantErr(t, err, nil)
	wantEqual(t, got, m)
}

// The bot's first move can be the last one.
func TestMatchFinishedFromTheStart(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	m := aMatch("c")
	m.State, m.Winner, m.Termination = storage.Finished, "right", "played"
	m.Moves = []storage.Move{move("right", 1)}
	m = createMatch(t, s, m)
	wantEqual(t, m.Ended, stored(noon))
	wantEqual(t, m.Deadline, time.Time{})
	got, err := s.LastMatch(t.Context(), "c")
	wantErr(t, err, nil)
	wantEqual(t, got, m)
	createMatch(t, s, aMatch("c")) // the channel is free
}

func TestChannelHoldsOneOpenMatch(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()
	first := createMatch(t, s, aMatch("c"))
	_, err := s.CreateMatch(ctx, aMatch("c"))
	wantErr(t, err, storage.ErrChannelBusy)
	createMatch(t, s, aMatch("elsewhere"))

	if _, err := s.Append(ctx, first.ID, 1, end("", "cancelled")); err != nil {
		t.Fatal(err)
	}
	second := createMatch(t, s, aMatch("c"))
	open, err := s.OpenMatch(ctx, "c")
	wantErr(t, err, nil)
	wantEqual(t, open, second)
	last, err := s.LastMatch(ctx, "c")
	wantErr(t, err, nil)
	wantEqual(t, last, second)
	past, err := s.MatchByID(ctx, first.ID)
	wantErr(t, err, nil)
	wantEqual(t, past.Termination, "cancelled")
}

// What cannot be a match leaves no trace: not even its players.
func TestFaultyMatchIsRefusedWhole(t *testing.T) {
	t.Parallel()
	s, path := newStore(t)
	for name, spoil := range map[string]func(*storage.Match){
		"no channel":             func(m *storage.Match) { m.Channel = "" },
		"no variant":             func(m *storage.Match) { m.Variant = "" },
		"no family":              func(m *storage.Match) { m.Family = "" },
		"no start":               func(m *storage.Match) { m.Start = "" },
		"no first":               func(m *storage.Match) { m.First = "" },
		"no left player":         func(m *storage.Match) { m.Left = storage.Player{} },
		"no time":                func(m *storage.Match) { m.Created = time.Time{} },
		"negative turn time":     func(m *storage.Match) { m.TurnTime = -time.Second },
		"unknown state":          func(m *storage.Match) { m.State = "paused" },
		"won while playing":      func(m *storage.Match) { m.Winner = "left" },
		"finished without a why": func(m *storage.Match) { m.State = storage.Finished },
		"second leg of nothing":  func(m *storage.Match) { m.Leg = 2 },
		"unknown first leg":      func(m *storage.Match) { m.Leg, m.Pair = 2, 99 },
		"pair without a leg":     func(m *storage.Match) { m.Leg, m.Pair = 0, 1 },
		"third leg":              func(m *storage.Match) { m.Leg = 3 },
		"deleted player":         func(m *storage.Match) { m.Left.ID = "deleted:1" },
		"move by nobody":         func(m *storage.Match) { m.Moves = []storage.Move{move("left", 1), move("", 2)} },
		"move without time":      func(m *storage.Match) { m.Moves = []storage.Move{{Actor: "left", Text: "L-1"}} },
	} {
		m := aMatch("c")
		spoil(&m)
		if got, err := s.CreateMatch(t.Context(), m); err == nil {
			t.Errorf("%s: stored as %+v", name, got)
		}
	}
	var rows int
	err := rawDB(t, path).QueryRow(`SELECT (SELECT count(*) FROM players) + (SELECT count(*) FROM matches)`).Scan(&rows)
	wantErr(t, err, nil)
	wantEqual(t, rows, 0)
}

func TestPlayersNewNameIsSeenEverywhere(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	old := createMatch(t, s, aMatch("c"))
	m := aMatch("d")
	m.Left.Name = "Anna"
	createMatch(t, s, m)
	got, err := s.MatchByID(t.Context(), old.ID)
	wantErr(t, err, nil)
	wantEqual(t, got.Left, storage.Player{ID: ann.ID, Name: "Anna"})
	wantEqual(t, got.Right, bob)
}

func TestNothingFound(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()
	_, err := s.OpenMatch(ctx, "c")
	wantErr(t, err, storage.ErrNotFound)
	_, err = s.LastMatch(ctx, "c")
	wantErr(t, err, storage.ErrNotFound)
	_, err = s.MatchByID(ctx, 7)
	wantErr(t, err, storage.ErrNotFound)
	_, err = s.OpenChallenge(ctx, "c")
	wantErr(t, err, storage.ErrNotFound)
	wantErr(t, s.SetMatchMessage(ctx, 7, "m"), storage.ErrNotFound)
	wantErr(t, s.SetChallengeMessage(ctx, 7, "m"), storage.ErrNotFound)
}

func TestCounts(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	for _, channel := range []string{"a", "b", "c"} {
		createMatch(t, s, aMatch(channel))
	}
	m := aMatch("d")
	m.State, m.Termination = storage.Finished, "cancelled"
	createMatch(t, s, m)
	createMatch(t, s, m)
	createChallenge(t, s, aChallenge("e"))
	matches, challenges, finished, err := s.Counts(t.Context())
	wantErr(t, err, nil)
	wantEqual(t, []int64{matches, challenges, finished}, []int64{3, 1, 2})
}
