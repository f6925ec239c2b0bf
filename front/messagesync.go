package front

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"nimatron/match"
)

const (
	// A channel's messages are changed once in editPause, which is what Discord allows.
	editPause = time.Second
	// editTime bounds the work on one message.
	editTime = 45 * time.Second
	// classEditPause is how often at most a look has the message of a class painted: it tells how many
	// have done what, which one student may change in 32 classes at every moment.
	classEditPause = 30 * time.Second
	// maxLagging is how many messages a look into the store finds.
	maxLagging = 200
	// maxUnrecorded is how many messages may wait to be noted.
	maxUnrecorded = 5000
)

// painter keeps the messages that show matches, challenges and puzzles up to date, off the way of
// answers: each message is brought to the newest state when its turn comes, whatever was
// between. Which messages lag is in the store. The state here in memory only saves look-ups:
// the next look finds what was dropped or lost.
//
// Several may change a message at once: answers and the painter, of this process and of others.
// So after a change each of them looks whether there is a newer state than the one that it has
// shown. If so, the message is painted once more. The last change therefore shows the newest
// state, in whatever order they arrived.
type messageSync struct {
	front  *Front
	holder string // this process, to others that look for what lags
	// flushing is held while what is unrecorded goes to the store, or what lags there is looked
	// up: in between the one would be in neither. It is a channel, since a goroutine that waits
	// for a mutex stops the clock of a testing/synctest bubble.
	flushing chan struct{}
	lagging  map[subject]lag       // at the last look
	classes  map[subject]time.Time // when a look had the messages of classes painted

	mu         sync.Mutex
	waiting    map[subject]bool        // to be painted; true: whatever the message is known to show
	unrecorded map[subject]match.Board // what messages show, not noted yet
}

// lag is a version that no message is known to show.
type lag struct {
	version int64
	since   time.Time
}

// subject is what a board shows.
type subject struct{ match, challenge, puzzle, tournament, class int64 }

func subjectOf(b match.Board) subject {
	return subject{b.Match, b.Challenge, b.Puzzle, b.Tournament, b.Class}
}

func newMessageSync(f *Front, random func(string) uint64) *messageSync {
	holder := rand.Text()
	if random != nil {
		holder = strconv.FormatUint(random("painter"), 36)
	}
	return &messageSync{
		front: f, holder: holder, flushing: make(chan struct{}, 1),
		waiting: map[subject]bool{}, unrecorded: map[subject]match.Board{}, lagging: map[subject]lag{}, classes: map[subject]time.Time{},
	}
}

// paint schedules an edit that brings the board's message up to date.
func (m *messageSync) schedule(b match.Board) { m.enqueue(b, false) }

// ask is paint; force: even if the message is known to show the newest state.
func (m *messageSync) enqueue(b match.Board, force bool) {
	s := subjectOf(b)
	m.mu.Lock()
	before, waits := m.waiting[s]
	m.waiting[s] = before || force
	m.mu.Unlock()
	if waits {
		return
	}
	turn := func() (force bool) {
		m.mu.Lock()
		defer m.mu.Unlock()
		force = m.waiting[s]
		delete(m.waiting, s) // from here on, who changes it asks again
		return force
	}
	err := m.front.inBackground(b.Channel, editTime, editPause, func(ctx context.Context) {
		if force := turn(); !m.update(ctx, b, force) && force {
			m.enqueue(b, true) // as a look may not find it
		}
	})
	if err != nil {
		turn()
		m.front.log.Debug("a board is painted later", "channel", b.Channel, "err", err)
	}
}

