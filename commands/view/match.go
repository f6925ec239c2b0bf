package view

import (
	"fmt"
	"strings"

	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/picture"
	"nimatron/referee"
	"nimatron/referee/lesson"
)

// EndedText says what a moderator's end of a match means.
func EndedText(g *referee.Game) string {
	text := fmt.Sprintf("A moderator has ended match %d. Nobody has won", g.ID)
	switch {
	case g.Leg != match.Alone:
		return text + ", the rated pair that it belongs to counts nothing, and nobody's rating changes."
	case g.Rated:
		return text + ", and nobody's rating changes."
	}
	return text + "."
}

// SubjectOf is the subject in the buttons of a match.
func SubjectOf(g *referee.Game) Subject {
	return Subject{Kind: MatchSubject, ID: g.ID, Version: g.Version}
}

// Audience are the people who see the board of a match.
type Audience struct {
	Look
	// Played is how many matches of the family the least experienced player has finished.
	Played int
	// Winnable is true if the board tells a person that they can win.
	Winnable bool
	// Event is the tournament of the match with its round, "" for none.
	Event string
	// Call is what the board of a pairing says until somebody moves.
	Call string
}

// taughtMatches is in how many matches of a family the board explains a turn.
const taughtMatches = 2

// MatchCard shows a match: its players, the last moves, the board, and who decides or has won.
// Where is the tapped place, empty for none.
func MatchCard(g *referee.Game, where string, to Audience) *Card {
	v, p := g.Play.Variant(), g.Play.Position()
	if find(p.Places(), where) == nil {
		where = ""
	}
	card := PositionCard(p, boardPicture(g, where, to), to.Look)
	card.Title, card.Tone = v.Name+" · "+Matchup(g), Playing
	last, notation := lastMoves(g)
	card.Footer += "\n" + kindText(g, notation, to.Event)
	var body []string
	if to.Call != "" {
		body = append(body, to.Call)
	}
	if !g.Finished() && to.Played < taughtMatches {
		body = append(body, v.Rules.Summary)
	}
	if last != "" {
		body = append(body, last)
	}
	if g.Finished() {
		card.Tone = Finished
		body = append(body, overText(g))
	} else {
		if asker, asked := g.Offer.Side(); asked {
			body = append(body, takebackText(g, asker))
		}
		card.Question = NextDecision(g)
		if to.Winnable {
			card.Question += " You can win this one."
		}
		MatchKeys(g, where).Offer(card)
		card.Moves = movesText(p)
		if !g.Rated {
			card.Actions = append(card.Actions, Action{Label: "Hint", Command: "hint", Subject: SubjectOf(g)})
		}
		card.Actions = append(card.Actions, Action{Label: "More", Command: MoreName, Subject: SubjectOf(g)})
		card.More = moreActions(g)
	}
	card.Body = strings.Join(body, "\n")
	return card
}

// MoreName is the command that offers rare actions of a match.
const MoreName = "more"

// FollowName is the command that follows a match or stops following it.
const FollowName = "follow"

// Follow follows a match or stops following it.
func Follow(g *referee.Game, follows bool) Action {
	a := Action{Label: "Follow", Command: FollowName, Subject: SubjectOf(g)}
	if follows {
		a.Label = "Unfollow"
	}
	return a
}

// More offers rare actions to a player or a spectator of a match.
func More(g *referee.Game, plays, follows bool) *Card {
	actions := []Action{Rules(g.Play.Variant()), {Label: "Show the board anew", Command: "board"}, {Label: "Settings", Command: "settings"}}
	if plays {
		actions = append(actions, moreActions(g)[:1]...)
		if !g.Rated && len(g.Moves) > 0 {
			actions = append(actions, Action{Label: "Take back", Command: "takeback"})
		}
	} else {
		actions = append(actions, Follow(g, follows))
	}
	return &Card{Actions: actions}
}

// moreActions are the actions that a board with buttons leaves out.
func moreActions(g *referee.Game) []Action {
	return []Action{{Label: "Resign", Command: "resign", Subject: SubjectOf(g), Style: Danger}, Rules(g.Play.Variant())}
}

// kindText sums up the kind of a match, its event, and its progress.
func kindText(g *referee.Game, last, event string) string {
	parts := []string{fmt.Sprintf("move %d", len(g.Moves)+1)}
	if g.Finished() {
		parts[0] = words.Count(len(g.Moves), "move")
	}
	if last != "" {
		parts = append(parts, "last "+last)
	}
	if g.AgainstBot() {
		parts = append(parts, string(g.Level))
	}
	switch {
	case event != "" && g.Leg == match.Alone:
		parts = append(parts, event)
	case event != "":
		parts = append(parts, fmt.Sprintf("%s, game %d of 2", event, g.Leg))
	case g.Leg != match.Alone:
		parts = append(parts, fmt.Sprintf("rated, game %d of 2", g.Leg))
	case g.Rated:
		parts = append(parts, "rated")
	}
	if l := lesson.Find(g.Lesson); l != nil {
		parts = append(parts, "test of the lesson \""+l.Title+"\"")
	}
	if g.TurnTime > 0 && !g.Finished() {
		parts = append(parts, clockText(g))
	}
	return strings.Join(append(parts, fmt.Sprintf("match %d", g.ID)), " · ")
}

