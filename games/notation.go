package games

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"nimatron/internal/words"
)

// Bounds on positions that are parsed.
const (
	// MaxPile bounds the counters of a pile, 10^18.
	MaxPile = 1_000_000_000_000_000_000
	// MaxPiles bounds the piles of a row or a multiset.
	MaxPiles = 1000
)

const maxMoveText = 200

const somePiles = "3 5 2" // of most games on piles

// CheckCommas returns a *BadPosition that shows example if a comma has nothing before or after it:
// a pile may be missing there.
func CheckCommas(text, example string) error {
	if !strayComma(text) {
		return nil
	}
	return NoPosition(example, "%s has a comma too many: put one comma or a space between parts", Quote(text))
}

func strayComma(text string) bool {
	if strings.IndexByte(text, ',') < 0 {
		return false
	}
	before := byte(',')
	comma := false
	for i := range len(text) {
		c := text[i]
		if c == ' ' {
			continue
		}
		if c == ',' && strings.IndexByte(",(;/[", before) >= 0 || comma && strings.IndexByte(")(;/]", c) >= 0 {
			return true
		}
		before, comma = c, c == ','
	}
	return comma
}

// ZerosInFront reports leading zeros, as in "007": the rest of a larger number may be missing.
func ZerosInFront(digits string) bool { return len(digits) > 1 && digits[0] == '0' }

// ParseRow reads the piles of a row, separated by spaces or a comma: "3 5 2". An emptied pile
// disappears from a row, so only the lone "0" has a zero: it is the empty row. The error is a
// *BadPosition.
func ParseRow(text string) ([]uint64, error) {
	piles, nominated, err := readPiles(text)
	switch empty := slices.Index(piles, 0); {
	case err != nil:
		return nil, err
	case nominated >= 0:
		return nil, NoPosition(somePiles, "no pile is named in End-Nim: write the row without brackets")
	case empty >= 0 && len(piles) == 1:
		return piles[:0], nil
	case empty >= 0:
		return nil, NoPosition("", "pile %d is 0: leave empty piles out (the empty board alone is written `0`)", empty+1)
	}
	return piles, nil
}

// ParsePiles reads numbered piles, as ParseRow does. Emptied piles keep their places as 0, but a
// board without counters has no piles, however many zeros are written. One pile may stand in
// brackets, "3 [5] 2"; its index is nominated, else -1. The error is a *BadPosition.
func ParsePiles(text string) (piles []uint64, nominated int, err error) {
	piles, nominated, err = readPiles(text)
	switch {
	case err != nil:
		return nil, -1, err
	case nominated >= 0 && piles[nominated] == 0:
		return nil, -1, NoPosition("", "pile %d is empty and can't be named: put brackets around a pile with counters, "+
			"as in `3 [5] 2`", nominated+1)
	}
	return PilesAfter(piles), nominated, nil
}

// PilesAfter returns the piles of a position, given all heights: none if all are 0, since the empty
// board is written "0".
func PilesAfter(heights []uint64) []uint64 {
	if FirstPile(heights) < 0 {
		return nil
	}
	return heights
}

