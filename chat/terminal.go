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
)

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

// Close restores the terminal.
func (t *terminal) Close() { t.state.Close() }
