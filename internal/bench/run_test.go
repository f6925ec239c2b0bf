//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPlaces checks that docs/ has a place for the tables of every benchmark, and no other places.
func TestPlaces(t *testing.T) {
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil || len(pages) == 0 {
		t.Fatal("there are no pages", err)
	}
	var all strings.Builder
	for _, page := range pages {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(text)
	}
	for _, b := range benchmarks {
		if _, err := replaced(all.String(), b.name, ""); err != nil {
			t.Error(err)
		}
	}
	if marks := strings.Count(all.String(), "\n<!-- bench "); marks != len(benchmarks) {
		t.Errorf("%d places for %d benchmarks", marks, len(benchmarks))
	}
}

// TestReplaced puts a table into its place. A page without the place stays as it is.
func TestReplaced(t *testing.T) {
	const page = "before\n<!-- bench taps -->\nold\n<!-- end of taps -->\nafter\n<!-- bench tap -->\n"
	if got, err := replaced(page, "taps", "new\n"); err != nil || got != strings.Replace(page, "old", "new", 1) {
		t.Errorf("%v:\n%s", err, got)
	}
	for _, name := range []string{"tap", "steps"} {
		if got, err := replaced(page, name, "new\n"); err == nil {
			t.Errorf("%s: %s", name, got)
		}
	}
}
