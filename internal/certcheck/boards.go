package certcheck

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"nimatron/internal/pattern"
)

// maxPlaces bounds the places of a board. The work for a position or a move is the number of places
// and road ends, four times that in the coloured game, plus perStep.
const maxPlaces, perStep = 400, 50

var (
	boardForm  = pattern.New(`^"((tree|depot|forklift)-nim(/misere)?|coloured-depot-nim)"$`)
	trueForm   = pattern.New(`^true$`)
	claimForm  = pattern.New(`^"([NPLR])"$`)
	treeForm   = pattern.New(`[() ]|(?:(\w{1,16})=)?([1-9]\d*)`)
	stackForm  = pattern.New(`^(\w{1,16})=(0|[1-9]\d*)$`)
	roadForm   = pattern.New(`^(\w+|\*)([-<>])(\w+|\*)$`)
	cellForm   = pattern.New(`^(\.|[1-9]\d*)$`)
	takeForm   = pattern.New(`^"(\w+)-([1-9]\d*)"$`)
	listedForm = pattern.New(`^([LR]?)((?:[a-z]+[1-9]\d*)+)(?:\*([1-9]\d*))?$`)
	placeForm  = pattern.New(`([a-z]+)(\d+)`)
	answerForm = pattern.New(`^([a-z]+|\*)(0|[1-9]\d*)(?:-([1-9]\d*))?([a-z]+|\*)(?:([+-]\d+)|(0|[1-9]\d*))$`)
)

// road leads to a place. Its sign is '-' for both players, '<' for only Left and '>' for only
// Right.
type road struct {
	to   int
	sign byte
}

type board struct {
	*check
	star, high     bool           // a theorem says which listed positions are lost; the list is empty
	ways           bool           // the counters that only one player can ever take say it
	names, letters map[string]int // places by their names in moves, and in the list
	roads          [][]road
	size           int
	start          []uint64
	counters       []uint64
	listed         map[string]uint64
	text           []byte
}

// board checks a certificate of a tree, a graph or a grid. It relies on one fact about sums: a part
// that is lost together with a Nim pile may be replaced by that pile.
func (c *check) board() {
	c.spend(0, 8*len(c.given["lost"]))
	c.plays(c.match("variant", boardForm)[1])
	b := &board{check: c, names: map[string]int{}, letters: map[string]int{}, listed: map[string]uint64{}}
	var position, first string
	var list []string
	must(json.Unmarshal(c.given["position"], &position) == nil, "a position is missing")
	c.want["position"] = c.given["position"]
	b.read(position)
	if b.star = b.game == "tree-nim" && c.given["star"] != nil; b.star {
		c.match("star", trueForm)
	} else if b.high = b.game != "coloured-depot-nim" && c.given["high"] != nil; b.high {
		c.match("high", trueForm)
	} else if b.ways = b.game == "coloured-depot-nim" && c.given["ways"] != nil; b.ways {
		c.match("ways", trueForm)
	} else {
		must(json.Unmarshal(c.given["lost"], &list) == nil && list != nil, "a list of lost positions is missing")
		c.want["lost"] = c.given["lost"]
	}
	for _, line := range list {
		first, _, _ = strings.Cut(line, " ")
		b.list(first)
	}
	for _, line := range list {
		b.answers(line)
	}
	claim := c.match("claim", claimForm)[1]
	fields := []string{"move"} // the fields are those of the side that moves, which does not matter here
	if b.game == "coloured-depot-nim" {
		fields = []string{"left", "right"}
	}
	must(claim == "N" || claim == "P" || len(fields) == 2, "nobody can claim %s here", claim)
	for i, name := range fields {
		side := "LR"[i : i+1]
		b.counters = slices.Clone(b.start)
		if claim != "N" && claim != side {
			must(b.shown(side), "the list does not show that the player to move loses")
		} else if !b.misere || !b.over(side) {
			m := c.match(name, takeForm)
			v, ok := b.names[m[1]]
			must(ok && b.open(v, side) && number(m[2]) <= b.counters[v], "the rules forbid %.40s", m[0])
			b.counters[v] -= number(m[2])
			must(b.shown(other(side)), "%.40s does not leave a position that the list shows to be lost", m[0])
		}
	}
}

