package referee

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"nimatron/internal/words"
	"nimatron/match"
)

// Gone ends what lives in a channel or a server that is gone. docs/commands.md has the rules.
func (r *Referee) Gone(ctx context.Context, place match.Held) error {
	return r.evict(ctx, place, true, r.store.Vacate)
}

// Back records that the bot is in servers again, whose settings then stay.
func (r *Referee) Back(ctx context.Context, servers ...string) error {
	left, err := r.store.LeftServers(ctx, time.Time{})
	back := slices.DeleteFunc(left, func(server string) bool { return !slices.Contains(servers, server) })
	if err != nil || len(back) == 0 {
		return err
	}
	return r.store.Return(ctx, back)
}

// Present compares the servers that the bot is in with the stored ones. own reports whether a server
// would be among them.
func (r *Referee) Present(ctx context.Context, servers []string, own func(server string) bool) error {
	errs := []error{r.Back(ctx, servers...)}
	left, err := r.store.LeftServers(ctx, time.Time{})
	held, err2 := r.store.ServersHeld(ctx)
	errs = append(errs, err, err2)
	known := map[string]bool{}
	for _, server := range append(left, servers...) {
		known[server] = true
	}
	for _, server := range held {
		if !known[server] && own(server) {
			errs = append(errs, r.Gone(ctx, match.Held{Server: server}))
		}
	}
	return errors.Join(errs...)
}

// ServerOf returns the server of a channel in which the bot has a board or a subscription, "" for none.
func (r *Referee) ServerOf(ctx context.Context, channel string) (string, error) {
	living, err := r.store.Living(ctx, match.Held{Channel: channel}, 1)
	for _, l := range living {
		if l.Server != "" {
			return l.Server, nil
		}
	}
	if err != nil {
		return "", err
	}
	last, err := r.store.LastMatch(ctx, channel)
	switch {
	case errors.Is(err, match.ErrNotFound):
		return "", nil
	case err != nil, last.Message == "":
		return "", err
	}
	return last.Server, nil
}

// ChannelsHeld returns the channels of a server in which something lives, of each kind at most 10 × SweepLimit.
func (r *Referee) ChannelsHeld(ctx context.Context, server string) ([]string, error) {
	living, err := r.store.Living(ctx, match.Held{Server: server}, 10*SweepLimit)
	channels := words.Each(living, func(l match.Living) string { return l.Channel })
	slices.Sort(channels)
	return slices.Compact(channels), err
}

// Lost returns the channel if it is gone, or its server if the bot was removed from it; otherwise the zero
// value. server is "" if the bot was never there.
type Lost func(ctx context.Context, channel, server string) (match.Held, error)

// UseLost sets how a front finds out whether its channels are gone. It must be called before the first
// request.
func (r *Referee) UseLost(front string, lost Lost) { r.watch.Store(&watch{front, lost}) }

type watch struct {
	front string
	lost  Lost
}

// errUnseen means that the platform does not say whether a channel is gone. No clock decides there then.
var errUnseen = errors.New("it is not known whether the channel is gone")

// isGone finds out whether the channel of a match is gone before a clock decides the match, because its
// players may not have seen the clock. If it is gone, the match has been ended.
func (r *Referee) isGone(ctx context.Context, m *match.Match) (bool, error) {
	w := r.watch.Load()
	if w == nil || match.FrontOf(m.Channel) != w.front {
		return false, nil
	}
	server := m.Server
	if m.Message == "" { // the bot may never have been there
		server = ""
	}
	place, err := w.lost(ctx, m.Channel, server)
	switch {
	case err != nil:
		return false, fmt.Errorf("%w: %w", errUnseen, err)
	case place == (match.Held{}):
		return false, nil
	}
	return true, r.Gone(match.WithoutRequest(ctx), place)
}

// sweepServers ends what began while the bot was leaving a server.
func (r *Referee) sweepServers(ctx context.Context, now time.Time) error {
	left, err := r.store.LeftServers(ctx, now.Add(-settleFor))
	errs := []error{err}
	for _, server := range left {
		errs = append(errs, r.Gone(ctx, match.Held{Server: server}))
	}
	return errors.Join(errs...)
}
