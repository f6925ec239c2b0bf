package referee

import (
	"context"
	"errors"
	"slices"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/referee/pairing"
	"nimatron/referee/start"
)

// Bounds on tournaments.
const (
	// ArenaLeast and ArenaMost are the shortest and the longest arena.
	ArenaLeast = 20 * time.Minute
	ArenaMost  = 2 * time.Hour
	// SwissMost is the most rounds of a Swiss.
	SwissMost = 11
	// SwissJoin is the last round from which somebody can join a Swiss late.
	SwissJoin = 2
	// MissedOut is how many pairings in a row somebody may not come to before they are out.
	MissedOut = 2
	// StuckMost is for how long places are looked for: then pairings without one count as not
	// played.
	StuckMost = 30 * time.Minute
	// StartsMost is how far ahead a tournament can begin by itself, and StartLate how late: one
	// whose time came while nothing could begin it is called off then.
	StartsMost = 30 * 24 * time.Hour
	StartLate  = time.Hour
	// stuckLeast and stuckWait are the shortest and the longest time until the next try.
	stuckLeast = 5 * time.Second
	stuckWait  = 5 * time.Minute
	// TournamentTurn is the time for a turn where none is asked for, SimulTurn that in a match.Simul,
	// whose leader has all others to answer in it.
	TournamentTurn = 2 * time.Minute
	SimulTurn      = 10 * time.Minute
)

// errNoChange ends a change of a tournament that changes nothing.
var errNoChange = errors.New("nothing changes")

// NewTournament opens a tournament. Its leader, name and channel must be set.
func (r *Referee) NewTournament(ctx context.Context, t match.Tournament) (match.Tournament, error) {
	t.Created, t.Seed = r.now(), r.seed()
	most := match.MaxEntrants
	if t.TurnTime == 0 {
		t.TurnTime = TournamentTurn
		if t.Format == match.Simul {
			t.TurnTime = SimulTurn
		}
	}
	if t.Format == match.Simul {
		most = match.MaxSimul
	}
	if t.Places == 0 {
		t.Places = most
	}
	switch {
	case t.Format == match.Arena && t.Length == 0:
		t.Length = time.Hour
	case t.Format == match.Swiss && t.Rounds == 0:
		t.Rounds = 5
	}
	if t.Format != match.Arena {
		t.Length = 0
	}
	if t.Format != match.Swiss {
		t.Rounds = 0
	}
	switch {
	case t.Format == match.Arena && (t.Length < ArenaLeast || t.Length > ArenaMost),
		t.Rounds > SwissMost, t.Places < 2, t.Places > most, t.Rated && t.Format == match.Simul,
		t.TurnTime < MinTurnTime, t.TurnTime > MaxRatedTurnTime,
		!t.Starts.IsZero() && (t.Starts.Before(t.Created) || t.Starts.After(t.Created.Add(StartsMost))):
		return t, &Refusal{Code: TournamentBounds}
	}
	// Who joins one that begins so soon needs no reminder.
	t.Reminded = t.Starts.IsZero() || t.Starts.Sub(t.Created) <= match.StartReminder
	t, err := r.store.CreateTournament(ctx, t)
	return t, refusedIf(err, match.ErrTooManyTournaments, &Refusal{Code: TooManyTournaments})
}

// Tournament returns one with its entrants and pairings. The error is a *Refusal with
// NoTournament.
func (r *Referee) Tournament(ctx context.Context, id int64) (match.Tournament, error) {
	t, err := r.store.Tournament(ctx, id)
	return t, refusedIf(err, match.ErrNotFound, &Refusal{Code: NoTournament})
}

// Tournaments returns those of a server, or of a channel where there is none.
func (r *Referee) Tournaments(ctx context.Context, server, channel string, limit int) ([]match.Tournament, error) {
	return r.store.TournamentsOf(ctx, server, channel, limit)
}

