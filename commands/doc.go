// Package commands is what can be said to the bot and what it answers: a
// [Request] in, a [view.Reply] out, one file for each command. It knows no Discord
// and no terminal; the packages bot and chat stand in front of it and draw
// replies each in its own way.
//
// One list, [Commands], drives Discord's registration, the terminal's parser and
// /help. An error never reaches a front: [Service.Do] turns it into a private
// reply that says what would have been right.
package commands