// PositionCard shows a position as text and, if the look allows, as a picture.
func PositionCard(p games.Position, shown *Picture, l Look) *Card {
	return &Card{
		Drawing: picture.Text(p.Shape()),
		Picture: l.Of(shown),
		Footer:  footerOf(p),
	}
}

// footerOf is the notation of a position, for people who type it.
func footerOf(p games.Position) string {
	if notation := p.String(); notation != "0" {
		return "Position: " + words.Cut(notation, MaxNotation)
	}
	return "An empty board"
}

// Rules shows how a game is played.
func Rules(v *games.Variant) Action {
	return Action{Label: "Rules", Command: "rules", Options: map[string]string{"variant": v.ID}}
}

// maxLastMoves is how many moves a board describes.
const maxLastMoves = 3

// lastMoves describes the last move or, against the bot, all moves since the person's last one. The
// notation is for the footer.
func lastMoves(g *referee.Game) (said, notation string) {
	n := 1
	if g.AgainstBot() {
		n = max(1, min(g.SinceLast(g.Human())-1, maxLastMoves))
	}
	moves := g.Play.Moves()
	begin := max(0, len(moves)-n)
	var told []string
	for i, position := range g.Play.Positions() {
		if i >= begin && i < len(moves) {
			d := referee.Decision{Turn: position.Turn(), Step: games.Step{Move: moves[i]}}
			told = append(told, DecisionWords(g, d)+".")
			notation = strings.TrimPrefix(notation+", "+moves[i].String(), ", ")
		}
	}
	return strings.Join(told, " "), notation
}

// Matchup names the players, first player first, with their sides in a partizan game.
func Matchup(g *referee.Game) string {
	first := g.Play.First()
	name := func(s games.Side) string {
		if name := PlayerName(g.Player(s).ID); !g.Play.Variant().Partizan {
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

// ScoreText is the score of a pair.
func ScoreText(g *referee.Game, left, right int) string {
	// The winner comes first or, in a draw, the player who sat left in the first game.
	winner, loser := g.Sides[games.Right].Player, g.Sides[games.Left].Player
	if left > right {
		winner, loser = g.Sides[games.Left].Player, g.Sides[games.Right].Player
	}
	return fmt.Sprintf("\nPair: %s %d–%d %s.", PlayerName(winner.ID), max(left, right), min(left, right), PlayerName(loser.ID))
}

// RatingChanges describes the changes of ratings after a rated match.
func RatingChanges(p *referee.Progress) []string {
	var lines []string
	switch {
	case p.Uncounted && p.Game.Tournament != 0: // that is not rated, or after a day's pairs
		lines = append(lines, "Nobody's rating changes.")
	case p.Uncounted && p.Game.Termination == match.TimedOut && len(p.Game.Moves) == 0: // neither came, or after a day's pairs
		lines = append(lines, "This pair does not count. Nobody's rating changes.")
	case p.Uncounted && p.Game.AgainstBot():
		lines = append(lines, fmt.Sprintf("This pair does not count: only %d a day (UTC) against me do. Nobody's rating changes.", referee.BotPairsADay))
	case p.Uncounted:
		lines = append(lines, fmt.Sprintf("This pair does not count: only %d a day between the same two players do. Nobody's rating changes.", referee.PairsADay))
	}
	for _, c := range p.Ratings {
		if c.After.Family == match.Overall {
			lines = append(lines, fmt.Sprintf("%s's rating: %.0f (%+.0f) in %s matches.",
				PlayerName(c.Player), c.After.Value, c.After.Value-c.Before.Value, c.After.Pace))
		}
	}
	return lines
}

// Certainty says which moves of the bot were guesses, and when it no longer has to guess.
func Certainty(p *referee.Progress) []string {
	var lines []string
	for _, d := range p.Decisions {
		switch d.Certainty {
		case referee.Guessed:
			lines = append(lines, "I have not proved this position: I play my best guess.")
		case referee.NowProved:
			lines = append(lines, "I have proved this position now: from here on I know who wins, and no longer guess.")
		}
	}
	return lines
}

// TakenText names decisions, such as "`1-1` and `2-3`".
func TakenText(moves []match.Move) string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = "`" + m.Text + "`"
	}
	return words.And(texts)
}

func takebackText(g *referee.Game, asker games.Side) string {
	return fmt.Sprintf("%s asks to take back %s: %s can agree with `/takeback`, or decline by moving.",
		PlayerName(g.Player(asker).ID), TakenText(g.ToTakeBack(asker)), PlayerName(g.Player(asker.Other()).ID))
}
