package referee

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/referee/start"
	"nimatron/solver"
)

// Refusals about challenges.
const (
	NoChallenge          Words = "There is no open challenge here. Start one with `/play`."
	SelfChallenge        Words = "You can't challenge yourself. Name somebody else, or leave out `opponent:` to play me."
	ChallengeAlreadyOpen Words = "{challenger}'s challenge is waiting here {for}{until}. " +
		"Wait for an answer, or play in another channel or a thread. {challenger} can withdraw it{moderator}."
	NotChallenger Words = "Only {challenger}{moderators} can withdraw this challenge."
	PickFirst     Words = "This challenge lets you choose who goes first."
)

// TooManyOpen refuses another challenge to a person with match.MaxOpenChallenges open.
var TooManyOpen = Words(fmt.Sprintf("You have %d open challenges, the maximum. "+
	"`/match list` lists them, and `/match cancel` in a channel withdraws the one there.", match.MaxOpenChallenges))

// Proposal is the content of a challenge.
type Proposal struct {
	Channel, Server string
	By              match.Player
	Variant         *games.Variant
	Position        string
	Size            games.Size
	// First is the player who goes first. Against the bot it may be empty: the challenger then gets the turn
	// that wins a generated start; for other starts a coin decides.
	First    match.FirstChoice
	Side     match.SideChoice
	TurnTime time.Duration
	// Rated asks for a pair of games that counts. Its start must be generated. A zero TurnTime
	// means RatedTurnTime.
	Rated bool
	// Leader begins a match of a room, which By names. TurnTime is then the time for votes.
	Leader match.Player
}

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
		return match.Challenge{}, &Refusal{Words: SelfChallenge}
	}
	if err := r.checkRated(ctx, &proposal); err != nil {
		return match.Challenge{}, err
	}
	start, chosen, err := proposal.start(ctx, RandomAt(r.seed(), 0))
	if err != nil {
		return match.Challenge{}, err
	}
	if chosen {
		if err := r.CheckAdviceOpen(ctx, proposal.By); err != nil {
			return match.Challenge{}, err
		}
	}
	c := proposal.challenge(opponent, start, chosen)
	c.Created = r.now()
	c.Expires = c.Created.Add(proposal.life(c.ToAnyone()))
	c, err = r.store.CreateChallenge(ctx, c)
	switch {
	case errors.Is(err, match.ErrTooManyOpen):
		return c, &Refusal{Words: TooManyOpen}
	}
	return c, r.refuseOccupied(ctx, proposal.Channel, refusedByBlock(err, opponent.ID))
}

// CheckTaken refuses a challenge that an opponent does not take.
func (r *Referee) CheckTaken(ctx context.Context, proposal Proposal, opponent match.Player) error {
	c := proposal.challenge(opponent, "", false)
	c.Created = r.now()
	return refusedByBlock(r.store.CheckTaken(ctx, c), opponent.ID)
}

// ChallengeBot starts a match against the bot, or a rated pair, in which a coin decides who goes
// first. If the bot goes first, its move is in the same transaction.
func (r *Referee) ChallengeBot(ctx context.Context, proposal Proposal, level match.Level) (*Progress, error) {
	if err := r.checkRated(ctx, &proposal); err != nil {
		return nil, err
	}
	if proposal.Rated {
		proposal.First = match.FirstRandom
	}
	seed := r.seed()
	toss := RandomAt(seed, 0)
	seat := proposal.Side.Resolve(toss)
	start, chosen, first, err := r.startAgainstBot(ctx, &proposal, seat, toss)
	if err != nil {
		return nil, err
	}
	if chosen { // the bot's moves from a chosen start are answers, which CreateMatch notes
		if err := r.adviceElsewhere(ctx, proposal.By); err != nil {
			return nil, err
		}
	}
	m := accepted(proposal.challenge(match.Bot, start, chosen), seat, first, seed)
	m.Level = level
	create := r.store.CreateMatch
	if proposal.Leader.ID != "" {
		create = func(ctx context.Context, m match.Match) (match.Match, error) {
			created, err := r.store.CreateMatch(ctx, m)
			if err == nil {
				_, err = r.store.Keep(ctx, match.NewCrowd(created.ID, created.Channel, created.Server, proposal.Leader, created.Created), nil)
			}
			return created, err
		}
	}
	p, err := r.Begin(ctx, m, create)
	if errors.Is(err, match.ErrCounts) {
		return nil, cmp.Or(r.adviceOpen(ctx, proposal.By, NoAdvice), error(&Refusal{Words: Busy})) // Busy: it ended just now
	}
	return p, err
}

