package chat

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nimatron/commands/view"
)

// A long file is not printed in the terminal.
func TestLongFilesAreWritten(t *testing.T) {
	service, _ := newService(t)
	dir := t.TempDir()
	lines := strings.Repeat("/challenge game:nim position:9 first:me\n1-1\n/match resign sure:true\n", 9) + "/settings privacy show\n/settings privacy show\n"
	out := script(t, service, lines, func(cfg *Config) { cfg.Dir = dir })
	if n := strings.Count(out, "\n"); n > 600 || strings.Contains(out, `"players"`) {
		t.Errorf("%d lines are printed:\n%s", n, out)
	}
	for _, name := range []string{"nimatron-data.json", "nimatron-data-2.json"} {
		path := filepath.Join(dir, name)
		if !strings.Contains(out, path+"\n") {
			t.Errorf("it is not said where %s is:\n%s", path, out)
		}
		data, err := os.ReadFile(path)
		if err != nil || !json.Valid(data) {
			t.Errorf("%s is %q, %v", name, data, err)
		}
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("others can read %s: %v, %v", name, info.Mode(), err)
		}
	}
}

// A file that can't be written is printed.
func TestLongFilesWithoutADisk(t *testing.T) {
	s := session{Config: Config{Log: slog.New(slog.DiscardHandler), Dir: filepath.Join(t.TempDir(), "none")}}
	r := view.Reply{Text: "Here.", Files: []view.File{{Name: "a.txt", Data: bytes.Repeat([]byte("x\n"), maxPrinted+1)}}}
	if s.keepLong(&r); len(r.Files) != 1 || r.Text != "Here." {
		t.Errorf("%+v", r)
	}
}
