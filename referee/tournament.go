package referee

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/referee/start"
	"nimatron/referee/tournament"
)

const (
	defaultTurn      = 2 * time.Minute
	defaultSimulTurn = 10 * time.Minute // the leader answers everybody in it
	defaultRounds    = 5                // of a Swiss
	defaultArena     = time.Hour

	// minRetry and maxRetry bound the time until a thread is tried again.
	minRetry = 5 * time.Second
	maxRetry = 5 * time.Minute
)

// errNoChange ends a change of a tournament that changes nothing.
var errNoChange = errors.New("nothing changes")

// NewTournament opens a tournament. Its leader, name and channel must be set.
func (r *Referee) NewTournament(ctx context.Context, t tournament.Tournament) (tournament.Tournament, error) {
	t.Created, t.Seed = r.now(), r.seed()
	turn, most := defaultTurn, tournament.MaxEntrants
	if t.Format == tournament.Simul {
		turn, most = defaultSimulTurn, tournament.MaxSimul
	}
	t.TurnTime, t.Places = cmp.Or(t.TurnTime, turn), cmp.Or(t.Places, most)
	t.Length, t.Rounds = cmp.Or(t.Length, defaultArena), cmp.Or(t.Rounds, defaultRounds)
	if t.Format != tournament.Arena {
		t.Length = 0
	}
	if t.Format != tournament.Swiss {
		t.Rounds = 0
	}
	switch {
	case t.Format == tournament.Arena && (t.Length < tournament.MinArena || t.Length > tournament.MaxArena),
		t.Rounds > tournament.MaxRounds, t.Places < 2, t.Places > most, t.Rated && t.Format == tournament.Simul,
		t.TurnTime < MinTurnTime, t.TurnTime > MaxRatedTurnTime,
		!t.Starts.IsZero() && (t.Starts.Before(t.Created) || t.Starts.After(t.Created.Add(tournament.MaxLeadTime))):
		return t, &Refusal{Code: TournamentBounds}
	}
	// Players who join one that begins this soon need no reminder.
	t.Reminded = t.Starts.IsZero() || t.Starts.Sub(t.Created) <= tournament.StartReminder
	t, err := r.store.CreateTournament(ctx, t)
	return t, refusedIf(err, tournament.ErrTooMany, &Refusal{Code: TooManyTournaments})
}

// Tournament returns a tournament with its entrants and pairings. The error is a *Refusal with
// NoTournament.
func (r *Referee) Tournament(ctx context.Context, id int64) (tournament.Tournament, error) {
	t, err := r.store.Tournament(ctx, id)
	return t, refusedIf(err, match.ErrNotFound, &Refusal{Code: NoTournament})
}

// Tournaments returns the tournaments of a server, or of a channel without a server.
func (r *Referee) Tournaments(ctx context.Context, server, channel string, limit int) ([]tournament.Tournament, error) {
	return r.store.TournamentsOf(ctx, server, channel, limit)
}

// changeTournament changes a tournament and returns it as stored. It tries again if the tournament has
// changed meanwhile.
func (r *Referee) changeTournament(ctx context.Context, id int64, change func(*tournament.Tournament) error) (tournament.Tournament, error) {
	for range attempts {
		t, err := r.Tournament(ctx, id)
		if err != nil {
			return t, err
		}
		version, state, reminded := t.Version, t.State, t.Reminded
		switch err := change(&t); {
		case errors.Is(err, errNoChange):
			return t, nil
		case err != nil:
			return t, err
		}
		notice := match.NoNotice
		switch {
		case t.State == state && t.Reminded != reminded && t.Playing() > 0:
			notice = match.SoonNotice
		case t.State == state:
		case t.State == tournament.Running:
			notice = match.StartNotice
		default:
			notice = match.OverNotice
		}
		err = r.store.SaveTournament(ctx, t, version, notice, r.now())
		if t.Version++; !errors.Is(err, match.ErrStale) {
			return t, err
		}
	}
	return tournament.Tournament{}, &Refusal{Code: Busy}
}

