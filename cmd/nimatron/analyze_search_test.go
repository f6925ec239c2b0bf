package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"nimatron/solver"
)

const hardYard = "9 8 7 6 5 4 / 9 8 7 6 5 4 / 9 8 7 6 9 4 / 9 8 7 6 5 4 / 9 8 7 1 5 4 / 9 8 7 6 5 4"

// TestAnalyzeTime gives a search that can't end so much time, shown or not.
func TestAnalyzeTime(t *testing.T) {
	got := start(t.Context(), t, nil, nil, "analyze", "--json", "-time", "1200ms", "-progress", "forklift-nim", hardYard)
	if got.code != exitOK || !strings.Contains(got.stdout, `"winning":[],"winning_complete":false,"exact":false,"method":"search"`) || strings.Contains(got.stdout, "outcome") {
		t.Errorf("%+v", got)
	}
	if !strings.Contains(got.stderr, "\r[") || !strings.Contains(got.stderr, "of 1.2s") || !strings.HasSuffix(got.stderr, " positions\n") {
		t.Errorf("the progress is %q", got.stderr)
	}
	if got := start(t.Context(), t, nil, nil, "analyze", "-time=-1s", "nim", "3"); got.code != exitUsage {
		t.Errorf("less than no time: %+v", got)
	}
}

// TestAnalyzeTable keeps what is proved in a file, which the next call uses.
func TestAnalyzeTable(t *testing.T) {
	file := filepath.Join(t.TempDir(), "proved")
	args := []string{"analyze", "--json", "-table", file, "forklift-nim/misere", "2 3 1 / 1 4 2 / 3 1 2"}
	first := start(t.Context(), t, nil, nil, args...)
	whole, err := os.ReadFile(file)
	if err != nil || first.code != exitOK || len(whole) < 100 {
		t.Fatalf("%+v, %d bytes, %v", first, len(whole), err)
	}
	again := start(t.Context(), t, nil, nil, args...)
	before, positions, found := strings.Cut(first.stdout, `"positions":`)
	if !found || strings.HasPrefix(positions, "0") || again.stdout != before+"\"positions\":0}}\n" || again.code != exitOK {
		t.Errorf("%+v, then %+v", first, again)
	}
	for name, content := range map[string][]byte{"cut off": whole[:len(whole)-9], "another file": []byte("VARIANT\tPOSITION and so on, for a while"), "empty": nil} {
		if err := os.WriteFile(file, content, 0o600); err != nil {
			t.Fatal(err)
		}
		got := start(t.Context(), t, nil, nil, args...)
		after, err := os.ReadFile(file)
		if got.code != exitFailure || !strings.Contains(got.stderr, file+": this ") || !strings.Contains(got.stderr, "remove it to begin anew") || err != nil || !bytes.Equal(after, content) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	if entries, err := os.ReadDir(filepath.Dir(file)); err != nil || len(entries) != 1 {
		t.Errorf("beside the table: %v, %v", entries, err)
	}
}

// TestAnalyzeLinesInOrder mixes lines that take long with such that don't: the answers
// come in order, and no more is read ahead of a slow line than fits the batches.
func TestAnalyzeLinesInOrder(t *testing.T) {
	var in bytes.Buffer
	fmt.Fprintf(&in, "forklift-nim\t%s\n", hardYard)
	const many = 200_000
	for i := range many {
		fmt.Fprintf(&in, "nim\t%d\n", i+1)
	}
	size := int64(in.Len())
	counted := &countingReader{in: &in}
	var out bytes.Buffer
	ended := make(chan error, 1)
	slow := &solver.Solver{}
	go func() { ended <- analyzeLines(t.Context(), counted, &out, slow, 1500*time.Millisecond, asJSON) }()
	time.Sleep(700 * time.Millisecond)
	if n := counted.read(); n == size {
		t.Errorf("all %d bytes were read while the first line is not answered", n)
	}
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	if len(lines) != many+1 || !strings.Contains(lines[0], `"exact":false`) {
		t.Fatalf("%d lines, the first is %s", len(lines), lines[0])
	}
	for i, line := range lines[1:] {
		if !strings.Contains(line, fmt.Sprintf(`"position":"%d","outcome":"N"`, i+1)) {
			t.Fatalf("line %d is %s", i+2, line)
		}
	}
}

// countingReader counts what is read.
type countingReader struct {
	in io.Reader
	n  atomic.Int64
}

func (c *countingReader) Read(p []byte) (int, error) {
	n, err := c.in.Read(p)
	c.n.Add(int64(n))
	return n, err
}

func (c *countingReader) read() int64 { return c.n.Load() }
