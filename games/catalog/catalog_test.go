package catalog_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nimatron/games"
	"nimatron/games/catalog"
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
			strings.ToUpper(strings.ReplaceAll(v.ID, "misere", "misère")),
		} {
			found, err := catalog.Standard.Find(spelling)
			if err != nil || found != v {
				t.Errorf("Find(%q) = %v, %v", spelling, found, err)
			}
		}
	}
}

func TestFindUnknown(t *testing.T) {
	for _, id := range []string{"", " ", "chess", "/", "split-nim", "split-nim/", "split-nim/x", "split-nim/1.5", "split-nim/--1", "split-nim/x/misere", "split-nim//misere", "split-nim/1misere", "split-nim/1/misere/misere", "tic-tac-toe", "x\x00/\ny", strings.Repeat("nim", 1000)} {
		err := findNothing(t, id)
		for _, known := range catalog.Standard.All() {
			if !strings.Contains(err, "`"+known.ID+"`") {
				t.Errorf("the error of Find(%.40q) does not name %s: %v", id, known.ID, err)
			}
		}
	}
	for id, meant := range map[string]string{
		"endnim": "end-nim", "end nim": "end-nim", "End_Nim": "end-nim", "ednim": "end-nim", "nim misere": "nim/misere", "nimmisère": "nim/misere",
		"`nim`": "nim", "nim/": "nim", "/nim": "nim", "endnim/lop": "end-nim/loop", "partisan-end-nim": "partizan-end-nim",
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
	var ids []string
	names := map[string]bool{}
	for _, family := range catalog.Standard.Families() {
		ids = append(ids, family.ID)
		if names[family.Name] {
			t.Errorf("two families are called %s", family.Name)
		}
		names[family.Name] = true
	}
	if got := strings.Join(ids, " "); got != "nim reverse-nim end-nim partizan-end-nim split-nim tree-nim depot-nim forklift-nim coloured-depot-nim sum partizan-sum" {
		t.Errorf("the families are %s", got)
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
		if got, err := c.Find(id); err == nil || !strings.Contains(err.Error(), "`made/N`") {
			t.Errorf("Find(%q) = %v, %v; want an error that names the family", id, got, err)
		}
	}
}
