package sqlstore

import (
	"context"
	"time"

	"nimatron/match"
	"nimatron/referee/race"
)

var newRace = fields[race.Race](`
	room=Room server=Server channel=Channel variant=Variant level=Level seed=Seed starts=Starts ends=Ends`)

var raceColumns = append(append(fields[race.Race]("id=ID is_over=Over version=Version message=Message"), newRace...),
	column[race.Race]{"coalesce((SELECT p.id FROM players p WHERE p.key = races.starter), '')", func(r *race.Race) any { return &r.Starter }})

var racerColumns = fields[race.Racer](`
	solved=Solved missed=Missed hardest=Hardest free=Free p.id=Player.ID p.name=Player.Name`).from("c")

var placeColumns = append(append(within(racerColumns, func(p *race.Place) *race.Racer { return &p.Racer }), columns[race.Place]{
	// Who is ahead: see racers_by_place.
	{`1 + (SELECT count(*) FROM racers o WHERE o.race = c.race AND o.solved >= c.solved AND (o.solved > c.solved
		OR o.missed < c.missed OR o.missed = c.missed AND (o.at < c.at OR o.at = c.at AND o.player < c.player)))`,
		func(p *race.Place) any { return &p.Place }},
	{`(SELECT is_over FROM races WHERE id = c.race)`, func(p *race.Place) any { return &p.Over }},
}...), within(personSettingsColumns.orZero("s"), func(p *race.Place) *match.PersonSettings { return &p.Own })...)

var recordColumns = fields[race.Record]("p.id=Player.ID p.name=Player.Name best.solved=Solved best.length=Length")

var missColumns = fields[race.Miss]("board=Board times=Times")

const raceIsOpen = `is_over = 0`

// A racer whose data was deleted misses so many boards until the end of the race, and nothing else is known of them. Without
// this row they could begin again and know the boards.
const (
	leftRace   = `1000000`
	isRacing   = `missed < ` + leftRace
	leaveRaces = `UPDATE racers SET solved = 0, missed = ` + leftRace + `, hardest = 0 WHERE player = $1 AND race IN (SELECT id FROM races WHERE ` + raceIsOpen + `)`
	endRaces   = `DELETE FROM racers WHERE player = $1 AND race NOT IN (SELECT id FROM races WHERE ` + raceIsOpen + `)`
	forgetLeft = `DELETE FROM racers WHERE race = $1 AND NOT ` + isRacing + ` AND EXISTS (SELECT 1 FROM races WHERE id = $1 AND is_over = 1)`
)

var hasLeftRace = `SELECT EXISTS (SELECT 1 FROM racers WHERE race = $1 AND NOT ` + isRacing + ` AND player IN ` + keysOf(2) + `)`

var (
	insertRace = newRace.keyed("starter").insert("races") + ` ON CONFLICT (channel) WHERE ` + raceIsOpen + ` DO NOTHING RETURNING id`
	raceByID   = `SELECT ` + raceColumns.names() + ` FROM races WHERE id = $1`
	raceOf     = `SELECT ` + raceColumns.names() + ` FROM races WHERE ` + raceIsOpen + ` AND ends > $2
		AND id IN (SELECT race FROM racers WHERE player = ` + ownKey + `) ORDER BY id LIMIT 1`
	openRaces  = `SELECT ` + raceColumns.names() + ` FROM races WHERE ` + raceIsOpen + ` ORDER BY channel`
	bestRacers = `SELECT ` + racerColumns.names() + ` FROM racers c JOIN players p ON p.key = c.player WHERE c.race = $1 AND c.` + isRacing + `
		ORDER BY c.solved DESC, c.missed, c.at, c.player LIMIT $2`
	placeOf = `SELECT ` + placeColumns.names() + ` FROM players p JOIN racers c ON c.race = $1 AND c.player = p.key
		LEFT JOIN person_settings s ON s.player = p.key WHERE p.id = $2`
	raceTotals = `SELECT count(*), CAST(coalesce(sum(solved), 0) AS BIGINT), coalesce(max(hardest), 0) FROM racers WHERE race = $1 AND ` + isRacing
	// The best result of each person is the one with the most boards a minute. Then the order is that of places.
	bestRaces = `FROM (SELECT c.player, c.solved, r.ends - r.starts AS length, c.missed, c.at,
			row_number() OVER (PARTITION BY c.player ORDER BY c.solved * 60000.0 / (r.ends - r.starts) DESC, c.missed, c.at) AS nth
		FROM races r JOIN racers c ON c.race = r.id WHERE r.room = $1 AND r.ends > $2 AND r.is_over = 1 AND c.solved > 0) best
		JOIN players p ON p.key = best.player WHERE best.nth = 1`
	raceBest    = `SELECT ` + recordColumns.names() + ` ` + bestRaces + ` AND p.id = $3`
	raceRecords = `SELECT ` + recordColumns.names() + ` ` + bestRaces + ` ORDER BY best.solved * 60000.0 / best.length DESC, best.missed, best.at, best.player LIMIT $3 OFFSET $4`
)

