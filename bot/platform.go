package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"nimatron/bot/transport"
	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/front"
	"nimatron/match"
)

// The methods here implement front.Platform.

func (b *bot) Name() string { return match.DiscordFront }

func (b *bot) Post(ctx context.Context, channel string, m front.Message) (handle string, err error) {
	handle, err = b.post(ctx, channel, m, nil)
	return handle, placeError(err)
}

func (b *bot) post(ctx context.Context, channel string, out front.Message, to *reference) (handle string, err error) {
	nonce := out.Nonce
	if nonce == "" { // for some minutes Discord posts only one message for a nonce
		nonce = b.random.Name("nonce in " + channel)
	}
	err = b.write(ctx, channel, out, func(m message) error {
		m.Reference, m.Nonce, m.EnforceNonce = to, nonce, true
		address, made := discordgo.EndpointChannelMessages(channel), created{}
		c := transport.Call{Method: http.MethodPost, URL: address, Result: &made, Repeat: transport.Always}
		err := b.client.Do(ctx, m.sentBy(c))
		handle = made.handle()
		return err
	})
	b.rights.tried(channel, err)
	return handle, err
}

// write draws a message and sends it. If Discord does not take its files, the message is sent without.
func (b *bot) write(ctx context.Context, channel string, out front.Message, send func(message) error) error {
	why := transport.NoObstacle
	if len(out.Files) > 0 || out.Card != nil && out.Card.Picture != nil {
		why = b.uploads.Obstacle(channel)
	}
	m := b.drawWithout(ctx, out, why)
	err := send(m)
	if len(m.files) == 0 || errors.Is(err, front.ErrGone) || errors.Is(err, front.ErrAnswered) {
		return err
	}
	why = b.uploads.Tried(channel, err)
	if why == transport.NoObstacle || ctx.Err() != nil {
		return err
	}
	b.log.Warn("Discord took no file, so the message is text", "channel", channel, "err", err)
	err = send(b.drawWithout(ctx, out, why))
	if err == nil && why == transport.NoAttachFiles {
		b.uploads.Permit(channel, false)
	}
	return err
}

func (b *bot) PostDirect(ctx context.Context, person string, m front.Message) error {
	_, err := b.postDirect(ctx, person, m)
	return placeError(err)
}

func (b *bot) postDirect(ctx context.Context, person string, m front.Message) (channel string, err error) {
	channel, err = b.direct(ctx, person)
	if err == nil {
		_, err = b.post(ctx, channel, m, nil)
	}
	return channel, err
}

func (b *bot) direct(ctx context.Context, user string) (channel string, err error) {
	address := discordgo.EndpointUserChannels("@me")
	var opened created
	err = b.client.Do(ctx, transport.Call{
		Method: http.MethodPost, URL: address, Body: map[string]string{"recipient_id": user}, Result: &opened,
		Repeat: transport.Always,
	})
	return opened.ID, err
}

func (b *bot) Edit(ctx context.Context, handle string, m front.Message) error {
	channel, _, _ := splitHandle(handle)
	edit := func(drawn message) error { return b.edit(ctx, handle, drawn) }
	err := b.write(ctx, channel, m, edit)
	if transport.Code(err) == transport.ArchivedThread && b.archive(ctx, channel, false) == nil { // a post would open it too
		err = b.write(ctx, channel, m, edit)
	}
	return placeError(err)
}

func (b *bot) edit(ctx context.Context, handle string, m message) error {
	channel, id, ok := splitHandle(handle)
	if !ok {
		return fmt.Errorf("%q is not a Discord message", handle)
	}
	return b.client.Do(ctx, m.sentBy(transport.Call{
		Method: http.MethodPatch, URL: discordgo.EndpointChannelMessage(channel, id),
		Route: "PATCH " + discordgo.EndpointChannelMessage(channel, ""), Repeat: transport.Always,
	}))
}

func (b *bot) Retire(ctx context.Context, handle, successor string) error {
	var c struct {
		Server string `json:"guild_id"`
	}
	if channel, _, ok := splitHandle(successor); ok {
		address := discordgo.EndpointChannel(channel)
		if err := b.client.Get(ctx, address, "", &c); err != nil {
			return placeError(err)
		}
	}
	return placeError(b.edit(ctx, handle, b.draw(ctx, b.moved(c.Server, successor))))
}

