package class

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nimatron/commands/core"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
	"nimatron/referee/class"
	"nimatron/referee/lesson"
)

type taskKind struct {
	kind    class.TaskKind
	option  string
	example string
	// input asks for the option in the form of an assignment, which has room for five inputs; nil if it has
	// no input.
	input  func() view.Input
	read   func(*assignInput, *class.Class) ([]class.Task, error)
	text   func(class.Task) string
	action func(class.Task) view.Action
}

var taskKinds = []taskKind{
	{
		kind: class.LessonTask, option: "lessons", example: "lessons:4-6",
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
				return view.Action{Label: "Lessons", Call: input.Learn.Call()}
			}
			return view.Action{Label: fmt.Sprintf("Lesson %d", l.Number()), Call: input.Learn.With(input.LearnInput{Lesson: l.ID})}
		},
	},
	{
		kind: class.SetTask, option: "set", example: "set:NAME",
		read: func(in *assignInput, c *class.Class) ([]class.Task, error) {
			if in.Set == "" {
				return nil, nil
			}
			set, err := findSet(in.Set, c)
			if err != nil {
				return nil, err
			}
			return []class.Task{{Set: set.ID, SetName: set.Name, Count: len(set.Puzzles)}}, nil
		},
		text: func(t class.Task) string {
			return fmt.Sprintf("%s of the set %s", words.Count(t.Count, "puzzle"), view.Plain(t.SetName))
		},
		action: func(t class.Task) view.Action {
			return view.SetPuzzleAction(words.Cut(view.Plain(t.SetName), view.MaxChoiceText), t.Set, 1)
		},
	},
	{
		kind: class.PuzzleTask, option: "puzzles", example: "puzzles:10",
		input: func() view.Input { return view.Input{Label: "Puzzles to solve", Example: "10"} },
		read: func(in *assignInput, _ *class.Class) ([]class.Task, error) {
			return counted(class.Task{Count: in.Puzzles}, in), nil
		},
		text: func(t class.Task) string { return words.Count(t.Count, "puzzle") + ofGame(" of ", t.Variant) },
		action: func(t class.Task) view.Action {
			return view.Action{Label: "Puzzle" + ofGame(" of ", t.Variant), Call: input.PuzzleNew.With(input.PuzzleNewInput{Game: input.Game(t.Variant)})}
		},
	},
	{
		kind: class.WinTask, option: "wins", example: "wins:2",
		input: func() view.Input { return view.Input{Label: "Wins against me", Example: "2"} },
		read: func(in *assignInput, _ *class.Class) ([]class.Task, error) {
			return counted(class.Task{Count: in.Wins, Level: cmp.Or(in.Level, match.Casual)}, in), nil
		},
		text: func(t class.Task) string {
			text := fmt.Sprintf("%s against me at the %s level", words.Count(t.Count, "win"), t.Level)
			if _, higher := t.Level.Next(); higher {
				text += " or higher"
			}
			return text + ofGame(" in ", t.Variant)
		},
		action: func(t class.Task) view.Action {
			if t.Variant == "" {
				return view.Action{Label: "Play", Call: input.Play.Call()}
			}
			in := input.ChallengeInput{Game: input.Game(t.Variant), Level: t.Level}
			return view.Action{Label: "Play" + ofGame(" ", t.Variant), Call: input.Challenge.With(in)}
		},
	},
}

func kindOf(t class.Task) *taskKind {
	i := slices.IndexFunc(taskKinds, func(k taskKind) bool { return k.kind == t.Kind })
	return &taskKinds[i] // tasks are made here
}

// TaskText describes a task, such as "10 puzzles of End-Nim".
func TaskText(t class.Task) string { return kindOf(t).text(t) }

func readTasks(in *assignInput, c *class.Class) (tasks []class.Task, err error) {
	var wrong []error
	for _, k := range taskKinds {
		some, err := k.read(in, c)
		wrong = append(wrong, err)
		for _, t := range some {
			t.Kind = k.kind
			tasks = append(tasks, t)
		}
	}
	has := func(kind class.TaskKind) bool {
		return slices.ContainsFunc(tasks, func(t class.Task) bool { return t.Kind == kind })
	}
	if in.Game != nil && !has(class.PuzzleTask) && !has(class.WinTask) {
		wrong = append(wrong, core.Refuse("`game:` only works with puzzles or wins. Add `puzzles:10` or `wins:2`."))
	}
	if in.Level != "" && !has(class.WinTask) {
		wrong = append(wrong, core.Refuse("`level:` only works with wins. Add `wins:2`."))
	}
	switch err := core.Together(wrong...); {
	case err != nil:
		return nil, err
	case len(tasks) == 0:
		examples := words.Each(taskKinds, func(k taskKind) string { return "`" + k.example + "`" })
		return nil, core.Refuse("Add at least one task: %s.", words.Or(examples))
	case len(tasks) > class.MaxTasks:
		return nil, core.Refuse("That's %d tasks. An assignment has at most %d, so split it.", len(tasks), class.MaxTasks)
	}
	return tasks, nil
}

func checkLessons(_ *core.Env, text string) error {
	_, err := readLessons(&assignInput{Lessons: text}, nil)
	return err
}

func readLessons(in *assignInput, _ *class.Class) (tasks []class.Task, err error) {
	for _, word := range strings.FieldsFunc(words.Plain(in.Lessons), func(r rune) bool { return r == ',' || r == ' ' }) {
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

func counted(t class.Task, in *assignInput) []class.Task {
	if t.Count == 0 {
		return nil
	}
	if in.Game != nil {
		t.Variant = in.Game.ID
	}
	return []class.Task{t}
}

func ofGame(of, variant string) string {
	if variant == "" {
		return ""
	}
	return of + gameName(variant)
}
