package tournament

import (
	"testing"
	"time"

	"nimatron/internal/golden"
	"nimatron/internal/words"
)

// The start of a tournament can be written in several ways, all in UTC.
func TestStartTime(t *testing.T) {
	now := time.Date(2026, 11, 22, 18, 20, 30, 0, time.UTC)
	golden.Lines(t, "starts.txt", func(typed string) string {
		starts, err := startTime(typed, now)
		if err != nil {
			return "refused: " + words.Visible(err.Error())
		}
		return starts.Format("2006-01-02 15:04 MST")
	})
}
