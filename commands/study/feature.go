// Package study has the commands that say who wins and why: rules, analyses, tables, replays.
package study

import "nimatron/commands/core"

// Feature are the commands that explain games and finished matches.
var Feature = core.Feature{
	Commands: []*core.Command{
		rulesCommand, replayCommand,
		{Name: "study", Summary: "Analyze positions: who wins, why, tables, proofs and values", Subcommands: []*core.Command{
			analyzeCommand, tableCommand, phaseCommand, thresholdsCommand, proofCommand, valueCommand,
		}},
		analyzeMessageCommand,
	},
}
