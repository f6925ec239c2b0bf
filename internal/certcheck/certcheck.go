// Package certcheck checks certificates (docs/theory/certificates.md) by the rules of the games and one
// invariant for each. On purpose it shares no code with the programs that write them. It is meant
// to be read in one sitting: some 250 lines of code, sums.go as many, boards.go twice, periods.go
// two thirds, high.go and means.go a third each.
package certcheck

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"nimatron/internal/pattern"
)

// MaxBytes bounds a certificate. maxBytes bounds one of piles or a row.
const MaxBytes, maxBytes, maxPile, maxPiles = 4 << 20, 1 << 20, 1_000_000_000_000_000_000, 1000

var (
	variantForm  = pattern.New(`^"((end-|(move|pile|total)-reverse-)?nim(/misere)?|end-nim/loop|partizan-end-nim|split-nim/(0|-?([1-9]\d{0,17}|10{18}))(/misere)?|nim/max/([1-9]\d{0,17}|10{18})(/misere)?|fibonacci-nim)"$`)
	positionForm = pattern.New(`^"(\[?\d+\]?(?:(?: |,) *\[?\d+\]?)*)"$`)
	moveForm     = pattern.New(`^"([LR]|[1-9]\d*)(?:-([1-9]\d*)|=([1-9]\d*)\+([1-9]\d*))"$`)
	repliesForm  = pattern.New(`^\{"L":\[([^{}]*)\],"R":\[([^{}]*)\]\}$`)
	numberForm   = pattern.New(`^[1-9]\d*$`)
	largeForm    = pattern.New(`"(-?[1-9]\d{15,})"`)
	replyForm    = pattern.New(`\[(\d+),(\d+),"([LR]?)","(leave|shift|over)",(-?\d+)\]`)
)

// check is a certificate being checked. It has the certificate's fields, and collects those that
// the certificate should have.
type check struct {
	given, want        map[string]json.RawMessage
	game               string
	misere, loop, half bool // half: two players share a turn
	q                  int64
	most               uint64 // in Bounded Nim: that a move takes; else 0
	piles              []uint64
	named              int
	work, bytes        int
}

// must panics with an error that Check returns.
func must(ok bool, format string, args ...any) {
	if !ok {
		panic(fmt.Errorf(format, args...))
	}
}

// Check returns nil if a certificate, one JSON object, holds, and otherwise the reason. For any
// input it takes some tenths of a second at most, or some seconds for boards, sums and periods.
func Check(line []byte) (err error) {
	defer func() {
		if cause := recover(); cause != nil { // a panic means that nothing is proved
			err = errors.New(strings.Map(printable, fmt.Sprint(cause)))
		}
	}()
	c, compact := check{want: map[string]json.RawMessage{}, named: -1}, bytes.Buffer{}
	defer c.release()
	must(len(line) <= MaxBytes && json.Compact(&compact, line) == nil && json.Unmarshal(compact.Bytes(), &c.given) == nil, "it is not one JSON object of at most %d bytes", MaxBytes)
	length := compact.Len()
	for name, value := range c.given {
		length -= len(name) + len(value) + len(`"":,`)
	}
	must(length == len(`{}`)-len(`,`) || len(c.given) == 0, "a field is there twice")
	c.readLarge()
	c.claim(len(line))
	for name := range c.given {
		_, wanted := c.want[name]
		must(wanted, "%.20q does not belong here", name)
	}
	given, _ := json.Marshal(c.given) // sorted by name
	want, _ := json.Marshal(c.want)
	must(bytes.Equal(given, want), "it should be %.200s", want)
	return nil
}

// readLarge reads integers beyond 2^53 that are strings, as numbers. Positions are texts.
func (c *check) readLarge() {
	exact := new(big.Int).Lsh(big.NewInt(1), 53)
	for name, value := range c.given {
		if name == "variant" || name == "position" || name == "pattern" {
			continue
		}
		c.given[name] = largeForm.Compiled().ReplaceAllFunc(value, func(text []byte) []byte {
			digits := bytes.Trim(text, `"`)
			if n, ok := new(big.Int).SetString(string(digits), 10); ok && n.CmpAbs(exact) > 0 {
				return digits
			}
			return text
		})
	}
}

