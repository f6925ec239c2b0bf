package chat

import (
	"os"
	"strings"
	"testing"

	"nimatron/internal/must"
)

// TestReadme repeats the transcript in the README and compares the output.
func TestReadme(t *testing.T) {
	readme := must.Get(os.ReadFile("../README.md"))(t)
	_, section, _ := strings.Cut(string(readme), "\n## A match\n")
	_, block, _ := strings.Cut(section, "\n```\n")
	want, _, found := strings.Cut(block, "\n```\n")
	if !found || !strings.HasPrefix(want, "> ") {
		t.Fatal("README.md has no transcript under the heading \"A match\"")
	}
	var typed strings.Builder
	for line := range strings.Lines(want + "\n") {
		if line, prompt := strings.CutPrefix(line, "> "); prompt {
			typed.WriteString(line)
		}
	}
	service, _ := newService(t)
	if got := strings.TrimSpace(script(t, service, typed.String())); got != want {
		t.Errorf("README.md has\n%s\n\nbut the chat prints\n%s", want, got)
	}
}
