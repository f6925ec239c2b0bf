package class

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"nimatron/commands/core"
	"nimatron/commands/view"
	"nimatron/internal/golden"
	"nimatron/internal/words"
	"nimatron/referee"
	"nimatron/referee/class"
	"nimatron/referee/puzzle"
)

// TestReadTasks reads the options of tasks.txt. The order of the tasks does not depend on the order of the options.
func TestReadTasks(t *testing.T) {
	env := &core.Env{Referee: referee.New(nil, nil, referee.Options{})}
	taught := &class.Class{Sets: []puzzle.Set{{ID: 1, Name: "Mirrors", Puzzles: make([]puzzle.SetPuzzle, 2)}, {ID: 22, Name: "Mirrors and Windows", Puzzles: make([]puzzle.SetPuzzle, 3)}}}
	golden.Lines(t, "tasks.txt", func(line string) string {
		_, options, err := core.ReadLine([]*core.Command{classCommand}, "class assign "+line)
		if err != nil {
			t.Fatal(err)
		}
		var tasks []class.Task
		reading := core.New(giveTasks, core.Command{}, func(_ context.Context, _ *core.Env, _ *core.Request, in *assignInput) (reply view.Reply, err error) {
			tasks, err = readTasks(in, taught)
			return reply, err
		})
		if _, err := reading.Run(t.Context(), env, &core.Request{Options: options}); err != nil {
			return "refused: " + err.Error()
		}
		return strings.Join(words.Each(tasks, func(task class.Task) string {
			set := ""
			if task.Set != 0 {
				set = fmt.Sprint(task.Set)
			}
			return strings.Join(strings.Fields(fmt.Sprint(task.Count, " ", task.Kind, " ", task.Lesson, " ", set, " ", task.SetName, " ", task.Variant, " ", task.Level)), " ")
		}), ", ")
	})
}

func TestReadUntil(t *testing.T) {
	now := time.Date(2026, 11, 25, 14, 30, 15, 0, time.UTC)
	golden.Lines(t, "until.txt", func(line string) string {
		until, err := readUntil(line, now)
		if err != nil {
			return "refused: " + words.Visible(err.Error())
		}
		return until.Format(time.DateTime)
	})
}
