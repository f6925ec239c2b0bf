package class

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"nimatron/commands/core"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee/class"
	"nimatron/referee/lesson"
)

// taskKind describes how people give and see tasks of a kind.
type taskKind struct {
	kind    class.TaskKind
	option  core.Option // of /class assign
	example string      // of the option
	// input asks for the option in the form of an assignment, which has room for five; nil for none.
	input func() view.Input
	// read reads the tasks from the option, which is set.
	read func(*core.Request, *class.Class) ([]class.Task, error)
	// text describes the task, and action leads to it.
	text   func(class.Task) string
	action func(class.Task) view.Action
}

var taskKinds = []taskKind{
	{
		kind: class.LessonTask, option: core.Option{Name: "lessons", Summary: "Lessons by number, such as 4-6 or 4 5"}, example: "lessons:4-6",
		input: lessonsInput, read: readLessons,
		text: func(t class.Task) string {
			if l := lesson.Find(t.Lesson); l != nil {
				return fmt.Sprintf("lesson %d, %s", l.Number(), l.Title)
			}
			return "lesson " + t.Lesson
		},
		action: func(t class.Task) view.Action {
			l := lesson.Find(t.Lesson)
			if l == nil {
				return view.Action{Label: "Lessons", Command: view.LearnName}
			}
			return view.Action{Label: fmt.Sprintf("Lesson %d", l.Number()), Command: view.LearnName, Options: map[string]string{view.LessonName: l.ID}}
		},
	},
	{
		kind: class.SetTask, option: setOption, example: "set:NAME",
		read: func(r *core.Request, c *class.Class) ([]class.Task, error) {
			set, err := findSet(r, c)
			if err != nil {
				return nil, err
			}
			return []class.Task{{Set: set.ID, SetName: set.Name, Count: set.Size}}, nil
		},
		text: func(t class.Task) string {
			return fmt.Sprintf("%s of the set %s", words.Count(t.Count, "puzzle"), view.Plain(t.SetName))
		},
		action: func(t class.Task) view.Action {
			return view.SetPuzzleAction(words.Cut(view.Plain(t.SetName), view.MaxChoiceText), t.Set, 1)
		},
	},
	{
		kind: class.PuzzleTask, option: core.Option{Name: "puzzles", Summary: "How many puzzles to solve", Kind: core.Integer, Most: class.MaxTaskCount}, example: "puzzles:10",
		input: func() view.Input { return view.Input{Label: "Puzzles to solve", Example: "10"} },
		read: func(r *core.Request, _ *class.Class) ([]class.Task, error) {
			return []class.Task{{Count: r.Number("puzzles", 0), Variant: countedGame(r)}}, nil
		},
		text: func(t class.Task) string { return words.Count(t.Count, "puzzle") + ofGame(" of ", t.Variant) },
		action: func(t class.Task) view.Action {
			return view.Action{Label: "Puzzle" + ofGame(" of ", t.Variant), Command: view.PuzzleNew, Options: gameOption(t.Variant)}
		},
	},
	{
		kind: class.WinTask, option: core.Option{Name: "wins", Summary: "How many wins against me", Kind: core.Integer, Most: class.MaxTaskCount}, example: "wins:2",
		input: func() view.Input { return view.Input{Label: "Wins against me", Example: "2"} },
		read: func(r *core.Request, _ *class.Class) ([]class.Task, error) {
			level := match.Level(strings.ToLower(cmp.Or(r.Option("level"), string(match.Casual))))
			return []class.Task{{Count: r.Number("wins", 0), Variant: countedGame(r), Level: level}}, nil
		},
		text: func(t class.Task) string {
			text := fmt.Sprintf("%s against %s", words.Count(t.Count, "win"), t.Level)
			if _, higher := t.Level.Next(); higher {
				text += " or higher"
			}
			return text + ofGame(" in ", t.Variant)
		},
		action: func(t class.Task) view.Action {
			if t.Variant == "" {
				return view.Action{Label: "Play", Command: view.PlayName}
			}
			options := gameOption(t.Variant)
			options["level"] = string(t.Level)
			return view.Action{Label: "Play" + ofGame(" ", t.Variant), Command: view.ChallengeName, Options: options}
		},
	},
}

