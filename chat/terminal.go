package chat

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/peterh/liner"
	"golang.org/x/term"
)

// terminal reads lines that a person edits.
type terminal struct{ state *liner.State }

// openTerminal takes the process's terminal. complete is given what stands
// before the cursor; it returns how much of that stays, and what can follow.
func openTerminal(complete func(line string) (head string, words []string)) *terminal {
	state := newLiner()
	state.SetBeep(false)
	state.SetTabCompletionStyle(liner.TabPrints)
	state.SetWordCompleter(func(line string, pos int) (string, []string, string) {
		runes := []rune(line)
		head, words := complete(string(runes[:pos]))
		return head, words, string(runes[pos:])
	})
	return &terminal{state}
}

// newLiner returns a line editor in which Ctrl-C clears the line, and ends the input
// where there is none to clear. The editor itself can only do one or the other, and
// does not say which line it was; but Ctrl-D it ignores or takes for a deletion unless
// the line is empty. So it reads a pipe, in which Ctrl-C has become Ctrl-D followed by
// the keys that erase what is left. On Windows it reads no standard input, and Ctrl-C
// always clears.
func newLiner() *liner.State {
	stdin := os.Stdin
	keys, typed, err := os.Pipe()
	if err != nil {
		return liner.NewLiner()
	}
	os.Stdin = keys
	state := liner.NewLiner()
	os.Stdin = stdin
	go func() {
		defer typed.Close()
		_, _ = io.Copy(clearer{typed}, stdin) // it ends with the terminal
	}()
	return state
}

// clearer passes on what is typed, but for Ctrl-C.
type clearer struct{ to io.Writer }

// Ctrl-D, then Ctrl-E to the end of the line and Ctrl-U to erase it.
var clearLine = []byte("\x04\x05\x15")

func (c clearer) Write(typed []byte) (int, error) {
	if _, err := c.to.Write(bytes.ReplaceAll(typed, []byte("\x03"), clearLine)); err != nil {
		return 0, err
	}
	return len(typed), nil
}

// terminalWidth returns how many columns the terminal has now, 0 if it does not say.
func terminalWidth() int {
	width, _, err := term.GetSize(int(os.Stdout.Fd()))
	if err != nil {
		return 0
	}
	return width
}

// next asks for a line.
func (t *terminal) next(ctx context.Context, prompt string) (string, error) {
	answer := make(chan lineRead, 1)
	// A prompt can't be interrupted either: it is left behind when ctx ends.
	go func() {
		text, err := t.state.Prompt(prompt)
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

// Close gives the terminal back as it was.
func (t *terminal) Close() { t.state.Close() }
