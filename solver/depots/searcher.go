package depots

import (
	"cmp"
	"context"
	"errors"

	"nimatron/solver/theory"
)

// looksEach bounds the options per position of the budget. A large stack has so many that listing
// them is all the work.
const looksEach = 8

const checkEvery = 256

// searcher counts the work on one question.
type searcher struct {
	table *Table
	ctx   context.Context
	most  uint64 // positions, and options divided by looksEach
	// nodes counts the positions, reported those that others know of, looks the options.
	nodes, reported, looks uint64
	depth, deepest         int // of the present line of play, and of the deepest
	// until is the node count at which a question is postponed, 0 for never.
	until uint64
	// err is set once the search must stop; later results are void.
	err error
}

var errPutOff = errors.New("this question is put off")

// The memory of a line of play is counted for this many levels at a time. A level takes up to 3 KB of
// the stack, which doubles when it grows. Without this, a line on a stack of 10^9 counters could use
// up the memory.
const levels, levelBytes = 64, 6 << 10

// allocate counts memory.
func (c *searcher) allocate(bytes int) {
	c.err = cmp.Or(c.err, theory.Take(c.ctx, bytes))
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

// within runs ask with a quota of positions. It reports whether the quota sufficed.
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

// list asks which of n candidates win. Slow ones are postponed, so that quick ones are found in any
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

// goesOn reports whether the search goes on. It is called for each option too, since a stack may
// have 10^18 that need no search.
func (c *searcher) goesOn() bool {
	if c.err != nil {
		return false
	}
	if c.looks++; c.looks%checkEvery == 0 {
		more := c.nodes - c.reported
		c.reported = c.nodes
		c.table.visited.Add(more)
		theory.Visited(c.ctx, more)
		c.err = cmp.Or(theory.Work(c.ctx, max(more, checkEvery/looksEach)), c.ctx.Err())
		if max(c.nodes, c.looks/looksEach) > c.most {
			c.err = theory.ErrBudget
		}
	}
	return c.err == nil
}
