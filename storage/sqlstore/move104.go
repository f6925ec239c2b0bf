package sqlstore

import (
	"time"

	"nimatron/match"
)

// move104 moves the votes of matches and the posts of puzzles.
func move104(m *moving) {
	m.each(`SELECT c.*, m.channel, m.server, m.created FROM crowds c JOIN matches m ON m.id = c.match ORDER BY c.match`, func(r map[string]any) {
		stepped, _ := r["stepped"].(int64)
		status := "running"
		if r["bell"] == nil {
			status = "over"
		}
		m.insert("subjects", map[string]any{
			"kind": "crowd", "id": r["match"], "server": r["server"], "channel": r["channel"], "status": status, "due": r["bell"],
			"begins": r["created"], "host": r["leader"],
			"state": match.Encode(map[string]any{
				"Ply": r["ply"], "Veto": r["veto"], "VetoPly": r["veto_ply"], "Closed": r["closed"] == int64(1), "Counted": r["counted"],
				"Stepped": time.UnixMilli(stepped).UTC(),
			}),
		})
	})
	m.each(`SELECT p.*, CASE WHEN day = (SELECT max(day) FROM puzzle_posts o WHERE o.room = p.room) THEN 'open' ELSE 'over' END AS status
		FROM puzzle_posts p ORDER BY id`, func(r map[string]any) {
		day, err := time.Parse(time.DateOnly, r["day"].(string))
		m.fail(err)
		server := r["room"].(string)
		if server == "local" {
			server = ""
		}
		m.insert("subjects", map[string]any{
			"kind": "puzzle", "id": r["id"], "server": server, "channel": r["channel"], "code": r["room"].(string) + " " + r["day"].(string),
			"status": r["status"], "begins": day.UnixMilli(), "ends": day.AddDate(0, 0, 1).UnixMilli(),
			"version": r["version"], "message": r["message"], "shown_version": r["shown_version"], "state": "{}",
		})
	})
}

const then104 = `
DROP TABLE crowds;
DROP TABLE puzzle_posts;
`
