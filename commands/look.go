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
		return view.Look{}
	}
	return s.lookFor(ctx, r.By.ID)
}

// lookOfMatch returns how the board of a match looks, which all its players can live with:
// as text, or in large text, if one of them wants that, and light if all do.
func (s *Service) lookOfMatch(ctx context.Context, g *referee.Game) view.Look {
	return s.lookFor(ctx, otherPeople(g, "")...)
}

// lookFor returns the look for some people who see the same picture. Where their settings
// can't be read it is the usual one: nobody waits for a picture.
func (s *Service) lookFor(ctx context.Context, people ...string) view.Look {
	var l view.Look
	light := 0
	for _, id := range people {
		if (match.Player{ID: id}).Deleted() {
			continue
		}
		own, err := s.referee.PersonSettings(ctx, id)
		if err != nil {
			s.log.Warn("somebody's settings can't be read", "err", err)
			return view.Look{}
		}
		l.Text, l.Large = l.Text || own.TextOnly, l.Large || own.LargeText
		if own.LightBoards {
			light++
		}
	}
	if light > 0 && light == len(people) {
		l.Theme = picture.Light
	}
	return l
}
