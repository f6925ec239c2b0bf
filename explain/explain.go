package explain

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"nimatron/games"
	"nimatron/solver"
	"nimatron/solver/depots"
	"nimatron/solver/partizan"
	"nimatron/solver/piles"
	"nimatron/solver/rows"
	"nimatron/solver/search"
	"nimatron/solver/splits"
	"nimatron/solver/theory"
)

// MaxShort is the most characters of a short form.
const MaxShort = 200

// Short says in a sentence or two why the player who decides in p wins or loses, and how:
// "You can win: …".
func Short(v *games.Variant, p games.Position, r theory.Reason) string {
	lead := lead(p, r)
	if lead == "" {
		return Advice(v, p, r)
	}
	return lead + short(v, r, MaxShort-utf8.RuneCountInString(lead))
}

// Advice is Short without the words that say who wins: for texts that have said it.
func Advice(v *games.Variant, p games.Position, r theory.Reason) string {
	text := short(v, r, MaxShort-utf8.RuneCountInString(lead(p, r)))
	first, size := utf8.DecodeRuneInString(text)
	return strings.ToUpper(string(first)) + text[size:]
}

// Full is the whole reason, a paragraph, an item of a list or a line of columns each. It
// is empty where the game is over or nothing is proved.
func Full(v *games.Variant, p games.Position, r theory.Reason) []string {
	if r.Ground == nil {
		return nil
	}
	return append([]string{plain(Short(v, p, r))}, full(v, r)...)
}

// Analysis is Short for all that an analysis says: in a partizan game about both players,
// who are called Left and Right.
func Analysis(a *solver.Analysis) string {
	if !a.Variant.Partizan || !a.Exact {
		return Short(a.Variant, a.Position, a.Reason)
	}
	if left, ok := a.LeftReason.Ground.(*partizan.Ground); ok {
		return bothSides(a, left)
	}
	if a.LeftReason.Ground == nil {
		return Short(a.Variant, a.Position, a.LeftReason)
	}
	return "Left, moving first, " + sideSearched(a.LeftReason) + "; Right, moving first, " + sideSearched(a.RightReason) + "."
}

// FullAnalysis is Full for all that an analysis says.
func FullAnalysis(a *solver.Analysis) []string {
	if !a.Variant.Partizan || !a.Exact {
		return Full(a.Variant, a.Position, a.Reason)
	}
	if _, ok := a.LeftReason.Ground.(*partizan.Ground); ok {
		return bothSidesFull(a)
	}
	if a.LeftReason.Ground == nil {
		return nil
	}
	lines := []string{plain(Analysis(a))}
	for _, mover := range []struct {
		name   string
		reason theory.Reason
	}{{"Left", a.LeftReason}, {"Right", a.RightReason}} {
		if working := full(a.Variant, mover.reason); len(working) > 0 {
			lines = append(append(lines, "If "+mover.name+" moves first:"), working...)
		}
	}
	return lines
}

// lead says who wins.
func lead(p games.Position, r theory.Reason) string {
	switch r.Claim {
	case theory.CanWin:
		return "You can win: "
	case theory.AllLose:
		if p.Turn().Decision != games.WholeMove {
			return "Every choice loses: "
		}
		return "Every move loses: "
	default:
		return ""
	}
}

// short is the reason behind its lead, in at most so many characters. It begins with a
// small letter or a move.
func short(v *games.Variant, r theory.Reason, room int) string {
	switch g := r.Ground.(type) {
	case *piles.NimGround:
		return nimShort(r, g, ownHand, room)
	case *piles.HandGround:
		return nimShort(r, &g.NimGround, handOf(g.Ending), room)
	case *piles.ReverseGround:
		return reverseShort(v, r, g, room)
	case *rows.Ground:
		return endNimShort(r, g, room)
	case *partizan.Ground:
		return partizanShort(r, g, room)
	case *splits.Ground:
		return splitShort(r, g, room)
	case *depots.Ground:
		return boardShort(r, g, room)
	case *search.Ground:
		return searchShort(r, g)
	}
	if r.Claim == theory.Unproved {
		return "who wins is not proved: the search ran out of its budget, and nothing is guessed."
	}
	return "the game is over. " + v.Rules.End
}

