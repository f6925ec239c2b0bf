package commands

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"nimatron/games/catalog"
	"nimatron/match"
)

func TestReadTasks(t *testing.T) {
	learn := func(ids ...string) (tasks []match.Task) {
		for _, id := range ids {
			tasks = append(tasks, match.Task{Kind: match.LessonTask, Lesson: id, Count: 1})
		}
		return tasks
	}
	puzzles := func(n int, variant, family string) match.Task {
		return match.Task{Kind: match.PuzzleTask, Count: n, Variant: variant, Family: family}
	}
	wins := func(n int, level match.Level, variant string) match.Task {
		return match.Task{Kind: match.WinTask, Count: n, Level: level, Variant: variant}
	}
	for text, want := range map[string][]match.Task{
		"lesson 1":                                learn("copying"),
		"Lessons 4 and 5":                         learn("two-lines", "named-for-you"),
		"lessons 1, 2 and 3":                      learn("copying", "columns", "misere"),
		"lessons 1-3":                             learn("copying", "columns", "misere"),
		"lessons 1 to 3":                          learn("copying", "columns", "misere"),
		"lessons 1–2 and 4":                       learn("copying", "columns", "two-lines"),
		"lesson two-lines; lesson copying":        learn("two-lines", "copying"),
		"10 puzzles":                              {puzzles(10, "", "")},
		"ten puzzles of End-Nim":                  {puzzles(10, "end-nim", "")},
		"ten puzzles of any End-Nim":              {puzzles(10, "", "end-nim")},
		"a puzzle of end nim":                     {puzzles(1, "end-nim", "")},
		"5 puzzles of Reverse Nim":                {puzzles(5, "", "reverse-nim")},
		"5 puzzles of Misère Nim":                 {puzzles(5, "nim/misere", "")},
		"5 puzzles of split-nim/7":                {puzzles(5, "split-nim/7", "")},
		"5 puzzles of any game":                   {puzzles(5, "", "")},
		"5 puzzles of Lasker's Nim (Split-0-Nim)": {puzzles(5, "split-nim/0", "")},
		"3 wins":                {wins(3, match.Casual, "")},
		"3 wins against strong": {wins(3, match.Strong, "")},
		"3 wins against the perfect level in nim/misere":  {wins(3, match.Perfect, "nim/misere")},
		"3 wins in Tree Nim against strong":               {wins(3, match.Strong, "tree-nim")},
		"lessons 1, 10 puzzles, 2 wins":                   append(learn("copying"), puzzles(10, "", ""), wins(2, match.Casual, "")),
		"lessons 1 and 2 and ten puzzles of nim\n2 wins.": append(learn("copying", "columns"), puzzles(10, "nim", ""), wins(2, match.Casual, "")),
	} {
		tasks, until, err := readTasks(text, catalog.Standard, nil)
		if err != nil || fmt.Sprint(tasks) != fmt.Sprint(want) || until != "" {
			t.Errorf("%q: got %v until %q (%v), want %v", text, tasks, until, err, want)
		}
	}
	tasks, until, err := readTasks("lessons 4 and 5, ten puzzles of End-Nim, until Friday", catalog.Standard, nil)
	if err != nil || len(tasks) != 3 || until != "friday" {
		t.Errorf("got %v until %q (%v)", tasks, until, err)
	}
	tasks, until, err = readTasks("2 wins in nim by friday, 18:00", catalog.Standard, nil)
	if err != nil || len(tasks) != 1 || until != "friday 18:00" {
		t.Errorf("got %v until %q (%v)", tasks, until, err)
	}
	for text, want := range map[string]string{
		"":                           "Say what is to be done",
		"until Friday":               "Say what is to be done",
		"lesson":                     "Say which lessons by their numbers",
		"lessons about nim":          "Say which lessons by their numbers",
		"lesson 99":                  "There is no lesson 99",
		"lessons 3-99":               "There is no lesson",
		"lesson 0":                   "There is no lesson 0",
		"read the book":              "I don't know what `read the book` is",
		"ten apples of nim":          "I don't know what `ten apples of nim` is",
		"101 puzzles":                "from 1 to 100",
		"0 wins":                     "from 1 to 100",
		"-3 wins":                    "from 1 to 100",
		"ten puzzles of chess":       "chess",
		"ten puzzles of any chess":   "chess",
		"2 wins against brilliant":   "there is no level `brilliant`",
		"2 wins against":             "there is no level",
		"2 puzzles against strong":   "I don't know what `against strong`",
		"lessons 1-9":                "at most 6",
		strings.Repeat("1 win, ", 7): "at most 6",
	} {
		_, _, err := readTasks(text, catalog.Standard, nil)
		var refusal *Refusal
		var unknown *catalog.UnknownVariant
		if err == nil || !strings.Contains(err.Error(), want) || !errors.As(err, &refusal) && !errors.As(err, &unknown) {
			t.Errorf("%q: got the error %v, want %q", text, err, want)
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
		"soon": "is not a valid `until:`", "2026-02-30": "is not a valid", "0d": "is over", "99999d": "is not a valid", "friday 25:00": "is not a valid",
		"2026-11-24": "is over", "today 9:00": "is over",
	} {
		if _, err := readUntil(text, now); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: got the error %v, want %q", text, err, want)
		}
	}
}
