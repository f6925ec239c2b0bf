// Package app answers the page's requests: boards to touch, the bot's moves, hints, reviews,
// verdicts and lessons. Each request carries the whole match, so the app keeps nothing, and a link
// contains everything. It runs in a browser, and natively in tests.
package app
