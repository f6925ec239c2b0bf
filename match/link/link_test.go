package link_test

import (
	"reflect"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/match/link"
)

func known(id string) bool {
	_, err := catalog.Standard.Find(id)
	return err == nil
}

// TestLinks checks that links are written in one way and can be read back.
func TestLinks(t *testing.T) {
	for text, want := range map[string]link.Link{
		"#end-nim/3.5.2/L-1.R-2":                           {Variant: "end-nim", Start: "3 5 2", Moves: []string{"L-1", "R-2"}},
		"#split-nim/4/12.2.14":                             {Variant: "split-nim/4", Start: "12 2 14"},
		"#split-nim/-3/misere/7/1=3+4":                     {Variant: "split-nim/-3/misere", Start: "7", Moves: []string{"1=3+4"}},
		"#forklift-nim/1.%2E.%2F.2.1":                      {Variant: "forklift-nim", Start: "1 . / 2 1"},
		"#sum/end-nim.3.5.+.nim.4":                         {Variant: "sum", Start: "end-nim 3 5 + nim 4"},
		"#nim/4.3?back=2":                                  {Variant: "nim", Start: "4 3", Back: 2},
		"#partizan-end-nim/4.3?first=right":                {Variant: "partizan-end-nim", Start: "4 3", First: games.Right},
		"#nim/4.3?level=casual&seed=7&size=small&you=left": {Variant: "nim", Start: "4 3", You: "left", Level: "casual", Size: "small", Seed: 7},
	} {
		got, err := link.Read(text, known)
		if len(got.Moves) == 0 {
			got.Moves = nil
		}
		if err != nil || !reflect.DeepEqual(got, want) || got.String() != text {
			t.Errorf("%s is read as %+v, %v, and written as %s", text, got, err, got)
		}
	}
}

// TestBadLinks checks that errors say what is wrong with a link.
func TestBadLinks(t *testing.T) {
	for text, want := range map[string]string{"#nim/3%.5": "%", "#nim/3?you=%zz": "%", "#nim/3?you=me": "question mark", "#nim/3?first=me": "question mark",
		"#nim/3?seed=-1": "question mark", "#nim/3?back=99999999999": "question mark"} {
		if got, err := link.Read(text, known); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s is read as %+v, %v", text, got, err)
		}
	}
	if got, err := link.Read("#chess/e4", known); err != nil || got.Variant != "chess" || got.Start != "e4" {
		t.Errorf("an unknown game is read as %+v, %v", got, err)
	}
}
