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

// Challenge shows an open challenge, or how it was answered. Style is the usual style: everybody
// sees the picture.
func Challenge(c match.Challenge, v *games.Variant, style picture.Style) (Reply, error) {
	show := Subject{Kind: ChallengeSubject, ID: c.ID}
	challenger := Mention(c.Challenger.ID)
	card := &Card{Title: "A challenge: " + v.Name}
	shown, noChange := c.Start, ""
	if c.Rated {
		// Nobody may study the start of a rated match before it begins.
		shown, noChange = v.Rules.Example, " Nobody's rating changes."
	}
	position, err := v.Parse(shown, games.Left)
	if err != nil {
		return Reply{}, err
	}
	if !c.Rated {
		card.Drawing, card.Footer = picture.Text(position.Shape()), "Start: "+words.Cut(c.Start, MaxNotation)
		card.Picture = ShapePicture(position, style) // everybody sees it
	}
	reply := Reply{Card: card, Show: Subject{Kind: ChallengeSubject, ID: c.ID, Version: c.Version()}, ShownIn: c.Message}
	switch c.State {
	case match.ChallengeOpen:
		to := "anyone"
		if !c.ToAnyone() {
			to = Mention(c.Opponent.ID)
			reply.Notify = []string{c.Opponent.ID}
		}
		reply.Text = fmt.Sprintf("%s challenges %s.", challenger, to)
		body := []string{v.Rules.Summary, firstTurnText(c)}
		if v.Partizan {
			body = append(body, sidesText(c, v, position))
		}
		if c.Rated {
			body = append(body, "Rated: two games from the same start, with sides swapped. You will see the start when the challenge is accepted. Whoever runs out of time loses the game.")
		}
		if c.TurnTime > 0 {
			body = append(body, Duration(c.TurnTime)+" a turn.")
		}
		open := fmt.Sprintf("%.0f hours", referee.ChallengeLife.Hours())
		switch life := c.Expires.Sub(c.Created); life {
		case referee.ChallengeLife:
		case referee.OpenChallengeLife:
			open = Duration(life) + ", until " + Moment(c.Expires, Clock) + ": then this channel is free again"
		default:
			open = Duration(life)
		}
		card.Body = strings.Join(append(body, "The challenge stays open for "+open+"."), "\n")
		card.Actions = challengeActions(c, show, v)
	case match.ChallengeDeclined:
		card.Tone = Refused
		reply.Next = fmt.Sprintf("%s declined %s's challenge.%s", Mention(c.Opponent.ID), challenger, noChange)
		reply.Notify = []string{c.Challenger.ID}
	case match.ChallengeCancelled:
		card.Tone = Refused
		reply.Next = fmt.Sprintf("%s withdrew the challenge.%s", challenger, noChange)
	case match.ChallengeExpired:
		card.Tone = Refused
		reply.Next = fmt.Sprintf("%s's challenge went unanswered and is closed.%s", challenger, noChange)
	}
	if c.State != match.ChallengeOpen {
		card.Body = reply.Next
	}
	return reply, nil
}

// challengeActions returns what can be done with an open challenge.
func challengeActions(c match.Challenge, show Subject, v *games.Variant) []Action {
	var actions []Action
	accept := Action{Label: "Accept", Command: "accept", Subject: show, Style: Success}
	if c.First == match.FirstChoose {
		actions = pickActions(show)
	} else {
		actions = []Action{accept}
	}
	if !c.ToAnyone() {
		actions = append(actions, Action{Label: "Decline", Command: "decline", Subject: show, Style: Danger})
	}
	return append(actions, Rules(v))
}

// ToBeAccepted tells a person who moves too early that a challenge must be accepted first.
func ToBeAccepted(c match.Challenge, v *games.Variant, reader string) *Card {
	show := Subject{Kind: ChallengeSubject, ID: c.ID}
	if reader != c.Challenger.ID {
		return &Card{
			Body:    fmt.Sprintf("Accept first: %s challenges %s to %s, and the match begins when you accept.", PlayerName(c.Challenger.ID), whom(c), v.Name),
			Actions: challengeActions(c, show, v),
		}
	}
	return &Card{
		Body:    fmt.Sprintf("The match of %s begins when %s accepts your challenge.", v.Name, whom(c)),
		Actions: []Action{{Label: "Withdraw the challenge", Command: "cancel", Subject: show}, Rules(v)},
	}
}

func whom(c match.Challenge) string {
	if c.ToAnyone() {
		return "anyone"
	}
	return PlayerName(c.Opponent.ID)
}

// pickActions returns the two ways to accept a challenge that lets the opponent pick the first
// turn.
func pickActions(show Subject) []Action {
	return []Action{
		{Label: "Accept and go first", Command: "accept", Subject: show, Style: Success,
			Options: map[string]string{"first": string(match.FirstMe)}},
		{Label: "Accept and go second", Command: "accept", Subject: show, Style: Success,
			Options: map[string]string{"first": string(match.FirstOpponent)}},
	}
}

