package depots_test

import (
	"bytes"
	"errors"
	"testing"

	"nimatron/games"
	"nimatron/games/depotnim"
	"nimatron/games/gamestest"
	"nimatron/internal/must"
	"nimatron/solver/depots"
)

// TestFile saves proved entries and continues with them, and refuses a file damaged at any place.
func TestFile(t *testing.T) {
	p := gamestest.Parse(t, depotnim.ForkliftMisere, "2 3 4 1 / 3 5 2 4 / 1 4 2 3", games.Left)
	first := &depots.Solver{Table: depots.NewTable(1 << 18)}
	want, err := first.Wins(t.Context(), depotnim.ForkliftMisere, p)
	if err != nil || first.Visited() < 100 {
		t.Fatalf("%d positions were visited, %v", first.Visited(), err)
	}
	var file bytes.Buffer
	must.OK(t, first.Table.Write(&file))
	table := must.Get(depots.ReadTable(bytes.NewReader(file.Bytes())))(t)
	again := &depots.Solver{Table: table}
	if got, err := again.Wins(t.Context(), depotnim.ForkliftMisere, p); err != nil || got != want || again.Visited() != 0 {
		t.Errorf("again: %v, %v, %d positions were visited", got, err, again.Visited())
	}
	for at := range 200 {
		whole := bytes.Clone(file.Bytes())
		if at >= 100 {
			at = len(whole) - 1 - at%100
		}
		whole[at] ^= 4
		if same, err := depots.ReadTable(bytes.NewReader(whole)); err == nil {
			var written bytes.Buffer
			if err := same.Write(&written); err != nil || !bytes.Equal(written.Bytes(), file.Bytes()) {
				t.Errorf("byte %d is wrong, and the table is another one", at)
			}
		} else if !errors.Is(err, depots.ErrNoTable) && !errors.Is(err, depots.ErrDamagedTable) {
			t.Errorf("byte %d is wrong: %v", at, err)
		}
		if _, err := depots.ReadTable(bytes.NewReader(file.Bytes()[:at])); !errors.Is(err, depots.ErrNoTable) && !errors.Is(err, depots.ErrDamagedTable) {
			t.Errorf("cut off at byte %d: %v", at, err)
		}
	}
	if _, err := depots.ReadTable(bytes.NewReader(append(file.Bytes(), 0))); !errors.Is(err, depots.ErrDamagedTable) {
		t.Errorf("with a byte more: %v", err)
	}
	if _, err := depots.ReadTable(bytes.NewReader([]byte("SQLite format 3\x00 and much more, which is no table"))); !errors.Is(err, depots.ErrNoTable) {
		t.Errorf("another file: %v", err)
	}
}

// FuzzReadTable reads arbitrary bytes.
func FuzzReadTable(f *testing.F) {
	var file bytes.Buffer
	must.OK(f, depots.NewTable(256).Write(&file))
	f.Add(file.Bytes())
	f.Fuzz(func(t *testing.T, data []byte) {
		table, err := depots.ReadTable(bytes.NewReader(data))
		if err != nil {
			return
		}
		var written, again bytes.Buffer
		must.OK(t, table.Write(&written))
		same, err := depots.ReadTable(bytes.NewReader(written.Bytes()))
		if err != nil || same.Write(&again) != nil || !bytes.Equal(written.Bytes(), again.Bytes()) {
			t.Errorf("written and read again: %v", err)
		}
	})
}
