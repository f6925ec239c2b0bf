package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/tdewolff/parse/v2"
	"github.com/tdewolff/parse/v2/js"

	"nimatron/internal/must"
)

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
