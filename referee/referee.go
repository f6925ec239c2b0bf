// Package referee runs the matches of all channels. It opens and closes challenges, lets people and
// the bot make their decisions, and writes each step to storage in one transaction before anybody
// sees it. Features are in packages below and register [Hooks].
//
// Every call reads the channel's match, thinks, and commits only if the version is still the same;
// if another call was faster it starts over. Memory is never trusted without the store. So a
// restart needs no recovery, and no transaction is open while the solver thinks.
package referee

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"sync/atomic"
	"time"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/recent"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee/judge"
	"nimatron/solver"
)

// Refusals about the match of a channel, or a match with a number.
const (
	NoMatch       Words = "There is no match here. `/play` starts one."
	MatchFinished Words = "Match {match} is over. `/play` starts a new one, and `/match board` shows the last."
	MatchRunning  Words = "There is already a match here: {players}. Use another channel or a thread, or wait until it is over."
	NoSuchMatch   Words = "There is no match with that number. The number is on the board, such as `match 12`."
	NotForYou     Words = "Only the players of that match and members of its server can see it."
)

const (
	ChallengeLife     = 24 * time.Hour
	OpenChallengeLife = 2 * time.Hour
	LiveChallengeLife = 10 * time.Minute
)

// Attempts is the number of tries of a step before it gives way to others.
const Attempts = 4

// Store is the part of the store that the referee uses.
type Store interface {
	match.Inbox
	match.Matches
	match.Challenges
	match.Deadlines
	match.Ratings
	match.Archive
	match.Privacy
	match.Settings
	match.Follows
	match.Blocks
	match.ShutOuts
	match.Departures
	match.Crowds
	match.Subjects
}

// Referee runs matches. It is safe for concurrent use.
type Referee struct {
	store   Store
	solver  *solver.Solver
	catalog *catalog.Catalog
	now     func() time.Time
	seed    func() uint64
	hooks   []Hooks
	kept    kept
	watch   atomic.Pointer[watch] // nil if no channel is ever gone
}

// Hooks are a feature's additions to the work of a referee. A nil hook adds nothing.
type Hooks struct {
	// Unrated reports whether a rated match that ends changes no ratings.
	Unrated func(ctx context.Context, m *match.Match) (bool, error)
	// Evict ends what goes on in the feature and is held. gone is true for a place that no longer exists.
	Evict func(ctx context.Context, l match.Living, h match.Held, gone bool) error
	// Sweep does what is due in the feature.
	Sweep func(ctx context.Context, now time.Time) error
	// Advice refuses answers about chosen positions to a person whom they would help in the feature.
	Advice func(ctx context.Context, player string) error
}

// Register adds the hooks of a feature. It must be called before the referee is used.
func (r *Referee) Register(h Hooks) { r.hooks = append(r.hooks, h) }

// Options are for tests; the zero value is for real use.
type Options struct {
	Catalog *catalog.Catalog
	Now     func() time.Time
	// Seed draws the number from which a challenge's start, the toss for the
	// first turn and the bot's errors follow; nil means an unpredictable one.
	Seed func() uint64
}

// New returns a referee over the store.
func New(store Store, s *solver.Solver, o Options) *Referee {
	r := &Referee{store: store, solver: s, catalog: cmp.Or(o.Catalog, catalog.Standard), seed: o.Seed, kept: kept{games: recent.Map[string, *Game]{Most: maxKept}}}
	now := o.Now
	if now == nil {
		now = time.Now
	}
	// A stored time has whole milliseconds and no monotonic clock. What is computed from a time must be the
	// same for both.
	r.now = func() time.Time { return now().UTC().Truncate(time.Millisecond) }
	if r.seed == nil {
		r.seed = rand.Uint64
	}
	return r
}

// Now returns the time by the referee's clock.
func (r *Referee) Now() time.Time { return r.now() }

// Seed draws the seed of a match, a tournament or a puzzle.
func (r *Referee) Seed() uint64 { return r.seed() }

// Solver returns the solver by which the bot plays.
func (r *Referee) Solver() *solver.Solver { return r.solver }

// Catalog returns the games that can be played.
func (r *Referee) Catalog() *catalog.Catalog { return r.catalog }

// RandomAt returns the random choices that follow from a match's seed at a point of the
// match: 0 for its set-up, 1 + n after n moves. So the same seed makes the same match.
func RandomAt(seed uint64, point int) *rand.Rand {
	return rand.New(rand.NewPCG(seed, uint64(point)))
}

