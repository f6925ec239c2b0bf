package tournament

import (
	"cmp"
	"context"
	"slices"
	"time"

	"nimatron/match"
)

// state is the JSON of a tournament. A large one has thousands of pairings, so each is a row of numbers: the places of its
// players among the entrants from 1, its match, when it ended, whether it is over (1) or forfeit (2), and its numbers.
type state struct {
	*Tournament
	Pairs   [][14]int64 `json:",omitempty"`
	Threads []string    `json:",omitempty"` // of each
}

func (m *Pairing) numbers() []*int {
	return []*int{&m.Round, &m.Board, &m.Game, &m.Won[0], &m.Won[1], &m.Found[0].Wins, &m.Found[0].Kept, &m.Found[1].Wins, &m.Found[1].Kept}
}

func subject(id int64) match.Subject {
	return match.Subject{Kind: match.TournamentSubject, ID: id}
}

// Of returns the tournament that is kept, without who has blocked whom. Without its guests it has no entrants, and
// nobody is in its pairings.
func Of(k match.Kept) (Tournament, error) {
	t := Tournament{
		ID: k.ID, Server: k.Server, Channel: k.Channel, Leader: k.Host, Rated: k.Rated, State: State(k.Status),
		Created: k.Begins, Ended: k.Ends, Version: k.Version, Message: k.Message,
	}
	s := state{Tournament: &t}
	err := match.Decode(k.State, &s)
	ids := []string{""}
	for _, g := range k.Guests {
		e := Entrant{Player: g.Player, Place: g.Place}
		err = cmp.Or(err, match.Decode(g.State, &e))
		t.Entrants, ids = append(t.Entrants, e), append(ids, g.ID)
	}
	for i, p := range s.Pairs[:min(len(s.Pairs), len(s.Threads))] {
		m := Pairing{Match: p[2], Ended: time.UnixMilli(p[3]).UTC(), Over: p[4] > 0, Forfeit: p[4] > 1, Channel: s.Threads[i]}
		if max(p[0], p[1]) < int64(len(ids)) {
			m.First, m.Second = ids[p[0]], ids[p[1]]
		}
		for i, n := range m.numbers() {
			*n = int(p[5+i])
		}
		t.Pairings = append(t.Pairings, m)
	}
	if !k.Due.Equal(t.due().Truncate(time.Millisecond)) {
		t.told = k.Due
	}
	return t, err
}

// KeepIn makes what is kept that of the tournament.
func (t *Tournament) KeepIn(k *match.Kept) {
	k.Subject, k.Channel, k.Server = subject(t.ID), t.Channel, t.Server
	k.Version, k.Status, k.Begins, k.Ends, k.Rated, k.Host = t.Version, match.Status(t.State), t.Created, t.Ended, t.Rated, t.Leader
	if k.Due = t.due(); !t.told.IsZero() && (k.Due.IsZero() || t.told.Before(k.Due)) {
		k.Due = t.told
	}
	k.Guests = make([]match.Guest, len(t.Entrants))
	places := map[string]int64{}
	for i, e := range t.Entrants {
		k.Guests[i], places[e.ID] = match.Guest{Player: e.Player, Place: e.Place, State: match.Encode(e)}, int64(i+1)
	}
	s := state{Tournament: t}
	for _, m := range t.Pairings {
		p := [14]int64{places[m.First], places[m.Second], m.Match, m.Ended.UnixMilli()}
		switch {
		case m.Forfeit:
			p[4] = 2
		case m.Over:
			p[4] = 1
		}
		for i, n := range m.numbers() {
			p[5+i] = int64(*n)
		}
		s.Pairs, s.Threads = append(s.Pairs, p), append(s.Threads, m.Channel)
	}
	k.State = match.Encode(s)
}

// due returns when something is to be done unless a match tells so: the reminder or the start, pairings to begin or
// to give up, or a further round. The time is the same until that is done.
func (t *Tournament) due() time.Time {
	switch {
	case t.State == Open && !t.Reminded:
		return t.Starts.Add(-StartReminder)
	case t.State == Open:
		return t.Starts
	case t.State == Running && (t.Open() == 0 || len(Unbegun(t)) > 0):
		return t.Started
	}
	return time.Time{}
}

// changing returns a change of what is kept of a tournament.
func changing(change func(*Tournament) error) func(*match.Kept) ([]match.Notice, error) {
	return func(k *match.Kept) ([]match.Notice, error) {
		t, err := Of(*k)
		if err == nil {
			err = change(&t)
		}
		if err == nil {
			t.KeepIn(k)
		}
		return nil, err
	}
}

// TakeOut takes out an entrant whose data is deleted. The rules withdraw those who are shut out.
func TakeOut(k *match.Kept, player string, forgotten bool, _ time.Time) error {
	if !forgotten {
		return nil
	}
	_, err := changing(func(t *Tournament) error {
		if e := t.Find(player); e != nil && !e.Gone() {
			Leave(t, e)
			t.Version++
		}
		return nil
	})(k)
	return err
}

// LoseChannel returns a change by which an open pairing waits for another thread because that of its game is gone. The
// match is its first game.
func LoseChannel(id int64) func(*match.Kept) ([]match.Notice, error) {
	return changing(func(t *Tournament) error {
		for i := range t.Pairings {
			if m := &t.Pairings[i]; m.Match == id && !m.Over {
				m.Channel, m.Match = "", 0
			}
		}
		return nil
	})
}

// Create stores a new tournament without players and returns it as stored. The error is ErrTooMany if the server, or the
// channel outside of servers, has too many.
func Create(ctx context.Context, s match.Subjects, t Tournament) (Tournament, error) {
	t.State, t.Version = Open, 1
	var k match.Kept
	t.KeepIn(&k)
	k, err := s.Keep(ctx, k, func(goOn []match.Kept) error {
		if here := count(goOn, func(k match.Kept) bool { return k.Server == t.Server && (t.Server != "" || k.Channel == t.Channel) }); here >= MaxOpen {
			return ErrTooMany
		}
		return nil
	})
	t.ID = k.ID
	return t, err
}

// ByID returns a tournament with its entrants and pairings, or match.ErrNotFound.
func ByID(ctx context.Context, s Store, id int64) (Tournament, error) {
	t, _, err := read(ctx, s, id)
	return t, err
}

func read(ctx context.Context, s Store, id int64) (t Tournament, k match.Kept, err error) {
	if k, err = s.Kept(ctx, subject(id)); err != nil {
		return t, k, err
	}
	if t, err = Of(k); err == nil && !t.Closed() {
		t.Blocked, err = s.BlocksAmong(ctx, k.Subject)
	}
	return t, k, err
}

// In returns the tournaments of a server, or of a channel if the server is "", without their entrants. Open and running
// ones come first, then the latest.
func In(ctx context.Context, s match.Subjects, server, channel string, limit int) (all []Tournament, err error) {
	f := match.KeptFilter{Kind: match.TournamentSubject, Room: match.RoomOf(channel, server), Latest: true, Limit: limit}
	if server == "" {
		f.Channel = channel
	}
	list, err := s.ListKept(ctx, f)
	for _, k := range list {
		t, badState := Of(k)
		all, err = append(all, t), cmp.Or(err, badState)
	}
	return all, err
}

// unchanged reports whether what is kept is as it was read.
func unchanged(now, read *match.Kept) bool {
	return now.Version == read.Version && now.State == read.State && now.Due.Equal(read.Due) && now.Host == read.Host && slices.Equal(now.Guests, read.Guests)
}
