package class

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"nimatron/commands/core"
	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/referee"
	"nimatron/referee/class"
	"nimatron/referee/puzzle"
)

// The options of an assignment become tasks. The order of the tasks does not depend on the order of
// the options.
func TestReadTasks(t *testing.T) {
	env := &core.Env{Referee: referee.New(nil, nil, referee.Options{})}
	taught := &class.Class{Sets: []puzzle.Set{{ID: 1, Name: "Mirrors", Size: 2}, {ID: 22, Name: "Mirrors and Windows", Size: 3}}}
	read := func(line string) ([]class.Task, error) {
		t.Helper()
		_, options, err := core.ReadLine([]*core.Command{classCommand}, "class assign "+line)
		if err != nil {
			t.Fatal(err)
		}
		var tasks []class.Task
		reading := core.New(giveTasks, core.Command{}, func(_ context.Context, _ *core.Env, _ *core.Request, in *assignInput) (reply view.Reply, err error) {
			tasks, err = readTasks(in, taught)
			return reply, err
		})
		_, err = reading.Run(t.Context(), env, &core.Request{Options: options})
		return tasks, err
	}
	for line, want := range map[string]string{
		"lessons:1":                        "lesson twenty-one",
		"lessons:4 5":                      "lesson misere, lesson two-lines",
		"lessons:4, 5":                     "lesson misere, lesson two-lines",
		"lessons:1-3 2 3-4":                "lesson twenty-one, lesson copying, lesson columns, lesson misere",
		"lessons:22-22":                    "lesson two-ahead",
		"puzzles:10":                       "10 puzzles",
		"puzzles:10 game:end-nim":          "10 puzzles end-nim",
		"puzzles:100 game:SPLIT-NIM/7":     "100 puzzles split-nim/7",
		"wins:1":                           "1 wins casual",
		"level:Strong game:nim wins:2":     "2 wins nim strong",
		"set:mirrors":                      "2 set 1 Mirrors",
		"set:22":                           "3 set 22 Mirrors and Windows",
		"wins:2 puzzles:3 set:1 lessons:1": "lesson twenty-one, 2 set 1 Mirrors, 3 puzzles, 2 wins casual",
	} {
		tasks, err := read(line)
		var got []string
		for _, task := range tasks {
			switch task.Kind {
			case class.LessonTask:
				got = append(got, strings.TrimSpace(fmt.Sprint("lesson ", task.Lesson, strings.Repeat("!", task.Count-1))))
			case class.SetTask:
				got = append(got, fmt.Sprint(task.Count, " set ", task.Set, " ", task.SetName))
			default:
				got = append(got, strings.Join(strings.Fields(fmt.Sprint(task.Count, " ", task.Kind, " ", task.Variant, " ", task.Level)), " "))
			}
		}
		if strings.Join(got, ", ") != want || err != nil {
			t.Errorf("%s: got %q (%v), want %q", line, got, err, want)
		}
	}
	for line, want := range map[string]string{
		"until:Friday":                       "Add at least one task",
		"lessons:0":                          "`lessons:` can't be `0`. Write numbers from 1 to 23",
		"lessons:3-99":                       "`lessons:` can't be `3-99`",
		"lessons:5-4":                        "`lessons:` can't be `5-4`",
		"lessons:4 and 5":                    "`lessons:` can't be `and`",
		"lessons:copying":                    "`lessons:` can't be `copying`",
		"lessons:-":                          "`lessons:` can't be `-`",
		"lessons:1-7":                        "7 tasks. An assignment has at most 6",
		"lessons:1-4 puzzles:1 wins:1 set:1": "7 tasks",
		"puzzles:3 game:chess":               "I don't have Chess",
		"lessons:1 game:nim":                 "`game:` only works with puzzles or wins",
		"puzzles:3 level:strong":             "`level:` only works with wins",
		"set:Windows":                        "",
	} {
		_, err := read(line)
		var refusal *core.Refusal
		var unknown *catalog.UnknownVariant
		var none *referee.Refusal
		if err == nil || !strings.Contains(err.Error(), want) || !errors.As(err, &refusal) && !errors.As(err, &unknown) && !errors.As(err, &none) {
			t.Errorf("%s: got the error %v, want %q", line, err, want)
		}
	}
}

func TestReadUntil(t *testing.T) {
	now := time.Date(2026, 11, 25, 14, 30, 15, 0, time.UTC) // a Wednesday
	for text, want := range map[string]string{
		"":                 "2026-12-02 23:59:00",
		"Friday":           "2026-11-27 23:59:00",
		"fri":              "2026-11-27 23:59:00",
		"wednesday":        "2026-12-02 23:59:00",
		"Friday 18:00":     "2026-11-27 18:00:00",
		"friday at 8:05":   "2026-11-27 08:05:00",
		"today":            "2026-11-25 23:59:00",
		"18:00":            "2026-11-25 18:00:00",
		"07:00":            "2026-11-26 07:00:00",
		"tomorrow":         "2026-11-26 23:59:00",
		"2027-01-31":       "2027-01-31 23:59:00",
		"2027-01-31 07:00": "2027-01-31 07:00:00",
		"3d":               "2026-11-28 14:30:15",
		"in 14 d":          "2026-12-09 14:30:15",
		"12h":              "2026-11-26 02:30:15",
	} {
		got, err := readUntil(text, now)
		if err != nil || got.Format(time.DateTime) != want {
			t.Errorf("%q: got %s (%v), want %s", text, got.Format(time.DateTime), err, want)
		}
	}
	for text, want := range map[string]string{
		"soon": "`until:` can't be", "2026-02-30": "`until:` can't be", "0d": "has passed", "99999d": "`until:` can't be", "friday 25:00": "`until:` can't be",
		"2026-11-24": "has passed", "today 9:00": "has passed",
	} {
		if _, err := readUntil(text, now); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got the error %v, want %q", text, err, want)
		}
	}
}
