package match

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/recent"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/referee/lesson"
)

func endingCard(ctx context.Context, env *core.Env, g *referee.Game, ratings []string) (*view.Card, error) {
	_, card, err := ending(ctx, env, g, ratings)
	return card, err
}

// ending is endingCard, and returns the review on it.
func ending(ctx context.Context, env *core.Env, g *referee.Game, ratings []string) (ending view.Ending, card *view.Card, err error) {
	ending.Game = g
	pair, unplayed, err := pairText(ctx, env, g)
	if err != nil {
		return ending, nil, err
	}
	if ending.Unplayed = unplayed; unplayed {
		ratings = []string{"No ratings change."}
	}
	who, running, err := mayNotHear(ctx, env, g)
	if err != nil {
		return ending, nil, err
	}
	later := false // a review would help in a tournament that goes on
	if g.Tournament != 0 {
		t, err := env.Tournaments.Tournament(ctx, g.Tournament)
		if err != nil {
			return ending, nil, err
		}
		later = !t.Closed()
	}
	_, won := g.Victor()
	if running == nil && !later && won && !unplayed && g.Leg != match.FirstLeg { // showing a mistake would help in the second game
		if ending.Review, err = env.Referee.Review(ctx, g); err != nil {
			return ending, nil, err
		}
		ending.Explain(ctx, &env.Solver)
	}
	card = ending.Card(lookOfMatch(ctx, env, g))
	body := []string{card.Body}
	switch {
	case g.Leg == match.FirstLeg, unplayed:
	case later:
		body = append(body, "I'll review the moves when the tournament is over.")
	case running != nil && won:
		body = append(body, fmt.Sprintf("I won't review the moves while %s is playing match %d.", view.PlayerName(who), running.ID))
	}
	body = append(append(body, strings.TrimSpace(pair)), ratings...)
	switch {
	case g.Tournament != 0:
		card.Actions = []view.Action{{
			Label: "Back to the tournament", Call: input.TournamentShow.With(input.Which{ID: g.Tournament}), Style: view.Primary,
		}}
	case g.Lesson != "":
		err = tellOfTest(ctx, env, g, card, &body)
	default:
		err = offerNext(ctx, env, g, card, &body)
	}
	if err != nil {
		return ending, nil, err
	}
	card.Actions = append(card.Actions, view.AllGames)
	if ending.Review != nil {
		core.WithPage(env, card, g.Play.Variant(), g.Play.Start(), g.Play.Moves())
	}
	body = slices.DeleteFunc(body, func(line string) bool { return line == "" })
	card.Body = strings.Join(body, "\n")
	return ending, card, nil
}

// mayNotHear returns the player's running match, other than g, for which the review of g would be advice; nil
// for none.
func mayNotHear(ctx context.Context, env *core.Env, g *referee.Game) (who string, running *match.Match, err error) {
	for _, p := range g.Sides {
		if running, err = env.Referee.AdviceLock(ctx, p.ID); err != nil || running != nil {
			return p.ID, running, err
		}
	}
	return "", nil, nil
}

func offerNext(ctx context.Context, env *core.Env, g *referee.Game, card *view.Card, body *[]string) error {
	again := input.ChallengeInput{Game: nextVariant(env, g.Play.Variant()), Size: input.SizeName(games.Small.String()), Level: g.Level}
	if !g.AgainstBot() {
		again.Level, again.Open = "", true // the person who will press the button is unknown
		card.Actions = append(card.Actions, view.Action{Label: "Next game", Call: input.Challenge.With(again)})
		offerDrill(card, g)
		return nil
	}
	winner, won := g.Winner.Side()
	beaten := won && winner == g.Human()
	label, level, ok := "Easier", match.NoLevel, false
	if level, ok = g.Level.Previous(); beaten {
		label = "Harder"
		level, ok = g.Level.Next()
	}
	if ok && won {
		in := input.ChallengeInput{Game: g.Play.Variant(), Level: level, Size: input.SizeName(sizeOf(g).String())}
		other := view.Action{Label: label, Call: input.Challenge.With(in)}
		_, ready, err := env.Referee.NextLevel(ctx, g)
		if err != nil {
			return err
		}
		if ready {
			*body = append(*body, fmt.Sprintf("%s has beaten the %s level %d times in a row: time to try the %s one.",
				view.PlayerName(g.Player(g.Human()).ID), g.Level, referee.WinsToNextLevel, level))
			other.Style = view.Primary
		}
		card.Actions = append(card.Actions, other)
	}
	card.Actions = append(card.Actions, view.Action{Label: "Next game", Call: input.Challenge.With(again)})
	offerDrill(card, g)
	return nil
}

