package depots

import (
	"context"
	"errors"
	"iter"
	"math/bits"
	"sync/atomic"

	"nimatron/solver/theory"
)

// looksEach bounds the options for each position of the budget. A large stack has so many that
// listing them is most of the work.
const looksEach = 8

const checkEvery = 256

// limits bounds the work on one question by all cores.
type limits struct {
	ctx   context.Context
	nodes uint64        // bound on positions, and on options divided by looksEach
	spent atomic.Uint64 // positions visited; each core's latest few are not counted yet
	looks atomic.Uint64 // options examined; each core's latest few are not counted yet
}

// searcher is one core's part of a search.
type searcher struct {
	table  *Table
	limits *limits
	// ctx ends with the limits' context, or when another core has the answer.
	ctx context.Context
	// core differs between cores that search the same position. They order moves differently and
	// help each other through the table.
	core int
	// nodes counts this core's positions, reported those already in limits, looks the options.
	nodes, reported, looks uint64
	depth, deepest         int // of the current line of play, and of the deepest so far
	// until is the node count at which a candidate is postponed, 0 for never.
	until uint64
	// err is set when the search must stop. Later results are invalid.
	err error
}

// errOvertaken stops a core after another one finished.
var errOvertaken = errors.New("another core was faster")

var errPutOff = errors.New("this question is put off")

// Memory is counted for this many levels of a line of play at a time. A level takes up to 3 KB of
// stack, which doubles when it grows. Otherwise a line of play on a stack of 10^9 counters could
// exhaust the memory.
const levels, levelBytes = 64, 6 << 10

// allocate counts memory. If it runs out, a helping core just stops, and the first core returns the
// error.
func (c *searcher) allocate(bytes int) {
	if err := theory.Take(c.ctx, bytes); err != nil && c.err == nil {
		if c.err = err; c.core > 0 {
			c.err = errOvertaken
		}
	}
}

func (c *searcher) leave() { c.depth-- }

func (c *searcher) visit() bool {
	c.nodes++
	if c.depth++; c.depth > c.deepest {
		c.deepest += levels
		c.allocate(levels * levelBytes)
	}
	if c.until > 0 && c.nodes > c.until && c.err == nil {
		c.err = errPutOff
	}
	return c.goesOn()
}

const (
	// firstQuota is the first quota of a candidate, in positions. It is small because the table
	// often has the answer.
	firstQuota  = 1 << 10
	quotaGrowth = 16
)

// within runs ask with a quota of positions, and reports whether the quota sufficed.
func (c *searcher) within(quota uint64, ask func()) (settled bool) {
	c.until = c.nodes + quota
	ask()
	c.until = 0
	if c.err == errPutOff {
		c.err = nil
		return false
	}
	return true
}

// list asks which of n candidates win. It postpones slow ones, so that quick ones are found in any
// case. If enough is set it stops at the first.
func (c *searcher) list(n int, enough bool, ask func(i int) (lowering, bool)) (found []lowering) {
	settled := make([]bool, n)
	for quota := uint64(firstQuota); ; quota *= quotaGrowth {
		waiting := false
		for i := range n {
			if settled[i] {
				continue
			}
			var l lowering
			wins := false
			settled[i] = c.within(quota, func() { l, wins = ask(i) })
			waiting = waiting || !settled[i]
			if !c.goesOn() {
				return found
			}
			if settled[i] && wins {
				if found = append(found, l); enough {
					return found
				}
			}
		}
		if !waiting {
			return found
		}
	}
}

// goesOn reports whether the search may continue. It is called for each option too, because a stack
// may have 10^18 that need no search.
func (c *searcher) goesOn() bool {
	if c.err != nil {
		return false
	}
	if c.looks++; c.looks%checkEvery == 0 {
		theory.Visited(c.limits.ctx, c.nodes-c.reported)
		err := theory.Work(c.limits.ctx, max(c.nodes-c.reported, checkEvery/looksEach))
		spent := c.limits.spent.Add(c.nodes - c.reported)
		looks := c.limits.looks.Add(checkEvery)
		c.reported = c.nodes
		switch {
		case spent > c.limits.nodes, looks/looksEach > c.limits.nodes:
			c.err = theory.ErrBudget
		case err != nil:
			c.err = err
		case c.limits.ctx.Err() != nil:
			c.err = c.limits.ctx.Err()
		case c.ctx.Err() != nil:
			c.err = errOvertaken
		}
	}
	return c.err == nil
}

// ordered yields the bits of mask, in an order that differs between cores.
func (c *searcher) ordered(mask uint64) iter.Seq[int] {
	if c.core%2 == 0 {
		return bitsOf(mask)
	}
	return func(yield func(int) bool) {
		for v := 0; mask != 0; mask &^= 1 << v {
			if v = bits.Len64(mask) - 1; !yield(v) {
				return
			}
		}
	}
}
