package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/storage"
)

var storedColumns = fields[match.Match](`
	channel=Channel server=Server variant=Variant family=Family start=Start chosen=Chosen first=First
	level=Level seed=Seed rated=Rated turn_time=TurnTime pace=Pace state=State winner=Winner
	termination=Termination version=Version hints_here=HintsHere advised=Advised message=Message created=Created
	updated=Updated ended=Ended leg=Leg tournament=Tournament called_off=CalledOff uncounted=Uncounted
	lesson=Lesson reviewed=Reviewed deadline=Deadline remind=Remind reminded=Reminded
	abandon_at=AbandonAt offer=Offer declined=Declined
	left_hints=Sides.0.Hints right_hints=Sides.1.Hints left_takebacks=Sides.0.Takebacks
	right_takebacks=Sides.1.Takebacks left_wins=Findings.0.Wins left_kept=Findings.0.Kept
	right_wins=Findings.1.Wins right_kept=Findings.1.Kept`)

// matchColumns are read from matches m with matchPlayers.
var matchColumns = slices.Concat(fields[match.Match](`
	m.id=ID l.id=Sides.0.ID l.name=Sides.0.Name r.id=Sides.1.ID r.name=Sides.1.Name`), columns[match.Match]{
	{"CASE WHEN m.leg = {first leg} THEN m.id ELSE coalesce(m.pair, 0) END", func(m *match.Match) any { return &m.Pair }},
}, storedColumns.from("m"))

var wholeColumns = append(matchColumns[:len(matchColumns):len(matchColumns)],
	column[match.Match]{movesOf, func(m *match.Match) any { return moveLists.of(&m.Moves) }})

var tableColumns = slices.Concat(within(wholeColumns, func(t *match.Table) *match.Match { return &t.Match }),
	within(personSettingsColumns.orZero("ls"), func(t *match.Table) *match.PersonSettings { return &t.Own[games.Left] }),
	within(personSettingsColumns.orZero("rs"), func(t *match.Table) *match.PersonSettings { return &t.Own[games.Right] }),
	columns[match.Table]{
		{tallyOf("left"), func(t *match.Table) any { return &t.Played[games.Left] }},
		{tallyOf("right"), func(t *match.Table) any { return &t.Played[games.Right] }},
		{"coalesce(v.settings, '')", func(t *match.Table) any { return jsonValue{&struct{ Pings *match.Pings }{&t.Pings}} }},
		{playsElsewhere, func(t *match.Table) any { return &t.Elsewhere }},
		{unversioned, func(t *match.Table) any { return &t.Unversioned }},
	})

const matchAudience = `
	LEFT JOIN person_settings ls ON ls.player = m.left_player
	LEFT JOIN person_settings rs ON rs.player = m.right_player
	LEFT JOIN server_settings v ON v.room = CASE WHEN m.server = '' AND m.front = '` + match.LocalFront + `' THEN m.front ELSE m.server END`

// tallyOf counts the finished matches in the family of match m of the person on a side. It skips the bot,
// whose number always changes.
func tallyOf(side string) string {
	return `CASE WHEN ` + side[:1] + `.id = ` + quote(match.BotID) + ` THEN 0 ELSE coalesce((SELECT wins + losses + draws FROM tallies WHERE player = m.` + side + `_player AND family = m.family), 0) END`
}

// playsElsewhere is the field Elsewhere of match m.
var playsElsewhere = func() string {
	person := `CASE WHEN l.id = ` + quote(match.BotID) + ` THEN m.right_player ELSE m.left_player END`
	return `CASE WHEN m.chosen = 0 OR m.level = '' THEN 0 WHEN EXISTS (` +
		eitherSide(` UNION ALL `, `SELECT 1 FROM matches o WHERE o.SIDE_player = `+person+` AND o.state = {playing} AND (o.rated = 1 OR `+maySpoil+`)`) + `) THEN 1 ELSE 0 END`
}()

// maySpoil selects matches against the bot at its best, whose win an answer would make a helped one.
const maySpoil = `level = {perfect} AND chosen = 0 AND lesson = '' AND advised = 0`

