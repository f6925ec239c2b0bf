package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nimatron/internal/golden"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
)

// goTool runs the go command and returns its output.
func goTool(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.Command("go", args...).Output()
	if err != nil {
		t.Fatalf("go %s: %v", strings.Join(args, " "), err)
	}
	return string(out)
}

// testdata/dependencies.txt lists the program's dependencies, so that a review notices a new one.
func TestDependencies(t *testing.T) {
	t.Parallel()
	packages := strings.Fields(goTool(t, "list", "-deps", "-f", "{{if .Module}}{{if not .Module.Main}}{{.ImportPath}}{{end}}{{end}}", "."))
	slices.Sort(packages)
	golden.Equal(t, "dependencies.txt", strings.Join(packages, "\n")+"\n")
}

// The program is at most a tenth larger than it was in November 2026.
func TestSizeOfTheProgram(t *testing.T) {
	t.Parallel()
	if testlong.Times(0, 0, 1) == 0 {
		t.Skip("it takes long to link")
	}
	const most = 34 << 20
	file := filepath.Join(t.TempDir(), "nimatron")
	goTool(t, "build", "-ldflags", "-s -w", "-o", file, ".")
	info := must.Get(os.Stat(file))(t)
	t.Logf("%d bytes", info.Size())
	if info.Size() > most {
		t.Errorf("the program has %d bytes, more than %d", info.Size(), most)
	}
}
