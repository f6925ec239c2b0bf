package sqlstore

import (
	"context"
	"math"

	"nimatron/match"
)

// matchesOf finds the ids of the newest matches of player $1 with an id below $2, at most $3. The
// index of each side is read no further than necessary.
func matchesOf(condition string) string {
	return eitherSide(` UNION `, `SELECT id FROM (
			SELECT id FROM matches
			WHERE SIDE_player = `+ownKey+` AND id < $2 AND `+condition+`
			ORDER BY id DESC LIMIT $3) as_SIDE_player`) + ` ORDER BY id DESC LIMIT $3`
}

type pastRow struct {
	match.HistoryEntry
	change match.RatingChange
}

var pastColumns = append(
	within(matchColumns, func(p *pastRow) *match.Match { return &p.Match }),
	within(changeColumns, func(p *pastRow) *match.RatingChange { return &p.change })...)

// formColumns are the outcome of match m for player $1.
var formColumns = columns[match.Outcome]{{`CASE m.winner WHEN {nobody} THEN {no winner}
	WHEN CASE m.left_player WHEN ` + ownKey + ` THEN {left} ELSE {right} END THEN {won} ELSE {lost} END`, func(o *match.Outcome) any { return o }}}

var (
	finishedOf = matchesOf(`state = {finished}`)
	// A cancelled match does not count for a player's form.
	decidedOf    = matchesOf(`state = {finished} AND termination <> {cancelled}`)
	matchHistory = `
		SELECT ` + pastColumns.names() + `
		FROM (` + finishedOf + `) past
		CROSS JOIN matches m` + matchPlayers + `
		LEFT JOIN rating_changes c ON c.match_id = m.id AND c.family = {overall}
			AND c.player = ` + ownKey + `
		WHERE m.id = past.id
		ORDER BY past.id DESC`
	lostMatches = selectPast(wholeColumns, matchesOf(`winner <> {nobody} AND winner <> 'SIDE'`))
	recentForm  = `
		SELECT ` + formColumns.names() + `
		FROM (` + decidedOf + `) past
		CROSS JOIN matches m
		WHERE m.id = past.id
		ORDER BY past.id DESC`
)

func selectPast(c columns[match.Match], ids string) string {
	return `SELECT ` + c.names() + ` FROM (` + ids + `) past
		CROSS JOIN matches m` + matchPlayers + ` WHERE m.id = past.id ORDER BY past.id DESC`
}

type tallyRow struct {
	match.Tally
	Family string
}

var tallyColumns = fields[tallyRow]("family=Family wins=Wins losses=Losses draws=Draws unrated=Unrated").from("t")

var betweenColumns = columns[match.Tally]{
	{"count(*) FILTER (WHERE winner = {left})", func(t *match.Tally) any { return &t.Wins }},
	{"count(*) FILTER (WHERE winner = {right})", func(t *match.Tally) any { return &t.Losses }},
	{"count(*) FILTER (WHERE winner = {nobody})", func(t *match.Tally) any { return &t.Draws }},
}

var opponentColumns = fields[match.Rating]("value=Value deviation=Deviation volatility=Volatility").from("best")

var winColumns = append(
	within(matchColumns, func(w *match.Win) *match.Match { return &w.Match }),
	within(opponentColumns, func(w *match.Win) *match.Rating { return &w.Opponent })...)

var (
	talliesOf = `
		SELECT ` + tallyColumns.names() + ` FROM players p JOIN tallies t ON t.player = p.key
		WHERE p.id = $1`
	wonAndLost = `
		SELECT ` + betweenColumns.names() + ` FROM matches
		WHERE left_player = ` + ownKey + `
			AND right_player = (SELECT key FROM players WHERE id = $2) AND state = {finished}`
	bestWins = `
		SELECT ` + winColumns.names() + ` FROM (
			SELECT o.match_id AS id, o.before_value AS value, o.before_deviation AS deviation,
				o.before_volatility AS volatility
			FROM rating_changes c CROSS JOIN rating_changes o
			WHERE o.match_id = c.match_id AND o.player <> c.player AND o.family = {overall}
				AND c.player = ` + ownKey + ` AND c.family = {overall} AND c.result = 1
			ORDER BY o.before_value DESC, o.match_id DESC LIMIT $2) best
		CROSS JOIN matches m` + matchPlayers + `
		WHERE m.id = best.id
		ORDER BY best.value DESC, best.id DESC`
)

func (s *Store) History(ctx context.Context, player string, limit int, before int64) (page []match.HistoryEntry, more bool, err error) {
	limit = bound(limit)
	err = s.ask(ctx, func(tx *Tx) {
		rows := pastColumns.all(tx, matchHistory, player, olderThan(before), limit+1)
		more, page = len(rows) > limit, nil
		for _, row := range rows[:min(len(rows), limit)] {
			page = append(page, row.past(player))
		}
	})
	return page, more, err
}

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

func olderThan(before int64) int64 {
	if before == 0 {
		return math.MaxInt64
	}
	return before
}

// bound returns limit, or 0 if it is negative: to SQLite a negative limit means none.
func bound(limit int) int { return max(limit, 0) }

func (s *Store) Record(ctx context.Context, player string) (record match.Record, err error) {
	err = s.view(ctx, func(tx *Tx) {
		record = match.Record{Tallies: make(map[string]match.Tally)}
		for _, t := range tallyColumns.all(tx, talliesOf, player) {
			record.Tallies[t.Family] = t.Tally
		}
		record.Form = formColumns.all(tx, recentForm, player, olderThan(0), match.FormLength)
	})
	return record, err
}

func (s *Store) HeadToHead(ctx context.Context, one, other string) (won, lost, neither int, err error) {
	err = s.view(ctx, func(tx *Tx) {
		asLeft, _ := betweenColumns.first(tx, wonAndLost, one, other)
		asRight, _ := betweenColumns.first(tx, wonAndLost, other, one)
		won, lost, neither = asLeft.Wins+asRight.Losses, asLeft.Losses+asRight.Wins, asLeft.Draws+asRight.Draws
	})
	return won, lost, neither, err
}

func (s *Store) BestWins(ctx context.Context, player string, limit int) (wins []match.Win, err error) {
	wins, err = list(ctx, s, winColumns, bestWins, player, bound(limit))
	for i := range wins {
		wins[i].Opponent.Ladder = match.Ladder{Family: match.Overall, Pace: wins[i].Match.Pace}
	}
	return wins, err
}

func (s *Store) LostBy(ctx context.Context, player string, limit int) ([]match.Match, error) {
	return list(ctx, s, wholeColumns, lostMatches, player, olderThan(0), bound(limit))
}
