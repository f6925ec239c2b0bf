package sqlstore

import (
	"fmt"
	"time"

	"nimatron/match"
)

// move107 moves tournaments. Their pairings become rows of numbers, as the program reads them.
func move107(m *moving) {
	// moment returns a time in milliseconds; nil is none.
	moment := func(ms any) (at time.Time) {
		if n, ok := ms.(int64); ok && n != 0 {
			at = time.UnixMilli(n).UTC()
		}
		return at
	}
	m.each(`SELECT * FROM tournaments ORDER BY id`, func(t map[string]any) {
		var pairs [][14]int64
		var threads []any
		m.each(fmt.Sprintf(`SELECT g.*, f.number AS one, coalesce(s.number, 0) AS other FROM pairings g
			JOIN entrants f ON f.tournament = g.tournament AND f.player = g.first
			LEFT JOIN entrants s ON s.tournament = g.tournament AND s.player = g.second
			WHERE g.tournament = %d ORDER BY g.round, g.board, g.game`, t["id"]), func(p map[string]any) {
			var pair [14]int64
			for i, name := range []string{"one", "other", "match", "ended", "is_over", "round", "board", "game", "first_won", "second_won",
				"first_chances", "first_found", "second_chances", "second_found"} {
				pair[i], _ = p[name].(int64) // 0 for NULL
			}
			pair[3] = moment(p["ended"]).UnixMilli()
			if p["forfeit"] == int64(1) {
				pair[4] = 2
			}
			pairs, threads = append(pairs, pair), append(threads, p["channel"])
		})
		ms := int64(time.Millisecond)
		state := map[string]any{
			"Name": t["name"], "Format": t["format"], "Variant": t["variant"], "Size": t["size"],
			"TurnTime": t["turn_time"].(int64) * ms, "Rounds": t["rounds"], "Length": t["length"].(int64) * ms, "Places": t["places"],
			"Seed": uint64(t["seed"].(int64)), "Round": t["round"], "Reminded": t["reminded"] == int64(1), "Pairs": pairs, "Threads": threads,
			"Starts": moment(t["starts"]), "Started": moment(t["started"]), "Stuck": moment(t["stuck"]), "Taken": moment(t["taken_until"]),
		}
		due := t["starts"]
		switch starts, scheduled := due.(int64); {
		case t["state"] == "running": // it looks what is to be done
			due = t["started"]
		case t["state"] != "open":
			due = nil
		case scheduled && t["reminded"] == int64(0):
			due = starts - 3600000
		}
		m.insert("subjects", map[string]any{
			"kind": "tournament", "id": t["id"], "server": t["server"], "channel": t["channel"], "status": t["state"], "due": due,
			"begins": t["created"], "ends": t["ended"], "rated": t["rated"], "host": t["leader"],
			"version": t["version"], "message": t["message"], "shown_version": t["shown_version"], "state": match.Encode(state),
		})
		m.each(fmt.Sprintf(`SELECT * FROM entrants WHERE tournament = %d ORDER BY number`, t["id"]), func(e map[string]any) {
			state := map[string]any{"Rating": e["rating"], "Joined": e["joined"], "Missed": e["missed"], "Paused": e["paused"] == int64(1), "At": moment(e["at"])}
			if e["left_after"] != int64(0) { // queries ask whether it is there
				state["Left"] = e["left_after"]
			}
			m.insert("guests", map[string]any{
				"kind": "tournament", "id": t["id"], "player": e["player"], "number": e["number"], "place": e["place"], "state": match.Encode(state),
			})
		})
	})
}

const then107 = `
DROP TABLE pairings;
DROP TABLE entrants;
DROP TABLE tournaments;
`