// changeTournament changes a tournament, over again where somebody else was faster, and returns
// what is stored then.
func (r *Referee) changeTournament(ctx context.Context, id int64, change func(*match.Tournament) error) (match.Tournament, error) {
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
		case t.State == match.TournamentRunning:
			notice = match.StartNotice
		default:
			notice = match.OverNotice
		}
		err = r.store.SaveTournament(ctx, t, version, notice, r.now())
		if t.Version++; !errors.Is(err, match.ErrStale) {
			return t, err
		}
	}
	return match.Tournament{}, &Refusal{Code: Busy}
}

// Join enters somebody, or lets them go on who have left or paused. A Swiss takes people until
// its second round, a knockout and a simul until it begins, an arena always.
func (r *Referee) Join(ctx context.Context, id int64, by match.Player) (match.Tournament, error) {
	ratings, err := r.store.Ratings(ctx, by.ID)
	if err != nil {
		return match.Tournament{}, err
	}
	return r.changeTournament(ctx, id, func(t *match.Tournament) error {
		if t.Rated { // who is closed out is told before it begins
			if err := r.checkOpen(ctx, by.ID); err != nil {
				return err
			}
		}
		late := t.State == match.TournamentRunning
		e := t.Find(by.ID)
		switch {
		case t.Leads(by.ID):
			return &Refusal{Code: LeadsIt, Tournament: t}
		case t.Closed(), late && (t.Format == match.Knockout || t.Format == match.Simul), late && t.Format == match.Swiss && t.Round > SwissJoin,
			late && t.Format == match.Arena && !r.now().Before(t.Started.Add(t.Length)):
			return &Refusal{Code: TournamentClosed, Tournament: t}
		case e != nil && !e.Gone() && !e.Paused:
			return &Refusal{Code: AlreadyIn, Tournament: t}
		case e == nil && t.Playing() >= t.Places:
			return &Refusal{Code: TournamentFull, Tournament: t}
		case e != nil && e.Gone() && late && t.Format != match.Arena:
			return &Refusal{Code: TournamentClosed, Tournament: t} // who leaves a Swiss stays out
		case e != nil:
			e.Left, e.Paused, e.Missed = 0, false, 0
		default:
			ladder := match.Ladder{Family: match.Overall, Pace: match.PaceOf(t.TurnTime)}
			t.Entrants = append(t.Entrants, match.Entrant{
				Player: by, Rating: ratings[by.ID][ladder].Strength(r.now()).Value, Joined: t.Round + 1, At: r.now(),
			})
		}
		if late && t.Format == match.Arena { // nothing else happens that would pair them
			r.pairArena(t)
		}
		return nil
	})
}

// Uncounted returns the pairs of players of a rated tournament whose pairs of games change no rating
// for now, as PairsADay of them have counted in 24 hours.
func (r *Referee) Uncounted(ctx context.Context, t *match.Tournament) ([][2]match.Player, error) {
	if !t.Rated || t.Closed() {
		return nil, nil
	}
	return r.store.OftenMet(ctx, t.ID, r.now().Add(-24*time.Hour), PairsADay)
}

// Leave takes somebody out of a tournament. A pairing that goes on is played to its end.
func (r *Referee) Leave(ctx context.Context, id int64, by string) (match.Tournament, error) {
	return r.changeTournament(ctx, id, func(t *match.Tournament) error {
		e := t.Find(by)
		switch {
		case t.Leads(by):
			return &Refusal{Code: LeadsIt, Tournament: t}
		case e == nil || e.Gone():
			return &Refusal{Code: NotIn, Tournament: t}
		case t.Closed():
			return &Refusal{Code: TournamentClosed, Tournament: t}
		}
		leave(t, e)
		return nil
	})
}

// leave marks an entrant as gone from the next round on.
func leave(t *match.Tournament, e *match.Entrant) {
	if e.Left = t.Round; e.Left == 0 {
		e.Left = -1
	}
}

// Pause keeps somebody in an arena from being paired until they join again.
func (r *Referee) Pause(ctx context.Context, id int64, by string) (match.Tournament, error) {
	return r.changeTournament(ctx, id, func(t *match.Tournament) error {
		e := t.Find(by)
		switch {
		case e == nil || e.Gone():
			return &Refusal{Code: NotIn, Tournament: t}
		case t.Closed(), t.Format != match.Arena:
			return &Refusal{Code: TournamentClosed, Tournament: t}
		case e.Paused:
			return errNoChange
		}
		e.Paused = true
		return nil
	})
}

