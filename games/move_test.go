package games_test

import (
	"errors"
	"strings"
	"testing"

	"nimatron/games"
)

func TestMoveText(t *testing.T) {
	for _, test := range []struct {
		move       games.Move
		text, said string
	}{
		{games.Move{Kind: games.Take, Where: "2", Count: 3}, "2-3", "took 3 from pile 2"},
		{games.Move{Kind: games.Take, Where: "1", Count: 1}, "1-1", "took 1 from pile 1"},
		{games.Move{Kind: games.Take, Where: "10", Count: games.MaxPile}, "10-1000000000000000000", "took 1000000000000000000 from pile 10"},
		{games.Move{Kind: games.Nominate, Where: "2"}, "2", "named pile 2"},
		{games.Move{Kind: games.Dictate, Count: 1}, "-1", "took 1 counter from the pile"},
		{games.Move{Kind: games.Dictate, Count: 4}, "-4", "took 4 counters from the pile"},
		{games.Move{Kind: games.Split, Where: "2", Parts: [2]uint64{3, 4}}, "2=3+4", "split pile 2 into 3 and 4"},
		{games.Move{Kind: games.Other, Text: "a>b"}, "a>b", ""},
	} {
		if got := test.move.String(); got != test.text {
			t.Errorf("%#v is written %q, want %q", test.move, got, test.text)
		}
		if got := string(test.move.AppendTo([]byte("1. "))); got != "1. "+test.text {
			t.Errorf("%#v is appended as %q, want %q", test.move, got, "1. "+test.text)
		}
		if test.said == "" {
			continue // no move on piles
		}
		if got := games.SayPiles(nil, test.move).String(); got != test.said {
			t.Errorf("%s is said as %q, want %q", test.move, got, test.said)
		}
	}
}

func TestPileNames(t *testing.T) {
	const beyond = games.MaxPiles + 5 // splits can make more piles than the parser accepts
	for i := range beyond {
		if found, err := games.FindPile(games.PileName(i), beyond); err != nil || found != i {
			t.Errorf("pile %d is called %s, which is pile %d, %v", i, games.PileName(i), found, err)
		}
	}
	var name string
	if n := testing.AllocsPerRun(10, func() { name = games.PileName(games.MaxPiles - 1) }); n > 0 || name != "1000" {
		t.Errorf("the last pile that is read is called %q, with %v allocations", name, n)
	}
	if found, err := games.FindPile("002", 3); err == nil {
		t.Errorf("002 is found at %d", found)
	}
	for _, where := range []string{"", "0", "4", "-1", "+1", "L", "1.0", " 1", "18446744073709551617"} {
		_, err := games.FindPile(where, 3)
		var illegal *games.IllegalMove
		if !errors.As(err, &illegal) || !strings.Contains(illegal.Error(), "piles are numbered 1 to 3") {
			t.Errorf("%q among 3 piles: %v", where, err)
		}
	}
}
