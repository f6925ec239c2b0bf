package tournament

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"sync"
	"time"

	"nimatron/games"
	"nimatron/internal/recent"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/start"
)

const (
	defaultTurn = 2 * time.Minute // except in a Simul, whose leader answers everybody

	// minRetry and maxRetry bound the wait before another try to open a thread.
	minRetry = 5 * time.Second
	maxRetry = 10 * time.Second
)

// Rules decide what people may do in tournaments.
type Rules struct {
	referee *referee.Referee
	store   Store

	mu     sync.Mutex
	events recent.Map[int64, Event] // by the first game of a pairing
}

// New returns the rules on a store, and registers their hooks with the referee.
func New(r *referee.Referee, store Store) *Rules {
	rules := &Rules{referee: r, store: store}
	r.Register(referee.Hooks{Unrated: rules.unrated, Evict: rules.evict})
	return rules
}

func (r *Rules) unrated(ctx context.Context, m *match.Match) (bool, error) {
	if m.Tournament == 0 {
		return false, nil
	}
	k, err := r.store.Kept(ctx, subject(m.Tournament))
	return err == nil && !k.Rated, err
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
	t, err := Create(ctx, r.store, t)
	return t, referee.RefusedIf(err, ErrTooMany, &referee.Refusal{Words: TooManyOpen})
}

// Tournament returns a tournament with its entrants and pairings. The error is a *Refusal with
// NoTournament.
func (r *Rules) Tournament(ctx context.Context, id int64) (Tournament, error) {
	t, err := ByID(ctx, r.store, id)
	return t, referee.RefusedIf(err, match.ErrNotFound, &referee.Refusal{Words: NoTournament})
}

// Change changes a tournament and returns it as stored. It retries if the tournament has changed
// meanwhile.
func (r *Rules) Change(ctx context.Context, id int64, change func(*Tournament) error) (Tournament, error) {
	for range referee.Attempts {
		t, k, err := read(ctx, r.store, id)
		if err != nil {
			return t, referee.RefusedIf(err, match.ErrNotFound, &referee.Refusal{Words: NoTournament})
		}
		before := t
		switch err := change(&t); {
		case errors.Is(err, errNoChange):
			return t, nil
		case err != nil:
			return t, err
		}
		var notices []match.Notice
		if !t.quiet {
			t.Version++
			notices = t.noticesSince(&before, r.referee.Now())
		}
		after := k
		t.KeepIn(&after)
		_, err = r.store.ChangeKept(ctx, k.Subject, func(now *match.Kept) ([]match.Notice, error) {
			if !unchanged(now, &k) {
				return nil, match.ErrStale
			}
			after.Message, after.Shown = now.Message, now.Shown
			*now = after
			return notices, nil
		})
		if !errors.Is(err, match.ErrStale) {
			return t, err
		}
	}
	return Tournament{}, &referee.Refusal{Words: referee.Busy}
}

