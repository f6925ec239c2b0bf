package commands

import (
	"context"
	"maps"
	"sync"
	"time"

	"nimatron/commands/view"
)

// shareOption is set by buttons.
var shareOption = Option{Name: view.ShareName, Summary: "true: everybody here sees the answer", Kind: Flag, Hidden: true}

// shared reports whether the answer is for everybody.
func (r *Request) shared() bool {
	on, err := r.flag(shareOption.Name)
	return on && err == nil
}

// withShare adds the action that shows a private answer to everybody.
func withShare(r *Request, card *view.Card) *view.Card {
	if !r.shared() {
		card.Actions = append(card.Actions, view.ShareAction(r.Command, r.again()))
	}
	return card
}

// again returns the options of the request, as an action has them.
func (r *Request) again() map[string]string {
	options := map[string]string{}
	maps.Copy(options, r.Options)
	for name, person := range r.People {
		if options[name] != "" {
			options[name] = person.ID
		}
	}
	return options
}

// mayShare checks that who asks may show something to everybody in the channel.
func (s *Service) mayShare(ctx context.Context, r *Request) error {
	if _, err := r.flag(shareOption.Name); err != nil {
		return err
	}
	if r.Muted {
		return refuse("You may not write in this channel, so I don't show it there for you.")
	}
	if g, err := s.referee.Current(ctx, r.Channel); err == nil && !g.AgainstBot() && tells(r.Command) {
		return refuse("A match between people goes on here, and they are to find their moves themselves. Show this when it is over, or elsewhere.")
	}
	return nil
}

// errShares is the refusal for who shows too much.
var errShares = refuse("You have shown %d answers in the last %s: that is enough for now.", sharesAtMost, view.Duration(sharesWithin))

// tells reports whether what a command answers can be advice in a match.
func tells(command string) bool {
	return command == analyzeCommand.Name || command == replayCommand.Name || command == puzzleCommand.Name
}

// Bounds on what one person shows to everybody.
const (
	sharesAtMost = 5
	sharesWithin = 10 * time.Minute
	sharesPeople = 10_000 // who are remembered
)

// shares counts what people have shown. It is only there to keep channels readable, so
// that it may be forgotten when the process ends.
type shares struct {
	mu    sync.Mutex
	times map[string][]time.Time // of the last sharesAtMost, by person
}

// allow reports whether somebody may show one more answer, and counts it then.
func (s *shares) allow(person string, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	recent := func(t time.Time) bool { return now.Sub(t) < sharesWithin }
	if s.times == nil {
		s.times = map[string][]time.Time{}
	}
	if len(s.times) >= sharesPeople {
		maps.DeleteFunc(s.times, func(_ string, times []time.Time) bool { return !recent(times[len(times)-1]) })
	}
	times := s.times[person]
	switch {
	case len(times) == sharesAtMost && recent(times[0]), len(times) == 0 && len(s.times) >= sharesPeople:
		return false
	case len(times) == sharesAtMost:
		times = times[1:]
	}
	s.times[person] = append(times, now)
	return true
}