func other(side string) string {
	if side == "L" {
		return "R"
	}
	return "L"
}

func letter(n int, first byte) (name string) {
	for n++; n > 0; n = (n - 1) / 26 {
		name = string(rune(first)+rune((n-1)%26)) + name
	}
	return name
}

func (b *board) add(name, counters string) {
	v, n := len(b.start), number(counters)
	must(v < maxPlaces && n <= maxPile, "%.20s is one place too many, or has too many counters", name)
	for known := range b.names {
		must(!strings.EqualFold(known, name), "there are two places %.20s", name)
	}
	b.names[name], b.letters[letter(v, 'a')] = v, v
	b.start, b.roads = append(b.start, n), append(b.roads, nil)
}

func (b *board) join(v, u int, sign byte) {
	must(v != u && !slices.ContainsFunc(b.roads[v], func(r road) bool { return r.to == u }), "a road is there twice, or leads nowhere")
	b.roads[v], b.roads[u] = append(b.roads[v], road{u, sign}), append(b.roads[u], road{v, sign})
	b.size += 2
}

// read reads the position. Every stack must be reachable at some time.
func (b *board) read(text string) {
	switch {
	case text == "0":
	case b.game == "tree-nim":
		b.readTree(text)
	case b.game == "forklift-nim":
		b.readGrid(text)
	default:
		b.readGraph(text)
	}
	if b.start = append(b.start, 0); len(b.roads) < len(b.start) {
		b.roads = append(b.roads, nil)
	}
	if b.size += len(b.start); b.game == "coloured-depot-nim" {
		b.size *= 4
	}
	b.counters = b.start
	left, right := b.drive("L", func(int) bool { return true }), b.drive("R", func(int) bool { return true })
	for v := range b.start {
		must(b.game == "tree-nim" || b.start[v] == 0 || left[v] || right[v], "a stack can't be reached")
	}
}

func (b *board) readTree(text string) {
	const begins, stack, ends, space = 0, 1, 2, 3 // kinds of the previous token
	var above []int
	before, read := begins, 0
	for _, t := range treeForm.Compiled().FindAllStringSubmatch(text, -1) {
		switch read += len(t[0]); t[0] {
		case "(":
			must(before == stack, "no stack comes before a parenthesis")
			above, before = append(above, len(b.start)-1), begins
		case ")":
			must((before == stack || before == ends) && len(above) > 0, "a parenthesis closes nothing")
			above, before = above[:len(above)-1], ends
		case " ":
			must((before == stack || before == ends) && len(above) > 0, "a blank stands between no two stacks")
			before = space
		default:
			must(before == begins || before == space, "two stacks stand together")
			must((t[1] != "") == strings.Contains(text, "="), "some stacks have names and others have none")
			if t[1] == "" {
				t[1] = letter(len(b.start), 'a')
			}
			if b.add(t[1], t[2]); len(above) > 0 {
				b.join(above[len(above)-1], len(b.start)-1, '-')
			}
			before = stack
		}
	}
	must(read == len(text) && before != begins && len(above) == 0, "this is no tree: %.80s", text)
}

func (b *board) readGrid(text string) {
	rows := strings.Split(text, " / ")
	columns := len(strings.Split(rows[0], " "))
	for y, row := range rows {
		cells := strings.Split(row, " ")
		must(len(cells) == columns, "the rows are not of one length")
		for x, cell := range cells {
			must(cellForm.Compiled().MatchString(cell), "%.20q is no cell", cell)
			b.add(letter(x, 'A')+strconv.Itoa(y+1), cell)
		}
	}
	b.roads = append(b.roads, nil)
	for v := range b.start {
		x, y := v%columns, v/columns
		if x > 0 {
			b.join(v-1, v, '-')
		}
		if y > 0 {
			b.join(v-columns, v, '-')
		}
		if x == 0 || y == 0 || x == columns-1 || y == len(rows)-1 {
			b.join(len(b.start), v, '-')
		}
	}
}

