package referee

import (
	"context"
	"errors"
	"fmt"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/solver"
)

// Decision is one decision as it was taken.
type Decision struct {
	// Turn says whose turn it was and who decided.
	Turn games.Turn
	// Step is the decision and what it led to.
	Step games.Step
	// Certainty is what the bot knew when it took the decision.
	Certainty Certainty
}

// Certainty is what the bot knows when it decides in a game that has to be searched.
type Certainty uint8

const (
	// Ordinary is for what needs no word: decisions of people, and of the bot where it
	// has proved who wins, or errs as its level wants it.
	Ordinary Certainty = iota
	// Guessed is for a decision in a position that the bot could not prove.
	Guessed
	// NowProved is for one in a position that it has proved after it had guessed.
	NowProved
)

// Progress is what one call changed: the match as it stands now and the
// decisions that led there, a person's first and then the bot's.
type Progress struct {
	Game      *Game
	Decisions []Decision
	// TakenBack are the decisions that were taken back first or, where the opponent has
	// been asked, are to be.
	TakenBack []match.Move

	// Next is the second game of a rated pair, which begins with the end of the
	// first, and what the bot has decided in it; nil otherwise.
	Next *Progress
	// Ratings are the changes that the end of the match brought.
	Ratings []match.RatingChange
	// Uncounted is true for a pair in which neither player moved, or that came after the day's
	// PairsADay or BotPairsADay.
	Uncounted bool
	// TimeUp is when the time of the loser ran out, where that has ended a rated match
	// before anything else could happen; else zero.
	TimeUp time.Time

	takebackBy match.Seat // for whom moves are taken back
	offer      match.Seat // who asks for a takeback now

	notice match.NoticeKind // of what the bot is to say by itself
}

// play takes one decision by the rules.
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

// end marks the match as finished with a winner.
func (p *Progress) end(winner games.Side, how match.Termination) {
	p.Game.End(match.Result{Winner: match.Seated(winner), Termination: how})
}

// callOff marks the match as ended before it began, by a side.
func (p *Progress) callOff(by games.Side) {
	p.Game.End(match.Result{Termination: match.Cancelled})
	p.Game.CalledOff = match.Seated(by)
}

// review reviews a match that is to end here.
func (r *Referee) review(ctx context.Context, p *Progress) {
	if p.Game.Finished() {
		p.Game.review = r.Review(ctx, p.Game)
		p.Game.Reviewed, p.Game.Findings = true, p.Game.review.Findings()
	}
}

// findings returns what is stored of the review, nil while the match goes on.
func (p *Progress) findings() *match.Findings {
	if !p.Game.Reviewed {
		return nil
	}
	return &p.Game.Findings
}

// addMoves writes the decisions into the match as it will be stored.
func (p *Progress) addMoves(now time.Time) {
	moves := p.moves(now)
	p.Game.Moves = append(p.Game.Moves[:len(p.Game.Moves):len(p.Game.Moves)], moves...)
	p.Game.Updated = now
	if p.Game.Finished() {
		p.Game.Ended = now
	}
}

// moves returns the decisions as they are stored.
func (p *Progress) moves(now time.Time) []match.Move {
	moves := make([]match.Move, len(p.Decisions))
	for i, d := range p.Decisions {
		moves[i] = match.Move{Actor: d.Turn.Actor, Text: d.Step.Move.String(), At: now}
	}
	return moves
}

// result returns the end of the match as it is stored, nil while it goes on.
func (p *Progress) result() *match.Result {
	if !p.Game.Finished() {
		return nil
	}
	result := p.Game.Result
	return &result
}

// playBot lets the bot take decisions for as long as they are due from it. Nothing is
// stored yet.
func (r *Referee) playBot(ctx context.Context, p *Progress) error {
	ctx, cancel := context.WithTimeout(ctx, thinkingTime)
	defer cancel()
	for !p.Game.Finished() && p.Game.Actor().IsBot() {
		errorRate, known := p.Game.Level.ErrorRate()
		if !known {
			return fmt.Errorf("match %d: the bot does not know the level %q", p.Game.ID, p.Game.Level)
		}
		play := p.Game.Play
		choice := randomAt(p.Game.Seed, 1+len(play.Moves()))
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
	return nil
}

// guessedBefore reports whether the bot seems to have guessed when it last decided in a
// match: nothing of it is stored, but a guess is a certain move in a position that can't be
// proved in passing.
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
	_, err := r.solver.QuickBudget().Wins(ctx, play.Variant(), last)
	return errors.Is(err, solver.ErrBudget)
}

// A Moment is a match at one of its versions. The zero Moment is any.
type Moment struct{ Match, Version int64 }

