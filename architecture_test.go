// Package nimatron_test has the tests of the whole repository.
package nimatron_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nimatron/internal/must"
)

// rooms lists which packages of the project each package may import, as testdata/imports.txt says. An unlisted
// package fails the test, so that its place gets considered.
func rooms(t *testing.T) map[string][]string {
	rooms := map[string][]string{}
	for line := range strings.Lines(string(must.Get(os.ReadFile("testdata/imports.txt"))(t))) {
		if room, imports, ok := strings.Cut(line, ":"); ok && line[0] != '#' {
			rooms[room] = strings.Fields(imports)
		}
	}
	return rooms
}

// owners lists the only packages that may import each library.
var owners = map[string][]string{
	"github.com/bwmarrin/discordgo":  {"bot", "bot/transport"},
	"database/sql":                   {"storage/sqlstore", "storage/sqlite", "storage/postgres", "storage/storagetest"},
	"modernc.org/sqlite":             {"storage/sqlite", "storage/storagetest"},
	"github.com/pressly/goose/v3":    {"storage/sqlite", "storage/postgres", "storage/sqlstore"},
	"github.com/jackc/pgx/v5":        {"storage/postgres", "storage/postgres/postgrestest"},
	"github.com/jackc/pgx/v5/stdlib": {"storage/postgres"},
	"github.com/jackc/pgx/v5/pgconn": {"storage/postgres", "storage/postgres/postgrestest"},
	"github.com/peterh/liner":        {"chat"},
	"github.com/mattn/go-runewidth":  {"chat"},
	"golang.org/x/sys/unix":          {"internal/clock"},
	"github.com/andybalholm/brotli":  {"cmd/page"},
	"golang.org/x/time/rate":         {"front", "bot/transport", "live"},
	"golang.org/x/term":              {"chat", "cmd/nimatron"},
	"github.com/alecthomas/kong":     {"cmd/nimatron"},
	"github.com/joho/godotenv":       {"cmd/nimatron"},
	"github.com/yuin/goldmark":       {"docs"},
	"github.com/gorilla/websocket":   {"bot/transport", "internal/discordtest"},
	"golang.org/x/image/font":        {"picture/typeface/glyph"},
	"golang.org/x/image/vector":      {"picture/raster"},

	"github.com/prometheus/client_golang/prometheus":            {"internal/metrics"},
	"github.com/prometheus/client_golang/prometheus/collectors": {"internal/metrics"},
	"github.com/prometheus/client_golang/prometheus/promhttp":   {"internal/metrics"},
}

// TestArchitecture reads the source files itself, so that Go's test cache cannot hide a change.
func TestArchitecture(t *testing.T) {
	rooms := rooms(t)
	must.OK(t, filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && path != "." && (strings.HasPrefix(d.Name(), ".") || d.Name() == "testdata") {
			return filepath.SkipDir
		}
		if d.IsDir() && path == "internal/bench" { // a separate module, which connects real parts as tests do
			return filepath.SkipDir
		}
		// Tests may import more, because they connect real parts.
		if filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		checkFile(t, rooms, path)
		return nil
	}))
}

// implements is a comment that an assertion of the type says better: var _ Y = X.
var implements = regexp.MustCompile(`// \w+ implements `)

// starred is a button's name that people would read with its asterisks: fronts take **bold** and `code` alone.
var starred = regexp.MustCompile(`".*[^*\w\\]\*[A-Z][a-z]+( [a-z]+)*\*[^*].*"`)

func checkFile(t *testing.T, rooms map[string][]string, path string) {
	t.Helper()
	text := must.Get(os.ReadFile(path))(t)
	if said := starred.Find(text); said != nil {
		t.Errorf("%s says %s: a button's name is **bold**", path, said)
	}
	if said := implements.Find(text); said != nil {
		t.Errorf("%s says %q: let the compiler check that by an assertion, and say what the interface does not", path, said)
	}
	file := must.Get(parser.ParseFile(token.NewFileSet(), path, text, parser.ImportsOnly))(t)
	room := filepath.ToSlash(filepath.Dir(path))
	allowed, known := rooms[room]
	if !known {
		t.Errorf("%s: package %s has no place in the plan: add it to testdata/imports.txt and to docs/architecture.md", path, room)
		return
	}
	for _, spec := range file.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value)
		if inner, ours := strings.CutPrefix(imported, "nimatron/"); ours && !permits(allowed, inner) {
			t.Errorf("%s imports %s, which %s must not", path, imported, room)
		}
		if rooms, owned := owners[imported]; owned && !slices.Contains(rooms, room) {
			t.Errorf("%s imports %s, which is for %s alone", path, imported, strings.Join(rooms, ", "))
		}
	}
}

