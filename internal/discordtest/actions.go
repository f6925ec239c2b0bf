package discordtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Say writes a message in a channel.
func (u *User) Say(ch *Channel, content string) *Message {
	u.srv.mu.Lock()
	defer u.srv.mu.Unlock()
	return u.say(u.srv.newMessage(ch, u), content)
}

// Reply writes a message as a reply to another, mentioning its author.
func (u *User) Reply(to *Message, content string) *Message {
	s := u.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.newMessage(s.channels[to.ChannelID], u)
	m.kind, m.ReplyTo = messageReply, to.ID
	return u.say(m, content)
}

// say fills in a new message and posts it. srv.mu must be held.
func (u *User) say(m *Message, content string) *Message {
	u.srv.post(m, Body{Content: content, Pings: u.srv.pings(m, content, nil)})
	return m.clone()
}

// Slash uses a command in a channel. The command has no slash; a subcommand has its full name, such
// as "tournament create". It must be registered and available there, and the options must be valid.
func (u *User) Slash(ch *Channel, command string, opts ...Option) *Interaction {
	u.srv.mu.Lock()
	defer u.srv.mu.Unlock()
	in := u.interaction(ch, kindCommand)
	return in.useCommand(command, opts, func(options []CommandOption) ([]map[string]any, error) {
		return optionsJSON(opts), checkComplete(options, opts)
	})
}

// Autocomplete types a text into an option that suggests values, with these options given before.
func (u *User) Autocomplete(ch *Channel, command, option, typed string, opts ...Option) *Interaction {
	u.srv.mu.Lock()
	defer u.srv.mu.Unlock()
	in := u.interaction(ch, kindAutocomplete)
	return in.useCommand(command, opts, func(options []CommandOption) ([]map[string]any, error) {
		if !slices.ContainsFunc(options, func(o CommandOption) bool { return o.Name == option && o.Autocomplete }) {
			return nil, fmt.Errorf("there is no option %q with autocompletion", option)
		}
		return append(optionsJSON(opts), map[string]any{"name": option, "type": optionString, "value": typed, "focused": true}), nil
	})
}

// useCommand sends an interaction with a command. values gets the command's options and returns the
// given ones. srv.mu must be held.
func (in *Interaction) useCommand(command string, opts []Option, values func([]CommandOption) ([]map[string]any, error)) *Interaction {
	words := strings.Fields(command)
	cmd := in.srv.command(commandChat, words[0])
	if cmd == nil {
		return in.refuse(fmt.Errorf("no command /%s is registered", command))
	}
	options, nesting := cmd.Options, []CommandOption{}
	for _, word := range words[1:] {
		i := slices.IndexFunc(options, func(o CommandOption) bool { return o.Name == word && o.nests() })
		if i < 0 {
			return in.refuse(fmt.Errorf("no command /%s is registered", command))
		}
		nesting = append(nesting, options[i])
		options = options[i].Options
	}
	if len(options) > 0 && options[0].nests() {
		return in.refuse(fmt.Errorf("/%s has subcommands, and can't be used itself", command))
	}
	given, err := values(options)
	if err := errors.Join(checkGiven(options, opts), err); err != nil {
		return in.refuse(fmt.Errorf("/%s: %w", command, err))
	}
	if err := cmd.availableIn(in.Channel); err != nil {
		return in.refuse(err)
	}
	for _, o := range slices.Backward(nesting) {
		given = []map[string]any{{"name": o.Name, "type": o.Type, "options": given}}
	}
	return in.send(cmd.owners(in), map[string]any{
		"id": cmd.ID, "name": cmd.Name, "type": cmd.Type,
		"options": given, "resolved": resolvedJSON(in.Channel, opts),
	})
}

// OnPerson uses a command from the context menu of a user, who need not be in the channel.
func (u *User) OnPerson(ch *Channel, command string, target *User) *Interaction {
	u.srv.mu.Lock()
	defer u.srv.mu.Unlock()
	in := u.interaction(ch, kindCommand)
	return in.useOnTarget(commandUser, command, target.ID, resolvedJSON(ch, []Option{UserOpt("target", target)}))
}

