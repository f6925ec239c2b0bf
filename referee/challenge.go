package referee

import (
	"context"
	"errors"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/solver"
)

// Proposal is what a challenger asks for.
type Proposal struct {
	Channel, Server string
	By              match.Player
	Variant         *games.Variant
	// Position is the starting position as typed; empty for a generated one.
	Position string
	// Size is the size of a generated start.
	Size games.Size
	// First is who goes first. Against the bot it may be empty: then it is whoever has
	// to for the challenger to win a generated start, and a coin decides for others.
	First match.FirstChoice
	// Side is where the challenger sits.
	Side match.SideChoice
	// TurnTime is the time for a turn, 0 for no limit.
	TurnTime time.Duration
	// Rated asks for a pair of games that counts. Its start must be generated, and it
	// has a clock: RatedTurnTime where TurnTime is 0.
	Rated bool
}

// life is how long the challenge waits for an answer: one to a live match only as long
// as the challenger is likely to be there still.
func (p *Proposal) life(toAnyone bool) time.Duration {
	switch {
	case p.Rated && match.PaceOf(p.TurnTime) == match.Live:
		return LiveChallengeLife
	case toAnyone:
		return OpenChallengeLife
	}
	return ChallengeLife
}

// Challenge opens a challenge to one person or, with a zero opponent, to anyone.
func (r *Referee) Challenge(ctx context.Context, proposal Proposal, opponent match.Player) (match.Challenge, error) {
	if opponent.ID == proposal.By.ID {
		return match.Challenge{}, &Refusal{Code: SelfChallenge}
	}
	if err := r.checkRated(ctx, &proposal); err != nil {
		return match.Challenge{}, err
	}
	start, chosen, err := proposal.start(ctx, randomAt(r.seed(), 0))
	if err != nil {
		return match.Challenge{}, err
	}
	now := r.now()
	c, err := r.store.CreateChallenge(ctx, match.Challenge{
		Channel: proposal.Channel, Server: proposal.Server,
		Challenger: proposal.By, Opponent: opponent,
		Variant: proposal.Variant.ID, Start: start, Chosen: chosen,
		First: proposal.First, Side: proposal.Side,
		Rated: proposal.Rated, TurnTime: proposal.TurnTime,
		Created: now, Expires: now.Add(proposal.life(opponent == match.Player{})),
	})
	switch {
	case errors.Is(err, match.ErrTooManyOpen):
		return c, &Refusal{Code: TooManyOpen}
	case errors.Is(err, match.ErrTooManyChallenges):
		return c, &Refusal{Code: TooManyChallenges, Opponent: opponent.ID}
	}
	return c, r.refuseOccupied(ctx, proposal.Channel, err)
}

// ChallengeBot starts a match against the bot at once, or a rated pair, in which a coin
// decides who goes first. Where the first turn is the bot's, its move is part of the
// same transaction.
func (r *Referee) ChallengeBot(ctx context.Context, proposal Proposal, level match.Level) (*Progress, error) {
	if err := r.checkRated(ctx, &proposal); err != nil {
		return nil, err
	}
	leg := match.Alone
	if proposal.Rated {
		leg, proposal.First = match.FirstLeg, match.FirstRandom
	}
	seed := r.seed()
	toss := randomAt(seed, 0)
	seat := proposal.Side.Resolve(toss)
	start, chosen, first, err := r.startAgainstBot(ctx, &proposal, seat, toss)
	if err == nil && chosen { // then the bot's moves are advice
		err = r.CheckAdvice(ctx, proposal.By.ID, proposal.Variant.Family.ID)
	}
	if err != nil {
		return nil, err
	}
	m := match.Match{
		Channel: proposal.Channel, Server: proposal.Server,
		Variant: proposal.Variant.ID, Family: proposal.Variant.Family.ID, Start: start, Chosen: chosen,
		Rated: proposal.Rated, Leg: leg, TurnTime: proposal.TurnTime,
		First: first, Level: level, Seed: seed,
	}
	m.SetPlayers(seat, proposal.By, match.Bot)
	return r.begin(ctx, m, r.store.CreateMatch)
}

// botPicks returns the side that goes first when the bot, who sits on seat, may pick:
// its own if that wins.
func (r *Referee) botPicks(ctx context.Context, v *games.Variant, start string, seat games.Side) (games.Side, error) {
	p, err := v.Parse(start, seat)
	if err != nil {
		return 0, err
	}
	ctx, cancel := context.WithTimeout(ctx, thinkingTime)
	defer cancel()
	wins, err := r.solver.QuickBudget().Wins(ctx, v, p)
	if err != nil && !errors.Is(err, solver.ErrBudget) {
		return 0, err
	}
	if wins == (p.Turn().Actor == seat) {
		return seat, nil
	}
	return seat.Other(), nil
}

// Accept starts the match of the channel's open challenge. Under match.FirstChoose
// whoever accepts says with pick who goes first: match.FirstMe or
// match.FirstOpponent.
func (r *Referee) Accept(ctx context.Context, channel string, by match.Player, pick match.FirstChoice) (*Progress, error) {
	c, err := r.OpenChallenge(ctx, channel)
	if err != nil {
		return nil, err
	}
	if err := mayAnswer(c, by); err != nil {
		return nil, err
	}
	if c.Rated {
		if err := r.checkOpen(ctx, by.ID); err != nil {
			return nil, err
		}
	}
	seed := r.seed()
	toss := randomAt(seed, 0)
	seat := c.Side.Resolve(toss)
	first, settled := c.First.Resolve(seat, toss)
	if !settled {
		switch pick {
		case match.FirstMe:
			first = seat.Other()
		case match.FirstOpponent:
			first = seat
		default:
			return nil, &Refusal{Code: PickFirst, Challenge: &c}
		}
	}
	v, err := r.catalog.Find(c.Variant)
	if err != nil {
		return nil, err
	}
	m := match.Match{
		Family:  v.Family.ID,
		Channel: c.Channel, Server: c.Server,
		Variant: c.Variant, Start: c.Start, Chosen: c.Chosen,
		First: first, Seed: seed,
		Rated: c.Rated, TurnTime: c.TurnTime, Message: c.Message,
	}
	if m.Rated {
		m.Leg = match.FirstLeg
	}
	m.SetPlayers(seat, c.Challenger, by)
	return r.begin(ctx, m, func(ctx context.Context, m match.Match) (match.Match, error) {
		return r.store.AcceptChallenge(ctx, c.ID, m)
	})
}

