//go:build !unix

package sqlite

// lockedByOthers knows nothing: these systems refuse to replace a file that is open.
func lockedByOthers(string) bool { return false }
