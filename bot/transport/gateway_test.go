package transport

import (
	"slices"
	"testing"
	"time"
)

func TestResumeAddress(t *testing.T) {
	const general, east = "wss://gateway.discord.gg/", "wss://gateway-us-east1-b.discord.gg"
	for _, test := range []struct {
		known, told string
		own         bool
		want        string
	}{
		{general, east, true, east},
		{general, "", true, general},
		{general, "://", true, general},
		{general, "wss://gateway.example", true, general},
		{general, "wss://evildiscord.gg", true, general},
		{general, "ws://gateway-us-east1-b.discord.gg", true, general},
		{"ws://proxy:1/x", east, false, "ws://proxy:1/x"},
		{"ws://proxy:1/x", "ws://proxy:2/y", false, "ws://proxy:2/y"},
	} {
		if got := resumeAddress(test.known, test.told, test.own); got != test.want {
			t.Errorf("%+v: %s", test, got)
		}
	}
}

// The order of a frame's fields, and what one kind of parser refuses, change nothing.
func TestFrames(t *testing.T) {
	for _, text := range []string{
		`{"t":"NEWS","s":5,"op":0,"d":{"a":1}}`, `{"d":{"a":1},"op":0,"s":5,"t":"NEWS"}`, `{"t":"NEWS","s":5,"op":7,"d":{"a":1},"op":0}`,
	} {
		f := frame{Data: []byte("earlier"), Op: 3, Type: "OLD"}
		if err := readFrame([]byte(text), &f); err != nil || f.Seq != 5 || f.Op != opDispatch || f.Type != "NEWS" || string(f.Data) != `{"a":1}` {
			t.Errorf("%s: %v, %+v", text, err, f)
		}
	}
}

// The wait grows with failed attempts, and with new sessions that end soon.
func TestPersistence(t *testing.T) {
	t.Parallel()
	const never, soon, long = 0, time.Second, time.Hour
	type attempt struct {
		lasted      time.Duration
		resumable   bool
		least, most time.Duration // bounds on the wait after it
	}
	resumed := []attempt{
		{soon, true, 0, 250 * time.Millisecond}, {soon, true, 0, 500 * time.Millisecond}, {soon, true, 0, time.Second},
		{soon, true, 0, 2 * time.Second}, {soon, true, 0, 4 * time.Second}, {soon, true, 0, 4 * time.Second},
	}
	failed := []attempt{
		{never, false, time.Second / 2, time.Second}, {never, true, time.Second, 2 * time.Second}, {never, false, 2 * time.Second, 4 * time.Second},
	}
	for name, attempts := range map[string][]attempt{
		"cut":                     slices.Concat(resumed, slices.Repeat(resumed[5:], 100)),
		"cut after long":          slices.Concat(resumed, []attempt{{long, true, 0, 250 * time.Millisecond}}, resumed[1:]),
		"none begins":             failed,
		"none begins, for long":   slices.Concat(failed, slices.Repeat([]attempt{{never, false, time.Second, 2 * time.Minute}}, 50), []attempt{{never, false, time.Minute, 2 * time.Minute}}),
		"one begins at last":      slices.Concat(failed, resumed, failed),
		"new ones that are over":  {{long, false, 0, 250 * time.Millisecond}, {soon, false, time.Second, 2 * time.Second}, {soon, false, 2 * time.Second, 4 * time.Second}},
		"new ones that last long": {{long, false, 0, 250 * time.Millisecond}, {long, false, 0, 250 * time.Millisecond}},
	} {
		for range 50 {
			var p reconnectBackoff
			for i, a := range attempts {
				if wait := p.next(a.lasted, a.resumable); wait < a.least || wait > a.most {
					t.Errorf("%s: after attempt %d it waits %v, want %v to %v", name, i, wait, a.least, a.most)
				}
			}
		}
	}
}
