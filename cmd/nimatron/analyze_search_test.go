package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
)

const hardYard = "9 8 7 6 5 4 / 9 8 7 6 5 4 / 9 8 7 6 9 4 / 9 8 7 6 5 4 / 9 8 7 1 5 4 / 9 8 7 6 5 4"

// TestAnalyzeTime ends a search that would take days: by its time limit, or by a signal after its first
// report of progress.
func TestAnalyzeTime(t *testing.T) {
	got := start(t.Context(), t, nil, nil, "analyze", "--json", "--time", "1ms", "forklift-nim", hardYard)
	if got.code != exitOK || !strings.Contains(got.stdout, `"winning":[],"winning_complete":false,"exact":false,"method":"search"`) || strings.Contains(got.stdout, "outcome") || got.stderr != "" {
		t.Errorf("%+v", got)
	}
	if testing.Short() {
		return
	}
	ctx, cancel := context.WithCancel(t.Context())
	shown := &stopping{stop: cancel}
	args := []string{"analyze", "--time", "100h", "--progress", "forklift-nim", hardYard}
	if code := run(ctx, args, nil, io.Discard, shown, os.LookupEnv); code != exitFailure || !regexp.MustCompile(`^(\r\[\.+\] \d+ of \d+ positions)+\n.* interrupted`).MatchString(shown.String()) {
		t.Errorf("status %d: %q", code, shown)
	}
}

// stopping stops the program at the first write.
type stopping struct {
	buffer
	stop func()
}

func (s *stopping) Write(p []byte) (int, error) {
	s.stop()
	return s.buffer.Write(p)
}

// Answers come in the order of the lines. Batches bound how far the program reads ahead of a slow
// line.
func TestAnswersInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		many := 6 * batchesEach * runtime.GOMAXPROCS(0) * batchLines
		var in, out bytes.Buffer
		for i := range many {
			fmt.Fprintf(&in, "%09d\n", i)
		}
		want, read := in.String(), &countingReader{in: &in}
		release := make(chan bool)
		echo := func(_ context.Context, dst []byte, line string) ([]byte, error) {
			if line == "000000000" {
				<-release
			}
			return append(dst, line...), nil
		}
		ended := make(chan error)
		go func() { ended <- answerLines(t.Context(), read, &out, answering{start: func() answer { return echo }}) }()
		synctest.Wait()
		if read.n > len(want)/2 || out.Len() > 0 {
			t.Errorf("%d of %d bytes are read and %d written, while the first line has no answer", read.n, len(want), out.Len())
		}
		close(release)
		if err := <-ended; err != nil || out.String() != want {
			t.Errorf("%d of %d bytes are answered, or in another order: %v", out.Len(), len(want), err)
		}
	})
}

// countingReader counts the bytes read.
type countingReader struct {
	in io.Reader
	n  int
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.n += n
	return n, err
}