// claim checks the claim and collects the fields that belong to it.
func (c *check) claim(length int) {
	switch variant := c.given["variant"]; {
	case boardForm.Compiled().Match(variant):
		c.board()
		return
	case sumForm.Compiled().Match(variant):
		c.sum()
		return
	}
	must(length <= maxBytes, "a certificate of piles has at most %d bytes", maxBytes)
	c.plays(c.match("variant", variantForm)[1])
	if c.given["pattern"] == nil && c.game != "fibonacci-nim" {
		c.readPiles(c.match("position", positionForm)[1])
	}
	switch {
	case c.given["pattern"] != nil:
		c.period()
	case c.game == "partizan-end-nim":
		c.want["claim"] = c.partizan()
	case c.game == "fibonacci-nim":
		c.want["claim"] = outcome(c.fibonacci())
	case c.half:
		c.want["claim"] = outcome(c.halves())
	case c.game == "total-reverse-nim": // the opponent's half-turn plays Nim with the other ending
		c.want["hand"], c.misere = []byte(`"opponent"`), !c.misere
		c.want["claim"] = outcome(!c.wins())
	default:
		c.want["claim"] = outcome(c.wins())
	}
}

// printable drops control characters, so that a certificate can't control the terminal that shows
// the error.
func printable(r rune) rune {
	if strconv.IsPrint(r) {
		return r
	}
	return '?'
}

func (c *check) plays(id string) {
	game, ending, _ := strings.Cut(id, "/")
	if number, _, _ := strings.Cut(ending, "/"); game == "split-nim" {
		c.q, _ = strconv.ParseInt(number, 10, 64)
	}
	if bound, ok := strings.CutPrefix(id, "nim/max/"); ok {
		bound, _, _ = strings.Cut(bound, "/")
		c.most = number(bound)
	}
	c.game, c.misere, c.loop = game, strings.HasSuffix(id, "/misere"), ending == "loop"
	c.half = game == "move-reverse-nim" || game == "pile-reverse-nim"
}

func outcome(wins bool) []byte {
	return map[bool][]byte{true: []byte(`"N"`), false: []byte(`"P"`)}[wins]
}

func (c *check) match(name string, form pattern.Pattern) []string {
	c.want[name] = c.given[name]
	m := form.Compiled().FindStringSubmatch(string(c.given[name]))
	must(m != nil, "%q is missing, or is not what it can be: %.40s", name, c.given[name])
	return m
}

func number(text string) uint64 {
	n, _ := strconv.ParseUint(text, 10, 64)
	return n
}

// readPiles reads the piles and their numbers. Emptied piles are 0, except in rows, which drop
// them.
func (c *check) readPiles(text string) {
	zeros := text == "0" && !c.loop || !strings.HasSuffix(c.game, "end-nim")
	for i, word := range strings.Fields(strings.ReplaceAll(text, ",", " ")) {
		if c.half && c.named < 0 && word[0] == '[' && word[len(word)-1] == ']' {
			c.named, word = i, word[1:len(word)-1]
		}
		c.piles = append(c.piles, number(word))
		must((word[0] != '0' && 1 <= c.piles[i] || word == "0" && zeros && c.named != i) && c.piles[i] <= maxPile && i < maxPiles, "%.30q is no pile here, or one too many", word)
	}
	if above(c.piles, 0) == 0 { // the empty board has no piles
		c.piles = nil
	}
}

func replace(piles []uint64, i int, parts ...uint64) []uint64 {
	return slices.DeleteFunc(slices.Concat(piles[:i], parts, piles[i+1:]), func(n uint64) bool { return n == 0 })
}

