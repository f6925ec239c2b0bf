package sqlstore

import (
	"context"
	"time"

	"nimatron/match"
	"nimatron/referee/race"
)

var racerColumns = fields[race.Racer](`
	solved=Solved missed=Missed hardest=Hardest free=Free p.id=Player.ID p.name=Player.Name`).from("c")

var placeColumns = append(append(within(racerColumns, func(p *race.Place) *race.Racer { return &p.Racer }), columns[race.Place]{
	// Who is ahead: see racers_by_place.
	{`1 + (SELECT count(*) FROM racers o WHERE o.race = c.race AND o.solved >= c.solved AND (o.solved > c.solved
		OR o.missed < c.missed OR o.missed = c.missed AND (o.at < c.at OR o.at = c.at AND o.player < c.player)))`,
		func(p *race.Place) any { return &p.Place }},
	{`(SELECT CASE status WHEN 'open' THEN 0 ELSE 1 END FROM subjects WHERE kind = 'race' AND id = c.race)`, func(p *race.Place) any { return &p.Over }},
}...), within(personSettingsColumns.orZero("s"), func(p *race.Place) *match.PersonSettings { return &p.Own })...)

var recordColumns = fields[race.Record]("p.id=Player.ID p.name=Player.Name best.solved=Solved best.length=Length")

const raceIsOpen = `kind = 'race' AND status = 'open'`

// A racer whose data was deleted misses so many boards until the end of the race, and nothing else is known of them. Without
// this row they could begin again and know the boards.
const (
	leftRace   = `1000000`
	isRacing   = `missed < ` + leftRace
	leaveRaces = `UPDATE racers SET solved = 0, missed = ` + leftRace + `, hardest = 0, misses = '' WHERE player = $1 AND race IN (SELECT id FROM subjects WHERE ` + raceIsOpen + `)`
	endRaces   = `DELETE FROM racers WHERE player = $1 AND race NOT IN (SELECT id FROM subjects WHERE ` + raceIsOpen + `)`
	forgetLeft = `DELETE FROM racers WHERE race = $1 AND NOT ` + isRacing + ` AND EXISTS (SELECT 1 FROM subjects WHERE kind = 'race' AND id = $1 AND status = 'over')`
)

var hasLeftRace = `SELECT EXISTS (SELECT 1 FROM racers WHERE race = $1 AND NOT ` + isRacing + ` AND player IN ` + keysOf(2) + `)`

var (
	raceOf = `SELECT ` + keptColumns.names() + ` FROM subjects WHERE ` + raceIsOpen + ` AND ends > $2
		AND id IN (SELECT race FROM racers WHERE player = ` + ownKey + `) ORDER BY id LIMIT 1`
	bestRacers = `SELECT ` + racerColumns.names() + ` FROM racers c JOIN players p ON p.key = c.player WHERE c.race = $1 AND c.` + isRacing + `
		ORDER BY c.solved DESC, c.missed, c.at, c.player LIMIT $2`
	placeOf = `SELECT ` + placeColumns.names() + ` FROM players p JOIN racers c ON c.race = $1 AND c.player = p.key
		LEFT JOIN person_settings s ON s.player = p.key WHERE p.id = $2`
	raceTotals = `SELECT count(*), CAST(coalesce(sum(solved), 0) AS BIGINT), coalesce(max(hardest), 0) FROM racers WHERE race = $1 AND ` + isRacing
	// The best result of each person is the one with the most boards a minute. Then the order is that of places.
	bestRaces = `FROM (SELECT c.player, c.solved, r.ends - r.begins AS length, c.missed, c.at,
			row_number() OVER (PARTITION BY c.player ORDER BY c.solved * 60000.0 / (r.ends - r.begins) DESC, c.missed, c.at) AS nth
		FROM subjects r JOIN racers c ON c.race = r.id WHERE r.kind = 'race' AND r.room = $1 AND r.ends > $2 AND r.status = 'over' AND c.solved > 0) best
		JOIN players p ON p.key = best.player WHERE best.nth = 1 AND ($3 = '' OR p.id = $3)`
	raceRecords = `SELECT ` + recordColumns.names() + ` ` + bestRaces + ` ORDER BY best.solved * 60000.0 / best.length DESC, best.missed, best.at, best.player LIMIT $4 OFFSET $5`
)

