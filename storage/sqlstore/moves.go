package sqlstore

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"nimatron/match"
)

// movesOf is all moves of match m as one value, so that one statement reads a match
// and its moves: for each of them the actor, the time and the length of the text in
// bytes, apart by spaces, then a colon and the text. The order of a
// subquery is kept when its rows are put together.
const movesOf = `(SELECT string_agg(actor || ' ' || at || ' ' || octet_length(text) || ':' || text, '')
	FROM (SELECT actor, at, text FROM moves WHERE match_id = m.id ORDER BY ply) made)`

// movesColumn is read from movesOf.
type movesColumn []match.Move

var errMoves = errors.New("the moves can't be read")

// Scan reads moves. NULL is no moves at all.
func (c *movesColumn) Scan(v any) error {
	*c = nil
	all := text(v)
	if all == "" {
		return nil
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
			return errors.Join(errMoves, err)
		}
		moves = append(moves, match.Move{Actor: side, Text: rest[:n], At: time.UnixMilli(ms).UTC()})
		all = rest[n:]
	}
	*c = moves
	return nil
}
