package sqlstore

import (
	"time"

	"nimatron/match"
)

// move108 moves classes, their students, assignments and puzzle sets.
func move108(m *moving) {
	m.each(`SELECT * FROM classes ORDER BY id`, func(r map[string]any) {
		status, code := "open", r["code"]
		if r["ended"] != nil {
			status, code = "over", ""
		}
		m.insert("subjects", map[string]any{
			"kind": "class", "id": r["id"], "server": r["server"], "channel": r["channel"], "code": code, "status": status,
			"begins": r["created"], "ends": r["ended"], "host": r["teacher"],
			"version": r["version"], "message": r["message"], "shown_version": r["shown_version"],
			"state": match.Encode(map[string]any{"Name": r["name"]}),
		})
	})
	m.each(`SELECT m.*, row_number() OVER (PARTITION BY class ORDER BY joined, player) AS number FROM class_members m ORDER BY class, player`, func(r map[string]any) {
		m.insert("guests", map[string]any{
			"kind": "class", "id": r["class"], "player": r["player"], "number": r["number"],
			"state": match.Encode(map[string]any{"Joined": time.UnixMilli(r["joined"].(int64)).UTC()}),
		})
	})
	tasks := map[any][]map[string]any{}
	m.each(`SELECT * FROM assignment_tasks ORDER BY assignment, number`, func(r map[string]any) {
		tasks[r["assignment"]] = append(tasks[r["assignment"]], map[string]any{
			"Kind": r["kind"], "Lesson": r["lesson"], "Set": r["puzzle_set"], "SetName": r["set_name"], "Count": r["count"], "Variant": r["variant"], "Level": r["level"],
		})
	})
	m.each(`SELECT a.*, c.server, c.channel, c.teacher FROM assignments a JOIN classes c ON c.id = a.class ORDER BY a.id`, func(r map[string]any) {
		const day = 24 * 3600 * 1000
		given, until := r["given"].(int64), r["until"].(int64)
		status, due := "open", any(until)
		switch {
		case r["closed"] == int64(1):
			status, due = "over", nil
		case r["reminded"] == int64(0) && until-given > day:
			due = until - day
		}
		m.insert("subjects", map[string]any{
			"kind": "assignment", "id": r["id"], "part_of": r["class"], "server": r["server"], "channel": r["channel"], "status": status,
			"begins": given, "ends": until, "due": due, "host": r["teacher"],
			"state": match.Encode(map[string]any{"Tasks": tasks[r["id"]], "Reminded": r["reminded"] == int64(1)}),
		})
	})
	puzzles := map[any][]map[string]any{}
	m.each(`SELECT * FROM set_puzzles ORDER BY puzzle_set, number`, func(r map[string]any) {
		puzzles[r["puzzle_set"]] = append(puzzles[r["puzzle_set"]], map[string]any{"Variant": r["variant"], "Position": r["position"], "Text": r["text"]})
	})
	m.each(`SELECT s.*, c.server, c.channel, c.teacher FROM puzzle_sets s JOIN classes c ON c.id = s.class ORDER BY s.id`, func(r map[string]any) {
		m.insert("subjects", map[string]any{
			"kind": "puzzle set", "id": r["id"], "part_of": r["class"], "server": r["server"], "channel": r["channel"], "status": "open",
			"begins": r["made"], "host": r["teacher"],
			"state": match.Encode(map[string]any{"Name": r["name"], "Puzzles": puzzles[r["id"]]}),
		})
	})
}

const then108 = `
UPDATE subjects SET part_of = 0, status = 'over', ends = 0, host = NULL, state = '{}'
	WHERE kind IN ('class', 'assignment', 'puzzle set') AND channel = '-';
DROP TABLE set_puzzles;
DROP TABLE puzzle_sets;
DROP TABLE assignment_tasks;
DROP TABLE assignments;
DROP TABLE class_members;
DROP TABLE classes;
`
