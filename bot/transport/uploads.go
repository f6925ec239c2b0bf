package transport

import (
	"errors"
	"net/http"
	"sync"
	"syscall"
	"time"

	"nimatron/internal/recent"
)

// An Obstacle keeps files from a channel.
type Obstacle uint8

const (
	// NoObstacle means that files may be sent.
	NoObstacle Obstacle = iota
	// NoAttachFiles means that the permission is missing.
	NoAttachFiles
	// UploadsFailing means that Discord takes no files for now.
	UploadsFailing
	// FileRefused means that this file was refused.
	FileRefused
)

const (
	// uploadPause follows a failed upload. It is doubled each time, up to maxUploadPause.
	uploadPause, maxUploadPause = 5 * time.Second, time.Minute
	// deniedFor is the time until an upload is tried again in a channel without the permission, unless an
	// interaction brings it.
	deniedFor = 10 * time.Minute
	// failingPlaces is the number of channels in which uploads fail before none is tried in others.
	failingPlaces = 3
)

// Uploads remembers where files are not taken. Failures in one place say little about others: from
// failingPlaces on they are Discord's.
type Uploads struct {
	mu     sync.Mutex
	denied recent.Map[string, time.Time]
	failed recent.Map[string, pausing] // by channel
	worked time.Time                   // when an upload last went through anywhere
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

// Obstacle returns what keeps files from a channel. After a pause it lets one upload through.
func (u *Uploads) Obstacle(channel string) Obstacle {
	u.mu.Lock()
	defer u.mu.Unlock()
	now := time.Now()
	here, failing := u.failed.Get(channel)
	denied, _ := u.denied.Get(channel)
	switch {
	case now.Before(denied):
		return NoAttachFiles
	case failing && now.Before(here.until), u.all.failures > 0 && now.Before(u.all.until):
		return UploadsFailing
	}
	if failing {
		u.failed.Put(channel, here.again(now))
	}
	if u.all.failures > 0 {
		u.all = u.all.again(now)
	}
	return NoObstacle
}

// Tried records how an upload went. It returns what kept it from the channel, NoObstacle if it needs no other try.
func (u *Uploads) Tried(channel string, err error) Obstacle {
	u.mu.Lock()
	defer u.mu.Unlock()
	switch {
	case err == nil:
		u.failed.Delete(channel)
		u.worked, u.all = time.Now(), pausing{}
		return NoObstacle
	case Code(err) == MissingPermissions:
		return NoAttachFiles
	case HasStatus(err, http.StatusUnauthorized, http.StatusForbidden, http.StatusNotFound, http.StatusTooManyRequests),
		errors.Is(err, ErrRefusedHere), errors.Is(err, errRefusals), errors.Is(err, syscall.ECONNREFUSED): // nothing is taken
		return NoObstacle
	case Declined(err):
		return FileRefused
	}
	now := time.Now()
	here, _ := u.failed.Get(channel)
	u.failed.Put(channel, here.after(now))
	places := 0
	for _, p := range u.failed.All() {
		if p.last.After(u.worked) && now.Sub(p.last) < maxUploadPause {
			places++
		}
	}
	if places >= failingPlaces {
		u.all = u.all.after(now)
	}
	return UploadsFailing
}

// Permit records whether files may be attached in a channel.
func (u *Uploads) Permit(channel string, allowed bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	switch {
	case allowed:
		u.denied.Delete(channel)
	default:
		u.denied.Put(channel, time.Now().Add(deniedFor))
	}
}

// Inherit gives a new thread the knowledge about its channel.
func (u *Uploads) Inherit(thread, channel string) {
	u.mu.Lock()
	until, denied := u.denied.Get(channel)
	u.mu.Unlock()
	if denied && time.Now().Before(until) {
		u.Permit(thread, false)
	}
}
