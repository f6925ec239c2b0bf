package games

import (
	"fmt"
	"strconv"
	"strings"

	"nimatron/internal/words"
)

// IllegalMove is the error for a move that can't be played. Reason is a sentence for the player
// that says what would be legal.
type IllegalMove struct{ Reason string }

// Error returns the reason.
func (e *IllegalMove) Error() string { return e.Reason }

// Illegal returns an *IllegalMove with a formatted reason.
func Illegal(format string, args ...any) *IllegalMove {
	return &IllegalMove{Reason: fmt.Sprintf(format, args...)}
}

// BadPosition is the error for a text that is no position of the variant. Reason is a sentence for
// the writer that says what would be right.
type BadPosition struct{ Reason string }

// Error returns the reason.
func (e *BadPosition) Error() string { return e.Reason }

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
