// Package report writes what the solver found for readers: an analysis as JSON for
// scripts and as text for a terminal, and tables of patterns as text and as CSV.
package report