func offerDrill(card *view.Card, g *referee.Game) {
	if v := g.Play.Variant(); lesson.About(v) != nil {
		card.Actions = append(card.Actions, view.DrillAction("Drill", v))
	}
}

// sizeOf returns the least size of generated starts that may be as long as the start of g.
func sizeOf(g *referee.Game) games.Size {
	v := g.Play.Variant()
	drawn.mu.Lock()
	defer drawn.mu.Unlock()
	longest, known := drawn.longest.Get(v)
	if !known {
		draw := rand.New(rand.NewPCG(0, 0))
		for size := range longest {
			for range 64 {
				if p, err := v.Parse(v.Generate(draw, games.Sizes[size]), games.Left); err == nil {
					longest[size] = max(longest[size], v.LongestPlay(p))
				}
			}
		}
		drawn.longest.Put(v, longest)
	}
	this := v.LongestPlay(g.Play.Start())
	for size, l := range longest {
		if l >= this {
			return games.Sizes[size]
		}
	}
	return games.Large
}

// drawn has the longest play among 64 generated starts of each variant, small and medium.
var drawn struct {
	mu      sync.Mutex
	longest recent.Map[*games.Variant, [2]uint64]
}

// nextVariant returns the next game in the list of all games. After a game that is not listed it is
// the first of the same family.
func nextVariant(env *core.Env, v *games.Variant) *games.Variant {
	all := env.Referee.Catalog().All()
	if at := slices.Index(all, v); at >= 0 {
		return all[(at+1)%len(all)]
	}
	at := slices.IndexFunc(all, func(other *games.Variant) bool { return other.Family == v.Family })
	return all[max(at, 0)]
}

func endedText(g *referee.Game) string {
	text := fmt.Sprintf("A moderator ended match %d. Nobody won", g.ID)
	switch {
	case g.Leg != match.Alone:
		return text + ", its rated pair doesn't count, and no ratings change."
	case g.Rated:
		return text + ", and no ratings change."
	}
	return text + "."
}

func scoreText(g *referee.Game, left, right int) string {
	// The winner comes first; in a draw, the player who sat left in the first game.
	winner, loser := g.Sides[games.Right].Player, g.Sides[games.Left].Player
	if left > right {
		winner, loser = g.Sides[games.Left].Player, g.Sides[games.Right].Player
	}
	return fmt.Sprintf("\nPair: %s %d–%d %s.", view.PlayerName(winner.ID), max(left, right), min(left, right), view.PlayerName(loser.ID))
}

func ratingChanges(p *referee.Progress) []string {
	var lines []string
	switch {
	case p.Game.Uncounted && p.Game.Tournament != 0: // unrated, or beyond the day's pairs
		lines = append(lines, "No ratings change.")
	case p.Game.Uncounted && p.Game.AgainstBot():
		lines = append(lines, fmt.Sprintf("Not rated: only %d pairs a day (UTC) against me are. No ratings change.", referee.BotPairsADay))
	case p.Game.Uncounted:
		lines = append(lines, fmt.Sprintf("Not rated: only %d pairs a day between the same two players are. No ratings change.", referee.PairsADay))
	}
	for _, c := range p.Ratings {
		if c.After.Family == match.Overall {
			lines = append(lines, fmt.Sprintf("%s's rating: %.0f (%+.0f) in %s matches.",
				view.PlayerName(c.Player), c.After.Value, c.After.Value-c.Before.Value, c.After.Pace))
		}
	}
	return lines
}

func certainty(p *referee.Progress) []string {
	var lines []string
	for _, d := range p.Decisions {
		switch d.Certainty {
		case referee.Guessed:
			lines = append(lines, "I haven't proved this position, so I play my best guess.")
		case referee.NowProved:
			lines = append(lines, "I have now solved this position, so I'm no longer guessing.")
		}
	}
	return lines
}
