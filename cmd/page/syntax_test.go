package main

import (
	"bytes"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/js"

	"nimatron/internal/must"
)

// TestSiteIsRead bounds what a person has to read of the page's scripts, styles and HTML.
func TestSiteIsRead(t *testing.T) {
	const most, widest = 1600, 120
	lines := 0
	for _, name := range slices.Concat(must.Get(fs.Glob(site, "site/*.*s"))(t), must.Get(fs.Glob(site, "site/*.html"))(t)) {
		for line := range strings.Lines(string(must.Get(site.ReadFile(name))(t))) {
			if lines++; utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > widest {
				t.Errorf("%s has more than %d characters in %s", name, widest, line)
			}
		}
	}
	if lines > most {
		t.Errorf("the site has %d lines, %d too many", lines, lines-most)
	}
}

// TestScriptsParse parses each script as browsers load it, so that a broken one is found without a browser.
func TestScriptsParse(t *testing.T) {
	t.Parallel()
	files := must.Get(sources())(t)
	files["tests.js"] = must.Get(os.ReadFile("testdata/tests.js"))(t)
	files["sw.js"] = bytes.ReplaceAll(files["sw.js"], []byte("{{files}}"), []byte("[]"))
	parsed := 0
	for name, text := range files {
		if !strings.HasSuffix(name, ".js") {
			continue
		}
		if _, err := js.Parse(parse.NewInputBytes(text), js.Options{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		parsed++
	}
	if want := len(scripts) + 3; parsed != want {
		t.Errorf("parsed %d scripts instead of %d", parsed, want)
	}
}
