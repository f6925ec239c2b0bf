// Package puzzle has the commands of puzzles and their cards.
package puzzle

import (
	"nimatron/commands/core"
	"nimatron/match"
)

// Feature are the commands of puzzles.
var Feature = core.Feature{
	Commands: []*core.Command{Command}, Notifications: puzzleNotices,
	Subjects: map[match.SubjectKind]core.Subject{match.PuzzleSubject: puzzleSubject},
}