// unversioned is the field Unversioned of match m. Texts chosen by people come last. unversionedAfter counts on the
// first parts.
var unversioned = `concat_ws(' ', m.hints_here, m.advised, m.reminded, coalesce(ls.version, 0), coalesce(rs.version, 0), coalesce(v.version, 0), ` +
	tallyOf("left") + `, ` + tallyOf("right") + `, ` + playsElsewhere + `, m.message, l.name, r.name)`

// unversionedOf is unversioned in a statement on matches m alone.
var unversionedOf = `(SELECT ` + unversioned + ` FROM players l JOIN players r ON r.key = m.right_player` + matchAudience + ` WHERE l.key = m.left_player)`

var versionColumns = append(fields[match.TableVersion]("m.id=ID m.version=Version"),
	column[match.TableVersion]{unversionedOf, func(v *match.TableVersion) any { return &v.Unversioned }})

const matchPlayers = `
	JOIN players l ON l.key = m.left_player
	JOIN players r ON r.key = m.right_player`

const newestIn = ` WHERE m.channel = $1 ORDER BY m.id DESC LIMIT 1`

var (
	selectWhole = `SELECT ` + wholeColumns.names() + ` FROM matches m` + matchPlayers

	selectTable = `SELECT ` + tableColumns.aliases() + ` FROM matches m` + matchPlayers + matchAudience

	lastMatch   = selectTable + newestIn
	lastVersion = `SELECT ` + versionColumns.aliases() + ` FROM matches m` + newestIn
	tableByID   = selectTable + ` WHERE m.id = $1`
	matchByID   = selectWhole + ` WHERE m.id = $1`
	secondLeg   = selectWhole + ` WHERE m.pair = $1`
)

var setFindings = `
	UPDATE matches SET reviewed = 1, left_wins = $1, left_kept = $2, right_wins = $3, right_kept = $4
	WHERE id = $5 AND state = {finished}`

func (s *Store) CreateMatch(ctx context.Context, m match.Match) (_ match.Match, err error) {
	m = storage.NewMatch(m)
	err = s.update(ctx, func(tx *Tx) {
		tx.exec(`{lock channel}`, m.Channel)
		if m.Chosen && m.AgainstBot() {
			if running := tx.answer(m.Player(m.Human()), m.Created); running.ID != 0 {
				tx.fail(match.ErrCounts)
			}
		}
		tx.createMatch(&m)
		if get[bool](tx, challengeWaits, m.Channel, millis(m.Created)) {
			tx.fail(match.ErrChallengeOpen)
		}
	})
	return m, err
}

func (tx *Tx) createMatch(m *match.Match) {
	if m.Leg == match.FirstLeg {
		m.Pair = 0 // in the table the first match points at none
	}
	left, right := tx.savePlayers(m.Sides[games.Left].Player, m.Sides[games.Right].Player)
	if !tx.scan(insertMatch, newMatch.values(m, left, right, 0, orNull(m.Pair)), &m.ID) {
		tx.fail(match.ErrChannelBusy)
	}
	if m.Leg == match.FirstLeg {
		m.Pair = m.ID
	}
	tx.insertMoves(m.ID, 0, m.Moves)
}

var newMatch = storedColumns.keyed("left_player", "right_player", "shown_version", "pair")

var insertMatch = newMatch.insert("matches") + `
	ON CONFLICT (channel) WHERE state = {playing} DO NOTHING
	RETURNING id`

var moveColumns = []string{"match_id", "ply", "actor", "text", "at"}

// insertMovesSQL are the statements that insert one move, two moves and so on.
var insertMovesSQL = func() (statements [8]string) {
	statement := `INSERT INTO moves (` + strings.Join(moveColumns, ", ") + `) VALUES `
	for n := range statements {
		statements[n] = statement + `(` + placeholders(5*n+1, 5) + `)`
		statement = statements[n] + `, `
	}
	return statements
}()

func (tx *Tx) insertMoves(matchID int64, ply int, moves []match.Move) {
	for some := range slices.Chunk(appendMoves(nil, matchID, ply, moves), len(insertMovesSQL)) {
		tx.exec(insertMovesSQL[len(some)-1], slices.Concat(some...)...)
	}
}

func appendMoves(rows [][]any, matchID int64, ply int, moves []match.Move) [][]any {
	for i, m := range moves {
		rows = append(rows, []any{matchID, ply + i + 1, m.Actor.String(), m.Text, millis(m.At)})
	}
	return rows
}