// begin lets the bot take any decisions that are due from it and stores the match
// together with them.
func (r *Referee) begin(ctx context.Context, m match.Match, create func(context.Context, match.Match) (match.Match, error)) (*Progress, error) {
	m.Created = r.now()
	m.State = match.Playing
	g, err := r.load(m)
	if err != nil {
		return nil, err
	}
	p := &Progress{Game: g}
	if err := r.playBot(ctx, p); err != nil {
		return nil, err
	}
	r.review(ctx, p)
	p.addMoves(m.Created)
	if !g.Finished() {
		setClock(&g.Match, m.Created)
	}
	g.Match, err = create(ctx, g.Match)
	if err != nil {
		return nil, r.refuseOccupied(ctx, m.Channel, err)
	}
	return p, nil
}

// Decline closes the channel's open challenge on behalf of the challenged player.
func (r *Referee) Decline(ctx context.Context, channel string, by match.Player) (match.Challenge, error) {
	c, err := r.OpenChallenge(ctx, channel)
	if err != nil {
		return c, err
	}
	if err := mayAnswer(c, by); err != nil {
		return c, err
	}
	if c.ToAnyone() { // nobody can decline on behalf of everyone
		return c, &Refusal{Code: NotChallenged, Challenge: &c}
	}
	return r.close(ctx, c, match.ChallengeDeclined)
}

// Cancel withdraws the channel's open challenge.
func (r *Referee) Cancel(ctx context.Context, channel string, by match.Player) (match.Challenge, error) {
	c, err := r.OpenChallenge(ctx, channel)
	if err != nil {
		return c, err
	}
	if c.Challenger.ID != by.ID {
		return c, &Refusal{Code: NotChallenger, Challenge: &c}
	}
	return r.close(ctx, c, match.ChallengeCancelled)
}

// EndChallenge closes a challenge in the name of somebody who may do so in its channel, as if
// its time were over.
func (r *Referee) EndChallenge(ctx context.Context, c match.Challenge) (match.Challenge, error) {
	return r.close(ctx, c, match.ChallengeExpired)
}

// OpenChallengesOf returns the challenges of a player that are open, the oldest first.
func (r *Referee) OpenChallengesOf(ctx context.Context, player string) ([]match.Challenge, error) {
	return r.store.OpenChallengesOf(ctx, player, r.now())
}

// OpenChallenge returns the challenge that is open in a channel. One that has expired
// counts as closed, even if no sweep has closed it yet. The error is a *Refusal
// with NoChallenge.
func (r *Referee) OpenChallenge(ctx context.Context, channel string) (match.Challenge, error) {
	c, err := r.store.OpenChallenge(ctx, channel)
	if err == nil && c.Expired(r.now()) {
		err = match.ErrNotFound
	}
	return c, refusedIf(err, match.ErrNotFound, &Refusal{Code: NoChallenge})
}

// ChallengeByID returns a challenge, open or not. The error is match.ErrNotFound for none.
func (r *Referee) ChallengeByID(ctx context.Context, id int64) (match.Challenge, error) {
	return r.store.ChallengeByID(ctx, id)
}

// mayAnswer checks that the challenge is for by to answer.
func mayAnswer(c match.Challenge, by match.Player) error {
	switch {
	case c.Challenger.ID == by.ID:
		return &Refusal{Code: OwnChallenge, Challenge: &c}
	case !c.ToAnyone() && c.Opponent.ID != by.ID:
		return &Refusal{Code: NotChallenged, Challenge: &c}
	}
	return nil
}

// close closes a challenge; the error is a *Refusal if somebody else was faster.
func (r *Referee) close(ctx context.Context, c match.Challenge, state match.ChallengeState) (match.Challenge, error) {
	err := r.store.CloseChallenge(ctx, c.ID, state, r.now())
	if err != nil {
		return c, refusedIf(err, match.ErrStale, &Refusal{Code: NoChallenge})
	}
	c.State = state
	return c, nil
}

// refuseOccupied turns the errors of the store for a channel that is taken into a
// refusal with the match or the challenge there.
func (r *Referee) refuseOccupied(ctx context.Context, channel string, err error) error {
	switch {
	case errors.Is(err, match.ErrStale):
		return &Refusal{Code: NoChallenge}
	case errors.Is(err, match.ErrChannelBusy):
		g, err := r.Current(ctx, channel)
		if err != nil {
			return &Refusal{Code: Busy} // it ended just now
		}
		return &Refusal{Code: MatchRunning, Game: g}
	case errors.Is(err, match.ErrChallengeOpen):
		c, err := r.OpenChallenge(ctx, channel)
		if err != nil {
			return &Refusal{Code: Busy} // it was closed, or has to be, just now
		}
		return &Refusal{Code: ChallengeAlreadyOpen, Challenge: &c}
	}
	return err
}
