package record

import (
	"cmp"
	"strconv"
	"time"

	"nimatron/games"
	"nimatron/internal/words"
)

// width bounds the lines of movetext, as PGN requires.
const width = 79

// The layouts of times in tags. time.Parse accepts fractions of a second without a layout for them;
// they are written if there are any.
const (
	dateLayout = "2006.01.02"
	timeLayout = "15:04:05.999"
)

// AppendPGN appends the match to dst as PGN-shaped text that ends with a blank
// line, so that matches can follow one another.
func (m *Match) AppendPGN(dst []byte) []byte {
	n := *m
	n.normalize()
	dst = n.appendTags(dst)
	dst = append(dst, '\n')
	return append(n.appendMovetext(dst), '\n')
}

// appendTags appends one line for each tag; the seven that PGN asks for come first.
func (m *Match) appendTags(dst []byte) []byte {
	tag := func(name, value string) { dst = appendTag(dst, name, value) }
	known := func(name, value string) {
		if value != "" {
			tag(name, value)
		}
	}
	white, black := m.players()
	date, clock := "", ""
	if !m.Started.IsZero() {
		date, clock = m.Started.Format(dateLayout), m.Started.Format(timeLayout)
	}
	tag("Event", cmp.Or(m.Event, unknown))
	tag("Site", cmp.Or(m.Site, unknown))
	tag("Date", cmp.Or(date, "????.??.??"))
	tag("Round", "-")
	tag("White", white.Name)
	tag("Black", black.Name)
	tag("Result", m.Score())
	known("MatchId", number(m.ID))
	tag("Variant", m.Variant)
	tag("First", m.First.String())
	tag("SetUp", "1")
	tag("FEN", m.Start)
	known("WhiteId", white.ID)
	known("BlackId", black.ID)
	known("WhiteElo", number(int64(white.Rating)))
	known("BlackElo", number(int64(black.Rating)))
	known("Level", string(m.Level))
	tag("Rated", strconv.FormatBool(m.Rated))
	tag("TimeControl", timeControl(m.TurnTime))
	known("UTCDate", date)
	known("UTCTime", clock)
	if !m.Ended.IsZero() {
		tag("Ended", m.Ended.Format(time.RFC3339Nano))
	}
	known("Termination", string(m.Termination))
	return dst
}

// appendTag appends a line such as [White "Ann"].
func appendTag(dst []byte, name, value string) []byte {
	dst = append(dst, '[')
	dst = append(dst, name...)
	dst = append(dst, ` "`...)
	for i := range len(value) {
		if value[i] == '"' || value[i] == '\\' {
			dst = append(dst, '\\')
		}
		dst = append(dst, value[i])
	}
	return append(dst, "\"]\n"...)
}

// number returns n in decimal digits, "" for 0.
func number(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

// noTimeControl is PGN's time control for unlimited time.
const noTimeControl = "-"

// timeControl returns PGN's "moves/seconds" for one move in d.
func timeControl(d time.Duration) string {
	if d == 0 {
		return noTimeControl
	}
	return "1/" + strconv.FormatFloat(d.Seconds(), 'f', -1, 64)
}

// appendMovetext appends the numbered moves and the result, in lines of at most width characters.
func (m *Match) appendMovetext(dst []byte) []byte {
	w := wrapper{dst: dst}
	white, opens := true, true // whose turn it is, and whether the move opens it
	plain := true              // the word before is White's whole turn
	for turn, i := 1, 0; i < len(m.Moves); i++ {
		move := m.Moves[i]
		switch {
		case opens && white:
			w.word(strconv.Itoa(turn) + ".")
		case opens && !plain:
			w.word(strconv.Itoa(turn) + "...")
		}
		w.word(words.Visible(move.Text))
		plain = move.Decision == games.WholeMove
		if at := moment(move.At); !at.IsZero() {
			w.word("{" + stamp + strconv.FormatInt(at.UnixMilli(), 10) + "]}")
			plain = false
		}
		if opens = move.Decision != games.PlaceOnly; !opens {
			continue
		}
		if !white {
			turn++
		}
		white = !white
	}
	w.word(m.Score())
	return append(w.dst, '\n')
}

// stamp begins the time of a move in a comment.
const stamp = "[%ts "

// A wrapper appends words to dst with spaces and line breaks between them.
type wrapper struct {
	dst    []byte
	column int
}

func (w *wrapper) word(text string) {
	switch {
	case w.column == 0:
	case w.column+1+len(text) > width:
		w.dst = append(w.dst, '\n')
		w.column = 0
	default:
		w.dst = append(w.dst, ' ')
		w.column++
	}
	w.dst = append(w.dst, text...)
	w.column += len(text)
}
