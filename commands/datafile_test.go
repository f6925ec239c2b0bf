package commands

import (
	"database/sql"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"nimatron/storage/storagetest"
)

// notInDataFile are columns that nobody is given, and why.
var notInDataFile = map[string]string{
	"players.key": "a number that means nothing elsewhere", "ratings.player": "the same", "rating_changes.player": "the same",
	"tallies.player": "the same", "server_players.player": "the same", "puzzles.player": "the same", "asked_puzzles.player": "the same",
	"puzzle_ratings.player": "the same", "lessons.player": "the same", "person_settings.player": "the same",
	"season_standings.player": "the same", "told_marks.player": "the same", "follows.player": "the same",
	"moves.match_id": "moves are in their match", "moves.ply": "and in order",
	"matches.front": "follows from the channel", "challenges.front": "follows from the channel",
	"matches.shown_version": "of the message, which is there", "challenges.shown_version": "of the message, which is there",
	"matches.end_number": "an order of all matches", "puzzles.kind": "follows from the puzzle",
	"tournaments.front": "follows from the channel", "tournaments.shown_version": "of the message, which is there", "tournaments.taken_until": "of the moment", "tournaments.stuck": "of the moment",
	"entrants.tournament": "the tournament it is in", "entrants.player": "the same as players.key", "entrants.number": "an order",
	"broken_rules.player": "the same as players.key", "class_members.player": "the same", "class_members.class": "the class it is in",
	"classes.front": "follows from the channel", "classes.shown_version": "of the message, which is there",
	"kept_apart.tournament": "the tournament it is in",
	// Only of deleted players, who are given nothing.
	"former_players.player": "who it was is gone", "former_players.hash": "the same", "former_players.until": "the same",
	"matches.reviewed": "wins_to_find is there then",
	"ratings.score":    "follows from value and deviation", "ratings.provisional": "the same", "ratings.bucket": "the same",
}

// inDataFile says where columns are in the data file that have another name there.
var inDataFile = map[string]string{
	"players.id": "player.id", "players.name": "player.name",
	"matches.chosen": "matches.start_chosen", "matches.left_player": "matches.left.id", "matches.right_player": "matches.right.id",
	"matches.turn_time": "matches.turn_seconds", "matches.left_hints": "matches.hints.left", "matches.right_hints": "matches.hints.right",
	"matches.created": "matches.created_utc", "matches.updated": "matches.updated_utc", "matches.ended": "matches.ended_utc",
	"matches.leg": "matches.game_of_pair", "matches.pair": "matches.first_match_of_pair", "matches.deadline": "matches.deadline_utc",
	"matches.remind": "matches.remind_utc", "matches.abandon_at": "matches.abandon_utc", "matches.offer": "matches.takeback_asked_by",
	"matches.left_takebacks": "matches.takebacks.left", "matches.right_takebacks": "matches.takebacks.right",
	"matches.advised": "matches.advised_meanwhile", "matches.uncounted": "matches.uncounted_pair",
	"matches.called_off": "matches.called_off_by", "matches.critical": "matches.critical_decisions",
	"matches.left_wins": "matches.wins_to_find.left", "matches.right_wins": "matches.wins_to_find.right",
	"matches.left_kept": "matches.wins_found.left", "matches.right_kept": "matches.wins_found.right", "matches.lesson": "matches.test_of_lesson",
	"moves.actor": "matches.moves.by", "moves.text": "matches.moves.move", "moves.at": "matches.moves.at_utc",
	"challenges.challenger": "challenges.challenger.id", "challenges.opponent": "challenges.opponent.id", "challenges.chosen": "challenges.start_chosen",
	"challenges.turn_time": "challenges.turn_seconds", "challenges.created": "challenges.created_utc",
	"challenges.expires": "challenges.expires_utc", "challenges.closed": "challenges.closed_utc",
	"ratings.value": "ratings.value_points", "ratings.deviation": "ratings.deviation_points", "ratings.updated": "ratings.updated_utc",
	"rating_changes.match_id": "rating_changes.match", "rating_changes.before_value": "rating_changes.before.value_points",
	"rating_changes.before_deviation": "rating_changes.before.deviation_points", "rating_changes.before_volatility": "rating_changes.before.volatility",
	"rating_changes.value": "rating_changes.after.value_points", "rating_changes.deviation": "rating_changes.after.deviation_points",
	"rating_changes.volatility": "rating_changes.after.volatility", "rating_changes.result": "rating_changes.points", "rating_changes.at": "rating_changes.at_utc",
	"server_players.server": "servers", "puzzles.room": "puzzles.server", "puzzles.tried": "puzzles.tried_utc", "puzzles.gave_up": "puzzles.gave_up_utc", "puzzles.solved": "puzzles.solved_utc",
	"asked_puzzles.puzzle": "puzzle_asked_last", "asked_puzzles.channel": "puzzle_asked_in_channel", "asked_puzzles.asked": "puzzle_asked_utc",
	"puzzle_ratings.value": "puzzle_rating.value_points", "puzzle_ratings.deviation": "puzzle_rating.deviation_points",
	"puzzle_ratings.volatility": "puzzle_rating.volatility", "puzzle_ratings.games": "puzzle_rating.games", "puzzle_ratings.wins": "puzzle_rating.wins",
	"puzzle_ratings.losses": "puzzle_rating.losses", "puzzle_ratings.streak": "puzzle_rating.streak", "puzzle_ratings.updated": "puzzle_rating.updated_utc",
	"lessons.exercises": "lessons.exercises_solved", "lessons.opened": "lessons.opened_utc",
	"tournaments.leader": "tournaments.leader.id", "tournaments.turn_time": "tournaments.turn_seconds", "tournaments.length": "tournaments.minutes",
	"tournaments.created": "tournaments.created_utc", "tournaments.starts": "tournaments.starts_utc", "tournaments.started": "tournaments.started_utc", "tournaments.ended": "tournaments.ended_utc",
	"kept_apart.one": "tournaments.kept_apart.one.id", "kept_apart.other": "tournaments.kept_apart.other.id",
	"entrants.rating": "tournaments.participation.rating_points", "entrants.joined": "tournaments.participation.first_round",
	"entrants.left_after": "tournaments.participation.last_round", "entrants.paused": "tournaments.participation.paused",
	"entrants.missed": "tournaments.participation.missed_in_a_row", "entrants.at": "tournaments.participation.joined_utc",
	"person_settings.version": "settings.changes", "person_settings.pings": "settings.pings", "person_settings.text_only": "settings.text_only",
	"person_settings.large_text": "settings.large_text", "person_settings.light_boards": "settings.light_boards", "person_settings.theme": "settings.theme", "person_settings.no_marks": "settings.no_marks",
	"person_settings.no_reminders": "settings.no_reminders",
	"season_standings.season":      "seasons.season", "season_standings.server": "seasons.server", "season_standings.place": "seasons.place",
	"season_standings.people": "seasons.people_points", "season_standings.bot": "seasons.bot_points", "season_standings.puzzles": "seasons.puzzle_points",
	"season_standings.tournaments": "seasons.tournament_points", "entrants.place": "tournaments.participation.place",
	"broken_rules.lesson": "rules_broken.lesson", "broken_rules.rule": "rules_broken.rule", "broken_rules.times": "rules_broken.times",
	"classes.teacher": "classes.teacher.id", "classes.created": "classes.created_utc", "classes.ended": "classes.ended_utc", "class_members.joined": "classes.joined_utc",
	"follows.match": "follows", "person_settings.news": "settings.news", "person_settings.unnamed": "settings.unnamed",
	"told_marks.mark": "marks_told.mark", "told_marks.told": "marks_told.told_utc",
}

