// Package metrics counts what the program does, for Prometheus and for whoever watches
// whether it is well.
//
// A [Metrics] is a value that those parts get which have something to tell; there is no
// global one, and a nil *Metrics takes everything and keeps nothing. Labels have few
// values, which are known beforehand: never a player, a channel or a text.
//
// docs/operating.md says what each metric means.
package metrics
