package depots

import (
	"cmp"
	"context"
	"errors"

	"nimatron/solver/theory"
)

// looksEach bounds the options looked at for each position of the budget. A large stack has so many that
// listing them is most of the work.
const looksEach = 16

// touchesEach bounds the stacks that are looked at for each position of the budget. A position of many stacks takes
// more work, most of all one whose roads have circles.
const touchesEach = 96

const checkEvery = 256

type limits struct {
	nodes uint64
	// spent counts the positions visited, or options looked at divided by looksEach, or stacks by touchesEach,
	// whichever is most.
	spent uint64
}

// searcher is one search. It depends on the position, the table and the limits, not on the machine.
type searcher struct {
	ctx    context.Context
	table  *Table
	limits *limits
	// nodes counts positions, looks options; reported is how many of nodes limits has counted.
	nodes, reported, looks uint64
	// touched counts stacks; paid is how many of them limits has counted.
	touched, paid  uint64
	depth, deepest int // of the current line of play, and of the deepest so far
	// until is the node count at which a candidate is postponed, 0 for never.
	until uint64
	// err is set when the search must stop. Later results are invalid.
	err error
}

var errPutOff = errors.New("this question is put off")

// Memory is counted for 64 levels of a line of play at a time. A level takes up to 3 KB of stack, which
// doubles when it grows. Uncounted, a line of play on a stack of 10^9 counters could exhaust the memory.
const levels, levelBytes = 64, 6 << 10

func (c *searcher) allocate(bytes int) {
	if err := theory.Take(c.ctx, bytes); c.err == nil {
		c.err = err
	}
}

func (c *searcher) put(k key, e entry, nodes uint64) {
	before := len(c.table.known)
	c.table.put(k, e, nodes)
	if grown := len(c.table.known); grown > before && grown%tableStep == 0 && grown > c.table.counted && grown <= tableEntries {
		c.table.counted = grown
		c.allocate(tableStep * entryBytes)
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

// goesOn reports whether the search may continue. It is called for each option too: a stack may have 10^18
// options that need no search.
func (c *searcher) goesOn() bool {
	if c.err != nil {
		return false
	}
	if c.looks++; c.looks%checkEvery == 0 {
		c.report(checkEvery)
	}
	return c.err == nil
}

func (c *searcher) report(looks uint64) {
	nodes := c.nodes - c.reported
	work := max(nodes, looks/looksEach, (c.touched-c.paid)/touchesEach)
	c.reported, c.paid = c.nodes, c.touched
	c.limits.spent += work
	theory.Visited(c.ctx, nodes)
	err := cmp.Or(theory.Work(c.ctx, work), c.ctx.Err())
	if err == nil && c.limits.spent > c.limits.nodes {
		err = theory.ErrBudget
	}
	c.err = cmp.Or(c.err, err)
}
