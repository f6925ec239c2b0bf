package record_test

import (
	"slices"
	"strings"
	"testing"
)

// TestNotations reads the same play of a tree as it was written when the stacks were named
// anew after each move, and as it is now. Each is written again as it was.
func TestNotations(t *testing.T) {
	const old = `[Event "?"]
[Site "?"]
[Date "????.??.??"]
[Round "-"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]
[Variant "tree-nim"]
[First "left"]
[SetUp "1"]
[FEN "3(2 5(1 1 4))"]
[Rated "false"]
[TimeControl "-"]
[Termination "played"]

1. e-1 e-4 2. b-2 a-3 3. b-1 a-4 4. a-1 1-0

`
	present := strings.NewReplacer("4))\"]\n", "4))\"]\n[Notation \"2\"]\n",
		"e-1 e-4 2. b-2 a-3 3. b-1 a-4 4. a-1", "e-1 f-4 2. b-2 a-3 3. d-1 c-4 4. c-1").Replace(old)
	var actors []string
	for _, text := range []string{old, present} {
		for name, write := range formats {
			got := all(t, []byte(text))
			again := all(t, write(got[0], nil))
			if len(again) != 1 || string(again[0].AppendPGN(nil)) != text {
				t.Errorf("%s: read as\n%s\nfrom\n%s", name, show(again), text)
			}
		}
		m := all(t, []byte(text))[0]
		var by strings.Builder
		for _, move := range m.Moves {
			by.WriteString(move.Actor.String())
		}
		actors = append(actors, by.String())
	}
	if len(slices.Compact(actors)) != 1 {
		t.Errorf("the moves are by %q", actors)
	}
}
