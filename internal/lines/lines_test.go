package lines_test

import (
	"bufio"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"nimatron/internal/lines"
	"nimatron/internal/must"
)

// line is a line as a reader returns it.
type line struct {
	text    string
	tooLong bool
}

func readAll(r *lines.Reader) []line {
	var all []line
	for r.Next() {
		all = append(all, line{string(r.Text()), r.TooLong()})
		if r.Number() != len(all) {
			panic("the lines are not counted")
		}
	}
	return all
}

// sources returns readers of the same text.
func sources(t *testing.T, text string) map[string]io.Reader {
	return map[string]io.Reader{
		"whole":              strings.NewReader(text),
		"in bytes":           iotest.OneByteReader(strings.NewReader(text)),
		"with its end":       iotest.DataErrReader(strings.NewReader(text)),
		"ahead":              lines.ReadAhead(t.Context(), strings.NewReader(text), nil),
		"ahead in halves":    lines.ReadAhead(t.Context(), iotest.HalfReader(strings.NewReader(text)), nil),
		"ahead with its end": lines.ReadAhead(t.Context(), iotest.DataErrReader(iotest.OneByteReader(strings.NewReader(text))), nil),
	}
}

func TestReader(t *testing.T) {
	const limit = 4
	for text, want := range map[string][]line{
		"":                       nil,
		"\n":                     {{"", false}},
		"a":                      {{"a", false}},
		"a\n\r\nb\r\n\nc":        {{"a", false}, {"", false}, {"b", false}, {"", false}, {"c", false}},
		"abcd\nabcd\r\nabcd":     {{"abcd", false}, {"abcd", false}, {"abcd", false}},
		"abcde\nabcde\r\nabcdef": {{"abcd", true}, {"abcd", true}, {"abcd", true}},
		"abc\r\r\nabcd\r\r\n":    {{"abc\r", false}, {"abcd", true}},
	} {
		for how, source := range sources(t, text) {
			r := lines.NewReader(source, limit)
			if got := readAll(r); !slices.Equal(got, want) || r.Err() != nil {
				t.Errorf("%q %s: got %v, %v; want %v", text, how, got, r.Err(), want)
			}
		}
	}
}

// TestLongLines reads lines with lengths around the limit and the buffer size.
func TestLongLines(t *testing.T) {
	for _, limit := range []int{64<<10 - 2, 64<<10 - 1, 64 << 10, 64<<10 + 1, 200_000} {
		for _, end := range []string{"\n", "\r\n", ""} {
			for _, size := range []int{limit - 1, limit, limit + 1, limit + 2, limit + 3, 3*limit + 7} {
				long := strings.Repeat("x", size)
				text, want := long+end, []line{{long[:min(size, limit)], size > limit}}
				if end != "" {
					text, want = text+"y", append(want, line{"y", false})
				}
				for how, source := range map[string]io.Reader{
					"whole": strings.NewReader(text),
					"ahead": lines.ReadAhead(t.Context(), iotest.HalfReader(strings.NewReader(text)), nil),
				} {
					if got := readAll(lines.NewReader(source, limit)); !slices.Equal(got, want) {
						t.Errorf("%d bytes and %q with limit %d, %s: %d lines, the first of %d bytes, too long: %v",
							size, end, limit, how, len(got), len(got[0].text), got[0].tooLong)
					}
				}
			}
		}
	}
}

func TestErrors(t *testing.T) {
	broken := errors.New("the disk is on fire")
	for _, ahead := range []bool{false, true} {
		source := io.MultiReader(strings.NewReader("a\nb"), iotest.ErrReader(broken))
		if ahead {
			source = lines.ReadAhead(t.Context(), source, nil)
		}
		r := lines.NewReader(source, 10)
		if got := readAll(r); !slices.Equal(got, []line{{"a", false}}) || !errors.Is(r.Err(), broken) {
			t.Errorf("ahead %v: got %v, %v", ahead, got, r.Err())
		}
		if r.Next() || !errors.Is(r.Err(), broken) {
			t.Errorf("ahead %v: the error is forgotten", ahead)
		}
	}
}

// TestIdle checks that answers are sent before waiting for more input.
func TestIdle(t *testing.T) {
	in, asks := io.Pipe()
	answers, out := io.Pipe()
	buffered := bufio.NewWriter(out)
	ended := make(chan error, 1)
	go func() {
		r := lines.NewReader(lines.ReadAhead(t.Context(), in, buffered.Flush), 10)
		for r.Next() {
			_, _ = buffered.WriteString(string(r.Text()) + "!\n") // Flush reports errors
		}
		ended <- r.Err()
	}()
	replies := bufio.NewReader(answers)
	for _, text := range []string{"a", "b"} {
		must.Get(io.WriteString(asks, text+"\n"))(t)
		if got, err := replies.ReadString('\n'); err != nil || got != text+"!\n" {
			t.Fatalf("got %q, %v", got, err)
		}
	}
	broken := errors.New("nobody listens")
	answers.CloseWithError(broken)
	must.Get(io.WriteString(asks, "c\n"))(t)
	if err := <-ended; !errors.Is(err, broken) {
		t.Errorf("got %v, want the error of idle", err)
	}
}