func (p *Proposal) challenge(opponent match.Player, start string, chosen bool) match.Challenge {
	return match.Challenge{
		Channel: p.Channel, Server: p.Server, Challenger: p.By, Opponent: opponent,
		Variant: p.Variant.ID, Start: start, Chosen: chosen, First: p.First, Side: p.Side, Rated: p.Rated, TurnTime: p.TurnTime,
	}
}

func accepted(c match.Challenge, seat, first games.Side, seed uint64) match.Match {
	m := match.Match{
		Channel: c.Channel, Server: c.Server, Variant: c.Variant, Start: c.Start, Chosen: c.Chosen,
		First: first, Seed: seed, Rated: c.Rated, TurnTime: c.TurnTime, Message: c.Message,
	}
	if m.Rated {
		m.Leg = match.FirstLeg
	}
	m.SetPlayers(seat, c.Challenger, c.Opponent)
	return m
}

func (r *Referee) botPicks(ctx context.Context, v *games.Variant, start string, seat games.Side) (games.Side, error) {
	p, err := v.Parse(start, seat)
	if err != nil {
		return 0, err
	}
	wins, err := r.solver.QuickBudget().Wins(ctx, v, p)
	if err != nil && !errors.Is(err, solver.ErrBudget) {
		return 0, err
	}
	if wins == (p.Turn().Actor == seat) {
		return seat, nil
	}
	return seat.Other(), nil
}

// Accept starts the match of the channel's open challenge. Under match.FirstChoose pick says who
// goes first: match.FirstMe or match.FirstOpponent.
func (r *Referee) Accept(ctx context.Context, channel string, by match.Player, pick match.FirstChoice) (*Progress, error) {
	c, err := r.OpenChallenge(ctx, channel)
	if err != nil {
		return nil, err
	}
	if err := mayAnswer(c, by); err != nil {
		return nil, err
	}
	if c.Rated {
		if err := r.CheckOpen(ctx, by.ID); err != nil {
			return nil, err
		}
	}
	if c.Chosen {
		if err := r.CheckAdviceOpen(ctx, by); err != nil {
			return nil, err
		}
		if err := r.adviceOpen(ctx, c.Challenger, NoChosenStart); err != nil {
			return nil, err
		}
	}
	seed := r.seed()
	toss := RandomAt(seed, 0)
	seat := c.Side.Resolve(toss)
	first, settled := c.First.Resolve(seat, toss)
	if !settled {
		switch pick {
		case match.FirstMe:
			first = seat.Other()
		case match.FirstOpponent:
			first = seat
		default:
			return nil, &Refusal{Words: PickFirst, Challenge: &c}
		}
	}
	c.Opponent = by // anyone may accept such a challenge
	return r.Begin(ctx, accepted(c, seat, first, seed), func(ctx context.Context, m match.Match) (match.Match, error) {
		m, err := r.store.AcceptChallenge(ctx, c.ID, m)
		return m, refusedByBlock(err, c.Challenger.ID)
	})
}

func (r *Referee) Begin(ctx context.Context, m match.Match, create func(context.Context, match.Match) (match.Match, error)) (*Progress, error) {
	m.Created = r.now()
	m.State = match.Playing
	g, err := r.Load(m)
	if err != nil {
		return nil, err
	}
	g.Family = g.Play.Variant().Family.ID
	p := &Progress{Game: g}
	if err := r.playBot(ctx, p); err != nil {
		return nil, err
	}
	if err := r.review(ctx, p); err != nil {
		return nil, err
	}
	p.addMoves(m.Created)
	if !g.Finished() {
		setClock(&g.Match, m.Created)
	}
	g.Match, err = create(ctx, g.Match)
	if err != nil {
		return nil, r.refuseOccupied(ctx, m.Channel, err)
	}
	r.kept.put(g)
	return p, nil
}

