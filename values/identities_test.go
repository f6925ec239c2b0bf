package values_test

import (
	"testing"

	"nimatron/values"
)

// read reads a game that is well written.
func read(t testing.TB, s *values.Store, text string) values.Game {
	t.Helper()
	g, err := s.Read(text)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return g
}

// TestIdentities has equal games of the literature, each written in two ways.
func TestIdentities(t *testing.T) {
	s := values.New(values.Limits{})
	for _, same := range [][2]string{
		{"{|}", "0"}, {"{0|}", "1"}, {"{0|1}", "1/2"}, {"{1/2|1}", "3/4"}, {"{-1|1}", "0"}, {"{0|100}", "1"},
		{"{2|5/2}", "9/4"}, {"{-3|-5/4}", "-2"}, {"{1/2|5/8}", "9/16"}, {"{*|*}", "0"}, {"{^|}", "1"}, {"{v|^}", "0"}, {"{1/4,*|1}", "1/2"},
		{"{0|0}", "*"}, {"{0,*|0,*}", "*2"}, {"*+*", "0"}, {"*2+*3", "*"}, {"*5+*6", "*3"},
		{"{0|*}", "^"}, {"{*|0}", "v"}, {"{0,*|0}", "^*"}, {"^+^*", "{0|^}"}, {"^^", "{0|^*}"}, {"^^^*2", "^3*2"}, {"vv*2", "{*3+v|0}"},
		{"^+*2", "{0|*3}"}, {"{^|v}", "*"}, {"{*2|*2}", "0"}, {"^-^", "0"}, {"{0|{0|*}}", "^2*"},
		{"±1+±1", "0"}, {"{1|-1}", "±1"}, {"{3|1}", "2±1"}, {"±1+*", "{1*|-1*}"}, {"±{2|1}", "{{2|1}|{-1|-2}}"},
		{"+_2", "{0||0|-2}"}, {"-_2", "{{2|0}|0}"}, {"+_0", "^"}, {"-(1+^)", "-1+v"}, {"1*", "{1|1}"}, {"1^", "1+{0|*}"}, {"{1|1*}", "1+^"},
		{"{0|+_1}", "{0|{0|{0|-1}}}"},
	} {
		if g, h := read(t, s, same[0]), read(t, s, same[1]); g != h {
			a, _ := s.Name(g)
			b, _ := s.Name(h)
			t.Errorf("%s is %s, and %s is %s", same[0], a, same[1], b)
		}
	}
}
