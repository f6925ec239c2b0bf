package values

import "strings"

// Syntax is how another program writes a game by its options.
type Syntax struct {
	open, between, end string
	listed             func(options []string) string
	// fractions says that it writes numbers such as 1/2, not only integers.
	fractions bool
}

// The syntaxes of CGSuite, and of IGame in the Lean library combinatorial-games.
var (
	CGSuite = &Syntax{"{", "|", "}", func(options []string) string { return strings.Join(options, ",") }, true}
	Lean    = &Syntax{"!{", " | ", "}", func(options []string) string {
		if len(options) == 0 {
			return "∅"
		}
		return "{" + strings.Join(options, ", ") + "}"
	}, false}
)

// Written returns the canonical form of g in a syntax. ok is false beyond maxText bytes.
func (s *Store) Written(g Game, in *Syntax) (text string, ok bool) {
	return s.written(func(w *writer, g Game) string { return w.in(in, g) }, g)
}

func (w *writer) in(syntax *Syntax, g Game) string {
	if x, isNumber := w.NumberOf(g); isNumber && (syntax.fractions || x.IsInt()) {
		w.room -= len(x.RatString())
		return x.RatString()
	}
	list := func(games []Game) string {
		var options []string
		for _, option := range games {
			if w.room < 0 {
				return ""
			}
			options = append(options, w.in(syntax, option))
		}
		return syntax.listed(options)
	}
	w.room -= len(syntax.open + syntax.between + syntax.end)
	return syntax.open + list(w.Left(g)) + syntax.between + list(w.Right(g)) + syntax.end
}
