package commands

import (
	"context"
	"strings"

	"nimatron/commands/view"
)

// User is somebody who speaks, as a front knows them.
type User struct {
	// ID is stable and unique over all fronts: a Discord snowflake, or
	// "local:NAME" in the terminal. The bot itself is match.BotID.
	ID string
	// Name is what people call them, without any markup.
	Name string
	// Bot is true for bots other than this one.
	Bot bool
}

// Request is one thing said to the bot.
type Request struct {
	// ID is that of what was said: unique over all fronts, and the same when it is
	// delivered again. It is empty where nothing is delivered twice.
	ID string
	// Command is the name of a command, without the slash.
	Command string
	// Options are the values as they were typed or chosen, by option name. A
	// Flag is "true" or "false"; a Person's value is shown in errors only, and in
	// an action it is the id.
	Options map[string]string
	// People are the users whom options of kind Person name, by option name. Of
	// those whom a pressed button names only the id is known.
	People map[string]User
	// By is who speaks.
	By User
	// Channel is where: unique over all fronts, as User.ID is.
	Channel string
	// Server is the community that Channel belongs to; empty in direct messages
	// and in the terminal.
	Server string
	// Parent is the channel that Channel is a thread of; empty for what is none, and
	// where a front can't tell.
	Parent string
	// Brief is true where a message that shows a match is updated apart from the answer:
	// an answer that tells of a step then has no card.
	Brief bool
	// Muted is true for somebody who may not write in Channel.
	Muted bool
	// Threads makes places beside Channel where a match is alone; nil where there are none.
	Threads Threads
	// Manager is true for somebody who is known to be allowed to manage Server, and
	// everybody in the terminal.
	Manager bool
	// Roles are those of the speaker on Server, as far as the front tells.
	Roles []string
	// ChannelManager is true for somebody who is known to be allowed to manage Channel.
	ChannelManager bool
	// Subject is what the pressed button was about; zero for typed commands.
	Subject view.Subject
}

// Threads makes and removes places beside a channel, each a channel itself.
type Threads interface {
	// Open makes one that everybody sees and returns its id.
	Open(ctx context.Context, name string) (channel string, err error)
	// Direct says something in the channel of one person alone, and returns its id. The error
	// may be that they accept no messages.
	Direct(ctx context.Context, person, text string) (channel string, err error)
	// Drop removes one of these in which nothing has begun.
	Drop(ctx context.Context, channel string)
}

// option returns the trimmed value of an option, empty when it was left out.
func (r *Request) option(name string) string { return strings.TrimSpace(r.Options[name]) }