// OnMessage uses a command from the context menu of a message. The bot receives the whole message.
func (u *User) OnMessage(m *Message, command string) *Interaction {
	s := u.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.messages[m.ID]
	in := u.interaction(s.channels[m.ChannelID], kindCommand)
	if now.Deleted || now.Ephemeral {
		return in.refuse(fmt.Errorf("message %s has no context menu with apps", m.ID))
	}
	return in.useOnTarget(commandMessage, command, m.ID, map[string]any{"messages": map[string]any{m.ID: s.bodyJSON(now, now.Body)}})
}

// useOnTarget sends an interaction with a context menu's command. srv.mu must be held.
func (in *Interaction) useOnTarget(kind int, name, target string, resolved map[string]any) *Interaction {
	cmd := in.srv.command(kind, name)
	if cmd == nil {
		return in.refuse(fmt.Errorf("no command %q of type %d is registered", name, kind))
	}
	if err := cmd.availableIn(in.Channel); err != nil {
		return in.refuse(err)
	}
	return in.send(cmd.owners(in), map[string]any{
		"id": cmd.ID, "name": cmd.Name, "type": cmd.Type, "target_id": target, "resolved": resolved,
	})
}

// availableIn returns why a command cannot be used in a channel, or nil.
func (c *Command) availableIn(ch *Channel) error {
	if c.Contexts != nil && !slices.Contains(c.Contexts, ch.context()) {
		return fmt.Errorf("/%s is not available in context %d", c.Name, ch.context())
	}
	if !ch.hasBot() && !slices.Contains(c.IntegrationTypes, userInstall) {
		return fmt.Errorf("/%s is not available to users who installed the app", c.Name)
	}
	return nil
}

// owners returns the authorizing integration owners of a use of the command.
func (c *Command) owners(in *Interaction) map[string]string {
	owners := map[string]string{}
	if in.Channel.hasBot() && slices.Contains(c.IntegrationTypes, guildInstall) {
		owners[strconv.Itoa(guildInstall)] = in.Channel.guildOwner()
	}
	if !in.Channel.hasBot() || len(owners) == 0 {
		owners[strconv.Itoa(userInstall)] = in.User.ID
	}
	return owners
}

// guildOwner returns the owner of a guild installation: the guild, or 0 in direct messages with the
// bot.
func (ch *Channel) guildOwner() string {
	if ch.GuildID == "" {
		return "0"
	}
	return ch.GuildID
}

// context returns the interaction context of the channel.
func (ch *Channel) context() int {
	switch ch.kind {
	case botDM:
		return contextBotDM
	case groupDM:
		return contextPrivate
	default:
		return contextGuild
	}
}

// Click presses the button with this custom id. The newest version of the message must have it,
// enabled.
func (u *User) Click(m *Message, customID string) *Interaction {
	return u.use(m, fmt.Sprintf("button %q", customID), nil, func(c Component) bool {
		return c.Type == TypeButton && c.CustomID == customID
	})
}

// ClickLabel is Click for the first button with that label.
func (u *User) ClickLabel(m *Message, label string) *Interaction {
	return u.use(m, fmt.Sprintf("button labelled %q", label), nil, func(c Component) bool {
		return c.Type == TypeButton && c.Label == label
	})
}

// Select picks values in the select menu with that custom id.
func (u *User) Select(m *Message, customID string, values ...string) *Interaction {
	return u.use(m, fmt.Sprintf("menu %q", customID), values, func(c Component) bool {
		return c.Type == TypeSelect && c.CustomID == customID
	})
}

