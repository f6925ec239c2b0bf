package view

import (
	"nimatron/games"
	"nimatron/match"
	"nimatron/referee/lesson"
)

// The names of the front door and of commands that it leads to.
const (
	PlayName      = "play"
	HelpName      = "help"
	ChallengeName = "challenge"
)

// AllGames leads to the front door.
var AllGames = Action{Label: "All games", Command: PlayName}

// Door is the front door: everything that one can begin, with the first of all games at once,
// and a line of somebody's own numbers, empty for none.
func Door(all []*games.Variant, numbers string) *Card {
	return &Card{
		Title: "Nim, and a whole family of it",
		Body:  "Two players take counters. The last one to take wins. I play it well, and I show how.",
		Taps: [][]Action{
			{playAction(all[0].ID), {Label: "Puzzle of the day", Command: "puzzle", Options: map[string]string{"which": "daily"}, Style: Primary}},
			{{Label: "Learn", Command: LearnName}, {Label: "Help", Command: HelpName}},
		},
		Menus:  []Menu{friendMenu(nil), gamesMenu(all)},
		Footer: numbers,
	}
}

// HelpCard is the front door with what help there is.
func HelpCard(all []*games.Variant, topics []Choice) *Card {
	card := Door(all, "")
	card.Taps[1] = card.Taps[1][:1] // help is here
	card.Menus = append([]Menu{topicsMenu(topics)}, card.Menus...)
	return card
}

// TopicCard says what there is to say on a topic of help.
func TopicCard(title, body string, topics []Choice) *Card {
	return &Card{Title: title, Body: body, Menus: []Menu{topicsMenu(topics)}, Actions: []Action{{Label: "Back to the start", Command: PlayName}}}
}

// GamePage shows a game with all that one can do with it.
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

// WhichGame asks which game a challenge is to, whose other options are known.
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

// playAction begins a small match against the bot that makes many mistakes.
func playAction(variant string) Action {
	return Action{Label: "Play", Command: ChallengeName, Style: Success,
		Options: map[string]string{"variant": variant, "size": games.Small.String(), "level": string(match.Casual)}}
}

// friendMenu challenges somebody, to what the options say.
func friendMenu(options map[string]string) Menu {
	return Menu{Prompt: "Challenge a friend", Command: ChallengeName, Option: "opponent", Options: options, People: true}
}

// gamesMenu leads to the page of a game.
func gamesMenu(all []*games.Variant) Menu {
	menu := Menu{Prompt: "All games: rows, trees, the yard …", Command: PlayName, Option: "game", Brief: true}
	for _, v := range all {
		menu.Choices = append(menu.Choices, Choice{Label: v.Name, Value: v.ID, Detail: v.Gist})
	}
	return menu
}

// topicsMenu leads to the topics of help.
func topicsMenu(topics []Choice) Menu {
	return Menu{Prompt: "Help with …", Command: HelpName, Option: "topic", Choices: topics}
}
