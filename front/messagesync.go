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

	"nimatron/commands/view"
	"nimatron/match"
)

const (
	// editPause separates edits in a channel: Discord allows about one a second.
	editPause = time.Second
	editTime  = 45 * time.Second
	// classEditPause separates edits of a class's message. One student can change 32 of them at any
	// time.
	classEditPause = 30 * time.Second
	maxLagging     = 200  // boards per scan of the store
	maxUnrecorded  = 5000 // boards waiting to be recorded
)

// messageSync keeps the messages that show matches, challenges and puzzles up to date, in the
// background. Each message jumps to the newest state when its turn comes. The store knows which
// messages lag. The state in memory only saves queries: the next scan finds lost edits.
//
// Answers, this process and others may edit a message at the same time. So after each edit they
// check for a newer state, and edit again if there is one. The last edit therefore shows the newest
// state, in whatever order they arrived.
type messageSync struct {
	front  *Front
	holder string
	// flushing is held during a flush and a scan: a board that is being flushed would be neither in
	// memory nor in the store. It is a channel because waiting for a mutex would stop the clock of
	// a testing/synctest bubble.
	flushing chan struct{}
	lagging  map[match.Subject]lag
	classes  map[match.Subject]time.Time

	mu         sync.Mutex
	waiting    map[match.Subject]bool // boards to update; true to edit even a message that seems current
	unrecorded map[match.Subject]match.Board
	forbidden  map[match.Subject]forbidden // boards that could not be edited, and count as shown
}

type forbidden struct {
	match.Board
	tries int
	next  time.Time
}

// lag is a version that no message is known to show, and the time of the scan that first saw it.
type lag struct {
	version int64
	since   time.Time
}

func newMessageSync(f *Front, random func(string) uint64) *messageSync {
	holder := rand.Text()
	if random != nil {
		holder = strconv.FormatUint(random("messageSync"), 36)
	}
	return &messageSync{
		front: f, holder: holder, flushing: make(chan struct{}, 1),
		waiting: map[match.Subject]bool{}, unrecorded: map[match.Subject]match.Board{}, forbidden: map[match.Subject]forbidden{},
		lagging: map[match.Subject]lag{}, classes: map[match.Subject]time.Time{},
	}
}

func (m *messageSync) schedule(b match.Board) { m.enqueue(b, false) }

// enqueue is schedule; with force it edits the message even if that seems current.
func (m *messageSync) enqueue(b match.Board, force bool) {
	s := b.Unversioned()
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
		delete(m.waiting, s) // a later change queues again
		return force
	}
	err := m.front.inBackground(b.Channel, editTime, editPause, func(ctx context.Context) {
		if force := turn(); m.update(ctx, b, force) || !force {
			return
		}
		select { // jobs follow without a rest while the bot stops
		case <-time.After(editPause):
			m.enqueue(b, true) // a scan may not find it
		case <-ctx.Done():
		}
	})
	if err != nil {
		turn()
		m.front.log.Debug("a board will be drawn later", "channel", b.Channel, "err", err)
	}
}