// KeepApart has two people not meet in a Swiss or an arena that has not begun or, where that was
// so, lets them meet again; apart says which.
func (r *Referee) KeepApart(ctx context.Context, id int64, one, other match.Player) (_ match.Tournament, apart bool, err error) {
	t, err := r.changeTournament(ctx, id, func(t *match.Tournament) error {
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
		case t.State != match.TournamentOpen:
			return &Refusal{Code: TournamentClosed, Tournament: t}
		case t.Format != match.Swiss && t.Format != match.Arena:
			return &Refusal{Code: NobodyApart, Tournament: t}
		case apart && (was == match.MaxApart || of(one.ID) == match.MaxApartOf || of(other.ID) == match.MaxApartOf):
			return &Refusal{Code: TooManyApart, Tournament: t}
		case apart:
			t.Apart = append(t.Apart, [2]match.Player{one, other})
		}
		return nil
	})
	return t, apart, err
}

// forbidden are the pairs of a tournament that do not meet, as package pairing knows them.
func forbidden(t *match.Tournament) pairing.Forbidden {
	f := pairing.Forbidden{}
	for _, p := range t.Apart {
		f.Forbid(p[0].ID, p[1].ID)
	}
	return f
}

// StartTournament begins a tournament and pairs its first round.
func (r *Referee) StartTournament(ctx context.Context, id int64) (match.Tournament, error) {
	return r.changeTournament(ctx, id, func(t *match.Tournament) error {
		switch {
		case t.State != match.TournamentOpen:
			return &Refusal{Code: TournamentClosed, Tournament: t}
		case !enough(t):
			return &Refusal{Code: TooFewPlayers, Tournament: t}
		}
		r.start(t)
		return nil
	})
}

// enough reports whether so many have joined that there is somebody to play.
func enough(t *match.Tournament) bool {
	if t.Format == match.Simul {
		return t.Playing() >= 1 && !t.Leader.Deleted()
	}
	return t.Playing() >= 2
}

// start begins a tournament.
func (r *Referee) start(t *match.Tournament) {
	t.State, t.Started = match.TournamentRunning, r.now()
	if t.Format == match.Simul {
		t.Entrants = append(t.Entrants, match.Entrant{Player: t.Leader, Joined: 1, At: t.Started})
	}
	r.pair(t)
}

// EndTournament ends a tournament: one that is open is called off, one that is running stands as
// it is. Pairings that have not begun are dropped; others are played to their end, but count for
// nothing here.
func (r *Referee) EndTournament(ctx context.Context, id int64) (match.Tournament, error) {
	return r.changeTournament(ctx, id, func(t *match.Tournament) error {
		switch t.State {
		case match.TournamentOpen:
			t.State = match.TournamentCancelled
		case match.TournamentRunning:
			t.State = match.TournamentOver
		default:
			return &Refusal{Code: TournamentClosed, Tournament: t}
		}
		t.Ended, t.Apart = r.now(), nil
		for i := range t.Pairings {
			if m := &t.Pairings[i]; !m.Over {
				m.Over, m.Forfeit, m.Ended = true, true, t.Ended
			}
		}
		return nil
	})
}

// AdvanceTournaments does what is due in tournaments: it begins those whose time has come,
// counts what was played, pairs who is free, and ends what is over.
func (r *Referee) AdvanceTournaments(ctx context.Context) error {
	now := r.now()
	ids, err := r.store.DueTournaments(ctx, now, now.Add(-StuckMost), 10_000)
	errs := []error{err}
	for _, id := range ids {
		if _, err := r.Advance(ctx, id); err != nil && !errors.Is(err, &Refusal{Code: Busy}) {
			errs = append(errs, err) // one that fails holds up no other
		}
	}
	return errors.Join(errs...)
}

