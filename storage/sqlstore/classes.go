package sqlstore

import (
	"context"

	"nimatron/match"
	"nimatron/referee/class"
	"nimatron/referee/puzzle"
)

var effortColumns = fields[class.Effort]("player=Player done=Done tests=Tests tries=Tries")

var brokenByColumns = fields[class.BrokenRule]("lesson=Lesson rule=Rule times=Times p.id=Player").from("b")

const ownKey = `(SELECT key FROM players WHERE id = $1)`

const hasOpen = classGoesOn + ` AND EXISTS (SELECT 1 FROM subjects a WHERE a.kind = 'assignment' AND a.part_of = subjects.id AND a.part_of <> 0 AND a.status = 'open')`

// Members of class $1.
const (
	members  = `guests e CROSS JOIN players p`
	isMember = `e.kind = 'class' AND e.id = $1 AND p.key = e.player`
)

var (
	// classesOfPlayer and classesOfMatch change the classes in which a player may have done a task.
	classesOfPlayer = `UPDATE subjects SET version = version + 1 WHERE id IN (SELECT id FROM guests WHERE player = ` + ownKey + ` AND kind = 'class') AND ` + hasOpen
	classesOfMatch  = `UPDATE subjects SET version = version + 1 WHERE id IN (SELECT e.id FROM matches m JOIN guests e ON e.player IN (m.left_player, m.right_player)
		WHERE m.id = $1 AND m.level <> '' AND e.kind = 'class') AND ` + hasOpen

	// Efforts of the members of class $1 with lesson $2 until $3. The tests are the matches for which
	// match.PassedTest is true.
	lessonEfforts = `SELECT p.id, s.exercises,
			(SELECT count(*) FROM matches m WHERE m.left_player = s.player AND m.lesson = s.lesson AND m.lesson <> ''
				AND m.winner = {left} AND m.left_hints = 0 AND m.left_takebacks = 0 AND m.ended <= $3),
			CAST(s.exercises + coalesce((SELECT sum(b.times) FROM broken_rules b WHERE b.player = s.player AND b.lesson = s.lesson), 0)
				+ (SELECT count(*) FROM matches m WHERE m.left_player = s.player AND m.lesson = s.lesson AND m.lesson <> '' AND m.ended <= $3) AS BIGINT)
		FROM ` + members + ` CROSS JOIN lessons s
		WHERE ` + isMember + ` AND s.player = e.player AND s.lesson = $2 ORDER BY e.player`
	ofPuzzles = `SELECT p.id, count(z.solved), 0, CAST(sum(z.tries) AS BIGINT)
		FROM ` + members + ` CROSS JOIN puzzles z WHERE ` + isMember + ` AND z.player = e.player AND `
	// Efforts with puzzles of a set, $2 up to but without $3, until $4.
	setEfforts = ofPuzzles + `z.puzzle >= $2 AND z.puzzle < $3 AND (z.solved IS NULL OR z.solved <= $4) GROUP BY p.id ORDER BY p.id`
	// Efforts from $2 to $3 with puzzles of game $4, and in matches of that game at the levels $5 to $7.
	ofGame        = ` AND ($4 = '' OR variant = $4)`
	puzzleEfforts = ofPuzzles + `z.tried >= $2 AND (z.solved IS NULL OR z.solved <= $3)` + ofGame + ` AND z.kind <> '` + string(puzzle.FromSet) + `' GROUP BY p.id ORDER BY p.id`
	winEfforts    = `SELECT id, CAST(sum(won) AS BIGINT), 0, count(*) FROM (` + playedBy("left") + ` UNION ALL ` + playedBy("right") + `) played GROUP BY id ORDER BY id`
	rulesBroken   = `SELECT ` + brokenByColumns.names() + ` FROM ` + members + ` CROSS JOIN broken_rules b
		WHERE ` + isMember + ` AND b.player = e.player AND b.lesson IN (` + placeholders(2, class.MaxTasks) + `)
		ORDER BY e.player, b.lesson, b.rule`
)

// playedBy finds the matches that members played on a side, and whether they won without help. It
// leaves out chosen starts, which may be won from the first move, and tests, which count for their
// lesson.
func playedBy(side string) string {
	return `SELECT p.id, CASE WHEN m.winner = '` + side + `' AND m.` + side + `_hints = 0 AND m.` + side + `_takebacks = 0 THEN 1 ELSE 0 END AS won
		FROM ` + members + ` CROSS JOIN matches m
		WHERE ` + isMember + ` AND m.` + side + `_player = e.player AND m.state = {finished} AND m.termination <> {cancelled}
			AND m.chosen = 0 AND m.lesson = '' AND m.ended >= $2 AND m.ended <= $3 AND m.level IN ($5, $6, $7, $8)` + ofGame
}

func changeClasses(tx *Tx, e ending) {
	if e.End.Winner != match.Nobody {
		tx.exec(classesOfMatch, e.id)
	}
}

func effortsWith(t class.Task, given, until any) (query string, args []any) {
	switch t.Kind {
	case class.LessonTask:
		return lessonEfforts, []any{t.Lesson, until}
	case class.SetTask:
		first := puzzle.SetPrefix(t.Set)
		return setEfforts, []any{first, first + ":", until}
	case class.WinTask:
		args = []any{given, until, t.Variant}
		for _, l := range []match.Level{match.Easy, match.Casual, match.Strong, match.Perfect} {
			if !l.AtLeast(t.Level) {
				l = t.Level
			}
			args = append(args, string(l))
		}
		return winEfforts, args
	}
	return puzzleEfforts, []any{given, until, t.Variant}
}

func (s *Store) Efforts(ctx context.Context, id int64, a class.Assignment) (efforts []class.Effort, broken []class.BrokenRule, err error) {
	lessons := make([]any, class.MaxTasks)
	err = s.view(ctx, func(tx *Tx) {
		efforts = nil
		for i, t := range a.Tasks {
			lessons[i] = t.Lesson
			query, args := effortsWith(t, millis(a.Given), millis(a.Until))
			for _, e := range effortColumns.all(tx, query, append([]any{id}, args...)...) {
				e.Task = i
				efforts = append(efforts, e)
			}
		}
		broken = brokenByColumns.all(tx, rulesBroken, append([]any{id}, lessons...)...)
	})
	return efforts, broken, err
}
