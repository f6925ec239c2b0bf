// Package front is what all chat platforms in front of package commands share: in
// which order things are done, how much may wait, which message shows a match, and
// what is said without being asked for.
//
// A platform, such as Discord, is one package that implements [Platform] for what
// the bot does by itself and [Incoming] for what people say to it, and that calls a
// [Front]:
//
//	Front.Hear      for everything said, with Turn.Answer in the work
//	Front.Complete  for completion of what is being typed
//	Front.Briefly   to tell somebody that one of these two has come to nothing
//	Front.InOrder   for what the bot does in a channel by itself
//	Front.Sweep     to announce what happens by the clock alone
//	Front.Drain     to finish what is under way when the program stops
//
// A platform without buttons, edits or private messages does less in the same
// methods; each says what is then expected. A place that is read by one person at a
// time, such as the terminal, needs neither order nor bounds and takes [Service] and
// [Announcements] alone.
//
// The files:
//
//	platform.go   what a platform implements
//	front.go      carries out requests and answers them
//	deliver.go    decides where a reply goes: the rules for boards
//	sweep.go      announces what happens by the clock alone
//	limits.go     how much one person may say, and questions may take
//	queue.go      runs the work of each channel in order, within bounds
package front
