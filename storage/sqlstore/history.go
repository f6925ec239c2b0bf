package sqlstore

import (
	"context"
	"math"

	"nimatron/games"
	"nimatron/match"
)

// matchesOf finds the ids of the newest matches of player $1 that are older than
// match $2, at most $3. The index of each side goes no further back than it must.
func matchesOf(asLeft, asRight string) string {
	side := func(column, where string) string {
		return `SELECT id FROM (
			SELECT id FROM matches
			WHERE ` + column + ` = (SELECT key FROM players WHERE id = $1) AND id < $2 AND ` + where + `
			ORDER BY id DESC LIMIT $3) as_` + column
	}
	return spell(side("left_player", asLeft) + ` UNION ` + side("right_player", asRight) + ` ORDER BY id DESC LIMIT $3`)
}

// A pastRow is a match and what it did to a player's rating, if it did.
type pastRow struct {
	match.HistoryEntry
	change match.RatingChange
}

var pastColumns = append(
	within(matchColumns, func(p *pastRow) *match.Match { return &p.Match }),
	within(changeColumns, func(p *pastRow) *match.RatingChange { return &p.change })...)

// A formRow is what is needed of a match to say what it was for a player.
type formRow struct {
	match.Result
	right bool // the player sat right
}

var formColumns = columns[formRow]{
	{"m.winner", func(f *formRow) any { return (*seatColumn)(&f.Winner) }},
	{"m.left_player <> (SELECT key FROM players WHERE id = $1)", func(f *formRow) any { return &f.right }},
}

var (
	finishedOf = matchesOf(`state = {finished}`, `state = {finished}`)
	// A match that was cancelled says nothing of anybody's form.
	decidedOf = matchesOf(`state = {finished} AND termination <> {cancelled}`, `state = {finished} AND termination <> {cancelled}`)
	runningOf = spell(`
		SELECT ` + wholeColumns.names() + ` FROM (
			SELECT id FROM matches WHERE left_player = (SELECT key FROM players WHERE id = $1) AND state = {playing}
			UNION
			SELECT id FROM matches WHERE right_player = (SELECT key FROM players WHERE id = $1) AND state = {playing}
			ORDER BY id LIMIT $2) running
		CROSS JOIN matches m` + matchPlayers + `
		WHERE m.id = running.id
		ORDER BY running.id`)
	matchHistory = spell(`
		SELECT ` + pastColumns.names() + `
		FROM (` + finishedOf + `) past
		CROSS JOIN matches m` + matchPlayers + `
		LEFT JOIN rating_changes c ON c.match_id = m.id AND c.family = {overall}
			AND c.player = (SELECT key FROM players WHERE id = $1)
		WHERE m.id = past.id
		ORDER BY past.id DESC`)
	lostMatches = selectPast(wholeColumns, matchesOf(`winner = {right}`, `winner = {left}`))
	recentForm  = `
		SELECT ` + formColumns.names() + `
		FROM (` + decidedOf + `) past
		CROSS JOIN matches m
		WHERE m.id = past.id
		ORDER BY past.id DESC`
	wallOfHonour = selectPast(matchColumns, spell(`
		SELECT id FROM matches WHERE critical >= {honoured} ORDER BY id DESC LIMIT $1`))
)

// selectPast returns the matches whose ids a query finds, newest first.
func selectPast(c columns[match.Match], ids string) string {
	return `SELECT ` + c.names() + ` FROM (` + ids + `) past
		CROSS JOIN matches m` + matchPlayers + ` WHERE m.id = past.id ORDER BY past.id DESC`
}

// A tallyRow is a tally of one family.
type tallyRow struct {
	match.Tally
	family string
}

var tallyColumns = columns[tallyRow]{
	{"t.family", func(t *tallyRow) any { return &t.family }},
	{"t.wins", func(t *tallyRow) any { return &t.Wins }},
	{"t.losses", func(t *tallyRow) any { return &t.Losses }},
	{"t.draws", func(t *tallyRow) any { return &t.Draws }},
	{"t.unrated", func(t *tallyRow) any { return &t.Unrated }},
}

// betweenColumns count the matches of two players, as the left one has them.
var betweenColumns = columns[match.Tally]{
	{spell("count(*) FILTER (WHERE winner = {left})"), func(t *match.Tally) any { return &t.Wins }},
	{spell("count(*) FILTER (WHERE winner = {right})"), func(t *match.Tally) any { return &t.Losses }},
	{spell("count(*) FILTER (WHERE winner = {nobody})"), func(t *match.Tally) any { return &t.Draws }},
}

var opponentColumns = columns[match.Rating]{
	{"best.value", func(r *match.Rating) any { return &r.Value }},
	{"best.deviation", func(r *match.Rating) any { return &r.Deviation }},
	{"best.volatility", func(r *match.Rating) any { return &r.Volatility }},
}

var winColumns = append(
	within(matchColumns, func(w *match.Win) *match.Match { return &w.Match }),
	within(opponentColumns, func(w *match.Win) *match.Rating { return &w.Opponent })...)

