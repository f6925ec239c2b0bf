package record

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
)

// MaxLine is the longest line that is read, in bytes. PGN wraps moves, so that
// this bounds no match there; in JSON it is room for some 10,000 moves.
const MaxLine = 1 << 20

// BadMatch is the error for a match that is refused. The matches behind it are
// still read.
type BadMatch struct {
	Number int   // of the match in what is read, from 1
	ID     int64 // its own, 0 when it has none or it was not yet seen
	Line   int   // where the error is, from 1
	Err    error // what is wrong
}

// Error names the match and the line.
func (e *BadMatch) Error() string {
	if e.ID != 0 {
		return fmt.Sprintf("line %d: match %d: %v", e.Line, e.ID, e.Err)
	}
	return fmt.Sprintf("line %d: match number %d of the text: %v", e.Line, e.Number, e.Err)
}

// Unwrap returns what is wrong.
func (e *BadMatch) Unwrap() error { return e.Err }

var errLongLine = fmt.Errorf("the line is longer than %d bytes", MaxLine)

// Read yields the matches in r, which are JSON Lines if the first character is a
// brace, else PGN. Each is checked by the rules; in place of one that is refused
// comes a *BadMatch, and reading goes on with the next. Any other error is that of
// r, and the last.
func Read(r io.Reader) iter.Seq2[*Match, error] {
	return func(yield func(*Match, error) bool) {
		in := &lines{r: bufio.NewReader(r)}
		read := readPGN
		if in.first() == '{' {
			read = readJSON
		}
		if read(in, yield) && !errors.Is(in.err, io.EOF) {
			yield(nil, in.err)
		}
	}
}

// readJSON yields the matches of JSON Lines. It reports whether more is wanted.
func readJSON(in *lines, yield func(*Match, error) bool) bool {
	for n := 1; in.next(); {
		text := bytes.TrimSpace(in.text)
		if len(text) == 0 {
			continue
		}
		m, err := &Match{}, errLongLine
		if !in.long {
			m, err = parseJSON(text)
		}
		if err != nil {
			m, err = nil, &BadMatch{Number: n, ID: m.ID, Line: in.number, Err: err}
		}
		if !yield(m, err) {
			return false
		}
		n++
	}
	return true
}

// lines reads lines in bounded memory.
type lines struct {
	r      *bufio.Reader
	text   []byte // the line, valid until the next
	long   bool   // the line is longer than MaxLine, and text is its begin
	number int    // of the line, from 1
	err    error  // what ended reading
}

// first returns the first byte that is no white space, and leaves it there. It
// skips a byte order mark.
func (l *lines) first() byte {
	mark, err := l.r.Peek(3)
	if err != nil && !errors.Is(err, io.EOF) {
		l.err = err
		return 0
	}
	if bytes.Equal(mark, []byte("\uFEFF")) {
		_, _ = l.r.Discard(len(mark)) // they are in the buffer
	}
	for {
		next, err := l.r.Peek(1)
		if err != nil {
			l.err = err
			return 0
		}
		if len(bytes.TrimSpace(next)) > 0 {
			return next[0]
		}
		if next[0] == '\n' {
			l.number++
		}
		_, _ = l.r.Discard(1) // it is in the buffer
	}
}

// next reads a line and reports whether there is one.
func (l *lines) next() bool {
	l.text, l.long = l.text[:0], false
	l.number++
	for l.err == nil {
		part, err := l.r.ReadSlice('\n')
		if len(l.text)+len(bytes.TrimRight(part, "\r\n")) > MaxLine {
			l.long = true
		} else {
			l.text = append(l.text, part...)
		}
		switch {
		case err == nil:
			return true
		case errors.Is(err, io.EOF):
			l.err = err
			return len(l.text) > 0
		case !errors.Is(err, bufio.ErrBufferFull):
			l.err = err
		}
	}
	return false
}
