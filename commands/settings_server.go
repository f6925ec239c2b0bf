package commands

import (
	"context"
	"slices"
	"strings"

	"nimatron/commands/view"
	"nimatron/internal/words"
	"nimatron/match"
)

// What a server's settings can be set to, as it is typed.
const (
	channelsEverywhere = "everywhere"
	channelsHere       = "here"
	channelsAdd        = "add"
	channelsRemove     = "remove"
	noChannel          = "off"
	noVariant          = "none"
	noRole             = "managers"
)

// serverSettings are what is set for a server by those who may manage it.
var serverSettings = []*setting[match.ServerSettings]{
	{
		name: "channels", title: "Matches",
		choices: []view.Choice{
			{Label: "in every channel", Value: channelsEverywhere}, {Label: "only in this channel and its threads", Value: channelsHere},
			{Label: "also in this channel", Value: channelsAdd}, {Label: "no more in this channel", Value: channelsRemove},
		},
		example: "#games #nim", examples: "all the channels for matches",
		get: func(_ *Service, r *Request, all *match.ServerSettings) string {
			switch {
			case len(all.Channels) == 0:
				return channelsEverywhere
			case len(all.Channels) == 1 && all.Channels[0] == r.wholeChannel():
				return channelsHere
			}
			return "only in " + channelList(all.Channels, r.Server) + " and their threads"
		},
		put: func(_ *Service, r *Request, all *match.ServerSettings, value string) error {
			return r.setChannels(value, &all.Channels)
		},
	},
	{
		name: "default-variant", title: "Usual game",
		choices: []view.Choice{{Label: "none, a challenge has to name one", Value: noVariant}},
		example: "end-nim", examples: "a game",
		complete: completeVariant,
		get: func(s *Service, _ *Request, all *match.ServerSettings) string {
			if all.Variant == "" {
				return noVariant
			}
			return s.gameName(all.Variant)
		},
		put: func(s *Service, _ *Request, all *match.ServerSettings, value string) error {
			if all.Variant = ""; value == noVariant {
				return nil
			}
			v, err := s.referee.Catalog().Find(value)
			if err == nil {
				all.Variant = v.ID
			}
			return err
		},
	},
	{
		name: "default-level", title: "My usual level",
		choices: []view.Choice{{Label: "casual", Value: string(match.Casual)}, {Label: "strong", Value: string(match.Strong)}, {Label: "perfect", Value: string(match.Perfect)}},
		get:     func(_ *Service, _ *Request, all *match.ServerSettings) string { return string(all.DefaultLevel()) },
		put: func(_ *Service, _ *Request, all *match.ServerSettings, value string) error {
			all.Level = match.Level(value)
			return nil
		},
	},
	toggle("threads", "Threads", "one for each match", "none", false, func(all *match.ServerSettings) *bool { return &all.Threads }),
	{
		name: "default-pings", title: "Usual pings at a turn",
		choices: pingChoices,
		get: func(_ *Service, _ *Request, all *match.ServerSettings) string {
			return string(all.Pings.Or(match.PingsAway))
		},
		put: func(_ *Service, _ *Request, all *match.ServerSettings, value string) error {
			all.Pings = match.Pings(value)
			return nil
		},
	},
	toggle("channel-managers-end", "May end matches", "channel managers too", "server managers", false,
		func(all *match.ServerSettings) *bool { return &all.ChannelsEnd }),
	{
		name: "puzzle-channel", title: "Puzzle of the day",
		choices: []view.Choice{{Label: "not announced", Value: noChannel}, {Label: "announced here", Value: channelsHere}},
		get: func(_ *Service, r *Request, all *match.ServerSettings) string {
			switch all.PuzzleChannel {
			case "":
				return noChannel
			case r.Channel:
				return channelsHere
			}
			return "announced in " + view.ChannelLink(all.PuzzleChannel, r.Server)
		},
		// Only of the channel that somebody is in is it known that it is the server's.
		put: func(_ *Service, r *Request, all *match.ServerSettings, value string) error {
			if all.PuzzleChannel = ""; value == channelsHere {
				all.PuzzleChannel = r.Channel
			}
			return nil
		},
	},
	toggle("seasons", "Standings of a month", "announced with the puzzle", "not announced", true,
		func(all *match.ServerSettings) *bool { return &all.NoSeasons }),
	{
		name: "tournament-role", title: "May make tournaments",
		choices: []view.Choice{{Label: "only those who may manage the server", Value: noRole}},
		example: "@Organizers", examples: "a role whose members may too", roles: true,
		get: func(_ *Service, _ *Request, all *match.ServerSettings) string {
			if all.Leaders == "" {
				return noRole
			}
			return "also those with the role " + view.RoleName(all.Leaders)
		},
		put: func(_ *Service, r *Request, all *match.ServerSettings, value string) error {
			if all.Leaders = ""; value == noRole {
				return nil
			}
			id := strings.TrimSuffix(strings.TrimPrefix(value, "<@&"), ">")
			if r.Server == "" || id == "" || len(id) > 20 || strings.Trim(id, "0123456789") != "" {
				return errNoValue
			}
			all.Leaders = id
			return nil
		},
	},
	toggle("tournament-reminders", "Calls before a tournament", "an hour before", "none", true,
		func(all *match.ServerSettings) *bool { return &all.NoReminders }),
	news(serverNews, "Other messages unasked", func(all *match.ServerSettings) *match.News { return &all.News }),
}

