package chat

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"nimatron/internal/lines"
)

// maxLine is in bytes.
const maxLine = 64 << 10

// errTooLong is for a single line; the next can be read.
var errTooLong = errors.New("the line is too long")

// input is the source of lines. The error is io.EOF at the end, errTooLong for a skipped line, or
// ctx's.
type input interface {
	next(ctx context.Context, prompt string) (string, error)
}

type pipe struct {
	lines *lines.Reader
	echo  io.Writer
	stop  context.CancelFunc
}

type lineRead struct {
	text string
	err  error
}

// openPipe starts to read r. A Read can't be interrupted, so a goroutine reads ahead; after ctx
// ends, the last Read is abandoned.
func openPipe(ctx context.Context, r io.Reader, echo io.Writer) *pipe {
	ctx, stop := context.WithCancel(ctx)
	return &pipe{lines: lines.NewReader(lines.ReadAhead(ctx, r, nil), maxLine), echo: echo, stop: stop}
}

// echoed bounds the echoed bytes of a line that is too long.
const echoed = 64

func (p *pipe) next(ctx context.Context, _ string) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err // although more lines were read ahead
	}
	if !p.lines.Next() {
		if err := p.lines.Err(); err != nil {
			return "", err
		}
		return "", io.EOF
	}
	line, err := string(p.lines.Text()), error(nil)
	if p.lines.TooLong() {
		line, err = line[:echoed]+"…", errTooLong
	}
	if text := strings.TrimSpace(sanitize(line)); text != "" {
		if _, err := fmt.Fprintf(p.echo, "> %s\n", text); err != nil {
			return "", err
		}
	}
	return line, err
}

// Close stops reading.
func (p *pipe) Close() { p.stop() }
