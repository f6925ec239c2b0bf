package values_test

import (
	"fmt"

	"nimatron/values"
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

func ExampleStore_Stops() {
	s := values.New(values.Limits{})
	g, err := s.Read("{2||1|-1}")
	left, right := s.Stops(g)
	fmt.Println(err, s.Mean(g).RatString(), s.Temperature(g).RatString(), left.RatString(), right.RatString())
	// Output: <nil> 1 1 2 1
}

func ExampleStore_AtomicWeight() {
	s := values.New(values.Limits{})
	g, _ := s.Read("{0|^*}+*3") // 2·↑ + *3
	weight, ok := s.AtomicWeight(g)
	name, _ := s.Name(weight)
	fmt.Println(name, ok)
	// Output: 2 true
}
