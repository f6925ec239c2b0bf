package solver

import (
	"context"

	"nimatron/games"
)

const (
	// forcedDecisions is the number of decisions without a choice that may precede the end of a
	// game that counts as decided.
	forcedDecisions = 4
	// rightReplies bounds the right replies to know. With more than that nobody is assumed to miss
	// them.
	rightReplies = 128
	// Bounds on the search for one of the bot's decisions: replies asked about; positions for each, on a
	// board and in a sum; questions that may stay without an answer.
	askedReplies, askedNodes, askedSums, unanswered = 64, 256, 4096, 2
)

// resist returns the decision in a lost position after which people are most likely to err in their next
// reply; the first among equals. If the context ends, it returns the best so far.
func (r prover) resist(ctx context.Context, p games.Position) games.Step {
	c := humanModel{prover: r, ctx: ctx, bot: p.Turn().Actor}
	best, _ := c.best(p)
	return best
}

// A humanModel predicts the replies of people to the bot, as in docs/levels.md.
type humanModel struct {
	prover
	ctx             context.Context
	bot             games.Side
	asked, unproved int // replies that a search was asked about, and those without an answer
	replies
}

// best returns the bot's best decision in a lost, unfinished position, and the chance that people
// err after it.
func (c *humanModel) best(p games.Position) (best games.Step, chance float64) {
	chance = -1
	before := p.Places()
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

func (c *humanModel) spent() bool {
	return c.asked > askedReplies || c.unproved > unanswered || c.ctx.Err() != nil
}

// wrong returns the chance that the reply to a step is wrong; a result of at most least may be inexact. It is
// 0 if the game is over or the reply can end it.
func (c *humanModel) wrong(before []games.Place, step games.Step, least float64) float64 {
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

// right returns the right replies that are known. known is false if there are too many or the game is over. A
// search is asked about habitual replies only, until the chance of a mistake falls to least.
func (c *humanModel) right(p games.Position, least float64) (right []games.Move, known bool) {
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

// ending returns the first of the winning moves that ends the game or leaves no choice until its
// end, if any.
func ending(p games.Position, moves []games.Move) (games.Step, bool) {
	if row, ok := p.Shape().(games.Row); ok {
		most := 2 // two of several piles remain, with a choice between them
		if row.Sided {
			most = forcedDecisions + 1
		}
		if len(games.Filled(row.Piles)) > most {
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

func decided(p games.Position) bool { return forced(p) != nil }

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