// full is the whole reason behind its short form.
func full(v *games.Variant, r theory.Reason) []string {
	switch g := r.Ground.(type) {
	case *piles.NimGround:
		return nimFull(r, g, ownHand)
	case *piles.HandGround:
		return append([]string{handRule(g.Ending)}, nimFull(r, &g.NimGround, handOf(g.Ending))...)
	case *piles.ReverseGround:
		return reverseFull(v, r, g)
	case *rows.Ground:
		return endNimFull(r, g)
	case *partizan.Ground:
		return partizanFull(r, g)
	case *splits.Ground:
		return splitFull(r, g)
	case *depots.Ground:
		return boardFull(r, g)
	case *search.Ground:
		return searchFull(r, g)
	}
	return nil
}

// fit returns the first of some texts that has room, the last one if none has.
func fit(room int, texts ...string) string {
	for _, text := range texts {
		if utf8.RuneCountInString(text) <= room {
			return text
		}
	}
	return texts[len(texts)-1]
}

// code is a move as short forms have it.
func code(m games.Move) string { return "`" + m.String() + "`" }

// plain takes the backquotes away.
func plain(text string) string { return strings.ReplaceAll(text, "`", "") }

// number writes a number of counters or piles.
func number(n uint64) string { return strconv.FormatUint(n, 10) }

// parity returns "even" or "odd".
func parity(n int) string {
	if n%2 == 0 {
		return "even"
	}
	return "odd"
}

// and lists texts as people do: "a", "a and b", "a, b and c".
func and(texts []string) string { return listed(texts, "and") }

// listed lists texts with a word before the last.
func listed(texts []string, word string) string {
	n := len(texts) - 1
	if n < 1 {
		return strings.Join(texts, "")
	}
	return strings.Join(texts[:n], ", ") + " " + word + " " + texts[n]
}

const (
	// shownPiles is how many piles a full form writes out.
	shownPiles = 16
	// shownWide is how many where they have more than wide binary digits.
	shownWide = 8
	wide      = 24
)

// columns writes values in binary below each other, a line each, and their nim-sum; of
// many values the first.
func columns(values []uint64, nimSum uint64) []string {
	shown := values[:min(len(values), shownPiles)]
	largest := nimSum
	for _, n := range shown {
		largest = max(largest, n)
	}
	bits := len(strconv.FormatUint(largest, 2))
	if bits > wide {
		shown = shown[:min(len(shown), shownWide)]
	}
	digits := max(len("nim-sum"), len(number(largest)))
	var lines []string
	for _, n := range shown {
		lines = append(lines, fmt.Sprintf("%*d = %0*b", digits, n, bits, n))
	}
	if hidden := len(values) - len(shown); hidden > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", hidden))
	}
	return append(lines, fmt.Sprintf("%*s = %0*b", digits, "nim-sum", bits, nimSum))
}

// searchShort is the short form of what was searched.
func searchShort(r theory.Reason, g *search.Ground) string {
	if r.Claim == theory.CanWin {
		return fmt.Sprintf("%s wins against every reply: every line of play was tried (%d positions).", code(r.Move), g.Positions)
	}
	return fmt.Sprintf("every line of play was tried (%d positions), and whatever you do has an answer that wins.", g.Positions)
}

// searchFull lists the answers.
func searchFull(r theory.Reason, g *search.Ground) []string {
	if r.Claim == theory.CanWin {
		return []string{"After each reply, look again: what to play next depends on it."}
	}
	lines := []string{"The answers:"}
	for _, a := range g.Answers {
		switch {
		case a.Answer != (games.Move{}):
			lines = append(lines, fmt.Sprintf("%s is answered by %s.", a.Move, a.Answer))
		default:
			lines = append(lines, fmt.Sprintf("%s loses without an answer.", a.Move))
		}
	}
	if !g.All {
		lines = append(lines, "The other moves have answers too.")
	}
	return lines
}

// sideSearched says what a search found of one player's moving first.
func sideSearched(r theory.Reason) string {
	if r.Claim == theory.CanWin {
		return "wins with " + code(r.Move)
	}
	return "loses"
}