// SelectUser picks a user in the first user menu whose placeholder begins with a text.
func (u *User) SelectUser(m *Message, placeholder string, who *User) *Interaction {
	return u.use(m, fmt.Sprintf("menu of people %q", placeholder), []string{who.ID}, func(c Component) bool {
		return c.Type == TypeUserSelect && strings.HasPrefix(c.Placeholder, placeholder)
	})
}

// SelectRole picks a role in the first role menu whose placeholder begins with a text.
func (u *User) SelectRole(m *Message, placeholder, role string) *Interaction {
	return u.use(m, fmt.Sprintf("menu of roles %q", placeholder), []string{role}, func(c Component) bool {
		return c.Type == TypeRoleSelect && strings.HasPrefix(c.Placeholder, placeholder)
	})
}

// Tap presses the first button, or picks the first menu option, whose label is the text or begins
// with it and a space.
func (u *User) Tap(m *Message, text string) *Interaction {
	fits := func(label string) bool { return label == text || strings.HasPrefix(label, text+" ") }
	u.srv.mu.Lock()
	now := u.srv.messages[m.ID].clone()
	u.srv.mu.Unlock()
	for c := range every(now.Components) {
		if c.Type == TypeButton && fits(c.Label) {
			return u.Click(m, c.CustomID)
		}
		for _, o := range c.Options {
			if fits(o.Label) {
				return u.Select(m, c.CustomID, o.Value)
			}
		}
	}
	return u.ClickLabel(m, text)
}

// Taps returns the labels of a message's enabled buttons and menu options, in reading order.
func (m *Message) Taps() []string {
	var labels []string
	for c := range every(m.Components) {
		if c.Type == TypeButton && !c.Disabled {
			labels = append(labels, c.Label)
		}
		for _, o := range c.Options {
			labels = append(labels, o.Label)
		}
	}
	return labels
}

// ClickRaw presses a button even if it is missing or disabled, like a client that shows an outdated
// message. The message may be deleted.
func (u *User) ClickRaw(m *Message, customID string) *Interaction {
	s := u.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	return u.pressed(s.messages[m.ID], Component{Type: TypeButton, CustomID: customID}, nil)
}

// use uses the first component of a message that accept accepts.
func (u *User) use(m *Message, what string, values []string, match func(Component) bool) *Interaction {
	s := u.srv
	s.mu.Lock()
	defer s.mu.Unlock()
	now := s.messages[m.ID]
	refuse := func(why string) *Interaction {
		in := u.interaction(s.channels[m.ChannelID], kindComponent)
		return in.refuse(fmt.Errorf("%s on message %s: %s", what, m.ID, why))
	}
	if now.Deleted {
		return refuse("the message is deleted")
	}
	if now.Ephemeral && now.recipient != u {
		return refuse(u.Name + " does not see the message")
	}
	for c := range every(now.Components) {
		if !match(c) {
			continue
		}
		switch {
		case c.Disabled:
			return refuse("disabled")
		case c.URL != "":
			return refuse("is only a link")
		case c.Type == TypeSelect && !c.canPick(values):
			return refuse(fmt.Sprintf("cannot pick %q", values))
		}
		return u.pressed(now, c, values)
	}
	return refuse("not there")
}

// canPick reports whether the menu lets a user pick those values.
func (c Component) canPick(values []string) bool {
	least, most := c.picks()
	unknown := func(v string) bool {
		return !slices.ContainsFunc(c.Options, func(o SelectOption) bool { return o.Value == v })
	}
	return len(values) >= least && len(values) <= most && !slices.ContainsFunc(values, unknown)
}

// pressed sends the use of a component. srv.mu must be held.
func (u *User) pressed(m *Message, c Component, values []string) *Interaction {
	in := u.interaction(u.srv.channels[m.ChannelID], kindComponent)
	in.source = m
	data := map[string]any{"custom_id": c.CustomID, "component_type": c.Type}
	if values != nil {
		data["values"] = values
	}
	if c.Type == TypeUserSelect {
		data["resolved"] = resolvedJSON(in.Channel, []Option{UserOpt("", u.srv.users[values[0]])})
	}
	return in.send(in.componentOwners(), data)
}

