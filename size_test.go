package nimatron_test

import (
	"bytes"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nimatron/internal/must"
)

// support are packages that only tests use.
var support = []string{"internal/discordtest", "internal/golden", "internal/must", "internal/testlong", "games/gamestest", "games/depotnim/boardtest", "games/depotnim/bruteforce", "live/livetest", "solver/solvertest",
	"storage/storagetest", "storage/postgres/postgrestest", "picture/drawing/drawingtest"}

// TestSize holds the house to the numbers in size.txt.
func TestSize(t *testing.T) {
	has := map[string]int{}
	folders := map[string]bool{}
	must.OK(t, filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		path = filepath.ToSlash(path)
		if d.IsDir() {
			if path != "." && strings.HasPrefix(d.Name(), ".") || path == "internal/bench" {
				return filepath.SkipDir
			}
			return nil
		}
		room := filepath.ToSlash(filepath.Dir(path))
		if top, _, inside := strings.Cut(path, "/"); inside {
			folders[top] = true
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		lines := bytes.Count(text, []byte("\n"))
		switch {
		case strings.HasSuffix(path, "_test.go") || slices.ContainsFunc(support, func(s string) bool { return room == s || strings.HasPrefix(room, s+"/") }):
			has["tests"] += lines
		case strings.HasSuffix(path, ".go") || strings.HasSuffix(path, ".sql"):
			has["product"] += lines
			if strings.HasSuffix(path, ".go") {
				has["files of "+room]++
			}
		case strings.HasSuffix(path, ".md"):
			has["words"] += len(bytes.Fields(text))
		}
		return nil
	}))
	has["folders"] = len(folders)
	most := limits(t)
	for _, what := range slices.Sorted(maps.Keys(has)) {
		limit, named := most[what]
		if !named {
			limit = most["files"] // of a package that is not named
		}
		if has[what] > limit {
			t.Errorf("%s: %d, size.txt says at most %d. If that is worth it, say why there", what, has[what], limit)
		}
		delete(most, what)
	}
	delete(most, "files")
	for what := range most {
		t.Errorf("size.txt has %s, which is not there", what)
	}
}

// limits reads size.txt.
func limits(t *testing.T) map[string]int {
	t.Helper()
	text := must.Get(os.ReadFile("size.txt"))(t)
	most := map[string]int{}
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			continue
		}
		fields := strings.SplitN(strings.TrimSpace(line), "|", 3)
		if len(fields) != 3 || strings.TrimSpace(fields[2]) == "" {
			t.Fatalf("size.txt: %q is not WHAT | MOST | WHY", line)
		}
		n, err := strconv.Atoi(strings.TrimSpace(fields[1]))
		if err != nil {
			t.Fatalf("size.txt: %q: %v", line, err)
		}
		most[strings.TrimSpace(fields[0])] = n
	}
	return most
}
