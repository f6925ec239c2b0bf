package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"regexp"
	"strings"
	"testing"

	"nimatron/internal/discordtest"
	"nimatron/internal/must"
	"nimatron/storage/storagetest"
)

// result is the output of a run of the program.
type result struct {
	code           int
	stdout, stderr string
}

// start runs the program in-process, in the test's working directory, with exactly these
// environment variables.
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

// told matches lines of progress, which a busy machine may show at any time.
var told = regexp.MustCompile(`(\r(\d+|\[[#.]+\] +\d+%))+\n?`)

// newDatabase makes an empty database.
func newDatabase(t *testing.T, path string) {
	t.Helper()
	must.OK(t, storagetest.OpenFile(t, path).Close())
}

// TestExampleSettings compares .env.example with the settings. It does not set the database, even to nothing: that
// would override what the service and the container set.
func TestExampleSettings(t *testing.T) {
	example := must.Get(os.ReadFile("../../.env.example"))(t)
	if strings.Contains(string(example), "\nNIMATRON_DB=") {
		t.Error("the example sets NIMATRON_DB")
	}
	t.Chdir(t.TempDir())
	must.OK(t, os.WriteFile(settingsFile, example, 0o600))
	p := program{lookup: func(string) (string, bool) { return "", false }}
	got, err := p.settings("")
	if want := (settings{db: defaultDB}); err != nil || got != want {
		t.Errorf("got %+v, %v; the example should say what the defaults are", got, err)
	}
}

func TestRefusedToken(t *testing.T) {
	t.Chdir(t.TempDir())
	discord := discordtest.New(patient)
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
