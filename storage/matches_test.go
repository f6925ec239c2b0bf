package storage_test

import (
	"reflect"
	"testing"
	"time"

	"nimatron/storage"
)

// A match goes through everything that can happen to it, and is then read back
// in each of the ways there are. No field may be zero at the end, so that a field
// added later can't be forgotten here.
func TestMatchKeepsEveryField(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()

	m := aMatch("den")
	m.Moves = []storage.Move{move("right", 1)}
	got := createMatch(t, s, m)
	want := m
	want.ID, want.Version, want.State = got.ID, 1, storage.Playing
	want.Created, want.Updated = stored(noon), stored(noon)
	want.Moves = []storage.Move{{Actor: "right", Text: "L-1", At: stored(move("", 1).At)}}
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
	version, err := s.Append(ctx, got.ID, 1, []storage.Move{move("left", 2), move("right", 3)}, nil, noon.Add(time.Minute))
	wantErr(t, err, nil)
	wantEqual(t, version, 2)
	version, err = s.Append(ctx, got.ID, 2, []storage.Move{move("left", 4)},
		&storage.Result{Winner: "left", Termination: "played"}, noon.Add(time.Hour))
	wantErr(t, err, nil)
	wantEqual(t, version, 3)

	want.State, want.Winner, want.Termination, want.Version = storage.Finished, "left", "played", 3
	want.LeftHints, want.RightHints, want.Message = 1, 2, "message:9"
	want.Updated, want.Ended = stored(noon.Add(time.Hour)), stored(noon.Add(time.Hour))
	for n, actor := range []string{"left", "right", "left"} {
		next := move(actor, n+2)
		next.At = stored(next.At)
		want.Moves = append(want.Moves, next)
	}
	last, err := s.LastMatch(ctx, "den")
	wantErr(t, err, nil)
	wantEqual(t, last, want)
	byID, err := s.MatchByID(ctx, got.ID)
	wantErr(t, err, nil)
	wantEqual(t, byID, want)
	_, err = s.OpenMatch(ctx, "den")
	wantErr(t, err, storage.ErrNotFound)

	for field, value := range reflect.ValueOf(byID).Fields() {
		if value.IsZero() {
			t.Errorf("nothing was stored in %s", field.Name)
		}
	}
}

func TestMatchWithTheLeast(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	m := createMatch(t, s, storage.Match{
		Channel: "c", Variant: "nim", Start: "1", First: "left", Left: storage.Player{ID: "a"}, Right: storage.Player{ID: "b"}, Created: noon,
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

	if _, err := s.Append(ctx, first.ID, 1, nil, &storage.Result{Termination: "cancelled"}, noon); err != nil {
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
		"no start":               func(m *storage.Match) { m.Start = "" },
		"no first":               func(m *storage.Match) { m.First = "" },
		"no left player":         func(m *storage.Match) { m.Left = storage.Player{} },
		"no time":                func(m *storage.Match) { m.Created = time.Time{} },
		"negative turn time":     func(m *storage.Match) { m.TurnTime = -time.Second },
		"unknown state":          func(m *storage.Match) { m.State = "paused" },
		"won while playing":      func(m *storage.Match) { m.Winner = "left" },
		"finished without a why": func(m *storage.Match) { m.State = storage.Finished },
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
