package referee

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"nimatron/games"
	"nimatron/games/spoken"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/solver"
)

const (
	NotPlaying  Words = "You aren't playing in this match: it's {players}."
	NotYourTurn Words = "It's not your turn. {actor} moves now."
	Outdated    Words = "That button is out of date and did nothing. `/match board` shows the match."
	RatedMatch  Words = "This match is rated: there are no hints and no takebacks."
)

// Decision is a decision of the match.
type Decision struct {
	// Turn says whose turn it was and who decided.
	Turn      games.Turn
	Step      games.Step
	Certainty Certainty
}

// Certainty is the bot's knowledge at a decision in a game that has to be searched.
type Certainty uint8

const (
	// Ordinary is for decisions of people, and of the bot if it has proved who wins, or errs on
	// purpose.
	Ordinary  Certainty = iota
	Guessed             // the bot could not prove the position
	NowProved           // the bot has proved the position, after a guess
)

// Progress is the result of a call: the match as it stands now and the new decisions, a person's before the
// bot's.
type Progress struct {
	Game      *Game
	Decisions []Decision
	TakenBack []match.Move // the decisions that were taken back, or that the opponent was asked to take back

	// Next is the second game of a rated pair after the first, with the bot's decisions in it; else
	// nil.
	Next    *Progress
	Ratings []match.RatingChange

	change match.Change
}

func (p *Progress) play(by games.Side, move games.Move) error {
	turn := p.Game.Play.Position().Turn()
	next, err := p.Game.Play.Play(by, move)
	if err != nil {
		return err
	}
	p.Game.Play = next
	p.Decisions = append(p.Decisions, Decision{Turn: turn, Step: games.Step{Move: move, Position: next.Position()}})
	if winner, over := next.Winner(); over {
		p.end(winner, match.Played)
	}
	return nil
}

func (p *Progress) end(winner games.Side, how match.Termination) {
	p.Game.End(match.Result{Winner: match.Seated(winner), Termination: how})
}

func (r *Referee) review(ctx context.Context, p *Progress) error {
	if !p.Game.Finished() {
		return nil
	}
	review, err := r.Review(ctx, p.Game)
	if err == nil {
		p.Game.review, p.Game.Reviewed, p.Game.Findings = review, true, review.Findings()
	}
	return err
}

func (p *Progress) addMoves(now time.Time) []match.Move {
	moves := words.Each(p.Decisions, func(d Decision) match.Move {
		return match.Move{Actor: d.Turn.Actor, Text: d.Step.Move.String(), At: now}
	})
	p.Game.Moves = append(p.Game.Moves[:len(p.Game.Moves):len(p.Game.Moves)], moves...)
	p.Game.Updated = now
	if p.Game.Finished() {
		p.Game.Ended = now
	}
	return moves
}

// playBot makes the bot's decisions while the bot is to decide. It stores nothing. If ctx ends, the error is
// ctx's: the bot never decides otherwise for lack of time.
func (r *Referee) playBot(ctx context.Context, p *Progress) error {
	for !p.Game.Finished() && p.Game.Actor().IsBot() {
		errorRate, known := p.Game.Level.ErrorRate()
		if !known {
			return fmt.Errorf("match %d: the bot does not know the level %q", p.Game.ID, p.Game.Level)
		}
		play := p.Game.Play
		choice := RandomAt(p.Game.Seed, 1+len(play.Moves()))
		chosen, err := r.solver.Choose(ctx, play.Variant(), play.Position(), errorRate, choice)
		if err != nil {
			return err
		}
		if err := p.play(play.Position().Turn().Actor, chosen.Move); err != nil {
			return err
		}
		last := &p.Decisions[len(p.Decisions)-1]
		switch {
		case chosen.Guessed:
			last.Certainty = Guessed
		case r.guessedBefore(ctx, play):
			last.Certainty = NowProved
		}
	}
	return ctx.Err()
}

