package commands

import (
	"context"
	"fmt"
	"strings"

	"nimatron/commands/view"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee"
)

const (
	markOption = "mark" // of /profile
	allMarks   = "all"
	// marksShared is how many new marks have a button each that shows them to everybody.
	marksShared = 3
)

// marksField names the marks of somebody; ok is false where there are none.
func marksField(earned []referee.EarnedMark) (f view.Field, ok bool) {
	names := make([]string, len(earned))
	for i, m := range earned {
		names[i] = m.Name
	}
	return view.Field{Name: fmt.Sprintf("Marks: %d of %d", len(earned), len(referee.Marks)), Value: strings.Join(names, " · ")}, len(earned) > 0
}

// marksPage shows one mark that somebody has, or all marks.
func (s *Service) marksPage(ctx context.Context, r *Request, whose match.Player) (view.Reply, error) {
	earned, err := s.referee.MarksOf(ctx, whose.ID)
	if err != nil {
		return view.Reply{}, err
	}
	has := make(map[string]referee.EarnedMark)
	for _, m := range earned {
		has[m.ID] = m
	}
	card := &view.Card{Title: fmt.Sprintf("Marks: %d of %d", len(earned), len(referee.Marks))}
	lines := []string{view.PlayerName(whose.ID)}
	id := strings.ToLower(r.option(markOption))
	if id == allMarks {
		for _, m := range referee.Marks {
			if e, ok := has[m.ID]; ok {
				lines = append(lines, "✔ "+markLine(e))
			} else {
				lines = append(lines, fmt.Sprintf("· %s: %s", m.Name, m.Sentence))
			}
		}
		l := s.lookOf(ctx, r)
		card.Picture = l.Of(view.MarksPicture(earned, l.Style))
	} else {
		e, ok := has[id]
		if !ok {
			return view.Reply{}, refuse("%s does not have that mark. `/profile` names those that they have.", view.PlayerName(whose.ID))
		}
		card.Title = e.Name
		lines = append(lines, markLine(e))
	}
	card.Body = strings.Join(lines, "\n")
	return view.Reply{Card: withShare(r, card)}, nil
}

// markLine says what a mark is for and which match has brought it.
func markLine(m referee.EarnedMark) string {
	line := fmt.Sprintf("**%s**: %s", m.Name, m.Sentence)
	if m.Match != 0 {
		line += fmt.Sprintf(" Match %d, %s.", m.Match, view.Moment(m.Ended, view.Day))
	}
	return line
}

// tellMarks tells the speaker of marks that they have and have not heard of, nil where there
// are none. That can wait, so a fault is only logged.
func (s *Service) tellMarks(ctx context.Context, r *Request) *view.Card {
	var fresh []referee.EarnedMark
	said, err := unaskedMark.saidIn(ctx, s, r.room())
	if said {
		fresh, err = s.referee.TellMarks(ctx, r.By.player())
	}
	if err != nil {
		s.log.Warn("nobody is told of their marks", "person", r.By.ID, "err", err)
	}
	if len(fresh) == 0 {
		return nil
	}
	card := &view.Card{
		Title:  "For you: " + words.Count(len(fresh), "new mark"),
		Footer: "Only you see this. /settings name:marks value:off ends it.",
	}
	var lines []string
	for i, m := range fresh {
		lines = append(lines, markLine(m))
		if i < marksShared {
			share := view.ShareAction(profileName, map[string]string{markOption: m.ID})
			if len(fresh) > 1 {
				share.Label += ": " + m.Name
			}
			card.Actions = append(card.Actions, share)
		}
	}
	card.Body = strings.Join(lines, "\n")
	card.Actions = append(card.Actions, view.Action{Label: "All marks", Command: profileName, Options: map[string]string{markOption: allMarks}})
	return card
}
