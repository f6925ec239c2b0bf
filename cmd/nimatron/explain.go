package main

import (
	"context"
	"fmt"
	"strings"

	"nimatron/games"
	"nimatron/picture"
	"nimatron/solver"
)

// shownMoves is how many winning moves are written out for a person.
const shownMoves = 20

// explain writes an analysis for a person, with the working of the reason.
func explain(ctx context.Context, s *solver.Solver, v *games.Variant, a *solver.Analysis) (string, error) {
	p, err := v.Parse(a.Position, games.Left)
	if err != nil {
		return "", fmt.Errorf("the position does not read back: %w", err)
	}
	var reason solver.Reason
	if a.Exact {
		if reason, err = s.Explain(ctx, v, p); err != nil {
			return "", err
		}
	}
	var b strings.Builder
	drawing := picture.Text(p.Picture())
	fmt.Fprintf(&b, "%s: %s\n\n    %s\n\n", v.Name, a.Position, strings.ReplaceAll(drawing, "\n", "\n    "))
	line := func(name, value string) { fmt.Fprintf(&b, "%-15s %s\n", name+":", value) }
	line("Outcome", a.Verdict())
	switch a.Decides {
	case "owner":
		line("Decides next", "the player whose turn it is")
	case "opponent":
		line("Decides next", "the opponent of the player whose turn it is")
	}
	switch {
	case !a.Exact:
	case a.Partizan:
		line("Left wins by", moves(a.Left, a.WinningComplete))
		line("Right wins by", moves(a.Right, a.WinningComplete))
	default:
		line("Winning moves", moves(a.Winning, a.WinningComplete))
	}
	if a.GrundyKnown {
		line("Grundy value", fmt.Sprint(a.Grundy))
	}
	line("Why", a.Why)
	if len(reason.Steps) > 0 {
		fmt.Fprintf(&b, "\n%s\n\n", strings.Join(reason.Steps, "\n"))
		line("Source", reason.Source)
	}
	line("Method", a.Method)
	return b.String(), nil
}

// moves lists winning moves; complete says whether these are all there are.
func moves(list []string, complete bool) string {
	if len(list) == 0 {
		return "none"
	}
	text := strings.Join(list[:min(len(list), shownMoves)], " ")
	switch more := len(list) - shownMoves; {
	case !complete:
		text += " and more"
	case more > 0:
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