var (
	// A step without an end leaves out the columns that only an end changes: SQLite would rewrite
	// their indexes even for the same values.
	goOn = step(`deadline = $6, remind = $7, abandon_at = $8, offer = $9,
		declined = CASE WHEN $10 = 1 THEN {nobody} WHEN $9 = {nobody} THEN offer ELSE declined END,
		reminded = CASE WHEN $10 = 1 THEN 0 ELSE reminded END, hints_here = CASE WHEN $10 = 1 THEN 0 ELSE hints_here END`)
	// playOn is goOn for moves where nobody has asked to take back: SQLite checks each column that a statement sets.
	playOn      = step(`deadline = $6, remind = $7, abandon_at = $8, reminded = 0, hints_here = 0`)
	finishMatch = step(`ended = $3, state = {finished}, winner = $6, termination = $7, called_off = $8, uncounted = $9,
		deadline = NULL, remind = NULL, abandon_at = NULL, reminded = 0, offer = {nobody}, declined = {nobody}`)
	takeMovesBack = `
		DELETE FROM moves
		WHERE match_id = (SELECT id FROM matches WHERE id = $1 AND state = {playing})
			AND ply > (SELECT max(ply) FROM moves WHERE match_id = $1) - $2`
	addHint = `
		UPDATE matches SET left_hints = left_hints + CASE WHEN $1 = {left} THEN 1 ELSE 0 END, right_hints = right_hints + CASE WHEN $1 = {right} THEN 1 ELSE 0 END,
			hints_here = hints_here + 1
		WHERE id = $2 AND version = $3 AND state = {playing}`
)

// step returns the statement that advances match $1 from version $2 to the next one at time $3. $4
// is the side of a takeback, and set has further assignments. Nothing changes unless $5 is empty
// or Unversioned. The statement returns nothing: for rows, SQLite makes a table and the library a goroutine.
func step(set string) string {
	unversioned := regexp.MustCompile(`\bm\.`).ReplaceAllString(unversionedOf, "matches.") // SQLite has no aliases here
	return `
		UPDATE matches SET version = version + 1, updated = $3, ` + set + `,
			left_takebacks = left_takebacks + CASE WHEN $4 = {left} THEN 1 ELSE 0 END, right_takebacks = right_takebacks + CASE WHEN $4 = {right} THEN 1 ELSE 0 END
		WHERE id = $1 AND version = $2 AND state = {playing} AND ($5 = '' OR $5 = ` + unversioned + `)`
}

func (s *Store) Append(ctx context.Context, id, version int64, c match.Change) (_ match.Appended, err error) {
	if err := c.Check(); err != nil {
		return match.Appended{}, err
	}
	a := match.Appended{Version: version + 1, Unversioned: unversionedAfter(c)}
	if c.Next != nil {
		next := storage.NewMatch(*c.Next)
		if next.Leg == match.SecondLeg {
			next.Pair = id
		}
		a.Next = &next
	}
	err = s.update(ctx, func(tx *Tx) {
		if a.Next != nil {
			tx.exec(`{lock channel}`, a.Next.Channel)
		}
		tx.advance(id, version, c)
		tx.insertMoves(id, c.Ply, c.Moves)
		e := ending{id: id, Change: c}
		if a.Next != nil {
			tx.createMatch(a.Next)
			e.next = a.Next.ID
		}
		if c.End != nil {
			tx.tell(e)
		}
		if c.Findings != nil {
			tx.setFindings(id, *c.Findings)
		}
		if c.Notice != match.NoNotice {
			channel := get[string](tx, `SELECT channel FROM matches WHERE id = $1`, id)
			tx.notify(aboutMatch(c.Notice, channel, id, c.Now))
		}
	})
	return a, err
}

type ending struct {
	id   int64
	next int64
	match.Change
}

// atEnd are the hooks of other features, which run in the transaction that ends a match. Each is in
// its feature's file.
var atEnd = []func(*Tx, ending){changeClasses, notifyFollowers, changeRatings, noteAnswers, leaveChannel, advanceTournament}

func (tx *Tx) tell(e ending) {
	for _, hook := range atEnd {
		hook(tx, e)
	}
}

