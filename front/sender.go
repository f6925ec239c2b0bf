package front

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"nimatron/commands/view"
	"nimatron/match"
)

const (
	storeTime  = 5 * time.Second
	maxNotices = 20
	// maxTries is reached after about 16 hours.
	maxTries     = 100
	maxForbidden = 3 // for a channel that is gone or closed to the bot
)

func retryDelay(tries int) time.Duration {
	return min(5*time.Second<<min(max(tries-1, 0), 10), 10*time.Minute)
}

// takeNotices leases the due notices to this process. The work on one may take two thirds of that
// time.
func (f *Front) takeNotices(ctx context.Context) (notices []match.Notice, began time.Time, work time.Duration) {
	began = time.Now()
	notices, err := f.outbox.TakeNotices(ctx, f.platform.Name(), began, began.Add(f.intervals.Taken), maxNotices)
	if err != nil && ctx.Err() == nil {
		f.faults.tell(f.log, "the outbox can't be read", err)
	}
	return notices, began, f.intervals.Taken * 2 / 3
}

func (f *Front) sendNotices(ctx context.Context) {
	notices, began, work := f.takeNotices(ctx)
	for _, n := range notices {
		err := f.inBackground(noticeQueue(n.Channel), work, 0, func(ctx context.Context) {
			if time.Since(began) < f.intervals.Taken-work { // with less time left, another process may lease it
				f.send(ctx, n)
			}
		})
		if err != nil {
			f.log.Warn("a notice has to wait", "notice", n.ID, "kind", n.Kind, "channel", n.Channel, "err", err)
		}
	}
}

// noticeQueue names the queue for a channel's notices. It is not the channel's queue for edits,
// behind whose pauses a notice would outlive its lease.
func noticeQueue(channel string) string { return channel + " notices" }

func (f *Front) send(ctx context.Context, n match.Notice) {
	try := n.Tries + 1
	log := f.log.With("notice", n.ID, "kind", n.Kind, "channel", n.Channel, "try", try)
	err := f.postNotice(ctx, n)
	if errors.Is(err, ErrForbidden) {
		f.Doubt(n.Channel)
	}
	ctx, cancel := f.storeContext()
	defer cancel()
	switch {
	case err == nil, errors.Is(err, match.ErrNotFound):
		err = f.outbox.EndNotice(ctx, n.ID, time.Time{})
	case try >= maxTries, try >= maxForbidden && errors.Is(err, ErrForbidden) && n.Kind != match.RetireNotice:
		log.Warn("a notice is given up", "err", err)
		err = f.outbox.EndNotice(ctx, n.ID, time.Time{})
	default:
		log.Info("a notice was not sent and is tried again", "err", err)
		err = f.outbox.EndNotice(ctx, n.ID, time.Now().Add(retryDelay(try)))
	}
	if err != nil {
		log.Error("the outbox can't be written", "err", err)
	}
}

var errReserved = errors.New("the channel is about to get a board")

// reserve keeps a channel for a new message with a board, which a notice and a scan may both be about to post. alone
// is false while the other does.
func (f *Front) reserve(channel string) (release func(), alone bool) {
	if _, held := f.posting.LoadOrStore(channel, true); held {
		return nil, false
	}
	return func() { f.posting.Delete(channel) }, true
}

func (f *Front) storeContext() (context.Context, context.CancelFunc) {
	return context.WithTimeout(f.context, storeTime)
}

// postNotice posts a notice as quietly as possible: if nobody needs a ping, it edits the current
// message instead.
func (f *Front) postNotice(ctx context.Context, n match.Notice) error {
	if n.Kind == match.RetireNotice {
		old, successor, _ := strings.Cut(n.Message, " ")
		err := f.platform.Retire(ctx, old, successor)
		if errors.Is(err, ErrNoMessage) {
			err = nil
		}
		return err
	}
	release, alone := f.reserve(n.Channel)
	if !alone {
		return errReserved
	}
	defer release()
	r, ok, err := f.service.Notice(ctx, n)
	if err != nil || !ok {
		f.log.Debug("a notice is obsolete", "notice", n.ID, "kind", n.Kind, "err", err)
		return err
	}
	// The id is never reused. The time distinguishes databases.
	nonce := fmt.Sprintf("n%d.%s", n.ID, strconv.FormatInt(n.Created.UnixMilli(), 36))
	b := match.Board{Subject: r.Show, Channel: n.Channel}
	if r.Show.Kind != view.NoSubject && r.ShownIn != "" {
		if len(r.Notify) > 0 || r.Ending != nil {
			f.messages.schedule(b)
			r.Card = nil
		} else if err := f.platform.Edit(ctx, r.ShownIn, Message{Text: r.Text, Card: r.Card}); err == nil {
			return f.messages.recordShown(ctx, b, r.ShownIn)
		} else if !errors.Is(err, ErrNoMessage) && !errors.Is(err, ErrTooOld) {
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
		// They accept no direct messages, so the channel gets it.
	}
	handle, err := f.platform.Post(ctx, n.Channel, m)
	if err != nil || r.Card == nil || r.Show.Kind == view.NoSubject {
		return err
	}
	if b.Message = handle; r.To == (view.NewMessage{}) {
		b.Version = 0 // an earlier try may have posted an older state under this nonce
	}
	err = f.messages.recordShown(ctx, b, handle)
	if r.Ending != nil {
		_, postErr := f.platform.Post(ctx, n.Channel, Message{Card: r.Ending, Notify: r.Notify, Nonce: nonce + "e"})
		err = errors.Join(err, postErr)
	}
	return err
}
