package solver

import (
	"context"

	"nimatron/games"
)

const (
	// forcedDecisions is how many decisions without a choice may lead to the end of a game
	// for it to be seen at once.
	forcedDecisions = 4
	// rightReplies is how many right replies to a decision are known at most: where there
	// are more, nobody is taken to miss them.
	rightReplies = 128
	// askedReplies is how many replies are asked about for one decision of the bot where a
	// search has to say which are right, askedNodes how many positions each answer may
	// take on a board, askedSums how many in a sum, and unanswered after how many without
	// an answer no more are asked about.
	askedReplies, askedNodes, askedSums, unanswered = 64, 256, 4096, 2
)

// resist returns the decision in a lost position after which people are most likely to give
// the win away with their next reply; the first among equals. When the context ends it takes
// the best so far.
func (r prover) resist(ctx context.Context, p games.Position) games.Step {
	c := crowd{prover: r, ctx: ctx, bot: p.Turn().Actor}
	best, _ := c.best(p)
	return best
}

// A crowd is the people who reply to the bot, as docs/levels.md describes them.
type crowd struct {
	prover
	ctx             context.Context
	bot             games.Side
	asked, unproved int // replies where a search answers
	replies             // to the decision at hand
}

// best returns the bot's best decision in p, which it has lost and which is not over, and the
// chance that people go wrong after it.
func (c *crowd) best(p games.Position) (best games.Step, chance float64) {
	chance = -1
	before := boardOf(p)
	for step := range candidates(p) {
		wrong := c.wrong(before, step, chance)
		if best.Position != nil && c.spent() {
			break
		}
		if wrong > chance+1e-12 {
			best, chance = step, wrong
		}
	}
	return best, max(chance, 0)
}

// spent reports whether enough was asked.
func (c *crowd) spent() bool {
	return c.asked > askedReplies || c.unproved > unanswered || c.ctx.Err() != nil
}

// wrong returns the chance that the reply to a step from a board is wrong, or one that is not
// above the least if it isn't. It is 0 where the game is over, and where the reply can end it.
func (c *crowd) wrong(before board, step games.Step, least float64) float64 {
	p := step.Position
	if p.Turn().Actor == c.bot {
		if games.Over(p) {
			return 0
		}
		_, chance := c.best(p)
		return chance
	}
	c.see(before, step)
	right, known := c.right(p, least)
	if _, ends := ending(p, right); ends || !known {
		return 0
	}
	return c.miss(right, float64(options(p, c.places)))
}

// right returns the replies that are known to be right; known is false where there are more
// than are looked at, or the game is over. A search is only asked about habitual ones, and
// about no more once those are enough for the chance of a mistake to be the least.
func (c *crowd) right(p games.Position, least float64) (right []games.Move, known bool) {
	if !c.searched() {
		right, complete, _ := c.winning(c.ctx, p, rightReplies)
		return right, complete && len(right) > 0
	}
	all := float64(options(p, c.places))
	for reply := range c.habitual(p) {
		known = true
		if c.asked++; c.spent() {
			break
		}
		kept, err := c.keeps(c.ctx, c.bot.Other(), reply.Position)
		if err != nil {
			c.unproved++
		} else if kept {
			right = append(right, reply.Move)
			if c.miss(right, all) <= least {
				break
			}
		}
	}
	return right, known
}

// ending returns the first of the moves, which win, that ends the game or leaves nothing to
// choose until its end, if one does.
func ending(p games.Position, moves []games.Move) (games.Step, bool) {
	if row, ok := p.Shape().(games.Row); ok {
		most := 2 // of more piles two remain, and one can choose between them
		if row.Sided {
			most = forcedDecisions + 1
		}
		if len(row.Piles) > most {
			return games.Step{}, false
		}
	}
	for _, move := range moves {
		if next, err := p.Play(move); err == nil && decided(next) {
			return games.Step{Move: move, Position: next}, true
		}
	}
	return games.Step{}, false
}

// decided reports whether a game is over, or will be after a few decisions without a choice.
func decided(p games.Position) bool { return forced(p) != nil }

// forced returns the end of a game that is decided, else nil.
func forced(p games.Position) games.Position {
	for range forcedDecisions {
		var only games.Position
		n := 0
		for step := range p.Options() {
			if n++; n > 1 {
				return nil
			}
			only = step.Position
		}
		if n == 0 {
			return p
		}
		p = only
	}
	if games.Over(p) {
		return p
	}
	return nil
}
