package live

import (
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
	// lookEvery is how often the store is asked for changes of other processes while somebody looks.
	lookEvery = 200 * time.Millisecond
	lookTime  = 5 * time.Second // for one question
	// watchersShown is how long the number of watchers may be out of date: a crowd comes one by one.
	watchersShown = 2 * time.Second
	pingEvery     = 15 * time.Second
	// stallTime is how long one event may take to be written.
	stallTime = 10 * time.Second

	maxStreams       = 2000
	maxStreamsPerOne = 6 // of a player, or of a session that watches
)

// hub has the streams of this process, by match.
type hub struct {
	server  *Server
	context atomic.Pointer[context.Context] // ends all streams; nil before Open

	mu      sync.Mutex
	tables  map[int64]*table
	streams int
	by      map[string]int // streams by player or session
	looking bool
	due     map[int64]bool // changed in this process
	wake    chan struct{}  // when due has something
}

// table is a match with streams. The hub's mutex guards it, but for drawings.
type table struct {
	id         int64
	version    match.LiveVersion
	generation int64 // rises with each event
	streams    map[*stream]bool
	presence   time.Time // when the next event is due because of who is here; zero for none
	drawings
}

// stream is one reader. A slow one misses events and gets the newest: it costs nobody else anything.
type stream struct {
	session match.LiveSession
	wake    chan struct{}
}

func (h *hub) init(s *Server) {
	h.server, h.tables, h.by, h.due, h.wake = s, map[int64]*table{}, map[string]int{}, map[int64]bool{}, make(chan struct{}, 1)
}

func (h *hub) count() (streams, matches int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.streams, len(h.tables)
}

