package view

import (
	"strconv"
)

// TournamentName is the name of the command of tournaments.
const TournamentName = "tournament"

// TournamentAction is a button for an action on a tournament, "" to show it.
func TournamentAction(id int64, label, action string, style Style) Action {
	a := Action{Label: label, Command: TournamentName, Options: map[string]string{"id": strconv.FormatInt(id, 10)}, Style: style}
	if action != "" {
		a.Options["action"] = action
	}
	return a
}

// BackToTournament shows the tournament that a match was in.
func BackToTournament(id int64) Action {
	return TournamentAction(id, "Back to the tournament", "", Primary)
}

// BoardsAction leads to a page of the list of a player's boards in a tournament.
func BoardsAction(id int64, label string, page int) Action {
	a := TournamentAction(id, label, "boards", Secondary)
	a.Options["page"] = strconv.Itoa(page)
	return a
}
