package tournament

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"sync"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/start"
)

const (
	defaultTurn = 2 * time.Minute // except in a Simul, whose leader answers everybody

	// minRetry and maxRetry bound the wait before another try to open a thread.
	minRetry = 5 * time.Second
	maxRetry = 10 * time.Second

	maxObstacles = 1000
)

// Rules decide what people may do in tournaments.
type Rules struct {
	referee *referee.Referee
	store   Store

	mu        sync.Mutex
	obstacles map[int64]string // the Obstacle of tournaments
}

// New returns the rules on a store, and registers their hooks with the referee.
func New(r *referee.Referee, store Store) *Rules {
	rules := &Rules{referee: r, store: store, obstacles: map[int64]string{}}
	r.Register(referee.Hooks{Unrated: rules.unrated, Evict: rules.evict})
	return rules
}

func (r *Rules) unrated(ctx context.Context, m *match.Match) (bool, error) {
	if m.Tournament == 0 {
		return false, nil
	}
	t, err := r.store.Tournament(ctx, m.Tournament)
	return err == nil && !t.Rated, err
}

var errNoChange = errors.New("nothing changes")

// NewTournament opens a tournament. Its leader, name and channel must be set.
func (r *Rules) NewTournament(ctx context.Context, t Tournament) (Tournament, error) {
	t.Created, t.Seed = r.referee.Now(), r.referee.Seed()
	k := t.Format.Kind()
	t.TurnTime, t.Places = cmp.Or(t.TurnTime, k.TurnTime), cmp.Or(t.Places, k.Places)
	t.Length, t.Rounds = cmp.Or(t.Length, k.Length), cmp.Or(t.Rounds, k.Rounds)
	if k.Length == 0 {
		t.Length = 0
	}
	if k.Rounds == 0 {
		t.Rounds = 0
	}
	switch {
	case k.Length > 0 && (t.Length < MinArena || t.Length > MaxArena),
		t.Rounds > MaxRounds, t.Places < 2, t.Places > k.Places, t.Rated && k.LeaderPlays,
		t.TurnTime < referee.MinTurnTime, t.TurnTime > referee.MaxRatedTurnTime,
		!t.Starts.IsZero() && (t.Starts.Before(t.Created) || t.Starts.After(t.Created.Add(MaxLeadTime))):
		return t, &referee.Refusal{Words: OutOfBounds}
	}
	// Players who join so shortly before the start need no reminder.
	t.Reminded = t.Starts.IsZero() || t.Starts.Sub(t.Created) <= StartReminder
	t, err := r.store.CreateTournament(ctx, t)
	return t, referee.RefusedIf(err, ErrTooMany, &referee.Refusal{Words: TooManyOpen})
}

// Tournament returns a tournament with its entrants and pairings. The error is a *Refusal with
// NoTournament.
func (r *Rules) Tournament(ctx context.Context, id int64) (Tournament, error) {
	t, err := r.store.Tournament(ctx, id)
	r.mu.Lock()
	t.Obstacle = r.obstacles[id]
	r.mu.Unlock()
	return t, referee.RefusedIf(err, match.ErrNotFound, &referee.Refusal{Words: NoTournament})
}

// Change changes a tournament and returns it as stored. It retries if the tournament has changed
// meanwhile.
func (r *Rules) Change(ctx context.Context, id int64, change func(*Tournament) error) (Tournament, error) {
	for range referee.Attempts {
		t, err := r.Tournament(ctx, id)
		if err != nil {
			return t, err
		}
		version, state, reminded, stuck := t.Version, t.State, t.Reminded, t.Stuck
		switch err := change(&t); {
		case errors.Is(err, errNoChange):
			return t, nil
		case err != nil:
			return t, err
		}
		var notices []match.NoticeKind
		if t.Stuck.Before(stuck) { // giveUp has set it
			notices = append(notices, match.UnplayedNotice)
		}
		switch {
		case t.State == state && t.Reminded != reminded && t.Playing() > 0:
			notices = append(notices, match.SoonNotice)
		case t.State == state:
		case t.State == Running:
			notices = append(notices, match.StartNotice)
		case t.Lost:
			notices = append(notices, match.LostNotice)
		default:
			notices = append(notices, match.OverNotice)
		}
		err = r.store.SaveTournament(ctx, t, version, r.referee.Now(), notices...)
		if t.Version++; !errors.Is(err, match.ErrStale) {
			return t, err
		}
	}
	return Tournament{}, &referee.Refusal{Words: referee.Busy}
}

