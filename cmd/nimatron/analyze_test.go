package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"nimatron/internal/must"
)

func analyzeJSON(ctx context.Context, in io.Reader, out io.Writer) error {
	c := analyzeCommand{formFlags: formFlags{JSON: true}, positionArgs: positionArgs{Variant: "-"}}
	return c.Run(ctx, &program{stdin: in, stdout: out})
}

func TestAnalyzeLines(t *testing.T) {
	long := "nim\t" + strings.TrimSpace(strings.Repeat("1000000000000000000 ", 1000))
	longer := strings.Repeat("x", maxInputLine+1)
	in := "end-nim\t3 5 2\r\n" + "\n" + "nim\t<b>\n" + "go\t1\n" + long + "\n" + longer + "\n" + longer[1:] + "\n" + "\xff\t\x00\n" + "END-NIM\t3, 5,2\n" + "nim\t0"
	for name, reader := range map[string]io.Reader{
		"whole":     strings.NewReader(in),
		"in halves": iotest.DataErrReader(iotest.HalfReader(strings.NewReader(in))),
	} {
		var out bytes.Buffer
		err := analyzeJSON(t.Context(), reader, &out)
		if err == nil || err.Error() != "6 of 10 lines could not be analyzed" {
			t.Errorf("%s: got the error %v", name, err)
		}
		wants := []string{
			`"winning":["L-1"]`,
			`{"error":"a line is VARIANT<TAB>POSITION`,
			"{\"error\":\"`<b>` is not a position",
			`{"error":"I don't have Go`,
			`"outcome":"P"`,
			`{"error":"this line is too long`,
			`{"error":"a line is`,
			`{"error":"I don't know a game`,
			`"position":"3 5 2"`,
			`"outcome":"P"`,
		}
		answers := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		if len(answers) != len(wants) {
			t.Fatalf("%s: %d answers, want %d:\n%s", name, len(answers), len(wants), out.String())
		}
		for i, want := range wants {
			if !strings.Contains(answers[i], want) || !json.Valid([]byte(answers[i])) {
				t.Errorf("%s: answer %d is %.200s, want %s", name, i+1, answers[i], want)
			}
		}
	}
}

// TestAnalyzeLinesAnswersAtOnce sends one line at a time and reads one object for it.
func TestAnalyzeLinesAnswersAtOnce(t *testing.T) {
	in, asks := io.Pipe()
	answers, out := io.Pipe()
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- analyzeJSON(ctx, in, out) }()
	read := bufio.NewReader(answers)
	for range 3 {
		must.Get(io.WriteString(asks, "nim\t1 2 3\n"))(t)
		if line, err := read.ReadString('\n'); err != nil || !strings.Contains(line, `"outcome":"P"`) {
			t.Fatalf("got %q, %v", line, err)
		}
	}
	cancel() // while it waits for input
	if err := <-ended; err == nil || err.Error() != "interrupted after 3 lines" {
		t.Errorf("got %v", err)
	}
}

func TestAnalyzeLinesFaults(t *testing.T) {
	fault := errors.New("the disk is on fire")
	var out bytes.Buffer
	err := analyzeJSON(t.Context(), io.MultiReader(strings.NewReader("nim\t1\n"), iotest.ErrReader(fault)), &out)
	if !errors.Is(err, fault) || !strings.Contains(out.String(), "1-1") {
		t.Errorf("reading: got %v, %q", err, out.String())
	}
	if err := analyzeJSON(t.Context(), strings.NewReader("nim\t1\n"), brokenWriter{fault}); !errors.Is(err, fault) {
		t.Errorf("writing: got %v", err)
	}
}

// brokenWriter fails.
type brokenWriter struct{ err error }

func (w brokenWriter) Write([]byte) (int, error) { return 0, w.err }
