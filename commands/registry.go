package commands

// commands is filled when the package starts, because /help is one of the
// commands and reads the list.
var commands []*Command

func init() {
	commands = []*Command{
		playCommand,
		challengeCommand,
		acceptCommand,
		declineCommand,
		cancelCommand,
		moveCommand,
		sayCommand,
		tapCommand,
		moreCommand,
		boardCommand,
		matchesCommand,
		followCommand,
		hintCommand,
		resignCommand,
		takebackCommand,
		claimCommand,
		rematchCommand,
		replayCommand,
		tournamentCommand,
		classCommand,
		puzzleCommand,
		learnCommand,
		historyCommand,
		profileCommand,
		leaderboardCommand,
		honourCommand,
		exportCommand,
		settingsCommand,
		endCommand,
		privacyCommand,
		rulesCommand,
		variantsCommand,
		analyzeCommand,
		analyzeMessageCommand,
		tableCommand,
		phaseCommand,
		thresholdsCommand,
		helpCommand,
	}
}
