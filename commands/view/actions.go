package view

import (
	"fmt"
	"slices"
	"strconv"

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
func WhichGame(first []*games.Variant, options map[string]string, opponent string) *Card {
	card := &Card{Title: "Which game?", Body: "Choose a game to send the challenge.", Actions: []Action{{Label: "Back", Command: PlayName}}}
	if opponent != "" {
		card.Body = "You are challenging " + PlayerName(opponent) + ". Choose a game to send the challenge."
	}
	card.Menus = GamesMenus(first)
	for i := range card.Menus {
		card.Menus[i].Command, card.Menus[i].Options = ChallengeName, options
	}
	return card
}

// GamesMenus list games, MaxChoices in each; a choice opens the page of a game, which leads to its
// versions.
func GamesMenus(first []*games.Variant) (menus []Menu) {
	menu := Menu{Prompt: "All games: rows, trees, the yard …", Command: PlayName, Option: "game", Brief: true}
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

// LearnName is the name of the command of lessons.
const LearnName = "learn"

// The names of options of the command of lessons that only its buttons have.
const (
	// LessonName is the option that says which lesson.
	LessonName = "lesson"
	// ExerciseName is the number of an exercise.
	ExerciseName = "exercise"
	// PageName is the page of the text, from 1.
	PageName = "page"
)

// AfterLesson leads from a finished lesson to the next one, and from the last to a harder opponent.
func AfterLesson(l *lesson.Lesson) Action {
	if next := l.Next(); next != nil {
		return Action{Label: "Next lesson", Command: LearnName, Style: Primary, Options: map[string]string{LessonName: next.ID}}
	}
	return Action{Label: "Play the strong level", Command: "challenge", Style: Primary, Options: map[string]string{"game": l.Variant, "level": string(match.Strong)}}
}

// The command of races.
const (
	RaceName  = "race"
	RaceStart = RaceName + " start"
)

// RaceResult says a result, such as "23 boards in 90 seconds".
func RaceResult(r race.Record) string {
	return fmt.Sprintf("%s in %d seconds", words.Count(r.Solved, "board"), int(r.Length.Seconds()))
}

// TournamentName is the name of the command of tournaments.
const TournamentName = "tournament"

// EndClassesName is the command by which a server manager ends all classes of a person.
const EndClassesName = "manage end-classes"

// TournamentAction is a button for a subcommand about a tournament.
func TournamentAction(id int64, label, action string, style Style) Action {
	return Action{Label: label, Command: TournamentName + " " + action, Options: map[string]string{"id": strconv.FormatInt(id, 10)}, Style: style}
}

// BackToTournament shows the tournament that a match was in.
func BackToTournament(id int64) Action {
	return TournamentAction(id, "Back to the tournament", "show", Primary)
}

// BoardsAction leads to a page of the list of a player's boards in a tournament.
func BoardsAction(id int64, label string, page int) Action {
	a := TournamentAction(id, label, "boards", Secondary)
	a.Options["page"] = strconv.Itoa(page)
	return a
}

// BlockName is the command that shows whom a person has blocked, with BlockOptions.
const BlockName = "settings me"

// BlockOptions returns the options of BlockName. value blocks or unblocks somebody; "" shows the list.
func BlockOptions(value string) map[string]string {
	options := map[string]string{"name": "block"}
	if value != "" {
		options["value"] = value
	}
	return options
}

// UnblockWord begins the value that unblocks a person, before the ID.
const UnblockWord = "undo"

// Unblock says that a person is blocked, and offers to undo that.
func Unblock(person string) *Card {
	return &Card{
		Body: "You have blocked " + PlayerName(person) + ". They can't challenge you or follow your matches, and I don't tell them why. " +
			"Your running match with them goes on.",
		Actions: []Action{
			{Label: "Unblock", Command: BlockName, Options: BlockOptions(UnblockWord + " " + person)},
			{Label: "Everyone you blocked", Command: BlockName, Options: BlockOptions("")},
		},
	}
}
