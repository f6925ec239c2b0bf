package lines

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// bufferSize is in bytes. Lines up to this length are not copied.
const bufferSize = 64 << 10

// Reader reads lines that end in "\n" or "\r\n". Text after the last end is a line too.
type Reader struct {
	in     *bufio.Reader
	limit  int
	text   []byte
	long   bool
	number int
	err    error
	joined []byte
}

// NewReader returns a reader of the lines in r. It keeps at most limit bytes of a line, without the
// line's end.
func NewReader(r io.Reader, limit int) *Reader {
	return &Reader{in: bufio.NewReaderSize(r, bufferSize), limit: limit}
}

// Next reads a line and reports whether there is one. A line cut short by an error does not count.
func (r *Reader) Next() bool {
	r.text, r.long = nil, false
	if r.err != nil {
		return false
	}
	line, err := r.in.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		line, err = r.join(line)
	}
	if err != nil {
		r.err = err
		if len(line) == 0 || !errors.Is(err, io.EOF) {
			return false
		}
	}
	r.number++
	r.text = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte{'\n'}), []byte{'\r'})
	if len(r.text) > r.limit {
		r.text, r.long = r.text[:r.limit], true
	}
	return true
}

// join reads the rest of a line that begins with part. It keeps limit bytes and two for the line's end, so
// that Next sees that a cut line is too long.
func (r *Reader) join(part []byte) ([]byte, error) {
	r.joined = r.joined[:0]
	err := bufio.ErrBufferFull
	for {
		r.joined = append(r.joined, part[:min(len(part), r.limit+len("\r\n")-len(r.joined))]...)
		if !errors.Is(err, bufio.ErrBufferFull) {
			return r.joined, err
		}
		part, err = r.in.ReadSlice('\n')
	}
}

// Text returns the line without its end, or the first limit bytes of a long one. It is valid until
// the next call of Next.
func (r *Reader) Text() []byte { return r.text }

// TooLong reports whether the line exceeds the limit.
func (r *Reader) TooLong() bool { return r.long }

// Number returns the line number, from 1.
func (r *Reader) Number() int { return r.number }

// Err returns the error that ended reading, nil at the end of the input.
func (r *Reader) Err() error {
	if errors.Is(r.err, io.EOF) {
		return nil
	}
	return r.err
}