// noticesSince returns the notices of a change. One to all entrants comes in parts of CalledAtOnce.
func (t *Tournament) noticesSince(before *Tournament, now time.Time) (notices []match.Notice) {
	add := func(kind match.NoticeKind, people int) {
		for part := 0; part == 0 || part*CalledAtOnce < people; part++ {
			n := match.Notice{Kind: kind, Channel: t.Channel, About: subject(t.ID), Created: now}
			if part > 0 {
				n.Message = strconv.Itoa(part)
			}
			notices = append(notices, n)
		}
	}
	if t.Stuck.Before(before.Stuck) { // giveUp has set it
		add(match.UnplayedNotice, 0)
	}
	switch {
	case t.State == before.State && t.Reminded != before.Reminded && t.Playing() > 0:
		add(match.SoonNotice, len(t.Entrants))
	case t.State == before.State:
	case t.State == Running:
		add(match.StartNotice, 0)
	case t.Lost:
		add(match.LostNotice, 0)
	case t.State == Cancelled:
		add(match.OverNotice, len(t.Entrants))
	default:
		add(match.OverNotice, 0)
	}
	return notices
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

// mostDue bounds the tournaments that one sweep looks at.
const mostDue = 1000

// AdvanceTournaments does what is due in all tournaments.
func (r *Rules) AdvanceTournaments(ctx context.Context) error {
	due, err := r.store.ListKept(ctx, match.KeptFilter{Kind: match.TournamentSubject, Due: r.referee.Now(), Limit: mostDue})
	errs := []error{err}
	for _, k := range due {
		if _, err := r.Advance(ctx, k.ID); err != nil && !errors.Is(err, &referee.Refusal{Words: referee.Busy}) {
			errs = append(errs, err)
		}
	}
	return errors.Join(errs...)
}

// Advance does what is due in a tournament and returns it. See the function Advance.
func (r *Rules) Advance(ctx context.Context, id int64) (Tournament, error) {
	return r.Change(ctx, id, func(t *Tournament) error {
		results, err := r.results(ctx, t)
		told := !t.told.IsZero()
		t.told = time.Time{} // a match that ends from now on tells it again, and this change fails
		if err == nil && !Advance(t, results, r.referee.Now()) {
			if t.quiet = true; !told {
				return errNoChange
			}
		}
		return err
	})
}

// results returns the results of the open pairings that are over.
func (r *Rules) results(ctx context.Context, t *Tournament) (all []Result, err error) {
	open := map[int64]Pairing{}
	for _, m := range t.Pairings {
		if !m.Over && m.Match != 0 {
			open[m.Match] = m
		}
	}
	if len(open) == 0 {
		return nil, nil
	}
	over, err := r.store.PairingsOver(ctx, slices.Sorted(maps.Keys(open)))
	for _, id := range over {
		result, badMatch := r.pairResult(ctx, open[id])
		all, err = append(all, result), cmp.Or(err, badMatch)
	}
	return all, err
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
func (r *Rules) Due(ctx context.Context, front string, lease time.Duration, limit int) (ids []int64, err error) {
	now := r.referee.Now()
	due, err := r.store.ListKept(ctx, match.KeptFilter{Kind: match.TournamentSubject, Due: now, Limit: mostDue})
	for _, k := range due {
		if len(ids) == limit {
			break
		}
		if t, err := Of(k); err != nil || match.FrontOf(k.Channel) != front || !t.waits(now) {
			continue
		}
		_, err := r.store.ChangeKept(ctx, k.Subject, changing(func(t *Tournament) error {
			if !t.waits(now) {
				return match.ErrStale
			}
			t.Taken = now.Add(lease)
			return nil
		}))
		switch {
		case err == nil:
			ids = append(ids, k.ID)
		case !errors.Is(err, match.ErrStale):
			return ids, err
		}
	}
	return ids, err
}

// waits reports whether pairings are to begin that no process has taken. A claim far ahead is from a clock that was
// wrong.
func (t *Tournament) waits(now time.Time) bool {
	return t.State == Running && len(Unbegun(t)) > 0 && (!t.Taken.After(now) || t.Taken.After(now.Add(time.Hour)))
}

// Release ends a claim. If a pairing got no thread because of t.Obstacle, the wait before the next try
// doubles, within bounds.
func (r *Rules) Release(ctx context.Context, t *Tournament, stuck bool) error {
	now, why := r.referee.Now(), ""
	since, again := time.Time{}, now
	if stuck {
		since, why = cmp.Or(t.Stuck, now), t.Obstacle
		again = now.Add(min(max(now.Sub(since), minRetry), maxRetry))
	}
	_, err := r.store.ChangeKept(ctx, subject(t.ID), changing(func(t *Tournament) error {
		if !t.Stuck.Equal(since) || t.Obstacle != why { // the message says so
			t.Version++
		}
		t.Taken, t.Stuck, t.Obstacle = again, since, why
		return nil
	}))
	return err
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
	r.mu.Lock()
	e, ok = r.events.Get(id)
	r.mu.Unlock()
	if ok {
		return e, true, nil
	}
	t, err := ByID(ctx, r.store, g.Tournament)
	i := slices.IndexFunc(t.Pairings, func(m Pairing) bool { return m.Match == id })
	if err != nil || i < 0 {
		return e, false, cmp.Or(err, match.ErrNotFound)
	}
	e = Event{Name: t.Name, Format: t.Format, Leader: t.Leader.ID, Round: t.Pairings[i].Round, Game: t.Pairings[i].Game}
	r.mu.Lock()
	r.events.Put(id, e)
	r.mu.Unlock()
	return e, true, nil
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
		return r.store.BeginPairing(ctx, game, m.begin)
	})
}

// begin returns a change by which a pairing begins with a match. The error is match.ErrStale if it had begun, or has other
// players: those who deleted their data since have another ID.
func (m *Pairing) begin(game match.Match) func(*match.Kept) ([]match.Notice, error) {
	return changing(func(t *Tournament) error {
		i := slices.IndexFunc(t.Pairings, func(p Pairing) bool { return p.Round == m.Round && p.Board == m.Board && p.Game == m.Game })
		if i < 0 || t.Pairings[i].Over || t.Pairings[i].Match != 0 ||
			t.Pairings[i].First != game.Player(games.Left).ID || t.Pairings[i].Second != game.Player(games.Right).ID {
			return match.ErrStale
		}
		t.Pairings[i].Channel, t.Pairings[i].Match = game.Channel, game.ID
		t.Version++
		return nil
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
