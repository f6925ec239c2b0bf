package live

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"math"
	"net/http"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"nimatron/match"
)

const (
	// lookEvery is the interval at which the store is asked for other processes' changes while
	// there are streams.
	lookEvery = 200 * time.Millisecond
	lookTime  = 5 * time.Second
	// watchersShown bounds the age of the displayed number of watchers, because a crowd arrives one
	// by one.
	watchersShown = 2 * time.Second
	pingEvery     = 15 * time.Second
	stallTime     = 10 * time.Second

	// Bounds on streams: of a player; of people who watch from one address or network; who watch one match;
	// and in all. They never keep a player out.
	maxStreamsEach                                      = 6
	maxAtAddress, maxAtNetwork, maxAtMatch, maxWatching = 50, 400, 1000, 2000

	seatsEvery = 600 * time.Millisecond
	beatEvery  = 10 * time.Second
	openFor    = 25 * time.Second
)

// hub has the streams of this process, by match or race.
type hub struct {
	context atomic.Pointer[context.Context] // ends all streams; nil before Open

	mu      sync.Mutex
	tables  map[match.Subject]*table
	streams map[string]int  // by what bounds them
	open    map[string]bool // links of the sessions that are recorded as open
	beat    time.Time
	looking bool
	failing bool
}

// table is a match or a race that browsers watch. The hub's mutex guards all of it but the drawings.
type table struct {
	match.Subject
	touched
	drawing    chan struct{} // is full while something is drawn
	version    match.LiveVersion
	generation int64
	streams    map[*stream]bool
	presence   time.Time
	deadline   time.Time // of the player to move, zero for none or once it has passed
	board      string
	elsewhere  map[string]bool // players with streams of any process, as last recorded
}

// stream is one reader. A slow one misses events and gets the newest, and does not delay others.
type stream struct {
	session match.LiveSession
	seated  bool // at a match, so that others see whether the player is here
	wake    chan struct{}
	over    atomic.Bool // the session no longer holds
}

// Streams returns how many streams there are, and how many matches they show.
func (s *Server) Streams() (streams, matches int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range s.tables {
		streams += len(t.streams)
	}
	return streams, len(s.tables)
}

// Changed refreshes a match at once, if it has streams. The others see in the next step how a racer got on.
func (s *Server) Changed(about match.Subject, by string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.tables[about.Unversioned()]
	if t == nil {
		return
	}
	if t.Kind != match.RaceSubject {
		go s.refresh(*s.context.Load(), []match.Subject{t.Subject})
		return
	}
	for st := range t.streams {
		if st.session.Player == by {
			st.poke()
		}
	}
}

var errTooManyStreams = refuse(http.StatusServiceUnavailable, "Too many boards are open. Close one, or try again later.")

// bounds returns what a stream counts for, and how much of it there may be.
func bounds(r *http.Request, l *match.LiveSession, about match.Subject) map[string]int {
	if l.Player != "" {
		return map[string]int{"player " + l.Player: maxStreamsEach}
	}
	address, network := networks(r)
	return map[string]int{"address " + address.String(): maxAtAddress, "network " + network.String(): maxAtNetwork, "match " + nameOf(about): maxAtMatch, watching: maxWatching}
}

func (s *Server) join(r *http.Request, l match.LiveSession, it *shown) (t *table, st *stream, leave func(), err error) {
	versions, err := s.versions(r.Context(), []match.Subject{it.Subject})
	if err != nil || len(versions) != 1 {
		return nil, nil, nil, errors.Join(err, errTooManyStreams)
	}
	version, counts := versions[it.Subject], bounds(r, &l, it.Subject)
	s.mu.Lock()
	defer s.mu.Unlock()
	for what, most := range counts {
		if s.streams[what] >= most {
			return nil, nil, nil, errTooManyStreams
		}
	}
	if t = s.tables[it.Subject]; t == nil {
		// The clock keeps generations of different processes apart.
		t = &table{
			Subject: it.Subject, touched: it.touched, drawing: make(chan struct{}, 1), board: it.board, version: version,
			generation: s.Now().UnixMilli(), streams: map[*stream]bool{},
		}
		s.tables[it.Subject] = t
	}
	for what := range counts {
		s.streams[what]++
	}
	_, seated := it.match.SeatOf(l.Player)
	st = &stream{session: l, seated: seated, wake: make(chan struct{}, 1)}
	t.streams[st] = true
	t.setVersion(version)
	t.presenceChanged(st, s.Now())
	if !s.looking {
		s.looking = true
		go s.look(*s.context.Load())
	}
	return t, st, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		for what := range counts {
			if s.streams[what]--; s.streams[what] == 0 {
				delete(s.streams, what)
			}
		}
		delete(t.streams, st)
		t.presenceChanged(st, s.Now())
		if len(t.streams) == 0 {
			delete(s.tables, t.Subject)
		}
	}, nil
}