// Game is a match as stored, with its play by the rules.
type Game struct {
	match.Match
	Play *games.Match

	audience *match.Audience
	review   *judge.Review
}

// Load rebuilds a stored match by replaying its moves.
func (r *Referee) Load(m match.Match) (*Game, error) {
	v, err := r.catalog.Find(m.Variant)
	if err != nil {
		return nil, err
	}
	play, err := games.Replay(v, m.Start, m.First, words.Each(m.Moves, func(move match.Move) string { return move.Text }))
	if err != nil {
		return nil, err
	}
	return &Game{Match: m, Play: play}, nil
}

// Actor returns who decides now in a match that is being played.
func (g *Game) Actor() match.Player { return g.Player(g.Play.Position().Turn().Actor) }

// Current returns the running match of a channel. The error is a *Refusal with NoMatch or, after a
// match, MatchFinished.
func (r *Referee) Current(ctx context.Context, channel string) (*Game, error) {
	g, err := r.Latest(ctx, channel)
	if err != nil {
		return nil, err
	}
	if g.Finished() {
		return nil, &Refusal{Words: MatchFinished, Game: g}
	}
	return g, nil
}

// Latest returns the newest match of a channel, finished or not. The error is a *Refusal with
// NoMatch if there never was one.
func (r *Referee) Latest(ctx context.Context, channel string) (*Game, error) {
	if g := r.kept.get(channel); g != nil {
		if now, err := r.store.LastVersion(ctx, channel); err == nil && now == g.version() {
			return g, nil
		}
	}
	m, err := r.store.LastMatch(ctx, channel)
	if err != nil {
		return nil, RefusedIf(err, match.ErrNotFound, &Refusal{Words: NoMatch})
	}
	g, err := r.seat(m)
	if err == nil {
		r.kept.put(g)
	}
	return g, err
}

func (r *Referee) seat(t match.Table) (*Game, error) {
	g, err := r.Load(t.Match)
	if err == nil {
		g.audience = &t.Audience
	}
	return g, err
}

// Audience returns the people who see the board of a match, at the time g was read.
func (r *Referee) Audience(ctx context.Context, g *Game) (match.Audience, error) {
	if g.audience == nil {
		t, err := r.store.TableByID(ctx, g.ID)
		if err != nil {
			return match.Audience{}, err
		}
		g.audience = &t.Audience
	}
	return *g.audience, nil
}

func (r *Referee) Running(ctx context.Context, player string, limit int) ([]*Game, error) {
	matches, err := r.store.Running(ctx, player, limit)
	if err != nil {
		return nil, err
	}
	games := make([]*Game, len(matches))
	for i, m := range matches {
		if games[i], err = r.Load(m); err != nil {
			return nil, err
		}
	}
	return games, nil
}

// Game returns the match with that ID. The error is match.ErrNotFound for none.
func (r *Referee) Game(ctx context.Context, id int64) (*Game, error) {
	m, err := r.store.TableByID(ctx, id)
	if err != nil {
		return nil, err
	}
	return r.seat(m)
}

// MaxReplayed bounds the decisions of a match that can be replayed: 0.5 s of work on a thousand
// piles. Only imported matches have more.
const MaxReplayed = 50_000

// MatchFor returns a match by its number for a person on a server. Players may see their matches
// everywhere, others only where they were played. The error is a *Refusal: NotForYou, NoSuchMatch,
// or for a match that is too long.
func (r *Referee) MatchFor(ctx context.Context, id int64, by, server, channel string) (*Game, error) {
	m, err := r.store.MatchByID(ctx, id)
	if err != nil {
		return nil, RefusedIf(err, match.ErrNotFound, &Refusal{Words: NoSuchMatch})
	}
	_, played := m.SeatOf(by)
	here := m.Channel == channel || m.Server != "" && m.Server == server
	if !played && !here {
		return nil, &Refusal{Words: NotForYou}
	}
	if len(m.Moves) > MaxReplayed {
		return nil, &Refusal{Words: Words(fmt.Sprintf("That match is too long to show here: it has more than %d moves.", MaxReplayed))}
	}
	return r.Load(m) // last, because it replays the match
}

// Review judges every decision of a match. See judge.Of.
func (r *Referee) Review(ctx context.Context, g *Game) (*judge.Review, error) {
	if g.review != nil {
		return g.review, nil
	}
	return judge.Of(ctx, r.solver, g.Play)
}
