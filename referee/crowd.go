package referee

import (
	"context"
	"errors"
	"time"

	"nimatron/games"
	"nimatron/match"
)

// Bounds on the time of a turn in which a room votes.
const (
	MinVoteTime   = 30 * time.Second
	MaxVoteTime   = 24 * time.Hour
	UsualVoteTime = time.Minute
)

const (
	TooLate   Words = "The bell has rung, so that vote didn't count. The board shows the next turn."
	NotLeader Words = "Only the person who started this match and server managers can do that."
	NoVeto    Words = "A match has one veto, and only while people vote."
)

// Vote votes for a move in a match of a room. It refuses if the match has moved on since the version seen.
// The error is a *Refusal.
func (r *Referee) Vote(ctx context.Context, seen MatchVersion, g *Game, by match.Player, text string) (games.Move, error) {
	crowd, _ := g.Crowd()
	position := g.Play.Position()
	switch {
	case seen != (MatchVersion{}) && seen != (MatchVersion{g.ID, g.Version}):
		return games.Move{}, &Refusal{Words: Outdated, Game: g}
	case g.Actor().ID != crowd.ID:
		return games.Move{}, &Refusal{Words: NotYourTurn, Game: g}
	}
	move, err := position.Read(text)
	if err == nil {
		_, err = position.Play(move)
	}
	if err != nil {
		return move, inGame(g, err)
	}
	now := r.now()
	err = r.store.Vote(ctx, match.Vote{
		Match: g.ID, Version: g.Version, Ply: len(g.Moves), Player: by, Move: move.String(), At: now, Bell: now.Add(g.TurnTime),
	})
	return move, RefusedIf(err, match.ErrStale, &Refusal{Words: TooLate})
}

// CheckLeader refuses people who don't lead a match of a room. manages is true for managers of the server.
func (r *Referee) CheckLeader(ctx context.Context, g *Game, by string, manages bool) error {
	c, err := match.CrowdByID(ctx, r.store, g.ID)
	if err == nil && !manages && c.Leader != by {
		err = &Refusal{Words: NotLeader}
	}
	return err
}

// Veto strikes out a move of the current turn, once in a match.
func (r *Referee) Veto(ctx context.Context, g *Game, move string) error {
	err := match.ChangeCrowd(ctx, r.store, g.ID, func(c *match.Crowd) bool {
		if c.Veto != "" || c.Ply != len(g.Moves) || c.Closed || c.Bell.IsZero() {
			return false
		}
		c.Veto, c.VetoPly = move, c.Ply
		return true
	})
	return RefusedIf(err, match.ErrStale, &Refusal{Words: NoVeto})
}

// RingBells plays the moves for which rooms have voted, and returns the matches whose boards must be
// drawn again.
func (r *Referee) RingBells(ctx context.Context) (changed []match.Board, err error) {
	bells, err := match.Bells(ctx, r.store)
	errs := []error{err}
	unseen := false
	for _, b := range bells {
		ring := r.stepVotes
		if !r.now().Before(b.Bell) {
			if unseen {
				continue // the platform does not answer, and each question takes seconds
			}
			ring = r.ring
		}
		mine, err := ring(ctx, b)
		unseen = unseen || errors.Is(err, errUnseen)
		if errs = append(errs, err); mine {
			changed = append(changed, match.Board{Subject: match.Subject{Kind: match.MatchSubject, ID: b.Match}, Channel: b.Channel})
		}
	}
	return changed, errors.Join(errs...)
}

// stepVotes reports, to one caller, that there are more votes than the board shows, which was drawn at least
// match.VoteStep ago.
func (r *Referee) stepVotes(ctx context.Context, b match.Crowd) (stepped bool, err error) {
	now := r.now()
	if now.Sub(b.Stepped) < match.VoteStep {
		return false, nil
	}
	counts, err := r.store.Tally(ctx, b.Match, b.Ply)
	votes := match.Sum(counts)
	if err != nil || votes == b.Counted {
		return false, err
	}
	err = match.ChangeCrowd(ctx, r.store, b.Match, func(c *match.Crowd) bool {
		if stepped = c.Ply == b.Ply && c.Counted == b.Counted; stepped {
			c.Counted, c.Stepped = votes, now
		}
		return stepped
	})
	if errors.Is(err, match.ErrStale) {
		err = nil
	}
	return stepped && err == nil, err
}

func (r *Referee) ring(ctx context.Context, b match.Crowd) (played bool, err error) {
	g, err := r.Game(ctx, b.Match)
	if err != nil {
		return false, err
	}
	if !g.Finished() && len(g.Moves) == b.Ply {
		if gone, err := r.isGone(ctx, &g.Match); gone || err != nil {
			return false, err
		}
		var c match.Crowd // as it stands when nobody can vote any more
		err := match.ChangeCrowd(ctx, r.store, b.Match, func(now *match.Crowd) bool {
			now.Closed = now.Closed || now.Ply == b.Ply
			c = *now
			return true
		})
		if err != nil {
			return false, err
		}
		counts, err := r.store.Tally(ctx, b.Match, b.Ply)
		if err != nil {
			return false, err
		}
		crowd, _ := g.Crowd()
		if len(counts) > 0 { // else all who voted are gone
			_, err = r.Move(ctx, MatchVersion{g.ID, g.Version}, g.Channel, crowd.ID, Elect(counts, c, g.Seed, b.Ply))
		}
		if played = err == nil; !played && !errors.Is(err, &Refusal{Words: Outdated}) {
			return false, err
		}
	}
	return played, match.ChangeCrowd(ctx, r.store, b.Match, func(c *match.Crowd) bool {
		if c.Ply == b.Ply {
			c.Bell = time.Time{}
		}
		return true
	})
}

// voteLots separates the lots of votes from the bot's random choices.
const voteLots = 1 << 32

// Elect returns the elected move of a turn: the one with the most votes that is not struck out. A move that
// is the only one can't be struck out. Counts begin with the most votes.
func Elect(counts []match.Count, c match.Crowd, seed uint64, ply int) string {
	var first []string
	most := 0
	for _, count := range counts {
		if count.Move == c.Veto && c.VetoPly == ply && len(counts) > 1 {
			continue
		}
		if most = max(most, count.Votes); count.Votes == most {
			first = append(first, count.Move)
		}
	}
	return first[RandomAt(seed, voteLots+ply).IntN(len(first))]
}
