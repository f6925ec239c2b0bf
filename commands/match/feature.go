// Package match has the commands of a match: its challenge, its moves, its end.
package match

import "nimatron/commands/core"

// Feature are the commands of challenges and matches.
var Feature = core.Feature{
	Commands: []*core.Command{
		challengeCommand, acceptCommand, declineCommand, cancelCommand, moveCommand, tapCommand, moreCommand, boardCommand,
		matchesCommand, followCommand, hintCommand, resignCommand, takebackCommand, claimCommand, rematchCommand, endCommand,
	},
	Notifications: notifications, Subjects: subjects,
}
