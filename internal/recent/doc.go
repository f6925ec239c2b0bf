// Package recent keeps recently used values in memory, up to a bound.
package recent
