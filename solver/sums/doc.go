// Package sums decides sums of boards by their parts' values under normal play, and by search if
// these are unknown or do not add up.
package sums
