//go:build unix

package sqlite

import (
	"os"
	"syscall"
)

// SQLite's bytes for locks (https://sqlite.org/lockingv3.html). Each connection holds one of them while it is open.
const (
	pendingByte = 0x40000000
	lockBytes   = 512
)

// lockedByOthers reports whether another process has a lock on the file.
func lockedByOthers(abs string) bool {
	f, err := os.OpenFile(abs, os.O_RDWR, 0)
	if err != nil {
		return false
	}
	defer f.Close()
	lock := syscall.Flock_t{Type: syscall.F_WRLCK, Start: pendingByte, Len: lockBytes}
	return syscall.FcntlFlock(f.Fd(), syscall.F_GETLK, &lock) == nil && lock.Type != syscall.F_UNLCK
}
