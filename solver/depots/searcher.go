package depots

import (
	"context"
	"errors"
	"math/bits"
	"sync/atomic"

	"nimatron/solver/theory"
)

// ErrBudget is returned when a search would have to visit more positions than it
// may.
var ErrBudget = theory.ErrBudget

// looksEach is how many options may be looked at for each position that may be visited: a stack can
// have so many that looking at them is all the work.
const looksEach = 8

// checkEvery is how many options are looked at between two looks at the limits.
const checkEvery = 256

// limits bound the work for one question, on all cores together.
type limits struct {
	ctx   context.Context
	nodes uint64        // the most positions to visit, and a looksEach-th of the most options to look at
	spent atomic.Uint64 // those visited so far, less a few for each core
	looks atomic.Uint64 // the options looked at so far, less a few for each core
}

// searcher is one core's part in a search.
type searcher struct {
	table  *Table
	limits *limits
	// ctx ends with that of the limits, or when another core has found the answer.
	ctx context.Context
	// done is true when another core has found the answer.
	done *atomic.Bool
	// core is different for each core that searches the same, so that they look at
	// moves in different orders and help each other through the table.
	core int
	// nodes is how many positions this core has visited, reported how many of them
	// the limits know, and looks how many options it came by.
	nodes, reported, looks uint64
	depth, deepest         int // of the line of play at hand, and so far
	// until is at how many nodes the question at hand is put off, 0 for never.
	until uint64
	// err is not nil once the search must stop; all results after that are void.
	err error
}

// errOvertaken stops a core when another one was faster.
var errOvertaken = errors.New("another core was faster")

// errPutOff stops a question for the sake of others.
var errPutOff = errors.New("this question is put off")

// levels are counted at a time in a line of play, each with levelBytes: up to 3 KB of the stack, which
// doubles when it grows. Counters of 10^9 would be followed down one by one, until the process has
// none left and dies.
const levels, levelBytes = 64, 6 << 10

// take counts memory. A core that helps goes home if there is no more; the first one says so.
func (c *searcher) take(bytes int) {
	if err := theory.Take(c.ctx, bytes); err != nil && c.err == nil {
		if c.err = err; c.core > 0 {
			c.err = errOvertaken
		}
	}
}

// leave comes after visit, once the position is settled.
func (c *searcher) leave() { c.depth-- }

// visit counts a position that is searched and reports whether the search goes on.
func (c *searcher) visit() bool {
	c.nodes++
	if c.depth++; c.depth > c.deepest {
		c.deepest += levels
		c.take(levels * levelBytes)
	}
	if c.until > 0 && c.nodes > c.until && c.err == nil {
		c.err = errPutOff
	}
	return c.goesOn()
}

const (
	// firstQuota is how many positions a candidate may take before it is put off: few,
	// as what the search has come by is known by one.
	firstQuota = 1 << 10
	// quotaGrowth is how many times as many it may take when its turn comes again.
	quotaGrowth = 16
)

// list asks which of n candidates are winning moves. Those that take long have to wait
// until the others are settled, so that what can be found soon is found, whatever the
// rest may take. Where one is enough it stops at the first.
func (c *searcher) list(n int, enough bool, ask func(i int) (lowering, bool)) (found []lowering) {
	settled := make([]bool, n)
	for quota := uint64(firstQuota); ; quota *= quotaGrowth {
		waiting := false
		for i := range n {
			if settled[i] {
				continue
			}
			c.until = c.nodes + quota
			l, wins := ask(i)
			c.until = 0
			if c.err == errPutOff {
				c.err, waiting = nil, true
				continue
			}
			if !c.goesOn() {
				return found
			}
			if settled[i] = true; wins {
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

// goesOn reports whether the search goes on. It is called for each option too, as
// a stack may have 10^18 of them that need no search.
func (c *searcher) goesOn() bool {
	if c.err != nil {
		return false
	}
	if c.looks++; c.looks%checkEvery == 0 {
		c.table.visited.Add(c.nodes - c.reported)
		theory.Visited(c.limits.ctx, c.nodes-c.reported)
		err := theory.Work(c.limits.ctx, max(c.nodes-c.reported, checkEvery/looksEach))
		spent := c.limits.spent.Add(c.nodes - c.reported)
		looks := c.limits.looks.Add(checkEvery)
		c.reported = c.nodes
		switch {
		case c.done.Load():
			c.err = errOvertaken
		case spent > c.limits.nodes, looks/looksEach > c.limits.nodes:
			c.err = ErrBudget
		case err != nil:
			c.err = err
		default:
			c.err = c.limits.ctx.Err()
		}
	}
	return c.err == nil
}

// ordered yields the bits of mask, in an order that differs between cores.
func (c *searcher) ordered(mask uint64, yield func(v int) bool) {
	if c.core%2 == 0 {
		for ; mask != 0; mask &= mask - 1 {
			if !yield(bits.TrailingZeros64(mask)) {
				return
			}
		}
		return
	}
	for mask != 0 {
		v := bits.Len64(mask) - 1
		mask &^= 1 << v
		if !yield(v) {
			return
		}
	}
}
