package main

import (
	"strings"
	"testing"
)

func TestQuotient(t *testing.T) {
	const twos = `{"variant":"end-nim/misere","order":6,"generators":[{"name":"a","position":"1"},{"name":"b","position":"2"}],` +
		`"relations":["a^2=1","b^3=b"],"elements":["1","a","b","ab","b^2","ab^2"],"lost":["a","b^2"],"images":[{"position":"1","element":"a"},` +
		`{"position":"2","element":"b"},{"position":"1 1","element":"1"},{"position":"1 2","element":"ab"},{"position":"2 1","element":"ab"},{"position":"2 2","element":"b^2"}]}` + "\n"
	for _, tt := range []struct {
		args   []string
		code   int
		stdout string
		stderr string // part of it; empty for none at all
	}{
		{[]string{"--json", "end-nim/misere", "-k", "2", "-n", "2"}, 0, twos, ""},
		{[]string{"--csv", "tree-nim/misere", "2(1 1)", "0"}, 0, "variant,position,element,outcome\ntree-nim/misere,2(1 1),b^2,P\ntree-nim/misere,0,1,N\n", ""},
		{[]string{"--json", "nim/misere", "0"}, 0, `{"variant":"nim/misere","order":1,"generators":[],"relations":[],"elements":["1"],"lost":[],"images":[{"position":"0","element":"1"}]}` + "\n", ""},
		{[]string{"end-nim", "3"}, 1, "", "no misère quotient"},
		{[]string{"end-nim/misere", "3 x"}, 1, "", "not a position"},
		{[]string{"end-nim/misere", "-k", "40", "-n", "40"}, 1, "", "at most 8192"},
		{[]string{"end-nim/misere", "-k", "3", "-n", "9223372036854775807"}, 1, "", "at most 8192"},
		{[]string{"end-nim/misere", "90 90 90"}, 1, "", "at most 8192 boards"},
		{[]string{"end-nim/misere"}, 2, "", "name boards"},
		{[]string{"end-nim/misere", "-k", "2", "-n", "0"}, 2, "", "from 1 on"},
		{[]string{"--csv", "--json", "end-nim/misere", "2"}, 2, "", "--json and --csv"},
	} {
		got := start(t.Context(), t, nil, nil, append([]string{"quotient"}, tt.args...)...)
		if got.code != tt.code || got.stdout != tt.stdout || !strings.Contains(got.stderr, tt.stderr) || tt.stderr == "" && got.stderr != "" {
			t.Errorf("%q: %+v", tt.args, got)
		}
	}
}

func TestQuotientForPeople(t *testing.T) {
	got := start(t.Context(), t, nil, nil, "quotient", "end-nim/misere", "-k", "5", "-n", "3")
	for _, part := range []string{
		"all sums of 363 boards", "\nOrder:      10\n", "\nGenerators: a is 1; b is 2; c is 2 1 3 2\n", "\nRelations:  a^2=1  c^2=b^2  b^3=b  b^2c=c\n",
		"\nLost:       a  b^2\n", "\n   a |    a    1   ab ", "\n   1 N: 1 1; 1 1 1 1\n", "\n b^2 P: 2 2; 3 3; ", " and 80 more\n",
	} {
		if !strings.Contains(got.stdout, part) {
			t.Errorf("%q is missing in\n%s", part, got.stdout)
		}
	}
	// 34 elements are too many for a table.
	got = start(t.Context(), t, nil, nil, "quotient", "nim/misere", "16")
	if strings.Contains(got.stdout, "|") || !strings.Contains(got.stdout, "Order:      34\n") || got.code != 0 {
		t.Errorf("got %+v", got)
	}
}
