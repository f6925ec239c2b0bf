package front

import (
	"context"
	"time"

	"nimatron/commands"
)

// Sweep announces what happens by the clock alone, such as a challenge that runs out:
// at once, and then again and again until ctx is done.
func (f *Front) Sweep(ctx context.Context) {
	ticker := time.NewTicker(f.sweepInterval)
	defer ticker.Stop()
	for {
		Guard(f.log, "sweep", func() { f.sweep(ctx) })
		select {
		case <-ticker.C:
		case <-ctx.Done():
			return
		}
	}
}

func (f *Front) sweep(ctx context.Context) {
	announcements, err := Announcements(ctx, f.service, f.platform.Owns)
	if err != nil && ctx.Err() == nil {
		f.log.Error("the sweep failed", "err", err)
	}
	for _, a := range announcements {
		err := f.InOrder(a.Channel, func(ctx context.Context) {
			if err := f.announce(ctx, a); err != nil {
				f.log.Warn("an announcement did not arrive", "channel", a.Channel, "err", err)
			}
		})
		if err != nil {
			f.log.Warn("an announcement was dropped", "channel", a.Channel, "err", err)
		}
	}
}

// Announcements returns what there is to say in the channels for which owns returns
// true, of what has happened by the clock alone. The others can't be reached from
// here: a database can be shared by several fronts. There may be some beside an
// error, too.
func Announcements(ctx context.Context, s Service, owns func(channel string) bool) ([]commands.Announcement, error) {
	all, err := s.Sweep(ctx)
	var own []commands.Announcement
	for _, a := range all {
		if owns(a.Channel) {
			own = append(own, a)
		}
	}
	return own, err
}
