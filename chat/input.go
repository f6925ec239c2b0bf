package chat

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
)

// maxLine is the longest line in bytes.
const maxLine = 64 << 10

// errTooLong is the error for one line longer than maxLine; the next can be read.
var errTooLong = errors.New("the line is too long")

// input is where lines come from. The error is io.EOF at the end, errTooLong for
// a line that was skipped, or ctx's.
type input interface {
	next(ctx context.Context, prompt string) (string, error)
}

// pipe reads lines from a reader and echoes them.
type pipe struct {
	lines <-chan lineRead
	done  chan struct{}
	echo  io.Writer
}

// lineRead is a line, or why there is none.
type lineRead struct {
	text string
	err  error
}

// openPipe starts to read r. A Read can't be interrupted, so it happens beside
// the chat, which can then end at any time; the last Read is left behind.
func openPipe(r io.Reader, echo io.Writer) *pipe {
	lines, done := make(chan lineRead), make(chan struct{})
	go func() {
		b := bufio.NewReaderSize(r, maxLine+2) // the line and its end
		for {
			text, err := readLine(b)
			select {
			case lines <- lineRead{text, err}:
			case <-done:
				return
			}
			if err != nil && !errors.Is(err, errTooLong) {
				return
			}
		}
	}()
	return &pipe{lines: lines, done: done, echo: echo}
}

// readLine reads one line without its end. What follows the last newline is a
// line too, if there is anything.
func readLine(b *bufio.Reader) (string, error) {
	line, err := b.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		begin := string(line[:64])
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = b.ReadSlice('\n')
		}
		return begin + "…", errTooLong
	}
	if err != nil && (len(line) == 0 || !errors.Is(err, io.EOF)) {
		return "", err
	}
	line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
	if len(line) > maxLine {
		return string(line[:64]) + "…", errTooLong
	}
	return string(line), nil
}

func (p *pipe) next(ctx context.Context, _ string) (string, error) {
	select {
	case <-ctx.Done():
		return "", ctx.Err()
	case line := <-p.lines:
		if text := strings.TrimSpace(sanitize(line.text)); text != "" {
			if _, err := fmt.Fprintf(p.echo, "> %s\n", text); err != nil {
				return "", err
			}
		}
		return line.text, line.err
	}
}

// Close lets the reading end.
func (p *pipe) Close() { close(p.done) }
