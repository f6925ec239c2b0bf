package catalog_test

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/nim"
	"nimatron/internal/must"
)

func TestEveryVariantIsItself(t *testing.T) {
	ids, names, summaries := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, v := range catalog.Standard.All() {
		for kind, seen := range map[string]map[string]bool{v.ID: ids, v.Name: names, v.Rules.Summary: summaries} {
			if seen[kind] {
				t.Errorf("%q stands for two variants", kind)
			}
			seen[kind] = true
		}
	}
}

func TestFind(t *testing.T) {
	for _, v := range catalog.Standard.All() {
		for _, spelling := range []string{
			v.ID, strings.ToUpper(v.ID), "  " + v.ID + "\n",
			strings.ReplaceAll(v.ID, "misere", "misère"),
			strings.ToUpper(strings.ReplaceAll(v.ID, "misere", "misère")), strings.ReplaceAll(v.Name, "-", " "), "“" + strings.ReplaceAll(v.ID, "-", "‐") + "”",
		} {
			found, err := catalog.Standard.Find(spelling)
			if err != nil || found != v {
				t.Errorf("Find(%q) = %v, %v", spelling, found, err)
			}
		}
	}
}

func TestFindUnknown(t *testing.T) {
	ids := regexp.MustCompile("`[^`]*`")
	for _, id := range []string{"", " ", "xyzzy", "/", "split-nim", "split-nim/", "split-nim/x", "split-nim/1.5", "split-nim/--1", "split-nim/x/misere", "split-nim//misere",
		"split-nim/1misere", "split-nim/1/misere/misere", "nim/max/", "nim/max/x", "x\x00/\ny", strings.Repeat("nim", 1000)} {
		err := findNothing(t, id)
		if named := len(ids.FindAllString(err, -1)); named < 2 || named > 6 { // the ID itself and up to five games
			t.Errorf("the error of Find(%.40q) names %d games: %v", id, named-1, err)
		}
		if strings.HasPrefix(id, "split-nim/") && !strings.Contains(err, "in `split-nim/Q` Q is") {
			t.Errorf("the error of Find(%.40q) does not name the family: %v", id, err)
		}
	}
	for id, meant := range map[string]string{
		"endnim": "end-nim", "End_Nim": "end-nim", "ednim": "end-nim", "nim misere": "nim/misere", "nimmisère": "nim/misere",
		"nim/": "nim", "/nim": "nim", "endnim/lop": "end-nim/loop", "partisan-end-nim": "partizan-end-nim",
		"splitnim/7": "split-nim/7", "split nim/-3": "split-nim/-3", "splitnim/-3/misère": "split-nim/-3/misere", "split nim/x/misere": "", "reverse-pile-nim": "", "moile-reverse-nim": "",
	} {
		if err := findNothing(t, id); meant != "" && !strings.HasSuffix(err, "Did you mean `"+meant+"`?") || strings.Contains(err, "Did") != (meant != "") {
			t.Errorf("Find(%q): %s", id, err)
		}
	}
	for _, id := range []string{"split-nim/99999999999999999999", "split-nim/-99999999999999999999", "split-nim/1000000000000000001", "split-nim/9223372036854775808", "split-nim/-9223372036854775809", "SPLIT-NIM/" + strings.Repeat("9", 500)} {
		if err := findNothing(t, id); !strings.Contains(err, ": in `split-nim/Q` Q goes from -1000000000000000000 to 1000000000000000000") {
			t.Errorf("Find(%.40q): %s", id, err)
		}
	}
	if err := findNothing(t, "split-nim/1000000000000000001/misere"); !strings.Contains(err, ": in `split-nim/Q/misere` Q goes from") {
		t.Error(err)
	}
	if err := findNothing(t, "3"); !strings.HasSuffix(err, ": the game goes before the position, such as `nim 3 5 7`") {
		t.Errorf("a position for a game: %s", err)
	}
}

