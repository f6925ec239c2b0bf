// Package class has the commands of classes, their assignments and puzzle sets.
package class

import "nimatron/commands/core"

// Feature are the commands of classes.
var Feature = core.Feature{Commands: []*core.Command{classCommand}, Notifications: classNotices, Subjects: classSubjects}
