package discordtest

import (
	"context"
	"net/http"
	"slices"
	"strconv"
)

// User is a Discord user. Its methods are the user's actions.
type User struct {
	ID   string
	Name string
	Bot  bool

	srv         *Server
	refuseDMs   bool     // guarded by srv.mu
	permissions string   // in every channel; guarded by srv.mu
	roles       []string // guarded by srv.mu
}

// Give gives the user a role of the guild.
func (u *User) Give(role string) {
	u.srv.mu.Lock()
	defer u.srv.mu.Unlock()
	u.roles = append(u.roles, role)
}

// Mention returns the text that mentions the user in a message.
func (u *User) Mention() string { return "<@" + u.ID + ">" }

// RefuseDMs makes the user refuse direct messages from the bot from now on.
func (u *User) RefuseDMs() {
	u.srv.mu.Lock()
	defer u.srv.mu.Unlock()
	u.refuseDMs = true
}

// Allow replaces the user's permissions in every channel. By default a user has all.
func (u *User) Allow(permissions int64) {
	u.srv.mu.Lock()
	defer u.srv.mu.Unlock()
	u.permissions = strconv.FormatInt(permissions, 10)
}

// json returns the user as the API shows it.
func (u *User) json() map[string]any {
	return map[string]any{
		"id":            u.ID,
		"username":      u.Name,
		"global_name":   u.Name,
		"discriminator": "0",
		"avatar":        nil,
		"bot":           u.Bot,
		"public_flags":  0,
	}
}

// memberJSON returns the user as a guild member, without the user object.
func (u *User) memberJSON() map[string]any {
	return map[string]any{
		"nick":        nil,
		"roles":       append([]string{}, u.roles...),
		"joined_at":   "2020-01-01T00:00:00.000000+00:00",
		"permissions": u.permissions,
		"deaf":        false,
		"mute":        false,
		"flags":       0,
	}
}

// AddUser adds a user, who becomes a member of every guild.
func (s *Server) AddUser(name string) *User {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.addUser(name, false)
}

// AddBotUser adds a bot other than the one under test.
func (s *Server) AddBotUser(name string) *User {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.addUser(name, true)
}

// addUser adds a user. s.mu must be held, or s not yet shared.
func (s *Server) addUser(name string, bot bool) *User {
	u := &User{ID: s.newID(), Name: name, Bot: bot, srv: s, permissions: allPermissions}
	s.users[u.ID] = u
	return u
}

// Guild is a guild with the bot.
type Guild struct {
	ID   string
	Name string

	srv      *Server
	channels []*Channel     // guarded by srv.mu
	left     bool           // the bot is not in it; guarded by srv.mu
	kicked   map[*User]bool // guarded by srv.mu
}

// AddGuild adds a guild with the bot in it. A connected bot gets an event.
func (s *Server) AddGuild(name string) *Guild {
	s.mu.Lock()
	defer s.mu.Unlock()
	g := &Guild{ID: s.newID(), Name: name, srv: s}
	s.guilds = append(s.guilds, g)
	s.broadcast(intentGuilds, g.ID, "GUILD_CREATE", g.json())
	return g
}

// Remove removes the bot from the guild. A connected bot gets an event.
func (g *Guild) Remove() {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	g.left = true
	g.srv.broadcast(intentGuilds, g.ID, "GUILD_DELETE", map[string]any{"id": g.ID})
}

// RemoveUnseen is Remove without an event, as if the bot had missed it.
func (g *Guild) RemoveUnseen() {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	g.left = true
}

// Readd adds the bot to the guild again. A connected bot gets an event.
func (g *Guild) Readd() {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	g.left = false
	g.srv.broadcast(intentGuilds, g.ID, "GUILD_CREATE", g.json())
}

// Outage makes the guild unavailable for a moment. A connected bot gets the events.
func (g *Guild) Outage() {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	g.srv.broadcast(intentGuilds, g.ID, "GUILD_DELETE", map[string]any{"id": g.ID, "unavailable": true})
	g.srv.broadcast(intentGuilds, g.ID, "GUILD_CREATE", g.json())
}

// Kick removes a user from the guild. The bot gets no event, which would need a privileged intent.
func (g *Guild) Kick(u *User) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	if g.kicked == nil {
		g.kicked = map[*User]bool{}
	}
	g.kicked[u] = true
}