// TestCalled finds games by the names that people have for them, in six languages.
func TestCalled(t *testing.T) {
	for text, want := range map[string]string{
		"the 21 game": "nim/max/3 21", "21": "nim/max/3 21", "Das 21-Spiel": "nim/max/3 21", "jeu des 21": "nim/max/3 21", "el juego del 21": "nim/max/3 21",
		"o jogo do 21": "nim/max/3 21", "21ゲーム": "nim/max/3 21", "Marienbad": "nim/misere 1 3 5 7", "マリエンバート": "nim/misere 1 3 5 7",
		"last stick loses": "nim/misere 3 4 5", "the 100 game": "nim/max/10 100", "les bâtonnets": "nim/max/3/misere 20", "the subtraction game": "nim/max/3",
		"lasker": "split-nim/0", "Nim de Lasker": "split-nim/0", "fibonacci": "fibonacci-nim", "Perlen vor die Säue": "nim/misere 3 4 5",
		"Wythoff": "?nim", "Chomp": "?forklift-nim", "hackenbush": "?coloured-depot-nim", "tic-tac-toe": "?nim/max/3", "Drei gewinnt": "?nim/max/3", "Nimbi": "?nim/misere",
		"Grundy's game": "?split-nim/0", "kayles": "?nim/max/2", "Dawson's chess": "?split-nim/0", "Northcott": "?nim", "schach": "?nim", "le morpion": "?nim/max/3",
		"xyzzy": "", "": "", "the game": "",
	} {
		got := ""
		if name := catalog.Called(text); name != nil && name.Is == "" {
			got = "?" + name.Closest[0]
		} else if name != nil {
			got = strings.TrimSpace(name.Variant + " " + name.Position)
		}
		if got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"can we play the 21 game? you take 1, 2 or 3": "The 21 game", "let's play marienbad": "Marienbad", "lust auf das 21-Spiel?": "The 21 game", "do you have wythoff's game?": "Wythoff's game",
		"take 21 from pile 2": "", "21": "", "2-21": "", "good game": "", "go on": "", "3 5 7": "",
	} {
		if name := catalog.Mentioned(text); (name == nil) != (want == "") || name != nil && name.Title != want {
			t.Errorf("%q mentions %+v, want %q", text, name, want)
		}
	}
}

// TestNames checks that each name leads to a board or to games that exist.
func TestNames(t *testing.T) {
	seen := map[string]bool{}
	for typed := 'a'; typed <= 'z'; typed++ {
		for _, name := range catalog.Names(string(typed)) {
			seen[name.Title] = true
			ids := append(name.Closest, name.Variant)
			for _, id := range ids[:max(1, len(name.Closest))] {
				v, err := catalog.Standard.Find(id)
				if err != nil {
					t.Fatalf("%s: %v", name.Title, err)
				}
				if name.Position != "" {
					if p, err := v.Parse(name.Position, games.Left); err != nil || games.Over(p) {
						t.Errorf("%s: %v", name.Title, err)
					}
				}
			}
			if catalog.Called(name.Title) != name || (name.Is == "") != (name.Variant == "") || len(name.Closest) > 3 {
				t.Errorf("%+v", name)
			}
		}
	}
	if len(seen) < 30 {
		t.Errorf("there are %d names", len(seen))
	}
}

// TestGamesAndVersions checks that each variant is a version of one game.
func TestGamesAndVersions(t *testing.T) {
	var ids []string
	first := catalog.Standard.Games()
	for _, v := range first {
		for _, version := range catalog.Standard.Versions(v) {
			ids = append(ids, version.ID)
		}
	}
	if len(first) > 25 || len(ids) != len(catalog.Standard.All()) {
		t.Errorf("%d games have %v", len(first), ids)
	}
	if got := catalog.Standard.Versions(nim.TotalReverseMisere); len(got) != 6 || got[0] != nim.MoveReverse {
		t.Errorf("the versions of Reverse Nim are %v", got)
	}
}

// findNothing returns the error for an unknown id.
func findNothing(t *testing.T, id string) string {
	t.Helper()
	v, err := catalog.Standard.Find(id)
	var unknown *catalog.UnknownVariant
	if v != nil || !errors.As(err, &unknown) {
		t.Fatalf("Find(%.40q) = %v, %v", id, v, err)
	}
	if strings.ContainsAny(err.Error(), "\x00\n") || len(err.Error()) > 1000 {
		t.Errorf("the error of Find(%.40q) is not fit to be shown: %q", id, err)
	}
	return err.Error()
}

func TestFamilies(t *testing.T) {
	seen := map[string]bool{}
	for _, family := range catalog.Standard.Families() {
		if seen[family.ID] || seen[family.Name] {
			t.Errorf("two families are called %s or %s", family.ID, family.Name)
		}
		seen[family.ID], seen[family.Name] = true, true
	}
	for _, v := range catalog.Standard.All() {
		if !seen[v.Family.ID] {
			t.Errorf("the family of %s is not listed", v.ID)
		}
	}
}

