package commands_test

import "testing"

func TestExploring(t *testing.T) {
	r := newRoom(t)
	for _, line := range []string{
		"/table variant:end-nim pattern:_ 4 _ n:3",
		"/table variant:split-nim/0 pattern:_ n:4",
		"/table variant:partizan-end-nim pattern:_ 2 _ n:3",
		"/phase row:2 4 1",
		"/thresholds 3 5 5 5 1",
		"/analyze end-nim 3 5 2",
		"/analyze variant:nim position:3 5 7",
		"/analyze variant:pile-reverse-nim position:1 3 4",
		"/analyze variant:partizan-end-nim position:2 4 1 3",
		"/rules split-nim/0",
		"/rules total-reverse-nim",
		"/variants",
		// what goes wrong
		"/table variant:end-nim pattern:3 4",
		"/table variant:end-nim pattern:_ _ _",
		"/table variant:end-nim pattern:_ x",
		"/table variant:end-nim pattern:_ 4 _ n:17",
		"/table variant:end-nim pattern:_ n:10^30",
		"/table variant:end-nim pattern:_ 0",
		"/phase row:2 4 1 n:-1",
		"/phase row:[2] 4",
		"/thresholds 0",
		"/challenge variant:nim side:left",
	} {
		r.refuses("p1", line)
	}
}

// TestReverseWords plays a turn of two deciders: it must be plain who decides
// what for whom, and the winner goes by the turn's owner.
func TestReverseWords(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:pile-reverse-nim opponent:p2 position:1 2 first:me")
	r.expect("p2", "/accept")
	r.refuses("p1", "2")
	r.refuses("p2", "2-1")
	r.expect("p2", "2")
	r.expect("p1", "-1")
	r.expect("p1", "1")
	r.expect("p2", "-1")
	r.expect("p2", "1")
	r.expect("p1", "1")

	r.expect("p1", "/challenge variant:total-reverse-nim opponent:p2 position:1 first:me")
	r.expect("p2", "/accept")
	r.expect("p2", "1-1")
}

func TestSides(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:partizan-end-nim opponent:p2 position:2 4 1 side:right first:me")
	r.expect("p2", "/accept")
	r.refuses("p1", "L-1")
	r.expect("p1", "R-1")
}
