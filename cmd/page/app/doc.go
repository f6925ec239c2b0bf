// Package app is what the page asks for: boards to touch, the bot's moves, hints, reviews, verdicts
// and lessons. Each request carries the whole match, so nothing is kept between two of them, and a
// link holds all that there is. It runs in a browser, and in tests as it is.
package app
