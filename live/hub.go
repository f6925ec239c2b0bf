package live

import (
	"cmp"
	"context"
	"errors"
	"net/http"
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
	lookTime  = 5 * time.Second // for one query
	// watchersShown bounds the age of the displayed number of watchers, because a crowd arrives one
	// by one.
	watchersShown = 2 * time.Second
	pingEvery     = 15 * time.Second
	// stallTime bounds the time to write one event.
	stallTime = 10 * time.Second

	maxStreams       = 2000 // beyond it nobody else can watch; players have as many again
	maxStreamsPerOne = 6    // of a player, or of a session that watches
)

// hub has the streams of this process, by match.
type hub struct {
	context atomic.Pointer[context.Context] // ends all streams; nil before Open

	mu      sync.Mutex
	tables  map[int64]*table
	streams map[string]int // by player or session
	looking bool
	failing bool // the last query failed
}

// table is a match with streams. The hub's mutex guards everything except the drawings.
type table struct {
	id         int64
	version    match.LiveVersion
	generation int64 // rises with each event
	streams    map[*stream]bool
	presence   time.Time // time of the next event about presence; zero for none
	drawings
}

// stream is one reader. A slow one misses events and gets the newest, and does not delay others.
type stream struct {
	session match.LiveSession
	wake    chan struct{}
}

// Streams returns how many streams there are, and how many matches they show.
func (s *Server) Streams() (streams, matches int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, n := range s.streams {
		streams += n
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

// join adds a stream. leave removes it.
func (s *Server) join(ctx context.Context, l match.LiveSession) (t *table, st *stream, leave func(), err error) {
	versions, err := s.Store.LiveVersions(ctx, []int64{l.Match})
	if err != nil || len(versions) != 1 {
		return nil, nil, nil, errors.Join(err, errTooManyStreams)
	}
	who := cmp.Or(l.Player, l.ID)
	all, _ := s.Streams()
	if l.Player != "" {
		all -= maxStreams // watchers never keep a player out
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if all >= maxStreams || s.streams[who] >= maxStreamsPerOne {
		return nil, nil, nil, errTooManyStreams
	}
	if t = s.tables[l.Match]; t == nil {
		// The clock keeps generations of different processes apart.
		t = &table{id: l.Match, version: versions[0], generation: s.Now().UnixMilli(), streams: map[*stream]bool{}, drawings: newDrawings()}
		s.tables[l.Match] = t
	}
	s.streams[who]++
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
		if s.streams[who]--; s.streams[who] == 0 {
			delete(s.streams, who)
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

func (t *table) setVersion(v match.LiveVersion) {
	if t.version != v && v.Version >= t.version.Version {
		t.version = v
		t.next()
	}
}

// next begins a generation and wakes the streams.
func (t *table) next() {
	t.generation++
	t.presence = time.Time{}
	for _, plays := range []bool{true, false} { // players first, then watchers
		for st := range t.streams {
			if plays == (st.session.Player != "") {
				select {
				case st.wake <- struct{}{}:
				default:
				}
			}
		}
	}
}

// look polls the store for changes until there are no streams.
func (s *Server) look(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for ids := s.watched(); len(ids) > 0 && ctx.Err() == nil; ids = s.watched() {
		s.refresh(ctx, ids)
		select {
		case <-ctx.Done():
		case <-tick.C:
		}
	}
}

// refresh asks the store for the versions of matches.
func (s *Server) refresh(ctx context.Context, ids []int64) {
	asking, cancel := context.WithTimeout(ctx, lookTime)
	defer cancel()
	versions, err := s.Store.LiveVersions(asking, ids)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err != nil && !s.failing && ctx.Err() == nil {
		s.Log.Warn("live boards can't be kept up to date", "err", err)
	}
	s.failing = err != nil
	for _, v := range versions {
		if t := s.tables[v.Match]; t != nil {
			t.setVersion(v)
		}
	}
}

// watched returns the matches with streams, and begins due events about presence. Without matches the look ends.
func (s *Server) watched() (ids []int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.Now()
	for id, t := range s.tables {
		ids = append(ids, id)
		if !t.presence.IsZero() && !now.Before(t.presence) {
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
	players = map[string]bool{}
	for st := range t.streams {
		if st.session.Player == "" {
			watchers++
		}
		players[st.session.Player] = true
	}
	return t.generation, t.version, players, watchers
}

func matchID(text string) (int64, error) {
	id, err := strconv.ParseInt(text, 10, 64)
	if err != nil || id < 1 {
		return 0, refuse(http.StatusBadRequest, "The request doesn't name a match. Reload the page.")
	}
	return id, nil
}

// stream sends the states of a match. It returns an error only before the first.
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
	l, m, err := s.allowed(ctx, r, id)
	if err != nil {
		return err
	}
	t, st, leave, err := s.join(ctx, l)
	if err != nil {
		return err
	}
	defer leave()
	light := r.URL.Query().Get("theme") == "light"
	you, sent := seatOf(&m, l.Player), r.Header.Get("Last-Event-ID")
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Time{}) // the server's deadline is for requests that end; recorders in tests have none
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no")
	w.WriteHeader(http.StatusOK)
	for {
		id, text, err := s.draw(*over, t, light, you)
		if err != nil {
			s.Log.Error("a live board can't be drawn", "match", t.id, "err", err)
			return nil // the browser will reconnect
		}
		holds := s.holds(ctx, &l)
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

// holds reports whether a session is still valid. The store knows whether its player was deleted.
func (s *Server) holds(ctx context.Context, l *match.LiveSession) bool {
	if l.Player == "" {
		return s.Now().Before(l.Until)
	}
	_, err := s.Store.LiveSession(ctx, l.ID, s.Now())
	return !errors.Is(err, match.ErrNotFound)
}