// Decline closes the channel's open challenge on behalf of the challenged player, or of the
// challenger, who withdraws it.
func (r *Referee) Decline(ctx context.Context, channel string, by match.Player) (match.Challenge, error) {
	c, err := r.OpenChallenge(ctx, channel)
	if err != nil {
		return c, err
	}
	if c.Challenger.ID == by.ID {
		return r.close(ctx, c, match.ChallengeCancelled)
	}
	if err := mayDecline(c, by); err != nil {
		return c, err
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
		moderators := ""
		if c.Server != "" {
			moderators = " and server managers"
		}
		return c, &Refusal{Words: NotChallenger, Challenge: &c, With: []string{"{moderators}", moderators}}
	}
	return r.close(ctx, c, match.ChallengeCancelled)
}

// EndChallenge closes a challenge for a moderator, as if it had expired.
func (r *Referee) EndChallenge(ctx context.Context, c match.Challenge) (match.Challenge, error) {
	return r.close(ctx, c, match.ChallengeExpired)
}

// OpenChallenge returns the open challenge of a channel. An expired one counts as closed, even
// before a sweep. The error is a *Refusal with NoChallenge.
func (r *Referee) OpenChallenge(ctx context.Context, channel string) (match.Challenge, error) {
	c, err := match.OpenChallenge(ctx, r.store, channel)
	if err == nil && c.Expired(r.now()) {
		err = match.ErrNotFound
	}
	return c, RefusedIf(err, match.ErrNotFound, &Refusal{Words: NoChallenge})
}

func mayAnswer(c match.Challenge, by match.Player) error {
	switch {
	case c.Challenger.ID == by.ID:
		return &Refusal{Words: "This is your own challenge, so somebody else has to answer it. `/match cancel` withdraws it.", Challenge: &c}
	case !c.ToAnyone() && c.Opponent.ID != by.ID:
		return &Refusal{Words: "Only {player} can answer this challenge.", Player: c.Opponent.ID}
	}
	return nil
}

func mayDecline(c match.Challenge, by match.Player) error {
	err := mayAnswer(c, by)
	if err == nil && c.ToAnyone() { // nobody can decline on behalf of everyone
		err = &Refusal{Words: "This challenge is open to anyone, so there is nothing to decline."}
	}
	return err
}

func (r *Referee) close(ctx context.Context, c match.Challenge, state match.ChallengeState) (match.Challenge, error) {
	err := match.CloseChallenge(ctx, r.store, c.ID, state, r.now())
	if err != nil {
		return c, RefusedIf(err, match.ErrStale, &Refusal{Words: NoChallenge})
	}
	c.State = state
	return c, nil
}

func (r *Referee) refuseOccupied(ctx context.Context, channel string, err error) error {
	switch {
	case errors.Is(err, match.ErrStale):
		return &Refusal{Words: NoChallenge}
	case errors.Is(err, match.ErrChannelBusy):
		g, err := r.Current(ctx, channel)
		if err != nil {
			return &Refusal{Words: Busy} // the other match ended just now
		}
		return &Refusal{Words: MatchRunning, Game: g}
	case errors.Is(err, match.ErrChallengeOpen):
		c, err := r.OpenChallenge(ctx, channel)
		if err != nil {
			return &Refusal{Words: Busy} // it was closed just now, or will be at once
		}
		moderator := ""
		if c.Server != "" {
			moderator = ", and so can server managers"
		}
		return &Refusal{Words: ChallengeAlreadyOpen, Challenge: &c, With: []string{"{moderator}", moderator}}
	}
	return err
}

