package commands

import (
	"context"

	"nimatron/commands/view"
	"nimatron/match"
	"nimatron/picture"
	"nimatron/referee"
)

// lookOf returns how the pictures of an answer look: as the speaker likes it, unless
// everybody sees them.
func (s *Service) lookOf(ctx context.Context, r *Request) view.Look {
	if r.shared() {
		return view.Look{Style: s.usualStyle()}
	}
	return s.lookFor(ctx, r.By.ID)
}

// lookOfMatch returns how the board of a match looks, which all its players can live with:
// as text, or in large text, if one of them wants that, light if all do, and on what all
// have chosen.
func (s *Service) lookOfMatch(ctx context.Context, g *referee.Game) view.Look {
	return s.lookFor(ctx, otherPeople(g, "")...)
}

// lookFor returns the look for some people who see the same picture. Where their settings
// can't be read it is the usual one: nobody waits for a picture.
func (s *Service) lookFor(ctx context.Context, people ...string) view.Look {
	var l view.Look
	light, present := 0, 0
	var theme match.Theme
	for _, id := range people {
		if (match.Player{ID: id}).Deleted() {
			continue
		}
		own, err := s.referee.PersonSettings(ctx, id)
		if err != nil {
			s.log.Warn("somebody's settings can't be read", "err", err)
			return view.Look{Style: s.usualStyle()}
		}
		if present++; present == 1 {
			theme = own.Theme
		} else if theme != own.Theme {
			theme = match.ThemeDefault
		}
		l.Text, l.Large = l.Text || own.TextOnly, l.Large || own.LargeText
		if own.LightBoards {
			light++
		}
	}
	l.Theme = pictureTheme(theme.Or(s.theme))
	if light > 0 && light == len(people) {
		l.Theme = l.Theme.OnLight()
	}
	return l
}

// usualStyle is the style of what everybody sees.
func (s *Service) usualStyle() picture.Style { return picture.Style{Theme: pictureTheme(s.theme)} }

// pictureTheme is a theme as pictures have it, on a dark ground; the default is felt.
func pictureTheme(t match.Theme) picture.Theme {
	switch t {
	case match.Wood:
		return picture.Wood
	case match.Slate:
		return picture.Slate
	case match.PlainTheme:
		return picture.Dark
	}
	return picture.Felt
}
