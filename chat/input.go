package chat

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/peterh/liner"
	"golang.org/x/term"

	"nimatron/internal/lines"
)

// maxLine is in bytes.
const maxLine = 64 << 10

var errTooLong = errors.New("the line is too long")

type source interface {
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

const echoed = 64

func (p *pipe) next(ctx context.Context, _ string) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err // lines that were read ahead are dropped
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

func (p *pipe) Close() { p.stop() }

type terminal struct{ state *liner.State }

// openTerminal takes over the process's terminal. complete gets the text before the cursor; it
// returns the part that stays, and completions.
func openTerminal(complete func(line string) (head string, words []string)) *terminal {
	state := liner.NewLiner()
	state.SetCtrlCAborts(true)
	state.SetBeep(false)
	state.SetTabCompletionStyle(liner.TabPrints)
	state.SetWordCompleter(func(line string, pos int) (string, []string, string) {
		runes := []rune(line)
		head, words := complete(string(runes[:pos]))
		return head, words, string(runes[pos:])
	})
	return &terminal{state}
}

func terminalWidth() int {
	width, _, err := term.GetSize(int(os.Stdout.Fd()))
	if err != nil {
		return 0
	}
	return width
}

func (t *terminal) next(ctx context.Context, prompt string) (string, error) {
	answer := make(chan lineRead, 1)
	// A prompt can't be interrupted: it is abandoned when ctx ends.
	go func() {
		text, err := t.state.Prompt(prompt)
		if errors.Is(err, liner.ErrPromptAborted) { // Ctrl-C clears the line, and a second one leaves
			if text, err = t.state.Prompt(prompt); errors.Is(err, liner.ErrPromptAborted) {
				err = io.EOF
			}
		}
		answer <- lineRead{text, err}
	}()
	select {
	case <-ctx.Done():
		fmt.Println()
		return "", ctx.Err()
	case line := <-answer:
		switch {
		case line.err != nil:
			fmt.Println()
			return "", line.err
		case len(line.text) > maxLine:
			return "", errTooLong
		case strings.TrimSpace(line.text) != "":
			t.state.AppendHistory(line.text)
		}
		return line.text, nil
	}
}

func (t *terminal) Close() { t.state.Close() }
