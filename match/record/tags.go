package record

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"nimatron/games"
	"nimatron/match"
)

// A tagReader reads the value of a tag, "" for a missing tag.
type tagReader struct {
	tag  string
	read func(p *parser, value string) error
}

// tagReaders are in the order in which the values are read: the players' sides depend on First, and
// the start on the variant.
var tagReaders = []tagReader{
	{"MatchId", func(p *parser, value string) error { return readInt(&p.match.ID, value) }},
	{"First", (*parser).setFirst},
	{"Event", func(p *parser, value string) error { p.match.Event = value; return nil }},
	{"Site", func(p *parser, value string) error { p.match.Site = value; return nil }},
	{"White", func(p *parser, value string) error { white(p).Name = value; return nil }},
	{"Black", func(p *parser, value string) error { black(p).Name = value; return nil }},
	{"WhiteId", func(p *parser, value string) error { white(p).ID = value; return nil }},
	{"BlackId", func(p *parser, value string) error { black(p).ID = value; return nil }},
	{"WhiteElo", func(p *parser, value string) error { return readInt(&white(p).Rating, value) }},
	{"BlackElo", func(p *parser, value string) error { return readInt(&black(p).Rating, value) }},
	{"Level", func(p *parser, value string) error { p.match.Level = match.Level(value); return nil }},
	{"Rated", readRated},
	{"TimeControl", readTimeControl},
	{"UTCDate", later}, // with UTCTime
	{"UTCTime", readStarted},
	{"Ended", readEnded},
	{"Termination", func(p *parser, value string) error { p.match.Termination = match.Termination(value); return nil }},
	{"Result", later}, // with the result itself
	{"Variant", (*parser).setVariant},
	{"FEN", (*parser).setStart},
}

// later accepts a tag that another reader reads.
func later(*parser, string) error { return nil }

// isKnown reports whether a tag has a reader.
func isKnown(name string) bool {
	return slices.ContainsFunc(tagReaders, func(r tagReader) bool { return r.tag == name })
}

// readTags reads the tags into the match and sets up the start, once. An error has the line of its tag.
func (p *parser) readTags() error {
	if p.ready {
		return nil
	}
	for _, r := range tagReaders {
		t, ok := p.tags[r.tag]
		if !ok {
			t.line = p.begin
		}
		if err := r.read(p, t.value); err != nil {
			p.line = t.line
			return fmt.Errorf("tag %s: %w", r.tag, err)
		}
	}
	p.ready = true
	return nil
}

func white(p *parser) *Player {
	player, _ := p.match.players()
	return player
}

func black(p *parser) *Player {
	_, player := p.match.players()
	return player
}

// readInt reads a whole number, 0 if it is unknown.
func readInt[T int | int64](n *T, value string) error {
	if value == "" || value == unknown || value == "-" {
		return nil
	}
	parsed, err := strconv.ParseInt(value, 10, 64)
	if err != nil || int64(T(parsed)) != parsed {
		return fmt.Errorf("%s is not a number that can be read", games.Quote(value))
	}
	*n = T(parsed)
	return nil
}

func readRated(p *parser, value string) error {
	p.match.Rated = value == "true"
	if value != "" && value != "true" && value != "false" {
		return fmt.Errorf("%s: write true or false", games.Quote(value))
	}
	return nil
}

// readTimeControl reads "1/SECONDS".
func readTimeControl(p *parser, value string) error {
	if value == "" || value == unknown || value == noTimeControl {
		return nil
	}
	seconds, ok := strings.CutPrefix(value, "1/")
	d, err := time.ParseDuration(seconds + "s")
	if !ok || err != nil || strings.Trim(seconds, "0123456789.") != "" {
		return fmt.Errorf("%s: write 1/600 for 600 seconds a turn, or %s", games.Quote(value), noTimeControl)
	}
	p.match.TurnTime = d.Round(time.Millisecond) // ParseDuration may be off by a nanosecond
	return nil
}

// readStarted reads UTCTime together with UTCDate.
func readStarted(p *parser, clock string) (err error) {
	date := p.tags["UTCDate"].value
	if date == "" && clock == "" {
		return nil
	}
	p.match.Started, err = time.Parse(dateLayout+" "+timeLayout, date+" "+clock)
	if err != nil {
		return fmt.Errorf("%s: write UTCDate as 2026.01.31 and UTCTime as 23:59:59", games.Quote(date+" "+clock))
	}
	return nil
}

func readEnded(p *parser, value string) (err error) {
	if value == "" {
		return nil
	}
	p.match.Ended, err = time.Parse(time.RFC3339, value)
	if err != nil {
		return fmt.Errorf("%s: write it as 2026-01-31T23:59:59Z", games.Quote(value))
	}
	return nil
}
