// Package pattern has regular expressions that are compiled when they are first used. In the page's program they
// would be compiled on a phone before the first board is shown.
package pattern

import (
	"regexp"
	"sync"
)

// A Pattern is a regular expression.
type Pattern struct{ compiled func() *regexp.Regexp }

// New returns the pattern of a text. Its first use panics if the text is no regular expression.
func New(text string) Pattern {
	return Pattern{sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })}
}

// Compiled returns the regular expression.
func (p Pattern) Compiled() *regexp.Regexp { return p.compiled() }