// update brings the board's message up to date, and reports whether it has.
func (m *messageSync) update(ctx context.Context, b match.Board, force bool) bool {
	log := m.front.log.With("channel", b.Channel, "match", b.Match, "challenge", b.Challenge, "puzzle", b.Puzzle, "tournament", b.Tournament, "class", b.Class)
	newest, err := m.newest(ctx, b)
	if err != nil {
		log.Error("a board can't be looked up", "err", err)
		return false
	}
	if !force && m.isShown(newest) && (b.Message == "" || b.Message == newest.Message) {
		return true
	}
	r, err := m.front.service.Board(ctx, newest)
	if err != nil {
		log.Error("a board can't be drawn", "err", err)
		return false
	}
	now, handle := boardOf(&r, b.Channel), r.ShownIn
	if handle == "" && b.Message != "" {
		handle, now.Message = b.Message, b.Message // nobody has noted it
	}
	if handle == "" && now.Match != 0 && !m.overdue(now) {
		return true // its first message may be on its way
	}
	err = ErrNoMessage
	if handle != "" {
		err = m.front.platform.Edit(ctx, handle, Message{Card: r.Card})
	}
	// That of a tournament is not posted again where somebody has deleted it.
	if errors.Is(err, ErrNoMessage) && (now.Match != 0 || now.Tournament != 0 && handle == "") {
		log.Info("a board is posted again", "message", handle)
		nonce := fmt.Sprintf("b%d.%d", now.Match, now.Version)
		if now.Tournament != 0 {
			nonce = fmt.Sprintf("t%d.%d", now.Tournament, now.Version)
		}
		handle, err = m.front.platform.Post(ctx, b.Channel, Message{Card: r.Card, Nonce: nonce})
		now.Message = handle
	}
	switch {
	case err == nil:
		if r.Closes { // as nobody did, or a message has opened it again
			m.front.close(b.Channel)
		}
		err = m.recordShown(ctx, now, handle)
	case errors.Is(err, ErrNoMessage): // of a challenge that is over, or a puzzle whose post was deleted
		err = m.record(ctx, now)
	case errors.Is(err, ErrForbidden):
		m.front.forbidden.record(b.Channel)
		log.Warn("a board is not kept up to date", "err", err)
		now.Message = ""
		err = m.record(ctx, now)
	default:
		log.Info("a board could not be updated and is tried again", "err", err)
		ctx, cancel := m.front.storeContext()
		defer cancel()
		if _, err := m.isNewest(ctx, now, handle); err != nil { // it may have been updated all the same
			log.Warn("whether a message shows an old state is not known", "err", err)
		}
		return false
	}
	if err != nil {
		log.Warn("what a message shows was not noted", "err", err)
	}
	return true
}

// newest returns the newest board of what b shows, b where the store knows of none.
func (m *messageSync) newest(ctx context.Context, b match.Board) (match.Board, error) {
	newest, err := m.front.outbox.NewestBoard(ctx, b)
	if errors.Is(err, match.ErrNotFound) {
		return b, nil
	}
	return newest, err
}

// isShown reports whether the message is known to show the newest version of a board.
func (m *messageSync) isShown(newest match.Board) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	unrecorded, known := m.unrecorded[subjectOf(newest)]
	return newest.Shown == newest.Version || known && unrecorded.Version >= newest.Version
}

// shown notes what the message of that handle, empty if it has none, shows since a moment
// ago. Where it is to be noted too which message that is, b.Message has the handle as well.
func (m *messageSync) recordShown(ctx context.Context, b match.Board, handle string) error {
	isNew := b.Message != ""
	if isNew {
		if err := m.record(ctx, b); err != nil {
			return err
		}
	}
	newest, err := m.isNewest(ctx, b, handle)
	if err != nil || !newest || isNew {
		return err
	}
	return m.record(ctx, b)
}

// isNewest reports whether what a message shows since a moment ago was the newest state then.
// Where it may not have been, the message is painted once more.
func (m *messageSync) isNewest(ctx context.Context, b match.Board, handle string) (bool, error) {
	if m.front.leases == nil && !m.front.background.busy(b.Channel) && !m.front.background.busy(noticeQueue(b.Channel)) {
		return true, nil // as nobody but this answer changes anything there
	}
	newest, err := m.newest(ctx, b)
	if err != nil {
		m.enqueue(b, true)
		return false, err
	}
	elsewhere := b.Message == "" && handle != "" && newest.Message != "" && handle != newest.Message
	if subjectOf(newest) == subjectOf(b) && newest.Version == b.Version && !elsewhere {
		return true, nil
	}
	return false, m.updateAgain(ctx, newest)
}

// updateAgain has the board's message painted, in which an old state may have come last.
func (m *messageSync) updateAgain(ctx context.Context, newest match.Board) error {
	m.mu.Lock()
	delete(m.unrecorded, subjectOf(newest))
	m.mu.Unlock()
	m.enqueue(newest, true)
	if newest.Shown != newest.Version {
		return nil
	}
	// So that another process paints it if this one dies before.
	return m.front.outbox.NoteShown(ctx, match.Board{Match: newest.Match, Challenge: newest.Challenge, Puzzle: newest.Puzzle, Tournament: newest.Tournament, Class: newest.Class})
}