func (b *bot) moved(server, successor string) front.Message {
	if _, _, ok := splitHandle(successor); !ok {
		return front.Message{Text: "This message has moved."}
	}
	return front.Message{Text: "This message has moved: " + b.client.Link(server, successor)}
}

var _ front.Reader = (*bot)(nil)

// Below counts what Discord still has, at most 100 messages.
func (b *bot) Below(ctx context.Context, handle string) (n int, err error) {
	channel, message, _ := splitHandle(handle)
	list, err := b.messagesSince(ctx, channel, message)
	for _, m := range list {
		if m.Author.ID != b.userID() {
			n++
		}
	}
	return n, err
}

// Find looks at the newest 100 messages.
func (b *bot) Find(ctx context.Context, channel string, id int64) (handle string, err error) {
	about := view.Subject{Kind: view.MatchSubject, ID: id}
	more, _ := button{command: commands.MoreName, subject: about}.customID()
	board := `"` + strings.TrimSuffix(more, "0:") // of any version
	var list []struct {
		created
		Author     discordgo.User  `json:"author"`
		Components json.RawMessage `json:"components"`
	}
	err = b.client.Get(ctx, discordgo.EndpointChannelMessages(channel), "?limit=100", &list)
	for _, m := range list {
		if m.Author.ID == b.userID() && strings.Contains(string(m.Components), board) {
			return m.handle(), nil
		}
	}
	return "", err
}

const lostWithin = 5 * time.Second

func (b *bot) Lost(ctx context.Context, channel, server string) (match.Held, error) {
	ctx, cancel := context.WithTimeout(ctx, lostWithin)
	defer cancel()
	address := discordgo.EndpointChannel(channel)
	err := b.client.Get(ctx, address, "", nil)
	switch transport.Code(err) {
	case transport.UnknownChannel:
		return match.Held{Channel: channel}, nil
	case transport.MissingAccess, transport.UnknownGuild: // the channel may only be hidden
	default:
		return match.Held{}, err
	}
	if server == "" {
		return match.Held{}, nil
	}
	switch err = b.client.Get(ctx, discordgo.EndpointGuild(server), "", nil); transport.Code(err) {
	case transport.MissingAccess, transport.UnknownGuild:
		return match.Held{Server: server}, nil
	}
	return match.Held{}, err
}

func (b *bot) Close(ctx context.Context, channel string) error {
	address := discordgo.EndpointChannel(channel)
	var c struct {
		Type  discordgo.ChannelType `json:"type"`
		Owner string                `json:"owner_id"`
	}
	err := b.client.Get(ctx, address, "", &c)
	if err != nil || c.Type != discordgo.ChannelTypeGuildPublicThread || c.Owner != b.userID() {
		return err
	}
	return b.archive(ctx, channel, true)
}

func (b *bot) archive(ctx context.Context, thread string, archived bool) error {
	return b.client.Do(ctx, transport.Call{
		Method: http.MethodPatch, URL: discordgo.EndpointChannel(thread), Body: map[string]bool{"archived": archived}, Repeat: transport.Always,
	})
}

func placeError(err error) error {
	switch transport.Code(err) {
	case transport.UnknownMessage:
		return fmt.Errorf("%w: %w", front.ErrNoMessage, err)
	case transport.TooManyEdits:
		return fmt.Errorf("%w: %w", front.ErrTooOld, err)
	case transport.UnknownChannel, transport.UnknownGuild, transport.ArchivedThread:
		return fmt.Errorf("%w: %w", front.ErrForbidden, err)
	}
	if errors.Is(err, transport.ErrRefusedHere) || transport.HasStatus(err, http.StatusForbidden) {
		return fmt.Errorf("%w: %w", front.ErrForbidden, err)
	}
	return err
}

type created struct {
	ID        string `json:"id"`
	ChannelID string `json:"channel_id"`
}

// handle names a message as in view.Reply.ShownIn; empty for an unknown one.
func (c created) handle() string {
	if c.ID == "" {
		return ""
	}
	return c.ChannelID + "/" + c.ID
}

func splitHandle(handle string) (channel, message string, ok bool) {
	channel, message, ok = strings.Cut(handle, "/")
	return channel, message, ok && isSnowflake(channel) && isSnowflake(message)
}
