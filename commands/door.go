package commands

import (
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/referee/lesson"
)

// doorCard is the front door: everything to begin, the first games, and a line of a person's own
// numbers, empty for none. Tournaments is true if there are any to join or follow.
func doorCard(all []*games.Variant, numbers string, tournaments bool) *view.Card {
	card := &view.Card{
		Title: "The Nim family of games",
		Body:  "Two players take turns taking counters. Take the last one to win. I can play perfectly, and I'll show you how.",
		Taps: [][]view.Action{
			{playAction(all[0].ID), {Label: "Puzzle of the day", Command: view.PuzzleToday, Style: view.Primary}},
			{{Label: "Learn", Command: view.LearnName}, {Label: "Help", Command: view.HelpName}},
		},
		Menus:  []view.Menu{friendMenu(nil), view.GamesMenu(all)},
		Footer: numbers,
	}
	if tournaments {
		card.Taps[1] = append(card.Taps[1], view.Action{Label: "Tournaments", Command: view.TournamentName + " list", Style: view.Success})
	}
	return card
}

func helpCard(all []*games.Variant, topics []view.Choice) *view.Card {
	card := doorCard(all, "", false)
	card.Taps[1] = card.Taps[1][:1] // this card has help itself
	card.Menus = append([]view.Menu{topicsMenu(topics)}, card.Menus...)
	return card
}

func topicCard(title, body string, topics []view.Choice) *view.Card {
	return &view.Card{Title: title, Body: body, Menus: []view.Menu{topicsMenu(topics)}, Actions: []view.Action{{Label: "Back to the start", Command: view.PlayName}}}
}

func gamePage(v *games.Variant, l view.Look) (*view.Card, error) {
	p, err := v.Parse(v.Rules.Example, games.Left)
	if err != nil {
		return nil, err
	}
	card := view.PositionCard(p, view.ShapePicture(p, l.Style), l)
	card.Title, card.Body, card.Footer = v.Name, v.Rules.Summary, ""
	row := []view.Action{playAction(v.ID), {Label: "Puzzle", Command: view.PuzzleNew, Style: view.Primary,
		Options: map[string]string{"game": v.ID, "level": "easy"}}}
	if about := lesson.About(v); about != nil {
		row = append(row, view.Action{Label: "Learn", Command: view.LearnName, Options: map[string]string{"lesson": about.ID}})
	}
	card.Taps = [][]view.Action{row}
	card.Menus = []view.Menu{friendMenu(map[string]string{"game": v.ID})}
	card.Actions = []view.Action{view.Rules(v), view.AllGames}
	return card, nil
}

func playAction(variant string) view.Action {
	return view.Action{Label: "Play", Command: view.ChallengeName, Style: view.Success,
		Options: map[string]string{"game": variant, "size": games.Small.String(), view.SuitedName: "true"}}
}

func friendMenu(options map[string]string) view.Menu {
	return view.Menu{Prompt: "Challenge a friend", Command: view.ChallengeName, Option: "opponent", Options: options, People: true}
}

func topicsMenu(topics []view.Choice) view.Menu {
	return view.Menu{Prompt: "Help with …", Command: view.HelpName, Option: "topic", Choices: topics}
}
