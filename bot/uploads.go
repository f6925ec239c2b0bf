package bot

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"syscall"
	"time"

	"github.com/bwmarrin/discordgo"

	"nimatron/front"
)

// obstacle says in words why a message has no files; "" for none.
type obstacle string

const (
	noAttachFiles  obstacle = "I need the permission *Attach Files* here."
	uploadsFailing obstacle = "Discord takes no pictures or files here at the moment."
	fileRefused    obstacle = "Discord did not take the picture or file that belongs here."
)

const (
	// uploadPause follows a failed upload. It is doubled each time, up to maxUploadPause.
	uploadPause, maxUploadPause = 5 * time.Second, time.Minute
	// deniedFor is the time until an upload is tried again in a channel without the permission, unless an
	// interaction brings it.
	deniedFor         = 10 * time.Minute
	maxDeniedChannels = 10_000
	// failingPlaces is the number of channels in which uploads fail before none is tried in others.
	failingPlaces = 3
)

// uploads remembers where files are not taken. Failures in one place say little about others: from
// failingPlaces on they are Discord's.
type uploads struct {
	mu     sync.Mutex
	denied map[string]time.Time
	failed map[string]pausing // by channel
	worked time.Time          // when an upload last went through anywhere
	all    pausing
}

// pausing is a pause after failures, which gets longer with each.
type pausing struct {
	failures int
	last     time.Time // of the failures
	until    time.Time
}

// after returns the pause after another failure.
func (p pausing) after(now time.Time) pausing {
	return pausing{p.failures + 1, now, now.Add(min(uploadPause<<min(p.failures, 10), maxUploadPause))}
}

// again returns the same pause anew, while one upload is tried.
func (p pausing) again(now time.Time) pausing {
	return pausing{p.failures, p.last, pausing{failures: p.failures - 1}.after(now).until}
}

// obstacle returns what keeps files from a channel. After a pause it lets one upload through.
func (u *uploads) obstacle(channel string) obstacle {
	u.mu.Lock()
	defer u.mu.Unlock()
	now := time.Now()
	here, failing := u.failed[channel]
	switch {
	case now.Before(u.denied[channel]):
		return noAttachFiles
	case failing && now.Before(here.until), u.all.failures > 0 && now.Before(u.all.until):
		return uploadsFailing
	}
	if failing {
		u.failed[channel] = here.again(now)
	}
	if u.all.failures > 0 {
		u.all = u.all.again(now)
	}
	return ""
}

// tried records how an upload went. It returns what kept it from the channel, "" if it may go without another try.
func (u *uploads) tried(channel string, err error) obstacle {
	var refused *refusal
	u.mu.Lock()
	defer u.mu.Unlock()
	switch {
	case err == nil:
		delete(u.failed, channel)
		u.worked, u.all = time.Now(), pausing{}
		return ""
	case code(err) == codeMissingPermissions:
		return noAttachFiles
	case hasStatus(err, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusTooManyRequests),
		errors.Is(err, errRefusedHere), errors.Is(err, errRefusals), errors.Is(err, front.ErrGone), errors.Is(err, front.ErrAnswered),
		errors.Is(err, syscall.ECONNREFUSED): // nothing is taken
		return ""
	case errors.As(err, &refused) && refused.status < http.StatusInternalServerError:
		return fileRefused
	}
	now := time.Now()
	if u.failed == nil || len(u.failed) >= maxDeniedChannels {
		u.failed = map[string]pausing{}
	}
	u.failed[channel] = u.failed[channel].after(now)
	places := 0
	for _, p := range u.failed {
		if p.last.After(u.worked) && now.Sub(p.last) < maxUploadPause {
			places++
		}
	}
	if places >= failingPlaces {
		u.all = u.all.after(now)
	}
	return uploadsFailing
}

func (u *uploads) permit(channel string, allowed bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	switch {
	case allowed:
		delete(u.denied, channel)
	default:
		if u.denied == nil || len(u.denied) >= maxDeniedChannels {
			u.denied = map[string]time.Time{}
		}
		u.denied[channel] = time.Now().Add(deniedFor)
	}
}

func (u *uploads) inherit(thread, channel string) {
	u.mu.Lock()
	until, denied := u.denied[channel]
	u.mu.Unlock()
	if denied && time.Now().Before(until) {
		u.permit(thread, false)
	}
}

// write draws a message and sends it. If Discord does not take its files, the message is sent without.
func (b *bot) write(ctx context.Context, channel string, out front.Message, send func(message) error) error {
	var why obstacle
	if len(out.Files) > 0 || out.Card != nil && out.Card.Picture != nil {
		why = b.uploads.obstacle(channel)
	}
	m := b.drawWithout(ctx, out, why)
	err := send(m)
	if len(m.files) == 0 {
		return err
	}
	why = b.uploads.tried(channel, err)
	if why == "" || ctx.Err() != nil {
		return err
	}
	b.log.Warn("Discord took no file, so the message is text", "channel", channel, "err", err)
	err = send(b.drawWithout(ctx, out, why))
	if err == nil && why == noAttachFiles {
		b.uploads.permit(channel, false)
	}
	return err
}

type appPermissions int64

// UnmarshalJSON allocates nothing, and ignores anything but a number.
func (p *appPermissions) UnmarshalJSON(text []byte) error {
	*p = 0
	for _, c := range text {
		if c >= '0' && c <= '9' {
			*p = *p*10 + appPermissions(c-'0')
		}
	}
	return nil
}

func (p appPermissions) attachFiles() bool {
	return p&(discordgo.PermissionAttachFiles|discordgo.PermissionAdministrator) != 0
}
