// Package tournament has the commands of tournaments, their cards and pictures.
package tournament

import (
	"nimatron/commands/core"
	"nimatron/match"
)

// Feature are the commands of tournaments.
var Feature = core.Feature{
	Commands: []*core.Command{tournamentCommand}, Notifications: tournamentNotices,
	Subjects: map[match.SubjectKind]core.Subject{match.TournamentSubject: tournamentSubject},
}