// Join enters a player, or lets one who has left or paused go on.
func (r *Referee) Join(ctx context.Context, id int64, by match.Player) (tournament.Tournament, error) {
	ratings, err := r.store.Ratings(ctx, by.ID)
	if err != nil {
		return tournament.Tournament{}, err
	}
	return r.changeTournament(ctx, id, func(t *tournament.Tournament) error {
		if t.Rated { // so that nobody is refused only when it begins
			if err := r.checkOpen(ctx, by.ID); err != nil {
				return err
			}
		}
		late := t.State == tournament.Running
		e := t.Find(by.ID)
		switch {
		case t.Leads(by.ID):
			return &Refusal{Code: LeadsIt, Tournament: t}
		case !tournament.Joinable(t, r.now()):
			return &Refusal{Code: TournamentClosed, Tournament: t}
		case e != nil && !e.Gone() && !e.Paused:
			return &Refusal{Code: AlreadyIn, Tournament: t}
		case e == nil && t.Playing() >= t.Places:
			return &Refusal{Code: TournamentFull, Tournament: t}
		case e != nil && e.Gone() && late && t.Format != tournament.Arena:
			return &Refusal{Code: TournamentClosed, Tournament: t} // nobody comes back into a Swiss
		case e != nil:
			e.Left, e.Paused, e.Missed = 0, false, 0
		default:
			ladder := match.Ladder{Family: match.Overall, Pace: match.PaceOf(t.TurnTime)}
			t.Entrants = append(t.Entrants, tournament.Entrant{
				Player: by, Rating: ratings[by.ID][ladder].Strength(r.now()).Value, Joined: t.Round + 1, At: r.now(),
			})
		}
		if late && t.Format == tournament.Arena { // a result, which pairs the others, may never come
			tournament.Advance(t, nil, r.now())
		}
		return nil
	})
}

// Uncounted returns the pairs of players of a rated tournament whose pairs of games change no rating
// for now, as PairsADay of them have counted in 24 hours.
func (r *Referee) Uncounted(ctx context.Context, t *tournament.Tournament) ([][2]match.Player, error) {
	if !t.Rated || t.Closed() {
		return nil, nil
	}
	return r.store.OftenMet(ctx, t.ID, r.now().Add(-24*time.Hour), PairsADay)
}

// Leave takes a player out of a tournament. Their open pairing is still played.
func (r *Referee) Leave(ctx context.Context, id int64, by string) (tournament.Tournament, error) {
	return r.changeTournament(ctx, id, func(t *tournament.Tournament) error {
		e := t.Find(by)
		switch {
		case t.Leads(by):
			return &Refusal{Code: LeadsIt, Tournament: t}
		case e == nil || e.Gone():
			return &Refusal{Code: NotIn, Tournament: t}
		case t.Closed():
			return &Refusal{Code: TournamentClosed, Tournament: t}
		}
		tournament.Leave(t, e)
		return nil
	})
}

// Pause keeps a player of an arena from being paired until they join again.
func (r *Referee) Pause(ctx context.Context, id int64, by string) (tournament.Tournament, error) {
	return r.changeTournament(ctx, id, func(t *tournament.Tournament) error {
		e := t.Find(by)
		switch {
		case e == nil || e.Gone():
			return &Refusal{Code: NotIn, Tournament: t}
		case t.Closed(), t.Format != tournament.Arena:
			return &Refusal{Code: TournamentClosed, Tournament: t}
		case e.Paused:
			return errNoChange
		}
		e.Paused = true
		return nil
	})
}

// KeepApart keeps two people apart in a Swiss or an arena that has not begun. If they already were,
// it lets them meet again, and apart is false.
func (r *Referee) KeepApart(ctx context.Context, id int64, one, other match.Player) (_ tournament.Tournament, apart bool, err error) {
	t, err := r.changeTournament(ctx, id, func(t *tournament.Tournament) error {
		pair := func(p [2]match.Player) bool {
			return p[0].ID == one.ID && p[1].ID == other.ID || p[0].ID == other.ID && p[1].ID == one.ID
		}
		of := func(who string) (n int) {
			for _, p := range t.Apart {
				if p[0].ID == who || p[1].ID == who {
					n++
				}
			}
			return n
		}
		was := len(t.Apart)
		t.Apart = slices.DeleteFunc(t.Apart, pair)
		apart = len(t.Apart) == was
		switch {
		case t.State != tournament.Open:
			return &Refusal{Code: TournamentClosed, Tournament: t}
		case t.Format != tournament.Swiss && t.Format != tournament.Arena:
			return &Refusal{Code: NobodyApart, Tournament: t}
		case apart && (was == tournament.MaxApart || of(one.ID) == tournament.MaxApartOf || of(other.ID) == tournament.MaxApartOf):
			return &Refusal{Code: TooManyApart, Tournament: t}
		case apart:
			t.Apart = append(t.Apart, [2]match.Player{one, other})
		}
		return nil
	})
	return t, apart, err
}