// guessedBefore reports whether the bot guessed its last move. Guesses are not stored, but the bot would
// guess there again.
func (r *Referee) guessedBefore(ctx context.Context, play *games.Match) bool {
	moves, bot := play.Moves(), play.Position().Turn().Actor
	var last games.Position
	var move games.Move
	if solver.GuessesAt(play.Variant()) {
		for i, p := range play.Positions() {
			if i < len(moves) && p.Turn().Actor == bot {
				last, move = p, moves[i]
			}
		}
	}
	if last == nil || solver.FamilyOf(play.Variant()).Guess(last) != move {
		return false
	}
	choice, err := r.solver.Choose(ctx, play.Variant(), last, 0, RandomAt(0, 0))
	return err == nil && choice.Guessed
}

// A MatchVersion is a version of a match; the zero value is any.
type MatchVersion struct{ Match, Version int64 }

// Move takes a decision for by in the channel's match, written as text, and lets the bot reply, in
// one transaction. It refuses if the match has moved on since the version seen. The error is a
// *Refusal.
func (r *Referee) Move(ctx context.Context, seen MatchVersion, channel, by, text string) (*Progress, error) {
	return r.step(ctx, channel, by, func(p *Progress, seat games.Side) error {
		if now := (MatchVersion{p.Game.ID, p.Game.Version}); seen != (MatchVersion{}) && seen != now {
			return &Refusal{Words: Outdated, Game: p.Game}
		}
		position := p.Game.Play.Position()
		if position.Turn().Actor != seat {
			return &Refusal{Words: NotYourTurn, Game: p.Game}
		}
		move, err := spoken.Read(p.Game.Play.Variant(), position, text)
		if err == nil {
			err = p.play(seat, move)
		}
		if err != nil {
			return inGame(p.Game, err)
		}
		if g := p.Game; g.Chosen && g.AgainstBot() { // the bot's replies from a chosen start are answers
			if a, err := r.Audience(ctx, g); err != nil {
				return err
			} else if a.Elsewhere {
				if err := r.CheckAdvice(ctx, g.Player(seat)); err != nil {
					return err
				}
			}
		}
		err = r.playBot(ctx, p)
		if p.Game.Finished() && p.Game.Player(seat).IsCrowd() { // no request is answered
			p.change.Notice = match.TimeUpNotice
		}
		return err
	})
}

// Resign ends the channel's match with a win for the opponent of by.
func (r *Referee) Resign(ctx context.Context, channel, by string) (*Progress, error) {
	return r.step(ctx, channel, by, func(p *Progress, seat games.Side) error {
		p.end(seat.Other(), match.Resigned)
		return nil
	})
}

// step changes the channel's match for a player: it reads the match, calls change and commits. It starts over
// if another step was committed meanwhile. If the time is up in a rated match, it commits that instead. The
// first attempt starts from the kept match, whose version the commit checks.
func (r *Referee) step(ctx context.Context, channel, by string, change func(*Progress, games.Side) error) (*Progress, error) {
	kept := r.kept.get(channel)
	for range Attempts {
		g := kept
		if kept == nil {
			var err error
			if g, err = r.Current(ctx, channel); err != nil {
				return nil, err
			}
		}
		p, now, err := r.propose(ctx, g, by, change)
		refused := err != nil
		if !refused {
			err = r.commit(ctx, p, now)
		}
		if stale := errors.Is(err, match.ErrStale); !stale && !(refused && kept != nil) {
			return p, err
		}
		r.kept.drop(channel)
		kept = nil
	}
	return nil, &Refusal{Words: Busy}
}

func (r *Referee) propose(ctx context.Context, g *Game, by string, change func(*Progress, games.Side) error) (*Progress, time.Time, error) {
	p, now := &Progress{Game: g}, r.now()
	seat, ok := g.SeatOf(by)
	switch {
	case !ok:
		return nil, now, &Refusal{Words: NotPlaying, Game: g}
	case g.TimeUp(now):
		p.timeOut()
	default:
		if err := change(p, seat); err != nil {
			return nil, now, err
		}
		now = r.now() // the bot may have thought for a while
	}
	if p.Game.Termination == match.TimedOut {
		gone, err := r.isGone(ctx, &g.Match)
		if gone && err == nil {
			err = match.ErrStale // the kept match has ended
		}
		if err != nil {
			return nil, now, err
		}
	}
	return p, now, r.tellDirectly(ctx, p, by)
}

