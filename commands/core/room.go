package core

import (
	"context"
	"strings"

	"nimatron/commands/view"
	"nimatron/internal/words"
	"nimatron/match"
)

// ChannelList lists channels of a server as links.
func ChannelList(channels []string, server string) string {
	return words.And(words.Each(channels, func(c string) string { return view.ChannelLink(c, server) }))
}

// RoomName names the room of a request for people.
func RoomName(r *Request) string {
	if r.Server == "" {
		return "the local chat"
	}
	return "this server"
}

// SettingsHere returns the settings that apply in the room of a request.
func (env *Env) SettingsHere(ctx context.Context, r *Request) (match.ServerSettings, error) {
	return env.Referee.ServerSettings(ctx, r.Room())
}

// CheckChannel refuses to begin a match in a channel that is not for matches, and returns the
// settings there.
func (env *Env) CheckChannel(ctx context.Context, r *Request) (match.ServerSettings, error) {
	return env.CheckChannelFor(ctx, r, "I don't play matches")
}

// CheckChannelFor is [Env.CheckChannel] for other public things. Not begins the refusal, such as
// "I don't play matches".
func (env *Env) CheckChannelFor(ctx context.Context, r *Request, not string) (match.ServerSettings, error) {
	all, err := env.SettingsHere(ctx, r)
	if err == nil && !all.MayPlay(r.Channel, r.Parent) {
		err = Refuse("%s in this channel. Go to %s. Managers of %s choose the channels with `/settings server`.",
			not, or(all.Channels, r.Server), RoomName(r))
	}
	return all, err
}

func or(channels []string, server string) string {
	return strings.Replace(ChannelList(channels, server), " and ", " or ", 1)
}