// StartTournament begins a tournament and pairs its first round.
func (r *Referee) StartTournament(ctx context.Context, id int64) (tournament.Tournament, error) {
	return r.changeTournament(ctx, id, func(t *tournament.Tournament) error {
		switch {
		case t.State != tournament.Open:
			return &Refusal{Code: TournamentClosed, Tournament: t}
		case !tournament.Enough(t):
			return &Refusal{Code: TooFewPlayers, Tournament: t}
		}
		tournament.Start(t, r.now())
		return nil
	})
}

// EndTournament calls off a tournament that is open, and ends one that is running with the standings
// of the moment. Games that have begun are still played, but count for nothing in it.
func (r *Referee) EndTournament(ctx context.Context, id int64) (tournament.Tournament, error) {
	return r.changeTournament(ctx, id, func(t *tournament.Tournament) error {
		if t.Closed() {
			return &Refusal{Code: TournamentClosed, Tournament: t}
		}
		tournament.Close(t, r.now())
		return nil
	})
}

// AdvanceTournaments does what is due in all tournaments.
func (r *Referee) AdvanceTournaments(ctx context.Context) error {
	now := r.now()
	ids, err := r.store.DueTournaments(ctx, now, now.Add(-tournament.ThreadTimeout), 10_000)
	errs := []error{err}
	for _, id := range ids {
		if _, err := r.Advance(ctx, id); err != nil && !errors.Is(err, &Refusal{Code: Busy}) {
			errs = append(errs, err) // and go on with the others
		}
	}
	return errors.Join(errs...)
}

// Advance does what is due in a tournament, as tournament.Advance says, and returns it.
func (r *Referee) Advance(ctx context.Context, id int64) (tournament.Tournament, error) {
	over, err := r.store.PairingsOver(ctx, id)
	if err != nil {
		return tournament.Tournament{}, err
	}
	results := make([]tournament.Result, len(over))
	for i, m := range over {
		if results[i], err = r.pairResult(ctx, m); err != nil {
			return tournament.Tournament{}, err
		}
	}
	return r.changeTournament(ctx, id, func(t *tournament.Tournament) error {
		if !tournament.Advance(t, results, r.now()) {
			return errNoChange
		}
		return nil
	})
}

