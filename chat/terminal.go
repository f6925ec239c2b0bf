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

type terminal struct{ state *liner.State }

// openTerminal takes over the process's terminal. complete gets the text before the cursor; it
// returns the part that stays, and completions.
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

// newLiner returns a line editor in which Ctrl-C clears the line, and ends the input if the line is
// empty. The library does only one of the two. It ignores Ctrl-D unless the line is empty. So the
// editor reads a pipe, in which Ctrl-C is replaced by Ctrl-D and the keys that erase the line. On
// Windows the library does not read standard input, and Ctrl-C always clears.
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
		_, _ = io.Copy(clearer{typed}, stdin) // ends with the terminal
	}()
	return state
}

// clearer replaces Ctrl-C by clearLine.
type clearer struct{ to io.Writer }

// Ctrl-D; then Ctrl-E and Ctrl-U, which erase the line.
var clearLine = []byte("\x04\x05\x15")

func (c clearer) Write(typed []byte) (int, error) {
	if _, err := c.to.Write(bytes.ReplaceAll(typed, []byte("\x03"), clearLine)); err != nil {
		return 0, err
	}
	return len(typed), nil
}

// terminalWidth returns the terminal's columns, or 0 if unknown.
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

// Close restores the terminal.
func (t *terminal) Close() { t.state.Close() }
