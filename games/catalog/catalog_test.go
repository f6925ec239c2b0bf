package catalog_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/games/nim"
	"nimatron/internal/golden"
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

// TestFindUnknown looks for long and odd names.
func TestFindUnknown(t *testing.T) {
	for _, id := range []string{" ", "x\x00/\ny", strings.Repeat("nim", 1000), "SPLIT-NIM/" + strings.Repeat("9", 500)} {
		findNothing(t, id)
	}
}

// TestSaid answers the questions of names.txt: games by the names that people have for them, in six languages, games
// that are mentioned in a sentence, spellings that are not found, and boards that are one in a draw, as they differ
// by a symmetry of the rules.
func TestSaid(t *testing.T) {
	golden.Lines(t, "names.txt", func(line string) string {
		kind, text, _ := strings.Cut(line, " ")
		switch kind {
		case "called":
			return said(catalog.Called(text))
		case "said":
			return said(catalog.Mentioned(text))
		case "find":
			return findNothing(t, text)
		}
		id, boards, _ := strings.Cut(text, " | ")
		one, other, _ := strings.Cut(boards, " ~ ")
		v := must.Get(catalog.Standard.Find(id))(t)
		key := func(board string) string { return games.Alike(must.Get(v.Parse(board, games.Left))(t)) }
		return fmt.Sprint(key(one) == key(other))
	})
}

// said says what a name means.
func said(name *catalog.Name) string {
	switch {
	case name == nil:
		return "nothing"
	case name.Is == "":
		return name.Title + ", close to " + strings.Join(name.Closest, " ")
	}
	return strings.TrimSpace(name.Title + ", " + name.Variant + " " + name.Position)
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
