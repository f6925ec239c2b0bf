package explain

import (
	"fmt"
	"strings"

	"nimatron/games"
	"nimatron/solver"
	"nimatron/solver/theory"
)

const shownMoves = 20

// Text writes an analysis for a terminal, with the full reason, below a drawing of the position.
func Text(a *solver.Analysis, drawing string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n\n    %s\n\n", a.Variant.Name, a.Position, strings.ReplaceAll(drawing, "\n", "\n    "))
	line := func(name, value string) { fmt.Fprintf(&b, "%-15s %s\n", name+":", value) }
	line("Outcome", lettered(a))
	switch a.Decides {
	case solver.Owner:
		line("Decides next", "the player whose turn it is (\"you\" below)")
	case solver.Opponent:
		line("Decides next", "the other player (\"you\" below)")
	}
	switch {
	case !a.Exact:
	case a.Variant.Partizan:
		line("Left wins by", moves(a.Left))
		line("Right wins by", moves(a.Right))
	default:
		line("Winning moves", moves(a.Winning))
	}
	if a.GrundyKnown {
		line("Grundy value", fmt.Sprint(a.Grundy))
		fmt.Fprintf(&b, "%-15s %s\n", "", Grundy(a))
	}
	if len(a.Components) > 1 {
		line("Components", Components(a.Components))
	}
	if a.Weights != nil {
		line("Weights", Weights(a.Weights))
		fmt.Fprintf(&b, "%-15s %s\n", "", WeightRule)
	}
	line("Why", Analysis(InVoice(a, theory.Plain)))
	if whole := FullAnalysis(a); len(whole) > 1 {
		fmt.Fprintf(&b, "\n%s\n\n", strings.Join(whole[1:], "\n"))
		line("Source", solver.FamilyOf(a.Variant).Source(a.Variant))
	}
	line("Method", string(a.Method))
	return b.String()
}

// Grundy explains the Grundy value.
func Grundy(a *solver.Analysis) string {
	switch {
	case a.Grundy == 0:
		return "0 means that the player to move loses"
	case a.Variant.Ending == games.Normal:
		return fmt.Sprintf("beside other games it counts as a pile of %d in Nim", a.Grundy)
	default:
		return "the player to move loses only at 0"
	}
}

// lettered is Verdict after the outcome's letter: "N: the next player wins".
func lettered(a *solver.Analysis) string {
	if a.Outcome == "" {
		return Verdict(a)
	}
	return string(a.Outcome) + ": " + Verdict(a)
}

func Verdict(a *solver.Analysis) string {
	next := "the next player"
	switch {
	case a.Position.Turn().Decision == games.NumberOnly:
		next = "the player who decides next"
	case a.Decides == solver.Opponent:
		next = "the player whose turn it is"
	}
	switch a.Outcome {
	case theory.NextWins:
		return next + " wins"
	case theory.PreviousWins:
		return next + " loses against perfect play"
	case theory.LeftWins:
		return "Left always wins"
	case theory.RightWins:
		return "Right always wins"
	}
	return "not proved: the search ran out of its budget, and I don't guess"
}

const (
	shownComponents = 12
	shownPlaces     = 12
)

// Components lists the components with their values: "{A1} 3, {B2 B3} 5".
func Components(list []theory.Component) string {
	var texts []string
	for _, c := range list[:min(len(list), shownComponents)] {
		places := strings.Join(c.Places[:min(len(c.Places), shownPlaces)], " ")
		if more := len(c.Places) - shownPlaces; more > 0 {
			places += fmt.Sprintf(" and %d more", more)
		}
		value := "not known"
		if c.Known {
			value = fmt.Sprint(c.Grundy)
		}
		texts = append(texts, fmt.Sprintf("{%s} %s", places, value))
	}
	if more := len(list) - shownComponents; more > 0 {
		texts = append(texts, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(texts, ", ")
}

// Lead adds up the weights of parts: how far Left is ahead.
func Lead(weights []int) (lead int) {
	for _, w := range weights {
		lead += w
	}
	return lead
}

// Weights lists the weights of parts and their total: "part 1 +1, part 2 0; together +1".
func Weights(weights []int) string {
	var texts []string
	for i, w := range weights {
		texts = append(texts, fmt.Sprintf("part %d %s", i+1, theory.Signed(w)))
	}
	return strings.Join(texts, ", ") + "; together " + theory.Signed(Lead(weights))
}

func moves(m solver.Moves) string {
	if len(m.List) == 0 {
		return "none"
	}
	var text []byte
	for i, move := range m.List[:min(len(m.List), shownMoves)] {
		if i > 0 {
			text = append(text, ' ')
		}
		text = move.AppendTo(text)
	}
	switch more := len(m.List) - shownMoves; {
	case !m.Complete:
		text = append(text, " and more"...)
	case more > 0:
		text = fmt.Appendf(text, " and %d more", more)
	}
	return string(text)
}

// Balance is the conclusion from the weights of the parts of a sum.
func Balance(weights []int) string {
	ahead, behind, by := "Left", "Right", Lead(weights)
	if by < 0 {
		ahead, behind, by = behind, ahead, -by
	}
	switch {
	case by > 1:
		return fmt.Sprintf("%s is %d ahead, and two ahead wins, whoever moves.", ahead, by)
	case by == 1:
		return fmt.Sprintf("%s is one ahead: enough if %s moves now. If %s does, the weights do not decide.", ahead, ahead, behind)
	}
	return "Neither player is ahead, so the weights do not decide."
}
