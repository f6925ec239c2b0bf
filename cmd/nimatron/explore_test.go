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

func TestExplore(t *testing.T) {
	t.Chdir(t.TempDir())
	newDatabase(t, defaultDB)
	for _, tt := range []struct {
		args   []string
		code   int
		stdout string // part of it
		stderr string // part of it; empty for none at all
	}{
		// The first and the last row of Albert and Nowakowski's table.
		{[]string{"table", "end-nim", "_ 4 _", "-n", "16"}, 0, " 1 |  0  1  2  3  4  6  7  8  9 10 11 12 13 14 15 16\n", ""},
		{[]string{"table", "end-nim", "_ 4 _", "-n", "16"}, 0, "16 | 16 15 17 14 19 18 10 21 22 23  8 24 25  6  7  0\n", ""},
		{[]string{"table", "end-nim", "_ 4 _", "-n", "2", "--csv"}, 0, "pile,1,2\n1,0,1\n2,1,0\n", ""},
		{[]string{"table", "nim", "_", "3", "-n", "4", "--csv"}, 0, "pile,value\n1,2\n2,1\n3,0\n4,7\n", ""},
		{[]string{"table", "move-reverse-nim", "_", "_", "-n", "2"}, 0, "Move-Reverse Nim, outcomes of _ _", ""},
		{[]string{"table", "end-nim", "1", "_", "2", "-n", "3"}, 0, "1 | 2\n2 | 1\n3 | 3\n", ""},
		{[]string{"phase", "2", "4", "1", "-n", "8"}, 0, "7 | L L L L L L L P\n6 | L L L L L L P R\n", ""},
		{[]string{"thresholds", "3 5 4 5 1"}, 0, "R  = 3 ", ""},
		{[]string{"table", "end-nim", "3 5"}, 1, "", "one or two, written `_`"},
		{[]string{"table", "end-nim", "_ 4 _", "-n", "0"}, 1, "", "from 1 to 4096"},
		{[]string{"table", "end-nim", "_ 4 _", "-n", "4097"}, 1, "", "two blanks is a whole number from 1 to 4096, not 4097"},
		{[]string{"table", "end-nim", "_ 4", "-n", "100001"}, 1, "", "one blank is a whole number from 1 to 100000, not 100001"},
		{[]string{"table", "nim", "_ _", "-n", "2000"}, 1, "", "takes too long"},
		{[]string{"table", "chess", "_"}, 1, "", "no variant"},
		{[]string{"table", "end-nim"}, 2, "", "<pattern>"},
		{[]string{"phase", "2 x"}, 1, "", "whole numbers"},
		{[]string{"phase", "2", "-n", "600"}, 1, "", "from 1 to 512, not 600"},
		{[]string{"thresholds", "0"}, 1, "", "no thresholds"},
		{[]string{"rebuild-ratings"}, 0, "from 0 matches", ""},
	} {
		got := start(t.Context(), t, nil, strings.NewReader(""), tt.args...)
		if got.code != tt.code || !strings.Contains(got.stdout, tt.stdout) || !strings.Contains(got.stderr, tt.stderr) || tt.stderr == "" && got.stderr != "" {
			t.Errorf("%q: %+v", tt.args, got)
		}
	}
}

// TestMissingDatabase checks that a misspelt name makes no database.
func TestMissingDatabase(t *testing.T) {
	t.Chdir(t.TempDir())
	writeFile(t, "good.pgn", imported)
	for _, args := range []string{"rebuild-ratings", "rebuild-ratings --db new.db", "import good.pgn", "import --db new.db good.pgn", "import --db no/new.db good.pgn"} {
		got := start(t.Context(), t, nil, nil, strings.Fields(args)...)
		if got.code != 1 || got.stdout != "" || !strings.HasPrefix(got.stderr, "nimatron: there is no database ") || !strings.Contains(got.stderr, "--db") {
			t.Errorf("%s: %+v", args, got)
		}
	}
	if files, err := filepath.Glob("*"); err != nil || len(files) != 1 {
		t.Errorf("files were made: %q, %v", files, err)
	}
}

// TestTableInterrupted ends a long table when the user asks for it.
func TestTableInterrupted(t *testing.T) {
	t.Chdir(t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got := start(ctx, t, nil, strings.NewReader(""), "table", "nim", "_ _", "-n", "1000")
	if got.code != 1 || !strings.Contains(got.stderr, "interrupted") || got.stdout != "" {
		t.Errorf("%+v", got)
	}
}

// TestPeriodInterrupted ends a long search when the user asks for it.
func TestPeriodInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got := start(ctx, t, nil, strings.NewReader(""), "period", "end-nim/misere", "40 _")
	if got.code != 1 || !strings.Contains(got.stderr, "interrupted after 65536 columns of 40 _") || got.stdout != "" {
		t.Errorf("%+v", got)
	}
}

// What is written to a file or a pipe has no progress in it.
func TestProgressIsForTerminals(t *testing.T) {
	var out bytes.Buffer
	p := newProgress(&out)
	p.next = time.Time{}
	p.show(1, 4)
	p.next = time.Time{}
	p.bar(2, 4)
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
	if got := out.String(); got != "\r1 of 4 (25%)\n" {
		t.Errorf("long work is told of as %q", got)
	}
	p.next = time.Time{}
	p.count(7)
	p.clear()
	if got := told.ReplaceAllString(out.String(), ""); got != "" {
		t.Errorf("of the progress %q is left", got)
	}
}
