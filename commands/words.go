package commands

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"nimatron/games"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/solver"
)

// Bounds on what is repeated in an answer, in characters.
const (
	maxNotation = 300 // of a position
	maxField    = 1000
)

// clip cuts text to at most limit characters.
func clip(text string, limit int) string {
	if utf8.RuneCountInString(text) <= limit {
		return text
	}
	return string([]rune(text)[:limit-1]) + "…"
}

// code shows a notation in a fixed-width font.
func code(notation string) string { return "`" + clip(notation, maxNotation) + "`" }

// sentence gives an error the shape of a sentence.
func sentence(text string) string {
	if text == "" {
		return text
	}
	r, size := utf8.DecodeRuneInString(text)
	text = strings.ToUpper(string(r)) + text[size:]
	if !strings.ContainsAny(text[len(text)-1:], ".!?`") {
		text += "."
	}
	return text
}

// name is how a reply writes a player.
func name(id string) string {
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

// told says what a decision did, such as "@p1 took 2 from the right end (`R-2`)".
// In the reverse games it also says in whose turn.
func told(g *referee.Game, d referee.Decision) string {
	actor, owner := name(g.Player(d.Turn.Actor).ID), name(g.Player(d.Turn.Owner).ID)
	w, _ := games.ReadMove(d.Step.Move)
	var deed, share string
	switch w.Kind {
	case games.Nominate:
		deed, share = "nominated pile "+w.Where, " for "+owner
	case games.Dictate:
		deed, share = fmt.Sprintf("let %s leave the pile", games.Counters(w.Count)), " in "+owner+"'s turn"
	case games.Split:
		deed = fmt.Sprintf("split pile %s into %d and %d", w.Where, w.Parts[0], w.Parts[1])
	default:
		deed, share = fmt.Sprintf("took %d from %s", w.Count, place(w.Where)), " in "+owner+"'s turn"
	}
	if d.Turn.Actor == d.Turn.Owner {
		share = ""
	}
	return fmt.Sprintf("%s %s%s (`%s`)", actor, deed, share, d.Step.Move)
}

// place names where counters were taken.
func place(where string) string {
	switch where {
	case "l":
		return "the left end"
	case "r":
		return "the right end"
	}
	if where[0] >= '0' && where[0] <= '9' {
		return "pile " + where
	}
	return where
}

// due says whose decision is next and what it is.
func due(g *referee.Game) string {
	p := g.Play.Position()
	turn := p.Turn()
	actor, owner := name(g.Player(turn.Actor).ID), name(g.Player(turn.Owner).ID)
	own := turn.Actor == turn.Owner
	w, _ := games.ReadMove(example(p))
	switch {
	case w.Kind == games.Nominate && own:
		return fmt.Sprintf("**%s nominates a pile**; then %s says how many counters leave it.", actor, name(g.Player(turn.Owner.Other()).ID))
	case w.Kind == games.Nominate:
		return fmt.Sprintf("**%s nominates a pile for %s**, who then says how many counters leave it.", actor, owner)
	case w.Kind == games.Dictate && own:
		return fmt.Sprintf("**%s says how many** counters leave the nominated pile.", actor)
	case w.Kind == games.Dictate:
		return fmt.Sprintf("**%s says how many %s takes** from the nominated pile.", actor, owner)
	case !own:
		return fmt.Sprintf("**%s plays %s's turn**: which pile, and how many leave it.", actor, owner)
	default:
		return fmt.Sprintf("**%s to move.**", actor)
	}
}

// example is a legal move to show how one is written.
func example(p games.Position) string {
	for step := range p.Options() {
		return step.Move
	}
	return ""
}

// outcome says how a finished match ended.
func outcome(g *referee.Game) string {
	winner, won := g.Victor()
	loser, _ := g.Loser()
	if !won {
		return fmt.Sprintf("Match %d is over without a winner (%s).", g.ID, g.Termination)
	}
	if g.Termination == match.Resigned {
		return fmt.Sprintf("**%s wins**: %s resigned.", name(winner.ID), name(loser.ID))
	}
	if g.Termination == match.TimedOut {
		return fmt.Sprintf("**%s wins**: %s ran out of time.", name(winner.ID), name(loser.ID))
	}
	return fmt.Sprintf("**%s wins.** %s", name(winner.ID), g.Play.Variant().Rules.End)
}

// workingWidth is how many characters of a working stand on a line: what a phone
// shows of a fixed-width font.
const workingWidth = 56

// working lays the steps of a reason out for a drawing: columns as they are,
// sentences cut into lines at spaces.
func working(reason solver.Reason) string {
	var lines []string
	for _, step := range reason.Steps {
		if utf8.RuneCountInString(step) <= workingWidth {
			lines = append(lines, step)
			continue
		}
		line := ""
		for _, word := range strings.Fields(step) {
			if line != "" && utf8.RuneCountInString(line+" "+word) > workingWidth {
				lines = append(lines, line)
				line = "  "
			} else if line != "" {
				line += " "
			}
			line += word
		}
		lines = append(lines, line)
	}
	return clip(strings.Join(lines, "\n"), maxWorking)
}

// maxWorking is the longest working that fits beside a board, in characters.
const maxWorking = 2200
