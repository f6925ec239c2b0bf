// Package clock tells a time of day for deadlines.
//
// The system clock may be set while the program runs, by hours and back again. A player whose
// deadline then passes has not thought for too long. So a [Clock] reads the system clock once and
// then adds the time that has really passed. It follows a time service that only slews the clock,
// and a clock that was set only after a restart.
package clock
