package referee

import (
	"sync"

	"nimatron/internal/recent"
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
	games recent.Map[string, *Game]
	votes recent.Map[string, bool] // channels in which the newest match is a server's and runs
}

func (k *kept) get(channel string) *Game {
	k.mu.Lock()
	defer k.mu.Unlock()
	g, known := k.games.Get(channel)
	if !known {
		return nil
	}
	own := *g
	return &own
}

// Votes reports whether people vote in a channel, as far as this process has seen.
func (r *Referee) Votes(channel string) bool {
	r.kept.mu.Lock()
	defer r.kept.mu.Unlock()
	votes, _ := r.kept.votes.Get(channel)
	return votes
}

// put keeps a copy of a match, unless it has ended.
func (k *kept) put(g *Game) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.votes.Delete(g.Channel); g.Shared() && !g.Finished() {
		k.votes.Put(g.Channel, true)
	}
	if g.Finished() || g.audience == nil || len(g.Moves) > maxKeptMoves {
		k.games.Delete(g.Channel)
		return
	}
	own := *g
	k.games.Put(g.Channel, &own)
}

func (k *kept) drop(channel string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.games.Delete(channel)
}

func (g *Game) version() match.TableVersion {
	return match.TableVersion{ID: g.ID, Version: g.Version, Unversioned: g.audience.Unversioned}
}
