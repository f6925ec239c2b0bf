package main

import (
	"errors"
	"fmt"
	"runtime/debug"
)

// deploy/release sets these; other builds have Go's own record.
var release, commit string

type versionCommand struct{}

func (versionCommand) Run(p *program) error {
	info, ok := buildInfo()
	if !ok {
		return errors.New("this binary was built without a record of its version")
	}
	_, err := fmt.Fprintln(p.stdout, versionLine(info))
	return err
}

// buildInfo returns Go's record, with a release's values replacing its own. ok is false if there is
// no record.
func buildInfo() (info *debug.BuildInfo, ok bool) {
	info, ok = debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{Main: debug.Module{Version: "unknown"}}
	}
	if release != "" {
		info.Main.Version = release
	}
	if commit != "" {
		info.Settings = append(info.Settings, debug.BuildSetting{Key: "vcs.revision", Value: commit})
	}
	return info, ok
}

// versionLine names the version, the commit and the compiler. The commit is missing if Go did not record it,
// as in "go run": looking it up now might find another one.
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
