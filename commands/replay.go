package commands

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/picture"
	"nimatron/referee"
)

var replayCommand = &Command{
	Name:    "replay",
	Summary: "Step through a match, with every move judged",
	Options: []Option{
		{Name: "match", Summary: "The number of the match", Required: true},
		{Name: "step", Summary: "The position to show: 0 is the start", Hidden: true},
		{Name: "mistake", Summary: "The number of a move that let a win go", Hidden: true},
		shareOption,
	},
	Private:   true,
	Shareable: true,
	Costly:    true,
	run: func(ctx context.Context, s *Service, r *Request) (Reply, error) {
		g, err := s.namedMatch(ctx, r)
		if err != nil {
			return Reply{}, err
		}
		if !g.Finished() {
			return Reply{}, refuse("Match %d is not over yet: a replay judges its moves, so it has to wait.", g.ID)
		}
		if err := s.referee.CheckAdvice(ctx, r.By.ID, g.Family); err != nil {
			return Reply{}, err
		}
		review := s.referee.Review(ctx, g)
		if r.option("mistake") != "" {
			return s.mistakeReply(ctx, r, g, review)
		}
		step := 0
		if text := r.option("step"); text != "" {
			if step, err = strconv.Atoi(text); err != nil || step < 0 || step > len(g.Moves) {
				return Reply{}, refuse("%s is not a valid `step:`: match %d has steps 0 to %d.", games.Quote(text), g.ID, len(g.Moves))
			}
		}
		return Reply{Card: withShare(r, replayCard(g, review, step, s.lookOf(ctx, r))), Replace: true}, nil
	},
}

// namedMatch finds the match that the request names.
func (s *Service) namedMatch(ctx context.Context, r *Request) (*referee.Game, error) {
	id, err := r.matchNumber()
	if err != nil {
		return nil, err
	}
	return s.referee.MatchFor(ctx, id, r.By.ID, r.Server, r.Channel)
}

// replayCard shows the position after step moves.
func replayCard(g *referee.Game, review *referee.Review, step int, l look) *Card {
	v := g.Play.Variant()
	before, p := positionsAt(g, step)
	won, known := review.FinalWon, review.FinalKnown
	if step < len(review.Decisions) {
		judgement := review.Decisions[step].Judgement
		won, known = judgement != referee.NoChoice, judgement != referee.Unknown
	}
	card := &Card{
		Title:   fmt.Sprintf("%s, match %d, %d of %d", v.Name, g.ID, step, len(g.Moves)),
		Drawing: picture.Text(p.Shape()),
		Picture: l.of(replayPicture(g, review, step, l.Style)),
		Footer:  "Position: " + words.Cut(p.String(), maxNotation),
		Tone:    Finished,
	}
	lines := []string{matchup(g)}
	if step > 0 {
		lines = append(lines, fmt.Sprintf("Move %d: %s", step, judgementText(g, before.Turn(), review.Decisions[step-1])))
	}
	decider := playerName(g.Player(p.Turn().Actor).ID)
	switch {
	case step == len(g.Moves):
		lines = append(lines, resultText(g))
	case known && won:
		lines = append(lines, sentence(decider+" decides now, and can win"))
	case known:
		lines = append(lines, sentence(decider+" decides now, and every move loses against perfect play"))
	default:
		lines = append(lines, sentence(decider+" decides now; I have not proved who wins from here"))
	}
	if step == len(g.Moves) {
		lines = append(lines, accuracyText(g, review)...)
		lines = append(lines, courseText(g, review))
	}
	card.Body = strings.Join(lines, "\n")
	for _, jump := range []struct {
		label string
		to    int
	}{{"First", 0}, {"Back", step - 1}, {"Forward", step + 1}, {"Last", len(g.Moves)}} {
		if jump.to < 0 || jump.to > len(g.Moves) || jump.to == step {
			continue
		}
		card.Actions = append(card.Actions, Action{Label: jump.label, Command: "replay", Options: map[string]string{
			"match": strconv.FormatInt(g.ID, 10), "step": strconv.Itoa(jump.to),
		}})
	}
	withoutDuplicates(card)
	if mistakes := review.Mistakes(); len(mistakes) > 0 {
		card.Actions = append(card.Actions, mistakeAction(g, mistakes[0], "Mistakes only"))
	}
	return card
}

// positionsAt returns the position after step moves and the one before it, which is nil
// for the start.
func positionsAt(g *referee.Game, step int) (before, at games.Position) {
	for n, p := range g.Play.Positions() {
		if before, at = at, p; n == step {
			break
		}
	}
	return before, at
}

// withoutDuplicates leaves out actions that do the same as an earlier one: next to an
// end of the match Back is First and Forward is Last.
func withoutDuplicates(card *Card) *Card {
	seen := map[string]bool{}
	var kept []Action
	for _, a := range card.Actions {
		if !seen[a.Options["step"]] {
			seen[a.Options["step"]] = true
			kept = append(kept, a)
		}
	}
	card.Actions = kept
	return card
}
