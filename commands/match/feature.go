// Package match has the commands of a match: its challenge, its moves, its end.
package match

import "nimatron/commands/core"

// Feature are the commands of challenges and matches.
var Feature = core.Feature{
	Commands: []*core.Command{
		challengeCommand, moveCommand, hintCommand,
		{Name: "match", Summary: "Your match here, your challenge, and your running matches", Subcommands: []*core.Command{
			boardCommand, resignCommand, takebackCommand, claimCommand, rematchCommand,
			acceptCommand, declineCommand, cancelCommand, followCommand, matchesCommand,
		}},
		{Name: "manage", Summary: "Manage matches on this server", Manages: true, Subcommands: []*core.Command{endCommand}},
		tapCommand, moreCommand, touchCommand,
	},
	Notifications: notifications, Subjects: subjects,
}
