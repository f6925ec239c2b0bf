// Package sqlite keeps everything in one SQLite file. Its [Store] wraps the store of storage/sqlstore;
// the file, its tables, its transactions and its statements are here. docs/storage.md describes them.
package sqlite
