package front

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"nimatron/match"
)

const (
	// A channel's messages are changed once in paintPause, which is what Discord allows.
	paintPause = time.Second
	// paintTime bounds the work on one message.
	paintTime = 45 * time.Second
	// maxLagging is how many messages a look into the store finds.
	maxLagging = 200
	// maxFresh is how many messages may wait to be noted.
	maxFresh = 5000
)

// painter keeps the messages that show matches and challenges up to date, off the way
// of answers: each message is brought to the newest state when its turn comes, whatever
// was between. Which messages lag is in the store. What is here in memory only saves
// looking for it: the next look finds what was dropped or lost.
type painter struct {
	front *Front
	// noting is held while what is fresh goes to the store, or what lags there is looked
	// up: in between the one would be in neither.
	noting sync.Mutex

	mu       sync.Mutex
	waiting  map[subject]bool        // to be painted
	painting map[subject]bool        // now
	raced    map[subject]bool        // shown by an answer while being painted
	fresh    map[subject]match.Board // what messages show, not noted yet
	missing  map[subject]missing     // at the last look
}

// missing is a version that no message is known to show.
type missing struct {
	version int64
	since   time.Time
}

// subject is what a board shows.
type subject struct{ match, challenge int64 }

func subjectOf(b match.Board) subject { return subject{b.Match, b.Challenge} }

func newPainter(f *Front) *painter {
	return &painter{
		front: f, waiting: map[subject]bool{}, painting: map[subject]bool{}, raced: map[subject]bool{},
		fresh: map[subject]match.Board{}, missing: map[subject]missing{},
	}
}

// paint has the board's message brought up to date soon.
func (p *painter) paint(b match.Board) {
	s := subjectOf(b)
	p.mu.Lock()
	before := p.waiting[s]
	p.waiting[s] = true
	p.mu.Unlock()
	if before {
		return
	}
	err := p.front.inBackground(b.Channel, paintTime, paintPause, func(ctx context.Context) {
		p.mu.Lock()
		delete(p.waiting, s) // from here on, who changes it asks again
		p.painting[s] = true
		p.mu.Unlock()
		defer p.painted(b)
		p.paintNow(ctx, b)
	})
	if err != nil {
		p.mu.Lock()
		delete(p.waiting, s)
		p.mu.Unlock()
		p.front.log.Debug("a board is painted later", "channel", b.Channel, "err", err)
	}
}

// painted ends the painting of a board. Where an answer has changed the message
// meanwhile, nobody knows which of the two came last.
func (p *painter) painted(b match.Board) {
	s := subjectOf(b)
	p.mu.Lock()
	raced := p.raced[s]
	delete(p.painting, s)
	delete(p.raced, s)
	if raced {
		delete(p.fresh, s)
	}
	p.mu.Unlock()
	if raced {
		p.paint(b)
	}
}

// paintNow brings the board's message up to date.
func (p *painter) paintNow(ctx context.Context, b match.Board) {
	log := p.front.log.With("channel", b.Channel, "match", b.Match, "challenge", b.Challenge)
	r, err := p.front.service.Board(ctx, b)
	if err != nil {
		log.Error("a board can't be drawn", "err", err)
		return
	}
	now := boardOf(&r, b.Channel)
	p.mu.Lock()
	fresh, known := p.fresh[subjectOf(b)]
	p.mu.Unlock()
	if known && fresh.Version == now.Version {
		return
	}
	handle := r.ShownIn
	if handle == "" && b.Message != "" {
		handle, now.Message = b.Message, b.Message // nobody has noted it
	}
	err = ErrNoMessage
	if handle != "" {
		err = p.front.platform.Edit(ctx, handle, Message{Card: r.Card})
	}
	if errors.Is(err, ErrNoMessage) && now.Match != 0 {
		log.Info("a board is posted again", "message", handle)
		now.Message, err = p.front.platform.Post(ctx, b.Channel, Message{
			Card: r.Card, Nonce: fmt.Sprintf("b%d.%d", now.Match, now.Version),
		})
	}
	switch {
	case err == nil, errors.Is(err, ErrNoMessage): // of a challenge that is over
	case errors.Is(err, ErrForbidden):
		p.front.lacks.note(b.Channel)
		now.Message = ""
		log.Warn("a board is not kept up to date", "err", err)
	default:
		log.Info("a board could not be updated and is tried again", "err", err)
		return
	}
	if err := p.note(ctx, now); err != nil {
		log.Warn("what a message shows was not noted", "err", err)
	}
}

// shown notes what an answer has shown.
func (p *painter) shown(ctx context.Context, b match.Board) error {
	p.mu.Lock()
	if s := subjectOf(b); p.painting[s] {
		p.raced[s] = true
	}
	p.mu.Unlock()
	return p.note(ctx, b)
}

// note notes what a message shows: at once where that is another message than before,
// else together with others.
func (p *painter) note(ctx context.Context, b match.Board) error {
	if b.Message != "" {
		if err := p.front.outbox.NoteShown(ctx, b); err != nil {
			return err
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch s := subjectOf(b); {
	case b.Message != "":
		delete(p.fresh, s)
	case len(p.fresh) < maxFresh:
		p.fresh[s] = b
	}
	return nil
}

// flush notes what messages show.
func (p *painter) flush(ctx context.Context) {
	p.noting.Lock()
	defer p.noting.Unlock()
	p.mu.Lock()
	boards := slices.Collect(maps.Values(p.fresh))
	p.mu.Unlock()
	if len(boards) == 0 {
		return
	}
	if err := p.front.outbox.NoteShown(ctx, boards...); err != nil {
		p.front.log.Error("what messages show was not noted", "boards", len(boards), "err", err)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, b := range boards {
		if s := subjectOf(b); p.fresh[s] == b {
			delete(p.fresh, s)
		}
	}
}

// look finds messages that lag and has them painted. A board without a message may be
// on its way: it is posted if it stays so for two looks.
//
// Where something is under way in the channel, its answer may be about to show the board.
func (p *painter) look(ctx context.Context) {
	p.noting.Lock()
	defer p.noting.Unlock()
	boards, err := p.front.outbox.LaggingBoards(ctx, p.front.platform.Name(), maxLagging)
	if err != nil {
		p.front.log.Error("boards can't be looked up", "err", err)
		return
	}
	noted := map[subject]missing{}
	var lagging []match.Board
	p.mu.Lock()
	for _, b := range boards {
		if p.front.channels.busy(b.Channel) { // asked before what is fresh, as that comes later
			continue
		}
		s := subjectOf(b)
		if fresh, known := p.fresh[s]; known && fresh.Version >= b.Version {
			continue
		}
		if b.Message == "" {
			before, known := p.missing[s]
			if !known || before.version != b.Version {
				before = missing{b.Version, time.Now()}
			}
			noted[s] = before
			if time.Since(before.since) < 2*p.front.intervals.Boards {
				continue
			}
		}
		lagging = append(lagging, b)
	}
	p.missing = noted
	p.mu.Unlock()
	for _, b := range lagging {
		p.paint(b)
	}
}
