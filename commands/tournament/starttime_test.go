package tournament

import (
	"errors"
	"strings"
	"testing"
	"time"

	"nimatron/commands/core"
)

// The start of a tournament can be written in several ways, all in UTC.
func TestStartTime(t *testing.T) {
	now := time.Date(2026, 11, 22, 18, 20, 30, 0, time.UTC)
	for typed, want := range map[string]string{
		"":                     "0001-01-01 00:00",
		"20:30":                "2026-11-22 20:30",
		"20:30 UTC":            "2026-11-22 20:30",
		"18:20":                "2026-11-23 18:20", // today's has passed
		"2026-11-27  20:00":    "2026-11-27 20:00",
		"2026-11-27T20:00":     "2026-11-27 20:00",
		"2026-12-22 18:20":     "2026-12-22 18:20",
		"in 2h":                "2026-11-22 20:20",
		"IN 90 m":              "2026-11-22 19:50",
		"in 30d":               "2026-12-22 18:20",
		"<t:1795809600:F>":     "2026-11-27 20:00",
		"<t:1795809600>":       "2026-11-27 20:00",
		"2026-11-22 18:20":     "refused", // in the past
		"2026-12-22 18:21":     "refused", // too far ahead
		"in 31d":               "refused",
		"in 999999999999h":     "refused",
		"<t:9999999999999999>": "refused",
		"<t:x>":                "refused",
		"25:00":                "refused",
		"2026-02-30 20:00":     "refused",
		"0000-01-01 20:00":     "refused",
		"tomorrow":             "refused",
		"in ":                  "refused",
		"in h":                 "refused",
		"8pm":                  "refused",
	} {
		got, err := startTime(typed, now)
		var refusal *core.Refusal
		switch {
		case err == nil && got.Format("2006-01-02 15:04") != want, err == nil && got.Location() != time.UTC:
			t.Errorf("%q is %v, want %s", typed, got, want)
		case err != nil && (want != "refused" || !errors.As(err, &refusal)):
			t.Errorf("%q: %v", typed, err)
		}
	}
	_, err := startTime("Next  Friday", now)
	if err == nil || !strings.Contains(err.Error(), "can't be `Next  Friday`.") || !strings.Contains(err.Error(), "`2026-11-29 20:00`") {
		t.Errorf("the typed time is refused with %v", err)
	}
}