// Advance does what is due in a tournament, and returns it.
func (r *Referee) Advance(ctx context.Context, id int64) (match.Tournament, error) {
	over, err := r.store.PairingsOver(ctx, id)
	if err != nil {
		return match.Tournament{}, err
	}
	results := make([]pairResult, len(over))
	for i, m := range over {
		if results[i], err = r.pairResult(ctx, m); err != nil {
			return match.Tournament{}, err
		}
	}
	return r.changeTournament(ctx, id, func(t *match.Tournament) error {
		now := r.now()
		changed := false
		switch t.State {
		case match.TournamentOpen:
			switch {
			case t.Starts.IsZero() || now.Before(t.Starts.Add(-match.StartReminder)):
			case now.Before(t.Starts):
				t.Reminded, changed = true, !t.Reminded
			case enough(t) && now.Before(t.Starts.Add(StartLate)):
				r.start(t)
				changed = true
			default:
				t.State, t.Ended, t.Apart, changed = match.TournamentCancelled, now, nil, true
			}
		case match.TournamentRunning:
			for _, result := range results {
				changed = result.count(t, now) || changed
			}
			changed = concede(t, now) || changed
			if !t.Stuck.IsZero() && !now.Before(t.Stuck.Add(StuckMost)) {
				giveUp(t, now)
				changed = true
			}
			changed = r.pair(t) || changed
		}
		if !changed {
			return errNoChange
		}
		return nil
	})
}

// pairResult is what came of the two games of a pairing.
type pairResult struct {
	meeting match.Pairing
	won     map[string]int
	came    map[string]bool // who has taken a decision, or has not lost by the clock
	found   map[string]match.Found
}

// pairResult reads the games of a pairing that is over.
func (r *Referee) pairResult(ctx context.Context, m match.Pairing) (pairResult, error) {
	result := pairResult{m, map[string]int{}, map[string]bool{}, map[string]match.Found{}}
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
			result.won[victor.ID]++
		}
		for _, move := range g.Moves {
			result.came[g.Player(move.Actor).ID] = true
		}
		if loser, lost := g.Loser(); lost && g.Termination == match.TimedOut {
			late[loser.ID] = true
		}
		for side := range g.Sides {
			id := g.Sides[side].ID
			result.found[id] = result.found[id].Plus(g.Findings[side])
		}
	}
	for _, p := range first.Sides {
		result.came[p.ID] = result.came[p.ID] || !late[p.ID]
	}
	return result, nil
}

// count writes a result into a tournament, unless it is there already.
func (p *pairResult) count(t *match.Tournament, now time.Time) bool {
	i := slices.IndexFunc(t.Pairings, func(m match.Pairing) bool {
		return m.Round == p.meeting.Round && m.Board == p.meeting.Board && m.Game == p.meeting.Game
	})
	if i < 0 || t.Pairings[i].Over {
		return false
	}
	m := &t.Pairings[i]
	m.Over, m.Ended = true, now
	m.Forfeit = !p.came[m.First] || !p.came[m.Second]
	nobody := !p.came[m.First] && !p.came[m.Second]
	if !nobody { // else the clock has made it 1–1
		m.Won = [2]int{p.won[m.First], p.won[m.Second]}
	}
	for _, id := range []string{m.First, m.Second} {
		e := t.Find(id)
		if p.came[id] {
			e.Missed = 0
			continue
		}
		e.Missed++
		out := e.Missed >= MissedOut && t.Format != match.Simul || // which has one round
			nobody && t.Format == match.Knockout // neither has earned the next round
		if out && !e.Gone() {
			leave(t, e)
		}
	}
	m.Found = [2]match.Found{m.Found[0].Plus(p.found[m.First]), m.Found[1].Plus(p.found[m.Second])}
	if t.Format == match.Knockout && m.Won[0] == m.Won[1] && !nobody && m.Game < match.LastGame {
		t.Pairings = append(t.Pairings, match.Pairing{
			Round: m.Round, Board: m.Board, Game: m.Game + 1, First: m.Second, Second: m.First, Found: [2]match.Found{m.Found[1], m.Found[0]},
		})
	}
	return true
}

