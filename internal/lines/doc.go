// Package lines reads text line by line in bounded memory, whatever the length of a line.
//
// Wrap a source that may block, such as standard input, in [ReadAhead] first. It reads in parallel
// with the work, and waiting for input can be interrupted.
package lines
