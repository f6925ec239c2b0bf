package referee

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/solver"
	"nimatron/storage"
)

// First says who takes the first turn, as the challenger asks for it.
type First string

// The ways to settle the first turn.
const (
	FirstRandom   First = "random"
	FirstMe       First = "me"
	FirstOpponent First = "opponent"
	// FirstChoose lets whoever accepts pick.
	FirstChoose First = "choose"
)

// Ask is a challenge as somebody makes it.
type Ask struct {
	Channel, Server string
	By              storage.Player
	Variant         *games.Variant
	// Position is the start as typed; empty for a generated one.
	Position string
	First    First
	// Side is where the challenger sits.
	Side Side
	// TurnTime is the time for a turn, 0 for no limit.
	TurnTime time.Duration
	// Rated asks for a match that counts. Its start must be generated.
	Rated bool
}

// Side says where the challenger of a partizan game sits. In other games the
// sides are only two names, and the challenger sits left.
type Side string

// The ways to settle the sides.
const (
	SideLeft   Side = "left"
	SideRight  Side = "right"
	SideRandom Side = "random"
)

// seat settles where the challenger sits.
func (s Side) seat(toss *rand.Rand) games.Side {
	switch s {
	case SideRight:
		return games.Right
	case SideRandom:
		return games.Side(toss.IntN(2))
	}
	return games.Left
}

// start settles the first position: the one asked for, or a generated one.
func (a *Ask) start(r *rand.Rand) (notation string, chosen bool, err error) {
	if a.Position == "" {
		return a.Variant.Generate(r), false, nil
	}
	m, err := games.NewMatch(a.Variant, a.Position, games.Left)
	if err != nil {
		return "", false, err
	}
	return m.Start(), true, nil
}

// Challenge opens a challenge to one person, or with a zero opponent to anyone.
func (r *Referee) Challenge(ctx context.Context, ask Ask, opponent storage.Player) (storage.Challenge, error) {
	if opponent.ID == ask.By.ID {
		return storage.Challenge{}, &Refusal{Code: SelfChallenge}
	}
	start, chosen, err := ask.start(draws(r.seed(), 0))
	if err != nil {
		return storage.Challenge{}, err
	}
	now := r.now()
	c, err := r.store.CreateChallenge(ctx, storage.Challenge{
		Channel: ask.Channel, Server: ask.Server,
		Challenger: ask.By, Opponent: opponent,
		Variant: ask.Variant.ID, Start: start, Chosen: chosen,
		First: string(ask.First), Side: string(ask.Side),
		Rated: ask.Rated, TurnTime: ask.TurnTime,
		Created: now, Expires: now.Add(ChallengeLife),
	})
	return c, r.refuseOccupied(ctx, ask.Channel, err)
}

// ChallengeBot starts a match against the bot at once. Where the first turn is
// the bot's, its move is part of the same transaction.
func (r *Referee) ChallengeBot(ctx context.Context, ask Ask, level solver.Level) (*Progress, error) {
	seed := r.seed()
	toss := draws(seed, 0)
	start, chosen, err := ask.start(toss)
	if err != nil {
		return nil, err
	}
	seat := ask.Side.seat(toss)
	first := seat
	switch ask.First {
	case FirstOpponent:
		first = seat.Other()
	case FirstChoose:
		first, err = r.botPicks(ctx, ask.Variant, start, seat.Other())
	case FirstRandom:
		first = games.Side(toss.IntN(2))
	}
	if err != nil {
		return nil, err
	}
	m := storage.Match{
		Channel: ask.Channel, Server: ask.Server,
		Variant: ask.Variant.ID, Family: ask.Variant.Family, Start: start, Chosen: chosen,
		Rated: ask.Rated,
		First: first.String(), Level: level.String(), Seed: seed,
	}
	sit(&m, seat, ask.By, Bot)
	return r.begin(ctx, m, r.store.CreateMatch)
}

// sit puts the challenger on a side and the opponent on the other.
func sit(m *storage.Match, seat games.Side, challenger, opponent storage.Player) {
	m.Left, m.Right = challenger, opponent
	if seat == games.Right {
		m.Left, m.Right = opponent, challenger
	}
}

// botPicks returns the side that the bot, who sits on seat, lets go first.
func (r *Referee) botPicks(ctx context.Context, v *games.Variant, start string, seat games.Side) (games.Side, error) {
	p, err := v.Parse(start, seat)
	if err != nil {
		return 0, err
	}
	ctx, cancel := context.WithTimeout(ctx, thinkingTime)
	defer cancel()
	wins, err := r.solver.Wins(ctx, v, p)
	if err != nil && !errors.Is(err, solver.ErrBudget) {
		return 0, err
	}
	if wins == (p.Turn().Actor == seat) {
		return seat, nil
	}
	return seat.Other(), nil
}

