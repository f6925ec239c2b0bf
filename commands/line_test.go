package commands_test

import (
	"fmt"
	"strings"
	"testing"

	"nimatron/commands"
	"nimatron/internal/golden"
)

// TestParseLine reads the lines of lines.txt.
func TestParseLine(t *testing.T) {
	golden.Lines(t, "lines.txt", func(line string) string {
		command, options, err := commands.ParseLine(line)
		if err != nil {
			return "refused: " + err.Error()
		}
		return fmt.Sprint(command, " ", strings.TrimPrefix(fmt.Sprint(options), "map"))
	})
}

// An example match is played to its end. It shows a split if the game has splits.
func TestExamples(t *testing.T) {
	r := newRoom(t)
	for _, v := range r.referee.Catalog().All() {
		r.refuses("p1", "/rules "+v.ID, " wins.")
	}
	for _, q := range []string{"4", "3", "1", "-1", "-3", "100", "-100", "999999999999999997"} {
		if said := text(r.refuses("p1", "/rules split-nim/"+q, " wins.")); !strings.Contains(said, "Ann split pile 1") {
			t.Errorf("no pile is split:\n%s", said)
		}
	}
	r.refuses("p1", "/rules split-nim/1000000000000000000", " wins.")
}
