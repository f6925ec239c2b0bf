package live

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"
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

// hub has the streams of this process, by match.
type hub struct {
	context atomic.Pointer[context.Context] // ends all streams; nil before Open

	mu      sync.Mutex
	tables  map[int64]*table
	streams map[string]int
	open    map[string]bool // links of the sessions that are recorded as open
	beat    time.Time
	looking bool
	failing bool
}

// table is a match with streams. The hub's mutex guards everything except the drawings.
type table struct {
	id         int64
	version    match.LiveVersion
	generation int64
	streams    map[*stream]bool
	presence   time.Time
	deadline   time.Time // of the player to move, zero for none or once it has passed
	board      string
	elsewhere  map[string]bool // players with streams of any process, as last recorded
	drawings
}

// stream is one reader. A slow one misses events and gets the newest, and does not delay others.
type stream struct {
	session match.LiveSession
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

// Changed implements core.LiveBoard. It refreshes a match at once, if it has streams.
func (s *Server) Changed(id int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tables[id] != nil {
		go s.refresh(*s.context.Load(), []int64{id})
	}
}

var errTooManyStreams = refuse(http.StatusServiceUnavailable, "Too many boards are open. Close one, or try again later.")

func bounds(r *http.Request, l *match.LiveSession, id int64) map[string]int {
	if l.Player != "" {
		return map[string]int{"player " + l.Player: maxStreamsEach}
	}
	address, network := networks(r)
	return map[string]int{"address " + address.String(): maxAtAddress, "network " + network.String(): maxAtNetwork, "match " + in10(id): maxAtMatch, watching: maxWatching}
}

func (s *Server) join(r *http.Request, l match.LiveSession, m *match.Match) (t *table, st *stream, leave func(), err error) {
	versions, err := s.Store.LiveVersions(r.Context(), []int64{m.ID})
	if err != nil || len(versions) != 1 {
		return nil, nil, nil, errors.Join(err, errTooManyStreams)
	}
	counts := bounds(r, &l, m.ID)
	s.mu.Lock()
	defer s.mu.Unlock()
	for what, most := range counts {
		if s.streams[what] >= most {
			return nil, nil, nil, errTooManyStreams
		}
	}
	if t = s.tables[m.ID]; t == nil {
		// The clock keeps generations of different processes apart.
		t = &table{id: m.ID, board: match.LiveBoard(m), version: versions[0], generation: s.Now().UnixMilli(), streams: map[*stream]bool{}, drawings: newDrawings()}
		s.tables[m.ID] = t
	}
	for what := range counts {
		s.streams[what]++
	}
	st = &stream{session: l, wake: make(chan struct{}, 1)}
	t.streams[st] = true
	t.setVersion(versions[0])
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
			delete(s.tables, t.id)
		}
	}, nil
}

// presenceChanged makes an event due: soon for a player, later for watchers.
func (t *table) presenceChanged(st *stream, now time.Time) {
	if st.session.Player == "" {
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
			if plays == (st.session.Player != "") {
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
	for ids := s.watched(); len(ids) > 0 && ctx.Err() == nil; ids = s.watched() {
		s.refresh(ctx, ids)
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

func (s *Server) refresh(ctx context.Context, ids []int64) {
	asking, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	versions, err := s.Store.LiveVersions(asking, ids)
	s.warn(ctx, err)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, v := range versions {
		if t := s.tables[v.Match]; t != nil {
			t.setVersion(v)
		}
	}
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
	err := s.record(ctx, opened, now)
	if err == nil {
		err = s.record(ctx, closed, time.Time{})
	}
	if err != nil || len(boards) == 0 {
		return err
	}
	seats, err := s.Store.SeatsAtBoards(ctx, boards, now)
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

func (s *Server) record(ctx context.Context, links []string, at time.Time) error {
	if len(links) == 0 {
		return nil
	}
	return s.Store.SawSeats(ctx, links, at)
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
			if st.session.Player != "" {
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

// watched returns the matches with streams, and begins their due events about presence and time. Without
// streams the polling ends.
func (s *Server) watched() (ids []int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.Now()
	for id, t := range s.tables {
		ids = append(ids, id)
		late := !t.deadline.IsZero() && !now.Before(t.deadline)
		if late {
			t.deadline = time.Time{}
		}
		if late || !t.presence.IsZero() && !now.Before(t.presence) {
			t.next()
		}
	}
	s.looking = len(ids) > 0
	return ids
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
		} else {
			players[st.session.Player] = true
		}
	}
	return players, watchers
}

func matchID(text string) (int64, error) {
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id < 1 {
		return 0, refuse(http.StatusBadRequest, "The request doesn't name a match. Reload the page.")
	}
	return id, nil
}

func (s *Server) stream(w http.ResponseWriter, r *http.Request) error {
	over := s.context.Load()
	if over == nil {
		return refuse(http.StatusServiceUnavailable, "I'm starting. Try again in a moment.")
	}
	// EventSource sends no Origin, but browsers send this header.
	if from := r.Header.Get("Sec-Fetch-Site"); from != "" && from != "same-origin" {
		return refuse(http.StatusForbidden, "This request comes from another site. Open the board from its link.")
	}
	id, err := matchID(r.URL.Query().Get("match"))
	if err != nil {
		return err
	}
	ctx := r.Context()
	l, m, err := s.allowed(ctx, r, id, r.URL.Query().Get("as"))
	if err != nil {
		return err
	}
	t, st, leave, err := s.join(r, l, &m)
	if err != nil {
		return err
	}
	defer leave()
	light := r.URL.Query().Get("theme") == "light"
	you, sent := seatOf(&m, l.Player), r.Header.Get("Last-Event-ID")
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Time{}) // the server's deadline is for requests that end; test recorders have none
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	for {
		id, text, err := s.draw(*over, t, light, you)
		if err != nil {
			s.Log.Error("a live board can't be drawn", "match", t.id, "err", err)
			return nil // the browser will reconnect
		}
		holds := !st.over.Load() && s.Now().Before(l.Until)
		if !holds {
			text = []byte("event: gone\ndata: " + errNoSession.Error() + "\n\n")
		} else if id == sent {
			text = []byte(": ping\n\n")
		}
		sent = id
		_ = control.SetWriteDeadline(time.Now().Add(stallTime)) // a reader that does not accept it is dropped
		if _, err := w.Write(text); err != nil || control.Flush() != nil || !holds {
			return nil
		}
		ping := time.NewTimer(pingEvery)
		select {
		case <-st.wake:
		case <-ping.C:
		case <-ctx.Done():
			return nil
		case <-(*over).Done():
			return nil
		}
		ping.Stop()
	}
}
