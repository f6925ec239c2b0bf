package explain

import (
	"fmt"
	"strings"

	"nimatron/games"
	"nimatron/solver"
	"nimatron/solver/theory"
)

// MaxShort bounds the characters of a short form, if no number has more than six digits.
const MaxShort = 192

// Short says in one or two sentences why the player to decide wins or loses, and how: "You can win:
// …".
func Short(v *games.Variant, p games.Position, r theory.Reason) string {
	if lead := lead(p, &r); lead != "" {
		return lead + Why(v, r)
	}
	return Advice(v, r)
}

// Advice is Short without the claim, for texts that have already named the winner.
func Advice(v *games.Variant, r theory.Reason) string { return r.Sentence(Why(v, r)) }

// Why is Advice as the rest of a sentence. It begins with a small letter or a move.
func Why(v *games.Variant, r theory.Reason) string {
	switch {
	case r.Justification != nil:
		return r.Justification.Short(&r)
	case r.Claim == theory.Unproved:
		return "I haven't proved who wins: the search ran out of its budget, and I don't guess."
	default:
		return "the game is over. " + v.Rules.End
	}
}

// Look hints in one or two sentences where to look for the move of r, "" if no move wins.
func Look(v *games.Variant, r theory.Reason) string {
	if r.Claim != theory.CanWin {
		return ""
	}
	if g, ok := r.Justification.(theory.Looker); ok {
		return g.Look(&r)
	}
	return solver.FamilyOf(v).Look(r.Move)
}

// Broken says in a few sentences why a decision loses: the broken rule, if any, the answer, and the position
// after it. "You" is the player who decided. It is "" if the decision ended the game.
func Broken(v *games.Variant, r *solver.Refutation) string {
	var sentences []string
	if g, ok := r.Reason.Justification.(theory.Breaker); ok && r.Reason.Claim == theory.CanWin {
		if broken := g.Broken(r.After, &r.Reason, r.Move); broken != "" {
			sentences = append(sentences, broken)
		}
	}
	answer := r.Reason.Say(r.Reason.Move, theory.Subject)
	switch {
	case r.Reason.Claim == theory.AllLose:
		sentences = append(sentences, "You decide again, and can't win: "+Why(v, r.Reason))
	case r.Left == nil:
	case games.Over(r.Left):
		sentences = append(sentences, answer+" ends the game.")
	case r.LeftReason.Claim == theory.AllLose:
		sentences = append(sentences, fmt.Sprintf("The answer is %s, which leaves you no move that wins: %s", answer, Why(v, r.LeftReason)))
	default:
		sentences = append(sentences, "The answer is "+answer+".")
	}
	return strings.Join(sentences, " ")
}

// Full returns the whole reason, one paragraph or list item per string, with moves in plain notation unless the
// reason has a voice. It is empty if the game is over or nothing is proved.
func Full(v *games.Variant, p games.Position, r theory.Reason) []string {
	if r.Justification == nil {
		return nil
	}
	if r.Voice == nil {
		r.Voice = theory.Plain
	}
	return append([]string{Short(v, p, r)}, r.Justification.Full(&r)...)
}

// Analysis is Short for an analysis. In a partizan game it is about both players, called Left and
// Right.
func Analysis(a *solver.Analysis) string {
	left, right := &a.LeftReason, &a.RightReason
	switch {
	case !a.Variant.Partizan || !a.Exact:
		return Short(a.Variant, a.Position, a.Reason)
	case left.Justification == nil && right.Justification == nil:
		return Short(a.Variant, a.Position, *left)
	}
	if both, ok := left.Justification.(theory.TwoSided); ok {
		return both.ShortOfBoth(left, right)
	}
	return first("Left", left) + " " + first("Right", right)
}

// first says what comes of it if a player moves first.
func first(player string, r *theory.Reason) string {
	text := ""
	if g, ok := r.Justification.(theory.Answerer); ok {
		text = g.Answer(r)
	}
	switch {
	case text == "":
		return player + ", moving first, " + comesTo(r) + "."
	case r.Claim == theory.CanWin:
		return player + " starts and wins: " + text
	}
	return player + " starts and loses: " + text
}

// FullAnalysis is Full for an analysis.
func FullAnalysis(a *solver.Analysis) []string {
	if a.LeftReason.Voice == nil && a.Variant.Partizan {
		a = InVoice(a, theory.Plain)
	}
	left, right := &a.LeftReason, &a.RightReason
	switch {
	case !a.Variant.Partizan || !a.Exact:
		return Full(a.Variant, a.Position, a.Reason)
	case left.Justification == nil && right.Justification == nil:
		return nil
	}
	lines := []string{Analysis(a)}
	if both, ok := left.Justification.(theory.TwoSided); ok {
		return append(lines, both.FullOfBoth(left, right)...)
	}
	for _, first := range []struct {
		name string
		*theory.Reason
	}{{"Left", left}, {"Right", right}} {
		if first.Justification == nil {
			continue
		}
		if working := first.Justification.Full(first.Reason); len(working) > 0 {
			lines = append(append(lines, "If "+first.name+" moves first:"), working...)
		}
	}
	return lines
}

// InVoice returns an analysis whose reasons write their moves by a voice.
func InVoice(a *solver.Analysis, voice theory.Voice) *solver.Analysis {
	told := *a
	for _, r := range []*theory.Reason{&told.Reason, &told.LeftReason, &told.RightReason} {
		r.Voice = voice
	}
	return &told
}

func comesTo(r *theory.Reason) string {
	if r.Claim == theory.CanWin {
		return "wins " + r.Means()
	}
	return "loses"
}

func lead(p games.Position, r *theory.Reason) string {
	switch r.Claim {
	case theory.CanWin:
		return "You can win: "
	case theory.AllLose:
		if p.Turn().Decision != games.WholeMove {
			return "You can't win: "
		}
		return "Every move loses: "
	default:
		return ""
	}
}
