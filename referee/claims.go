package referee

import (
	"context"
	"errors"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/referee/start"
)

// Bounds on the search for a position about which two players claim who wins.
const (
	claimDraws = 20
	claimTime  = 5 * time.Second
)

// errNoClaim: no position was found of which it is proved who wins.
var errNoClaim = errors.New("no position for claims was found")

// beginClaims begins a meeting that is decided by claims in its channel.
func (r *Referee) beginClaims(ctx context.Context, t *match.Tournament, m match.Meeting, v *games.Variant, seed uint64) error {
	var err error
	if m.Position, err = r.drawClaims(ctx, v, seed); err != nil {
		return err
	}
	now := r.now()
	m.Until = now.Add(t.TurnTime)
	return r.store.BeginClaims(ctx, t.ID, m, now)
}

// drawClaims draws a fair start of a small board of which it is proved who wins. A coin decides
// who that is, as far as such a board is found: else "whoever moves first" would mostly be right.
func (r *Referee) drawClaims(ctx context.Context, v *games.Variant, seed uint64) (notation string, err error) {
	draw := randomAt(seed, 0)
	winner := match.LeftClaim + match.Claim(draw.IntN(2))
	shortly, cancel := context.WithTimeout(ctx, claimTime)
	defer cancel()
	for range claimDraws {
		board, err := start.Between(shortly, draw, v, games.Small)
		if err != nil {
			return "", err
		}
		p, err := v.Parse(board, games.Left)
		if err != nil {
			return "", err
		}
		right, err := r.rightClaim(ctx, v, p)
		switch {
		case err == nil && right == winner:
			return board, nil
		case err == nil:
			notation = board
		}
		if shortly.Err() != nil {
			break
		}
	}
	if notation == "" {
		return "", errNoClaim
	}
	return notation, nil
}

// rightClaim returns who wins from a position. The error is that of Solver.Wins.
func (r *Referee) rightClaim(ctx context.Context, v *games.Variant, p games.Position) (match.Claim, error) {
	wins, err := r.solver.QuickBudget().Wins(ctx, v, p)
	winner := p.Turn().Actor
	if !wins {
		winner = winner.Other()
	}
	if winner == games.Left {
		return match.LeftClaim, err
	}
	return match.RightClaim, err
}

// ClaimWinner notes who wins, as somebody claims in a channel, in place of what they have claimed
// there before. It returns the meeting as it stands then.
func (r *Referee) ClaimWinner(ctx context.Context, channel, by string, claim match.Claim) (match.Tournament, match.Meeting, error) {
	t, m, err := r.Claims(ctx, channel)
	if err != nil {
		return t, m, err
	}
	second := by == m.Second
	if by != m.First && !second {
		return t, m, &Refusal{Code: NotClaiming, Tournament: &t}
	}
	err = r.store.NoteClaim(ctx, t.ID, m, second, claim, r.now())
	if err != nil {
		return t, m, refusedIf(err, match.ErrStale, &Refusal{Code: ClaimsClosed, Tournament: &t})
	}
	return r.Claims(ctx, channel)
}

// Claims returns the latest meeting in a channel that claims decide, with its tournament. The
// error is a *Refusal with NoClaims.
func (r *Referee) Claims(ctx context.Context, channel string) (t match.Tournament, m match.Meeting, err error) {
	id, err := r.store.ClaimsIn(ctx, channel)
	if err != nil {
		return t, m, refusedIf(err, match.ErrNotFound, &Refusal{Code: NoClaims})
	}
	if t, err = r.Tournament(ctx, id); err != nil {
		return t, m, err
	}
	for _, n := range t.Meetings {
		if n.Channel == channel && !n.Until.IsZero() {
			m = n
		}
	}
	return t, m, nil
}

// A ClaimsPosition is what two players claim about. Left has the first turn.
type ClaimsPosition struct {
	Variant  *games.Variant
	Position games.Position
}

// ClaimsPosition returns what a meeting that has begun is about.
func (r *Referee) ClaimsPosition(t *match.Tournament, m match.Meeting) (c ClaimsPosition, err error) {
	if c.Variant, err = r.catalog.Find(r.variantOf(t, m.Round)); err == nil {
		c.Position, err = c.Variant.Parse(m.Position, games.Left)
	}
	return c, err
}

// ClaimsResult is what came of a meeting by claims, of First and Second.
type ClaimsResult struct {
	Right match.Claim // NoClaim where none was asked for
	Found [2]int      // how many wins they found in the pairs before
}

// Knew reports whether First, or Second, has claimed what is right.
func (c *ClaimsResult) Knew(m *match.Meeting, seat int) bool {
	return c.Right != match.NoClaim && m.Claims[seat] == c.Right
}

// ClaimsResult returns what came of a meeting by claims.
func (r *Referee) ClaimsResult(ctx context.Context, t *match.Tournament, m match.Meeting) (c ClaimsResult, err error) {
	if m.Position != "" {
		asked, err := r.ClaimsPosition(t, m)
		if err != nil {
			return c, err
		}
		if c.Right, err = r.rightClaim(ctx, asked.Variant, asked.Position); err != nil {
			return c, err
		}
	}
	for _, pair := range t.Meetings {
		if pair.Round != m.Round || pair.Board != m.Board || pair.Match == 0 {
			continue
		}
		result, err := r.pairResult(ctx, pair)
		if err != nil {
			return c, err
		}
		c.Found[0] += result.found[m.First]
		c.Found[1] += result.found[m.Second]
	}
	return c, nil
}

// decideClaims ends the meetings by claims in which both have claimed, or whose time is over. One
// whose player has left needs no claim.
func (r *Referee) decideClaims(ctx context.Context, t *match.Tournament, now time.Time) (changed bool, err error) {
	for i := range t.Meetings {
		m := &t.Meetings[i]
		gone := t.Find(m.First).Gone() || !m.Bye() && t.Find(m.Second).Gone()
		if m.Over || !m.ByClaims() || m.ClaimsOpen(now) && !gone || m.Until.IsZero() && !gone {
			continue
		}
		result, err := r.ClaimsResult(ctx, t, *m)
		if err != nil {
			return changed, err
		}
		m.Over, m.Ended, m.Won = true, now, [2]int{1, 0}
		if result.secondGoesOn(t, m) {
			m.Won = [2]int{0, 1}
		}
		changed = true
	}
	return changed, nil
}

// secondGoesOn reports whether Second goes on in a knockout: not somebody who has left; else the
// one who was right, then whoever has found more wins, then the better rated one.
func (c *ClaimsResult) secondGoesOn(t *match.Tournament, m *match.Meeting) bool {
	first, second := t.Find(m.First), t.Find(m.Second)
	switch {
	case first.Gone() != second.Gone():
		return first.Gone()
	case c.Knew(m, 0) != c.Knew(m, 1):
		return c.Knew(m, 1)
	case c.Found[0] != c.Found[1]:
		return c.Found[1] > c.Found[0]
	}
	return second.Rating > first.Rating
}

// Refusals of claims.
const (
	NoClaims     Code = "No tournament asks here who wins from a board."
	NotClaiming  Code = "Only the two who are called here say who wins."
	ClaimsClosed Code = "It is too late to claim: both of you have, or the time is over. What came of it is told here."
)
