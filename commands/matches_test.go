package commands_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"nimatron/commands/view"
)

func TestRunningMatches(t *testing.T) {
	r := newRoom(t)
	r.refuses("p1", "/matches", "in no match right now")
	in := func(channel, by, line string) {
		t.Helper()
		req, err := request(by, line)
		if err != nil {
			t.Fatal(err)
		}
		req.Channel = channel
		if reply := r.service.Do(context.Background(), req); reply.Private() {
			t.Fatalf("%s: %s", line, text(reply))
		}
	}
	in("den", "p1", "/challenge variant:nim position:3 4 5 first:me level:strong")
	in("hall", "p1", "/challenge variant:nim opponent:p2 position:3 4 5 first:me time:2h")
	in("hall", "p2", "/accept")
	in("yard", "p2", "/challenge variant:partizan-end-nim opponent:p1 position:3 4 5 first:opponent time:1h")
	in("yard", "p1", "/accept")
	r.now = r.now.Add(time.Minute)
	in("hall", "p1", "1-1")
	in("over", "p1", "/challenge variant:nim position:3 4 5")
	in("over", "p1", "/resign sure:true")

	got := strings.Split(text(r.refuses("p1", "/matches")), "\n")
	want := []string{
		"== Your running matches ==",
		"`3` Partizan End-Nim against @p2 (Left) in #yard: **you decide**, your time ends at 2026-01-02 04:04",
		"`1` Nim against Nimatron (strong) in #den: **you decide**, without a clock",
		"`2` Nim against @p2 in #hall: @p2 decides, their time ends at 2026-01-02 05:05",
	}
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Fatalf("got\n%q\nwant\n%q", got, want)
		}
	}
	r.refuses("p3", "/matches", "in no match")
	for n := range 20 {
		in(strings.Repeat("x", n+1), "p1", "/challenge variant:nim position:3 4 5 first:me")
	}
	r.hasWords("many", r.say("p1", "/matches"), []string{"first 20"})
}

// Marks are written whatever is between them, and what is no mark is left out.
func TestMarks(t *testing.T) {
	at := time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)
	w := view.Writer{
		Person:  func(id string) string { return "<" + id + ">" },
		Channel: func(channel, server string) string { return "<" + channel + " of " + server + ">" },
		Moment: func(t time.Time, style view.MomentStyle) string {
			return "<" + string(style) + t.Format(time.RFC3339) + ">"
		},
	}
	for text, want := range map[string]string{
		"a " + view.Mention("x y") + " b":               "a <x y> b",
		view.ChannelLink("c", "s") + view.Mention("p"):  "<c of s><p>",
		view.ChannelLink("local:c", ""):                 "<local:c of >",
		"until " + view.Moment(at, view.Relative) + ".": "until <R2026-01-02T03:04:05Z>.",
		"\x0e\x0f\x0etRx\x0f\x0et\x0f\x0ezz\x0f!":       "!",
		"\x0e@open": "<open>",
	} {
		if got := w.Write(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
