package values_test

import (
	"fmt"

	"nimatron/solver/values"
)

func Example() {
	s := values.New(values.Limits{})
	up := s.Game([]values.Game{values.Zero}, []values.Game{s.Nimber(1)})
	sum := s.Sum(up, up, s.Nimber(1))
	name, _ := s.Name(sum)
	form, _ := s.Canonical(sum)
	fmt.Println(name, form, s.Outcome(sum), s.Err())
	// Output: ^2* {0|^} L <nil>
}
