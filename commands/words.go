package commands

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee"
)

// Bounds on what is repeated in an answer, in characters.
const (
	maxNotation = 300 // of a position
	maxField    = 1000
)

// code shows a notation in a fixed-width font.
func code(notation string) string { return "`" + words.Cut(notation, maxNotation) + "`" }

// sentenceStart gives a text a capital letter.
func sentenceStart(text string) string {
	r, size := utf8.DecodeRuneInString(text)
	return strings.ToUpper(string(r)) + text[size:]
}

// sentence turns the text of an error into a sentence: with a capital letter and a full
// stop.
func sentence(text string) string {
	if text == "" {
		return text
	}
	text = sentenceStart(text)
	if !strings.ContainsAny(text[len(text)-1:], ".!?") {
		text += "."
	}
	return text
}

// playerName is how a reply writes a player.
func playerName(id string) string {
	switch p := (match.Player{ID: id}); {
	case p.IsBot():
		return match.BotName
	case p.Deleted():
		return "a deleted player"
	}
	return Mention(id)
}

// sideName is what a side is called in a partizan game.
func sideName(side games.Side) string {
	if side == games.Left {
		return "Left"
	}
	return "Right"
}

// decisionText says what a decision did, such as "@p1 took 2 from the right end (`R-2`)",
// and in the reverse games also in whose turn.
func decisionText(g *referee.Game, d referee.Decision) string {
	actor, owner := playerName(g.Player(d.Turn.Actor).ID), playerName(g.Player(d.Turn.Owner).ID)
	share := ""
	switch {
	case d.Turn.Actor == d.Turn.Owner:
	case d.Turn.Decision == games.PlaceOnly:
		share = " for " + owner
	default:
		share = " in " + owner + "'s turn"
	}
	return fmt.Sprintf("%s %s%s (`%s`)", actor, g.Play.Variant().Say(d.Step.Move), share, d.Step.Move)
}

// nextDecisionText says whose decision is next and what it is.
func nextDecisionText(g *referee.Game) string {
	p := g.Play.Position()
	turn := p.Turn()
	actor, owner := playerName(g.Player(turn.Actor).ID), playerName(g.Player(turn.Owner).ID)
	own := turn.Actor == turn.Owner
	switch {
	case turn.Decision == games.PlaceOnly && own:
		return fmt.Sprintf("**%s nominates a pile**; then %s says how many counters to take from it.", actor, playerName(g.Player(turn.Owner.Other()).ID))
	case turn.Decision == games.PlaceOnly:
		return fmt.Sprintf("**%s nominates a pile for %s**, who then says how many counters to take from it.", actor, owner)
	case turn.Decision == games.NumberOnly && own:
		return fmt.Sprintf("**%s says how many** counters to take from the nominated pile.", actor)
	case turn.Decision == games.NumberOnly:
		return fmt.Sprintf("**%s says how many %s takes** from the nominated pile.", actor, owner)
	case !own:
		return fmt.Sprintf("**%s plays %s's turn**: which pile, and how many to take.", actor, owner)
	default:
		return fmt.Sprintf("**%s to move.**", actor)
	}
}

// exampleMoves are legal moves to show how they are written: the first one and, where a
// pile can be split, a split.
func exampleMoves(p games.Position) []games.Move {
	var examples []games.Move
	n := 0
	for step := range p.Options() {
		if n++; n > examplesSought {
			break
		}
		if len(examples) == 0 {
			examples = append(examples, step.Move)
		}
		if step.Move.Kind == games.Split {
			if examples[0] != step.Move {
				examples = append(examples, step.Move)
			}
			break
		}
	}
	return examples
}

// examplesSought is among how many legal moves a split is looked for. Boards of up to
// a thousand piles yield a removal from each before the first split.
const examplesSought = 1001

// resultText says how a finished match ended, and by which rule.
func resultText(g *referee.Game) string {
	if _, won := g.Victor(); won && g.Termination == match.Played {
		return overText(g) + " " + g.Play.Variant().Rules.End
	}
	return overText(g)
}

// overText says how a finished match ended.
func overText(g *referee.Game) string {
	winner, won := g.Victor()
	loser, _ := g.Loser()
	switch {
	case !won:
		return fmt.Sprintf("Match %d is over without a winner (%s).", g.ID, g.Termination)
	case g.Termination == match.Resigned:
		return fmt.Sprintf("**%s wins**: %s resigned.", playerName(winner.ID), playerName(loser.ID))
	case g.Termination == match.TimedOut:
		return fmt.Sprintf("**%s wins**: %s ran out of time.", playerName(winner.ID), playerName(loser.ID))
	}
	return fmt.Sprintf("**%s wins.**", playerName(winner.ID))
}

// and lists texts as people do: "a", "a and b", "a, b and c".
func and(texts []string) string {
	n := len(texts) - 1
	if n < 1 {
		return strings.Join(texts, "")
	}
	return strings.Join(texts[:n], ", ") + " and " + texts[n]
}