// Move takes the decision that is due in the channel's match on behalf of by, who wrote
// it as text and has seen the match at a moment, and lets the bot reply. Both are committed
// in one transaction. A match that has gone on since that moment refuses. The error is a
// *Refusal or a *games.IllegalMove.
func (r *Referee) Move(ctx context.Context, seen Moment, channel, by, text string) (*Progress, error) {
	return r.step(ctx, channel, by, func(p *Progress, seat games.Side) error {
		if now := (Moment{p.Game.ID, p.Game.Version}); seen != (Moment{}) && seen != now {
			return &Refusal{Code: Outdated, Game: p.Game}
		}
		position := p.Game.Play.Position()
		if position.Turn().Actor != seat {
			return &Refusal{Code: NotYourTurn, Game: p.Game}
		}
		move, err := position.Read(text)
		if err != nil {
			return err
		}
		if err := p.play(seat, move); err != nil {
			return err
		}
		if g := p.Game; g.Chosen && g.AgainstBot() { // then the bot's reply is advice
			if err := r.CheckAdvice(ctx, by, g.Family); err != nil {
				return err
			}
		}
		return r.playBot(ctx, p)
	})
}

// Resign ends the channel's match with a win for the opponent of by.
func (r *Referee) Resign(ctx context.Context, channel, by string) (*Progress, error) {
	return r.step(ctx, channel, by, func(p *Progress, seat games.Side) error {
		p.end(seat.Other(), match.Resigned)
		return nil
	})
}

// step changes the channel's match in the name of a player: it reads the match,
// lets change work on it and commits what came of it, over again where another
// step was committed in the meantime. Where the time is up in a rated match, change
// comes too late: what is committed is that.
func (r *Referee) step(ctx context.Context, channel, by string, change func(*Progress, games.Side) error) (*Progress, error) {
	for range attempts {
		g, seat, err := r.gameAndSeat(ctx, channel, by)
		if err != nil {
			return nil, err
		}
		p, now := &Progress{Game: g}, r.now()
		if g.TimeUp(now) {
			p.timeOut()
		} else if err := change(p, seat); err != nil {
			return nil, err
		} else {
			now = r.now() // the bot may have thought for a while
		}
		if err := r.tellDirectly(ctx, p, by); err != nil {
			return nil, err
		}
		if err := r.commit(ctx, p, now); err != nil {
			if errors.Is(err, match.ErrStale) {
				continue
			}
			return nil, err
		}
		return p, nil
	}
	return nil, &Refusal{Code: Busy}
}

// tellDirectly has the player who decides next told by direct message, if that is another
// than by and how they want it.
func (r *Referee) tellDirectly(ctx context.Context, p *Progress, by string) error {
	g := p.Game
	if g.Finished() || len(p.Decisions) == 0 || g.Actor().IsBot() || g.Actor().ID == by {
		return nil
	}
	pings, err := r.Pings(ctx, g.Actor().ID, g)
	if err == nil && pings == match.PingsDirect {
		p.notice = match.TurnNotice
	}
	return err
}

// commit stores what p has come to, with all that follows from the end of a match. The
// error is match.ErrStale where another step was committed first.
func (r *Referee) commit(ctx context.Context, p *Progress, now time.Time) error {
	g := p.Game
	if err := r.finishRated(ctx, p, now); err != nil {
		return err
	}
	r.review(ctx, p)
	change := match.Change{
		Moves: p.moves(now), End: p.result(), CalledOff: g.CalledOff, Uncounted: p.Uncounted, Findings: p.findings(), Ratings: p.Ratings,
		Takeback: p.takeback(), TakebackBy: p.takebackBy, Offer: p.offer, Notice: p.notice, Now: now,
	}
	if p.Next != nil {
		change.Next, change.Ratings = &p.Next.Game.Match, p.Next.Ratings
	}
	if g.MayBeHonoured() {
		winner, _ := g.Winner.Side()
		g.Critical = g.Findings[winner].Wins
		change.Critical = g.Critical
	}
	if p.offer == match.Nobody { // asking for a takeback gains no time
		setClock(&g.Match, now)
	}
	change.Remind, change.Deadline, change.AbandonAt = g.Remind, g.Deadline, g.AbandonAt
	appended, err := r.store.Append(ctx, g.ID, g.Version, change)
	if err != nil {
		return err
	}
	p.addMoves(now)
	g.Version, g.Offer = appended.Version, p.offer
	if p.Next != nil {
		p.Next.Game.Match = *appended.Next
	}
	return nil
}

// gameAndSeat returns the channel's match and the seat of by in it.
func (r *Referee) gameAndSeat(ctx context.Context, channel, by string) (*Game, games.Side, error) {
	g, err := r.Current(ctx, channel)
	if err != nil {
		return nil, 0, err
	}
	seat, ok := g.SeatOf(by)
	if !ok {
		return nil, 0, &Refusal{Code: NotPlaying, Game: g}
	}
	return g, seat, nil
}
