package core

import (
	"context"
	"slices"
	"strings"

	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/match"
)

// User is a person as a front knows them.
type User = input.User

// Request is one request to the bot.
type Request struct {
	// ID identifies the message or tap: unique over all fronts, and the same when it is
	// delivered again. It is empty if the front delivers nothing twice.
	ID string
	// Command is the name of a command, without the slash.
	Command string
	// Options are the values as they were typed or chosen, by option name. A
	// Flag is "true" or "false"; a Person's value is shown in errors only, and in
	// an action it is the id.
	Options map[string]string
	// People are the users in options of kind Person, by option name. A pressed button only gives
	// their ids.
	People map[string]User
	// Called is what people mean by the name that the option "game" had, nil for an ID.
	Called *catalog.Name
	// By is the speaker.
	By User
	// Channel is unique over all fronts, as User.ID is.
	Channel string
	// Server is the community that Channel belongs to; empty in direct messages
	// and in the terminal.
	Server string
	// Parent is the channel of a thread. It is empty outside of threads, and if a front can't tell.
	Parent string
	// Brief is true if the message with the board is updated separately from the answer. Then an
	// answer about a move has no card.
	Brief bool
	// Private is true if the platform shows public answers to the speaker alone. Then no match can be played
	// in Channel.
	Private bool
	// Muted is true for a person who may not write in Channel.
	Muted bool
	// Threads makes threads and direct channels for a match; nil if the front has none.
	Threads Threads
	// NoThreads says in a sentence why no match can be played in threads of Channel, as far as is known.
	NoThreads string
	// NoPosts explains in a sentence why the bot can only answer in a channel, or in the channel of a message. It
	// returns "" if no reason is known. It is nil if the front can't tell.
	NoPosts func(place string) string
	// Written is true for a message on a server. Unlike an interaction it says nothing of permissions or roles.
	Written bool
	// Manager is true if the front knows that the speaker may manage Server, and for everybody in
	// the terminal.
	Manager bool
	// Roles are the speaker's roles on Server, as far as the front knows.
	Roles []string
	// Role gives the speaker a role of the server, or takes it. The error is a *NotDone if the platform says why it
	// can't. It is nil if there are no roles.
	Role func(ctx context.Context, role string, give bool) error
	// ChannelManager is true if the front knows that the speaker may manage Channel.
	ChannelManager bool
	// Filled is true for a form that was filled in.
	Filled bool
	// Subject is the subject of the pressed button; zero for typed commands.
	Subject view.Subject
}

// Ask makes r a request for a command.
func (r *Request) Ask(call input.Call) { r.Command, r.Options = call.Command, call.Options() }

// Threads makes and removes places beside a channel, each a channel itself.
type Threads interface {
	// Open makes one that everybody sees, and returns its id once the bot can write there. The error is a
	// *NotDone if the platform says why it can't.
	Open(ctx context.Context, name string) (channel string, err error)
	// Direct says something in the channel of one person alone, and returns its id. The error
	// may be that they accept no messages.
	Direct(ctx context.Context, person, text string) (channel string, err error)
	// Drop removes a thread in which no match has begun.
	Drop(ctx context.Context, channel string)
}

// A NotDone says in a sentence why the platform did not do something, such as opening a thread.
type NotDone struct {
	Why string
	Err error
}

func (e *NotDone) Error() string { return e.Why + " " + e.Err.Error() }

func (e *NotDone) Unwrap() error { return e.Err }

// Unposted calls NoPosts. It returns "" if the front can't tell.
func (r *Request) Unposted(place string) string {
	if r.NoPosts == nil {
		return ""
	}
	return r.NoPosts(place)
}

// Unproved ends a refusal to people whose rights a message doesn't prove.
func (r *Request) Unproved() string {
	if !r.Written {
		return ""
	}
	return " A message doesn't tell me who manages the server, so use the slash command."
}

func readFlag(text string) (on, ok bool) {
	on = strings.EqualFold(text, "true") || strings.EqualFold(text, "yes")
	return on, on || strings.EqualFold(text, "false") || strings.EqualFold(text, "no")
}

// PersonID reads a person in a text: "@ann" in the terminal, "<@1234>" or the number on Discord.
func (r *Request) PersonID(text string) (id string, ok bool) {
	if match.FrontOf(r.Channel) == match.LocalFront {
		name := strings.ToLower(strings.TrimPrefix(strings.TrimPrefix(text, "@"), match.LocalPrefix))
		if name == match.BotID {
			return name, true
		}
		return match.LocalPrefix + name, name != "" && len(name) <= 32 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_.-") == ""
	}
	id = strings.TrimPrefix(strings.TrimSuffix(strings.TrimPrefix(text, "<@"), ">"), "!")
	return id, id != "" && len(id) <= 20 && strings.Trim(id, "0123456789") == ""
}

// ManagesOr reports whether the speaker may manage the server or has one of its roles, and names such
// people. role is an ID, "" for none.
func (r *Request) ManagesOr(role string) (ok bool, who string) {
	if role == "" {
		return r.Manager, "server managers"
	}
	// A server's id is also the id of the role that everybody has.
	ok = r.Manager || role == r.Server || slices.Contains(r.Roles, role)
	return ok, "server managers or people with the role " + view.RoleName(role)
}

// Room returns the room whose settings apply here.
func (r *Request) Room() string { return match.RoomOf(r.Channel, r.Server) }