// note notes what a message shows: at once where that is another message than before,
// else together with others. A message that could not be noted at once is noted with them too:
// otherwise nobody would know of it, and its buttons would stay.
func (m *messageSync) record(ctx context.Context, b match.Board) (err error) {
	if b.Message != "" {
		err = m.front.outbox.NoteShown(ctx, b)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	s := subjectOf(b)
	unrecorded, known := m.unrecorded[s]
	switch {
	case b.Message != "" && err == nil:
		delete(m.unrecorded, s)
		return nil
	case b.Message != "" || !known:
	case unrecorded.Version > b.Version:
		return nil
	default:
		b.Message = unrecorded.Message
	}
	if known || len(m.unrecorded) < maxUnrecorded {
		m.unrecorded[s] = b
	}
	return err
}

// flush notes what messages show.
func (m *messageSync) flush(ctx context.Context) {
	m.flushing <- struct{}{}
	defer func() { <-m.flushing }()
	m.mu.Lock()
	boards := slices.Collect(maps.Values(m.unrecorded))
	m.mu.Unlock()
	if len(boards) == 0 {
		return
	}
	if err := m.front.outbox.NoteShown(ctx, boards...); err != nil {
		m.front.log.Error("what messages show was not noted", "boards", len(boards), "err", err)
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, b := range boards {
		if s := subjectOf(b); m.unrecorded[s] == b {
			delete(m.unrecorded, s)
		}
	}
}

// look finds messages that lag and has them painted. A message that has not lagged for long is
// left for another look: somebody may be at it.
//
// Where something is under way in the channel, its answer may be about to show the board.
func (m *messageSync) updateLagging(ctx context.Context) {
	if !m.holdsLease(ctx) {
		return
	}
	m.flushing <- struct{}{}
	defer func() { <-m.flushing }()
	boards, err := m.front.outbox.LaggingBoards(ctx, m.front.platform.Name(), maxLagging)
	if err != nil {
		if ctx.Err() == nil {
			m.front.log.Error("boards can't be looked up", "err", err)
		}
		return
	}
	lags := map[subject]lag{}
	var lagging []match.Board
	for _, b := range boards {
		if m.front.channels.busy(b.Channel) { // asked before what is unrecorded, as that comes later
			continue
		}
		if b.Message == "" && m.front.background.busy(noticeQueue(b.Channel)) { // that of a meeting comes with its notice
			continue
		}
		if m.isShown(b) {
			continue
		}
		s := subjectOf(b)
		before, known := m.lagging[s]
		if !known || before.version != b.Version && b.Class == 0 { // what changes all the time is painted too
			before = lag{b.Version, time.Now()}
		}
		lags[s] = before
		painted, wasPainted := m.classes[s]
		if time.Since(before.since) < m.patience(b) || wasPainted && time.Since(painted) < classEditPause {
			continue
		}
		if b.Class != 0 {
			m.classes[s] = time.Now()
		}
		lagging = append(lagging, b)
	}
	m.lagging = lags
	maps.DeleteFunc(m.classes, func(_ subject, painted time.Time) bool { return time.Since(painted) >= classEditPause })
	for _, b := range lagging {
		m.schedule(b)
	}
}

// overdue reports whether a look has found that a board lags, for long enough, and no notice is about
// to bring it.
func (m *messageSync) overdue(b match.Board) bool {
	m.flushing <- struct{}{}
	defer func() { <-m.flushing }()
	before, known := m.lagging[subjectOf(b)]
	return known && time.Since(before.since) >= m.patience(b) && !m.front.background.busy(noticeQueue(b.Channel))
}

// patience is for how long a board lags before a look has it painted. One without a message
// may be on its way, in another process for as long as an answer may take, and what another process
// has painted not be noted yet.
func (m *messageSync) patience(b match.Board) time.Duration {
	switch {
	case b.Message == "" && m.front.leases != nil:
		return max(2*m.front.intervals.Boards, m.front.workTime)
	case b.Message == "":
		return 2 * m.front.intervals.Boards
	case m.front.leases != nil:
		return 2 * m.front.intervals.Notices
	}
	return 0
}

// leaseName is the lease of the process that looks.
func (m *messageSync) leaseName() string { return m.front.platform.Name() + " boards" }

// holdsLease reports whether it is this process that looks: one is enough, and several would
// all paint what they find.
func (m *messageSync) holdsLease(ctx context.Context) bool {
	if m.front.leases == nil {
		return true
	}
	now := time.Now()
	_, taken, err := m.front.leases.TakeLease(ctx, m.leaseName(), m.holder, now.Add(2*m.front.intervals.Boards), now)
	if err != nil && ctx.Err() == nil {
		m.front.log.Error("boards can't be looked up", "err", err)
	}
	return taken
}

// releaseLease lets another process look at once.
func (m *messageSync) releaseLease(ctx context.Context) {
	if m.front.leases == nil {
		return
	}
	if err := m.front.leases.EndLease(ctx, match.Lease{Name: m.leaseName(), Holder: m.holder}); err != nil {
		m.front.log.Info("another process looks for boards a little later", "err", err)
	}
}