var (
	talliesOf = `
		SELECT ` + tallyColumns.names() + ` FROM players p JOIN tallies t ON t.player = p.key
		WHERE p.id = $1`
	wonAndLost = spell(`
		SELECT ` + betweenColumns.names() + ` FROM matches
		WHERE left_player = (SELECT key FROM players WHERE id = $1)
			AND right_player = (SELECT key FROM players WHERE id = $2) AND state = {finished}`)
	bestWins = spell(`
		SELECT ` + winColumns.names() + ` FROM (
			SELECT o.match_id AS id, o.before_value AS value, o.before_deviation AS deviation,
				o.before_volatility AS volatility
			FROM rating_changes c CROSS JOIN rating_changes o
			WHERE o.match_id = c.match_id AND o.player <> c.player AND o.family = {overall}
				AND c.player = (SELECT key FROM players WHERE id = $1) AND c.family = {overall} AND c.result = 1
			ORDER BY o.before_value DESC, o.match_id DESC LIMIT $2) best
		CROSS JOIN matches m` + matchPlayers + `
		WHERE m.id = best.id
		ORDER BY best.value DESC, best.id DESC`)
)

// History implements match.Archive.
func (s *Store) History(ctx context.Context, player string, limit int, before int64) (page []match.HistoryEntry, more bool, err error) {
	defer wrap(&err, "history of player %s", player)
	limit = bound(limit)
	err = s.read(ctx, func(ctx context.Context, tx *Tx) error {
		rows, err := pastColumns.query(ctx, tx, matchHistory, player, olderThan(before), limit+1)
		if more = len(rows) > limit; more {
			rows = rows[:limit]
		}
		page = nil
		for _, row := range rows {
			page = append(page, row.past(player))
		}
		return err
	})
	return page, more, err
}

// past returns the row as its player has it.
func (p *pastRow) past(player string) match.HistoryEntry {
	if !p.change.At.IsZero() {
		p.change.MatchID, p.change.Player = p.Match.ID, player
		in := match.Ladder{Family: match.Overall, Pace: p.Match.Pace}
		p.change.Before.Ladder, p.change.After.Ladder = in, in
		overall := p.change
		p.Overall = &overall
	}
	return p.HistoryEntry
}

// olderThan returns the id below which those of the wanted matches are.
func olderThan(before int64) int64 {
	if before == 0 {
		return math.MaxInt64
	}
	return before
}

// bound returns limit, and 0 for a negative one, which to SQLite means no limit.
func bound(limit int) int { return max(limit, 0) }

// readTallies returns the tallies of a player by family.
func readTallies(ctx context.Context, tx *Tx, player string) (map[string]match.Tally, error) {
	rows, err := tallyColumns.query(ctx, tx, talliesOf, player)
	tallies := make(map[string]match.Tally, len(rows))
	for _, t := range rows {
		tallies[t.family] = t.Tally
	}
	return tallies, err
}

// Record implements match.Lists.
func (s *Store) Record(ctx context.Context, player string) (record match.Record, err error) {
	defer wrap(&err, "record of player %s", player)
	err = s.read(ctx, func(ctx context.Context, tx *Tx) (err error) {
		if record.Tallies, err = readTallies(ctx, tx, player); err != nil {
			return err
		}
		form, err := formColumns.query(ctx, tx, recentForm, player, olderThan(0), match.FormLength)
		record.Form = nil
		for _, f := range form {
			side := games.Left
			if f.right {
				side = games.Right
			}
			record.Form = append(record.Form, f.OutcomeOf(side))
		}
		return err
	})
	return record, err
}

// Tallies implements match.Lists.
func (s *Store) Tallies(ctx context.Context, player string) (tallies map[string]match.Tally, err error) {
	defer wrap(&err, "tallies of player %s", player)
	err = s.read(ctx, func(ctx context.Context, tx *Tx) (err error) {
		tallies, err = readTallies(ctx, tx, player)
		return err
	})
	return tallies, err
}

// Running implements match.Lists.
func (s *Store) Running(ctx context.Context, player string, limit int) (running []match.Match, err error) {
	defer wrap(&err, "running matches of player %s", player)
	return list(ctx, s, wholeColumns, runningOf, player, bound(limit))
}

// HeadToHead implements match.Lists.
func (s *Store) HeadToHead(ctx context.Context, one, other string) (won, lost, neither int, err error) {
	defer wrap(&err, "matches between %s and %s", one, other)
	err = s.read(ctx, func(ctx context.Context, tx *Tx) error {
		asLeft, err := betweenColumns.scanRow(tx.QueryRowContext(ctx, wonAndLost, one, other))
		if err != nil {
			return err
		}
		asRight, err := betweenColumns.scanRow(tx.QueryRowContext(ctx, wonAndLost, other, one))
		won, lost, neither = asLeft.Wins+asRight.Losses, asLeft.Losses+asRight.Wins, asLeft.Draws+asRight.Draws
		return err
	})
	return won, lost, neither, err
}

// Honour implements match.Lists.
func (s *Store) Honour(ctx context.Context, limit int) (won []match.Match, err error) {
	defer wrap(&err, "wall of honour")
	return list(ctx, s, matchColumns, wallOfHonour, bound(limit))
}

// BestWins implements match.Lists.
func (s *Store) BestWins(ctx context.Context, player string, limit int) (wins []match.Win, err error) {
	defer wrap(&err, "best wins of player %s", player)
	wins, err = list(ctx, s, winColumns, bestWins, player, bound(limit))
	for i := range wins {
		wins[i].Opponent.Ladder = match.Ladder{Family: match.Overall, Pace: wins[i].Match.Pace}
	}
	return wins, err
}

// LostBy implements match.Archive.
func (s *Store) LostBy(ctx context.Context, player string, limit int) (lost []match.Match, err error) {
	defer wrap(&err, "matches lost by player %s", player)
	return list(ctx, s, wholeColumns, lostMatches, player, olderThan(0), bound(limit))
}
