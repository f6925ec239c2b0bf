package sqlite

import (
	"strconv"
	"strings"

	"nimatron/games"
	"nimatron/match"
)

// words spells what the queries speak of as the domain does: each query names a value
// in braces. They stand in the text of a query, not in its arguments, because SQLite
// uses an index with a condition only where it sees the same one.
var words = strings.NewReplacer(
	"{playing}", quote(string(match.Playing)),
	"{finished}", quote(string(match.Finished)),
	"{open}", quote(string(match.ChallengeOpen)),
	"{left}", quote(games.Left.String()),
	"{right}", quote(games.Right.String()),
	"{nobody}", quote(match.Nobody.Code()),
	"{played}", quote(string(match.Played)),
	"{cancelled}", quote(string(match.Cancelled)),
	"{perfect}", quote(string(match.Perfect)),
	"{second leg}", strconv.Itoa(int(match.SecondLeg)),
	"{first leg}", strconv.Itoa(int(match.FirstLeg)),
	"{overall}", quote(match.Overall),
	"{any deleted}", quote(strings.TrimSuffix(match.DeletedPlayer(0).ID, "0")+"*"),
	"{honoured}", strconv.Itoa(match.HonourDecisions),
)

// quote returns text as SQL writes it.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// spell returns a query with the words for the values that it names.
func spell(query string) string { return words.Replace(query) }
