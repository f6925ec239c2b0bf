// Package storage has what the stores of the program share: how matches and
// challenges look once they are stored. A store itself, which provides all that
// match.Store asks for, is a package below: storage/sqlite keeps everything in one
// file. Another database is one more such package, which passes the suites of
// storage/storagetest as this one does.
package storage
