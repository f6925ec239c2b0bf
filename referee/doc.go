// Package referee runs the matches of all channels: it opens and closes
// challenges, lets people and the bot take their decisions, and writes each step
// to storage in one transaction before anybody is told about it.
//
// It holds no state of its own. Every call reads the channel's match from
// storage, replays it through games.Match, thinks, and commits under the
// version that it read; if another call was faster it starts over. So nothing has to
// be done to resume after a restart, and no transaction is open while the solver
// thinks.
package referee
