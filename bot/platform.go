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
	if nonce == "" {
		nonce = b.random.name("nonce in " + channel)
	}
	err = b.write(ctx, channel, out, func(m message) error {
		m.Reference = to
		handle, err = b.rest.post(ctx, channel, m, nonce)
		return err
	})
	return handle, err
}

func (b *bot) PostDirect(ctx context.Context, person string, m front.Message) error {
	_, err := b.postDirect(ctx, person, m)
	return placeError(err)
}

func (b *bot) postDirect(ctx context.Context, person string, m front.Message) (channel string, err error) {
	channel, err = b.rest.direct(ctx, person)
	if err == nil {
		_, err = b.post(ctx, channel, m, nil)
	}
	return channel, err
}

func (b *bot) Edit(ctx context.Context, handle string, m front.Message) error {
	channel, _, _ := splitHandle(handle)
	return placeError(b.write(ctx, channel, m, func(drawn message) error { return b.rest.edit(ctx, handle, drawn) }))
}

func (b *bot) Retire(ctx context.Context, handle, successor string) error {
	var c struct {
		Server string `json:"guild_id"`
	}
	if channel, _, ok := splitHandle(successor); ok {
		address := discordgo.EndpointChannel(channel)
		if err := b.rest.get(ctx, address, "", &c); err != nil {
			return placeError(err)
		}
	}
	return placeError(b.rest.edit(ctx, handle, b.draw(ctx, b.moved(c.Server, successor))))
}

func (b *bot) moved(server, successor string) front.Message {
	if _, _, ok := splitHandle(successor); !ok {
		return front.Message{Text: "This message has moved."}
	}
	return front.Message{Text: "This message has moved: " + b.api.link(server, successor)}
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
	err = b.rest.get(ctx, discordgo.EndpointChannelMessages(channel), "?limit=100", &list)
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
	err := b.rest.get(ctx, address, "", nil)
	switch code(err) {
	case codeUnknownChannel:
		return match.Held{Channel: channel}, nil
	case codeMissingAccess, codeUnknownGuild: // the channel may only be hidden
	default:
		return match.Held{}, err
	}
	if server == "" {
		return match.Held{}, nil
	}
	switch err = b.rest.get(ctx, discordgo.EndpointGuild(server), "", nil); code(err) {
	case codeMissingAccess, codeUnknownGuild:
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
	err := b.rest.get(ctx, address, "", &c)
	if err != nil || c.Type != discordgo.ChannelTypeGuildPublicThread || c.Owner != b.userID() {
		return err
	}
	return b.rest.do(ctx, call{method: http.MethodPatch, url: address, body: map[string]bool{"archived": true}, route: "PATCH " + address, repeat: always})
}

func placeError(err error) error {
	var refused *refusal
	switch {
	case err == nil:
		return nil
	case code(err) == codeUnknownMessage:
		return fmt.Errorf("%w: %w", front.ErrNoMessage, err)
	case code(err) == codeTooManyEdits:
		return fmt.Errorf("%w: %w", front.ErrTooOld, err)
	case code(err) == codeUnknownChannel, code(err) == codeUnknownGuild, code(err) == codeArchivedThread, errors.Is(err, errRefusedHere),
		errors.As(err, &refused) && refused.status == http.StatusForbidden:
		return fmt.Errorf("%w: %w", front.ErrForbidden, err)
	}
	return err
}
