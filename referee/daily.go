package referee

import (
	"context"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"

	"nimatron/games"
)

// The puzzle of a day follows from the lists below, from their length, every number in them and
// what fits, so that a list only ever makes way for a whole new one with a first day: neither a
// game that is added to the catalog nor a better Generate must change the puzzle that some have
// solved already. For the same reason nothing here asks how the bot would play: what wins, and
// in how many decisions, follows from the rules alone.

// mostDailyDraws is how many boards are drawn for the puzzle of a day.
const mostDailyDraws = 1000

// A daily is what the puzzle of a day is drawn from.
type daily struct {
	boards []dailyBoard
	// fits reports whether a puzzle is as hard as one wants that day; nil where all are.
	fits func(ctx context.Context, r *Referee, p *Puzzle) (bool, error)
}

// A dailyBoard is a game that daily puzzles are from and how its boards are drawn.
type dailyBoard struct {
	variant string
	least   int // piles
	more    int // at most so many piles more
	high    int // the highest pile
	ones    int // so many piles in three are 1 whatever is drawn
}

// oldDailies are the games of the daily puzzles before weeklyFrom, and those that new puzzles are
// drawn from where nobody asks for another game.
var oldDailies = [...]dailyBoard{
	{variant: "nim", least: 3, more: 2, high: 9},
	{variant: "nim/misere", least: 3, more: 2, high: 9},
	{variant: "move-reverse-nim", least: 3, more: 3, high: 6, ones: 1},
	{variant: "move-reverse-nim/misere", least: 3, more: 3, high: 6, ones: 1},
	{variant: "pile-reverse-nim", least: 3, more: 3, high: 6, ones: 1},
	{variant: "pile-reverse-nim/misere", least: 3, more: 3, high: 6, ones: 1},
	{variant: "total-reverse-nim", least: 3, more: 3, high: 6, ones: 1},
	{variant: "total-reverse-nim/misere", least: 3, more: 3, high: 6, ones: 1},
	{variant: "end-nim", least: 4, more: 2, high: 7},
	{variant: "end-nim/misere", least: 4, more: 2, high: 7},
	{variant: "end-nim/loop", least: 4, more: 2, high: 7},
	{variant: "partizan-end-nim", least: 4, more: 2, high: 7},
	{variant: "split-nim/0", least: 2, more: 2, high: 9},
	{variant: "split-nim/2", least: 2, more: 2, high: 9},
}

// weeklyFrom is the first day whose puzzle follows the week, a Monday.
var weeklyFrom = time.Date(2026, time.November, 23, 0, 0, 0, 0, time.UTC)

// dailies are the puzzles of the week: from the games that everybody has met, with boards that
// are read by eye, to the odd ones and the hard ones.
var dailies = [7]daily{
	time.Monday: {[]dailyBoard{
		{variant: "nim", least: 2, more: 1, high: 5},
		{variant: "end-nim", least: 3, high: 4},
	}, easyToSee},
	time.Tuesday: {[]dailyBoard{
		{variant: "nim", least: 3, high: 4},
		{variant: "end-nim", least: 3, more: 1, high: 5},
	}, asHardAs(1180, 1290)},
	time.Wednesday: {[]dailyBoard{
		{variant: "nim/misere", least: 3, high: 5},
		{variant: "end-nim/misere", least: 3, more: 2, high: 6},
		{variant: "move-reverse-nim", least: 5, more: 3, high: 6, ones: 1},
	}, asHardAs(1230, 1310)},
	time.Thursday: {[]dailyBoard{
		{variant: "split-nim/2", least: 2, more: 1, high: 7},
		{variant: "total-reverse-nim", least: 3, more: 2, high: 6, ones: 1},
		{variant: "end-nim/loop", least: 4, more: 2, high: 7},
	}, asHardAs(1270, 1340)},
	time.Friday: {[]dailyBoard{
		{variant: "split-nim/0", least: 2, more: 1, high: 7},
		{variant: "total-reverse-nim/misere", least: 3, more: 2, high: 6, ones: 1},
		{variant: "partizan-end-nim", least: 4, more: 2, high: 13},
		{variant: "end-nim", least: 4, more: 2, high: 8},
	}, asHardAs(1320, 1400)},
	time.Saturday: {[]dailyBoard{
		{variant: treeVariant, least: 5, more: 2, high: 5},
		{variant: "nim", least: 3, more: 1, high: 9},
		{variant: "end-nim/misere", least: 4, more: 2, high: 9},
	}, asHardAs(1380, 1470)},
	time.Sunday: {[]dailyBoard{
		{variant: yardVariant, least: 2, more: 1, high: 4},
		{variant: yardVariant, least: 3, high: 4},
		{variant: "nim", least: 4, more: 1, high: 12},
		{variant: "end-nim", least: 5, more: 2, high: 12},
		{variant: "split-nim/0", least: 3, more: 1, high: 8},
	}, asHardAs(1470, math.Inf(1))},
}

// The games of daily puzzles that are not played on piles.
const (
	treeVariant = "tree-nim"
	yardVariant = "forklift-nim"
)

// easyToSee reports whether a puzzle is found by eye and none of the hardest of these.
func easyToSee(ctx context.Context, r *Referee, p *Puzzle) (bool, error) {
	if !p.ByEye() {
		return false, nil
	}
	return asHardAs(0, 1250)(ctx, r, p)
}

// asHardAs returns what fits a day on which puzzles have from so many points to fewer than so
// many, without what the length of a line adds, which is how the bot would play it.
func asHardAs(from, below float64) func(context.Context, *Referee, *Puzzle) (bool, error) {
	return func(ctx context.Context, r *Referee, p *Puzzle) (bool, error) {
		g, _, err := r.traps(ctx, p)
		points := g.Points()
		return points >= from && points < below, err
	}
}

// draw returns the notation of a board.
func (b dailyBoard) draw(r *rand.Rand) string {
	switch b.variant {
	case treeVariant:
		return b.drawTree(r)
	case yardVariant:
		return b.drawYard(r)
	}
	piles := make([]uint64, b.least+r.IntN(b.more+1))
	for i := range piles {
		switch {
		case b.ones == 0:
			piles[i] = 1 + r.Uint64N(uint64(b.high))
		case r.IntN(3) < b.ones:
			piles[i] = 1
		default:
			piles[i] = 2 + r.Uint64N(uint64(b.high-1))
		}
	}
	return string(games.AppendPiles(nil, piles, -1))
}

// counters draws what stands at a place, as it is written.
func (b dailyBoard) counters(r *rand.Rand) string { return strconv.Itoa(1 + r.IntN(b.high)) }

// drawTree returns a tree of so many stacks, each on one of those before it.
func (b dailyBoard) drawTree(r *rand.Rand) string {
	children := make([][]int, b.least+r.IntN(b.more+1))
	for i := 1; i < len(children); i++ {
		parent := r.IntN(i)
		children[parent] = append(children[parent], i)
	}
	var write func(i int) string
	write = func(i int) string {
		var parts []string
		for _, child := range children[i] {
			parts = append(parts, write(child))
		}
		if len(parts) == 0 {
			return b.counters(r)
		}
		return b.counters(r) + "(" + strings.Join(parts, " ") + ")"
	}
	return write(0)
}

// drawYard returns a yard of three columns.
func (b dailyBoard) drawYard(r *rand.Rand) string {
	rows := make([]string, b.least+r.IntN(b.more+1))
	for i := range rows {
		rows[i] = b.counters(r) + " " + b.counters(r) + " " + b.counters(r)
	}
	return strings.Join(rows, " / ")
}
