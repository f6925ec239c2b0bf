// Package lines reads text line by line in bounded memory, however long a line is.
//
// [Reader] cuts what it reads into lines. A source that may keep its reader
// waiting, such as standard input, is wrapped by [ReadAhead] first: then reading
// goes on beside the work, and a wait for more can be interrupted.
package lines
