package puzzle

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/referee"
	"nimatron/solver/theory"
)

// The puzzle of a day follows from the lists below: from their length, their numbers and their conditions. A
// change needs a whole new list with a first day: a puzzle that people have solved must not change with a new
// game or a better Generate. Nor does anything here depend on how the bot plays: the rules alone say what
// wins, and in how many decisions.

const mostDailyDraws = 1000

type daily struct {
	boards      []dailyBoard
	from, below float64 // points
	eye         bool    // found by eye
}

type dailyBoard struct {
	variant string
	least   int
	more    int
	high    int
	ones    int  // piles of every three that are always 1
	raised  bool // see [depotnim.Position.Raised]
}

var drawnVariants = []string{
	"nim", "nim/misere", "move-reverse-nim", "move-reverse-nim/misere", "pile-reverse-nim", "pile-reverse-nim/misere",
	"total-reverse-nim", "total-reverse-nim/misere", "end-nim", "end-nim/misere", "end-nim/loop", "partizan-end-nim", "split-nim/0", "split-nim/2", "fibonacci-nim",
}

// dailies are the puzzles of the week, from easy boards of well-known games to hard boards of odd
// ones.
var dailies = [7]daily{
	time.Monday: {[]dailyBoard{
		{variant: "nim", least: 2, more: 1, high: 5},
		{variant: "end-nim", least: 3, high: 4},
	}, 0, 1250, true},
	time.Tuesday: {[]dailyBoard{
		{variant: "nim", least: 3, high: 4},
		{variant: "end-nim", least: 3, more: 1, high: 5},
	}, 1180, 1290, false},
	time.Wednesday: {[]dailyBoard{
		{variant: "nim/misere", least: 3, high: 5},
		{variant: "end-nim/misere", least: 3, more: 2, high: 6},
		{variant: "move-reverse-nim", least: 5, more: 3, high: 6, ones: 1},
		{variant: "nim/max/7", least: 1, more: 1, high: 40},
	}, 1230, 1310, false},
	time.Thursday: {[]dailyBoard{
		{variant: "split-nim/2", least: 2, more: 1, high: 7},
		{variant: "total-reverse-nim", least: 3, more: 2, high: 6, ones: 1},
		{variant: "end-nim/loop", least: 4, more: 2, high: 7},
	}, 1270, 1340, false},
	time.Friday: {[]dailyBoard{
		{variant: "split-nim/0", least: 2, more: 1, high: 7},
		{variant: "total-reverse-nim/misere", least: 3, more: 2, high: 6, ones: 1},
		{variant: "partizan-end-nim", least: 4, more: 2, high: 13},
		{variant: "end-nim", least: 4, more: 2, high: 8},
	}, 1320, 1400, false},
	time.Saturday: {[]dailyBoard{
		{variant: treeVariant, least: 5, more: 2, high: 5},
		{variant: "nim", least: 3, more: 1, high: 9},
		{variant: "end-nim/misere", least: 4, more: 2, high: 9},
	}, 1380, 1470, false},
	time.Sunday: {[]dailyBoard{
		{variant: yardVariant, least: 2, more: 1, high: 4},
		{variant: yardVariant, least: 3, more: 1, high: 4, raised: true},
		{variant: "nim", least: 4, more: 1, high: 12},
		{variant: "end-nim", least: 5, more: 2, high: 12},
		{variant: "split-nim/0", least: 3, more: 1, high: 8},
		{variant: "fibonacci-nim", least: 1, high: 89},
	}, 1470, math.MaxFloat64, false},
}

// OfDay is the number of boards of a day from fiveFrom on. They rise. Only the first counts for streaks, seasons and
// leaderboards, as the only board of the days before.
const (
	OfDay    = 5
	fiveFrom = "2026-11-30"
)

// rising are the days of the week whose boards one day has, and the next.
var rising = [2][OfDay]time.Weekday{
	{time.Monday, time.Tuesday, time.Thursday, time.Saturday, time.Sunday},
	{time.Monday, time.Wednesday, time.Friday, time.Saturday, time.Sunday},
}

// Boards returns the number of boards of a day.
func Boards(day string) int {
	if day < fiveFrom {
		return 1
	}
	return OfDay
}

