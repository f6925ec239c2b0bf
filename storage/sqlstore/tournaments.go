package sqlstore

import (
	"context"
	"strconv"
	"time"

	"nimatron/match"
	"nimatron/referee/tournament"
	"nimatron/storage"
)

var storedTournamentColumns = fields[tournament.Tournament](`
	server=Server channel=Channel name=Name format=Format variant=Variant size=Size turn_time=TurnTime
	rounds=Rounds length=Length places=Places rated=Rated seed=Seed state=State round=Round created=Created
	starts=Starts reminded=Reminded started=Started ended=Ended version=Version message=Message stuck=Stuck`)

var tournamentColumns = append(fields[tournament.Tournament](`
	t.id=ID l.id=Leader.ID l.name=Leader.Name`), storedTournamentColumns.from("t")...)

var newTournament = storedTournamentColumns.keyed("leader")

// steppedColumns are those that SaveTournament changes. The front changes the message.
var steppedColumns = storedTournamentColumns.without("version", "message").keyed("id", "version")

type storedEntrant struct {
	tournament.Entrant
	Number, Key int64
}

var entrantValues = fields[storedEntrant](`
	joined=Joined paused=Paused missed=Missed at=At place=Place rating=Rating left_after=Left number=Number`)

var entrantColumns = append(fields[storedEntrant]("p.id=ID p.name=Name e.player=Key"), entrantValues.from("e")...)

var pairingValues = append(fields[tournament.Pairing](`
	round=Round board=Board game=Game channel=Channel forfeit=Forfeit ended=Ended first_won=Won.0
	second_won=Won.1 is_over=Over first_chances=Found.0.Wins first_found=Found.0.Kept
	second_chances=Found.1.Wins second_found=Found.1.Kept`),
	column[tournament.Pairing]{"match", func(m *tournament.Pairing) any { return keys.of(&m.Match) }})

var pairingColumns = append(append(fields[tournament.Pairing]("f.id=First"),
	column[tournament.Pairing]{"coalesce(o.id, '')", func(m *tournament.Pairing) any { return &m.Second }}),
	pairingValues.from("g")...)

var coupleColumns = fields[[2]string]("o.id=0 p.id=1")

var eventColumns = fields[tournament.Event]("name=Name format=Format l.id=Leader g.round=Round g.game=Game").from("t")

const isOpen = `state IN ('open', 'running')`

// overMatch joins open pairings g with their matches that are over.
var overMatch = `JOIN matches a ON a.id = g.match WHERE g.is_over = 0 AND a.state = {finished}
	AND (a.winner = {nobody} OR a.leg = {alone} OR EXISTS (SELECT 1 FROM matches b WHERE b.pair = a.id AND b.id <> a.id AND b.state = {finished}))`

