package people

import (
	"context"
	"slices"
	"strings"

	"nimatron/commands/view"
	"nimatron/match"
	"nimatron/picture"
	"nimatron/picture/chart"
	"nimatron/picture/drawing"
	"nimatron/referee/season"
)

// profilePicture shows the history of the overall rating at a person's main pace, above their
// badges. Page has the newest match first. A part with too little to show is left out; nil if both
// are.
func profilePicture(page []match.HistoryEntry, earned []season.Badge, style picture.Style) *view.Picture {
	ratings := ratingHistory(page)
	switch {
	case len(ratings.Points) < 2 && len(earned) == 0:
		return nil
	case len(ratings.Points) < 2:
		return badgesPicture(earned, style)
	case len(earned) == 0:
		return view.NewPicture("rating", ratings.Words(), func(context.Context) (*drawing.Drawing, error) { return ratings.Draw(style) })
	}
	medals := medalsOf(earned)
	return view.NewPicture("profile", ratings.Words()+" "+medals.Words(), func(context.Context) (*drawing.Drawing, error) {
		d, err := ratings.Draw(style)
		if err != nil {
			return nil, err
		}
		below, err := medals.Draw(style)
		if err == nil {
			d.Below(below)
		}
		return d, err
	})
}

func ratingHistory(page []match.HistoryEntry) chart.History {
	points := map[match.Pace][]chart.Rated{}
	for i := len(page) - 1; i >= 0; i-- {
		if c := page[i].Overall; c != nil {
			points[c.After.Pace] = append(points[c.After.Pace], chart.Rated{Value: c.After.Value, Deviation: c.After.Deviation})
		}
	}
	var h chart.History
	for _, pace := range view.Paces {
		if len(points[pace]) > len(h.Points) {
			h = chart.History{Title: "Overall rating in " + strings.ToLower(view.PaceName(pace)) + " matches", Points: points[pace]}
		}
	}
	return h
}

var symbols = map[string]chart.Symbol{
	"strong": chart.Chevrons, "sweep": chart.Halves, "perfect": chart.Star, "searched": chart.Compass,
	"families": chart.Shapes, "flawless": chart.Five, "comeback": chart.Return, "giant": chart.Crown, "tournament": chart.Cup,
	"lessons": chart.Book, "ten-days": chart.Ten, "first-tries": chart.Eye,
}

func medalsOf(earned []season.Badge) chart.Medals {
	var medals chart.Medals
	for _, m := range season.Badges {
		has := slices.ContainsFunc(earned, func(e season.Badge) bool { return e.ID == m.ID })
		medals = append(medals, chart.Medal{Symbol: symbols[m.ID], Name: m.Name, Earned: has})
	}
	return medals
}

func badgesPicture(earned []season.Badge, style picture.Style) *view.Picture {
	medals := medalsOf(earned)
	return view.NewPicture("marks", medals.Words(), func(context.Context) (*drawing.Drawing, error) { return medals.Draw(style) })
}
