//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// writeDown puts a text between the marks of a name, in that page of a folder that has them.
func writeDown(folder, name, text string) error {
	begin, end := fmt.Sprintf("<!-- bench %s -->\n", name), fmt.Sprintf("<!-- end of %s -->", name)
	pages, err := filepath.Glob(filepath.Join(folder, "*.md"))
	if err != nil {
		return err
	}
	for _, page := range pages {
		old, err := os.ReadFile(page)
		if err != nil {
			return err
		}
		before, rest, begins := strings.Cut(string(old), begin)
		_, after, ends := strings.Cut(rest, end)
		if begins && ends {
			return os.WriteFile(page, []byte(before+text+end+after), 0o644)
		}
	}
	return fmt.Errorf("no page in %s has the marks %q and %q", folder, strings.TrimSpace(begin), end)
}