const (
	joinRace = `INSERT INTO racers (race, player, at, free) SELECT id, CAST($2 AS BIGINT), CAST($3 AS BIGINT), begins FROM subjects
		WHERE id = $1 AND ` + raceIsOpen + ` AND ends > $3 ON CONFLICT (race, player) DO NOTHING`
	raceMisses = `SELECT misses FROM racers WHERE race = $1 AND misses <> ''`
	answerRace = `UPDATE racers SET solved = solved + $4, missed = missed + 1 - $4, hardest = CASE $4 WHEN 1 THEN $3 ELSE hardest END, at = $5, free = $6,
			misses = CASE $4 WHEN 1 THEN misses ELSE misses || ' ' || CAST($3 AS TEXT) END
		WHERE race = $1 AND player = (SELECT key FROM players WHERE id = $2) AND solved + missed = $3 - 1 AND free <= $5
			AND EXISTS (SELECT 1 FROM subjects WHERE id = $1 AND ` + raceIsOpen + `)
			AND NOT EXISTS (SELECT 1 FROM matches WHERE left_player = racers.player AND state = {playing} AND rated = 1)
			AND NOT EXISTS (SELECT 1 FROM matches WHERE right_player = racers.player AND state = {playing} AND rated = 1) RETURNING player`
	// A race is due when its card may be updated again.
	mayStep  = `id = $1 AND ` + raceIsOpen + ` AND (ends <= $2 OR due <= $3)`
	stepRace = `UPDATE subjects SET version = version + 1, due = CASE WHEN ends > $2 THEN $3 + {race step} END,
		status = CASE WHEN ends <= $2 THEN 'over' ELSE status END, host = CASE WHEN ends > $2 THEN host END WHERE ` + mayStep + `
		AND (ends <= $2 OR begins <= $3 AND due - {race step} < begins OR EXISTS (SELECT 1 FROM racers WHERE race = $1 AND at >= due - {race step}))`
	endRace = `UPDATE subjects SET version = version + 1, status = 'over', host = NULL, due = NULL WHERE id = $1 AND ` + raceIsOpen
	ifEmpty = ` AND NOT EXISTS (SELECT 1 FROM racers WHERE race = $1)`
	// changeRacesOf draws the cards of open races again without a person who leaves.
	changeRacesOf = `UPDATE subjects SET version = version + 1 WHERE ` + raceIsOpen + ` AND id IN (SELECT race FROM racers WHERE player = $1)`
)

func (s *Store) JoinRace(ctx context.Context, id int64, player match.Player, now time.Time) error {
	return s.update(ctx, func(tx *Tx) {
		tx.exec(`{lock channel}`, "race")
		key := tx.savePlayer(player)
		if get[bool](tx, hasLeftRace, id, player.ID, hashOf(player.ID)) {
			tx.fail(race.ErrLeft)
		}
		if get[int](tx, `SELECT count(*) FROM racers WHERE race = $1 AND player <> $2`, id, key) >= race.MaxRacers {
			tx.fail(race.ErrFull)
		}
		if tx.exec(joinRace, id, key, millis(now)) == 0 && !get[bool](tx, `SELECT EXISTS (SELECT 1 FROM racers WHERE race = $1 AND player = $2)`, id, key) {
			tx.fail(match.ErrStale)
		}
	})
}

func (s *Store) AnswerRace(ctx context.Context, a race.Answer) (after race.Place, err error) {
	err = s.update(ctx, func(tx *Tx) {
		right := 0
		if a.Right {
			right = 1
		}
		key := get[int64](tx, answerRace, a.Race, a.Player, a.Number, right, millis(a.At), millis(a.Free))
		if key == 0 {
			tx.fail(match.ErrStale)
		}
		after, _ = placeColumns.first(tx, placeOf, a.Race, a.Player)
		if !a.Right {
			after.Own.Miss(a.Race, a.Number)
			tx.savePersonSettings(key, after.Own)
		}
	})
	return after, err
}

func (s *Store) RacePlace(ctx context.Context, id int64, player string) (race.Place, error) {
	return find(ctx, s, placeColumns, placeOf, id, player)
}

func (s *Store) RaceOf(ctx context.Context, player string, now time.Time) (match.Kept, error) {
	return find(ctx, s, keptColumns, raceOf, player, millis(now))
}

func (s *Store) RaceStanding(ctx context.Context, r race.Race) (of race.Standing, err error) {
	err = s.view(ctx, func(tx *Tx) {
		tx.scan(raceTotals, []any{r.ID}, &of.Racers, &of.Solved, &of.Hardest)
		of.Best = racerColumns.all(tx, bestRacers, r.ID, race.Shown)
		if r.Over {
			of.Missed = race.CountMisses(textColumns.all(tx, raceMisses, r.ID))
		}
	})
	return of, err
}

func (s *Store) StepRace(ctx context.Context, id int64, now time.Time) (stepped bool, err error) {
	due := []any{id, millis(now.Add(-race.Grace)), millis(now)}
	err = s.updateIf(ctx, `SELECT EXISTS (SELECT 1 FROM subjects WHERE `+mayStep+`)`, due, func(tx *Tx) {
		if stepped = tx.exec(stepRace, due...) > 0; stepped {
			tx.exec(forgetLeft, id)
		}
	})
	return stepped, err
}

func (s *Store) EndRace(ctx context.Context, id int64, empty bool) error {
	end := endRace
	if empty {
		end += ifEmpty
	}
	return s.update(ctx, func(tx *Tx) {
		tx.execOr(match.ErrStale, end, id)
		tx.exec(forgetLeft, id)
	})
}

func (s *Store) RaceRecords(ctx context.Context, room, player string, since time.Time, limit, offset int) (page []race.Record, total int, err error) {
	err = s.view(ctx, func(tx *Tx) {
		page = recordColumns.all(tx, raceRecords, room, millis(since), player, bound(limit), offset)
		total = get[int](tx, `SELECT count(*) `+bestRaces, room, millis(since), player)
	})
	return page, total, err
}
