package sqlstore

import "nimatron/match"

// move103 moves races. Their own columns become JSON as the program reads it.
func move103(m *moving) {
	m.each(`SELECT * FROM races ORDER BY id`, func(r map[string]any) {
		state := match.Encode(map[string]any{"Variant": r["variant"], "Level": r["level"], "Seed": uint64(r["seed"].(int64))})
		status, due := "over", any(nil)
		if r["is_over"] == int64(0) {
			status, due = "open", r["stepped"].(int64)+3000
		}
		m.insert("subjects", map[string]any{
			"kind": "race", "id": r["id"], "server": r["server"], "channel": r["channel"], "status": status, "due": due,
			"begins": r["starts"], "ends": r["ends"], "host": r["starter"],
			"version": r["version"], "message": r["message"], "shown_version": r["shown_version"], "state": state,
		})
	})
}

const then103 = `
INSERT INTO racers (race, player, solved, missed, hardest, at, free)
	SELECT race, player, solved, missed, hardest, at, free FROM old_racers;
-- Only the sums over all racers are asked for. So the first racers get the misses of each board.
UPDATE racers SET misses = coalesce((SELECT string_agg(' ' || m.board, '') FROM race_misses m WHERE m.race = racers.race
		AND m.times > (SELECT count(*) FROM old_racers o WHERE o.race = racers.race AND o.player < racers.player)), '')
	WHERE race IN (SELECT race FROM race_misses);
DROP TABLE race_misses;
DROP TABLE old_racers;
DROP TABLE races;

CREATE INDEX racers_by_place ON racers (race, solved DESC, missed, at, player);
CREATE INDEX racers_by_player ON racers (player, race);
`
