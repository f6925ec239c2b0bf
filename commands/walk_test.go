package commands_test

import (
	"bytes"
	"reflect"
	"testing"

	"nimatron/games"
	"nimatron/games/gamestest/walk"
	"nimatron/internal/must"
	"nimatron/match"
	"nimatron/match/record"
)

// TestWalkIsExportedAndImported moves a match against the bot and one between people to another
// database.
func TestWalkIsExportedAndImported(t *testing.T) {
	r := newRoomFor(t, walk.Catalog)
	r.expect("p1", "/challenge game:walk position:b first:me level:perfect")
	for _, move := range []string{"b>d", "f>h", "j>m", "o>r", "t>v"} {
		r.expect("p1", move)
	}
	r.expect("p1", "/challenge game:walk position:t first:me opponent:p2")
	r.expect("p2", "/match accept")
	r.expect("p1", "t>v")
	r.expect("p2", "v>x")
	r.expect("p1", "/match resign sure:true")

	first, second := r.refuses("p1", "/review files:true 1"), r.refuses("p2", "/review files:true 2")
	for i := range first.Files {
		t.Run(first.Files[i].Name, func(t *testing.T) {
			there := newQuietRoom(t, walk.Catalog)
			text := bytes.Join([][]byte{first.Files[i].Data, second.Files[i].Data}, nil)
			n, err := there.store.Import(t.Context(), func(yield func(match.Match, error) bool) {
				for m, err := range record.Read(walk.Catalog, bytes.NewReader(text)) {
					if err != nil {
						t.Fatalf("%v in\n%s", err, text)
					}
					stored := must.Get(there.referee.Imported(m))(t)
					if !yield(stored, nil) {
						return
					}
				}
			})
			if err != nil || n != 2 {
				t.Fatalf("%d matches are imported, %v", n, err)
			}
			for id := range int64(2) {
				here := played(r, id+1)
				if got := played(there, id+1); !reflect.DeepEqual(got, here) {
					t.Errorf("imported is\n%+v\nplayed was\n%+v", got, here)
				}
			}
			there.refuses("p1", "/review match:1 step:1", "from b to d", "**blunder**", "The win needed moving the token from b to e")
			there.refuses("p2", "/review match:2 step:2", "resigned")
			there.refuses("p2", "/history", "`2` Walk", "won")
		})
	}
}

// played returns a match as its players see it.
func played(r *room, id int64) match.Match {
	r.Helper()
	g := must.Get(r.referee.MatchFor(r.Context(), id, "p1", "", "lobby"))(r)
	return match.Match{
		Variant: g.Variant, Family: g.Family, Start: g.Start, First: g.First, Sides: match.Between(g.Sides[games.Left].Player, g.Sides[games.Right].Player),
		Level: g.Level, Created: g.Created, Ended: g.Ended, Result: g.Result, Moves: g.Moves,
	}
}
