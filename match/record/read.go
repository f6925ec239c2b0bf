package record

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"

	"nimatron/games/catalog"
	"nimatron/internal/lines"
)

// MaxLine bounds a line, in bytes: room for some 80,000 moves, more than a match that is shown has.
const MaxLine = 8 << 20

// BadMatch is the error for a refused match. Later matches are still read.
type BadMatch struct {
	Number int
	ID     int64 // of the match, 0 if it has none or it was not read yet
	Line   int
	Err    error

	foreign bool // the match names no game of the catalog
}

func (e *BadMatch) Error() string {
	if e.ID != 0 {
		return fmt.Sprintf("line %d: match %d: %v", e.Line, e.ID, e.Err)
	}
	return fmt.Sprintf("line %d: match number %d of the text: %v", e.Line, e.Number, e.Err)
}

func (e *BadMatch) Unwrap() error { return e.Err }

var errLongLine = fmt.Errorf("the line is longer than %d bytes", MaxLine)

// ErrNoRecord is the error for text without any match of a known game, such as a chess file or a picture.
var ErrNoRecord = errors.New("this is no file of matches of these games: it needs UTF-8 text " +
	"in JSON Lines, as /review exports it")

const maxForeign = 1000

// Read yields the matches in r, of games in a catalog. Each match is checked by the rules. A refused one yields a
// *BadMatch, and reading continues. Any other error comes from r and is the last. If none of the matches,
// or of the first 1,000, names a known game, the only error is a *BadMatch with ErrNoRecord.
func Read(known *catalog.Catalog, r io.Reader) iter.Seq2[*Match, error] {
	return func(yield func(*Match, error) bool) {
		in := lines.NewReader(r, MaxLine)
		var foreign []*BadMatch
		ours := false
		more := readLines(known, in, func(m *Match, err error) bool {
			if bad := new(BadMatch); !ours && errors.As(err, &bad) && bad.foreign {
				foreign = append(foreign, bad)
				return len(foreign) < maxForeign
			}
			if !ours {
				ours = true
				for _, bad := range foreign {
					if !yield(nil, bad) {
						return false
					}
				}
			}
			return yield(m, err)
		})
		switch {
		case more && in.Err() != nil:
			yield(nil, in.Err())
		case !ours && len(foreign) > 0:
			foreign[0].Err = ErrNoRecord
			yield(nil, foreign[0])
		}
	}
}

// lineText returns the line that was read last, without white space around it and
// without a byte order mark.
func lineText(in *lines.Reader) []byte {
	text := in.Text()
	if in.Number() == 1 {
		text = bytes.TrimPrefix(text, []byte("\uFEFF"))
	}
	return bytes.TrimSpace(text)
}

func readLines(known *catalog.Catalog, in *lines.Reader, yield func(*Match, error) bool) bool {
	n := 1
	for in.Next() {
		text := lineText(in)
		if len(text) == 0 {
			continue
		}
		m, err := &Match{}, errLongLine
		if !in.TooLong() {
			m, err = parseJSON(known, text)
		}
		if err != nil {
			m, err = nil, &BadMatch{Number: n, ID: m.ID, Line: in.Number(), Err: err, foreign: m.Variant == "" && !in.TooLong()}
		}
		if !yield(m, err) {
			return false
		}
		n++
	}
	return true
}
