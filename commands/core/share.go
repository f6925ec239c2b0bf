package core

import (
	"context"
	"sync"
	"time"

	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/recent"
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
		if !env.shown.allow(r.By.ID, sharesAtMost, env.Referee.Now()) {
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
	// callsWithin is the least time between two mentions of the role of people who want to play.
	callsWithin = time.Hour
)

// NewHere reports whether a channel has not had this question within the last minutes.
func (env *Env) NewHere(channel string) bool { return env.shown.allow(channel, 1, env.Referee.Now()) }

// MayCall reports whether the people who want to play may be called in a room again, and counts it.
func (env *Env) MayCall(room string) bool { return env.called.allow(room, 1, env.Referee.Now()) }

// allowance counts what people have been shown, and what channels and rooms have had, within a time. It keeps channels
// readable, and may be lost with the process.
type allowance struct {
	mu     sync.Mutex
	times  recent.Map[string, []time.Time]
	within time.Duration
}

func (a *allowance) allow(who string, most int, now time.Time) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	times, _ := a.times.Get(who)
	if len(times) == most {
		if now.Sub(times[0]) < a.within {
			return false
		}
		times = times[1:]
	}
	a.times.Put(who, append(times, now))
	return true
}