// presenceChanged makes an event due: soon for a player, later for watchers.
func (t *table) presenceChanged(st *stream, now time.Time) {
	if !st.seated {
		now = now.Add(watchersShown)
	}
	if t.presence.IsZero() || now.Before(t.presence) {
		t.presence = now
	}
}

func (s *Server) drawAt(t *table, deadline time.Time) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t.deadline = deadline; !s.Now().Before(deadline) {
		t.deadline = time.Time{}
	}
}

func (t *table) lock(ctx context.Context) error {
	select {
	case t.drawing <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t *table) unlock() { <-t.drawing }

func (t *table) setVersion(v match.LiveVersion) {
	if t.version != v && v.Version >= t.version.Version {
		t.version = v
		t.next()
	}
}

func (t *table) next() {
	t.generation++
	t.presence = time.Time{}
	for _, plays := range []bool{true, false} { // players first, then watchers
		for st := range t.streams {
			if plays == st.seated {
				st.poke()
			}
		}
	}
}

func (st *stream) poke() {
	select {
	case st.wake <- struct{}{}:
	default:
	}
}

func (s *Server) look(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	var asked time.Time
	for list := s.watched(); len(list) > 0 && ctx.Err() == nil; list = s.watched() {
		s.refresh(ctx, list)
		if now := s.Now(); now.Sub(asked) >= seatsEvery {
			asked = now
			s.warn(ctx, s.refreshSeats(ctx))
		}
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
	s.warn(ctx, s.refreshSeats(ctx)) // the last boards have closed
}

// refresh asks the store for the versions of matches and races.
func (s *Server) refresh(ctx context.Context, about []match.Subject) {
	asking, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	versions, err := s.versions(asking, about)
	s.warn(ctx, err)
	s.mu.Lock()
	defer s.mu.Unlock()
	for about, v := range versions {
		if t := s.tables[about]; t != nil {
			t.setVersion(v)
		}
	}
}

// versions returns the versions of those matches and races that exist.
func (s *Server) versions(ctx context.Context, list []match.Subject) (map[match.Subject]match.LiveVersion, error) {
	of := map[match.Subject]match.LiveVersion{}
	var ids []int64
	for _, about := range list {
		if about.Kind == match.MatchSubject {
			ids = append(ids, about.ID)
		} else {
			of[about] = match.LiveVersion{Version: math.MaxInt64} // over
		}
	}
	if len(of) > 0 {
		open, err := s.Store.ListKept(ctx, match.KeptFilter{Kind: match.RaceSubject, GoesOn: true})
		if err != nil {
			return nil, err
		}
		for _, r := range open {
			if of[r.Unversioned()].Version != 0 {
				of[r.Unversioned()] = match.LiveVersion{Version: r.Version}
			}
		}
	}
	versions, err := s.Store.LiveVersions(ctx, ids)
	for _, v := range versions {
		of[match.Subject{Kind: match.MatchSubject, ID: v.Match}] = v
	}
	return of, err
}

func (s *Server) warn(ctx context.Context, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil && !s.failing && ctx.Err() == nil {
		s.Log.Warn("live boards can't be kept up to date", "err", err)
	}
	s.failing = err != nil
}

// refreshSeats records which boards are open here, and asks who sits at them anywhere. Streams whose
// session no longer holds end.
func (s *Server) refreshSeats(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	now := s.Now()
	boards, opened, closed := s.openHere(now)
	err := s.Store.SawSeats(ctx, opened, now)
	if err == nil {
		err = s.Store.SawSeats(ctx, closed, time.Time{})
	}
	if err != nil || len(boards) == 0 {
		return err
	}
	seats, err := s.Store.Seats(ctx, "", boards, now)
	if err != nil {
		return err
	}
	holds, players := map[string]bool{}, map[string]map[string]bool{}
	for _, l := range seats {
		holds[l.Link] = true
		if now.Sub(l.Seen) < openFor {
			if players[l.Board] == nil {
				players[l.Board] = map[string]bool{}
			}
			players[l.Board][l.Player] = true
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, t := range s.tables {
		before, _ := t.present()
		t.elsewhere = players[t.board]
		if after, _ := t.present(); !maps.Equal(before, after) {
			t.presence = now
		}
		for st := range t.streams {
			if l := &st.session; l.Player != "" && !holds[l.Link] && slices.Contains(boards, t.board) {
				st.over.Store(true)
				st.poke()
			}
		}
	}
	return nil
}

// openHere returns the boards that players have open in this process, and the sessions to record
// as open and as closed.
func (s *Server) openHere(now time.Time) (boards, opened, closed []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	here := map[string]bool{}
	for _, t := range s.tables {
		boards = append(boards, t.board)
		for st := range t.streams {
			if st.seated {
				here[st.session.Link] = true
			}
		}
	}
	again := now.Sub(s.beat) >= beatEvery
	for link := range here {
		if again || !s.open[link] {
			opened = append(opened, link)
		}
	}
	for link := range s.open {
		if !here[link] {
			closed = append(closed, link)
		}
	}
	if s.open = here; again {
		s.beat = now
	}
	for _, list := range [][]string{boards, opened, closed} {
		slices.Sort(list)
	}
	return slices.Compact(boards), opened, closed
}

// watched returns the matches and races with streams, and begins due events about presence and time. Without any the
// look ends.
func (s *Server) watched() (list []match.Subject) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.Now()
	for about, t := range s.tables {
		list = append(list, about)
		late := !t.deadline.IsZero() && !now.Before(t.deadline)
		if late {
			t.deadline = time.Time{}
		}
		if late || !t.presence.IsZero() && !now.Before(t.presence) {
			t.next()
		}
	}
	s.looking = len(list) > 0
	return list
}

// here returns which players of a table have streams, and how many streams watch.
func (s *Server) here(t *table) (generation int64, version match.LiveVersion, players map[string]bool, watchers int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	players, watchers = t.present()
	return t.generation, t.version, players, watchers
}

func (t *table) present() (players map[string]bool, watchers int) {
	players = map[string]bool{}
	maps.Copy(players, t.elsewhere)
	for st := range t.streams {
		if st.session.Player == "" {
			watchers++
		} else if st.seated {
			players[st.session.Player] = true
		}
	}
	return players, watchers
}

var (
	ping = frameOf([]byte("event: ping\ndata:\n\n")) // a comment would not reach a script
	gone = frameOf([]byte("event: gone\ndata: " + errNoSession.Error() + "\n\n"))
)

// stream sends the states of a match or race. It returns an error only before the first.
func (s *Server) stream(w http.ResponseWriter, r *http.Request) error {
	over := s.context.Load()
	if over == nil {
		return refuse(http.StatusServiceUnavailable, "I'm starting. Try again in a moment.")
	}
	// EventSource sends no Origin, but browsers send this header.
	if from := r.Header.Get("Sec-Fetch-Site"); from != "" && from != "same-origin" {
		return refuse(http.StatusForbidden, "This request comes from another site. Open the board from its link.")
	}
	about, err := subjectOf(r.URL.Query().Get("match"))
	if err != nil {
		return err
	}
	ctx := r.Context()
	l, it, err := s.allowed(ctx, r, about, r.URL.Query().Get("as"))
	if err != nil {
		return err
	}
	t, st, leave, err := s.join(r, l, &it)
	if err != nil {
		return err
	}
	defer leave()
	light := r.URL.Query().Get("theme") == "light"
	sent := cmp.Or(r.Header.Get("Last-Event-ID"), r.URL.Query().Get("known"))
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Time{}) // the server's deadline is for requests that end; test recorders have none
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	out := newFramed(w, r)
	w.WriteHeader(http.StatusOK)
	if out.begin() != nil {
		return nil
	}
	var had *sight // by the reader
	for {
		drawing, cancel := context.WithTimeout(*over, drawTime) // continues if this reader leaves
		now, again, err := t.draw(drawing, s, t, light, l.Player)
		cancel()
		text := ping
		if err == nil && now.id != sent {
			text, err = now.after(had)
		}
		if err != nil {
			s.Log.Error("a live board can't be drawn", "match", nameOf(t.Subject), "err", err)
			return nil // the browser will reconnect
		}
		holds := !st.over.Load() && s.Now().Before(l.Until)
		if !holds {
			text = gone
		}
		if had == nil || now.id != sent {
			sent, had = now.id, now
		}
		_ = control.SetWriteDeadline(time.Now().Add(stallTime)) // a reader that does not accept it is dropped
		if out.write(text) != nil || control.Flush() != nil {
			return nil
		}
		if !holds {
			out.end()
			return nil
		}
		next := time.NewTimer(again)
		select {
		case <-st.wake:
		case <-next.C:
		case <-ctx.Done():
			return nil
		case <-(*over).Done():
			return nil
		}
		next.Stop()
	}
}