func kindOf(t class.Task) *taskKind {
	i := slices.IndexFunc(taskKinds, func(k taskKind) bool { return k.kind == t.Kind })
	return &taskKinds[i] // tasks are made here
}

// TaskText describes a task, such as "10 puzzles of End-Nim".
func TaskText(t class.Task) string { return kindOf(t).text(t) }

func readTasks(r *core.Request, c *class.Class) (tasks []class.Task, err error) {
	for _, k := range taskKinds {
		if r.Option(k.option.Name) == "" {
			continue
		}
		some, err := k.read(r, c)
		if err != nil {
			return nil, err
		}
		for _, t := range some {
			t.Kind = k.kind
			tasks = append(tasks, t)
		}
	}
	has := func(kind class.TaskKind) bool {
		return slices.ContainsFunc(tasks, func(t class.Task) bool { return t.Kind == kind })
	}
	switch {
	case r.Option("game") != "" && !has(class.PuzzleTask) && !has(class.WinTask):
		return nil, core.Refuse("`game:` only works with puzzles or wins. Add `puzzles:10` or `wins:2`.")
	case r.Option("level") != "" && !has(class.WinTask):
		return nil, core.Refuse("`level:` only works with wins. Add `wins:2`.")
	case len(tasks) == 0:
		examples := words.Each(taskKinds, func(k taskKind) string { return "`" + k.example + "`" })
		return nil, core.Refuse("Add at least one task: %s.", strings.Replace(words.And(examples), " and ", " or ", 1))
	case len(tasks) > class.MaxTasks:
		return nil, core.Refuse("That's %d tasks. An assignment has at most %d, so split it in two.", len(tasks), class.MaxTasks)
	}
	return tasks, nil
}

// readLessons reads numbers of lessons, such as "4-6 9", as tasks.
func readLessons(r *core.Request, _ *class.Class) (tasks []class.Task, err error) {
	for _, word := range strings.FieldsFunc(r.Option("lessons"), func(r rune) bool { return r == ',' || unicode.IsSpace(r) }) {
		first, last, _ := strings.Cut(word, "-")
		low, err := strconv.Atoi(first)
		high, errHigh := strconv.Atoi(cmp.Or(last, first))
		if err != nil || errHigh != nil || low < 1 || low > high || high > len(lesson.All()) {
			return nil, core.Refuse("`lessons:` can't be %s. Write numbers from 1 to %d, such as `4-6` or `4 5`. `/learn lesson:all` lists them.", games.Quote(word), len(lesson.All()))
		}
		for _, l := range lesson.All()[low-1 : high] {
			if task := (class.Task{Lesson: l.ID, Count: 1}); !slices.Contains(tasks, task) {
				tasks = append(tasks, task)
			}
		}
	}
	return tasks, nil
}

func lessonsInput() view.Input {
	return view.Input{Label: "Lessons", Example: "None", Many: class.MaxTasks, Choices: words.Each(lesson.All(), func(l *lesson.Lesson) view.Choice {
		return view.Choice{Label: fmt.Sprintf("%d. %s", l.Number(), l.Title), Value: strconv.Itoa(l.Number())}
	})}
}

// countedGame returns the ID of the game that counts, "" for any.
func countedGame(r *core.Request) string {
	if r.Game == nil {
		return ""
	}
	return r.Game.ID
}

// gameOption is the option for a game, none for any.
func gameOption(variant string) map[string]string {
	if variant == "" {
		return map[string]string{}
	}
	return map[string]string{"game": variant}
}

// ofGame names a game after a word, "" for any game.
func ofGame(of, variant string) string {
	if variant == "" {
		return ""
	}
	return of + gameName(variant)
}