// Accept starts the match of the channel's open challenge. Under FirstChoose
// whoever accepts says with pick who goes first: FirstMe or FirstOpponent.
func (r *Referee) Accept(ctx context.Context, channel string, by storage.Player, pick First) (*Progress, error) {
	c, err := r.OpenChallenge(ctx, channel)
	if err != nil {
		return nil, err
	}
	if err := mayAnswer(c, by); err != nil {
		return nil, err
	}
	seed := r.seed()
	toss := draws(seed, 0)
	seat := Side(c.Side).seat(toss)
	first := seat
	switch First(c.First) {
	case FirstOpponent:
		first = seat.Other()
	case FirstRandom:
		first = games.Side(toss.IntN(2))
	case FirstChoose:
		switch pick {
		case FirstMe:
			first = seat.Other()
		case FirstOpponent:
		default:
			return nil, &Refusal{Code: PickFirst, Challenge: &c}
		}
	}
	v, err := catalog.Find(c.Variant)
	if err != nil {
		return nil, err
	}
	m := storage.Match{
		Family:  v.Family,
		Channel: c.Channel, Server: c.Server,
		Variant: c.Variant, Start: c.Start, Chosen: c.Chosen,
		First: first.String(), Seed: seed,
		Rated: c.Rated, TurnTime: c.TurnTime, Message: c.Message,
	}
	if m.Rated {
		m.Leg = 1
	}
	sit(&m, seat, c.Challenger, by)
	return r.begin(ctx, m, func(ctx context.Context, m storage.Match) (storage.Match, error) {
		return r.store.AcceptChallenge(ctx, c.ID, m)
	})
}

// begin lets the bot take the decisions that are its own and stores the match
// with them.
func (r *Referee) begin(ctx context.Context, m storage.Match, create func(context.Context, storage.Match) (storage.Match, error)) (*Progress, error) {
	m.Created = r.now()
	m.State = storage.Playing
	g, err := load(m)
	if err != nil {
		return nil, err
	}
	p := &Progress{Game: g}
	if err := r.reply(ctx, p); err != nil {
		return nil, err
	}
	p.stamp(m.Created)
	if !g.Finished() {
		setClock(&g.Match, m.Created)
	}
	g.Match, err = create(ctx, g.Match)
	if err != nil {
		return nil, r.refuseOccupied(ctx, m.Channel, err)
	}
	return p, nil
}

// Decline refuses the channel's open challenge in the name of the challenged.
func (r *Referee) Decline(ctx context.Context, channel string, by storage.Player) (storage.Challenge, error) {
	c, err := r.OpenChallenge(ctx, channel)
	if err != nil {
		return c, err
	}
	if err := mayAnswer(c, by); err != nil {
		return c, err
	}
	if c.Opponent.ID == "" { // open to anyone: nobody can decline for all
		return c, &Refusal{Code: NotChallenged, Challenge: &c}
	}
	return r.close(ctx, c, storage.ChallengeDeclined)
}

// Cancel takes the channel's open challenge back.
func (r *Referee) Cancel(ctx context.Context, channel string, by storage.Player) (storage.Challenge, error) {
	c, err := r.OpenChallenge(ctx, channel)
	if err != nil {
		return c, err
	}
	if c.Challenger.ID != by.ID {
		return c, &Refusal{Code: NotChallenger, Challenge: &c}
	}
	return r.close(ctx, c, storage.ChallengeCancelled)
}

// Expire closes the challenges that nobody answered in time, a bounded number a
// call, and returns them.
func (r *Referee) Expire(ctx context.Context) ([]storage.Challenge, error) {
	const atMost = 100
	return r.store.ExpireChallenges(ctx, r.now(), atMost)
}

// OpenChallenge returns the challenge that waits in a channel. One whose time is
// over but that no sweep has closed yet counts as closed. The error is a *Refusal
// with NoChallenge.
func (r *Referee) OpenChallenge(ctx context.Context, channel string) (storage.Challenge, error) {
	c, err := r.store.OpenChallenge(ctx, channel)
	if err == nil && !c.Expires.After(r.now()) {
		err = storage.ErrNotFound
	}
	return c, refusedIf(err, storage.ErrNotFound, &Refusal{Code: NoChallenge})
}

// mayAnswer checks that by is one whom the challenge addresses.
func mayAnswer(c storage.Challenge, by storage.Player) error {
	switch {
	case c.Challenger.ID == by.ID:
		return &Refusal{Code: OwnChallenge, Challenge: &c}
	case c.Opponent.ID != "" && c.Opponent.ID != by.ID:
		return &Refusal{Code: NotChallenged, Challenge: &c}
	}
	return nil
}

// close ends a challenge that was open a moment ago.
func (r *Referee) close(ctx context.Context, c storage.Challenge, state storage.ChallengeState) (storage.Challenge, error) {
	err := r.store.CloseChallenge(ctx, c.ID, state, r.now())
	if err != nil {
		return c, refusedIf(err, storage.ErrStale, &Refusal{Code: NoChallenge})
	}
	c.State = state
	return c, nil
}

// refuseOccupied turns what storage says of a channel that is taken into a
// refusal that names the match or the challenge there.
func (r *Referee) refuseOccupied(ctx context.Context, channel string, err error) error {
	switch {
	case errors.Is(err, storage.ErrStale):
		return &Refusal{Code: NoChallenge}
	case errors.Is(err, storage.ErrChannelBusy):
		g, err := r.Current(ctx, channel)
		if err != nil {
			return &Refusal{Code: Busy} // it ended just now
		}
		return &Refusal{Code: MatchRunning, Game: g}
	case errors.Is(err, storage.ErrChallengeOpen):
		c, err := r.store.OpenChallenge(ctx, channel)
		if err != nil {
			return &Refusal{Code: Busy}
		}
		return &Refusal{Code: ChallengeWaits, Challenge: &c}
	}
	return err
}
