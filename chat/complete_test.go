package chat

import (
	"fmt"
	"testing"

	"nimatron/internal/golden"
)

// TestComplete completes the lines of completed.txt, as p1 types them in a match.
func TestComplete(t *testing.T) {
	service, _ := newService(t)
	script(t, service, "p1: /challenge game:end-nim position:3 5 2 first:me\n")
	s := &session{Config: Config{Service: service}, user: "p1", channel: "lobby", people: map[string]bool{"p1": true, "p2": true}}
	golden.Lines(t, "completed.txt", func(line string) string {
		head, words := s.complete(t.Context(), line)
		if len(words) == 0 {
			return ""
		}
		return fmt.Sprintf("%q %q", head, words)
	})
}
