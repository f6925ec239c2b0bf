package front

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"nimatron/commands/view"
	"nimatron/match"
)

const (
	// storeTime is what there is to note what came of something whose own time is over.
	storeTime = 5 * time.Second
	// maxNotices is how many notices are taken at a time.
	maxNotices = 20
	// A notice that can't be sent is given up after so many tries: about 16 hours.
	maxTries = 100
	// One that may not be sent, as the channel is gone or closed to the bot, ends sooner.
	maxForbidden = 3
)

// tryAgain returns how long a notice waits after so many tries.
func tryAgain(tries int) time.Duration {
	return min(5*time.Second<<min(max(tries-1, 0), 10), 10*time.Minute)
}

// sendNotices takes the due notices and has them sent.
func (f *Front) sendNotices(ctx context.Context) {
	now := time.Now()
	taken := f.intervals.Taken
	most := taken * 2 / 3 // for the work on one of them
	notices, err := f.outbox.TakeNotices(ctx, f.platform.Name(), now, now.Add(taken), maxNotices)
	if err != nil {
		if ctx.Err() == nil {
			f.log.Error("the outbox can't be read", "err", err)
		}
		return
	}
	for _, n := range notices {
		err := f.inBackground(noticesOf(n.Channel), most, 0, func(ctx context.Context) {
			if time.Since(now) < taken-most { // else somebody else may have it
				f.send(ctx, n)
			}
		})
		if err != nil {
			f.log.Warn("a notice has to wait", "notice", n.ID, "kind", n.Kind, "channel", n.Channel, "err", err)
		}
	}
}

// noticesOf names the queue in which a channel's notices are sent. It is not that of the channel's
// painter: behind its pauses they would wait for longer than they are taken for.
func noticesOf(channel string) string { return channel + " notices" }

// send says what a notice is for, and ends it or puts it off.
func (f *Front) send(ctx context.Context, n match.Notice) {
	try := n.Tries + 1
	log := f.log.With("notice", n.ID, "kind", n.Kind, "channel", n.Channel, "try", try)
	err := f.say(ctx, n)
	if errors.Is(err, ErrForbidden) {
		f.lacks.note(n.Channel)
	}
	ctx, cancel := f.toStore()
	defer cancel()
	switch {
	case err == nil, errors.Is(err, match.ErrNotFound):
		err = f.outbox.EndNotice(ctx, n.ID)
	case try >= maxTries, try >= maxForbidden && errors.Is(err, ErrForbidden):
		log.Warn("a notice is given up", "err", err)
		err = f.outbox.EndNotice(ctx, n.ID)
	default:
		log.Info("a notice was not sent and is tried again", "err", err)
		err = f.outbox.PostponeNotice(ctx, n.ID, time.Now().Add(tryAgain(try)))
	}
	if err != nil {
		log.Error("the outbox can't be written", "err", err)
	}
}

// toStore returns a context for noting what came of something whose own time may be over.
func (f *Front) toStore() (context.Context, context.CancelFunc) {
	return context.WithTimeout(f.context, storeTime)
}

// say says what a notice is for, as quietly as possible: if nobody is to be notified,
// the message that is already there is updated to say it.
func (f *Front) say(ctx context.Context, n match.Notice) error {
	if n.Kind == match.RetireNotice {
		err := f.platform.Retire(ctx, n.Message)
		if errors.Is(err, ErrNoMessage) {
			err = nil
		}
		return err
	}
	r, ok, err := f.service.Notice(ctx, n)
	if err != nil || !ok {
		f.log.Debug("a notice has come to nothing", "notice", n.ID, "kind", n.Kind, "err", err)
		return err
	}
	// Its id is never used again, and another database has another time for it.
	nonce := fmt.Sprintf("n%d.%s", n.ID, strconv.FormatInt(n.Created.UnixMilli(), 36))
	b := match.Board{Subject: r.Show, Channel: n.Channel}
	if r.Show.Kind != view.NoSubject && r.ShownIn != "" {
		if len(r.Notify) > 0 || r.Ending != nil {
			f.painter.paint(b)
			r.Card = nil
		} else if err := f.platform.Edit(ctx, r.ShownIn, Message{Text: r.Text, Card: r.Card}); err == nil {
			return f.painter.shown(ctx, b, r.ShownIn)
		} else if !errors.Is(err, ErrNoMessage) {
			return err
		}
	}
	if r.Ending != nil || r.Closes {
		defer f.close(n.Channel)
	}
	m := whole(r)
	m.Nonce = nonce
	if to, direct := r.To.(view.Direct); direct {
		err := f.platform.PostDirect(ctx, to.Person, m)
		if !errors.Is(err, ErrForbidden) {
			return err
		}
		if to.Alone {
			f.log.Info("somebody accepts no direct message", "notice", n.ID, "kind", n.Kind)
			return nil
		}
		// They accept no direct messages, so it is said in the channel.
	}
	handle, err := f.platform.Post(ctx, n.Channel, m)
	if err != nil || r.Card == nil || r.Show.Kind == view.NoSubject {
		return err
	}
	if b.Message = handle; r.To == (view.Anew{}) {
		b.Version = 0 // an earlier try may have made it, so it may show how things stood then
	}
	err = f.painter.shown(ctx, b, handle)
	if r.Ending != nil {
		_, postErr := f.platform.Post(ctx, n.Channel, Message{Card: r.Ending, Notify: r.Notify, Nonce: nonce + "e"})
		err = errors.Join(err, postErr)
	}
	return err
}
