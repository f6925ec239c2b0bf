package lint

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/linter"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
)

func TestDockerfile(t *testing.T) {
	lint(t, "Dockerfile", func(_ *testing.T, content string) (err error) {
		file, err := parser.Parse(strings.NewReader(content))
		if err != nil {
			return err
		}
		for _, w := range file.Warnings {
			err = errors.Join(err, errors.New(w.Short))
		}
		stages, _, wrong := instructions.Parse(file.AST, linter.New(&linter.Config{
			Warn: func(rule, description, url, message string, _ []parser.Range) {
				err = errors.Join(err, fmt.Errorf("%s: %s", rule, message))
			},
		}))
		err = errors.Join(err, wrong)
		var names []string
		for _, s := range stages {
			for _, c := range s.Commands {
				if s.BaseName == "scratch" && inShell(c) {
					err = errors.Join(err, fmt.Errorf("%s needs a shell, and there is none", c.Name()))
				}
				c, ok := c.(*instructions.CopyCommand)
				if !ok {
					continue
				}
				if c.From != "" && !slices.Contains(names, c.From) {
					err = errors.Join(err, fmt.Errorf("COPY --from=%s names no stage before it", c.From))
				}
				for _, source := range c.SourcePaths {
					if there, _ := filepath.Glob("../../" + source); c.From == "" && len(there) == 0 {
						err = errors.Join(err, fmt.Errorf("COPY: there is no %s", source))
					}
				}
			}
			names = append(names, s.Name)
		}
		return err
	}, []broken{
		{"WORKDIR /src", "WORKDR /src", "WORKDR"},
		{"COPY --from=build --chown", "COPY --from=build --chwon", "chwon"},
		{"COPY --from=build", "COPY --from=biuld", "biuld"},
		{"COPY go.mod go.sum ./", "COPY go.mod go.sun ./", "go.sun"},
		{"AS build", "as build", "FromAsCasing"},
		{`ENTRYPOINT ["/nimatron"]`, `ENTRYPOINT /nimatron`, "ENTRYPOINT needs a shell"},
		{`CMD ["serve"]`, `CMD ['serve']`, "CMD needs a shell"},
	})
}

// inShell reports whether a shell runs the command.
func inShell(c instructions.Command) bool {
	switch c := c.(type) {
	case *instructions.RunCommand:
		return c.PrependShell
	case *instructions.CmdCommand:
		return c.PrependShell
	case *instructions.EntrypointCommand:
		return c.PrependShell
	}
	return false
}