// sidesText says who plays which side of a partizan game, and what that means.
func sidesText(c match.Challenge, v *games.Variant, position games.Position) string {
	if c.Side == match.SideRandom {
		return "A coin decides who is Left and who is Right. " + v.Rules.Moves
	}
	seat := games.Left
	if c.Side == match.SideRight {
		seat = games.Right
	}
	who := "Whoever accepts is"
	if !c.ToAnyone() {
		who = Mention(c.Opponent.ID) + ", you are"
	}
	text := fmt.Sprintf("%s is %s. %s %s", Mention(c.Challenger.ID), seat.Name(), who, seat.Other().Name())
	if can := v.Rules.Sides[seat.Other()]; can != "" {
		text += fmt.Sprintf(": %s, such as %s", can, MoveList(ExampleMoves(position.WithTurn(seat.Other())), " or "))
	}
	return text + "."
}

func firstTurnText(c match.Challenge) string {
	challenger := Mention(c.Challenger.ID)
	switch c.First {
	case match.FirstMe:
		return challenger + " goes first."
	case match.FirstOpponent:
		return "Whoever accepts goes first."
	case match.FirstChoose:
		return "Whoever accepts picks who goes first."
	default:
		return "A coin toss decides who goes first."
	}
}

// The names of the front door and of other commands there.
const (
	PlayName      = "play"
	HelpName      = "help"
	ChallengeName = "challenge"
)

// AllGames leads to the front door.
var AllGames = Action{Label: "All games", Command: PlayName}

// Door is the front door: everything to begin, the first games, and a line of a person's own
// numbers, empty for none. Tournaments is true if there are any to join or follow.
func Door(all []*games.Variant, numbers string, tournaments bool) *Card {
	card := &Card{
		Title: "Nim, and a whole family of it",
		Body:  "Two players take counters. The last one to take wins. I play it well, and I show how.",
		Taps: [][]Action{
			{playAction(all[0].ID), {Label: "Puzzle of the day", Command: "puzzle", Options: map[string]string{"which": "daily"}, Style: Primary}},
			{{Label: "Learn", Command: LearnName}, {Label: "Help", Command: HelpName}},
		},
		Menus:  []Menu{friendMenu(nil), gamesMenu(all)},
		Footer: numbers,
	}
	if tournaments {
		card.Taps[1] = append(card.Taps[1], Action{Label: "Tournaments", Command: TournamentName, Style: Success})
	}
	return card
}

// HelpCard is the front door with the topics of help.
func HelpCard(all []*games.Variant, topics []Choice) *Card {
	card := Door(all, "", false)
	card.Taps[1] = card.Taps[1][:1] // help is here
	card.Menus = append([]Menu{topicsMenu(topics)}, card.Menus...)
	return card
}

// TopicCard shows a topic of help.
func TopicCard(title, body string, topics []Choice) *Card {
	return &Card{Title: title, Body: body, Menus: []Menu{topicsMenu(topics)}, Actions: []Action{{Label: "Back to the start", Command: PlayName}}}
}

// GamePage shows a game with its actions.
func GamePage(v *games.Variant, l Look) (*Card, error) {
	p, err := v.Parse(v.Rules.Example, games.Left)
	if err != nil {
		return nil, err
	}
	card := PositionCard(p, ShapePicture(p, l.Style), l)
	card.Title, card.Body, card.Footer = v.Name, v.Rules.Summary, ""
	row := []Action{playAction(v.ID), {Label: "Puzzle", Command: "puzzle", Style: Primary,
		Options: map[string]string{"which": "any", "variant": v.ID, "level": "easy"}}}
	if about := lesson.About(v); about != nil {
		row = append(row, Action{Label: "Learn", Command: LearnName, Options: map[string]string{"lesson": about.ID}})
	}
	card.Taps = [][]Action{row}
	card.Menus = []Menu{friendMenu(map[string]string{"variant": v.ID})}
	card.Actions = []Action{Rules(v), AllGames}
	return card, nil
}

// WhichGame asks for the game of a challenge.
func WhichGame(all []*games.Variant, options map[string]string, opponent string) *Card {
	card := &Card{Title: "Which game?", Body: "Choose one, and the challenge is made.", Actions: []Action{{Label: "Back", Command: PlayName}}}
	if opponent != "" {
		card.Body = "You challenge " + PlayerName(opponent) + ". Choose a game, and they are asked."
	}
	menu := gamesMenu(all)
	menu.Command, menu.Options = ChallengeName, options
	menu.Option = "variant"
	card.Menus = []Menu{menu}
	return card
}

// SuitedName is the flag that asks for the level that suits the person who presses the button.
const SuitedName = "suited"

func playAction(variant string) Action {
	return Action{Label: "Play", Command: ChallengeName, Style: Success,
		Options: map[string]string{"variant": variant, "size": games.Small.String(), SuitedName: "true"}}
}

func friendMenu(options map[string]string) Menu {
	return Menu{Prompt: "Challenge a friend", Command: ChallengeName, Option: "opponent", Options: options, People: true}
}

func gamesMenu(all []*games.Variant) Menu {
	menu := Menu{Prompt: "All games: rows, trees, the yard …", Command: PlayName, Option: "game", Brief: true}
	for _, v := range all {
		menu.Choices = append(menu.Choices, Choice{Label: v.Name, Value: v.ID, Detail: v.Gist})
	}
	return menu
}

func topicsMenu(topics []Choice) Menu {
	return Menu{Prompt: "Help with …", Command: HelpName, Option: "topic", Choices: topics}
}