func (c *check) play() []uint64 {
	m, ends := c.match("move", moveForm), map[string]int{"L": 1, "R": len(c.piles)}
	i, count, small, large := ends[m[1]]+int(number(m[1])), number(m[2]), number(m[3]), number(m[4])
	must((ends[m[1]] > 0) == (c.game == "end-nim") && 1 <= i && i <= len(c.piles) && (m[1] != "R" || i > 1), "there is no %.30q", m[1])
	pile := c.piles[i-1]
	splits := c.game == "split-nim" && 1 <= small && small <= large && large < pile && small+large == pile+uint64(c.q)
	must(splits || 1 <= count && count <= pile && (c.most == 0 || count <= c.most), "the rules forbid %.60s", m[0])
	return replace(c.piles, i-1, small, map[bool]uint64{true: large, false: pile - count}[splits])
}

func (c *check) wins() bool {
	lost := c.lost(c.piles)
	must(!lost || c.game != "end-nim" || c.answersAll(len(c.piles)-1), "the replies do not hold")
	must(lost || len(c.piles) == 0 || c.lost(c.play()), "the move does not leave a lost position")
	return !lost
}

// lost is the invariant: it reports whether the owner of the turn loses.
func (c *check) lost(piles []uint64) bool {
	if c.game == "end-nim" {
		return c.rowLost(piles)
	}
	piles = c.counted(piles)
	sum, even, larger := uint64(0), ones(piles)%2 == 0, above(piles, 1) > 0
	for _, n := range piles {
		sum ^= c.value(n)
	}
	return !larger && even != c.misere || larger && c.half && even == (c.game == "move-reverse-nim") || larger && !c.half && sum == 0
}

func above(piles []uint64, n uint64) int {
	return len(slices.DeleteFunc(slices.Clone(piles), func(pile uint64) bool { return pile <= n }))
}

func ones(piles []uint64) int { return above(piles, 0) - above(piles, 1) }

func (c *check) value(n uint64) uint64 {
	half, pair := uint64(c.q/2), n&^1
	switch {
	case c.game == "split-nim" && c.q == 0:
		return []uint64{max(n, 1) - 1, n, n, n + 1}[n%4]
	case c.q == 2 && n > 1 && bits.OnesCount64(pair)%2 == 0, c.q > 2 && c.q%2 == 0 && pair&half == 0 && bits.OnesCount64(n>>bits.Len64(half)) > 1:
		return n ^ 1
	}
	return n
}

// halves checks games of two half-moves and reports whether the outcome is N. The opponent chooses
// the number in Move-Reverse Nim, the owner in Pile-Reverse Nim.
func (c *check) halves() bool {
	c.want["ones"], c.want["larger"] = fmt.Append(nil, ones(c.piles)), fmt.Append(nil, above(c.piles, 1))
	own := c.game == "pile-reverse-nim"
	leaves := func(i int, n uint64) bool { return n < c.piles[i] && c.lost(replace(c.piles, i, n)) == own }
	answer := func(i int) bool { return leaves(i, 0) || leaves(i, 1) } // if leaving more wins, leaving 0 or 1 wins too
	if c.named >= 0 {
		must(!answer(c.named) || leaves(c.named, c.piles[c.named]-number(c.match("dictate", numberForm)[0])), "the number does not win")
		return answer(c.named)
	}
	if c.lost(c.piles) == own && len(c.piles) > 0 {
		i := slices.Index(c.piles, number(c.match("nominate", numberForm)[0]))
		must(i >= 0 && !answer(i), "to nominate that pile does not win")
	}
	return !c.lost(c.piles)
}

func (c *check) rowLost(row []uint64) bool {
	n, left, right := len(row), slices.IndexFunc(row, func(n uint64) bool { return n != row[0] }), 1
	if left < 0 {
		return n == 0 && !c.misere || n > 0 && (n%2 == 1) == (c.loop || c.misere && row[0] == 1)
	}
	for row[n-1-right] == row[n-1] {
		right++
	}
	a, upperA, b, upperB := row[0], (left%2 == 1) == (row[left] > row[0]), row[n-1], (right%2 == 1) == (row[n-1-right] > row[n-1])
	return a == b && upperA == upperB || a+1 == b && upperB && !upperA || b+1 == a && upperA && !upperB
}