// Join enters a player, or lets one who left or paused continue.
func (r *Rules) Join(ctx context.Context, id int64, by match.Player) (Tournament, error) {
	ratings, err := r.store.Ratings(ctx, by.ID)
	if err != nil {
		return Tournament{}, err
	}
	return r.Change(ctx, id, func(t *Tournament) error {
		if t.Format.Kind().LeaderPlays {
			if err := r.referee.CheckBlocks(ctx, by.ID, t.Leader.ID); err != nil {
				return err
			}
		}
		if t.Rated { // refuses now what would be refused at the start
			if err := r.referee.CheckOpen(ctx, by.ID); err != nil {
				return err
			}
		}
		late, continuous := t.State == Running, t.Format.Kind().Length > 0
		e := t.Find(by.ID)
		switch {
		case t.Leads(by.ID):
			return refuse(LeadsIt, t)
		case !Joinable(t, r.referee.Now()):
			return refuse(NotNow, t)
		case e != nil && !e.Gone() && !e.Paused:
			return refuse("You are already in {tournament}.", t)
		case e == nil && t.Playing() >= t.Places:
			return refuse(Full, t)
		case e != nil && e.Gone() && late && !continuous:
			return refuse("You left {tournament}, and nobody can come back into it.", t)
		case e != nil:
			e.Left, e.Paused, e.Missed = 0, false, 0
		default:
			ladder := match.Ladder{Family: match.Overall, Pace: match.PaceOf(t.TurnTime)}
			t.Entrants = append(t.Entrants, Entrant{
				Player: by, Rating: ratings[by.ID][ladder].Strength(r.referee.Now()).Value, Joined: t.Round + 1, At: r.referee.Now(),
			})
		}
		if late && continuous { // results, which also start a pairing, may never come
			Advance(t, nil, r.referee.Now())
		}
		return nil
	})
}

// Leave takes a player out of a tournament. Their open pairing is still played.
func (r *Rules) Leave(ctx context.Context, id int64, by string) (Tournament, error) {
	return r.Change(ctx, id, func(t *Tournament) error {
		e := t.Find(by)
		switch {
		case t.Leads(by):
			return refuse(LeadsIt, t)
		case e == nil || e.Gone():
			return refuse(NotIn, t)
		case t.Closed():
			return refuse(NotNow, t)
		}
		Leave(t, e)
		return nil
	})
}

// Pause keeps a player of an arena from being paired until they join again.
func (r *Rules) Pause(ctx context.Context, id int64, by string) (Tournament, error) {
	return r.Change(ctx, id, func(t *Tournament) error {
		e := t.Find(by)
		switch {
		case e == nil || e.Gone():
			return refuse(NotIn, t)
		case t.Closed(), t.Format.Kind().Length == 0:
			return refuse(NotNow, t)
		case e.Paused:
			return errNoChange
		}
		e.Paused = true
		return nil
	})
}

// evict ends a tournament that a person leads or a place has, or withdraws the person from it. If the place is gone,
// only the leader is told.
func (r *Rules) evict(ctx context.Context, l match.Living, h match.Held, gone bool) error {
	if l.Kind != match.TournamentSubject {
		return nil
	}
	_, err := r.Change(ctx, l.ID, func(t *Tournament) error {
		e := t.Find(h.Person)
		switch {
		case t.Closed():
			return errNoChange
		case h.Person == "" || t.Leader.ID == h.Person:
			Close(t, r.referee.Now())
			t.Lost = gone
		case e == nil || e.Gone():
			return errNoChange
		default:
			Leave(t, e)
			e.Missed = MaxMissed
			Advance(t, nil, r.referee.Now()) // the others may be paired again
		}
		return nil
	})
	return err
}

// StartTournament starts a tournament and pairs its first round.
func (r *Rules) StartTournament(ctx context.Context, id int64) (Tournament, error) {
	return r.Change(ctx, id, func(t *Tournament) error {
		switch {
		case t.State != Open:
			return refuse(NotNow, t)
		case !Enough(t):
			return refuse(TooFewPlayers, t)
		}
		Start(t, r.referee.Now())
		return nil
	})
}

// EndTournament cancels a tournament that hasn't started, and ends a running one with its current
// standings. Games in progress are still played, but no longer count for it.
func (r *Rules) EndTournament(ctx context.Context, id int64) (Tournament, error) {
	return r.Change(ctx, id, func(t *Tournament) error {
		if t.Closed() {
			return refuse(NotNow, t)
		}
		Close(t, r.referee.Now())
		return nil
	})
}

