package sqlstore

import (
	"context"
	"time"

	"nimatron/match"
	"nimatron/referee/lesson"
)

var lessonColumns = append(fields[lesson.State](`
	seed=Seed exercises=Exercises opened=Opened lesson=ID`).from("s"), columns[lesson.State]{
	// The matches for which PassedTest is true.
	{`(SELECT count(*) FROM matches m WHERE m.left_player = s.player AND m.lesson = s.lesson AND m.lesson <> ''
		AND m.winner = 'left' AND m.left_hints = 0 AND m.left_takebacks = 0)`, func(l *lesson.State) any { return &l.Wins }},
}...)

var lessonsOf = `
	SELECT ` + lessonColumns.names() + ` FROM players p JOIN lessons s ON s.player = p.key
	WHERE p.id = $1 ORDER BY s.opened DESC, s.lesson`

const (
	openLesson = `
		INSERT INTO lessons (player, lesson, seed, opened) VALUES ($1, $2, $3, $4)
		ON CONFLICT (player, lesson) DO UPDATE SET opened = $4`
	solveExercise = `
		UPDATE lessons SET exercises = exercises + 1
		WHERE player = (SELECT key FROM players WHERE id = $1) AND lesson = $2 AND exercises + 1 = $3`
	breakRule = `
		INSERT INTO broken_rules (player, lesson, rule, times)
		SELECT player, lesson, CAST($3 AS BIGINT), 1 FROM lessons WHERE player = (SELECT key FROM players WHERE id = $1) AND lesson = $2
		ON CONFLICT (player, lesson, rule) DO UPDATE SET times = broken_rules.times + 1`
)

var (
	brokenColumns = fields[lesson.Broken]("lesson=Lesson rule=Rule times=Times").from("b")
	brokenRules   = `SELECT ` + brokenColumns.names() + ` FROM players p JOIN broken_rules b ON b.player = p.key
		WHERE p.id = $1 ORDER BY b.times DESC, b.lesson, b.rule`
)

func (s *Store) BrokenRules(ctx context.Context, player string) ([]lesson.Broken, error) {
	return list(ctx, s, brokenColumns, brokenRules, player)
}

func (s *Store) Lessons(ctx context.Context, player string) ([]lesson.State, error) {
	return list(ctx, s, lessonColumns, lessonsOf, player)
}

func (s *Store) OpenLesson(ctx context.Context, player match.Player, lesson string, seed uint64, now time.Time) error {
	return s.update(ctx, func(tx *Tx) {
		tx.exec(openLesson, tx.savePlayer(player), lesson, int64(seed), millis(now))
	})
}

func (s *Store) AnswerExercise(ctx context.Context, player, lesson string, exercise, broken int) error {
	return s.update(ctx, func(tx *Tx) {
		if broken > 0 {
			tx.execOr(match.ErrStale, breakRule, player, lesson, broken)
			return
		}
		tx.execOr(match.ErrStale, solveExercise, player, lesson, exercise)
		tx.exec(classesOfPlayer, player)
	})
}
