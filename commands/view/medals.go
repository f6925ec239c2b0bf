package view

import (
	"context"
	"slices"

	"nimatron/picture"
	"nimatron/picture/chart"
	"nimatron/picture/drawing"
	"nimatron/referee"
)

// symbols are what stands on the medal of each mark.
var symbols = map[string]chart.Symbol{
	"strong": chart.Chevrons, "sweep": chart.Halves, "perfect": chart.Star, "searched": chart.Compass,
	"families": chart.Shapes, "flawless": chart.Five, "comeback": chart.Return, "giant": chart.Crown, "tournament": chart.Cup,
	"hundred": chart.Hundred, "lessons": chart.Book, "ten-days": chart.Ten, "first-tries": chart.Eye,
}

// medalsOf are all marks, with those that somebody has earned.
func medalsOf(earned []referee.EarnedMark) chart.Medals {
	var medals chart.Medals
	for _, m := range referee.Marks {
		has := slices.ContainsFunc(earned, func(e referee.EarnedMark) bool { return e.ID == m.ID })
		medals = append(medals, chart.Medal{Symbol: symbols[m.ID], Name: m.Name, Earned: has})
	}
	return medals
}

// MarksPicture shows all marks, with those that somebody has earned.
func MarksPicture(earned []referee.EarnedMark, style picture.Style) *Picture {
	medals := medalsOf(earned)
	return newPicture("marks", medals.Words(), func(context.Context) (*drawing.Drawing, error) { return medals.Draw(style) })
}