// wholeChannel returns the channel with all its threads that the request is made in.
func (r *Request) wholeChannel() string {
	if r.Parent != "" {
		return r.Parent
	}
	return r.Channel
}

// setChannels sets the channels for matches to one of the choices or to a list, written
// as the front writes channels.
func (r *Request) setChannels(value string, channels *[]string) error {
	here := r.wholeChannel()
	at := slices.Index(*channels, here)
	var list []string
	switch value {
	case channelsEverywhere:
		*channels = nil
		return nil
	case channelsAdd:
		if len(*channels) == 0 || at >= 0 {
			return refuse("Matches may be played in this channel already.")
		}
		list = append(slices.Clone(*channels), here)
	case channelsRemove:
		if at < 0 {
			return refuse("This channel is not on the list of channels for matches: there is nothing to remove.")
		}
		if len(*channels) == 1 {
			return refuse("This is the only channel for matches: add another first, or set `channels` to `everywhere`.")
		}
		list = slices.Delete(slices.Clone(*channels), at, at+1)
	default:
		for _, word := range strings.FieldsFunc(value, func(c rune) bool { return c == ' ' || c == ',' }) {
			channel, ok := r.readChannel(word)
			if !ok {
				return errNoValue
			}
			if !slices.Contains(list, channel) {
				list = append(list, channel)
			}
		}
		if len(list) == 0 {
			return errNoValue
		}
	}
	if len(list) > match.MaxChannels {
		return refuse("That is %d channels: there can be at most %d for matches. `everywhere` allows all.", len(list), match.MaxChannels)
	}
	*channels = list
	return nil
}

// readChannel reads a channel as the front writes it: "#lobby" in the terminal, on
// Discord "<#1234>".
func (r *Request) readChannel(word string) (channel string, ok bool) {
	if strings.EqualFold(word, channelsHere) {
		return r.wholeChannel(), true
	}
	name := strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(word, "<"), "#"), ">")
	if match.FrontOf(r.Channel) == match.LocalFront {
		return match.LocalPrefix + name, name != "" && len(name) <= 32 && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789_.-") == ""
	}
	return name, name != "" && len(name) <= 20 && strings.Trim(name, "0123456789") == ""
}

// channelList lists channels.
func channelList(channels []string, server string) string {
	links := make([]string, len(channels))
	for i, c := range channels {
		links[i] = view.ChannelLink(c, server)
	}
	return words.And(links)
}

// roomName is what people call whose settings hold where the request is made.
func roomName(r *Request) string {
	if r.Server == "" {
		return "the local chat"
	}
	return "this server"
}

// serversSettings shows what is set for the server.
func (s *Service) serversSettings(ctx context.Context, r *Request) (view.Reply, error) {
	all, err := s.settingsHere(ctx, r)
	if err != nil {
		return view.Reply{}, err
	}
	return s.serverReply(r, &all), nil
}

func (s *Service) serverReply(r *Request, all *match.ServerSettings) view.Reply {
	card := settingsCard(s, r, "Settings of "+roomName(r), serverSettings, all)
	card.Footer = "Change one with /settings name:default-level value:strong; /settings name:default-level lists its values."
	card.Actions = append(card.Actions, view.Action{Label: "Your settings", Command: settingsName, Style: view.Primary})
	return view.Reply{Card: card, To: view.UpdateEphemeral{}}
}

// changeServer changes what is set for the server, or asks what to change it to.
func (s *Service) changeServer(ctx context.Context, r *Request, set *setting[match.ServerSettings]) (view.Reply, error) {
	if err := r.checkManager(); err != nil {
		return view.Reply{}, err
	}
	value := r.option("value")
	if value == "" {
		all, err := s.settingsHere(ctx, r)
		if err != nil {
			return view.Reply{}, err
		}
		return set.page(ctx, s, r, &all), nil
	}
	all, err := s.referee.ChangeServer(ctx, r.room(), func(all *match.ServerSettings) error { return set.set(s, r, all, value) })
	if err != nil {
		return view.Reply{}, err
	}
	reply := s.serverReply(r, &all)
	reply.Text = "Done. " + set.line(s, r, &all) + "."
	return reply, nil
}

// settingsHere returns what is set where the request is made.
func (s *Service) settingsHere(ctx context.Context, r *Request) (match.ServerSettings, error) {
	return s.referee.ServerSettings(ctx, r.room())
}

// checkChannel refuses to begin a match in a channel that is not for matches, and returns
// what else is set there.
func (s *Service) checkChannel(ctx context.Context, r *Request) (match.ServerSettings, error) {
	return s.checkChannelFor(ctx, r, "Matches are not played")
}

// checkChannelFor is checkChannel for other things that everybody in a channel sees.
func (s *Service) checkChannelFor(ctx context.Context, r *Request, not string) (match.ServerSettings, error) {
	all, err := s.settingsHere(ctx, r)
	if err == nil && !all.MayPlay(r.Channel, r.Parent) {
		err = refuse("%s in this channel: go to %s. Those who may manage %s decide where, by `/settings`.",
			not, or(all.Channels, r.Server), roomName(r))
	}
	return all, err
}

// or lists channels to choose from.
func or(channels []string, server string) string {
	return strings.Replace(channelList(channels, server), " and ", " or ", 1)
}
