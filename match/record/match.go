package record

import (
	"time"

	"nimatron/games"
	"nimatron/internal/words"
	"nimatron/match"
)

// A Match is a match, running or finished, with the data needed to replay it.
type Match struct {
	ID          int64
	Event, Site string
	Variant     string // the id, such as "end-nim/misere"
	Start       string
	First       games.Side
	Left, Right Player
	Level       match.Level
	Rated       bool
	TurnTime    time.Duration
	Started     time.Time // zero: not known
	Ended       time.Time
	match.Result
	Moves []Move
}

// A Player is one of the two in a match.
type Player struct {
	ID     string
	Name   string
	Rating int // before the match, 0 when not known
}

// A Move is one decision.
type Move struct {
	Actor games.Side
	Text  string
	At    time.Time
}

const unknown = "?"

func (m *Match) normalize() {
	for _, text := range []*string{
		&m.Event, &m.Site, (*string)(&m.Level), (*string)(&m.Termination),
		&m.Left.ID, &m.Left.Name, &m.Right.ID, &m.Right.Name,
	} {
		*text = words.Cut(words.Quiet(*text), maxText)
	}
	m.Variant, m.Start = words.Visible(m.Variant), words.Visible(m.Start)
	for _, text := range []*string{&m.Event, &m.Site} {
		if *text == unknown {
			*text = ""
		}
	}
	for _, name := range []*string{&m.Left.Name, &m.Right.Name} {
		if *name == "" {
			*name = unknown
		}
	}
	m.TurnTime = max(0, m.TurnTime.Truncate(time.Millisecond))
	m.Started, m.Ended = moment(m.Started), moment(m.Ended)
}

const maxText = 1000

// moment returns t in UTC, truncated to the millisecond, or the zero time for years without four
// digits.
func moment(t time.Time) time.Time {
	t = t.UTC().Truncate(time.Millisecond)
	if t.Year() < 1 || t.Year() > 9999 {
		return time.Time{}
	}
	return t
}
