// Package live serves the live board: matches that people touch in a browser, next to the chat in
// which they are played. docs/live.md describes its endpoints and its State.
//
// A touch is a [commands.Request] that goes through the front of the chat platform, in the order of
// its channel and within its limits. The card in the channel follows as if a button had been
// pressed. A [Server] keeps streams in memory and sessions in the store, so several processes can
// serve the same match. Each polls the store for changes of the matches that it streams. It knows
// only its own streams, so presence is per process.
package live
