package values_test

import (
	"testing"

	"nimatron/solver/values"
)

// read reads a valid game.
func read(t testing.TB, s *values.Store, text string) values.Game {
	t.Helper()
	g, err := s.Read(text)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return g
}

// TestIdentities checks pairs of equal games from the literature.
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

// TestThermographs checks stops, means and temperatures that were computed by hand.
func TestThermographs(t *testing.T) {
	s := values.New(values.Limits{})
	for _, c := range []struct{ game, left, right, mean, temperature string }{
		{"0", "0", "0", "0", "-1"}, {"3", "3", "3", "3", "-1"}, {"-3/4", "-3/4", "-3/4", "-3/4", "-1/4"},
		{"*", "0", "0", "0", "0"}, {"1^", "1", "1", "1", "0"}, {"+_2", "0", "0", "0", "0"}, {"1/2+*2", "1/2", "1/2", "1/2", "0"},
		{"±1", "1", "-1", "0", "1"}, {"{2|1/2}", "2", "1/2", "5/4", "3/4"}, {"{2||1|-1}", "2", "1", "1", "1"},
		{"{{3|1}|{-1|-5}}", "1", "-1", "-1/2", "5/2"}, {"{{4|0},1|-2}", "1", "-2", "0", "2"},
	} {
		g := read(t, s, c.game)
		left, right := s.Stops(g)
		for i, got := range []string{left.RatString(), right.RatString(), s.Mean(g).RatString(), s.Temperature(g).RatString()} {
			if want := []string{c.left, c.right, c.mean, c.temperature}[i]; got != want {
				t.Errorf("%s: got %s, want %s", c.game, got, want)
			}
		}
	}
}

// TestNames checks the notation of games.
func TestNames(t *testing.T) {
	s := values.New(values.Limits{})
	for text, want := range map[string]string{
		"{|}": "0", "-{0|1}": "-1/2", "{0,*|*,0}": "*2", "{0|*}": "^", "{*3|0}": "v*2", "^^*": "^2*", "{1|1}": "1+*", "{-1/2|{-1/2|-1/2}}": "-1/2+^",
		"{1|-1}": "±1", "{3|1}": "2±1", "{0||0|-2}": "+_2", "{2|0||0}": "-_2", "{1/2|0||0}": "-_1/2", "{^,*|v}": "{0,*|v}", "{0||0|-2}+1": "1+_2",
		"{1|0||0}-3/4": "-3/4-_1", "2+{0,*|v}": "2+{0,*|v}", "1+{0||0|-2±1}": "1+{0|{0|-2±1}}", "{2+{0,*|v}|0}": "{2+{0,*|v}|0}",
	} {
		if got, _ := s.Name(read(t, s, text)); got != want {
			t.Errorf("%s is written %s, want %s", text, got, want)
		}
	}
}

// TestAtomicWeights checks weights from the literature.
func TestAtomicWeights(t *testing.T) {
	s := values.New(values.Limits{})
	for text, want := range map[string]string{
		"0": "0", "*3": "0", "^": "1", "v2*2": "-2", "^3*5": "3", "{^|v}": "0", "{0|^}": "2", "{^2|v2}": "*", "{^3|v3}": "±1", "{^3|v}": "1+*",
	} {
		w, ok := s.AtomicWeight(read(t, s, text))
		if got, _ := s.Name(w); !ok || got != want {
			t.Errorf("the weight of %s is %s, want %s", text, got, want)
		}
	}
	for _, text := range []string{"1", "1/2+^", "±1", "+_2"} {
		if _, ok := s.AtomicWeight(read(t, s, text)); ok {
			t.Errorf("%s is not all-small", text)
		}
	}
}