// changed looks at a match at once, if it has streams.
func (h *hub) changed(id int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.tables[id] == nil {
		return
	}
	h.due[id] = true
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

var errTooManyStreams = refuse(http.StatusServiceUnavailable, "Too many boards are open. Close one, or try again later.")

// join adds a stream. leave removes it.
func (h *hub) join(ctx context.Context, l match.LiveSession) (t *table, st *stream, leave func(), err error) {
	versions, err := h.server.Store.LiveVersions(ctx, []int64{l.Match})
	if err != nil || len(versions) != 1 {
		return nil, nil, nil, errors.Join(err, errTooManyStreams)
	}
	who := l.Player
	if who == "" {
		who = l.ID
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.streams >= maxStreams || h.by[who] >= maxStreamsPerOne {
		return nil, nil, nil, errTooManyStreams
	}
	if t = h.tables[l.Match]; t == nil {
		// Generations of different processes, and of different times, differ.
		t = &table{id: l.Match, version: versions[0], generation: h.server.Now().UnixMilli(), streams: map[*stream]bool{}, drawings: newDrawings()}
		h.tables[l.Match] = t
	}
	h.streams++
	h.by[who]++
	st = &stream{session: l, wake: make(chan struct{}, 1)}
	t.streams[st] = true
	t.setVersion(versions[0])
	t.presenceChanged(st, h.server.Now())
	if !h.looking {
		h.looking = true
		go h.look(*h.context.Load())
	}
	return t, st, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.streams--
		if h.by[who]--; h.by[who] == 0 {
			delete(h.by, who)
		}
		delete(t.streams, st)
		t.presenceChanged(st, h.server.Now())
		if len(t.streams) == 0 {
			delete(h.tables, t.id)
		}
	}, nil
}

// presenceChanged makes an event due: soon for a player, later for those who watch.
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
	for _, plays := range []bool{true, false} { // players do not wait for a crowd
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

// look asks the store for changes until nobody looks any more.
func (h *hub) look(ctx context.Context) {
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	failing := false
	for {
		ids := []int64{}
		select {
		case <-ctx.Done():
			return
		case <-h.wake:
			h.mu.Lock()
			for id := range h.due {
				ids = append(ids, id)
			}
			clear(h.due)
			h.mu.Unlock()
		case <-tick.C:
			if ids = h.watched(); len(ids) == 0 {
				return
			}
		}
		asking, cancel := context.WithTimeout(ctx, lookTime)
		versions, err := h.server.Store.LiveVersions(asking, ids)
		cancel()
		if err != nil && !failing && ctx.Err() == nil {
			h.server.Log.Warn("live boards can't be kept up to date", "err", err)
		}
		failing = err != nil
		h.mu.Lock()
		for _, v := range versions {
			if t := h.tables[v.Match]; t != nil {
				t.setVersion(v)
			}
		}
		h.mu.Unlock()
	}
}

// watched returns the matches that have streams, and makes events of presence. With none, the look ends.
func (h *hub) watched() (ids []int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	now := h.server.Now()
	for id, t := range h.tables {
		ids = append(ids, id)
		if !t.presence.IsZero() && !now.Before(t.presence) {
			t.next()
		}
	}
	h.looking = len(ids) > 0
	return ids
}

// here returns which players of a table have streams, and how many streams watch.
func (h *hub) here(t *table) (generation int64, version match.LiveVersion, players map[string]bool, watchers int) {
	h.mu.Lock()
	defer h.mu.Unlock()
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
		return 0, refuse(http.StatusBadRequest, "The request names no match. Load the page again.")
	}
	return id, nil
}

// events streams the states of a match.
func (s *Server) events(w http.ResponseWriter, r *http.Request) {
	if err := s.stream(w, r); err != nil {
		s.fail(w, r, err)
	}
}

// stream is events. It returns an error only before the first event.
func (s *Server) stream(w http.ResponseWriter, r *http.Request) error {
	over := s.hub.context.Load()
	if over == nil {
		return refuse(http.StatusServiceUnavailable, "I'm starting. Try again in a moment.")
	}
	// Browsers that say where a request comes from say so of streams, too.
	if from := r.Header.Get("Sec-Fetch-Site"); from != "" && from != "same-origin" {
		return refuse(http.StatusForbidden, "This request comes from another site. Open the board by its link.")
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
	t, st, leave, err := s.hub.join(ctx, l)
	if err != nil {
		return err
	}
	defer leave()
	light := r.URL.Query().Get("theme") == "light"
	you, sent := seatOf(&m, l.Player), r.Header.Get("Last-Event-ID")
	out := &events{w: w, control: http.NewResponseController(w)}
	out.begin()
	for out.err == nil {
		gone := s.gone(ctx, &l)
		id, text, err := s.draw(*over, t, light, you)
		switch {
		case gone != "":
			out.write([]byte("event: gone\ndata: " + gone + "\n\n"))
			return nil
		case err != nil:
			s.Log.Error("a live board can't be drawn", "match", t.id, "err", err)
			return nil // the browser comes again
		case id != sent:
			sent = id
			out.write(text)
		default:
			out.write([]byte(": ping\n\n"))
		}
		ping := time.NewTimer(pingEvery)
		select {
		case <-st.wake:
		case <-ping.C:
		case <-ctx.Done():
			out.err = ctx.Err()
		case <-(*over).Done():
			out.err = (*over).Err()
		}
		ping.Stop()
	}
	return nil
}

// gone says why a session is over, "" if it holds.
func (s *Server) gone(ctx context.Context, l *match.LiveSession) string {
	if l.Player != "" { // the store knows whether the person was deleted
		if _, err := s.Store.LiveSession(ctx, l.ID, s.Now()); errors.Is(err, match.ErrNotFound) {
			return errNoSession.Error()
		}
	}
	if !s.Now().Before(l.Until) {
		return errNoSession.Error()
	}
	return ""
}

// events writes server-sent events.
type events struct {
	w       http.ResponseWriter
	control *http.ResponseController
	err     error
}

func (e *events) begin() {
	_ = e.control.SetReadDeadline(time.Time{}) // the server's is for requests that end; recorders have none
	h := e.w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("X-Accel-Buffering", "no")
	e.w.WriteHeader(http.StatusOK)
}

// write writes an event. A reader that does not take it in time is dropped.
func (e *events) write(text []byte) {
	_ = e.control.SetWriteDeadline(time.Now().Add(stallTime))
	if _, e.err = e.w.Write(text); e.err == nil {
		e.err = e.control.Flush()
	}
}
