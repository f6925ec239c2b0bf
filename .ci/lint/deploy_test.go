// Package lint checks the files of deploy/ with the parsers of the programs that read them:
// Compose, Kubernetes, Caddy and BuildKit. It is a separate module, so that the program depends on
// none of them. It needs no network once the modules are downloaded.
package lint

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const deploy = "../../deploy/"

// checker checks the content of a file of deploy/.
type checker func(t *testing.T, content string) error

// broken is a mistake that a checker must find.
type broken struct{ is, becomes, found string }

// lint checks an unchanged file, and that the checker finds each of these mistakes in it.
func lint(t *testing.T, file string, check checker, mistakes []broken) {
	t.Helper()
	read, err := os.ReadFile(deploy + file)
	if err != nil {
		t.Fatal(err)
	}
	content := string(read)
	if err := check(t, content); err != nil {
		t.Errorf("deploy/%s: %v", file, err)
	}
	for _, m := range mistakes {
		if !strings.Contains(content, m.is) {
			t.Errorf("deploy/%s has no %q any more: break something else", file, m.is)
			continue
		}
		err := check(t, strings.Replace(content, m.is, m.becomes, 1))
		if err == nil || !strings.Contains(err.Error(), m.found) {
			t.Errorf("deploy/%s with %q for %q: %v", file, m.becomes, m.is, err)
		}
	}
}

// Every setting named in a file of deploy/ exists.
func TestSettings(t *testing.T) {
	example, err := os.ReadFile("../../.env.example")
	if err != nil {
		t.Fatal(err)
	}
	// NIMATRON_HOST and NIMATRON_REPLICA are for Caddy and Litestream.
	known := string(example) + " NIMATRON_HOST NIMATRON_REPLICA "
	check := func(_ *testing.T, content string) (err error) {
		for _, name := range regexp.MustCompile(`\b(NIMATRON|DISCORD)_[A-Z_]+\b`).FindAllString(content, -1) {
			if !regexp.MustCompile(`\b` + name + `\b`).MatchString(known) {
				err = errors.Join(err, fmt.Errorf("there is no setting %s", name))
			}
		}
		return err
	}
	files, err := filepath.Glob(deploy + "*")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, file := range files {
		lint(t, filepath.Base(file), check, nil)
	}
	lint(t, "compose.yaml", check, []broken{{"NIMATRON_SHARDS", "NIMATRON_SHARD", "no setting NIMATRON_SHARD"}})
}