const (
	joinRace = `INSERT INTO racers (race, player, at, free) SELECT id, CAST($2 AS BIGINT), CAST($3 AS BIGINT), starts FROM races
		WHERE id = $1 AND ` + raceIsOpen + ` AND ends > $3 ON CONFLICT (race, player) DO NOTHING`
	answerRace = `UPDATE racers SET solved = solved + $4, missed = missed + 1 - $4, hardest = CASE $4 WHEN 1 THEN $3 ELSE hardest END, at = $5, free = $6
		WHERE race = $1 AND player = (SELECT key FROM players WHERE id = $2) AND solved + missed = $3 - 1 AND free <= $5
			AND EXISTS (SELECT 1 FROM races WHERE id = $1 AND ` + raceIsOpen + `)
			AND NOT EXISTS (SELECT 1 FROM matches WHERE left_player = racers.player AND state = {playing} AND rated = 1)
			AND NOT EXISTS (SELECT 1 FROM matches WHERE right_player = racers.player AND state = {playing} AND rated = 1) RETURNING player`
	missBoard  = `INSERT INTO race_misses (race, board, times) VALUES ($1, $2, 1) ON CONFLICT (race, board) DO UPDATE SET times = race_misses.times + 1`
	raceMisses = `SELECT board, times FROM race_misses WHERE race = $1 ORDER BY board`
	mayStep    = `id = $1 AND ` + raceIsOpen + ` AND (ends <= $2 OR stepped <= $3)`
	stepRace   = `UPDATE races SET version = version + 1, stepped = $4, is_over = CASE WHEN ends <= $2 THEN 1 ELSE 0 END,
		starter = CASE WHEN ends > $2 THEN starter END WHERE ` + mayStep + `
		AND (ends <= $2 OR EXISTS (SELECT 1 FROM racers WHERE race = $1 AND at >= races.stepped) OR starts <= $4 AND stepped < starts)`
	stopRace    = `UPDATE races SET version = version + 1, is_over = 1, starter = NULL WHERE id = $1 AND ` + raceIsOpen
	callOff     = stopRace + ` AND NOT EXISTS (SELECT 1 FROM racers WHERE race = $1)`
	forgetRaces = `DELETE FROM races WHERE id IN (SELECT id FROM races WHERE ends <= $1 AND is_over = 1 ORDER BY ends LIMIT $2)`
	// changeRacesOf draws the cards of open races again without a person who leaves.
	changeRacesOf = `UPDATE races SET version = version + 1 WHERE ` + raceIsOpen + ` AND id IN (SELECT race FROM racers WHERE player = $1)`
)

func (s *Store) CreateRace(ctx context.Context, r race.Race) (id int64, err error) {
	err = s.update(ctx, func(tx *Tx) {
		starter := int64(0)
		if r.Starter != "" {
			starter = tx.savePlayer(match.Player{ID: r.Starter})
		}
		if id = get[int64](tx, insertRace, newRace.keyed("starter").values(&r, orNull(starter))...); id == 0 {
			tx.fail(race.ErrRunning)
		}
	})
	return id, err
}

func (s *Store) Race(ctx context.Context, id int64) (race.Race, error) {
	return find(ctx, s, raceColumns, raceByID, id)
}

func (s *Store) OpenRaces(ctx context.Context) ([]race.Race, error) {
	return list(ctx, s, raceColumns, openRaces)
}

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
			tx.exec(missBoard, a.Race, a.Number)
			after.Own.Miss(a.Race, a.Number)
			tx.savePersonSettings(key, after.Own)
		}
	})
	return after, err
}

func (s *Store) RacePlace(ctx context.Context, id int64, player string) (race.Place, error) {
	return find(ctx, s, placeColumns, placeOf, id, player)
}

func (s *Store) RaceOf(ctx context.Context, player string, now time.Time) (race.Race, error) {
	return find(ctx, s, raceColumns, raceOf, player, millis(now))
}

func (s *Store) RaceStanding(ctx context.Context, r race.Race) (of race.Standing, err error) {
	err = s.view(ctx, func(tx *Tx) {
		tx.scan(raceTotals, []any{r.ID}, &of.Racers, &of.Solved, &of.Hardest)
		of.Best = racerColumns.all(tx, bestRacers, r.ID, race.Shown)
		if r.Over {
			of.Missed = missColumns.all(tx, raceMisses, r.ID)
		}
	})
	return of, err
}

func (s *Store) StepRace(ctx context.Context, id int64, now time.Time) (stepped bool, err error) {
	due := []any{id, millis(now.Add(-race.Grace)), millis(now.Add(-race.Step))}
	err = s.updateIf(ctx, `SELECT EXISTS (SELECT 1 FROM races WHERE `+mayStep+`)`, due, func(tx *Tx) {
		if stepped = tx.exec(stepRace, append(due, millis(now))...) > 0; stepped {
			tx.exec(forgetLeft, id)
		}
	})
	return stepped, err
}

func (s *Store) StopRace(ctx context.Context, id int64) error {
	return s.update(ctx, func(tx *Tx) {
		tx.execOr(match.ErrStale, stopRace, id)
		tx.exec(forgetLeft, id)
	})
}

func (s *Store) CallOffRace(ctx context.Context, id int64) error {
	return s.updateIf(ctx, `SELECT NOT EXISTS (SELECT 1 FROM racers WHERE race = $1)`, []any{id}, func(tx *Tx) { tx.exec(callOff, id) })
}

func (s *Store) RaceBest(ctx context.Context, room, player string, since time.Time) (race.Record, error) {
	return find(ctx, s, recordColumns, raceBest, room, millis(since), player)
}

func (s *Store) RaceRecords(ctx context.Context, room string, since time.Time, limit, offset int) (page []race.Record, total int, err error) {
	err = s.view(ctx, func(tx *Tx) {
		page = recordColumns.all(tx, raceRecords, room, millis(since), bound(limit), offset)
		total = get[int](tx, `SELECT count(*) `+bestRaces, room, millis(since))
	})
	return page, total, err
}

func (s *Store) ForgetRaces(ctx context.Context, before time.Time, limit int) (n int, err error) {
	err = s.updateIf(ctx, `SELECT EXISTS (SELECT 1 FROM races WHERE ends <= $1)`, []any{millis(before)}, func(tx *Tx) {
		n = tx.exec(forgetRaces, millis(before), bound(limit))
	})
	return n, err
}
