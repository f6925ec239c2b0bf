package view

import (
	"fmt"
	"strings"

	"nimatron/commands/input"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/words"
	"nimatron/referee"
)

// SubjectOf is the subject in the buttons of a match.
func SubjectOf(g *referee.Game) Subject {
	return Subject{Kind: MatchSubject, ID: g.ID, Version: g.Version}
}

// PositionCard shows a position as text and, if the look allows, as a picture.
func PositionCard(p games.Position, shown *Picture, l Look) *Card {
	card := &Card{Picture: l.Of(shown), Footer: footerOf(p)}
	if card.Picture == nil {
		card.Drawing = l.Drawn(p.Shape())
	} else {
		card.Picture.Else = func() string { return l.Drawn(p.Shape()) }
	}
	return card
}

// footerOf is the notation of a position, for people who type it. On boards with letters it stands behind More.
func footerOf(p games.Position) string {
	switch notation := p.String(); {
	case notation == "0":
		return "An empty board"
	case hasLetters(p.Shape()):
		return ""
	default:
		return "Position: " + words.Cut(notation, MaxNotation)
	}
}

// Rules shows how a game is played.
func Rules(v *games.Variant) Action {
	return Action{Label: "Rules", Call: input.Rules.With(input.RulesInput{Game: v})}
}

// ColouredName is a player behind their colour in pictures if both are people.
func ColouredName(g *referee.Game, s games.Side) string {
	name := PlayerName(g.Player(s).ID)
	if g.AgainstBot() {
		return name
	}
	return [2]string{games.Left: "🔵 ", games.Right: "🔴 "}[s] + name
}

// TitleOf names a match's game as people call it from its start, such as The 21 game.
func TitleOf(g *referee.Game) string { return catalog.Titled(g.Play.Variant(), g.Start) }

// Matchup names the players, first player first, with their sides in a partizan game.
func Matchup(g *referee.Game) string {
	first := g.Play.First()
	name := func(s games.Side) string {
		if name := ColouredName(g, s); !g.Play.Variant().Partizan {
			return name
		} else {
			return name + " (" + s.Name() + ")"
		}
	}
	return name(first) + " against " + name(first.Other())
}

// PlayerLabel names the player on a side, with the side in a partizan game and the level of the
// bot.
func PlayerLabel(g *referee.Game, s games.Side, roles ...string) string {
	p := g.Player(s)
	if p.IsBot() {
		roles = append(roles, string(g.Level))
	}
	if g.Play.Variant().Partizan {
		roles = append(roles, s.Name())
	}
	if len(roles) == 0 {
		return PlayerName(p.ID)
	}
	return fmt.Sprintf("%s (%s)", PlayerName(p.ID), strings.Join(roles, ", "))
}
