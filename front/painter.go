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
	// A channel's messages are changed once in paintPause, which is what Discord allows.
	paintPause = time.Second
	// paintTime bounds the work on one message.
	paintTime = 45 * time.Second
	// classPause is how often at most a look has the message of a class painted: it tells how many
	// have done what, which one student may change in 32 classes at every moment.
	classPause = 30 * time.Second
	// maxLagging is how many messages a look into the store finds.
	maxLagging = 200
	// maxFresh is how many messages may wait to be noted.
	maxFresh = 5000
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
type painter struct {
	front  *Front
	holder string // this process, to others that look for what lags
	// noting is held while what is fresh goes to the store, or what lags there is looked
	// up: in between the one would be in neither. It is a channel, since a goroutine that waits
	// for a mutex stops the clock of a testing/synctest bubble.
	noting  chan struct{}
	lagging map[match.Subject]lag       // at the last look
	classes map[match.Subject]time.Time // when a look had the messages of classes painted

	mu      sync.Mutex
	waiting map[match.Subject]bool        // to be painted; true: whatever the message is known to show
	fresh   map[match.Subject]match.Board // what messages show, not noted yet
}

// lag is a version that no message is known to show.
type lag struct {
	version int64
	since   time.Time
}

func newPainter(f *Front, random func(string) uint64) *painter {
	holder := rand.Text()
	if random != nil {
		holder = strconv.FormatUint(random("painter"), 36)
	}
	return &painter{
		front: f, holder: holder, noting: make(chan struct{}, 1),
		waiting: map[match.Subject]bool{}, fresh: map[match.Subject]match.Board{}, lagging: map[match.Subject]lag{}, classes: map[match.Subject]time.Time{},
	}
}

// paint schedules an edit that brings the board's message up to date.
func (p *painter) paint(b match.Board) { p.ask(b, false) }

// ask is paint; anyway: even if the message is known to show the newest state.
func (p *painter) ask(b match.Board, anyway bool) {
	s := b.Unversioned()
	p.mu.Lock()
	before, waits := p.waiting[s]
	p.waiting[s] = before || anyway
	p.mu.Unlock()
	if waits {
		return
	}
	turn := func() (anyway bool) {
		p.mu.Lock()
		defer p.mu.Unlock()
		anyway = p.waiting[s]
		delete(p.waiting, s) // from here on, who changes it asks again
		return anyway
	}
	err := p.front.inBackground(b.Channel, paintTime, paintPause, func(ctx context.Context) {
		if anyway := turn(); !p.paintNow(ctx, b, anyway) && anyway {
			p.ask(b, true) // as a look may not find it
		}
	})
	if err != nil {
		turn()
		p.front.log.Debug("a board is painted later", "channel", b.Channel, "err", err)
	}
}

