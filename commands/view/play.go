package view

import (
	"nimatron/games"
	"nimatron/match"
)

// PickActions returns the two ways to accept a challenge that lets the opponent pick the first
// turn.
func PickActions(show Subject) []Action {
	return []Action{
		{Label: "Accept and go first", Command: "match accept", Subject: show, Style: Success,
			Options: map[string]string{"first": string(match.FirstMe)}},
		{Label: "Accept and go second", Command: "match accept", Subject: show, Style: Success,
			Options: map[string]string{"first": string(match.FirstOpponent)}},
	}
}

// The names of the front door and of other commands there.
const (
	PlayName      = "play"
	HelpName      = "help"
	ChallengeName = "challenge"
	// SuitedName is the flag of a challenge for the level that suits the person who presses.
	SuitedName = "suited"
)

// ExampleStart as the position of a challenge means the example of the rules, which may be too long
// for a button.
const ExampleStart = "example"

// AllGames leads to the front door.
var AllGames = Action{Label: "All games", Command: PlayName}

// WhichGame asks for the game of a challenge.
func WhichGame(all []*games.Variant, options map[string]string, opponent string) *Card {
	card := &Card{Title: "Which game?", Body: "Choose a game to send the challenge.", Actions: []Action{{Label: "Back", Command: PlayName}}}
	if opponent != "" {
		card.Body = "You are challenging " + PlayerName(opponent) + ". Choose a game to send the challenge."
	}
	menu := GamesMenu(all)
	menu.Command, menu.Options = ChallengeName, options
	menu.Option = "game"
	card.Menus = []Menu{menu}
	return card
}

// GamesMenu lists the games; a choice opens the page of a game.
func GamesMenu(all []*games.Variant) Menu {
	menu := Menu{Prompt: "All games: rows, trees, the yard …", Command: PlayName, Option: "game", Brief: true}
	for _, v := range all {
		menu.Choices = append(menu.Choices, Choice{Label: v.Name, Value: v.ID, Detail: v.Gist})
	}
	return menu
}