// unversionedAfter returns Unversioned after a change that is based on c.Unversioned, as goOn and finishMatch change
// the first parts, and "" if c.Unversioned is empty.
func unversionedAfter(c match.Change) string {
	parts := strings.SplitN(c.Unversioned, " ", 4)
	if len(parts) < 4 {
		return ""
	}
	hintsHere, reminded := &parts[0], &parts[2]
	if c.Plays() {
		*reminded = "0"
		if c.End == nil {
			*hintsHere = "0"
		}
	}
	return strings.Join(parts, " ")
}

// advance takes moves back and advances the match to its next version.
func (tx *Tx) advance(id, version int64, c match.Change) {
	taken := 0
	if c.Takeback > 0 {
		taken = tx.exec(takeMovesBack, id, c.Takeback)
	}
	if c.Plays() {
		c.Offer = match.Nobody
	}
	statement, changed := goOn, []any{millis(c.Deadline), millis(c.Remind), millis(c.AbandonAt), c.Offer.Code(), c.Plays() || c.Takeback > 0}
	switch {
	case c.End != nil:
		statement, changed = finishMatch, []any{c.End.Winner.Code(), string(c.End.Termination), c.CalledOff.Code(), c.Uncounted}
	case c.Plays() && c.Undisputed:
		statement, changed = playOn, changed[:3]
	}
	arguments := append([]any{id, version, millis(c.Now), c.TakebackBy.Code(), c.Unversioned}, changed...)
	if tx.exec(statement, arguments...) == 0 {
		tx.fail(match.ErrStale)
	}
	if taken != c.Takeback {
		tx.fail(fmt.Errorf("only %d of %d moves to take back", taken, c.Takeback))
	}
}

func (s *Store) AddHint(ctx context.Context, id, version int64, to games.Side) error {
	return s.update(ctx, func(tx *Tx) { tx.execOr(match.ErrStale, addHint, to.String(), id, version) })
}

func (s *Store) LastMatch(ctx context.Context, channel string) (match.Table, error) {
	return find(ctx, s, tableColumns, lastMatch, channel)
}

func (s *Store) LastVersion(ctx context.Context, channel string) (match.TableVersion, error) {
	return find(ctx, s, versionColumns, lastVersion, channel)
}

func (s *Store) TableByID(ctx context.Context, id int64) (match.Table, error) {
	return find(ctx, s, tableColumns, tableByID, id)
}

func (s *Store) MatchByID(ctx context.Context, id int64) (match.Match, error) {
	return find(ctx, s, wholeColumns, matchByID, id)
}

func (s *Store) SecondLeg(ctx context.Context, first int64) (match.Match, error) {
	return find(ctx, s, wholeColumns, secondLeg, first)
}

func (s *Store) SetFindings(ctx context.Context, id int64, f match.Findings) error {
	return s.update(ctx, func(tx *Tx) { tx.setFindings(id, f) })
}

func (tx *Tx) setFindings(id int64, f match.Findings) {
	left, right := f[games.Left], f[games.Right]
	tx.execOr(match.ErrNotFound, setFindings, left.Wins, left.Kept, right.Wins, right.Kept, id)
}

var endColumns = columns[time.Time]{{"ended", func(t *time.Time) any { return times.of(t) }}}

func eitherSide(union, query string) string {
	return strings.ReplaceAll(query, "SIDE", "left") + union + strings.ReplaceAll(query, "SIDE", "right")
}

func selectRunning(c columns[match.Match], condition string) string {
	return `SELECT ` + c.names() + ` FROM (` + eitherSide(` UNION `, `
		SELECT id FROM matches WHERE SIDE_player = `+ownKey+` AND state = {playing}`+condition) + `) running
		CROSS JOIN matches m` + matchPlayers + ` WHERE m.id = running.id ORDER BY m.id`
}

var (
	runningOf    = selectRunning(wholeColumns, ``) + ` LIMIT $2`
	runningRated = selectRunning(matchColumns, ` AND rated = 1`)

	calledOff = eitherSide(` UNION ALL `, `
		SELECT `+endColumns.names()+` FROM matches WHERE SIDE_player IN `+keysOf(1)+` AND called_off = 'SIDE' AND rated = 1 AND ended >= $3`)

	// The running matches of player $1 that an answer would spoil, or in which they have voted.
	markAdvised = `UPDATE matches SET advised = 1 WHERE ` + eitherSide(` OR `, `SIDE_player = `+ownKey+` AND state = {playing} AND `+maySpoil) +
		` OR id IN (SELECT match FROM votes WHERE player = ` + ownKey + `) AND state = {playing} AND advised = 0`
)