var (
	selectTournaments = `SELECT ` + tournamentColumns.names() + ` FROM tournaments t JOIN players l ON l.key = t.leader`
	tournamentByID    = selectTournaments + ` WHERE t.id = $1`
	tournamentsOf     = selectTournaments + ` WHERE t.server = $1 AND (t.server <> '' OR t.channel = $2)
		ORDER BY CASE WHEN t.` + isOpen + ` THEN 0 ELSE 1 END, t.id DESC LIMIT $3`
	// A running tournament is due if a pairing's games are over, if no pairing is open, or if one
	// has waited too long for a channel.
	dueTournaments = `SELECT t.id FROM tournaments t WHERE t.` + isOpen + ` AND (t.state = 'open' AND t.starts - CASE t.reminded WHEN 0 THEN {start reminder} ELSE 0 END <= $1
			OR t.state = 'running' AND (t.stuck <= $2
				OR NOT EXISTS (SELECT 1 FROM pairings g WHERE g.tournament = t.id AND g.is_over = 0)
				OR EXISTS (SELECT 1 FROM pairings g ` + overMatch + ` AND g.tournament = t.id)))
		ORDER BY t.id LIMIT $3`
	countOpen        = `SELECT count(*) FROM tournaments WHERE server = $1 AND (server <> '' OR channel = $2) AND ` + isOpen
	insertTournament = newTournament.insert("tournaments") + ` RETURNING id`
	entrantsOf       = `SELECT ` + entrantColumns.names() + ` FROM entrants e JOIN players p ON p.key = e.player WHERE e.tournament = $1 ORDER BY e.number`
	selectPairings   = `SELECT ` + pairingColumns.names() + ` FROM pairings g JOIN players f ON f.key = g.first LEFT JOIN players o ON o.key = g.second `
	pairingsOf       = selectPairings + `WHERE g.tournament = $1 ORDER BY g.round, g.board, g.game`
	blockedIn        = `WITH people AS (SELECT player FROM entrants WHERE tournament = $1 UNION SELECT leader FROM tournaments WHERE id = $1)
		SELECT ` + coupleColumns.names() + ` FROM people e JOIN blocks b ON b.player = e.player JOIN people f ON f.player = b.blocked
		JOIN players o ON o.key = e.player JOIN players p ON p.key = f.player ORDER BY b.since, b.player, b.blocked`
	stepTournament   = `UPDATE tournaments SET version = version + 1, (` + steppedColumns[2:].names() + `) = (` + placeholders(3, len(steppedColumns)-2) + `) WHERE id = $1 AND version = $2`
	tournamentBegins = `UPDATE tournaments SET version = version + 1 WHERE id = $1`
	saveEntrant      = entrantValues.keyed("tournament", "player").insert("entrants") + `
		ON CONFLICT (tournament, player) DO UPDATE SET rating = excluded.rating, joined = excluded.joined, left_after = excluded.left_after,
			paused = excluded.paused, missed = excluded.missed, place = excluded.place`
	savePairing = pairingValues.keyed("tournament", "first", "second").insert("pairings") + `
		ON CONFLICT (tournament, round, board, game) DO UPDATE SET first_won = excluded.first_won, second_won = excluded.second_won,
			is_over = excluded.is_over, forfeit = excluded.forfeit, ended = excluded.ended,
			first_chances = excluded.first_chances, first_found = excluded.first_found, second_chances = excluded.second_chances, second_found = excluded.second_found`
	// Players who deleted their data since the pairing have a different key now.
	beginPairing = `UPDATE pairings SET channel = $5, match = $6 WHERE tournament = $1 AND round = $2 AND board = $3 AND game = $4 AND match IS NULL AND is_over = 0
		AND EXISTS (SELECT 1 FROM matches m WHERE m.id = $6 AND m.left_player = pairings.first AND m.right_player = pairings.second)`
	// The version rises if the message changes.
	releasePairings = `UPDATE tournaments SET taken_until = $2, stuck = $3,
		version = version + CASE WHEN coalesce(stuck, 0) = coalesce(CAST($3 AS BIGINT), 0) THEN 0 ELSE 1 END WHERE id = $1`
	takePairings = `WITH free AS MATERIALIZED (
		SELECT t.id FROM tournaments t WHERE ` + isOpen + ` AND t.front = $1 AND t.state = 'running' AND (t.taken_until <= $2 OR t.taken_until > $2 + 3600000)
			AND EXISTS (SELECT 1 FROM pairings m WHERE m.tournament = t.id AND m.channel = '' AND m.is_over = 0)
		ORDER BY t.id LIMIT $4 {skip locked})
		UPDATE tournaments SET taken_until = $3 WHERE id IN (SELECT id FROM free) RETURNING id`
	pairingsDue  = `SELECT EXISTS (SELECT 1 FROM pairings WHERE channel = '' AND is_over = 0)`
	pairingsOver = selectPairings + overMatch + ` AND g.tournament = $1
		ORDER BY g.round, g.board, g.game`
	eventOf = `SELECT ` + eventColumns.names() + ` FROM pairings g JOIN tournaments t ON t.id = g.tournament
		JOIN players l ON l.key = t.leader WHERE g.match = $1`
)

func (s *Store) CreateTournament(ctx context.Context, t tournament.Tournament) (_ tournament.Tournament, err error) {
	t.State, t.Version, t.Created, t.Starts = tournament.Open, 1, storage.Stored(t.Created), storage.Stored(t.Starts)
	err = s.update(ctx, func(tx *Tx) {
		tx.exec(`{lock channel}`, "tournaments of "+t.Server+" "+t.Channel)
		if get[int](tx, countOpen, t.Server, t.Channel) >= tournament.MaxOpen {
			tx.fail(tournament.ErrTooMany)
		}
		t.ID = get[int64](tx, insertTournament, newTournament.values(&t, tx.savePlayer(t.Leader))...)
	})
	return t, err
}

func (s *Store) Tournament(ctx context.Context, id int64) (t tournament.Tournament, err error) {
	err = s.view(ctx, func(tx *Tx) {
		t = tournamentColumns.one(tx, tournamentByID, id)
		for _, e := range entrantColumns.all(tx, entrantsOf, id) {
			t.Entrants = append(t.Entrants, e.Entrant)
		}
		t.Pairings = pairingColumns.all(tx, pairingsOf, id)
		if !t.Closed() {
			t.Blocked = coupleColumns.all(tx, blockedIn, id)
		}
	})
	return t, err
}

