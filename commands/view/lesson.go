package view

import (
	"nimatron/match"
	"nimatron/referee/lesson"
)

// LearnName is the name of the command of lessons.
const LearnName = "learn"

// The names of options of the command of lessons that only its buttons have.
const (
	// LessonName is the option that says which lesson.
	LessonName = "lesson"
	// ExerciseName is the number of an exercise.
	ExerciseName = "exercise"
	// PageName is the page of the text, from 1.
	PageName = "page"
)

// AfterLesson leads from a finished lesson to the next one, and from the last to a harder opponent.
func AfterLesson(l *lesson.Lesson) Action {
	if next := l.Next(); next != nil {
		return Action{Label: "Next lesson", Command: LearnName, Style: Primary, Options: map[string]string{LessonName: next.ID}}
	}
	return Action{Label: "Play the strong level", Command: "challenge", Style: Primary, Options: map[string]string{"variant": l.Variant, "level": string(match.Strong)}}
}
