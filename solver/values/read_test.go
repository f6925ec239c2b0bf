package values_test

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"nimatron/solver/values"
)

func TestLimits(t *testing.T) {
	deep := strings.Repeat("{*2,±1|", 40) + "0" + strings.Repeat("}", 40)
	for name, limits := range map[string]values.Limits{
		"bytes": {Bytes: 1 << 10},
		"steps": {Steps: 100},
		"stop":  {Stop: func() error { return values.ErrLimit }},
	} {
		s := values.New(limits)
		var err error
		for range 100 {
			if _, err = s.Read(deep + "+" + deep); err != nil {
				break
			}
		}
		if !errors.Is(err, values.ErrLimit) {
			t.Errorf("%s: got %v", name, err)
		}
	}
	// A game that would take far more memory than allowed is refused at once.
	for name, ask := range map[string]func(*values.Store) values.Game{
		"integer":  func(s *values.Store) values.Game { return s.Integer(1 << 60) },
		"nimber":   func(s *values.Store) values.Game { return s.Nimber(1 << 60) },
		"ups":      func(s *values.Store) values.Game { return s.Ups(-1<<60, 1) },
		"fraction": func(s *values.Store) values.Game { return s.Number(big.NewRat(1, 3)) },
	} {
		s := values.New(values.Limits{})
		if ask(s); !errors.Is(s.Err(), values.ErrLimit) {
			t.Errorf("%s: got %v", name, s.Err())
		}
	}
}

// TestAllow continues with a Store that has run out of steps.
func TestAllow(t *testing.T) {
	s := values.New(values.Limits{Steps: 10})
	const text = "{^,*2|v,{1|-1}}+{^,*2|v,{1|-1}}"
	if _, err := s.Read(text); !errors.Is(err, values.ErrLimit) {
		t.Fatal(err)
	}
	s.Allow(1<<20, nil)
	fresh := values.New(values.Limits{})
	got, _ := s.Name(read(t, s, text))
	if want, _ := fresh.Name(read(t, fresh, text)); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestLongNames(t *testing.T) {
	s := values.New(values.Limits{})
	// A move is worth twice as much as all later ones, so the canonical form has the tree of all
	// plays.
	g := values.Zero
	for n := range 14 {
		x := s.Integer(1 << n)
		g = s.Game([]values.Game{s.Sum(g, x)}, []values.Game{s.Difference(g, x)})
	}
	if s.Err() != nil {
		t.Fatal(s.Err())
	}
	if text, ok := s.Name(g); ok || text != "" {
		t.Errorf("a text of %d bytes", len(text))
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{"0", "{0,*|^}", "1/2+^3*2", "-_3/4", "±{2|1}", "{1||2|3}", "vv*2-1", "{(1-^)*2|", "1+_2", "2-_1", "{{1|2},±1|-2±1/2}"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := values.New(values.Limits{Bytes: 1 << 20, Steps: 1 << 16})
		g, err := s.Read(text)
		if err != nil {
			return
		}
		name, ok := s.Name(g)
		if !ok {
			return
		}
		switch again, err := s.Read(name); {
		case errors.Is(err, values.ErrLimit):
		case err != nil || again != g:
			t.Fatalf("%q is written %q, which reads otherwise: %v", text, name, err)
		}
	})
}
