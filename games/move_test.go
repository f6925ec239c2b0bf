package games_test

import (
	"errors"
	"strings"
	"testing"

	"nimatron/games"
)

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