// guild returns a guild with the bot in it, nil for none. s.mu must be held.
func (s *Server) guild(id string) *Guild {
	for _, g := range s.guilds {
		if g.ID == id {
			return g
		}
	}
	return nil
}

// getGuild answers GET /guilds/{guild}.
func (s *Server) getGuild(r *http.Request) (any, error) {
	g := s.guild(r.PathValue("guild"))
	if g == nil || g.left {
		return nil, errUnknownGuild
	}
	return map[string]any{"id": g.ID, "name": g.Name}, nil
}

// changeRole gives a member a role or takes it.
func (s *Server) changeRole(r *http.Request) (any, error) {
	g, user := s.guild(r.PathValue("guild")), s.users[r.PathValue("user")]
	if g == nil || g.left {
		return nil, errUnknownGuild
	}
	role := r.PathValue("role")
	user.roles = slices.DeleteFunc(user.roles, func(has string) bool { return has == role })
	if r.Method == http.MethodPut {
		user.roles = append(user.roles, role)
	}
	return nil, nil
}

// json returns the guild as in GUILD_CREATE. s.mu must be held.
func (g *Guild) json() map[string]any {
	channels := []any{}
	for _, ch := range g.channels {
		channels = append(channels, ch.json())
	}
	self := g.srv.bot.memberJSON()
	self["user"] = g.srv.bot.json()
	return map[string]any{
		"id":               g.ID,
		"name":             g.Name,
		"unavailable":      false,
		"preferred_locale": locale,
		"channels":         channels,
		"members":          []any{self},
		"roles":            []any{},
		"emojis":           []any{},
		"threads":          []any{},
		"presences":        []any{},
		"voice_states":     []any{},
	}
}

// Kinds of channel, by the bot's access to them.
type channelKind int

const (
	guildChannel   channelKind = iota // in a guild with the bot
	foreignChannel                    // in a guild without the bot
	botDM                             // a user's direct messages with the bot
	groupDM                           // direct messages between users
	guildThread                       // a thread of a guildChannel
)

const (
	allPermissions = "9007199254740991"
	locale         = "en-US"
)

// Permissions that are checked.
const (
	administrator         int64 = 1 << 3 // implies the others
	ViewChannel           int64 = 1 << 10
	SendMessages          int64 = 1 << 11
	AttachFiles           int64 = 1 << 15
	CreatePublicThreads   int64 = 1 << 35
	SendMessagesInThreads int64 = 1 << 38
	UseExternalApps       int64 = 1 << 50 // lets everybody see the answers of an app that is not in the guild
)

// Channel is a text channel, a thread or direct messages.
type Channel struct {
	ID   string
	Name string
	// GuildID is empty for direct messages.
	GuildID string

	srv       *Server
	kind      channelKind
	recipient *User      // of a botDM
	parent    *Channel   // of a guildThread
	owner     *User      // creator of a guildThread
	archived  bool       // of a guildThread; guarded by srv.mu
	deleted   bool       // guarded by srv.mu
	denied    int64      // permissions that the bot lacks; guarded by srv.mu
	messages  []*Message // guarded by srv.mu; without ephemeral ones
}

// AddChannel adds a text channel. A connected bot gets an event.
func (g *Guild) AddChannel(name string) *Channel {
	s := g.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	ch := s.addChannel(guildChannel, name, g.ID)
	g.channels = append(g.channels, ch)
	s.broadcast(intentGuilds, g.ID, "CHANNEL_CREATE", ch.json())
	return ch
}

// Deny sets the permissions that the bot lacks in the channel and its threads; 0 for none.
func (ch *Channel) Deny(permissions int64) {
	ch.srv.mu.Lock()
	defer ch.srv.mu.Unlock()
	ch.denied = permissions
}

// permissions returns the bot's permissions. srv.mu must be held.
func (ch *Channel) permissions() int64 {
	all, _ := strconv.ParseInt(allPermissions, 10, 64)
	if ch.parent != nil {
		all = ch.parent.permissions()
	}
	if ch.denied != 0 {
		all &^= ch.denied | administrator
	}
	return all
}

// permits reports whether the bot has a permission. srv.mu must be held.
func (ch *Channel) permits(permission int64) bool { return ch.permissions()&permission != 0 }

// takes reports whether the bot may write a message with its files. srv.mu must be held.
func (ch *Channel) takes(p *payload) bool { return len(p.files) == 0 || ch.permits(AttachFiles) }

