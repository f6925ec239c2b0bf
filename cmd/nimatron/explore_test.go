package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Long commands end on an interrupt, and leave no file behind.
func TestInterrupted(t *testing.T) {
	t.Chdir(t.TempDir())
	newDatabase(t, defaultDB)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, tt := range []struct{ command, want string }{
		{"table nim _ _ -n 1000", "interrupted"},
		{"period end-nim/misere 40 _", "interrupted after 65536 columns of 40 _"},
		{"backup new.file", "interrupted"},
	} {
		if got := start(ctx, t, nil, nil, strings.Fields(tt.command)...); got.code != 1 || !strings.Contains(got.stderr, tt.want) || got.stdout != "" {
			t.Errorf("%s: %+v", tt.command, got)
		}
	}
	if names, err := filepath.Glob("*new.file*"); err != nil || len(names) > 0 {
		t.Errorf("left behind: %v, %v", names, err)
	}
}

// Progress is not written to files and pipes.
func TestProgressIsForTerminals(t *testing.T) {
	var out bytes.Buffer
	p := newProgress(&out)
	p.next = time.Time{}
	p.show(1, 4)
	p.next = time.Time{}
	p.count(3)
	p.clear()
	if out.Len() > 0 {
		t.Errorf("%q was written", out.String())
	}
	if terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR, 0); err == nil {
		defer terminal.Close()
		if p := newProgress(terminal); p.out != terminal {
			t.Error("it is not told of on a terminal")
		}
	}
}

func TestProgress(t *testing.T) {
	var out bytes.Buffer
	p := &progress{out: &out, next: time.Now().Add(time.Hour)}
	p.show(1, 4)
	p.clear()
	if out.Len() > 0 {
		t.Errorf("short work is told of: %q", out.String())
	}
	p.next = time.Time{}
	p.show(1, 4)
	p.show(2, 4) // too soon after the first
	p.clear()
	if got := out.String(); got != "\r[#######.......................]  25%\n" {
		t.Errorf("long work is told of as %q", got)
	}
	p.next = time.Time{}
	p.count(7)
	p.clear()
	if got := told.ReplaceAllString(out.String(), ""); got != "" {
		t.Errorf("of the progress %q is left", got)
	}
}
