package bot

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"nimatron/front"
)

// obstacle says in words why a message has no files; "" for none.
type obstacle string

const (
	noAttachFiles  obstacle = "I need the permission *Attach Files* here."
	uploadsFailing obstacle = "Discord takes no pictures or files at the moment."
)

const (
	// uploadPause follows a failed upload. It is doubled each time, up to maxUploadPause.
	uploadPause, maxUploadPause = 5 * time.Second, time.Minute
	// deniedFor is the time until an upload is tried again in a channel without the permission, unless an
	// interaction brings it.
	deniedFor         = 10 * time.Minute
	maxDeniedChannels = 10_000
)

type uploads struct {
	mu       sync.Mutex
	denied   map[string]time.Time
	failures int
	paused   time.Time
}

// obstacle returns what keeps files from a channel. After a pause it lets one upload through.
func (u *uploads) obstacle(channel string) obstacle {
	u.mu.Lock()
	defer u.mu.Unlock()
	switch now := time.Now(); {
	case now.Before(u.denied[channel]):
		return noAttachFiles
	case u.failures == 0:
		return ""
	case now.Before(u.paused):
		return uploadsFailing
	default:
		u.pause(now)
		return ""
	}
}

func (u *uploads) pause(now time.Time) {
	u.paused = now.Add(min(uploadPause<<min(max(u.failures-1, 0), 10), maxUploadPause))
}

func (u *uploads) tried(err error) obstacle {
	var refused *refusal
	u.mu.Lock()
	defer u.mu.Unlock()
	switch {
	case err == nil:
		u.failures = 0
		return ""
	case code(err) == codeMissingPermissions:
		return noAttachFiles
	case errors.As(err, &refused) && refused.status < http.StatusInternalServerError,
		errors.Is(err, errRefusedHere), errors.Is(err, errRefusals), errors.Is(err, front.ErrGone), errors.Is(err, front.ErrAnswered):
		return ""
	}
	u.failures++
	u.pause(time.Now())
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
	why = b.uploads.tried(err)
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

func (p appPermissions) noThreads() (missing []string) {
	for _, needed := range []struct {
		permission appPermissions
		name       string
	}{
		{discordgo.PermissionCreatePublicThreads, "Create Public Threads"},
		{discordgo.PermissionSendMessagesInThreads, "Send Messages in Threads"},
	} {
		if p != 0 && p&(needed.permission|discordgo.PermissionAdministrator) == 0 {
			missing = append(missing, needed.name)
		}
	}
	return missing
}

func (p appPermissions) attachFiles() bool {
	return p&(discordgo.PermissionAttachFiles|discordgo.PermissionAdministrator) != 0
}
