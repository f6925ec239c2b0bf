package main

import (
	"bytes"
	"database/sql"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nimatron/internal/golden"
	"nimatron/internal/must"
)

// TestTranscripts runs the commands of testdata/*.txt and compares their output. Each file has its
// own directory. testdata/README.md describes the format.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) < 8 {
		t.Fatalf("only %q, %v", files, err)
	}
	home := must.Get(os.Getwd())(t)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text := must.Get(os.ReadFile(filepath.Join(home, file)))(t)
			t.Chdir(t.TempDir())
			got := replay(t, string(text))
			t.Chdir(home)
			golden.Equal(t, filepath.Base(file), got)
		})
	}
}

// replay returns a transcript with its commands' current output.
func replay(t *testing.T, text string) string {
	home := must.Get(os.Getwd())(t)
	var out strings.Builder
	lines := slices.Collect(strings.Lines(text))
	for i := 0; i < len(lines); i++ {
		command, ok := strings.CutPrefix(strings.TrimSuffix(lines[i], "\n"), "$ ")
		if !ok {
			out.WriteString(lines[i])
			continue
		}
		var stdin strings.Builder
		fmt.Fprintf(&out, "$ %s\n", command)
		for ; i+1 < len(lines) && strings.ContainsRune("<>!=", rune(lines[i+1][0])); i++ {
			if input, ok := strings.CutPrefix(lines[i+1], "<"); ok {
				out.WriteString(lines[i+1])
				stdin.WriteString(strings.TrimPrefix(input, " "))
			}
		}
		got := carryOut(t, shellWords(command), stdin.String())
		if told := slices.Collect(strings.Lines(got.stderr)); got.code != 0 && !strings.HasPrefix(told[len(told)-1], "nimatron: ") {
			t.Errorf("%s: the last line of standard error is not the program's: %q", command, told)
		}
		quote(&out, ">", positions.ReplaceAllString(sizes.ReplaceAllString(got.stdout, ": N bytes"), `"positions":N`))
		quote(&out, "!", strings.ReplaceAll(got.stderr, home, "HOME"))
		if got.code != 0 {
			fmt.Fprintln(&out, "=", got.code)
		}
	}
	return out.String()
}

// quote writes text with a mark before each line.
func quote(out *strings.Builder, mark, text string) {
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if line != "" {
			line = " " + line
		}
		out.WriteString(mark + line + "\n")
	}
}

// sizes matches file sizes, which depend on libraries, and numbers of searched positions, which
// depend on the cores.
var (
	sizes     = regexp.MustCompile(`: \d+ bytes`)
	positions = regexp.MustCompile(`"positions":[1-9]\d*`)
)

// carryOut runs a command of a transcript.
func carryOut(t *testing.T, words []string, stdin string) result {
	t.Helper()
	env := map[string]string{}
	for {
		name, value, ok := strings.Cut(words[0], "=")
		if !ok {
			break
		}
		env[name], words = value, words[1:]
	}
	wanted := ""
	if n := len(words); n > 2 && words[n-2] == "|grep" {
		wanted, words = words[n-1], words[:n-2]
	}
	if words[0] != "nimatron" {
		return prepare(t, words, stdin)
	}
	got := start(t.Context(), t, env, strings.NewReader(stdin), words[1:]...)
	if wanted != "" {
		got.stdout = strings.Join(slices.DeleteFunc(slices.Collect(strings.Lines(got.stdout)), func(line string) bool { return !strings.Contains(line, wanted) }), "")
	}
	return got
}

// prepare executes the other lines of a transcript, which create, remove or describe files.
func prepare(t *testing.T, words []string, stdin string) (told result) {
	t.Helper()
	var err error
	switch file := words[len(words)-1]; words[0] {
	case "write":
		err = os.WriteFile(file, []byte(stdin), 0o644)
	case "remove":
		err = os.Remove(file)
	case "mkdir":
		err = os.Mkdir(file, 0o700)
	case "database":
		newDatabase(t, file)
	case "sqlite":
		err = statement(words[1], stdin)
	case "list":
		var names []string
		names, err = filepath.Glob("*")
		told.stdout = strings.Join(names, "\n") + "\n"
	case "look":
		told.stdout, err = kind(file)
	default:
		t.Fatalf("there is no command %s", words[0])
	}
	if err != nil {
		t.Fatal(words, err)
	}
	return told
}

// kind returns the format of a picture file.
func kind(file string) (string, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	if bytes.HasPrefix(data, []byte("<")) {
		return "an SVG\n", xml.Unmarshal(data, new(struct{ XMLName xml.Name }))
	}
	_, err = png.Decode(bytes.NewReader(data))
	return "a PNG\n", err
}

// statement runs SQL directly on the database.
func statement(file, text string) error {
	db, err := sql.Open("sqlite", file)
	if err != nil {
		return err
	}
	db.SetMaxOpenConns(1)
	_, err = db.Exec(text)
	return errors.Join(err, db.Close())
}
