package referee

import (
	"sync"

	"nimatron/match"
)

// Bounds on the running matches kept in memory.
const (
	maxKept      = 512
	maxKeptMoves = 256
)

// kept has the running matches last read or committed here, by channel, so that a tap need not read and
// replay them. Another process may have changed one. So the store confirms its version, before an answer or
// in the transaction of a step.
type kept struct {
	mu    sync.Mutex
	games map[string]*Game
	votes map[string]bool // channels in which the newest match is a server's and runs
}

func (k *kept) get(channel string) *Game {
	k.mu.Lock()
	defer k.mu.Unlock()
	if g := k.games[channel]; g != nil {
		own := *g
		return &own
	}
	return nil
}

// Votes reports whether people vote in a channel, as far as this process has seen.
func (r *Referee) Votes(channel string) bool {
	r.kept.mu.Lock()
	defer r.kept.mu.Unlock()
	return r.kept.votes[channel]
}

// put keeps a copy of a match. If there are too many it replaces another one. It does not keep a
// match that has ended.
func (k *kept) put(g *Game) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.votes, g.Channel)
	if g.Shared() && !g.Finished() && len(k.votes) < maxKept {
		k.votes[g.Channel] = true
	}
	if g.Finished() || g.audience == nil || len(g.Moves) > maxKeptMoves {
		delete(k.games, g.Channel)
		return
	}
	if len(k.games) >= maxKept && k.games[g.Channel] == nil {
		for other := range k.games {
			delete(k.games, other)
			break
		}
	}
	own := *g
	k.games[g.Channel] = &own
}

func (k *kept) drop(channel string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.games, channel)
}

func (g *Game) version() match.TableVersion {
	return match.TableVersion{ID: g.ID, Version: g.Version, Unversioned: g.audience.Unversioned}
}
