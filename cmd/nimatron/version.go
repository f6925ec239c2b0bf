package main

import (
	"fmt"
	"runtime/debug"
)

// versionCommand prints the version.
type versionCommand struct{}

// Run prints what the build recorded: the version, the commit and the compiler.
func (versionCommand) Run(p *program) error {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return fmt.Errorf("this binary was built without a record of its version")
	}
	version, commit := info.Main.Version, ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = ", commit " + s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			commit += " with changes"
		}
	}
	_, err := fmt.Fprintf(p.stdout, "nimatron %s%s, %s\n", version, commit, info.GoVersion)
	return err
}