// pairResult reads the games of a pairing that is over. A player came who took a decision or did not
// lose by the clock.
func (r *Referee) pairResult(ctx context.Context, m tournament.Pairing) (tournament.Result, error) {
	result := tournament.Result{Pairing: m, Won: map[string]int{}, Came: map[string]bool{}, Found: map[string]match.Found{}}
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

// Due takes the tournaments of a front with pairings to begin. No other process takes them until the
// time is over or Release is called.
func (r *Referee) Due(ctx context.Context, front string, lease time.Duration, limit int) ([]int64, error) {
	now := r.now()
	return r.store.TakePairings(ctx, front, now, now.Add(lease), limit)
}

// Release lets any process take a tournament again. If it is stuck, as a pairing got no thread, the
// wait doubles with each try, within bounds.
func (r *Referee) Release(ctx context.Context, t *tournament.Tournament, stuck bool) error {
	now := r.now()
	if !stuck {
		return r.store.ReleasePairings(ctx, t.ID, time.Time{}, now)
	}
	since := t.Stuck
	if since.IsZero() {
		since = now
	}
	wait := min(max(now.Sub(since), minRetry), maxRetry)
	return r.store.ReleasePairings(ctx, t.ID, since, now.Add(wait))
}

// mostRunning is the most running matches of a player that are searched: the leader's in all
// simultaneous displays of a server, and some more.
const mostRunning = tournament.MaxOpen*tournament.MaxSimul + 60

// BoardsIn returns the games of a tournament that a player is playing.
func (r *Referee) BoardsIn(ctx context.Context, tournament int64, player string) ([]*Game, error) {
	running, err := r.Running(ctx, player, mostRunning)
	return slices.DeleteFunc(running, func(g *Game) bool { return g.Tournament != tournament }), err
}

// EventOf returns the tournament that a match belongs to; ok is false if there is none.
func (r *Referee) EventOf(ctx context.Context, g *match.Match) (e tournament.Event, ok bool, err error) {
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

// BeginPairing starts the first game of a pairing in a channel of its own.
func (r *Referee) BeginPairing(ctx context.Context, t *tournament.Tournament, m tournament.Pairing, channel string) (*Progress, error) {
	v, err := r.catalog.Find(r.variantOf(t, m.Round))
	if err != nil {
		return nil, err
	}
	size, err := games.ParseSize(t.Size)
	if err != nil {
		return nil, err
	}
	size = max(games.Small, size-games.Size(m.Game-1)) // a smaller board decides
	seed := randomAt(t.Seed, m.Round<<20|m.Board<<8|m.Game).Uint64()
	game := match.Match{
		Channel: channel, Server: t.Server, Variant: v.ID, Family: v.Family.ID,
		Rated: true, Leg: match.FirstLeg, TurnTime: t.TurnTime, First: games.Left, Seed: seed, Tournament: t.ID,
	}
	if t.Format == tournament.Simul { // no second game makes up for a lost start
		game.Leg = match.Alone
		game.Start, game.First, err = start.ToWin(ctx, randomAt(seed, 0), v, size, games.Left, games.Left)
	} else {
		game.Start, err = start.Between(ctx, randomAt(seed, 0), v, size)
	}
	if err != nil {
		return nil, err
	}
	game.SetPlayers(games.Left, t.Find(m.First).Player, t.Find(m.Second).Player)
	return r.begin(ctx, game, func(ctx context.Context, game match.Match) (match.Match, error) {
		return r.store.BeginPairing(ctx, t.ID, m.Round, m.Board, m.Game, game)
	})
}

// variantOf returns the game of a round. A tournament without a game plays each family in turn, in an
// order drawn from its seed.
func (r *Referee) variantOf(t *tournament.Tournament, round int) string {
	if t.Variant != "" {
		return t.Variant
	}
	var first []string
	seen := map[*games.Family]bool{}
	for _, v := range r.catalog.All() {
		if !seen[v.Family] {
			seen[v.Family] = true
			first = append(first, v.ID)
		}
	}
	randomAt(t.Seed, 0).Shuffle(len(first), func(i, j int) { first[i], first[j] = first[j], first[i] })
	return first[(round-1)%len(first)]
}

// TournamentVariant returns the game of a tournament's present round, nil if it is not drawn yet.
func (r *Referee) TournamentVariant(t *tournament.Tournament) *games.Variant {
	if t.Variant == "" && t.Round == 0 {
		return nil
	}
	v, err := r.catalog.Find(r.variantOf(t, t.Round))
	if err != nil {
		return nil
	}
	return v
}

// Refusals about tournaments.
const (
	NoTournament     Code = "There is no such tournament here. `/tournament` shows those that there are."
	TournamentClosed Code = "That can't be done in {tournament}: it is {state}."
	AlreadyIn        Code = "You are in {tournament} already."
	NotIn            Code = "You are not in {tournament}."
	TournamentFull   Code = "All {places} places of {tournament} are taken."
	TooFewPlayers    Code = "A tournament needs two players to begin."
	NobodyApart      Code = "Results alone say who meets whom in {tournament}: people can be kept apart in a Swiss or an arena."
	LeadsIt          Code = "You play everybody who joins {tournament}. `/tournament action:end` ends it."
)

var (
	TournamentBounds = Code(fmt.Sprintf("A tournament has from 2 to %d places and from 1 minute to 3 days a turn; an arena lasts from %.0f to %.0f minutes, and a Swiss has at most %d rounds. One can play at most %d at once, and unrated.",
		tournament.MaxEntrants, tournament.MinArena.Minutes(), tournament.MaxArena.Minutes(), tournament.MaxRounds, tournament.MaxSimul))
	TooManyTournaments = Code(fmt.Sprintf("There are %d tournaments here that are not over, which is the most. `/tournament action:end name:…` ends one.", tournament.MaxOpen))
	TooManyApart       = Code(fmt.Sprintf("At most %d pairs are kept apart in {tournament}, and %d of one person. Naming a pair again lets it meet.", tournament.MaxApart, tournament.MaxApartOf))
)