func (m *messageSync) update(ctx context.Context, b match.Board, force bool) bool {
	log := m.front.log.With("channel", b.Channel, "kind", b.Kind, "id", b.ID)
	newest, err := m.newest(ctx, b)
	if err != nil {
		log.Error("a board can't be looked up", "err", err)
		return false
	}
	current := !force && m.isShown(newest) && (b.Message == "" || b.Message == newest.Message)
	if buried, _ := m.front.chats.buried(newest.Channel, newest.Message); current && !buried {
		return true
	}
	b.Channel = newest.Channel // the request may have come from another channel
	r, err := m.front.service.Board(ctx, newest)
	if errors.Is(err, match.ErrReplaced) {
		newest.Message = ""
		return m.record(ctx, newest) == nil
	}
	if err != nil {
		log.Error("a board can't be drawn", "err", err)
		return false
	}
	now, handle := match.Board{Subject: r.Show, Channel: b.Channel}, r.ShownIn
	if handle == "" && b.Message != "" {
		handle, now.Message = b.Message, b.Message // the store does not know the message
	}
	if handle == "" && now.Kind == match.MatchSubject && !m.overdue(now) {
		return true // the first message may be in flight
	}
	if handle == "" && now.Kind == match.MatchSubject {
		release, alone := m.front.reserve(b.Channel)
		if !alone {
			return true // a notice brings the board, or the next scan does
		}
		defer release()
		if newest, err := m.newest(ctx, b); err != nil || newest.Message != "" {
			return err == nil
		}
		handle = m.find(ctx, now)
		now.Message = handle
	}
	switch shown := (match.Board{Channel: b.Channel, Message: handle}); {
	case r.Follows && m.front.buried(ctx, shown) && m.follow(ctx, &now, handle, r.Card):
		handle, err = now.Message, nil
	case current:
		return true
	case handle != "":
		err = m.front.platform.Edit(ctx, handle, Message{Card: r.Card})
	default:
		err = ErrNoMessage
	}
	// A tournament's message is not posted again after somebody has deleted it.
	lost := errors.Is(err, ErrNoMessage)
	if (lost || errors.Is(err, ErrTooOld)) && now.Kind == match.MatchSubject || lost && handle == "" &&
		(now.Kind == match.TournamentSubject || now.Kind == match.RaceSubject && now.Version == 1) {
		log.Info("a board is posted again", "message", handle)
		handle, err = m.front.platform.Post(ctx, b.Channel, Message{Card: r.Card, Nonce: nonce(now.Subject)})
		now.Message = handle
	}
	later := errors.Is(err, ErrForbidden) || errors.Is(err, ErrTooOld)
	m.tried(now, later)
	switch {
	case err == nil:
		if r.Closes { // nobody closed it, or a message reopened it
			m.front.close(b.Channel)
		}
		err = m.recordShown(ctx, now, handle)
	case errors.Is(err, ErrNoMessage): // a challenge is over, or a puzzle's post was deleted
		err = m.record(ctx, now)
	case later:
		if errors.Is(err, ErrForbidden) {
			m.front.Doubt(b.Channel)
		}
		log.Warn("a board is not kept up to date", "err", err)
		now.Message = ""
		err = m.record(ctx, now)
	default:
		log.Info("a board could not be updated and is tried again", "err", err)
		ctx, cancel := m.front.storeContext()
		defer cancel()
		if _, err := m.isNewest(ctx, now, handle); err != nil { // the edit may have succeeded
			log.Warn("whether a message shows an old state is not known", "err", err)
		}
		return false
	}
	if err != nil {
		log.Warn("what a message shows was not recorded", "err", err)
	}
	return true
}

// follow posts a board at the end of its channel, and reports whether it did. The record of the new message retires
// the old one. If a process dies before, the next one finds its message, or posts it again, under the same nonce.
func (m *messageSync) follow(ctx context.Context, b *match.Board, old string, card *view.Card) bool {
	m.front.chats.move(b.Channel)
	m.mu.Lock()
	delete(m.unrecorded, b.Unversioned())
	m.mu.Unlock()
	err := m.front.outbox.RecordShown(ctx, match.Board{Subject: b.Unversioned()})
	lost := ""
	if err == nil && b.Kind == match.MatchSubject {
		lost = m.find(ctx, *b)
	}
	switch {
	case err != nil:
	case lost != "" && lost != old:
		b.Message, err = lost, m.front.platform.Edit(ctx, lost, Message{Card: card})
	default:
		b.Message, err = m.front.platform.Post(ctx, b.Channel, Message{Card: card, Nonce: nonce(b.Subject)})
	}
	if err != nil {
		m.front.log.Info("a board does not follow the chat", "channel", b.Channel, "err", err)
	}
	return err == nil
}

// find returns the message with the board of a match that a killed process has posted and not recorded. A
// request's answer has no nonce.
func (m *messageSync) find(ctx context.Context, b match.Board) (handle string) {
	reader, can := m.front.platform.(Reader)
	if !can {
		return ""
	}
	handle, err := reader.Find(ctx, b.Channel, b.ID)
	if err != nil {
		m.front.log.Info("a lost board can't be looked for", "channel", b.Channel, "err", err)
	}
	return handle
}