// Rematch plays the channel's last match again with the sides swapped, or after a rated match a
// rated pair from another start. Against the bot it begins at once, between people when both have
// asked. One of the two results is nil.
func (r *Referee) Rematch(ctx context.Context, channel, server string, by match.Player) (*Progress, *match.Challenge, error) {
	g, err := r.Latest(ctx, channel)
	if err != nil {
		return nil, nil, err
	}
	if !g.Finished() {
		return nil, nil, &Refusal{Words: MatchRunning, Game: g}
	}
	seat, ok := g.SeatOf(by.ID)
	if !ok {
		return nil, nil, &Refusal{Words: NotPlaying, Game: g}
	}
	proposal := Proposal{
		Channel: channel, Server: server, By: by, Variant: g.Play.Variant(),
		Position: g.Start, First: match.FirstMe, Side: match.SideOf(seat.Other()), TurnTime: g.TurnTime,
	}
	if g.Play.First() == seat {
		proposal.First = match.FirstOpponent
	}
	if g.Rated {
		proposal.Position, proposal.First, proposal.Side = "", match.FirstRandom, ""
		proposal.Rated, proposal.TurnTime = true, min(g.TurnTime, MaxRatedTurnTime)
	}
	opponent := g.Player(seat.Other())
	if opponent.IsBot() {
		p, err := r.ChallengeBot(ctx, proposal, g.Level)
		return p, nil, err
	}
	if p, err := r.acceptRematch(ctx, g, by); p != nil || err != nil {
		return p, nil, err
	}
	c, err := r.Challenge(ctx, proposal, opponent)
	if errors.Is(err, &Refusal{Words: ChallengeAlreadyOpen}) { // both ask at once
		if p, acceptErr := r.acceptRematch(ctx, g, by); p != nil || acceptErr != nil {
			return p, nil, acceptErr
		}
	}
	if err != nil {
		return nil, nil, err
	}
	return nil, &c, nil
}

// acceptRematch accepts the rematch for which the other player waits in the channel. Both results
// are nil if there is none.
func (r *Referee) acceptRematch(ctx context.Context, g *Game, by match.Player) (*Progress, error) {
	c, err := r.OpenChallenge(ctx, g.Channel)
	none := &Refusal{Words: NoChallenge}
	switch {
	case errors.Is(err, none):
		return nil, nil
	case err != nil:
		return nil, err
	}
	again := c.Rated == g.Rated && (c.Rated || c.Start == g.Start)
	if _, played := g.SeatOf(c.Challenger.ID); !played || !again || c.Opponent.ID != by.ID || c.Variant != g.Variant {
		return nil, nil
	}
	p, err := r.Accept(ctx, g.Channel, by, "")
	if errors.Is(err, none) { // the challenge was closed just now
		return nil, nil
	}
	return p, err
}

// start returns the typed first position, or a generated one that is fair for both turn orders.
func (p *Proposal) start(ctx context.Context, r *rand.Rand) (notation string, chosen bool, err error) {
	if p.Position == "" {
		notation, err = start.Between(ctx, r, p.Variant, p.Size)
		return notation, false, err
	}
	m, err := games.NewMatch(p.Variant, p.Position, games.Left)
	if err != nil {
		return "", false, err
	}
	return m.Start().String(), true, nil
}

// startAgainstBot returns the first position of a match against the bot and the side that goes first. seat,
// the challenger's, can win a generated start, unless a coin or the bot decides who goes first.
func (r *Referee) startAgainstBot(ctx context.Context, p *Proposal, seat games.Side, toss *rand.Rand) (notation string, chosen bool, first games.Side, err error) {
	choice := p.First
	if p.Position == "" && choice != match.FirstRandom && choice != match.FirstChoose {
		notation, first, err = start.ToWin(ctx, toss, p.Variant, p.Size, seat, p.firsts(seat, toss)...)
		return notation, false, first, err
	}
	if notation, chosen, err = p.start(ctx, toss); err != nil {
		return "", false, 0, err
	}
	if choice == "" {
		choice = match.FirstRandom
	}
	first, settled := choice.Resolve(seat, toss)
	if !settled {
		first, err = r.botPicks(ctx, p.Variant, notation, seat.Other())
	}
	return notation, chosen, first, err
}

func (p *Proposal) firsts(seat games.Side, toss *rand.Rand) []games.Side {
	switch p.First {
	case match.FirstMe:
		return []games.Side{seat}
	case match.FirstOpponent:
		return []games.Side{seat.Other()}
	default:
		preferred := games.Side(toss.IntN(2))
		return []games.Side{preferred, preferred.Other()}
	}
}

// WonFromStart reports whether a side wins a match from its start, as far as a search can prove it.
func (r *Referee) WonFromStart(ctx context.Context, g *Game, side games.Side) bool {
	p := g.Play.Start()
	wins, err := r.solver.QuickBudget().Wins(ctx, g.Play.Variant(), p)
	return err == nil && wins == (p.Turn().Actor == side)
}
