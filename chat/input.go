package chat

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/peterh/liner"
	"golang.org/x/term"

	"nimatron/internal/lines"
)

// maxLine is in bytes.
const maxLine = 64 << 10

var (
	errTooLong = errors.New("the line is too long")
	errWoken   = errors.New("something is due before the next line")
)

type source interface {
	// next returns a line. The error is errWoken if the wake comes first.
	next(ctx context.Context, prompt string, wake <-chan time.Time) (string, error)
}

type pipe struct {
	lines  *lines.Reader
	echo   io.Writer
	stop   context.CancelFunc
	answer chan lineRead // of the read that waits; nil for none
}

type lineRead struct {
	text string
	err  error
}

// await waits for a line that is being read. It is read on after a wake, and abandoned when the chat ends.
func await(ctx context.Context, answer *chan lineRead, wake <-chan time.Time) lineRead {
	select {
	case <-ctx.Done():
		return lineRead{err: ctx.Err()}
	case <-wake:
		return lineRead{err: errWoken}
	case line := <-*answer:
		*answer = nil
		return line
	}
}

// openPipe starts to read r. A Read can't be interrupted, so a goroutine reads ahead; after ctx
// ends, the last Read is abandoned.
func openPipe(ctx context.Context, r io.Reader, echo io.Writer) *pipe {
	ctx, stop := context.WithCancel(ctx)
	return &pipe{lines: lines.NewReader(lines.ReadAhead(ctx, r, nil), maxLine), echo: echo, stop: stop}
}

const echoed = 64

func (p *pipe) next(ctx context.Context, _ string, wake <-chan time.Time) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", err // lines that were read ahead are dropped
	}
	if p.answer == nil {
		p.answer = make(chan lineRead, 1)
		go p.read(p.answer)
	}
	line := await(ctx, &p.answer, wake)
	if text := strings.TrimSpace(sanitize(line.text)); text != "" {
		if _, err := fmt.Fprintf(p.echo, "> %s\n", text); err != nil {
			return "", err
		}
	}
	return line.text, line.err
}

func (p *pipe) read(answer chan<- lineRead) {
	switch {
	case !p.lines.Next():
		answer <- lineRead{err: cmp.Or(p.lines.Err(), io.EOF)}
	case p.lines.TooLong():
		answer <- lineRead{string(p.lines.Text()[:echoed]) + "…", errTooLong}
	default:
		answer <- lineRead{text: string(p.lines.Text())}
	}
}

func (p *pipe) Close() { p.stop() }

type terminal struct {
	state  *liner.State
	answer chan lineRead // of the prompt that waits; nil for none
}

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
	return &terminal{state: state}
}

func terminalWidth() int {
	width, _, err := term.GetSize(int(os.Stdout.Fd()))
	if err != nil {
		return 0
	}
	return width
}

func (t *terminal) next(ctx context.Context, prompt string, wake <-chan time.Time) (string, error) {
	if t.answer == nil {
		t.answer = make(chan lineRead, 1)
		go t.prompt(prompt, t.answer)
	} else {
		fmt.Print(prompt)
	}
	line := await(ctx, &t.answer, wake)
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

// prompt reads a line. It can't be interrupted: it waits on after a wake, and is abandoned when the chat ends.
func (t *terminal) prompt(prompt string, answer chan<- lineRead) {
	text, err := t.state.Prompt(prompt)
	if errors.Is(err, liner.ErrPromptAborted) { // Ctrl-C clears the line, and a second one leaves
		if text, err = t.state.Prompt(prompt); errors.Is(err, liner.ErrPromptAborted) {
			err = io.EOF
		}
	}
	answer <- lineRead{text, err}
}

func (t *terminal) Close() { t.state.Close() }