// Due returns the tournaments of a front with pairings to begin, which are this process's until
// then.
func (r *Referee) Due(ctx context.Context, front string, until time.Duration, limit int) ([]int64, error) {
	now := r.now()
	return r.store.TakePairings(ctx, front, now, now.Add(until), limit)
}

// concede ends pairings that have not begun if a player has deleted their data: the other one wins.
func concede(t *match.Tournament, now time.Time) (changed bool) {
	for i := range t.Pairings {
		m := &t.Pairings[i]
		first, second := t.Find(m.First).Deleted(), !m.Bye() && t.Find(m.Second).Deleted()
		if m.Over || m.Channel != "" || !first && !second {
			continue
		}
		m.Over, m.Forfeit, m.Ended, changed = true, true, now, true
		games := 2
		if t.Format == match.Simul {
			games = 1
		}
		switch {
		case !second:
			m.Won[1] = games
		case !first:
			m.Won[0] = games
		}
	}
	return changed
}

// giveUp counts the pairings for which there is no place as not played. In a knockout the better
// rated one goes on.
func giveUp(t *match.Tournament, now time.Time) {
	t.Stuck = time.Time{}
	for i := range t.Pairings {
		m := &t.Pairings[i]
		if m.Over || m.Channel != "" {
			continue
		}
		m.Over, m.Forfeit, m.Ended = true, true, now
		if t.Format == match.Knockout {
			m.Won = [2]int{1, 0}
			if t.Find(m.First).Rating < t.Find(m.Second).Rating {
				m.Won = [2]int{0, 1}
			}
		}
	}
}

// Release ends what Due began. Where a pairing has no place, stuck is true: then they are due
// again after as long as they have waited up to now, within bounds.
func (r *Referee) Release(ctx context.Context, t *match.Tournament, stuck bool) error {
	now := r.now()
	if !stuck {
		return r.store.ReleasePairings(ctx, t.ID, time.Time{}, now)
	}
	since := t.Stuck
	if since.IsZero() {
		since = now
	}
	wait := min(max(now.Sub(since), stuckLeast), stuckWait)
	return r.store.ReleasePairings(ctx, t.ID, since, now.Add(wait))
}

// mostRunning bounds how many running matches of somebody are looked through: those of all
// simultaneous displays that a server can have, and some more.
const mostRunning = match.MaxTournaments*match.MaxSimul + 60

// BoardsIn returns the games of a tournament that a player is playing.
func (r *Referee) BoardsIn(ctx context.Context, tournament int64, player string) ([]*Game, error) {
	running, err := r.Running(ctx, player, mostRunning)
	return slices.DeleteFunc(running, func(g *Game) bool { return g.Tournament != tournament }), err
}

// EventOf returns the tournament that a match belongs to; ok is false where there is none.
func (r *Referee) EventOf(ctx context.Context, g *match.Match) (e match.Event, ok bool, err error) {
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

// Unbegun returns the pairings that wait for a place.
func Unbegun(t *match.Tournament) []match.Pairing {
	return slices.DeleteFunc(slices.Clone(t.Pairings), func(m match.Pairing) bool { return m.Over || m.Channel != "" })
}

// BeginPairing starts the first game of a pairing in a channel of its own.
func (r *Referee) BeginPairing(ctx context.Context, t *match.Tournament, m match.Pairing, channel string) (*Progress, error) {
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
	if t.Format == match.Simul { // no second game makes up for a start that is lost
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

// variantOf returns the game of a round: that of the tournament or, where it has none, each
// family in turn, in an order of its own.
func (r *Referee) variantOf(t *match.Tournament, round int) string {
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

// TournamentVariant returns the game of a tournament's present round, or of all rounds; nil where
// there is none.
func (r *Referee) TournamentVariant(t *match.Tournament) *games.Variant {
	if t.Variant == "" && t.Round == 0 {
		return nil
	}
	v, err := r.catalog.Find(r.variantOf(t, t.Round))
	if err != nil {
		return nil
	}
	return v
}
