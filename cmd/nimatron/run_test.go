package main

import (
	"bytes"
	"context"
	"database/sql"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"nimatron/internal/discordtest"
)

// result is what a run of the program left behind.
type result struct {
	code           int
	stdout, stderr string
}

// start runs the program in-process, in an empty working directory unless the
// test has moved to one, with those variables alone in its environment.
func start(ctx context.Context, t *testing.T, env map[string]string, stdin io.Reader, args ...string) result {
	t.Helper()
	lookup := func(name string) (string, bool) {
		value, ok := env[name]
		return value, ok
	}
	var stdout, stderr bytes.Buffer
	code := run(ctx, args, stdin, &stdout, &stderr, lookup)
	return result{code, stdout.String(), told.ReplaceAllString(stderr.String(), "")}
}

// told is progress, which is only told of what takes long, as anything may on a busy
// machine.
var told = regexp.MustCompile(`(\r(\d+( of \d+ \(\d+%\))?|\[[#.]+\] +\d+%))+\n?`)

// newDatabase makes an empty database.
func newDatabase(t *testing.T, path string) {
	t.Helper()
	if r := start(t.Context(), t, nil, strings.NewReader(""), "chat", "--db", path); r.code != 0 {
		t.Fatal(r.stderr)
	}
}

// newerDatabase makes a database of a program from the future.
func newerDatabase(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "newer.db")
	newDatabase(t, path)
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec("INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, 1)"); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestExitCodes(t *testing.T) {
	t.Chdir(t.TempDir())
	newer := newerDatabase(t)
	for _, tt := range []struct {
		name   string
		args   string // apart by spaces
		stdin  string
		code   int
		stdout string // part of it
		stderr string // part of it; empty for none at all
	}{
		{"help", "--help", "", 0, "DISCORD_API_URL", ""},
		{"short help", "-h", "", 0, "default: nimatron.db", ""},
		{"help of serve", "serve --help", "", 0, "DISCORD_TOKEN", ""},
		{"help of chat", "chat -h", "", 0, "NIMATRON_DB).", ""},
		{"help of analyze", "analyze --help", "", 0, "VARIANT<TAB>POSITION", ""},
		{"help of import", "import --help", "", 0, "NIMATRON_DB", ""},
		{"analyze", "analyze nim 1 2 3", "", 0, "the next player loses", ""},
		{"analyze json", "analyze --json nim 1 2 3", "", 0, `"outcome":"P","grundy":0,`, ""},
		{"analyze lines", "analyze --json -", "nim\t1\n", 0, `"winning":["1-1"]`, ""},
		{"help of prove", "prove --help", "", 0, "VARIANT<TAB>POSITION", ""},
		{"help of verify", "verify --help", "", 0, "one a line", ""},
		{"prove", "prove nim 3 5 2", "", 0, `{"variant":"nim","position":"3 5 2","claim":"N","move":"2-4"}`, ""},
		{"prove lines", "prove -", "nim\t1\nend-nim\t1 1\n", 0, `"replies":{"L":[[0,0,"R","shift",0]],"R":[[0,0,"L","shift",0]]}`, ""},
		{"prove a board", "prove tree-nim 1(1 1)", "", 0, `{"variant":"tree-nim","position":"1(1 1)","claim":"N","move":"b-1","star":true}`, ""},
		{"prove lines of boards", "prove --time 5s -", "tree-nim/misere\t1(1 1)\nforklift-nim\t0\n", 0, `"lost":[]}`, ""},
		{"verify a board", "verify -", `{"variant":"depot-nim/misere","position":"a=1 b=0; *-a a-b","claim":"P","lost":[]}`, 0, "ok\n", ""},
		{"verify", "verify -", `{"variant":"nim","position":"3 5 2","claim":"N","move":"2-4"}`, 0, "ok\n", ""},
		{"chat", "chat", "/help\n", 0, "== Nim, and a whole family of it ==", ""},
		{"chat without a word", "", "/help\n", 0, "== Nim, and a whole family of it ==", ""},
		{"chat settings", "chat --as Ann --channel Club", "p: x\n/challenge variant:nim opponent:bob\n", 0, "ann challenges bob", ""},

		{"unknown variant", "analyze nimm 3", "", 1, "", "there is no variant `nimm`"},
		{"bad position", "analyze nim 3 0", "", 1, "", "pile 2 is 0"},
		{"bad position json", "analyze --json nim x", "", 1, "", "`x` is not a position"},
		{"bad lines", "analyze --json -", "nim\t1\nnim 1\n", 1, `{"error":"a line is VARIANT<TAB>POSITION`, "1 of 2 lines could not be analyzed"},
		{"prove what is too large", "prove tree-nim 600(4000 1(9 9))", "", 1, "", "there is no certificate of who wins Tree Nim"},
		{"prove for no time", "prove --time=-1s nim 3", "", 2, "", "can't be negative"},
		{"prove an unknown variant", "prove nimm 3", "", 1, "", "there is no variant `nimm`"},
		{"prove a bad position", "prove nim 3 0", "", 1, "", "pile 2 is 0"},
		{"prove bad lines", "prove -", "nim 1\nnim\t1\n", 1, `{"error":"a line is VARIANT<TAB>POSITION`, "1 of 2 lines could not be proved"},
		{"verify a wrong one", "verify -", `{"variant":"nim","position":"3 5 2","claim":"N","move":"2-3"}` + "\n\n", 1, "refused: the move does not leave a lost position\nrefused: it is not", "2 of 2 lines refused"},
		{"no token", "serve", "", 1, "", "DISCORD_TOKEN is not set"},
		{"no directory for the database", "chat --db no/such/directory/x.db", "", 1, "", "no/such/directory/x.db"},
		{"newer database", "chat --db " + newer, "", 1, "", "was written by a newer nimatron"},

		{"unknown command", "frobnicate", "", 2, "", "frobnicate"},
		{"unknown flag", "chat --loud", "", 2, "", "--loud"},
		{"flag without value", "chat --db", "", 2, "", "--db"},
		{"no variant", "analyze", "", 2, "", "<variant>"},
		{"no position", "analyze nim", "", 2, "", "a position is missing"},
		{"prove without a position", "prove nim", "", 2, "", "a position is missing"},
		{"prove lines and a position", "prove - 3 5", "", 2, "", "no position can follow"},
		{"verify nothing", "verify", "", 2, "", "<from>"},
		{"verify a file", "verify certificates.jsonl", "", 2, "", `must be one of "-"`},
		{"lines without json", "analyze -", "", 2, "", "--json -"},
		{"lines and a position", "analyze --json - 3 5", "", 2, "", "no position can follow"},
		{"bad name", "chat --as Nimatron", "", 2, "", "`nimatron` is my own name"},
		{"bad channel", "chat --channel a/b", "", 2, "", "can't be the name of a channel"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := start(t.Context(), t, nil, strings.NewReader(tt.stdin), strings.Fields(tt.args)...)
			if got.code != tt.code {
				t.Errorf("exit code %d, want %d", got.code, tt.code)
			}
			if !strings.Contains(got.stdout, tt.stdout) || tt.stdout == "" && got.stdout != "" {
				t.Errorf("standard output lacks %q, or should be empty:\n%s", tt.stdout, got.stdout)
			}
			if !strings.Contains(got.stderr, tt.stderr) || tt.stderr == "" && got.stderr != "" {
				t.Errorf("standard error lacks %q, or should be empty:\n%s", tt.stderr, got.stderr)
			}
			if tt.code != 0 && (strings.Count(got.stderr, "\n") != 1 || !strings.HasPrefix(got.stderr, "nimatron: ")) {
				t.Errorf("standard error is not one line of the program's:\n%s", got.stderr)
			}
		})
	}
}

