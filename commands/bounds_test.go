package commands_test

import (
	"context"
	"strings"
	"testing"
	"time"
)

// What is too much work for a chat is refused at once and in words; what is not is
// answered.
func TestTooMuchWork(t *testing.T) {
	r := newRoom(t)
	piles := func(n int) string { return strings.TrimSpace(strings.Repeat("7 ", n)) }
	for line, want := range map[string]string{
		"/table variant:end-nim pattern:_ 1400 _ 1400 n:16":               "about 61 times",
		"/table variant:end-nim pattern:_ " + piles(997) + " _ n:16":      "too long",
		"/table variant:end-nim pattern:_ " + piles(200) + " _ n:16":      "Grundy values",
		"/table variant:end-nim pattern:_ 130 _ 130 n:16":                 "Grundy values",
		"/table variant:partizan-end-nim pattern:_ " + piles(200) + " _":  "Outcomes",
		"/table variant:end-nim pattern:_ 1000000 5 1000000 _ n:16":       "Outcomes",
		"/table variant:end-nim pattern:1400 _ 1400 3 1400 _ 1400 5 n:16": "Outcomes",
	} {
		if reply := r.say("p1", line); !reply.Private() || !strings.Contains(text(reply), want) {
			t.Errorf("%.60s: it does not say %q:\n%s", line, want, text(reply))
		}
	}
	r.transcript.Reset() // a map has no order
	r.say("p1", "/table variant:end-nim pattern:_ 1400 _ 1400 n:16")
	r.say("p1", "/table variant:end-nim pattern:_ "+piles(997)+" _ n:16")

	late, cancel := context.WithDeadline(t.Context(), time.Now().Add(-time.Second))
	defer cancel()
	req, err := request("p1", "/table variant:end-nim pattern:_ 130 _ 130 n:16")
	if err != nil {
		t.Fatal(err)
	}
	reply := r.service.Do(late, req)
	r.note("p1", "too late", reply)
	if !reply.Private() || !strings.Contains(text(reply), "longer than") {
		t.Errorf("an answer that takes too long: %s", text(reply))
	}
}