// made is a family with a variant for every number from 2 to 5.
func made() games.Parametric {
	family := &games.Family{ID: "made", Name: "Made"}
	return games.Parametric{Family: family, Symbol: "N", Least: 2, Most: 5, Of: func(n int64) *games.Variant {
		return &games.Variant{ID: fmt.Sprintf("made/%d", n), Family: family, Parameter: n}
	}}
}

// TestNew finds variants of a catalog with an extra family, listed and unlisted ones.
func TestNew(t *testing.T) {
	family := made()
	alone := &games.Variant{ID: "alone", Family: &games.Family{ID: "alone", Name: "Alone"}}
	listed := family.Of(3)
	reversed := family
	reversed.Suffix = "/reversed"
	reversed.Of = func(n int64) *games.Variant { return &games.Variant{ID: fmt.Sprintf("made/%d/reversed", n)} }
	c := catalog.New([]*games.Variant{listed, alone}, family, reversed)
	if got := c.Families(); !slices.Equal(got, []*games.Family{family.Family, alone.Family}) {
		t.Errorf("the families are %v", got)
	}
	for id, want := range map[string]*games.Variant{"alone": alone, "made/3": listed, "MADE/3 ": listed} {
		if got, err := c.Find(id); err != nil || got != want {
			t.Errorf("Find(%q) = %v, %v; want what is listed", id, got, err)
		}
	}
	if v, err := c.Find("Made/5/Reversed"); err != nil || v.ID != "made/5/reversed" {
		t.Errorf("a family with something behind the number: %v, %v", v, err)
	}
	for id, want := range map[string]int64{"made/2": 2, "made/4": 4, "made/5": 5} {
		if got, err := c.Find(id); err != nil || got.ID != id || got.Parameter != want {
			t.Errorf("Find(%q) = %v, %v; want the number %d", id, got, err, want)
		}
	}
	for _, id := range []string{"made", "made/", "made/1", "made/6", "made/-3", "made/3/3", "made/x", "split-nim/2"} {
		if got, err := c.Find(id); err == nil || !strings.Contains(err.Error(), "`made/") {
			t.Errorf("Find(%q) = %v, %v; want an error that names the family", id, got, err)
		}
	}
}

// Boards that differ by a symmetry of the rules are one board in a draw.
func TestAlike(t *testing.T) {
	for _, test := range []struct {
		game, one, other string
		alike            bool
	}{
		{"nim", "3 5 2", "5 0 2 3", true},
		{"nim", "3 5 2", "3 5 2 2", false},
		{"move-reverse-nim", "3 [5] 2", "2 3 [5]", true},
		{"move-reverse-nim", "3 [5] 2", "[3] 5 2", false},
		{"fibonacci-nim", "13 | 6", "13 | 5", false},
		{"end-nim", "3 5 2", "2 5 3", true},
		{"end-nim", "3 5 2", "3 2 5", false},
		{"partizan-end-nim", "3 5 2", "2 5 3", false},
		{"tree-nim", "3(2(1) 5)", "3(5 2(1))", true},
		{"tree-nim", "3(2(1) 5)", "3(5(1) 2)", false},
		{"depot-nim", "a=3 b=2; *-a a-b", "a=2 b=3; *-b a-b", true},
		{"coloured-depot-nim", "a=3; *<a", "a=3; *>a", false},
		{"forklift-nim", "1 2 3 / 4 . 6", "6 3 / . 2 / 4 1", true},
		{"forklift-nim", "1 2 3 / 4 . 6", "1 2 3 / 6 . 4", false},
		{"sum", "end-nim 3 5 2 + nim 4", "nim 4 + end-nim 2 5 3", true},
	} {
		v := must.Get(catalog.Standard.Find(test.game))(t)
		keys := map[string]bool{}
		for _, text := range []string{test.one, test.other} {
			keys[games.Alike(must.Get(v.Parse(text, games.Left))(t))] = true
		}
		if (len(keys) == 1) != test.alike {
			t.Errorf("%s: %s and %s are alike: %v", test.game, test.one, test.other, !test.alike)
		}
	}
}
