package bot

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"nimatron/bot/transport"
	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/front"
	"nimatron/internal/recent"
	"nimatron/internal/words"
)

// knownFor is how long an interaction proves that the bot may write in the threads of its channel.
const knownFor = 10 * time.Second

// rights remembers where the bot may write. Discord makes a thread for a bot that can't write in it.
type rights struct {
	mu      sync.Mutex
	known   recent.Map[string, time.Time] // by channel: when an interaction last said that the bot may write in threads
	mute    recent.Map[string, string]    // threads in which it may not, by channel and name; used once it may
	missing recent.Map[string, []string]  // the permissions that it lacks to post, by channel
}

func (r *rights) heard(in *interactionEvent) {
	channel, send := cmp.Or(in.parent(), in.ChannelID), sendMessages
	if isThread(in.Channel.Type) {
		send = writeInThreads
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.known.Delete(channel); len(in.Permissions.missing(writeInThreads)) == 0 {
		r.known.Put(channel, time.Now())
	}
	r.lacks(in.ChannelID, in.Permissions.missing(viewChannel, send))
}

// lacks remembers the permissions that a channel lacks. r.mu must be held.
func (r *rights) lacks(channel string, missing []string) {
	if r.missing.Put(channel, missing); len(missing) == 0 {
		r.missing.Delete(channel)
	}
}

var lackedBy = map[int][]string{transport.MissingPermissions: {sendMessages.name}, transport.MissingAccess: {viewChannel.name}}

// tried learns from a message that was sent.
func (r *rights) tried(channel string, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if lacks, ok := lackedBy[transport.Code(err)]; ok || err == nil {
		r.lacks(channel, lacks)
	}
}

// noPosts is the NoPosts of a request.
func (r *rights) noPosts(here, server, place string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	channel, _, _ := strings.Cut(place, "/")
	missing, _ := r.missing.Get(channel)
	switch {
	case len(missing) == 0:
		return ""
	case channel == here:
		return needing("post here", missing)
	}
	return needing("post in "+view.ChannelLink(channel, server), missing)
}

func (r *rights) knows(channel string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	at, _ := r.known.Get(channel)
	return time.Since(at) < knownFor
}

func (r *rights) muted(place string) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	thread, _ := r.mute.Get(place)
	return thread
}

// setMuted remembers a thread in which the bot can't write, and forgets it for "".
func (r *rights) setMuted(place, thread string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.mute.Put(place, thread); thread == "" {
		r.mute.Delete(place)
	}
}

type appPermissions int64

// UnmarshalJSON allocates nothing, and ignores anything but a number.
func (p *appPermissions) UnmarshalJSON(text []byte) error {
	*p = 0
	for _, c := range text {
		if c >= '0' && c <= '9' {
			*p = *p*10 + appPermissions(c-'0')
		}
	}
	return nil
}

func (p appPermissions) attachFiles() bool {
	return p&(discordgo.PermissionAttachFiles|discordgo.PermissionAdministrator) != 0
}

type permission struct {
	bit  appPermissions
	name string
}

var (
	viewChannel    = permission{discordgo.PermissionViewChannel, "View Channel"}
	sendMessages   = permission{discordgo.PermissionSendMessages, "Send Messages"}
	createThreads  = permission{discordgo.PermissionCreatePublicThreads, "Create Public Threads"}
	writeInThreads = permission{discordgo.PermissionSendMessagesInThreads, "Send Messages in Threads"}
)

func (p appPermissions) missing(needed ...permission) (names []string) {
	for _, n := range needed {
		if p != 0 && p&(n.bit|discordgo.PermissionAdministrator) == 0 {
			names = append(names, n.name)
		}
	}
	return names
}

// noThreads says why no match can be played in threads of the interaction's channel, "" if nothing is known.
func (in *interactionEvent) noThreads() string {
	missing := in.Permissions.missing(createThreads, writeInThreads)
	switch {
	case in.Channel.Type != discordgo.ChannelTypeGuildText && !isThread(in.Channel.Type):
		return "I can't create threads here: only text channels have them."
	case len(missing) > 0:
		return lacking(missing...)
	}
	return ""
}

func lacking(permissions ...string) string {
	if permissions[0] == writeInThreads.name {
		return needing("write in threads here", permissions)
	}
	return needing("create threads here", permissions)
}

func needing(cant string, permissions []string) string {
	s := ""
	if len(permissions) > 1 {
		s = "s"
	}
	return fmt.Sprintf("I can't %s: I need the permission%s %s.", cant, s, words.And(permissions))
}