// Board returns which board of its day a daily puzzle is, from 1.
func (id ID) Board() int { return max(1, id.Number) }

// The games of daily puzzles that are not played on piles.
const (
	treeVariant = "tree-nim"
	yardVariant = "forklift-nim"
)

// fits reports whether a puzzle is as hard as the day wants it. The length of the line does not count: it depends on
// how the bot plays.
func (r *Rules) fits(ctx context.Context, of daily, p *Puzzle) (bool, error) {
	if of.eye && !p.ByEye() {
		return false, nil
	}
	g, _, err := r.traps(ctx, p)
	points := g.Points()
	return points >= of.from && points < of.below, err
}

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

func (b dailyBoard) counters(r *rand.Rand) string { return strconv.Itoa(1 + r.IntN(b.high)) }

// drawTree returns a random tree, in which each stack stands on an earlier one.
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

func (b dailyBoard) drawYard(r *rand.Rand) string {
	rows := make([]string, b.least+r.IntN(b.more+1))
	for i := range rows {
		rows[i] = b.counters(r) + " " + b.counters(r) + " " + b.counters(r)
	}
	return strings.Join(rows, " / ")
}

// DailyPuzzle returns the first of today's boards, the same for all, that the player has not closed, else the last. The
// error is a *Refusal with NoPuzzle if the catalog has no such game.
func (r *Rules) DailyPuzzle(ctx context.Context, player string) (*Puzzle, error) {
	day := r.Today()
	states, err := r.Day(ctx, player, day)
	if err != nil {
		return nil, err
	}
	n := slices.IndexFunc(states, func(s State) bool { return !s.Closed() })
	if n < 0 {
		n = len(states) - 1
	}
	p, err := r.DayBoard(ctx, DayID(day, n+1))
	if err == nil {
		p.State = states[n]
	}
	return p, err
}

// DayID is the ID of a board of a day, from 1 to Boards.
func DayID(day string, board int) ID {
	if board == 1 {
		board = 0
	}
	return ID{Kind: Daily, Day: day, Number: board}
}

// Day returns a player's states of the boards of a day.
func (r *Rules) Day(ctx context.Context, player, day string) ([]State, error) {
	var ids []ID
	for n := range Boards(day) {
		ids = append(ids, DayID(day, n+1))
	}
	return r.store.PuzzleStates(ctx, player, ids...)
}

// DayBoard returns a board of a day. It is drawn once.
func (r *Rules) DayBoard(ctx context.Context, id ID) (*Puzzle, error) {
	r.mu.Lock()
	p, drawn := r.days.Get(id)
	r.mu.Unlock()
	if drawn {
		return &p, nil
	}
	ctx, done := theory.Ask(ctx, drawWork)
	defer done()
	at, err := time.Parse(time.DateOnly, id.Day)
	if err != nil {
		return nil, err
	}
	day, of := at.Unix()/(24*60*60), dailies[at.Weekday()]
	if Boards(id.Day) > 1 {
		of = dailies[rising[day%2][id.Board()-1]]
	}
	draw := referee.RandomAt(uint64(day), id.Board()-1)
	for range mostDailyDraws {
		board := of.boards[draw.IntN(len(of.boards))]
		v, err := r.referee.Catalog().Find(board.variant)
		if err != nil {
			continue
		}
		p, err := v.Parse(board.draw(draw), games.Left)
		if err != nil {
			return nil, err
		}
		if of, ok := p.(*depotnim.Position); ok && board.raised {
			p = of.Raised()
		}
		posed, ok := r.puzzleOf(ctx, v, p)
		if ok {
			ok, err = r.fits(ctx, of, posed)
		}
		// A day has one puzzle: the board after one that the clock cut short must not take its place.
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if ok && err == nil {
			posed.ID = id
			r.mu.Lock()
			defer r.mu.Unlock()
			r.days.Put(id, *posed)
			return posed, nil
		}
	}
	return nil, &referee.Refusal{Words: NoPuzzle}
}

// DayIsOver reports whether the day of a daily puzzle is over: answers no longer count.
func (r *Rules) DayIsOver(p *Puzzle) bool { return p.Daily() && p.ID.Day < r.Today() }

// Today is the day of the daily puzzle, in UTC.
func (r *Rules) Today() string { return r.referee.Now().UTC().Format(time.DateOnly) }
