package view

import (
	"fmt"
	"slices"

	"nimatron/commands/input"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee/lesson"
	"nimatron/referee/race"
)

// PickActions returns the two ways to accept a challenge that lets the opponent pick the first
// turn.
func PickActions(show Subject) []Action {
	return []Action{
		{Label: "Accept and go first", Call: input.Accept.With(input.AcceptInput{First: match.FirstMe}), Subject: show, Style: Success},
		{Label: "Accept and go second", Call: input.Accept.With(input.AcceptInput{First: match.FirstOpponent}), Subject: show, Style: Success},
	}
}

// AllGames leads to the front door.
var AllGames = Action{Label: "All games", Call: input.Play.Call()}

// WhichGame asks for the game of a challenge.
func WhichGame(first []*games.Variant, in input.ChallengeInput) *Card {
	card := &Card{Title: "Which game?", Body: "Choose a game to send the challenge.", Actions: []Action{{Label: "Back", Call: input.Play.Call()}}}
	if in.Opponent.ID != "" {
		card.Body = "You are challenging " + PlayerName(in.Opponent.ID) + ". Choose a game to send the challenge."
	}
	card.Menus = GamesMenus(first, input.Challenge.With(in))
	return card
}

// GamesMenus list games, MaxChoices in each, for the option "game" of a command.
func GamesMenus(first []*games.Variant, call input.Call) (menus []Menu) {
	menu := Menu{Prompt: "All games: rows, trees, the yard …", Call: call, Option: "game", Brief: true}
	for some := range slices.Chunk(first, MaxChoices) {
		menu.Choices = words.Each(some, GameChoice)
		menus = append(menus, menu)
		menu.Prompt = "More games …"
	}
	return menus
}

// GameChoice names a game in a menu. All versions of Reverse Nim are one game, of which v is the first.
func GameChoice(v *games.Variant) Choice {
	if v.Reverse {
		return Choice{Label: v.Family.Name, Value: v.ID, Detail: "Your opponent decides on your turn"}
	}
	return Choice{Label: v.Name, Value: v.ID, Detail: v.Gist}
}

// AfterLesson leads from a finished lesson to the next one, and from the last to a harder opponent.
func AfterLesson(l *lesson.Lesson) Action {
	if next := l.Next(); next != nil {
		return Action{Label: "Next lesson", Call: input.Learn.With(input.LearnInput{Lesson: next.ID}), Style: Primary}
	}
	harder := input.ChallengeInput{Game: input.Game(l.Variant), Level: match.Strong}
	return Action{Label: "Play the strong level", Call: input.Challenge.With(harder), Style: Primary}
}

// RaceResult says a result, such as "23 boards in 90 seconds".
func RaceResult(r race.Record) string {
	return fmt.Sprintf("%s in %d seconds", words.Count(r.Solved, "board"), int(r.Length.Seconds()))
}

// DrillAction drills a rule; v is the game whose rules come first, nil for any.
func DrillAction(label string, v *games.Variant) Action {
	return Action{Label: label, Call: input.PuzzleDrill.With(input.PuzzleDrillInput{Game: v})}
}

// BoardsIn leads to a page of a player's boards in a tournament.
func BoardsIn(tournament int64, page int) input.Call {
	return input.TournamentBoards.With(input.TournamentBoardsInput{Which: input.Which{ID: tournament}, PageInput: input.PageInput{Page: page}})
}

// Blocked shows whom a person has blocked. value blocks or unblocks somebody; "" changes nothing.
func Blocked(value string) input.Call {
	return input.Settings.With(input.SettingsInput{Name: "block", Value: value})
}

// UnblockWord begins the value that unblocks a person, before the ID.
const UnblockWord = "undo"

// Unblock says that a person is blocked, and offers to undo that.
func Unblock(person string) *Card {
	return &Card{
		Body: "You have blocked " + PlayerName(person) + ". They can't challenge you or follow your matches, and I don't tell them why. " +
			"Your running match with them goes on.",
		Actions: []Action{
			{Label: "Unblock", Call: Blocked(UnblockWord + " " + person)},
			{Label: "Everyone you blocked", Call: Blocked("")},
		},
	}
}