// readPiles reads any heights, at least one.
func readPiles(text string) (piles []uint64, nominated int, err error) {
	text = words.Plain(text)
	rest := strings.TrimLeft(text, " ,")
	if rest != "" {
		if err := CheckCommas(text, "3, 5, 2"); err != nil {
			return nil, -1, err
		}
	}
	bad := func(example, format string, args ...any) ([]uint64, int, error) {
		return nil, -1, NoPosition(example, format, args...)
	}
	piles, nominated = make([]uint64, 0, 10), -1
	for ; rest != ""; rest = strings.TrimLeft(rest, " ,") {
		inner, named := strings.CutPrefix(rest, "[")
		if named && nominated >= 0 {
			return bad("", "%s has two piles in brackets: at most one pile can be named, as in `3 [5] 2`", Quote(text))
		}
		if named {
			nominated, rest = len(piles), strings.TrimLeft(inner, " ")
		}
		digits := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
		n, err := strconv.ParseUint(digits, 10, 64)
		switch {
		case digits == "":
			return bad(somePiles, "%s is not a position here: write the piles as whole numbers separated by spaces", Quote(text))
		case err != nil || n > MaxPile:
			return bad("", "pile %d is too large: a pile holds at most 10^18 counters", len(piles)+1)
		case ZerosInFront(digits):
			return bad("", "pile %d has leading zeros: write `%d`", len(piles)+1, n)
		}
		piles, rest = append(piles, n), rest[len(digits):]
		if named {
			if rest, named = strings.CutPrefix(strings.TrimLeft(rest, " "), "]"); !named {
				return bad("", "%s has an open bracket: write a named pile as in `3 [5] 2`", Quote(text))
			}
		}
	}
	switch {
	case len(piles) == 0:
		return bad(somePiles, "write a position: the piles as numbers separated by spaces")
	case len(piles) > MaxPiles:
		return bad("", "that's %d piles: a position has at most %d", len(piles), MaxPiles)
	}
	return piles, nominated, nil
}

// AppendPiles appends the canonical notation of piles to dst, "0" for none. The pile with index
// nominated, if any, stands in brackets.
func AppendPiles(dst []byte, piles []uint64, nominated int) []byte {
	if len(piles) == 0 {
		return append(dst, '0')
	}
	for i, n := range piles {
		if i > 0 {
			dst = append(dst, ' ')
		}
		if i == nominated {
			dst = append(dst, '[')
		}
		dst = strconv.AppendUint(dst, n, 10)
		if i == nominated {
			dst = append(dst, ']')
		}
	}
	return dst
}

// FindPile returns the index of the pile called where, among this many piles. The error is an
// *IllegalMove.
func FindPile(where string, piles int) (index int, err error) {
	n, err := strconv.ParseUint(where, 10, 64)
	if err != nil || n == 0 || ZerosInFront(where) || n > uint64(piles) {
		numbers := "piles are numbered " + Range(uint64(piles))
		if piles == 1 {
			numbers = "the only pile is 1"
		}
		return 0, Illegal(nil, "there is no pile %s: %s", Quote(where), numbers)
	}
	return int(n) - 1, nil
}

// FirstPile returns the index of the first pile that is not empty, or -1.
func FirstPile(piles []uint64) int {
	return slices.IndexFunc(piles, func(n uint64) bool { return n > 0 })
}

// Filled returns the piles that are not empty. It may return piles itself.
func Filled(piles []uint64) []uint64 {
	if !slices.Contains(piles, 0) {
		return piles
	}
	return slices.DeleteFunc(slices.Clone(piles), func(n uint64) bool { return n == 0 })
}

// PileNumbers returns the numbers of the piles that are not empty: "1 to 3", "1, 3 or 4".
func PileNumbers(piles []uint64) string {
	const listed = 8
	var numbers []string
	for i, n := range piles {
		if n > 0 {
			numbers = append(numbers, PileName(i))
		}
	}
	if len(numbers) == len(piles) || len(numbers) > listed {
		return Range(uint64(len(piles)))
	}
	return words.Or(numbers)
}

// Written is a move as typed, before the rules check it.
type Written struct {
	Kind MoveKind
	// Where is the pile, end, vertex or cell in lower case, empty in Dictate.
	Where string
	// Count is the number taken in Take and Dictate, at most math.MaxUint64, which no pile holds.
	Count uint64
	// All means that "all" was typed for the number.
	All bool
	// Parts are the two parts of a Split, in the order written.
	Parts [2]uint64
	// Named means that "pile" was typed before a lone number, which is then no count.
	Named bool
}

// fillers are words without meaning in a move.
var fillers = map[string]bool{
	"pile": true, "the": true, "counters": true, "counter": true, "end": true,
	"dictate": true, "nominate": true,
}

