package gamestest

import (
	"fmt"
	"testing"

	"nimatron/games"
	"nimatron/games/splitnim"
)

// Each variant of a parametric family has the right family, number and id, and matching rules.
func TestParametric(t *testing.T) {
	for _, p := range []games.Parametric{splitnim.Every, splitnim.EveryMisere} {
		if p.Family == nil || p.Symbol == "" || p.Least > p.Most {
			t.Fatalf("the family has no name, no symbol or no numbers: %+v", p)
		}
		for _, number := range []int64{p.Least, p.Least + 1, -2, -1, 0, 1, 2, 3, p.Most - 1, p.Most} {
			if number < p.Least || number > p.Most {
				continue
			}
			t.Run(fmt.Sprint(number, p.Suffix), func(t *testing.T) {
				v := p.Of(number)
				if id := fmt.Sprintf("%s/%d%s", p.Family.ID, number, p.Suffix); v.ID != id || v.Parameter != number || v.Family != p.Family {
					t.Errorf("it is %q with the number %d of the family %v, want %q of %v", v.ID, v.Parameter, v.Family, id, p.Family)
				}
				s := newSuite(v)
				s.rules(t)
				s.generate(t)
			})
		}
	}
}
