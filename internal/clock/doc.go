// Package clock tells a time of day by which people can be judged.
//
// The system's clock may be set while the program runs, by hours and back again, and
// somebody whose deadline that passes has not thought for too long. So a [Clock] reads
// the system's clock once and from then on adds the time that has really gone by.
// Corrections that only make that clock go faster or slower, as a time service makes
// them every day, it follows. A clock that was set anew it follows after a restart.
package clock
