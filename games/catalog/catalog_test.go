package catalog_test

import (
	"errors"
	"strings"
	"testing"

	"nimatron/games/catalog"
	"nimatron/games/gamestest"
)

func TestConformance(t *testing.T) {
	for _, v := range catalog.All() {
		t.Run(v.ID, func(t *testing.T) {
			t.Parallel()
			gamestest.Run(t, v)
		})
	}
}

// TestConformanceWithParameter takes variants that All does not list.
func TestConformanceWithParameter(t *testing.T) {
	for _, id := range []string{"split-nim/-3", "split-nim/-1", "split-nim/1", "split-nim/4"} {
		v, err := catalog.Find(id)
		if err != nil || v.ID != id {
			t.Fatalf("Find(%q) = %v, %v", id, v, err)
		}
		t.Run(id, func(t *testing.T) {
			t.Parallel()
			gamestest.Run(t, v)
		})
	}
}

func TestEveryVariantIsItself(t *testing.T) {
	ids, names, summaries := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, v := range catalog.All() {
		for kind, seen := range map[string]map[string]bool{v.ID: ids, v.Name: names, v.Rules.Summary: summaries} {
			if seen[kind] {
				t.Errorf("%q stands for two variants", kind)
			}
			seen[kind] = true
		}
	}
}

func TestFind(t *testing.T) {
	for _, v := range catalog.All() {
		for _, spelling := range []string{
			v.ID, strings.ToUpper(v.ID), "  " + v.ID + "\n",
			strings.ReplaceAll(v.ID, "misere", "misère"),
			strings.ToUpper(strings.ReplaceAll(v.ID, "misere", "misère")),
		} {
			found, err := catalog.Find(spelling)
			if err != nil || found != v {
				t.Errorf("Find(%q) = %v, %v", spelling, found, err)
			}
		}
	}
}

func TestFindUnknown(t *testing.T) {
	for _, id := range []string{"", " ", "chess", "nim/", "/nim", "nim misere", "end nim", "`rm`", "split-nim", "split-nim/", "split-nim/x", "split-nim/1.5", "split-nim/99999999999999999999", "nim\x00", strings.Repeat("nim", 1000)} {
		v, err := catalog.Find(id)
		var unknown *catalog.UnknownVariant
		if v != nil || !errors.As(err, &unknown) {
			t.Errorf("Find(%.40q) = %v, %v", id, v, err)
			continue
		}
		for _, known := range catalog.All() {
			if !strings.Contains(err.Error(), "`"+known.ID+"`") {
				t.Errorf("the error of Find(%.40q) does not name %s: %v", id, known.ID, err)
			}
		}
		if strings.ContainsAny(err.Error(), "\x00\n") || len(err.Error()) > 1000 {
			t.Errorf("the error of Find(%.40q) is not fit to be shown: %q", id, err)
		}
	}
}
