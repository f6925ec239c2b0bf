// Package clock gives the time of day for deadlines.
//
// The system clock may be set while the program runs, by hours and back again. A player whose
// deadline passes because of that has not thought too long. So a [Clock] reads the system clock
// once and then adds the time that has really passed. It follows a time service only while that
// slews the clock, and follows a set clock only after a restart.
package clock