// ReadMove reads the canonical forms "WHERE-COUNT", "WHERE", "-COUNT" and "WHERE=A+B" and forgiving
// ones, such as "L 3", "left 3", "take 3 from left", "2 all" and "split 2 3 4", in any case. ok
// means that text has such a form; the game checks WHERE.
func ReadMove(text string) (w Written, ok bool) {
	text = words.Plain(text)
	words, ok := moveWords(text)
	piles := strings.Count(strings.ToLower(text), "pile")
	if !ok || piles > 1 {
		return Written{}, false
	}
	switch first := words[0]; {
	case first == "split" && len(words) > 1:
		return readSplit(words[1:])
	case (first == "take" || first == "remove") && len(words) > 1:
		words = words[1:]
		if len(words) == 1 {
			return readCount(Written{Kind: Dictate}, words[0])
		}
		if _, number := readNumber(words[0]); number && len(words) == 2 {
			return Written{}, false // "take 3 5"
		}
	}
	switch {
	case len(words) == 3 && words[1] == "from":
		return readCount(Written{Kind: Take, Where: words[2]}, words[0])
	case len(words) > 1 && words[1] == "=":
		return readSplit(words)
	case len(words) == 2 && words[0] == "-":
		return readCount(Written{Kind: Dictate}, words[1])
	case len(words) == 3 && words[1] == "-":
		return readCount(Written{Kind: Take, Where: words[0]}, words[2])
	case len(words) == 2:
		return readCount(Written{Kind: Take, Where: words[0]}, words[1])
	case len(words) == 1 && words[0] == "all":
		return Written{Kind: Dictate, All: true}, true
	case len(words) == 1:
		// "L3" is an end and a number; a cell such as "l3" comes with a count.
		if end := words[0][:1]; (end == "l" || end == "r") && len(words[0]) > 1 {
			if taken, ok := readCount(Written{Kind: Take, Where: end}, words[0][1:]); ok && !taken.All {
				return taken, true
			}
		}
		return Written{Kind: Nominate, Where: words[0], Named: piles > 0}, !isSign(words[0])
	}
	return Written{}, false
}

// moveWords cuts a move into lower-case names, numbers and the signs - = +, without fillers. ok is
// false if nothing is left or a character is foreign.
func moveWords(text string) ([]string, bool) {
	if len(text) > maxMoveText || strayComma(text) {
		return nil, false
	}
	var words []string
	begin := -1
	flush := func(end int) {
		if begin >= 0 {
			if w := strings.ToLower(text[begin:end]); !fillers[w] {
				words = append(words, w)
			}
			begin = -1
		}
	}
	for i, r := range text {
		if r == '_' || unicode.IsLetter(r) || r >= '0' && r <= '9' {
			if begin < 0 {
				begin = i
			}
			continue
		}
		flush(i)
		switch r {
		case ' ', ',', '[', ']':
		case '-', '=', '+':
			words = append(words, string(r))
		default:
			return nil, false
		}
	}
	flush(len(text))
	return words, len(words) > 0
}

func isSign(word string) bool { return word == "-" || word == "=" || word == "+" }

func readCount(w Written, word string) (Written, bool) {
	if isSign(w.Where) {
		return Written{}, false
	}
	if word == "all" {
		w.All = true
		return w, true
	}
	n, ok := readNumber(word)
	w.Count = n
	return w, ok
}

func readSplit(words []string) (Written, bool) {
	words = slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == "into" || w == "and" })
	if len(words) > 1 && words[1] == "=" {
		words = append(words[:1:1], words[2:]...)
	}
	if len(words) == 4 && words[2] == "+" {
		words = append(words[:2:2], words[3])
	}
	if len(words) != 3 || isSign(words[0]) {
		return Written{}, false
	}
	a, okA := readNumber(words[1])
	b, okB := readNumber(words[2])
	return Written{Kind: Split, Where: words[0], Parts: [2]uint64{a, b}}, okA && okB
}

// readNumber reads decimal digits without leading zeros; numbers too large become math.MaxUint64.
func readNumber(word string) (uint64, bool) {
	if ZerosInFront(word) {
		return 0, false
	}
	for i := range len(word) {
		if word[i] < '0' || word[i] > '9' {
			return 0, false
		}
	}
	n, err := strconv.ParseUint(word, 10, 64)
	if err != nil {
		n = math.MaxUint64
	}
	return n, word != ""
}