func (b *board) readGraph(text string) {
	stacks, joins, ok := strings.Cut(text, ";")
	must(ok, "%.80q has no roads behind a semicolon", text)
	for _, word := range strings.Fields(stacks) {
		m := stackForm.Compiled().FindStringSubmatch(word)
		must(m != nil, "%.40q is no stack", word)
		b.add(m[1], m[2])
	}
	b.roads = append(b.roads, nil)
	for _, word := range strings.Fields(joins) {
		m := roadForm.Compiled().FindStringSubmatch(word)
		must(m != nil && (m[2] == "-" || b.game == "coloured-depot-nim"), "%.40q is no road", word)
		b.join(b.place(m[1]), b.place(m[3]), m[2][0])
	}
	must(len(b.start) > 0, "there are no stacks")
}

func (b *board) place(name string) int {
	v, ok := b.names[name]
	must(ok || name == "*", "there is no place %.20s", name)
	if !ok {
		return len(b.start)
	}
	return v
}

// drive returns the vertices that side's truck reaches through places that through accepts. It
// starts at the depot and, in games of one colour, at all empty places. Without a side it takes green roads only.
func (b *board) drive(side string, through func(v int) bool) []bool {
	reached, queue := make([]bool, len(b.start)), []int{len(b.start) - 1}
	reached[queue[0]] = true
	for v := range b.start {
		if b.game != "coloured-depot-nim" && b.counters[v] == 0 && !reached[v] {
			reached[v], queue = true, append(queue, v)
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, r := range b.roads[queue[0]] {
			if !reached[r.to] && (r.sign == '-' || side != "" && (r.sign == '<') == (side == "L")) {
				if reached[r.to] = true; through(r.to) {
					queue = append(queue, r.to)
				}
			}
		}
	}
	return reached
}

func (b *board) isEmpty(v int) bool { return b.counters[v] == 0 }

func (b *board) open(v int, side string) bool {
	if b.game == "coloured-depot-nim" {
		return b.counters[v] > 0 && b.drive(side, b.isEmpty)[v]
	}
	full := 0
	for _, r := range b.roads[v] {
		if b.counters[r.to] > 0 {
			full++
		}
	}
	return b.counters[v] > 0 && (b.game == "tree-nim" && full <= 1 || b.game != "tree-nim" && full < len(b.roads[v]))
}

func (b *board) opened(side string) []bool {
	open := make([]bool, len(b.start))
	if b.game == "coloured-depot-nim" {
		open = b.drive(side, b.isEmpty)
	}
	for v := range open {
		open[v] = b.counters[v] > 0 && (open[v] || b.game != "coloured-depot-nim" && b.open(v, side))
	}
	return open
}

func (b *board) over(side string) bool { return !slices.Contains(b.opened(side), true) }

// find returns the Nim pile listed with exactly these places. In the coloured game that pile must
// equal beside.
func (b *board) find(places []int, side string, beside uint64) (pile uint64, ok bool) {
	pile, ok = b.listed[string(b.key(places, side, beside))]
	return pile, ok
}

// key identifies a position with exactly these places. Isomorphic trees share a key, which covers
// only what is connected to the first place.
func (b *board) key(places []int, side string, pile uint64) []byte {
	b.text = b.text[:0]
	switch {
	case len(places) == 0:
	case b.game == "tree-nim":
		name := b.branch(places[0], -1)
		must(strings.Count(name, "(") == len(places), "a position of the list is not one tree")
		return append(b.text, name...)
	case b.game == "coloured-depot-nim":
		b.text = append(strconv.AppendUint(b.text, pile, 10), side...)
	}
	for _, v := range places {
		b.text = strconv.AppendUint(append(strconv.AppendInt(b.text, int64(v), 10), '='), b.counters[v], 10)
		b.text = append(b.text, ' ')
	}
	return b.text
}

func (b *board) branch(v, from int) string {
	var below []string
	for _, r := range b.roads[v] {
		if r.to != from && b.counters[r.to] > 0 {
			below = append(below, b.branch(r.to, v))
		}
	}
	slices.Sort(below)
	for _, name := range below {
		b.spend(len(name)/16, 0)
	}
	return strconv.FormatUint(b.counters[v], 10) + "(" + strings.Join(below, " ") + ")"
}

func (b *board) full() []int {
	places := make([]int, 0, len(b.counters))
	for v, n := range b.counters {
		if n > 0 {
			places = append(places, v)
		}
	}
	return places
}

func (b *board) set(text string) (side string, pile uint64) {
	m := listedForm.Compiled().FindStringSubmatch(text)
	must(m != nil && (m[1] != "") == (b.game == "coloured-depot-nim"), "%.80q is no position", text)
	b.counters = make([]uint64, len(b.start))
	b.spend(b.size+perStep, 0)
	last := -1
	for _, p := range placeForm.Compiled().FindAllStringSubmatch(m[2], -1) {
		v, ok := b.letters[p[1]]
		must(ok && last < v && number(p[2]) <= b.start[v], "%.80q has other stacks than the board", text)
		b.counters[v], last = number(p[2]), v
	}
	must(number(m[3]) <= maxPile, "%.80q has too large a pile", text)
	return m[1], number(m[3])
}

func (b *board) list(text string) {
	side, pile := b.set(text)
	key := string(b.key(b.full(), side, pile))
	_, twice := b.listed[key]
	must(!twice, "%.80q is there twice", text)
	b.listed[key] = pile
}

// shown reports whether the position is lost for side, to move. Under misère play with only stacks
// of 1 their parity decides, otherwise normal play does.
func (b *board) shown(side string) bool {
	if b.misere && slices.Max(b.counters) < 2 {
		return len(b.full())%2 == 1
	}
	return b.lost(0, side)
}

// lost reports whether the list proves that the position with a pile is lost for side, to move,
// under normal play.
func (b *board) lost(pile uint64, side string) bool {
	full := b.full()
	if b.star {
		return b.lostStar(len(full) - 1)
	}
	if b.high {
		return b.lostHigh()
	}
	if b.ways {
		return b.lostWays(full, side)
	}
	if b.game == "coloured-depot-nim" {
		return b.lostColoured(full, pile, side)
	}
	open, seen := b.opened(side), make([]bool, len(b.start))
	for _, v := range full {
		if seen[v] {
			continue
		}
		seen[v] = true
		part := []int{v} // connected by roads, except roads between two open stacks
		for i := 0; i < len(part); i++ {
			for _, r := range b.roads[part[i]] {
				if b.counters[r.to] > 0 && !seen[r.to] && !(open[part[i]] && open[r.to]) {
					seen[r.to], part = true, append(part, r.to)
				}
			}
		}
		worth, ok := b.counters[v], true
		if len(part) > 1 {
			slices.Sort(part)
			worth, ok = b.find(part, side, 0)
		}
		if pile ^= worth; !ok {
			return false
		}
	}
	return pile == 0
}

// lostStar reports whether the board is a lost star: a hub with this many spokes, one or more, that
// is 2^k - 1 or not below any spoke.
func (b *board) lostStar(number int) bool {
	for v, hub := range b.counters {
		var spokes []uint64
		sum := uint64(0)
		for _, r := range b.roads[v] {
			if n := b.counters[r.to]; n > 0 {
				spokes, sum = append(spokes, n), sum^n
			}
		}
		full, lacked := hub&(hub+1) == 0, ^hub&(hub+1) // the least power of two that is not in the hub
		if hub > 0 && number > 0 && len(spokes) == number && (full || slices.Max(spokes) <= hub) {
			slices.Sort(spokes)
			high := spokes
			if !full && number > 2 && spokes[0] == lacked && spokes[number-3] == lacked {
				high = spokes[number-2:]
			}
			level := high[0] == hub && spokes[number-1] == hub && (full || number < 3 || len(high) == 2)
			return level && number%2 == 1 || !level && sum == 0
		}
	}
	return false
}

// lostColoured is lost in the coloured game. A stack that both trucks reach and that blocks neither
// is a Nim pile.
func (b *board) lostColoured(full []int, pile uint64, side string) bool {
	left, right := b.drive("L", b.isEmpty), b.drive("R", b.isEmpty)
	full = slices.DeleteFunc(full, func(v int) bool {
		loose := left[v] && right[v] && !slices.ContainsFunc(b.roads[v], func(r road) bool {
			return r.sign != '>' && !left[r.to] || r.sign != '<' && !right[r.to]
		})
		if loose {
			pile ^= b.counters[v]
		}
		return loose
	})
	_, ok := b.find(full, side, pile)
	return ok || b.outnumbered(full, min(pile, 1), side)
}

// outnumbered reports whether side, which has mine moves besides these stacks, can't make more
// moves than the opponent has on stacks that side never reaches. The opponent must reach those
// without passing a stack of side's.
func (b *board) outnumbered(full []int, mine uint64, side string) bool {
	ever := b.drive(side, func(int) bool { return true })
	theirs := b.drive(other(side), func(v int) bool { return b.counters[v] == 0 || !ever[v] })
	const many = 1 << 62 // larger numbers count as equal
	kept := uint64(0)
	for _, v := range full {
		if ever[v] {
			mine = min(mine+b.counters[v], many)
		} else if theirs[v] {
			kept = min(kept+b.counters[v], many)
		}
	}
	return mine <= kept && mine < many
}

// answers checks that every move from a listed position has an answer that leaves a lost position.
func (b *board) answers(line string) {
	words := strings.Split(line, " ")
	side, pile := b.set(words[0])
	words = words[1:]
	open := b.opened(side)
	for v := range len(b.start) {
		n, name := pile, "*"
		if v < len(b.start)-1 {
			if !open[v] {
				continue
			}
			n, name = b.counters[v], letter(v, 'a')
		}
		for next := uint64(0); next < n; {
			must(len(words) > 0, "%.80q: to leave %d on %s has no answer", line, next, name)
			m := answerForm.Compiled().FindStringSubmatch(words[0])
			must(m != nil && m[1] == name && number(m[2]) == next, "%.80q: %.40q should answer to leave %d on %s", line, words[0], next, name)
			most := max(next, number(m[3]))
			must(most < n && (m[3] == "" || number(m[3]) > next), "%.80q: %.40q answers to what is no move", line, words[0])
			for ; next <= most; next++ {
				b.spend(b.size+perStep, 0)
				ok := false
				if name == "*" {
					ok = b.answer(m, next, next, side)
				} else {
					b.counters[v] = next
					ok = b.answer(m, next, pile, side)
					b.counters[v] = n
				}
				must(ok, "%.80q: %.40q is no answer to leave %d on %s", line, words[0], next, name)
			}
			words = words[1:]
		}
	}
	must(len(words) == 0, "%.80q has an answer to what is no move", line)
}

func (b *board) answer(m []string, left, pile uint64, side string) bool {
	k := number(m[6])
	if m[5] != "" {
		by, _ := strconv.ParseInt(m[5], 10, 64)
		k = left + uint64(by) // wraps around below 0, to above all stacks
	}
	if m[4] == "*" {
		return k < pile && b.lost(k, side)
	}
	v, ok := b.letters[m[4]]
	if !ok || !b.open(v, other(side)) || k >= b.counters[v] {
		return false
	}
	n := b.counters[v]
	b.counters[v] = k
	ok = b.lost(pile, side)
	b.counters[v] = n
	return ok
}