func nonce(s match.Subject) string {
	prefix := map[match.SubjectKind]string{match.MatchSubject: "b", match.TournamentSubject: "t", match.RaceSubject: "r"}[s.Kind]
	return fmt.Sprintf("%s%d.%d", prefix, s.ID, s.Version)
}

// tried plans the next try for a board that could not be edited, and forgets it after any other result.
func (m *messageSync) tried(b match.Board, isForbidden bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	s := b.Unversioned()
	f, known := m.forbidden[s]
	if f.tries++; !isForbidden || f.tries == maxTries || !known && len(m.forbidden) == maxUnrecorded {
		delete(m.forbidden, s)
		return
	}
	m.forbidden[s] = forbidden{b, f.tries, time.Now().Add(retryDelay(f.tries))}
}

func (m *messageSync) retryForbidden() {
	m.mu.Lock()
	boards := slices.Collect(maps.Values(m.forbidden))
	m.mu.Unlock()
	slices.SortFunc(boards, func(a, b forbidden) int { return a.next.Compare(b.next) })
	for _, f := range boards {
		if !f.next.After(time.Now()) {
			m.enqueue(f.Board, true)
		}
	}
}

func (m *messageSync) newest(ctx context.Context, b match.Board) (match.Board, error) {
	newest, err := m.front.outbox.NewestBoard(ctx, b.Subject)
	if errors.Is(err, match.ErrNotFound) {
		return b, nil
	}
	return newest, err
}

func (m *messageSync) isShown(newest match.Board) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	unrecorded, known := m.unrecorded[newest.Unversioned()]
	return newest.Shown == newest.Version || known && unrecorded.Version >= newest.Version
}

// wasShown reports whether an answer, of which no handle is known, has shown any version of b.
func (m *messageSync) wasShown(ctx context.Context, b match.Board) bool {
	m.mu.Lock()
	unrecorded, known := m.unrecorded[b.Unversioned()]
	m.mu.Unlock()
	newest, err := m.newest(ctx, b)
	return unrecorded.Message == "" && (known || err == nil && newest.Shown > 0)
}

// recordShown records that a message now shows b. handle may be "". If b.Message is set, the message is
// recorded too.
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

// isNewest reports whether a message got the newest state. If it may not have, another edit is
// queued.
func (m *messageSync) isNewest(ctx context.Context, b match.Board, handle string) (bool, error) {
	if f := m.front; f.leases == nil && !f.late.busy(b.Channel) && !f.background.busy(b.Channel) && !f.background.busy(noticeQueue(b.Channel)) {
		return true, nil // nothing else edits messages of this channel
	}
	newest, err := m.newest(ctx, b)
	if err != nil {
		m.enqueue(b, true)
		return false, err
	}
	elsewhere := b.Message == "" && handle != "" && newest.Message != "" && handle != newest.Message
	if newest.Subject == b.Subject && !elsewhere {
		return true, nil
	}
	if elsewhere { // a retried edit may have come after the message was retired
		if err := m.front.platform.Retire(ctx, handle, newest.Message); err != nil && !errors.Is(err, ErrNoMessage) {
			m.front.log.Warn("an old board keeps its buttons", "channel", b.Channel, "message", handle, "err", err)
		}
	}
	return false, m.updateAgain(ctx, newest)
}

func (m *messageSync) updateAgain(ctx context.Context, newest match.Board) error {
	m.mu.Lock()
	delete(m.unrecorded, newest.Unversioned())
	m.mu.Unlock()
	m.enqueue(newest, true)
	if newest.Shown != newest.Version {
		return nil
	}
	// If this process dies first, another one updates the message.
	return m.front.outbox.RecordShown(ctx, match.Board{Subject: newest.Unversioned()})
}

