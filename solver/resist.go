package solver

import (
	"context"
	"strconv"

	"nimatron/games"
)

const (
	// lapse is how often the opponent of the bot is taken to reply at random, where it
	// matters; else the reply is right.
	lapse = 1.0 / 3
	// aheadOptions is how many legal decisions a lost position may have for the bot to look
	// further ahead than the next reply.
	aheadOptions = 100
	// aheadWork is how many decisions are looked at then.
	aheadWork = 600
	// aheadDepth is how many replies are looked ahead at most.
	aheadDepth = 12
	// rightReplies is how many right replies to a decision are counted, of hundreds of
	// options fewer, and aheadReplies how many of them are looked beyond.
	rightReplies, aheadReplies = 2 * aheadOptions, 16
	// forcedDecisions is how many decisions without a choice may lead to the end of a game
	// for it to be seen at once.
	forcedDecisions = 4
)

// resist returns the decision in a lost position after which the opponent is most likely to
// give the win away, in the next reply and in those that follow as far as it looks ahead; the
// first among equals. It looks ahead by one reply, by two and so on, as long as that is
// little work. When the budget or the context ends it takes the best so far.
func (r prover) resist(ctx context.Context, p games.Position) games.Step {
	if r.searched() {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, resistTime)
		defer cancel()
	}
	a := ahead{prover: r, ctx: ctx, bot: p.Turn().Actor}
	step, _ := a.best(p, 1)
	if r.searched() || r.options(p) > aheadOptions {
		return step
	}
	for depth := 2; depth <= aheadDepth; depth++ {
		a.known, a.cut = map[string]float64{}, false
		deeper, _ := a.best(p, depth)
		if a.work > aheadWork || ctx.Err() != nil {
			break
		}
		if step = deeper; !a.cut {
			break // it has seen everything
		}
	}
	return step
}

// ahead looks ahead from a lost position.
type ahead struct {
	prover
	ctx   context.Context
	bot   games.Side
	work  int                // decisions looked at
	cut   bool               // whether a game goes on beyond what is looked at
	known map[string]float64 // chances by owner, notation and depth
}

// best returns the bot's best decision in p, which it has lost and which is not over, and the
// chance that the opponent gives the win away within so many replies.
func (a *ahead) best(p games.Position, depth int) (best games.Step, chance float64) {
	chance = -1
	for step := range a.candidates(p) {
		if best.Position != nil && (a.ctx.Err() != nil || depth > 1 && a.work > aheadWork) {
			break
		}
		if c := a.after(step.Position, depth, chance); c > chance+1e-12 {
			best, chance = step, c
		}
	}
	return best, chance
}

// after returns the chance that the opponent gives the win away within so many replies from
// p on, at least one; 0 where the game is over, as nothing wins there. One that is at most atLeast may be given as less than it is.
func (a *ahead) after(p games.Position, depth int, atLeast float64) float64 {
	a.work++
	key := ""
	if depth > 1 { // the others are quicker to look at again
		key = strconv.Itoa(depth) + p.Turn().Owner.String() + p.String()
		if c, ok := a.known[key]; ok {
			return c
		}
	}
	var c float64
	if p.Turn().Actor == a.bot {
		_, c = a.best(p, depth)
		c = max(c, 0)
	} else {
		c = a.reply(p, depth, atLeast)
	}
	if depth > 1 {
		a.known[key] = c
	}
	return c
}

// reply is after where the opponent decides.
func (a *ahead) reply(p games.Position, depth int, atLeast float64) float64 {
	options := float64(a.options(p))
	limit := rightReplies
	if options > rightReplies {
		limit = winningLimit
	}
	if depth == 1 && atLeast > 0 { // with more right replies it is less anyhow
		limit = int(min(float64(limit), (1-atLeast/lapse)*options+2))
	}
	right, complete, err := a.winning(a.ctx, p, limit)
	if err != nil || len(right) == 0 || !complete {
		return 0
	}
	wrong := lapse * (1 - float64(len(right))/options)
	if _, ends := ending(p, right); ends {
		wrong = 0 // nobody misses that
	}
	if depth == 1 {
		a.cut = true
		return wrong
	}
	later := 0.0
	right = right[:min(len(right), aheadReplies)]
	for _, move := range right {
		if next, err := p.Play(move); err == nil {
			later += a.after(next, depth-1, 0)
		}
	}
	return wrong + (1-wrong)*later/float64(len(right))
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
