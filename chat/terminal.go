package chat

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/peterh/liner"
)

// terminal reads lines that a person edits.
type terminal struct{ state *liner.State }

// openTerminal takes the process's terminal. complete is given what stands
// before the cursor; it returns how much of that stays, and what can follow.
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

// next asks for a line. Ctrl-C ends the input as Ctrl-D does.
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
		case errors.Is(line.err, liner.ErrPromptAborted):
			return "", io.EOF
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
