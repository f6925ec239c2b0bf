package main

import (
	"runtime/debug"
	"strings"
	"testing"
)

func TestVersionLine(t *testing.T) {
	build := func(version string, settings ...debug.BuildSetting) *debug.BuildInfo {
		return &debug.BuildInfo{GoVersion: "go1.26.0", Main: debug.Module{Version: version}, Settings: settings}
	}
	revision := debug.BuildSetting{Key: "vcs.revision", Value: "7624e21"}
	for _, tt := range []struct {
		name string
		info *debug.BuildInfo
		want string
	}{
		{"a clean clone", build("v0.1.0", revision, debug.BuildSetting{Key: "vcs.modified", Value: "false"}), "nimatron v0.1.0, commit 7624e21, go1.26.0"},
		{"a changed clone", build("v0.1.0+dirty", debug.BuildSetting{Key: "vcs.modified", Value: "true"}, revision), "nimatron v0.1.0+dirty, commit 7624e21 with changes, go1.26.0"},
		{"go run", build("(devel)"), "nimatron (devel), commit unknown, go1.26.0 (to record the commit, build in a clone with -buildvcs=true)"},
	} {
		if got := versionLine(tt.info); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestVersion runs the version command. Go's settings decide whether a test binary records its
// commit.
func TestVersion(t *testing.T) {
	got := start(t.Context(), t, nil, nil, "version")
	if got.code != 0 || !strings.HasPrefix(got.stdout, "nimatron ") || !strings.Contains(got.stdout, ", commit ") {
		t.Errorf("%+v", got)
	}
}
