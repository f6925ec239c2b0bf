package referee

import (
	"sync"

	"nimatron/match"
)

// Bounds on the running matches that a Referee keeps.
const (
	maxKept      = 512
	maxKeptMoves = 256 // in one of them
)

// kept has running matches as they were last read or committed here, by channel, so that a tap need
// not read and replay them. Other processes change matches too: what is kept may be outdated. It is
// used only if the store confirms its version, before an answer or in the transaction of a step.
type kept struct {
	mu    sync.Mutex
	games map[string]*Game
}

// get returns a copy of the match kept for a channel, nil for none.
func (k *kept) get(channel string) *Game {
	k.mu.Lock()
	defer k.mu.Unlock()
	if g := k.games[channel]; g != nil {
		own := *g
		return &own
	}
	return nil
}

// put keeps a copy of a match, in the place of any other if there are too many. A match that has
// ended is not kept.
func (k *kept) put(g *Game) {
	k.mu.Lock()
	defer k.mu.Unlock()
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

// drop forgets the match of a channel.
func (k *kept) drop(channel string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	delete(k.games, channel)
}

// version returns the version of a match that was read with its audience.
func (g *Game) version() match.TableVersion {
	return match.TableVersion{ID: g.ID, Version: g.Version, Unversioned: g.audience.Unversioned}
}