// tellDirectly sends the next player a direct message about their turn, if that is not by and they
// want one.
func (r *Referee) tellDirectly(ctx context.Context, p *Progress, by string) error {
	g := p.Game
	if g.Finished() || len(p.Decisions) == 0 || g.Actor().IsBot() || g.Actor().IsCrowd() || g.Actor().ID == by {
		return nil
	}
	a, err := r.Audience(ctx, g)
	if err == nil && a.PingsOf(g.Play.Position().Turn().Actor) == match.PingsDirect {
		p.change.Notice = match.TurnNotice
	}
	return err
}

// commit stores p, with what follows from the end of a match. The error is match.ErrStale if another step was
// committed first.
func (r *Referee) commit(ctx context.Context, p *Progress, now time.Time) error {
	g := p.Game
	if err := r.finishRated(ctx, p, now); err != nil {
		return err
	}
	if err := r.review(ctx, p); err != nil {
		return err
	}
	change := p.change
	change.Moves, change.CalledOff, change.Uncounted, change.Ratings, change.Now = p.addMoves(now), g.CalledOff, g.Uncounted, p.Ratings, now
	change.Ply, change.Undisputed = len(g.Moves)-len(change.Moves), g.Offer == match.Nobody && g.Declined == match.Nobody
	if g.Finished() {
		change.End, change.Findings = &g.Result, &g.Findings
		if g.Leg != match.FirstLeg || g.Winner == match.Nobody {
			change.Advances = g.Tournament
		}
	}
	if p.Next != nil {
		change.Next, change.Ratings = &p.Next.Game.Match, p.Next.Ratings
	}
	if change.Plays() { // asking for a takeback or declining one gains no time
		setClock(&g.Match, now)
	}
	change.Remind, change.Deadline, change.AbandonAt = g.Remind, g.Deadline, g.AbandonAt
	if g.audience != nil {
		change.Unversioned = g.audience.Unversioned
	}
	appended, err := r.store.Append(ctx, g.ID, g.Version, change)
	if err != nil {
		return err
	}
	switch {
	case change.Plays():
		g.Declined, g.HintsHere = match.Nobody, 0
	case change.Declines:
		g.Declined = g.Offer
	}
	g.Version, g.Offer = appended.Version, change.Offer
	if taker, taken := change.TakebackBy.Side(); taken {
		g.Sides[taker].Takebacks++
	}
	if g.audience != nil {
		audience := *g.audience
		audience.Unversioned = appended.Unversioned
		for side, player := range g.Sides {
			if g.Finished() && !player.IsBot() {
				audience.Played[side]++
			}
		}
		g.audience = &audience
	}
	r.kept.put(g)
	if p.Next != nil {
		p.Next.Game.Match = *appended.Next
	}
	return nil
}

func (r *Referee) gameAndSeat(ctx context.Context, channel, by string) (*Game, games.Side, error) {
	g, err := r.Current(ctx, channel)
	if err != nil {
		return nil, 0, err
	}
	seat, ok := g.SeatOf(by)
	if !ok {
		return nil, 0, &Refusal{Words: NotPlaying, Game: g}
	}
	return g, seat, nil
}

// Takeback takes back the last decision of by and all after it: at once against the bot, and
// between people when both have asked. Progress.TakenBack lists the decisions.
func (r *Referee) Takeback(ctx context.Context, channel, by string) (*Progress, error) {
	return r.step(ctx, channel, by, func(p *Progress, seat games.Side) error {
		g := p.Game
		if g.Rated {
			return &Refusal{Words: RatedMatch, Game: g}
		}
		asker := seat
		switch {
		case g.AgainstBot():
		case g.Offer == match.Seated(seat):
			return &Refusal{Words: "You have already asked. Your opponent can agree or decline.", Game: g}
		case g.Declined == match.Seated(seat) && g.Offer == match.Nobody:
			return &Refusal{Words: "You have asked since the last move. You can ask again after the next one.", Game: g}
		case g.Offer != match.Nobody:
			asker = seat.Other() // by agrees to it
		default:
			p.change.Offer = match.Seated(seat)
		}
		p.TakenBack = g.ToTakeBack(asker)
		n := len(p.TakenBack)
		if n == 0 {
			return &Refusal{Words: "You haven't moved yet, so there is nothing to take back.", Game: g}
		}
		if p.change.Offer == match.Nobody {
			g.Play, g.Moves = g.Play.TakeBack(n), g.Moves[:len(g.Moves)-n]
			p.change.Takeback, p.change.TakebackBy = n, match.Seated(asker)
		}
		return nil
	})
}