// paintNow brings the board's message up to date, and reports whether it has.
func (p *painter) paintNow(ctx context.Context, b match.Board, anyway bool) bool {
	log := p.front.log.With("channel", b.Channel, "kind", b.Kind, "id", b.ID)
	newest, err := p.newest(ctx, b)
	if err != nil {
		log.Error("a board can't be looked up", "err", err)
		return false
	}
	if !anyway && p.isShown(newest) && (b.Message == "" || b.Message == newest.Message) {
		return true
	}
	r, err := p.front.service.Board(ctx, newest)
	if err != nil {
		log.Error("a board can't be drawn", "err", err)
		return false
	}
	now, handle := match.Board{Subject: r.Show, Channel: b.Channel}, r.ShownIn
	if handle == "" && b.Message != "" {
		handle, now.Message = b.Message, b.Message // nobody has noted it
	}
	if handle == "" && now.Kind == match.MatchSubject && !p.overdue(now) {
		return true // its first message may be on its way
	}
	err = ErrNoMessage
	if handle != "" {
		err = p.front.platform.Edit(ctx, handle, Message{Card: r.Card})
	}
	// That of a tournament is not posted again where somebody has deleted it.
	if errors.Is(err, ErrNoMessage) && (now.Kind == match.MatchSubject || now.Kind == match.TournamentSubject && handle == "") {
		log.Info("a board is posted again", "message", handle)
		prefix := map[match.SubjectKind]string{match.MatchSubject: "b", match.TournamentSubject: "t"}[now.Kind]
		nonce := fmt.Sprintf("%s%d.%d", prefix, now.ID, now.Version)
		handle, err = p.front.platform.Post(ctx, b.Channel, Message{Card: r.Card, Nonce: nonce})
		now.Message = handle
	}
	switch {
	case err == nil:
		if r.Closes { // as nobody did, or a message has opened it again
			p.front.close(b.Channel)
		}
		err = p.shown(ctx, now, handle)
	case errors.Is(err, ErrNoMessage): // of a challenge that is over, or a puzzle whose post was deleted
		err = p.note(ctx, now)
	case errors.Is(err, ErrForbidden):
		p.front.lacks.note(b.Channel)
		log.Warn("a board is not kept up to date", "err", err)
		now.Message = ""
		err = p.note(ctx, now)
	default:
		log.Info("a board could not be updated and is tried again", "err", err)
		ctx, cancel := p.front.toStore()
		defer cancel()
		if _, err := p.isNewest(ctx, now, handle); err != nil { // it may have been updated all the same
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
func (p *painter) newest(ctx context.Context, b match.Board) (match.Board, error) {
	newest, err := p.front.outbox.NewestBoard(ctx, b.Subject)
	if errors.Is(err, match.ErrNotFound) {
		return b, nil
	}
	return newest, err
}

// isShown reports whether the message is known to show the newest version of a board.
func (p *painter) isShown(newest match.Board) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	fresh, known := p.fresh[newest.Unversioned()]
	return newest.Shown == newest.Version || known && fresh.Version >= newest.Version
}

// shown notes what the message of that handle, empty if it has none, shows since a moment
// ago. Where it is to be noted too which message that is, b.Message has the handle as well.
func (p *painter) shown(ctx context.Context, b match.Board, handle string) error {
	isNew := b.Message != ""
	if isNew {
		if err := p.note(ctx, b); err != nil {
			return err
		}
	}
	newest, err := p.isNewest(ctx, b, handle)
	if err != nil || !newest || isNew {
		return err
	}
	return p.note(ctx, b)
}

// isNewest reports whether what a message shows since a moment ago was the newest state then.
// Where it may not have been, the message is painted once more.
func (p *painter) isNewest(ctx context.Context, b match.Board, handle string) (bool, error) {
	if p.front.leases == nil && !p.front.background.busy(b.Channel) && !p.front.background.busy(noticesOf(b.Channel)) {
		return true, nil // as nobody but this answer changes anything there
	}
	newest, err := p.newest(ctx, b)
	if err != nil {
		p.ask(b, true)
		return false, err
	}
	elsewhere := b.Message == "" && handle != "" && newest.Message != "" && handle != newest.Message
	if newest.Subject == b.Subject && !elsewhere {
		return true, nil
	}
	return false, p.paintAgain(ctx, newest)
}

// paintAgain has the board's message painted, in which an old state may have come last.
func (p *painter) paintAgain(ctx context.Context, newest match.Board) error {
	p.mu.Lock()
	delete(p.fresh, newest.Unversioned())
	p.mu.Unlock()
	p.ask(newest, true)
	if newest.Shown != newest.Version {
		return nil
	}
	// So that another process paints it if this one dies before.
	return p.front.outbox.RecordShown(ctx, match.Board{Subject: newest.Unversioned()})
}

// note notes what a message shows: at once where that is another message than before,
// else together with others. A message that could not be noted at once is noted with them too:
// otherwise nobody would know of it, and its buttons would stay.
func (p *painter) note(ctx context.Context, b match.Board) (err error) {
	if b.Message != "" {
		err = p.front.outbox.RecordShown(ctx, b)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	s := b.Unversioned()
	fresh, known := p.fresh[s]
	switch {
	case b.Message != "" && err == nil:
		delete(p.fresh, s)
		return nil
	case b.Message != "" || !known:
	case fresh.Version > b.Version:
		return nil
	default:
		b.Message = fresh.Message
	}
	if known || len(p.fresh) < maxFresh {
		p.fresh[s] = b
	}
	return err
}

// flush notes what messages show.
func (p *painter) flush(ctx context.Context) {
	p.noting <- struct{}{}
	defer func() { <-p.noting }()
	p.mu.Lock()
	boards := slices.Collect(maps.Values(p.fresh))
	p.mu.Unlock()
	if len(boards) == 0 {
		return
	}
	if err := p.front.outbox.RecordShown(ctx, boards...); err != nil {
		p.front.log.Error("what messages show was not noted", "boards", len(boards), "err", err)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, b := range boards {
		if s := b.Unversioned(); p.fresh[s] == b {
			delete(p.fresh, s)
		}
	}
}

// look finds messages that lag and has them painted. A message that has not lagged for long is
// left for another look: somebody may be at it.
//
// Where something is under way in the channel, its answer may be about to show the board.
func (p *painter) look(ctx context.Context) {
	if !p.mayLook(ctx) {
		return
	}
	p.noting <- struct{}{}
	defer func() { <-p.noting }()
	boards, err := p.front.outbox.LaggingBoards(ctx, p.front.platform.Name(), maxLagging)
	if err != nil {
		if ctx.Err() == nil {
			p.front.log.Error("boards can't be looked up", "err", err)
		}
		return
	}
	lags := map[match.Subject]lag{}
	var lagging []match.Board
	for _, b := range boards {
		if p.front.channels.busy(b.Channel) { // asked before what is fresh, as that comes later
			continue
		}
		if b.Message == "" && p.front.background.busy(noticesOf(b.Channel)) { // that of a pairing comes with its notice
			continue
		}
		if p.isShown(b) {
			continue
		}
		s := b.Unversioned()
		before, known := p.lagging[s]
		if !known || before.version != b.Version && b.Kind != match.ClassSubject { // what changes all the time is painted too
			before = lag{b.Version, time.Now()}
		}
		lags[s] = before
		painted, wasPainted := p.classes[s]
		if time.Since(before.since) < p.patience(b) || wasPainted && time.Since(painted) < classPause {
			continue
		}
		if b.Kind == match.ClassSubject {
			p.classes[s] = time.Now()
		}
		lagging = append(lagging, b)
	}
	p.lagging = lags
	maps.DeleteFunc(p.classes, func(_ match.Subject, painted time.Time) bool { return time.Since(painted) >= classPause })
	for _, b := range lagging {
		p.paint(b)
	}
}

// overdue reports whether a look has found that a board lags, for long enough, and no notice is about
// to bring it.
func (p *painter) overdue(b match.Board) bool {
	p.noting <- struct{}{}
	defer func() { <-p.noting }()
	before, known := p.lagging[b.Unversioned()]
	return known && time.Since(before.since) >= p.patience(b) && !p.front.background.busy(noticesOf(b.Channel))
}

// patience is for how long a board lags before a look has it painted. One without a message
// may be on its way, in another process for as long as an answer may take, and what another process
// has painted not be noted yet.
func (p *painter) patience(b match.Board) time.Duration {
	switch {
	case b.Message == "" && p.front.leases != nil:
		return max(2*p.front.intervals.Boards, p.front.workTime)
	case b.Message == "":
		return 2 * p.front.intervals.Boards
	case p.front.leases != nil:
		return 2 * p.front.intervals.Notices
	}
	return 0
}

// lookName is the lease of the process that looks.
func (p *painter) lookName() string { return p.front.platform.Name() + " boards" }

// mayLook reports whether it is this process that looks: one is enough, and several would
// all paint what they find.
func (p *painter) mayLook(ctx context.Context) bool {
	if p.front.leases == nil {
		return true
	}
	now := time.Now()
	_, taken, err := p.front.leases.TakeLease(ctx, p.lookName(), p.holder, now.Add(2*p.front.intervals.Boards), now)
	if err != nil && ctx.Err() == nil {
		p.front.log.Error("boards can't be looked up", "err", err)
	}
	return taken
}

// stopLooking lets another process look at once.
func (p *painter) stopLooking(ctx context.Context) {
	if p.front.leases == nil {
		return
	}
	if err := p.front.leases.EndLease(ctx, match.Lease{Name: p.lookName(), Holder: p.holder}); err != nil {
		p.front.log.Info("another process looks for boards a little later", "err", err)
	}
}