// permits reports whether a list of packages contains one, by name or by "/...".
func permits(allowed []string, room string) bool {
	return slices.ContainsFunc(allowed, func(a string) bool {
		tree, all := strings.CutSuffix(a, "/...")
		return a == room || all && (room == tree || strings.HasPrefix(room, tree+"/"))
	})
}

// SQLite's driver is tested with one version of its C library, which its go.mod names. Another
// version, required by some other module, has broken it before.
func TestSQLiteHasItsLibrary(t *testing.T) {
	file := must.Get(exec.Command("go", "list", "-m", "-f", "{{.GoMod}}", "modernc.org/sqlite").Output())(t)
	theirs := must.Get(os.ReadFile(strings.TrimSpace(string(file))))(t)
	library := regexp.MustCompile(`modernc\.org/libc (\S+)`)
	for _, module := range []string{"go.mod", "internal/bench/go.mod"} {
		ours := must.Get(os.ReadFile(module))(t)
		built, tested := library.FindSubmatch(ours), library.FindSubmatch(theirs)
		if built == nil || tested == nil || string(built[1]) != string(tested[1]) {
			t.Errorf("%s has %s; modernc.org/sqlite is tested with %s", module, built, tested)
		}
	}
}

// One version of Go builds everything: older patches have known holes.
func TestOneVersionOfGo(t *testing.T) {
	named := regexp.MustCompile(`(?m)^(?:go |FROM golang:|With Go )([\d.]+)`)
	want := named.FindSubmatch(must.Get(os.ReadFile("go.mod"))(t))
	for _, file := range []string{".ci/lint/go.mod", ".ci/page/go.mod", "internal/bench/go.mod", "deploy/Dockerfile", "README.md"} {
		got := named.FindSubmatch(must.Get(os.ReadFile(file))(t))
		if want == nil || got == nil || string(got[1]) != string(want[1]) {
			t.Errorf("%s names %s, go.mod %s", file, got, want)
		}
	}
}

// What a tag builds is built twice and compared, with the scripts that are tested here.
func TestReleaseWorkflow(t *testing.T) {
	text := string(must.Get(os.ReadFile(".github/workflows/release.yml"))(t))
	for _, needed := range []string{
		`deploy/release "$GITHUB_REF_NAME" dist`, `deploy/release "$GITHUB_REF_NAME" again`, "diff --recursive dist again",
		"--file deploy/Dockerfile", "first.json", "second.json", "--sbom=true", "go-version-file: go.mod",
		"subject-checksums: dist/SHA256SUMS", "subject-digest: ", "timeout-minutes: ", "permissions:\n  contents: read\n",
	} {
		if !strings.Contains(text, needed) {
			t.Errorf("the workflow lacks %q", needed)
		}
	}
}

// The tests named in the documentation exist.
func TestPagesNameTests(t *testing.T) {
	there := map[string]bool{}
	names := regexp.MustCompile(`\b(?:Test|Benchmark|Fuzz)[A-Z]\w+`)
	each := func(suffix string, do func(path, text, name string)) {
		must.OK(t, filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(path, suffix) {
				return err
			}
			text, err := os.ReadFile(path)
			for _, name := range names.FindAllString(string(text), -1) {
				do(path, string(text), name)
			}
			return err
		}))
	}
	each("_test.go", func(_, text, name string) {
		there[name] = there[name] || strings.Contains(text, "func "+name+"(")
	})
	each(".md", func(path, _, name string) {
		if !there[name] {
			t.Errorf("%s names %s, which is no test", path, name)
		}
	})
}

// clocks are what may look at a clock in packages that decide what the bot knows, draws and plays.
// There work is counted, so that every machine decides the same. The context of a request ends it if
// the process is too busy (workTime in package front); then there is no answer.
var clocks = map[string]string{
	"solver/solver.go":    "Solver.Watch gets durations, for metrics",
	"solver/table.go":     "Solver.Watch gets durations, for metrics",
	"referee/referee.go":  "the referee's clock, for times that are stored",
	"referee/clock.go":    "requests are forgotten by the database's clock",
	"cmd/page/app/app.go": "progress is told four times a second",
}

// TestWorkDecides finds clocks where only counted work may decide.
func TestWorkDecides(t *testing.T) {
	clock := regexp.MustCompile(`\btime\.(Now|Since|Until|After|AfterFunc|NewTimer|NewTicker|Tick|Sleep)\b|\bcontext\.With(Timeout|Deadline)|\.Deadline\(\)|\bDeadlineExceeded\b|\bruntime\.(NumCPU|GOMAXPROCS)\b`)
	for _, room := range []string{"games", "solver", "referee", "cmd/page/app"} {
		must.OK(t, filepath.WalkDir(room, func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			if found := clock.Find(text); found != nil && clocks[filepath.ToSlash(path)] == "" {
				t.Errorf("%s uses %s: bound the work in positions instead", path, found)
			}
			return err
		}))
	}
}