// AdvanceTournaments does what is due in all tournaments.
func (r *Rules) AdvanceTournaments(ctx context.Context) error {
	now := r.referee.Now()
	ids, err := r.store.DueTournaments(ctx, now, now.Add(-ThreadTimeout), 10_000)
	errs := []error{err}
	for _, id := range ids {
		if _, err := r.Advance(ctx, id); err != nil && !errors.Is(err, &referee.Refusal{Words: referee.Busy}) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// Advance does what is due in a tournament and returns it. See the function Advance.
func (r *Rules) Advance(ctx context.Context, id int64) (Tournament, error) {
	over, err := r.store.PairingsOver(ctx, id)
	if err != nil {
		return Tournament{}, err
	}
	results := make([]Result, len(over))
	for i, m := range over {
		if results[i], err = r.pairResult(ctx, m); err != nil {
			return Tournament{}, err
		}
	}
	return r.Change(ctx, id, func(t *Tournament) error {
		if !Advance(t, results, r.referee.Now()) {
			return errNoChange
		}
		return nil
	})
}

// pairResult reads the games of a finished pairing. A player was present who decided anything or did not lose
// on time.
func (r *Rules) pairResult(ctx context.Context, m Pairing) (Result, error) {
	result := Result{Pairing: m, Won: map[string]int{}, Came: map[string]bool{}, Found: map[string]match.Found{}}
	first, err := r.store.MatchByID(ctx, m.Match)
	if err != nil {
		return result, err
	}
	games := []match.Match{first}
	second, err := r.store.SecondLeg(ctx, m.Match)
	if err == nil {
		games = append(games, second)
	} else if !errors.Is(err, match.ErrNotFound) {
		return result, err
	}
	late := map[string]bool{}
	for i := range games {
		g := &games[i]
		if victor, won := g.Victor(); won {
			result.Won[victor.ID]++
		}
		for _, move := range g.Moves {
			result.Came[g.Player(move.Actor).ID] = true
		}
		if loser, lost := g.Loser(); lost && g.Termination == match.TimedOut {
			late[loser.ID] = true
		}
		for side, p := range g.Sides {
			result.Found[p.ID] = result.Found[p.ID].Plus(g.Findings[side])
		}
	}
	for _, p := range first.Sides {
		result.Came[p.ID] = result.Came[p.ID] || !late[p.ID]
	}
	return result, nil
}

// Due claims the front's tournaments that have pairings to start. Other processes don't get them
// until the lease expires or Release is called.
func (r *Rules) Due(ctx context.Context, front string, lease time.Duration, limit int) ([]int64, error) {
	now := r.referee.Now()
	return r.store.TakePairings(ctx, front, now, now.Add(lease), limit)
}

// Release ends a claim. If a pairing got no thread because of t.Obstacle, the wait before the next try
// doubles, within bounds.
func (r *Rules) Release(ctx context.Context, t *Tournament, stuck bool) error {
	now := r.referee.Now()
	changed := r.recordObstacle(t, stuck)
	if !stuck {
		return r.store.ReleasePairings(ctx, t.ID, time.Time{}, now)
	}
	since := t.Stuck
	switch {
	case since.IsZero():
		since = now
	case changed:
		since = since.Add(time.Millisecond) // the store raises the version, so the message shows it
	}
	wait := min(max(now.Sub(since), minRetry), maxRetry)
	return r.store.ReleasePairings(ctx, t.ID, since, now.Add(wait))
}

func (r *Rules) recordObstacle(t *Tournament, stuck bool) (changed bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if !stuck {
		delete(r.obstacles, t.ID)
		return false
	}
	changed = r.obstacles[t.ID] != t.Obstacle
	if len(r.obstacles) >= maxObstacles {
		clear(r.obstacles)
	}
	r.obstacles[t.ID] = t.Obstacle
	return changed
}

// mostRunning bounds the running matches of a player that are searched: all simultaneous exhibitions of a
// server, and some more.
const mostRunning = MaxOpen*MaxSimul + 60

// BoardsIn returns the games of a tournament that a player is playing.
func (r *Rules) BoardsIn(ctx context.Context, tournament int64, player string) ([]*referee.Game, error) {
	running, err := r.referee.Running(ctx, player, mostRunning)
	return slices.DeleteFunc(running, func(g *referee.Game) bool { return g.Tournament != tournament }), err
}

// EventOf returns the tournament that a match belongs to; ok is false if there is none.
func (r *Rules) EventOf(ctx context.Context, g *match.Match) (e Event, ok bool, err error) {
	if g.Tournament == 0 {
		return e, false, nil
	}
	id := g.ID
	if g.Pair != 0 {
		id = g.Pair
	}
	e, err = r.store.EventOf(ctx, id)
	return e, err == nil, err
}

// BeginPairing starts the first game of a pairing in the pairing's channel.
func (r *Rules) BeginPairing(ctx context.Context, t *Tournament, m *Pairing, channel string) (*referee.Progress, error) {
	v, err := r.variantOf(t, m.Round)
	if err != nil {
		return nil, err
	}
	size, err := games.ParseSize(t.Size)
	if err != nil {
		return nil, err
	}
	size = max(games.Small, size-games.Size(m.Game-1))
	seed := referee.RandomAt(t.Seed, m.Round<<20|m.Board<<8|m.Game).Uint64()
	game := match.Match{
		Channel: channel, Server: t.Server, Variant: v.ID,
		Rated: true, Leg: match.FirstLeg, TurnTime: t.TurnTime, First: games.Left, Seed: seed, Tournament: t.ID,
	}
	if t.Format.Kind().LeaderPlays { // no second game makes up for a lost start
		game.Leg = match.Alone
		game.Start, game.First, err = start.ToWin(ctx, referee.RandomAt(seed, 0), v, size, games.Left, games.Left)
	} else {
		game.Start, err = start.Between(ctx, referee.RandomAt(seed, 0), v, size)
	}
	if err != nil {
		return nil, err
	}
	game.SetPlayers(games.Left, t.Find(m.First).Player, t.Find(m.Second).Player)
	return r.referee.Begin(ctx, game, func(ctx context.Context, game match.Match) (match.Match, error) {
		return r.store.BeginPairing(ctx, t.ID, m.Round, m.Board, m.Game, game)
	})
}

// variantOf returns the game of a round. A tournament without a game plays each family in turn, in an order
// drawn from its seed.
func (r *Rules) variantOf(t *Tournament, round int) (*games.Variant, error) {
	if t.Variant != "" {
		return r.referee.Catalog().Find(t.Variant)
	}
	var firsts []*games.Variant
	for _, v := range r.referee.Catalog().All() {
		if !slices.ContainsFunc(firsts, func(f *games.Variant) bool { return f.Family == v.Family }) {
			firsts = append(firsts, v)
		}
	}
	referee.RandomAt(t.Seed, 0).Shuffle(len(firsts), func(i, j int) { firsts[i], firsts[j] = firsts[j], firsts[i] })
	return firsts[(round-1)%len(firsts)], nil
}

// TournamentVariant returns the game of a tournament's current round, nil before it is drawn.
func (r *Rules) TournamentVariant(t *Tournament) *games.Variant {
	if t.Variant == "" && t.Round == 0 {
		return nil
	}
	v, _ := r.variantOf(t, t.Round)
	return v
}

// Refusals about tournaments.
const (
	NoTournament  referee.Words = "There is no such tournament here. `/tournament list` shows them."
	NotNow        referee.Words = "{tournament} is {state}, so you can't do that."
	NotIn         referee.Words = "You aren't in {tournament}."
	Full          referee.Words = "{tournament} is full: all {places} places are taken."
	TooFewPlayers referee.Words = "A tournament needs at least two players to start."
	LeadsIt       referee.Words = "You play everybody who joins {tournament}. `/tournament end` ends it."
)

var (
	OutOfBounds = referee.Words(fmt.Sprintf("A tournament has 2 to %d places and 1 minute to 3 days per turn. "+
		"An arena lasts %.0f to %.0f minutes, and a Swiss has at most %d rounds. A simul has at most %d opponents and "+
		"is unrated.",
		MaxEntrants, MinArena.Minutes(), MaxArena.Minutes(), MaxRounds, MaxSimul))
	TooManyOpen = referee.Words(fmt.Sprintf("There are %d tournaments running here, the maximum. `/tournament end` ends one.", MaxOpen))
)

func refuse(words referee.Words, t *Tournament) *referee.Refusal {
	return &referee.Refusal{Words: words, With: []string{"{tournament}", t.Name, "{state}", t.State.String(), "{places}", strconv.Itoa(t.Places)}}
}
