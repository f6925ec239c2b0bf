// Package people has the commands about people: profiles, leaderboards, settings, privacy.
package people

import "nimatron/commands/core"

// Feature are the commands about people: their results, their settings and what is stored about them.
var Feature = core.Feature{
	Commands:      []*core.Command{historyCommand, profileCommand, leaderboardCommand, honourCommand, settingsCommand, privacyCommand},
	Notifications: notifications,
}
