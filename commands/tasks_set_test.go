package commands

import (
	"testing"

	"nimatron/games/catalog"
	"nimatron/match"
)

// A set is read by its whole name, also where that has words that stand between tasks.
func TestReadSetTasks(t *testing.T) {
	sets := []match.PuzzleSet{{ID: 1, Name: "Mirrors", Size: 2}, {ID: 2, Name: "Mirrors and Windows", Size: 3}, {ID: 3, Name: "until", Size: 4}}
	for text, want := range map[string][]int64{
		"set mirrors": {1}, "set Mirrors and windows": {2}, "set Mirrors and set until": {1, 3}, "10 puzzles, set Mirrors until friday": {0, 1}, "set Mirrors, Windows": nil, "set": nil,
	} {
		tasks, until, err := readTasks(text, catalog.Standard, sets)
		var got []int64
		for _, task := range tasks {
			if got = append(got, task.Set); task.Set != 0 && (task.Kind != match.SetTask || task.Count != sets[task.Set-1].Size || task.SetName != sets[task.Set-1].Name) {
				t.Errorf("%q: %+v", text, task)
			}
		}
		if len(got) != len(want) || (err == nil) != (want != nil) || len(got) > 0 && (got[0] != want[0] || got[len(got)-1] != want[len(want)-1]) {
			t.Errorf("%q: got %v (%v), want %v", text, got, err, want)
		}
		if (until == "friday") != (len(want) == 2 && want[0] == 0) {
			t.Errorf("%q: until %q", text, until)
		}
	}
}
