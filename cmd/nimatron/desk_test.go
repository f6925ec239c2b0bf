package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"nimatron/internal/golden"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
)

// TestDesk runs every command of docs/theory/desk.md and compares its output with the page.
func TestDesk(t *testing.T) {
	if testlong.Race {
		t.Skip("the commands run one after another, and nothing runs at once in them")
	}
	const page = "../../docs/theory/desk.md"
	text := must.Get(os.ReadFile(page))(t)
	var got strings.Builder
	commands, inBlock := 0, false
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "```") {
			inBlock = !inBlock
		}
		command, ok := strings.CutPrefix(line, "$ nimatron ")
		switch {
		case !inBlock || strings.HasPrefix(line, "```"):
			got.WriteString(line)
		case ok:
			got.WriteString(line)
			commands++
			r := start(t.Context(), t, nil, strings.NewReader(""), shellWords(command)...)
			if r.code != 0 || r.stderr != "" {
				t.Errorf("%s%s", line, r.stderr)
			}
			got.WriteString(r.stdout)
		}
	}
	if commands < 30 {
		t.Errorf("the page has only %d commands", commands)
	}
	golden.Equal(t, "../"+page, got.String())
}

// shellWords splits a command like a shell, with the quoting that the page uses.
func shellWords(command string) (list []string) {
	for _, word := range regexp.MustCompile(`"[^"]*"|\S+`).FindAllString(command, -1) {
		list = append(list, strings.Trim(word, `"`))
	}
	return list
}