// Delete deletes the channel and its threads, as a moderator would. A connected bot gets an event about
// the channel, none about its threads.
func (ch *Channel) Delete() {
	ch.srv.mu.Lock()
	defer ch.srv.mu.Unlock()
	ch.delete()
	ch.announceDeletion()
}

// Vanish is Delete without an event, as if the bot had missed it.
func (ch *Channel) Vanish() {
	ch.srv.mu.Lock()
	defer ch.srv.mu.Unlock()
	ch.delete()
}

// AddForeignChannel adds a channel in a guild without the bot. There its commands work only as a
// user-installed app's.
func (s *Server) AddForeignChannel(name string) *Channel {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.addChannel(foreignChannel, name, s.newID())
}

// AddGroupDM adds direct messages among users without the bot. It is like a foreign channel, but
// its context is the one of private channels.
func (s *Server) AddGroupDM(name string) *Channel {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.addChannel(groupDM, name, "")
}

// AddDM returns the direct messages between the bot and a user. It opens them if necessary.
func (s *Server) AddDM(u *User) *Channel {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.dm(u)
}

// dm returns or opens the bot's direct messages with u. s.mu must be held.
func (s *Server) dm(u *User) *Channel {
	for _, ch := range s.channels {
		if ch.recipient == u {
			return ch
		}
	}
	ch := s.addChannel(botDM, u.Name, "")
	ch.recipient = u
	return ch
}

// addChannel adds a channel. s.mu must be held.
func (s *Server) addChannel(kind channelKind, name, guildID string) *Channel {
	ch := &Channel{ID: s.newID(), Name: name, GuildID: guildID, srv: s, kind: kind}
	s.channels[ch.ID] = ch
	return ch
}

// hasBot reports whether the bot can read and write in the channel.
func (ch *Channel) hasBot() bool {
	if g := ch.srv.guild(ch.GuildID); g != nil && g.left {
		return false
	}
	return ch.kind == guildChannel || ch.kind == guildThread || ch.kind == botDM
}

// json returns the channel as the API shows it.
func (ch *Channel) json() map[string]any {
	v := ch.named()
	if n := len(ch.messages); n > 0 {
		v["last_message_id"] = ch.messages[n-1].ID
	}
	return v
}

func (ch *Channel) named() map[string]any {
	switch ch.kind {
	case botDM:
		return map[string]any{"id": ch.ID, "type": 1, "recipients": []any{ch.recipient.json()}}
	case groupDM:
		return map[string]any{"id": ch.ID, "type": 3, "name": ch.Name}
	case guildThread:
		return map[string]any{
			"id": ch.ID, "type": 11, "name": ch.Name, "guild_id": ch.GuildID, "parent_id": ch.parent.ID, "owner_id": ch.owner.ID,
			"thread_metadata": map[string]any{"archived": ch.archived, "auto_archive_duration": 1440}, "permissions": allPermissions,
		}
	default:
		return map[string]any{
			"id": ch.ID, "type": 0, "name": ch.Name, "guild_id": ch.GuildID,
			"permissions": allPermissions,
		}
	}
}

// Parent returns the id of a thread's channel, "" for no thread.
func (ch *Channel) Parent() string {
	if ch.parent == nil {
		return ""
	}
	return ch.parent.ID
}

// Messages returns the messages that everybody in the channel sees, oldest first: no deleted,
// ephemeral or empty deferred ones.
func (ch *Channel) Messages() []*Message {
	ch.srv.mu.Lock()
	defer ch.srv.mu.Unlock()
	return ch.snapshot()
}

// snapshot is Messages with srv.mu held.
func (ch *Channel) snapshot() []*Message {
	var list []*Message
	for _, m := range ch.messages {
		if !m.Deleted && !m.Loading {
			list = append(list, m.clone())
		}
	}
	return list
}

// WaitMessage waits until the channel has a message, new or edited, that ok accepts. It returns the
// newest one. ok must not call the server.
func (ch *Channel) WaitMessage(ctx context.Context, ok func(*Message) bool) (*Message, error) {
	var found *Message
	err := ch.srv.wait(ctx, func() bool {
		list := ch.snapshot()
		slices.Reverse(list)
		i := slices.IndexFunc(list, ok)
		if i < 0 {
			return false
		}
		found = list[i]
		return true
	})
	return found, err
}