// TestDataFileHasEveryColumn looks for every column that tells of a player in the data file.
// Whoever adds a column adds it there, or says here why not.
func TestDataFileHasEveryColumn(t *testing.T) {
	names := map[string]bool{}
	addNames(names, "", reflect.TypeFor[dataFile]())
	path := filepath.Join(t.TempDir(), "nimatron.db")
	storagetest.OpenFile(t, path)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	// The tables that refer to players, and those in turn that refer to these by their key.
	rows, err := db.Query(`
		WITH personal (name) AS (
			SELECT 'players' UNION SELECT 'moves' UNION
			SELECT s.name FROM sqlite_schema s JOIN pragma_foreign_key_list(s.name) f WHERE f."table" = 'players')
		SELECT p.name || '.' || c.name FROM personal p CROSS JOIN pragma_table_xinfo(p.name) c`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns := map[string]bool{}
	for rows.Next() {
		var column string
		if err := rows.Scan(&column); err != nil {
			t.Fatal(err)
		}
		columns[column] = true
		in, renamed := inDataFile[column]
		if !renamed {
			in = column
		}
		if why := notInDataFile[column]; names[in] == (why != "") {
			t.Errorf("%s: that %s is in the data file is %v; against it is said %q", column, in, names[in], why)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	for _, list := range []map[string]string{inDataFile, notInDataFile} {
		for column := range list {
			if !columns[column] {
				t.Errorf("there is no column %s", column)
			}
		}
	}
}

// addNames adds the names of all values of a type in JSON, apart by dots.
func addNames(names map[string]bool, prefix string, t reflect.Type) {
	for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
		t = t.Elem()
	}
	if t.Kind() != reflect.Struct || t.PkgPath() != reflect.TypeFor[dataFile]().PkgPath() {
		names[strings.TrimSuffix(prefix, ".")] = true
		return
	}
	for field := range t.Fields() {
		if field.Anonymous {
			addNames(names, prefix, field.Type)
			continue
		}
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		addNames(names, prefix+name+".", field.Type)
	}
}