// DeclineTakeback declines the opponent's request for a takeback, or withdraws one's own. asker is the side that
// had asked.
func (r *Referee) DeclineTakeback(ctx context.Context, channel, by string) (p *Progress, asker games.Side, err error) {
	p, err = r.step(ctx, channel, by, func(p *Progress, _ games.Side) error {
		var asked bool
		if asker, asked = p.Game.Offer.Side(); !asked {
			return &Refusal{Words: "Nobody has asked to take back a move.", Game: p.Game}
		}
		p.change.Declines = true
		return nil
	})
	return p, asker, err
}

// ToTakeBack returns the decisions that a takeback by a side undoes: its last decision and all
// after it.
func (g *Game) ToTakeBack(asker games.Side) []match.Move {
	return g.Moves[len(g.Moves)-g.SinceLast(asker):]
}

// CancelMatch ends the channel's match without a winner, if match.Match.MayBeCalledOff.
func (r *Referee) CancelMatch(ctx context.Context, channel, by string) (*Progress, error) {
	return r.step(ctx, channel, by, func(p *Progress, seat games.Side) error {
		if !p.Game.MayBeCalledOff() {
			begun := Words("The match has started, so you can't cancel it. Use `/match resign` to give up.")
			if p.Game.Rated {
				begun = "This rated pair has started, so you can no longer call it off. Play on, or use `/match resign`, which loses this game."
			}
			return &Refusal{Words: begun, Game: p.Game}
		}
		p.Game.End(match.Result{Termination: match.Cancelled})
		p.Game.CalledOff = match.Seated(seat)
		return nil
	})
}

// End ends a match without a winner for a moderator of its room, as match.RoomOf has it. No rating
// changes, and both games of a rated pair count nothing. A match whose time is up ends by the clock
// instead. Moderators can't end their own rated matches. A notice tells the players.
func (r *Referee) End(ctx context.Context, id int64, by, room string) (*Progress, error) {
	for range Attempts {
		g, err := r.Game(ctx, id)
		if err != nil {
			return nil, RefusedIf(err, match.ErrNotFound, &Refusal{Words: NoSuchMatch})
		}
		_, plays := g.SeatOf(by)
		switch {
		case room == "" || match.RoomOf(g.Channel, g.Server) != room:
			return nil, &Refusal{Words: "Match {match} isn't on this server. Only a manager of its own server can end it.", Game: g}
		case g.Finished():
			return nil, &Refusal{Words: MatchFinished, Game: g}
		case g.Rated && plays:
			return nil, &Refusal{Words: "You can't end your own rated match as a moderator. " +
				"Play on, give up with `/match resign`, or ask another server manager to end it.", Game: g}
		}
		if p, err := r.moderate(ctx, g); !errors.Is(err, match.ErrStale) {
			return p, err
		}
	}
	return nil, &Refusal{Words: Busy}
}

func (r *Referee) moderate(ctx context.Context, g *Game) (*Progress, error) {
	p, now := &Progress{Game: g, change: match.Change{Notice: match.EndedNotice}}, r.now()
	gone, err := r.isGone(ctx, &g.Match)
	switch timeUp := g.TimeUp(now); {
	case gone, err != nil && timeUp:
		return nil, cmp.Or(err, match.ErrStale)
	case timeUp:
		p.change.Notice = match.TimeUpNotice
		p.timeOut()
	default:
		g.End(match.Result{Termination: match.Moderated})
	}
	return p, r.commit(ctx, p, now)
}

// LastDecided returns the time of a player's last decision in the match, or its start.
func (g *Game) LastDecided(player string) time.Time {
	seat, _ := g.SeatOf(player)
	for _, m := range slices.Backward(g.Moves) {
		if m.Actor == seat {
			return m.At
		}
	}
	return g.Created
}