// componentOwners returns the authorizing integration owners of a component's use. If the bot is
// not in the channel, that is the user whose interaction created the message.
func (in *Interaction) componentOwners() map[string]string {
	if in.Channel.hasBot() {
		return map[string]string{strconv.Itoa(guildInstall): in.Channel.guildOwner()}
	}
	owner := in.User
	if in.source != nil && in.source.invoker != nil {
		owner = in.source.invoker
	}
	return map[string]string{strconv.Itoa(userInstall): owner.ID}
}

// Interact sends an interaction of any type with any JSON data, as a newer client may.
func (u *User) Interact(ch *Channel, kind int, data string) *Interaction {
	u.srv.mu.Lock()
	defer u.srv.mu.Unlock()
	in := u.interaction(ch, kind)
	return in.send(in.componentOwners(), json.RawMessage(data))
}

// interaction returns a new interaction, not yet sent. srv.mu must be held.
func (u *User) interaction(ch *Channel, kind int) *Interaction {
	id := u.srv.newID()
	return &Interaction{
		ID: id, Token: "token-of-" + id, User: u, Channel: ch,
		srv: u.srv, kind: kind, created: time.Now(), changed: make(chan struct{}),
	}
}

// refuse marks the interaction as not sent.
func (in *Interaction) refuse(err error) *Interaction {
	in.err = fmt.Errorf("discordtest: %s cannot: %w", in.User.Name, err)
	return in
}

// send sends the interaction to the bot. srv.mu must be held.
func (in *Interaction) send(owners map[string]string, data any) *Interaction {
	s := in.srv
	if in.User.Bot {
		return in.refuse(errors.New("bots cannot interact"))
	}
	if in.Channel.deleted {
		return in.refuse(errors.New("the channel is deleted"))
	}
	if g := s.guild(in.Channel.GuildID); g != nil && g.kicked[in.User] {
		return in.refuse(errors.New("the user is not in the guild"))
	}
	if !s.served(in.Channel.GuildID) && len(s.endpoints) == 0 {
		in.err = ErrNoSession
		return in
	}
	v := map[string]any{
		"id":                             in.ID,
		"application_id":                 s.appID,
		"type":                           in.kind,
		"data":                           data,
		"token":                          in.Token,
		"version":                        1,
		"channel_id":                     in.Channel.ID,
		"channel":                        in.Channel.json(),
		"context":                        in.Channel.context(),
		"authorizing_integration_owners": owners,
		"app_permissions":                strconv.FormatInt(in.Channel.permissions(), 10),
		"locale":                         locale,
		"entitlements":                   []any{},
	}
	if in.Channel.GuildID != "" {
		member := in.User.memberJSON()
		member["user"] = in.User.json()
		v["member"] = member
		v["guild_id"] = in.Channel.GuildID
		v["guild_locale"] = locale
		v["guild"] = map[string]any{"id": in.Channel.GuildID, "locale": locale, "features": []any{}}
	} else {
		v["user"] = in.User.json()
	}
	if in.source != nil {
		v["message"] = s.messageJSON(in.source)
	}
	s.interactions[in.ID] = in
	s.byToken[in.Token] = in
	in.event = v
	in.deliver()
	return in
}

// Again delivers the interaction again, as Discord does without an acknowledgement.
func (in *Interaction) Again() {
	in.srv.mu.Lock()
	defer in.srv.mu.Unlock()
	in.deliver()
}

// Again delivers a message again.
func (s *Server) Again(m *Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	said, ch := s.messages[m.ID], s.channels[m.ChannelID]
	s.broadcast(ch.messageIntent(), ch.GuildID, "MESSAGE_CREATE", s.messageEvent(ch, said))
}

// Delete deletes a message, as a moderator would.
func (s *Server) Delete(m *Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.messages[m.ID].Deleted = true
	s.notify()
}
