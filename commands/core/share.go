package core

import (
	"cmp"
	"context"
	"maps"
	"sync"
	"time"

	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
)

// Share shows the private answer of a shareable command to everybody, if a button asks for that.
func Share(c *Command, next Handler) Handler {
	if !c.Shareable {
		return next
	}
	return func(ctx context.Context, env *Env, r *Request) (view.Reply, error) {
		if asked := r.Options[input.ShareOption]; !r.Shared() {
			if _, known := readFlag(asked); asked != "" && !known {
				return view.Reply{}, Refuse("`share:` can't be %s. Write `true` or `false`.", games.Quote(asked))
			}
			return next(ctx, env, r)
		}
		if r.Muted {
			return view.Reply{}, Refuse("You can't write in this channel, so I won't post it for you.")
		}
		if g, err := env.Referee.Current(ctx, r.Channel); err == nil && !g.AgainstBot() && (c.Advises || c.Answers) {
			return view.Reply{}, Refuse("Two people are playing here, and this could help one of them. Share it elsewhere or after their match.")
		}
		reply, err := next(ctx, env, r)
		if err != nil {
			return reply, err
		}
		if !env.recent.allow(r.By.ID, sharesAtMost, env.Referee.Now()) {
			return view.Reply{}, errShares
		}
		if _, page := reply.To.(view.UpdateEphemeral); page {
			reply.To = nil
		}
		if reply.Text == "" {
			reply.Text = view.Mention(r.By.ID) + " shows this:"
		}
		return reply, nil
	}
}

// Conceal shows the other answers of a private command to the speaker alone.
func Conceal(c *Command, next Handler) Handler {
	if !c.Private {
		return next
	}
	return func(ctx context.Context, env *Env, r *Request) (view.Reply, error) {
		reply, err := next(ctx, env, r)
		if reply.To == nil && !(c.Shareable && r.Shared()) {
			reply.To = view.Private{}
		}
		return reply, err
	}
}

var errShares = Refuse("You have shared %d answers in the last %s. Try again later.", sharesAtMost, view.Duration(sharesWithin))

// Bounds on the answers that a person shows to everybody.
const (
	sharesAtMost = 5
	sharesWithin = 10 * time.Minute
	sharesPeople = 10_000
	// callsWithin is the least time between two mentions of the role of people who want to play.
	callsWithin = time.Hour
)

// NewHere reports whether a channel has not had this question within the last minutes.
func (env *Env) NewHere(channel string) bool { return env.recent.allow(channel, 1, env.Referee.Now()) }

// MayCall reports whether the people who want to play may be called in a room again, and counts it.
func (env *Env) MayCall(room string) bool { return env.called.allow(room, 1, env.Referee.Now()) }

// recent counts the answers that people have shown, and that channels have had. It keeps channels readable, and may
// be lost with the process.
type recent struct {
	mu     sync.Mutex
	times  map[string][]time.Time
	within time.Duration // sharesWithin if it is 0
}

func (s *recent) allow(who string, most int, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	recent := func(t time.Time) bool { return now.Sub(t) < cmp.Or(s.within, sharesWithin) }
	if s.times == nil {
		s.times = map[string][]time.Time{}
	}
	if len(s.times) >= sharesPeople {
		maps.DeleteFunc(s.times, func(_ string, times []time.Time) bool { return !recent(times[len(times)-1]) })
	}
	times := s.times[who]
	switch {
	case len(times) == most && recent(times[0]), len(times) == 0 && len(s.times) >= sharesPeople:
		return false
	case len(times) == most:
		times = times[1:]
	}
	s.times[who] = append(times, now)
	return true
}
