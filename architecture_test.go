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

// rooms lists which packages of the project each package may import; a name that ends in /...
// includes everything below it. An unlisted package fails the test, so that its place gets
// considered. docs/architecture.md explains the rules.
var rooms = map[string][]string{
	"games":          {"internal/words"},
	"games/nim":      {"games"},
	"games/endnim":   {"games"},
	"games/splitnim": {"games", "games/nim"},
	"games/takeaway": {"games", "games/nim"},
	"games/depotnim": {"games", "internal/words"},
	"games/sum":      {"games", "internal/words"},
	"games/every":    {},
	"games/spoken":   {"games", "internal/pattern", "internal/words"},
	"games/edit":     {"games", "games/depotnim", "games/sum"},
	// Oracles of the rules must not import them.
	"games/depotnim/bruteforce": {},
	"games/depotnim/boardtest":  {"games", "games/depotnim"},
	"games/catalog":             {"games", "games/depotnim", "games/nim", "games/endnim", "games/splitnim", "games/sum", "games/takeaway", "internal/words"},
	"games/gamestest":           {"games", "internal/testlong"},
	"games/gamestest/walk":      {"games", "games/catalog"},
	"solver/theory":             {"games", "internal/jsonline"},
	"solver/piles":              {"games", "games/nim", "internal/jsonline", "solver/splits", "solver/theory"},
	"solver/rows":               {"games", "games/endnim", "internal/jsonline", "internal/words", "solver/theory"},
	"solver/partizan":           {"games", "games/endnim", "internal/jsonline", "solver/theory"},
	"solver/splits":             {"games", "games/nim", "internal/jsonline", "internal/words", "solver/theory"},
	"solver/search":             {"games", "solver/theory"},
	"solver/depots":             {"games", "games/depotnim", "internal/jsonline", "internal/words", "solver/piles", "solver/rows", "solver/theory"},
	"solver/sums":               {"games", "games/depotnim", "games/endnim", "games/nim", "games/sum", "internal/jsonline", "internal/words", "solver/depots", "solver/splits", "solver/theory", "solver/values"},
	"solver/values":             {},
	"solver":                    {"solver/values", "games", "games/depotnim", "games/endnim", "games/nim", "games/splitnim", "games/sum", "games/takeaway", "solver/..."},
	// For tests.
	"solver/solvertest": {"games", "solver"},
	// The texts about a verdict know no game.
	"solver/explain":              {"games", "internal/jsonline", "solver", "solver/theory"},
	"picture":                     {"games", "internal/words"},
	"picture/png":                 {},
	"picture/typeface":            {},
	"picture/typeface/glyph":      {},
	"picture/drawing":             {"picture", "picture/typeface"},
	"picture/drawing/drawingtest": {"picture/drawing"},
	"picture/board":               {"games", "internal/words", "picture", "picture/drawing"},
	"picture/chart":               {"internal/words", "picture", "picture/drawing"},
	"picture/raster":              {"picture", "picture/drawing", "picture/png", "picture/typeface/glyph"},
	"picture/svg":                 {"picture", "picture/drawing", "picture/png"},
	"match/rating":                {},
	"match":                       {"games", "match/rating"},
	"storage":                     {"match", "referee/class", "referee/lesson", "referee/puzzle", "referee/race", "referee/season", "referee/tournament"},
	"storage/sqlstore":            {"games", "match", "match/rating", "storage", "referee/class", "referee/lesson", "referee/puzzle", "referee/race", "referee/season", "referee/tournament"},
	"storage/sqlite":              {"match", "storage", "storage/sqlstore"},
	"storage/postgres":            {"match", "storage", "storage/sqlstore"},
	// A server for tests.
	"storage/postgres/postgrestest": {"storage/postgres"},
	"storage/storagetest":           {"games", "match", "match/rating", "storage/sqlite", "referee/puzzle", "referee/race", "storage"},
	"match/link":                    {"games"},
	"match/record":                  {"games", "games/catalog", "internal/lines", "internal/words", "match"},
	"referee":                       {"internal/words", "games", "games/catalog", "games/spoken", "referee/judge", "match", "match/rating", "match/record", "solver", "referee/start"},
	"referee/judge":                 {"games", "match", "solver", "solver/theory"},
	"referee/start":                 {"games", "solver", "solver/theory"},
	"referee/class":                 {"match", "referee/puzzle", "referee", "referee/lesson"},
	"referee/puzzle":                {"match", "games", "games/depotnim", "games/spoken", "match/rating", "referee", "solver", "solver/theory"},
	"referee/race":                  {"games", "match", "referee", "referee/puzzle", "solver", "solver/theory"},
	"referee/season":                {"internal/words", "games", "match", "match/rating", "referee/lesson", "referee/puzzle", "games/catalog", "solver", "referee"},
	"referee/tournament":            {"internal/words", "match", "referee/season", "games", "games/catalog", "referee", "referee/start"},
	"referee/lesson":                {"internal/words", "games", "solver", "match", "referee", "referee/puzzle"},
	"commands/input":                {"games", "match", "referee/puzzle"},
	// Features are independent: none imports another.
	"commands/core":       {"commands/input", "commands/view", "games", "games/catalog", "internal/words", "match", "match/link", "picture", "referee", "referee/class", "referee/judge", "referee/lesson", "referee/puzzle", "referee/race", "referee/season", "referee/tournament", "solver", "solver/explain"},
	"commands/match":      {"commands/input", "commands/core", "commands/view", "games", "games/spoken", "internal/words", "match", "match/link", "picture", "picture/board", "picture/drawing", "referee", "referee/class", "referee/judge", "referee/lesson", "referee/tournament", "solver", "solver/explain"},
	"commands/class":      {"commands/input", "commands/core", "commands/view", "games", "games/catalog", "internal/words", "match", "referee", "referee/class", "referee/lesson", "referee/puzzle", "referee/tournament"},
	"commands/lesson":     {"commands/input", "internal/words", "commands/core", "commands/view", "games", "referee/lesson", "referee/puzzle", "solver"},
	"commands/puzzle":     {"commands/input", "commands/core", "commands/view", "games", "internal/words", "match", "picture", "referee", "referee/lesson", "referee/puzzle", "solver", "solver/explain"},
	"commands/tournament": {"commands/input", "commands/core", "commands/view", "games", "internal/words", "match", "picture", "picture/chart", "picture/drawing", "picture/typeface", "referee", "referee/class", "referee/tournament"},
	"commands/people":     {"commands/input", "commands/core", "commands/view", "games", "internal/words", "match", "picture", "picture/chart", "picture/drawing", "referee/class", "referee/puzzle", "referee/race", "referee/season", "solver"},
	"commands/race":       {"commands/input", "commands/core", "commands/view", "games", "internal/words", "match", "picture", "picture/board", "picture/drawing", "referee", "referee/puzzle", "referee/race"},
	"commands/study":      {"commands/input", "commands/core", "commands/view", "games", "games/endnim", "internal/words", "match", "match/record", "picture", "picture/chart", "picture/drawing", "referee", "referee/judge", "solver", "solver/explain", "solver/theory", "solver/partizan"},
	"commands":            {"commands/input", "commands/class", "commands/core", "commands/lesson", "commands/match", "commands/people", "commands/puzzle", "commands/race", "commands/study", "commands/tournament", "commands/view", "games", "games/catalog", "games/spoken", "internal/words", "match", "picture", "referee", "referee/lesson", "referee/puzzle", "solver"},
	"commands/view":       {"commands/input", "games", "games/catalog", "internal/words", "match", "picture", "picture/board", "picture/chart", "picture/drawing", "picture/typeface", "referee", "referee/judge", "referee/lesson", "referee/puzzle", "referee/race", "solver", "solver/explain", "solver/theory", "solver/partizan"},
	"commands/touch":      {"commands/input", "commands/view", "games", "games/spoken", "picture", "picture/board", "picture/drawing", "picture/svg", "referee"},
	"front":               {"commands", "commands/view", "match"},
	"front/page":          {},
	"chat":                {"commands/input", "commands", "commands/view", "front", "internal/lines", "internal/words", "match"},
	"live":                {"commands/input", "commands", "commands/touch", "commands/view", "front", "games", "match", "picture", "picture/board", "referee", "referee/race"},
	// A bot with a live board, for tests.
	"live/livetest": {"commands/input", "commands", "commands/view", "front", "live", "match", "referee", "solver", "storage"},
	"bot":           {"bot/transport", "commands/input", "commands", "commands/view", "front", "internal/metrics", "internal/words", "live", "match", "picture/raster"},
	// Discord's wire knows no match: of match it has the leases alone.
	"bot/transport": {"internal/metrics", "internal/words", "match"},
	// The pages that a bot needs.
	"docs": {},
	// Checkers of the solver must not import it.
	"internal/certcheck":   {"internal/pattern"},
	"internal/clock":       {},
	"internal/collector":   {},
	"internal/pattern":     {},
	"internal/discordtest": {},
	"internal/golden":      {},
	"internal/jsonline":    {},
	"internal/lines":       {},
	"internal/metrics":     {"match"},
	"internal/must":        {},
	"internal/testlong":    {},
	"internal/words":       {},
	"cmd/page":             {"cmd/page/app", "front/page"},
	"cmd/page/app":         {"commands/touch", "commands/view", "solver/explain", "games", "games/catalog", "games/edit", "games/endnim", "internal/certcheck", "internal/jsonline", "internal/words", "match", "match/link", "match/record", "picture", "picture/board", "picture/chart", "picture/drawing", "picture/svg", "referee", "referee/judge", "referee/lesson", "referee/puzzle", "referee/start", "solver", "solver/partizan", "solver/theory"},
	"cmd/page/wasm":        {"cmd/page/app"},
	"cmd/nimatron":         {"bot", "bot/transport", "chat", "commands", "commands/view", "docs", "solver/explain", "front", "front/page", "live", "games", "games/catalog", "games/endnim", "games/every", "games/sum", "internal/certcheck", "internal/jsonline", "internal/clock", "internal/collector", "internal/lines", "internal/metrics", "internal/words", "match", "picture", "picture/board", "picture/chart", "picture/drawing", "picture/raster", "picture/svg", "match/record", "referee", "solver", "solver/depots", "solver/partizan", "solver/rows", "solver/theory", "solver/values", "storage", "storage/postgres", "storage/sqlite", "storage/sqlstore"},
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
		checkFile(t, path)
		return nil
	}))
}

// implements is a comment that an assertion of the type says better: var _ Y = X.
var implements = regexp.MustCompile(`// \w+ implements `)

// starred is a button's name that people would read with its asterisks: fronts take **bold** and `code` alone.
var starred = regexp.MustCompile(`".*[^*\w\\]\*[A-Z][a-z]+( [a-z]+)*\*[^*].*"`)

func checkFile(t *testing.T, path string) {
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
		t.Errorf("%s: package %s has no place in the plan: add it to rooms and to docs/architecture.md", path, room)
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