var (
	noteAdvice = `UPDATE players SET advised_at = $2 WHERE id = $1`
	// The moves of a match against the bot from a chosen start are answers.
	lastAdvice = `SELECT coalesce(max(at), 0) FROM (SELECT advised_at AS at FROM players WHERE id = $1 UNION ALL ` +
		eitherSide(` UNION ALL `, `SELECT updated FROM matches WHERE SIDE_player = `+ownKey+` AND state = {playing} AND chosen = 1 AND level <> ''`) + `) answers`
	playerIDs  = fields[match.Player]("p.id=ID")
	answeredIn = `SELECT p.id FROM matches m JOIN players p ON p.key IN (m.left_player, m.right_player) AND p.id <> ` + quote(match.BotID) + `
		WHERE m.id = $1 AND m.chosen = 1 AND (m.level <> '' OR m.winner <> '') ORDER BY p.id`
)

// NoteAdvice does not record its request as done, because a question may be asked again.
func (s *Store) NoteAdvice(ctx context.Context, player match.Player, now time.Time) (running match.Match, err error) {
	err = s.transact(ctx, func(tx *Tx) { running = tx.answer(player, now) })
	return running, err
}

func (tx *Tx) answer(player match.Player, now time.Time) match.Match {
	running, counts := matchColumns.first(tx, runningRated, player.ID)
	if !counts {
		tx.savePlayer(player)
		tx.noteAdvice(player.ID, now)
	}
	return running
}

func (tx *Tx) noteAdvice(player string, now time.Time) {
	tx.exec(noteAdvice, player, millis(now))
	tx.exec(markAdvised, player)
}

// noteAnswers records that a player got answers: the review of a match that ends, or the bot's moves in it.
func noteAnswers(tx *Tx, e ending) {
	for _, player := range playerIDs.all(tx, answeredIn, e.id) {
		tx.noteAdvice(player.ID, e.Now)
	}
}

func (s *Store) LastAdvice(ctx context.Context, player string) (at time.Time, err error) {
	err = s.ask(ctx, func(tx *Tx) {
		if ms := get[int64](tx, lastAdvice, player); ms > 0 {
			at = time.UnixMilli(ms).UTC()
		}
	})
	return at, err
}

func (s *Store) Running(ctx context.Context, player string, limit int) ([]match.Match, error) {
	return list(ctx, s, wholeColumns, runningOf, player, bound(limit))
}

func (s *Store) RunningRated(ctx context.Context, player string) ([]match.Match, error) {
	return list(ctx, s, matchColumns, runningRated, player)
}

func (s *Store) CalledOff(ctx context.Context, player string, since time.Time) (times []time.Time, err error) {
	times, err = list(ctx, s, endColumns, calledOff, player, hashOf(player), millis(since))
	slices.SortFunc(times, time.Time.Compare)
	return times, err
}

const movesOf = `(SELECT string_agg(actor || ' ' || at || ' ' || octet_length(text) || ':' || text, '')
	FROM (SELECT actor, at, text FROM moves WHERE match_id = m.id ORDER BY ply) made)`

var moveLists = &conversion[[]match.Move]{read: readMoves}

var errMoves = errors.New("the moves can't be read")

// readMoves parses movesOf. NULL means no moves.
func readMoves(v any) ([]match.Move, error) {
	all := text(v)
	if all == "" {
		return nil, nil
	}
	moves := make([]match.Move, 0, strings.Count(all, ":"))
	for all != "" {
		actor, rest, _ := strings.Cut(all, " ")
		at, rest, _ := strings.Cut(rest, " ")
		length, rest, _ := strings.Cut(rest, ":")
		side, err := match.ParseSide(actor)
		ms, err1 := strconv.ParseInt(at, 10, 64)
		n, err2 := strconv.Atoi(length)
		if err := errors.Join(err, err1, err2); err != nil || n < 0 || n > len(rest) {
			return nil, errors.Join(errMoves, err)
		}
		moves = append(moves, match.Move{Actor: side, Text: rest[:n], At: time.UnixMilli(ms).UTC()})
		all = rest[n:]
	}
	return moves, nil
}