// answersAll checks that each move on a row with this last index has an answer. Whether an answer
// is right depends only on comparisons, up to one, between the heights of the ends, their
// neighbours and 0. So it suffices to check around those heights.
func (c *check) answersAll(last int) bool {
	for i, list := range c.match("replies", repliesForm)[1:] {
		must(strings.Trim(replyForm.Compiled().ReplaceAllString(list, ""), ",") == "", "these are no replies: %.80s", list)
		next, pile := uint64(0), uint64(0)
		if last > 0 || last == 0 && i == 0 && !c.loop {
			pile = c.piles[i*last]
		}
		for _, m := range replyForm.Compiled().FindAllStringSubmatch(list, -1) {
			least, most := number(m[1]), number(m[2])
			k, _ := strconv.ParseInt(m[5], 10, 64)
			must(least == next && least <= most && most < pile, "%s does not follow", m[0])
			for _, n := range []uint64{least, most, 0, c.piles[0], c.piles[min(1, last)], c.piles[max(0, last-1)], c.piles[last], uint64(k)} {
				for d := range uint64(12) { // from n-2 to n+3, with and without k subtracted
					x := n - 2 + d%6 - d/6*uint64(k)
					must(x < least || x > most || c.answers(replace(c.piles, i*last, x), int64(x), m[3], m[4], k), "%s does not answer to leave %d", m[0], x)
				}
			}
			next = most + 1
		}
		must(next == pile, "to leave %d at %s has no answer", next, "LR"[i:i+1])
	}
	return true
}

func (c *check) answers(row []uint64, left int64, end, kind string, k int64) bool {
	at, height := strings.Index("LR", end)*(len(row)-1), k+map[string]int64{"shift": left}[kind]
	goesOn := kind != "over" && end != "" && len(row) > 0 && (len(row) > 1 || !c.loop)
	return kind == "over" && end == "" && len(row) == 0 && c.misere && k == 0 || goesOn && 0 <= height && height < int64(row[at]) && c.lost(replace(row, at, uint64(height)))
}

// spare is pile - need, negative if the pile is short.
func spare(pile uint64, need *big.Int) *big.Int {
	return new(big.Int).Sub(new(big.Int).SetUint64(pile), need)
}

// against returns the least pile that wins, moving first, against pile at the other end: 1 if that
// is short, else its spare plus ours plus 1.
func against(pile uint64, theirs, ours *big.Int) *big.Int {
	if n := spare(pile, theirs); n.Sign() >= 0 {
		return n.Add(n, ours).Add(n, big.NewInt(1))
	}
	return big.NewInt(1)
}

func (c *check) partizan() []byte {
	last := len(c.piles) - 1
	if last < 1 {
		return outcome(last == 0)
	}
	w, one := c.piles[1:last], []*big.Int{big.NewInt(1)}
	left, right := slices.Repeat(one, last), slices.Repeat(one, last)
	for n := range w { // needs of the run of n+1 piles from i on
		for i := range len(w) - n {
			left[i], right[i] = against(w[i+n], right[i], left[i]), against(w[i], left[i+1], right[i+1])
		}
	}
	l, r := spare(c.piles[0], left[0]), spare(c.piles[last], right[0])
	c.want["needs"], c.want["spare"] = fmt.Appendf(nil, `{"L":%d,"R":%d}`, left[0], right[0]), fmt.Appendf(nil, "[%d,%d]", l, r)
	return map[bool][]byte{true: outcome(true), false: fmt.Appendf(nil, `"%c"`, "RPL"[l.Cmp(r)+1])}[l.Sign() < 0 && r.Sign() < 0]
}
