// Package front has what all chat platforms in front of package commands share: the order of
// requests, bounds on waiting work, the messages that show matches, and notices.
//
// A platform, such as Discord, is one package. It implements [Platform] for what the bot does by
// itself and [Incoming] for requests, and calls a [Front]:
//
//	Front.Submit    for every request, with Turn.Answer in the work
//	Front.Complete  for autocompletion
//	Front.Reject    for the answer to a request that is not carried out
//	Front.Run       for deadlines, notices and boards that lag
//	Front.Wake      to start a round of Run at once, such as after a new connection
//	Front.Drain     to finish running work when the program stops
//
// A platform without buttons, edits or private messages implements the same methods. Their comments
// say what they then return. A place that one person reads at a time, such as the terminal,
// needs neither order nor bounds. It calls [Service] itself, and Front.RunOnce for notices.
package front
