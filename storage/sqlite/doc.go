// Package sqlite keeps everything in one SQLite file. Its [Store] wraps the store of
// storage/sqlstore and adds the file, its tables, transactions and statements. docs/storage.md
// describes them.
package sqlite
