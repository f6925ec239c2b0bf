package record_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"nimatron/games/catalog"
	"nimatron/match/record"
)

// TestSource checks that an error of the source is the last thing yielded.
func TestSource(t *testing.T) {
	broken := errors.New("broken")
	for _, text := range []string{"", " ", json, json + `{"id":`} {
		var got []error
		for _, err := range record.Read(catalog.Standard, io.MultiReader(strings.NewReader(text), iotest.ErrReader(broken))) {
			got = append(got, err)
		}
		good := strings.Count(text, "\"termination\":\"played\"")
		if len(got) != good+1 || !errors.Is(got[good], broken) {
			t.Errorf("%q yields %v", text, got)
		}
	}
}

// TestFirstError checks that an error is not forgotten, even if the source recovers.
func TestFirstError(t *testing.T) {
	for _, before := range []string{"\n", "\n \n \n", " " + json[:60]} {
		source := iotest.TimeoutReader(io.MultiReader(strings.NewReader(before), strings.NewReader(json)))
		n := 0
		for m, err := range record.Read(catalog.Standard, source) {
			if n++; m != nil || !errors.Is(err, iotest.ErrTimeout) {
				t.Error(m, err)
			}
		}
		if n != 1 {
			t.Errorf("%q: %d yielded", before, n)
		}
	}
}

// TestOneByteAtATime checks that the source's chunks don't matter.
func TestOneByteAtATime(t *testing.T) {
	for _, text := range []string{json + json} {
		n := 0
		for m, err := range record.Read(catalog.Standard, iotest.OneByteReader(strings.NewReader(text))) {
			if n++; err != nil || len(m.Moves) != 4 {
				t.Error(m, err)
			}
		}
		if n != 2 {
			t.Errorf("%d matches", n)
		}
	}
}

// TestStop stops at the first match, valid or not.
func TestStop(t *testing.T) {
	bad := strings.Replace(json, "end-nim", "chess", 1)
	for _, text := range []string{json + json, bad + json, "{\n" + json, strings.TrimSpace(bad)} {
		n := 0
		for range record.Read(catalog.Standard, strings.NewReader(text)) {
			n++
			break
		}
		if n != 1 {
			t.Errorf("%d matches of %q", n, text)
		}
	}
}

// TestBadMatch checks the parts of the error.
func TestBadMatch(t *testing.T) {
	for _, err := range record.Read(catalog.Standard, strings.NewReader(strings.Replace(json, "end-nim", "chess", 1))) {
		var bad *record.BadMatch
		if !errors.As(err, &bad) || bad.Number != 1 || bad.ID != 7 || bad.Line != 1 || errors.Unwrap(bad) != bad.Err {
			t.Errorf("%#v", err)
		}
	}
}

// TestLeadingLines counts the blank lines before the first match.
func TestLeadingLines(t *testing.T) {
	for _, text := range []string{json} {
		for _, err := range record.Read(catalog.Standard, strings.NewReader("\n \n"+strings.Replace(text, "L-2", "L-9", 1))) {
			var bad *record.BadMatch
			if !errors.As(err, &bad) || bad.Line != strings.Count(text[:strings.Index(text, "L-2")], "\n")+3 {
				t.Errorf("%v", err)
			}
		}
	}
}

// TestMaxLine reads the longest line, and refuses one that is longer.
func TestMaxLine(t *testing.T) {
	for extra := range 3 {
		for _, end := range []string{"", "\n", "\r\n"} {
			text := strings.TrimSpace(json)
			text = text[:len(text)-1] + strings.Repeat(" ", record.MaxLine-len(text)-1+extra) + "}" + end
			want := good
			if extra > 1 {
				want = "line 1: match number 1 of the text: the line is longer than 8388608 bytes\n"
			}
			if got := results(text); got != want {
				t.Errorf("%d bytes and %q give %s", len(text)-len(end), end, got)
			}
		}
	}
}
