package referee

import (
	"context"
	"math/rand/v2"
	"time"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/solver"
	"nimatron/storage"
)

// The bot's own identity among the players.
const (
	BotID   = "nimatron"
	BotName = "Nimatron"
)

// Bot is the bot as a player.
var Bot = storage.Player{ID: BotID, Name: BotName}

// ChallengeLife is how long a challenge waits for an answer.
const ChallengeLife = 24 * time.Hour

// thinkingTime bounds the solver for one reply of the bot.
const thinkingTime = 10 * time.Second

// attempts is how often a step is tried anew when another one came between.
const attempts = 4

// Referee runs matches. It is safe for concurrent use.
type Referee struct {
	store  *storage.Store
	solver *solver.Solver
	now    func() time.Time
	seed   func() uint64
}

// Options are what tests set; the zero value is for real use.
type Options struct {
	// Now is the clock; nil means time.Now.
	Now func() time.Time
	// Seed draws the number from which a challenge's start, the toss for the
	// first turn and the bot's errors follow; nil means an unpredictable one.
	Seed func() uint64
}

// New returns a referee over the store.
func New(store *storage.Store, solver *solver.Solver, o Options) *Referee {
	r := &Referee{store: store, solver: solver, now: o.Now, seed: o.Seed}
	if r.now == nil {
		r.now = time.Now
	}
	if r.seed == nil {
		r.seed = rand.Uint64
	}
	return r
}

// Solver returns the solver that the bot plays by.
func (r *Referee) Solver() *solver.Solver { return r.solver }

// draws returns the random choices that follow from a match's seed, at a point
// of the match: 0 for its set-up, 1 + n after n moves. So a match replays alike.
func draws(seed uint64, point int) *rand.Rand {
	return rand.New(rand.NewPCG(seed, uint64(point)))
}

// Game is a match as it stands: what is stored of it and what the rules say.
type Game struct {
	storage.Match
	// Play is the match by the rules.
	Play *games.Match
}

// load rebuilds a stored match by replaying its moves.
func load(m storage.Match) (*Game, error) {
	v, err := catalog.Find(m.Variant)
	if err != nil {
		return nil, err
	}
	moves := make([]string, len(m.Moves))
	for i, move := range m.Moves {
		moves[i] = move.Text
	}
	play, err := games.Replay(v, m.Start, sideNamed(m.First), moves)
	if err != nil {
		return nil, err
	}
	return &Game{Match: m, Play: play}, nil
}

// sideNamed reads what games.Side.String writes.
func sideNamed(name string) games.Side {
	if name == games.Right.String() {
		return games.Right
	}
	return games.Left
}

// Player returns who sits on a side.
func (g *Game) Player(s games.Side) storage.Player {
	if s == games.Left {
		return g.Left
	}
	return g.Right
}

// Seat returns the side of the player with that id; ok is false for others.
func (g *Game) Seat(id string) (side games.Side, ok bool) {
	switch id {
	case g.Left.ID:
		return games.Left, true
	case g.Right.ID:
		return games.Right, true
	}
	return 0, false
}

// Finished reports whether the match is over, by the rules or otherwise.
func (g *Game) Finished() bool { return g.State == storage.Finished }

// Actor returns who decides now in a match that goes on.
func (g *Game) Actor() storage.Player { return g.Player(g.Play.Position().Turn().Actor) }

// Victor returns who won a finished match; ok is false where nobody did.
func (g *Game) Victor() (winner storage.Player, ok bool) {
	if g.Winner == "" {
		return storage.Player{}, false
	}
	return g.Player(sideNamed(g.Winner)), true
}

// AgainstBot reports whether one of the players is the bot.
func (g *Game) AgainstBot() bool { return g.Left.ID == BotID || g.Right.ID == BotID }

// Current returns the match that is played in a channel. The error is a
// *Refusal with NoMatch or, after a match, MatchFinished.
func (r *Referee) Current(ctx context.Context, channel string) (*Game, error) {
	g, err := r.Latest(ctx, channel)
	if err != nil {
		return nil, err
	}
	if g.Finished() {
		return nil, &Refusal{Code: MatchFinished, Game: g}
	}
	return g, nil
}

// Latest returns the newest match of a channel, finished or not. The error is a
// *Refusal with NoMatch where there never was one.
func (r *Referee) Latest(ctx context.Context, channel string) (*Game, error) {
	m, err := r.store.LastMatch(ctx, channel)
	if err != nil {
		return nil, refusedIf(err, storage.ErrNotFound, &Refusal{Code: NoMatch})
	}
	return load(m)
}

// SetMatchMessage notes the handle of the message that shows a match.
func (r *Referee) SetMatchMessage(ctx context.Context, id int64, handle string) error {
	return r.store.SetMatchMessage(ctx, id, handle)
}

// SetChallengeMessage notes the handle of the message that shows a challenge.
func (r *Referee) SetChallengeMessage(ctx context.Context, id int64, handle string) error {
	return r.store.SetChallengeMessage(ctx, id, handle)
}