func TestFirstRunIntroduces(t *testing.T) {
	t.Chdir(t.TempDir())
	for run, want := range []bool{true, false} {
		got := start(t.Context(), t, nil, strings.NewReader(""), "chat")
		if introduced := strings.Contains(got.stdout, "To play"); introduced != want || got.code != 0 {
			t.Errorf("run %d: introduced %v, want %v; code %d", run+1, introduced, want, got.code)
		}
	}
}

// In the terminal /help names the files that Discord's /help links to.
func TestHelpNamesThePages(t *testing.T) {
	t.Chdir(t.TempDir())
	got := start(t.Context(), t, nil, strings.NewReader("/help\n"), "chat")
	for _, want := range []string{"Terms of service: docs/terms.md", "Privacy policy: docs/privacy.md"} {
		if !strings.Contains(got.stdout, want) {
			t.Errorf("/help lacks %q: %s", want, got.stdout)
		}
	}
}

func TestSettings(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(text string, mode os.FileMode) {
		t.Helper()
		_ = os.Remove(settingsFile) // it may not be there
		if err := os.WriteFile(settingsFile, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	exists := func(path string) bool {
		_, err := os.Stat(path)
		return err == nil
	}

	write("NIMATRON_DB=file.db\n", 0o600)
	if got := start(t.Context(), t, nil, strings.NewReader("")); got.code != 0 || !exists("file.db") {
		t.Errorf("the file's NIMATRON_DB was not taken: %+v", got)
	}
	env := map[string]string{"NIMATRON_DB": "env.db"}
	if got := start(t.Context(), t, env, strings.NewReader("")); got.code != 0 || !exists("env.db") {
		t.Errorf("the environment's NIMATRON_DB was not taken: %+v", got)
	}
	if got := start(t.Context(), t, env, strings.NewReader(""), "chat", "--db", "flag.db"); got.code != 0 || !exists("flag.db") {
		t.Errorf("--db was not taken: %+v", got)
	}
	if exists(defaultDB) {
		t.Errorf("%s was made although another was named", defaultDB)
	}

	write("DISCORD_TOKEN = 'sesame\nopen\n", 0o600)
	got := start(t.Context(), t, nil, strings.NewReader(""))
	if got.code != 1 || got.stderr != "nimatron: .env has a line that is not NAME=value: see .env.example\n" {
		t.Errorf("a bad file: %+v", got)
	}
	if err := os.Remove(settingsFile); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(settingsFile, 0o700); err != nil { // root reads anything else
		t.Fatal(err)
	}
	got = start(t.Context(), t, nil, strings.NewReader(""))
	if got.code != 1 || !strings.HasPrefix(got.stderr, "nimatron: the settings in .env can't be read: ") || strings.Count(got.stderr, "\n") != 1 {
		t.Errorf("an unreadable file: %+v", got)
	}
	if got := start(t.Context(), t, nil, strings.NewReader(""), "--help"); got.code != 0 {
		t.Errorf("a bad file is in the way of --help: %+v", got)
	}
}

// TestExampleSettings holds .env.example to the settings there are.
func TestExampleSettings(t *testing.T) {
	example, err := os.ReadFile("../../.env.example")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := os.WriteFile(settingsFile, example, 0o600); err != nil {
		t.Fatal(err)
	}
	p := program{lookup: func(string) (string, bool) { return "", false }}
	got, err := p.settings()
	if want := (settings{db: defaultDB}); err != nil || got != want {
		t.Errorf("got %+v, %v; the example should say what the defaults are", got, err)
	}
	for _, name := range []string{"DISCORD_TOKEN", "DISCORD_API_URL", "NIMATRON_DB", "NIMATRON_TERMS_URL", "NIMATRON_PRIVACY_URL", "NIMATRON_OPERATOR", "NIMATRON_CONTACT"} {
		if !strings.Contains(string(example), "\n"+name+"=") || !strings.Contains(settingsHelp, name) {
			t.Errorf("%s is not in .env.example or not in --help", name)
		}
	}
}

func TestServe(t *testing.T) {
	t.Chdir(t.TempDir())
	discord := discordtest.New(discordtest.Options{Token: "sesame"})
	t.Cleanup(discord.Close)
	env := map[string]string{"DISCORD_TOKEN": "sesame", "DISCORD_API_URL": discord.URL}
	for _, args := range [][]string{nil, {"serve"}} {
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		ended := make(chan result, 1)
		before := discord.GatewayStats()
		go func() { ended <- start(ctx, t, env, strings.NewReader(""), args...) }()
		err := discord.WaitGateway(ctx, func(s discordtest.GatewayStats) bool { return s.Identifies > before.Identifies })
		cancel() // as a signal does
		got := <-ended
		if err != nil || got.code != 0 || got.stdout != "" {
			t.Errorf("%q: %v, %+v", args, err, got)
		}
		if strings.Contains(got.stderr, "sesame") {
			t.Errorf("%q: the token was logged:\n%s", args, got.stderr)
		}
	}
}

func TestRefusedToken(t *testing.T) {
	t.Chdir(t.TempDir())
	discord := discordtest.New(discordtest.Options{Token: "sesame"})
	t.Cleanup(discord.Close)
	env := map[string]string{"DISCORD_TOKEN": "mistaken", "DISCORD_API_URL": discord.URL}
	got := start(t.Context(), t, env, strings.NewReader(""), "serve")
	lines := strings.Split(strings.TrimSpace(got.stderr), "\n")
	last := lines[len(lines)-1]
	if got.code != 1 || !strings.HasPrefix(last, "nimatron: ") || !strings.Contains(last, "token") {
		t.Errorf("got %+v", got)
	}
	if strings.Contains(got.stderr, "mistaken") {
		t.Errorf("the token was printed:\n%s", got.stderr)
	}
}