func (s *Store) TournamentsOf(ctx context.Context, server, channel string, limit int) ([]tournament.Tournament, error) {
	return list(ctx, s, tournamentColumns, tournamentsOf, server, channel, bound(limit))
}

func (s *Store) DueTournaments(ctx context.Context, now, stuck time.Time, limit int) ([]int64, error) {
	return list(ctx, s, idColumns, dueTournaments, millis(now), millis(stuck), bound(limit))
}

func (s *Store) EventOf(ctx context.Context, id int64) (tournament.Event, error) {
	return find(ctx, s, eventColumns, eventOf, id)
}

func (s *Store) SaveTournament(ctx context.Context, t tournament.Tournament, version int64, now time.Time, notices ...match.NoticeKind) error {
	return s.update(ctx, func(tx *Tx) {
		tx.execOr(match.ErrStale, stepTournament, steppedColumns.values(&t, t.ID, version)...)
		tx.savePairings(&t, tx.saveEntrants(&t))
		for _, notice := range notices {
			tx.notifyOf(&t, notice, now)
		}
	})
}

func (tx *Tx) notifyOf(t *tournament.Tournament, notice match.NoticeKind, now time.Time) {
	parts := 1
	if notice == match.SoonNotice || notice == match.OverNotice && t.State == tournament.Cancelled {
		parts = max(1, (len(t.Entrants)+tournament.CalledAtOnce-1)/tournament.CalledAtOnce)
	}
	for part := range parts {
		n := match.Notice{Kind: notice, Channel: t.Channel, About: match.Subject{Kind: match.TournamentSubject, ID: t.ID}, Created: now}
		if part > 0 {
			n.Message = strconv.Itoa(part)
		}
		tx.notify(n)
	}
}

// saveEntrants stores the entrants that have changed, numbered in the order of joining, and returns the
// keys of all by their IDs.
func (tx *Tx) saveEntrants(t *tournament.Tournament) map[string]int64 {
	keys := map[string]int64{}
	stored := entrantColumns.all(tx, entrantsOf, t.ID)
	for i, e := range t.Entrants {
		n := storedEntrant{Entrant: e, Number: int64(i + 1)}
		if i < len(stored) {
			n.Key = stored[i].Key
		} else {
			n.Key = tx.savePlayer(e.Player)
		}
		if keys[e.ID] = n.Key; i >= len(stored) || stored[i].Entrant != e {
			tx.exec(saveEntrant, append([]any{t.ID, n.Key}, entrantValues.values(&n)...)...)
		}
	}
	return keys
}

func (tx *Tx) savePairings(t *tournament.Tournament, keys map[string]int64) {
	same := map[tournament.Pairing]bool{}
	for _, m := range pairingColumns.all(tx, pairingsOf, t.ID) {
		same[m] = true
	}
	for _, m := range t.Pairings {
		if !same[m] {
			tx.exec(savePairing, append([]any{t.ID, keys[m.First], orNull(keys[m.Second])}, pairingValues.values(&m)...)...)
		}
	}
}

func (s *Store) TakePairings(ctx context.Context, front string, now, until time.Time, limit int) (ids []int64, err error) {
	err = s.updateIf(ctx, pairingsDue, nil, func(tx *Tx) {
		ids = idColumns.all(tx, takePairings, front, millis(now), millis(until), bound(limit))
	})
	return ids, err
}

func (s *Store) ReleasePairings(ctx context.Context, tournament int64, stuck, due time.Time) error {
	return s.update(ctx, func(tx *Tx) { tx.exec(releasePairings, tournament, millis(due), millis(stuck)) })
}

func (s *Store) BeginPairing(ctx context.Context, tournament int64, round, board, game int, m match.Match) (_ match.Match, err error) {
	m.Tournament = tournament
	m = storage.NewMatch(m)
	err = s.update(ctx, func(tx *Tx) {
		tx.exec(`{lock channel}`, m.Channel)
		tx.createMatch(&m)
		tx.execOr(match.ErrStale, beginPairing, tournament, round, board, game, m.Channel, m.ID)
		tx.exec(tournamentBegins, tournament)
		tx.notify(aboutMatch(match.PairingNotice, m.Channel, m.ID, m.Created))
	})
	return m, err
}

func (s *Store) PairingsOver(ctx context.Context, tournament int64) ([]tournament.Pairing, error) {
	return list(ctx, s, pairingColumns, pairingsOver, tournament)
}
