package chat

import (
	"fmt"
	"testing"

	"nimatron/internal/golden"
)

func TestSplitSpeaker(t *testing.T) {
	golden.Lines(t, "speakers.txt", func(line string) string {
		name, text := splitSpeaker(line)
		return fmt.Sprintf("%q says %q", name, text)
	})
}
