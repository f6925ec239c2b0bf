package games

import (
	"fmt"
	"strconv"
	"strings"

	"nimatron/internal/words"
)

// IllegalMove is the error for a move that can't be played. Reason tells the player what would be
// legal, without a stop. Such are legal moves as examples. Unread is true for words that say no move.
type IllegalMove struct {
	Reason string
	Such   []Move
	Unread bool
}

// Error returns the reason with examples in notation.
func (e *IllegalMove) Error() string { return e.With(Move.Code) }

// With returns the reason with examples as write writes them.
func (e *IllegalMove) With(write func(Move) string) string {
	if len(e.Such) == 0 {
		return e.Reason
	}
	return e.Reason + ", such as " + words.Or(words.Each(e.Such, write))
}

// Illegal returns an *IllegalMove with examples and a formatted reason.
func Illegal(such []Move, format string, args ...any) *IllegalMove {
	return &IllegalMove{Reason: fmt.Sprintf(format, args...), Such: such}
}

// BadPosition is the error for a text that is no position of the variant. Reason tells the writer
// what would be right, without a stop. Example is a position, "" for none.
type BadPosition struct{ Reason, Example string }

// Error returns the reason with the example.
func (e *BadPosition) Error() string {
	if e.Example == "" {
		return e.Reason
	}
	return e.Reason + ", such as `" + e.Example + "`"
}

// NoPosition returns a *BadPosition with an example and a formatted reason.
func NoPosition(example, format string, args ...any) *BadPosition {
	return &BadPosition{Reason: fmt.Sprintf(format, args...), Example: example}
}

const quoteLimit = 40

// Quote makes typed text safe to repeat in a message: between backticks, on one line, without
// control characters, cut at 40 characters.
func Quote(text string) string {
	printable := strings.Map(func(r rune) rune {
		switch {
		case r == '`':
			return '\''
		case !words.IsVisible(r):
			return ' '
		}
		return r
	}, strings.TrimSpace(text))
	if printable == "" {
		printable = " " // an empty code span is not one
	}
	return "`" + words.Cut(printable, quoteLimit) + "`"
}

// Counters returns "1 counter" or "5 counters".
func Counters(n uint64) string { return words.Count(n, "counter") }

// Range returns the numbers that may be taken from a pile of n: "1" or "1 to 5".
func Range(n uint64) string {
	if n == 1 {
		return "1"
	}
	return "1 to " + strconv.FormatUint(n, 10)
}
