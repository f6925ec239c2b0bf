package main

import (
	"errors"
	"fmt"
	"runtime/debug"
)

// What deploy/release sets; empty in other builds, which Go records itself.
var release, commit string

// versionCommand prints the version.
type versionCommand struct{}

// Run prints what the build recorded: the version, the commit and the compiler.
func (versionCommand) Run(p *program) error {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return errors.New("this binary was built without a record of its version")
	}
	if release != "" {
		info.Main.Version = release
	}
	if commit != "" {
		info.Settings = append(info.Settings, debug.BuildSetting{Key: "vcs.revision", Value: commit})
	}
	_, err := fmt.Fprintln(p.stdout, versionLine(info))
	return err
}

// versionLine says what was built, from which commit and by which compiler. The
// commit is missing where Go was not asked for it, as in "go run", or found no
// clone; looking it up now could name one that the program was not built from.
func versionLine(info *debug.BuildInfo) string {
	commit, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = " with changes"
		}
	}
	if commit == "" {
		return fmt.Sprintf("nimatron %s, commit unknown, %s (to record the commit, build in a clone with -buildvcs=true)", info.Main.Version, info.GoVersion)
	}
	return fmt.Sprintf("nimatron %s, commit %s%s, %s", info.Main.Version, commit, changed, info.GoVersion)
}