func (b *bot) Threads(channel string) commands.Threads { return threads{b, channel} }

type threads struct {
	bot     *bot
	channel string
}

// threadLife is the inactivity in minutes after which Discord archives a thread.
const threadLife = 1440

const maxThreadName = 100

// sayAgain is how long Discord surely knows a nonce.
const sayAgain = 2 * time.Minute

func (t threads) Open(ctx context.Context, name string) (channel string, err error) {
	rights, place := &t.bot.rights, t.channel+"/"+name
	if channel = rights.muted(place); channel == "" {
		if channel, err = t.create(ctx, name); err != nil {
			return "", refusedThread(err, createThreads)
		}
	}
	if rights.knows(t.channel) {
		rights.setMuted(place, "")
		return channel, nil
	}
	_, err = t.bot.Post(ctx, channel, front.Message{Text: "The board comes next."})
	switch {
	case err == nil, transport.Code(err) == transport.UnknownChannel:
		rights.setMuted(place, "")
	default:
		rights.setMuted(place, channel)
	}
	return channel, refusedThread(err, writeInThreads)
}

func (t threads) create(ctx context.Context, name string) (channel string, err error) {
	address := discordgo.EndpointChannelThreads(t.channel)
	var made created
	err = t.bot.client.Do(ctx, transport.Call{
		Method: http.MethodPost, URL: address, Result: &made, Repeat: transport.IfRefused,
		Body: map[string]any{"name": cut(name, maxThreadName), "type": discordgo.ChannelTypeGuildPublicThread, "auto_archive_duration": threadLife},
	})
	if err == nil && made.ID == "" {
		err = errHalfEmpty
	}
	if errors.Is(placeError(err), front.ErrForbidden) {
		t.bot.front.Doubt(t.channel)
	}
	t.bot.uploads.Inherit(made.ID, t.channel)
	return made.ID, err
}

// refusedThread adds to an error what Discord said, in a sentence. needed is the permission for the call.
func refusedThread(err error, needed permission) error {
	var refused *transport.Refusal
	if errors.Is(err, transport.ErrRefusedHere) { // forbidden just now, as the refusals before
		return &commands.NotDone{Why: lacking(needed.name), Err: err}
	}
	if !transport.Declined(err) || transport.HasStatus(err, http.StatusTooManyRequests) || !errors.As(err, &refused) {
		return err
	}
	why := fmt.Sprintf("I can't create threads here: Discord says “%s”.", strings.TrimRight(refused.Message, "."))
	switch refused.Code {
	case transport.MissingPermissions:
		why = lacking(needed.name)
	case transport.MissingAccess:
		why = lacking(viewChannel.name)
	}
	return &commands.NotDone{Why: why, Err: err}
}

// giveRole gives a person a role of a server, or takes it.
func (b *bot) giveRole(ctx context.Context, server, person, role string, give bool) error {
	address, method := discordgo.EndpointGuildMemberRole(server, person, role), http.MethodPut
	if !give {
		method = http.MethodDelete
	}
	err := b.client.Do(ctx, transport.Call{Method: method, URL: address, Route: method + " " + discordgo.EndpointGuild(server) + "/roles", Repeat: transport.Always})
	switch {
	case transport.Code(err) == transport.MissingPermissions, errors.Is(err, transport.ErrRefusedHere):
		return &commands.NotDone{Why: "I can't give that role: I need the permission Manage Roles, and a role of my own above it.", Err: err}
	case transport.Code(err) == transport.UnknownRole:
		return &commands.NotDone{Why: "That role no longer exists. A server manager chooses another with `/settings server name:seek-role`.", Err: err}
	}
	return err
}

func (t threads) Direct(ctx context.Context, person, text string) (channel string, err error) {
	// Whoever asks again at once, because nobody knew whether this was said, reads it once.
	nonce := fmt.Sprintf("p%03d%s", time.Now().Unix()/int64(sayAgain.Seconds())%1000, person)
	return t.bot.postDirect(ctx, person, front.Message{Text: text, Nonce: nonce})
}

func (t threads) Drop(ctx context.Context, channel string) {
	address := discordgo.EndpointChannel(channel)
	if err := t.bot.client.Do(ctx, transport.Call{Method: http.MethodDelete, URL: address, Repeat: transport.Always}); err != nil {
		t.bot.log.Warn("a thread without a match stays", "channel", channel, "err", err)
	}
}