// record records what a message shows: a new message at once, a version together with others. A new
// message that can't be stored now waits too, because otherwise its buttons would stay forever.
func (m *messageSync) record(ctx context.Context, b match.Board) (err error) {
	if b.Message != "" {
		m.front.chats.post(b.Channel, b.Message, 0)
		err = m.front.outbox.RecordShown(ctx, b)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	s := b.Unversioned()
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

func (m *messageSync) flush(ctx context.Context) {
	m.flushing <- struct{}{}
	defer func() { <-m.flushing }()
	m.mu.Lock()
	boards := slices.Collect(maps.Values(m.unrecorded))
	m.mu.Unlock()
	if len(boards) == 0 {
		return
	}
	if err := m.front.outbox.RecordShown(ctx, boards...); err != nil {
		m.front.faults.tell(m.front.log, "what messages show was not recorded", err)
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, b := range boards {
		if s := b.Unversioned(); m.unrecorded[s] == b {
			delete(m.unrecorded, s)
		}
	}
}

// updateLagging queues edits of messages that lag. It skips a message that began to lag just now,
// and channels with running requests: an answer may be about to show the board.
func (m *messageSync) updateLagging(ctx context.Context) {
	m.retryForbidden()
	if !m.holdsLease(ctx) {
		return
	}
	m.flushing <- struct{}{}
	defer func() { <-m.flushing }()
	boards, err := m.front.outbox.LaggingBoards(ctx, m.front.platform.Name(), maxLagging)
	if err != nil {
		if ctx.Err() == nil {
			m.front.faults.tell(m.front.log, "boards can't be looked up", err)
		}
		return
	}
	lags := map[match.Subject]lag{}
	var lagging []match.Board
	for _, b := range boards {
		// Asked before isShown: requests record what they show.
		busy := m.front.channels.busy(b.Channel) || m.front.late.busy(b.Channel) ||
			b.Message == "" && m.front.background.busy(noticeQueue(b.Channel)) // a notice brings the first board of a pairing
		if m.isShown(b) {
			continue
		}
		s := b.Unversioned()
		before, known := m.lagging[s]
		// A class changes all the time, and moves on the live board do not bring a board that the channel lacks.
		if !known || before.version != b.Version && b.Kind != match.ClassSubject && b.Message != "" {
			before = lag{b.Version, time.Now()}
		}
		lags[s] = before // also while the channel is busy, or a busy one would wait for ever
		updated, wasUpdated := m.classes[s]
		if busy || time.Since(before.since) < m.patience(b) || wasUpdated && time.Since(updated) < classEditPause {
			continue
		}
		if b.Kind == match.ClassSubject {
			m.classes[s] = time.Now()
		}
		lagging = append(lagging, b)
	}
	m.lagging = lags
	maps.DeleteFunc(m.classes, func(_ match.Subject, updated time.Time) bool { return time.Since(updated) >= classEditPause })
	for _, b := range lagging {
		m.schedule(b)
	}
}

// overdue reports whether a board has lagged for long and no notice is about to post it.
func (m *messageSync) overdue(b match.Board) bool {
	m.flushing <- struct{}{}
	defer func() { <-m.flushing }()
	before, known := m.lagging[b.Unversioned()]
	return known && time.Since(before.since) >= m.patience(b) && !m.front.background.busy(noticeQueue(b.Channel))
}

// patience is the time a board may lag before a scan updates it. A first message may still be on
// its way, and another process may not have stored its edit.
func (m *messageSync) patience(b match.Board) time.Duration {
	switch {
	case b.Message == "" && m.front.leases != nil:
		return max(2*m.front.intervals.Boards, workTime)
	case b.Message == "":
		return 2 * m.front.intervals.Boards
	case m.front.leases != nil:
		return 2 * m.front.intervals.Notices
	}
	return 0
}

func (m *messageSync) leaseName() string { return m.front.platform.Name() + " boards" }

// holdsLease reports whether this process scans. Several scans would edit the same messages.
func (m *messageSync) holdsLease(ctx context.Context) bool {
	if m.front.leases == nil {
		return true
	}
	now := time.Now()
	_, taken, err := m.front.leases.TakeLease(ctx, m.leaseName(), m.holder, now.Add(2*m.front.intervals.Boards), now)
	if err != nil && ctx.Err() == nil {
		m.front.faults.tell(m.front.log, "boards can't be looked up", err)
	}
	return taken
}

// releaseLease lets another process scan at once.
func (m *messageSync) releaseLease(ctx context.Context) {
	if m.front.leases == nil {
		return
	}
	if err := match.EndLease(ctx, m.front.leases, match.Lease{Name: m.leaseName(), Holder: m.holder}); err != nil {
		m.front.log.Info("another process looks for boards a little later", "err", err)
	}
}
