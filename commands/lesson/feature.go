// Package lesson has the commands of lessons and their cards.
package lesson

import "nimatron/commands/core"

// Feature are the commands of lessons.
var Feature = core.Feature{Commands: []*core.Command{Command}}
