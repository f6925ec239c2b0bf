// Package referee runs the matches of all channels: it opens and closes
// challenges, lets people and the bot take their decisions, and writes each step
// to storage in one transaction before anybody is told of it.
//
// It holds no state of its own. Every call reads the channel's match from
// storage, replays it through games.Match, thinks, and commits under the
// version that it read; where another call was faster it starts over. So a
// restart resumes everything by doing nothing, and no transaction is open while
// the solver thinks.
package referee
