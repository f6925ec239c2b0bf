// Package recent keeps in memory what was used last. All memory that is lost with the process is bounded by it.
package recent
