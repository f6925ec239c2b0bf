package bot

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"

	"nimatron/bot/transport"
	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/front"
)

// interaction is a slash command, a pressed button or the like, and the state of its answer.
// Discord takes the first answer within 3 s and more for 15 minutes.
type interaction struct {
	*interactionEvent
	bot      *bot
	private  bool
	arrived  time.Time
	doubtful bool
	timer    *time.Timer
	// limits are the interaction's own, because Discord counts each interaction's calls separately.
	limits *transport.Buckets

	answering transport.Lock // held while an answer is sent
	state     state
	unclear   bool
	mine      string   // the path of its private answer, "" if there is none or it is not known; guarded by answering
	made      []string // handles of its public messages; guarded by answering
}

// firstAnswerTry limits one try of an interaction's first answer.
const firstAnswerTry = 1500 * time.Millisecond

type state uint8

const (
	unanswered state = iota
	deferred
	answered
	elsewhere // another process has answered
	gone      // Discord takes no answer any more
)

func (b *bot) accept(in *interactionEvent) *interaction {
	now := time.Now()
	i := &interaction{
		interactionEvent: in, bot: b, arrived: now, doubtful: b.late(in.ID, now, in.Replayed),
		limits: transport.NewBuckets(), answering: transport.NewLock(),
	}
	if in.Permissions != 0 {
		b.uploads.Permit(in.ChannelID, in.Permissions.attachFiles())
		b.rights.heard(in)
	}
	c := commands.Find(in.command)
	i.private = !i.component() && (c == nil || c.Private)
	i.timer = time.AfterFunc(deferAfter, func() { i.acknowledge(b.context) })
	return i
}

// component reports whether it comes from a message: a button, a menu, or a form opened by one.
func (i *interaction) component() bool {
	return i.Type == discordgo.InteractionMessageComponent || i.Type == discordgo.InteractionModalSubmit && i.Message != nil
}

// mayBegin reports whether it may be carried out: nobody has answered it, and an answer is still
// possible. In doubt it asks Discord with a deferral, which Discord takes only once.
func (i *interaction) mayBegin(ctx context.Context) bool {
	inDoubt := i.doubtful || time.Since(i.arrived) > deferAfter
	if inDoubt {
		i.acknowledge(ctx)
	}
	i.answering.Lock()
	defer i.answering.Unlock()
	return i.state == deferred || i.state == unanswered && !inDoubt
}

// age returns the time since the person acted. Discord delivers at once, except when it replays, so that a wrong
// clock does no harm.
func (i *interaction) age() time.Duration {
	since := i.arrived
	if sent, err := discordgo.SnowflakeTimestamp(i.ID); i.Replayed && err == nil && sent.Before(since) {
		since = sent
	}
	return time.Since(since)
}

func (i *interaction) first() bool { return i.state == unanswered || i.state == elsewhere }

func (i *interaction) acknowledge(ctx context.Context) {
	i.answering.Lock()
	defer i.answering.Unlock()
	if i.state != unanswered || i.unclear { // the answer in text comes next
		return
	}
	kind := discordgo.InteractionResponseDeferredChannelMessageWithSource
	var flags discordgo.MessageFlags
	switch {
	case i.component():
		kind = discordgo.InteractionResponseDeferredMessageUpdate
	case i.private:
		flags = discordgo.MessageFlagsEphemeral
	}
	_, err := i.respond(ctx, kind, map[string]any{"flags": flags}) // some servers demand data of every answer
	switch {
	case err == nil:
		i.state = deferred
	case i.state == deferred: // a lost answer arrived
	case i.state == unanswered:
		// The answer itself may still arrive in time.
		i.bot.log.Warn("an interaction was not deferred", "channel", i.ChannelID, "err", err)
	}
}

func (i *interaction) Post(ctx context.Context, out front.Message) (handle string, err error) {
	err = i.bot.write(ctx, i.ChannelID, out, func(m message) error {
		i.answering.Lock()
		defer i.answering.Unlock()
		if i.first() {
			handle, err = i.respond(ctx, discordgo.InteractionResponseChannelMessageWithSource, m)
		}
		switch {
		case i.first():
		case i.state == deferred && !i.component():
			if handle, err = i.webhookMessage(ctx, http.MethodPatch, original, &m, transport.Always); transport.Code(err) == transport.UnknownMessage {
				handle, err = i.followUp(ctx, &m) // the deferral was deleted
			}
		default:
			handle, err = i.followUp(ctx, &m)
		}
		if err == nil {
			i.made = append(i.made, handle)
		}
		return i.markAnswered(err)
	})
	return handle, err
}

func (i *interaction) PostPrivate(ctx context.Context, out front.Message) error {
	return i.bot.write(ctx, i.ChannelID, out, func(m message) error {
		i.answering.Lock()
		defer i.answering.Unlock()
		m.Flags |= discordgo.MessageFlagsEphemeral
		var err error
		i.mine = original
		if i.first() {
			_, err = i.respond(ctx, discordgo.InteractionResponseChannelMessageWithSource, m)
		}
		switch {
		case i.first():
		case i.state == deferred && i.private:
			m.Flags &^= discordgo.MessageFlagsEphemeral // the deferral has set it already
			err = i.webhook(ctx, http.MethodPatch, original, &m, nil, transport.Always)
		case i.state == deferred && !i.component():
			// An answer that was deferred publicly stays public, so it is deleted first.
			err = i.webhook(ctx, http.MethodDelete, original, nil, nil, transport.Always)
			if err == nil || transport.Code(err) == transport.UnknownMessage { // an earlier try deleted it
				i.mine, err = "", i.whisper(ctx, &m)
			}
		default:
			i.mine, err = "", i.whisper(ctx, &m)
		}
		return i.markAnswered(err)
	})
}

func (i *interaction) Update(ctx context.Context, out front.Message) error {
	return i.bot.write(ctx, i.ChannelID, out, func(m message) error {
		i.answering.Lock()
		defer i.answering.Unlock()
		var err error
		_, private := i.Pressed()
		if private {
			i.mine = original
		}
		if before := i.state; i.first() {
			_, err = i.respond(ctx, discordgo.InteractionResponseUpdateMessage, m)
			if private && (errors.Is(err, front.ErrGone) || transport.HasStatus(err, http.StatusNotFound)) {
				i.state = before
				return front.ErrNoMessage // some servers don't update a private message, and take a new one
			}
		}
		if !i.first() {
			err = i.webhook(ctx, http.MethodPatch, original, &m, nil, transport.Always)
		}
		if transport.Code(err) == transport.UnknownMessage || transport.Code(err) == transport.TooManyEdits {
			err = front.ErrNoMessage
		}
		return i.markAnswered(err)
	})
}

func (i *interaction) Revise(ctx context.Context, out front.Message) error {
	return i.bot.write(ctx, i.ChannelID, out, func(m message) error {
		i.answering.Lock()
		defer i.answering.Unlock()
		if i.mine == "" || i.state != answered {
			return errors.ErrUnsupported
		}
		return i.webhook(ctx, http.MethodPatch, i.mine, &m, nil, transport.IfRefused)
	})
}

func (i *interaction) RetirePressed(ctx context.Context, successor string) error {
	return i.Update(ctx, i.bot.moved(i.GuildID, successor))
}

func (i *interaction) Delete(ctx context.Context) error {
	i.answering.Lock()
	defer i.answering.Unlock()
	if i.first() {
		if _, err := i.respond(ctx, discordgo.InteractionResponseDeferredMessageUpdate, map[string]any{}); err != nil {
			return err
		}
	}
	return i.markAnswered(i.webhook(ctx, http.MethodDelete, original, nil, nil, transport.Always))
}

// Ask answers with a form, which must be the first answer.
func (i *interaction) Ask(ctx context.Context, f *view.Form) error {
	form, ok := drawForm(f)
	i.answering.Lock()
	defer i.answering.Unlock()
	if !ok || !i.first() || i.Type == discordgo.InteractionModalSubmit {
		return errors.ErrUnsupported
	}
	_, err := i.respond(ctx, discordgo.InteractionResponseModal, form)
	return i.markAnswered(err)
}

// markAnswered ends the deferral timer and records a success. i.answering must be held.
func (i *interaction) markAnswered(err error) error {
	i.timer.Stop()
	switch {
	case err == nil:
		i.state = answered
	case transport.HasStatus(err, http.StatusBadRequest, http.StatusRequestEntityTooLarge) && transport.Code(err) != transport.AlreadyAcknowledged:
		return fmt.Errorf("%w: %w", front.ErrRefused, err)
	}
	return err
}

type firstAnswer struct {
	Type discordgo.InteractionResponseType `json:"type"`
	Data any                               `json:"data,omitempty"`
}

// respond gives the first answer. It returns the handle of a public message. i.answering must be
// held.
func (i *interaction) respond(ctx context.Context, kind discordgo.InteractionResponseType, data any) (handle string, err error) {
	if i.state == elsewhere {
		return "", front.ErrAnswered
	}
	var made struct {
		Resource struct {
			Message created `json:"message"`
		} `json:"resource"`
	}
	c := transport.Call{
		Method: http.MethodPost, URL: discordgo.EndpointInteractionResponse(i.ID, i.Token),
		Route: "callback", Limits: i.limits, Repeat: transport.Always, Try: firstAnswerTry,
	}
	// Callers only need the handle of a public message.
	m, isMessage := data.(message)
	if isMessage {
		c.Files, data = m.files, m.encodable(kind == discordgo.InteractionResponseUpdateMessage)
	}
	c.Body = firstAnswer{kind, data}
	visible := isMessage && kind == discordgo.InteractionResponseChannelMessageWithSource && m.Flags&discordgo.MessageFlagsEphemeral == 0
	if visible {
		c.URL, c.Result = c.URL+"?with_response=true", &made
	}
	err = i.answerInTime(ctx, c, isMessage && len(m.files) > 0, &made.Resource.Message)
	isRefused := transport.Declined(err)
	switch transport.Code(err) {
	case transport.AlreadyAcknowledged:
		isDeferral := kind == discordgo.InteractionResponseDeferredChannelMessageWithSource // Discord can say whether it stands
		if i.unclear && !i.doubtful && !isDeferral {
			i.bot.log.Info("an answer had arrived, though Discord did not say so", "interaction", i.ID, "channel", i.ChannelID)
			err = nil
			break
		}
		i.bot.log.Debug("an interaction was acknowledged by somebody else", "interaction", i.ID, "channel", i.ChannelID)
		return "", i.takeOver(ctx, kind)
	case transport.UnknownInteraction:
		i.state = gone
		err = front.ErrGone
	}
	if err != nil && !isRefused && !i.arrived.IsZero() {
		i.unclear = true
		if !isMessage || len(m.files) == 0 { // else it is tried in text first
			return i.findAnswer(ctx, isMessage, err)
		}
	}
	if err == nil && !i.arrived.IsZero() {
		i.bot.metrics.FirstAnswer(time.Since(i.arrived))
	}
	if err != nil || !visible {
		return "", err
	}
	if made.Resource.Message.ID == "" { // an old API, or the answer was lost
		return i.webhookMessage(ctx, http.MethodGet, original, nil, transport.Always)
	}
	return made.Resource.Message.handle(), nil
}

// answerInTime makes the call of a first answer, for as long as Discord takes it. An upload leaves time for an
// answer in text. Before it sends an answer of unknown outcome again, it looks for the first one and sets made to it.
func (i *interaction) answerInTime(ctx context.Context, c transport.Call, upload bool, made *created) error {
	within := answerWithin
	switch {
	case i.arrived.IsZero(): // an autocompletion has a limit of its own
		return i.bot.client.Do(ctx, c)
	case upload:
		within = uploadWithin
	}
	ctx, cancel := context.WithDeadline(ctx, i.arrived.Add(within))
	defer cancel()
	once := c
	for once.Repeat = transport.Never; ; once.Try = 0 {
		err := i.bot.client.Do(ctx, once)
		switch {
		case err == nil, upload, !c.Again(err), i.bot.client.Wait(ctx, "answer "+i.ID, 0) != nil:
			return err
		case !i.doubtful && i.look(ctx, lookWithin, transport.Never, made) == nil: // in doubt another process has answered
			return nil
		}
		i.unclear = true
	}
}

// look asks Discord once for the first answer, which it may not have given yet.
func (i *interaction) look(ctx context.Context, within time.Duration, repeat transport.Repeat, result any) error {
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	return i.bot.client.Do(ctx, transport.Call{
		Method: http.MethodGet, URL: discordgo.EndpointWebhookToken(i.AppID, i.Token) + original, Result: result,
		Route: "webhook", Limits: i.limits, Repeat: repeat,
	})
}

// findAnswer finds out what became of a first answer that failed, when Discord takes no other. It returns the
// message's handle, or front.ErrGone. If there was only a deferral, the state says so. message is true for an
// answer that is a message. i.answering must be held.
func (i *interaction) findAnswer(ctx context.Context, message bool, failed error) (handle string, err error) {
	var shown struct {
		created
		Flags discordgo.MessageFlags `json:"flags"`
	}
	since := time.Now()
	for try := 1; ; try++ { // without an answer, what was posted would be posted again
		err = i.look(ctx, findWithin, transport.IfRefused, &shown)
		late := transport.Code(err) == transport.UnknownWebhook && time.Since(since) < heldWithin
		known := err == nil || transport.Declined(err) && !late
		if known || i.bot.client.Wait(ctx, "look for "+i.ID, min(try, 4)) != nil {
			break
		}
	}
	switch {
	case transport.Code(err) == transport.UnknownMessage && !message:
		// Deferred, and the pressed message or the deferral is deleted. A process that is gone since may have deleted
		// the deferral and not sent the private answer.
		i.state = deferred
		return "", nil
	case err != nil || shown.ID == "":
		i.bot.log.Info("a first answer was given up", "interaction", i.ID, "channel", i.ChannelID, "err", failed)
		i.state = gone
		return "", front.ErrGone
	case i.component() && i.Message != nil && shown.ID == i.Message.ID:
		i.state = deferred // the pressed message can be updated
	case shown.Flags&discordgo.MessageFlagsLoading != 0:
		i.state, i.private = deferred, shown.Flags&discordgo.MessageFlagsEphemeral != 0
	case i.doubtful || !message:
		i.state = elsewhere
		return "", front.ErrAnswered
	}
	return shown.handle(), nil
}

// takeOver handles an interaction that another process, perhaps killed since, has acknowledged. If
// the user still sees "thinking", it becomes deferred here. i.answering must be held.
func (i *interaction) takeOver(ctx context.Context, kind discordgo.InteractionResponseType) error {
	isMessage := kind == discordgo.InteractionResponseChannelMessageWithSource || kind == discordgo.InteractionResponseDeferredChannelMessageWithSource
	if !isMessage || i.component() {
		i.state = elsewhere
		return front.ErrAnswered
	}
	var shown shownMessage
	err := i.webhook(ctx, http.MethodGet, original, nil, &shown, transport.Always)
	if transport.Code(err) == transport.UnknownMessage { // that process deleted the deferral, to answer in private
		i.state, i.private = deferred, false
		return nil
	}
	if err != nil || shown.Flags&discordgo.MessageFlagsLoading == 0 {
		i.state = elsewhere
		return errors.Join(front.ErrAnswered, err)
	}
	i.state, i.private = deferred, shown.Flags&discordgo.MessageFlagsEphemeral != 0
	return nil
}

const original = "/messages/@original"

// webhook calls the interaction's webhook after the first answer. result may be nil. i.answering must
// be held.
func (i *interaction) webhook(ctx context.Context, method, path string, m *message, result any, repeat transport.Repeat) error {
	if i.state == gone {
		return front.ErrGone
	}
	c := transport.Call{
		Method: method, URL: discordgo.EndpointWebhookToken(i.AppID, i.Token) + path, Result: result,
		Route: "webhook", Limits: i.limits, Repeat: repeat,
	}
	if m != nil {
		c = m.sentBy(c)
	}
	err := i.bot.client.Do(ctx, c)
	switch transport.Code(err) {
	case transport.UnknownWebhook, transport.InvalidWebhookToken:
		i.state = gone
		return front.ErrGone
	}
	return err
}

func (i *interaction) webhookMessage(ctx context.Context, method, path string, m *message, repeat transport.Repeat) (handle string, err error) {
	var made created
	err = i.webhook(ctx, method, path, m, &made, repeat)
	return made.handle(), err
}

func (i *interaction) Pressed() (handle string, private bool) {
	switch {
	case i.Message == nil || !i.component():
		return "", false
	case i.Message.Flags&discordgo.MessageFlagsEphemeral != 0:
		return "", true
	}
	return created{i.Message.ID, i.ChannelID}.handle(), false
}

// AnswerOnly reports whether the bot is not in the channel, so that it was called as a
// user-installed app.
func (i *interaction) AnswerOnly() bool {
	owners := i.Owners
	_, member := owners[discordgo.ApplicationIntegrationGuildInstall]
	return len(owners) > 0 && !member && i.Context != discordgo.InteractionContextBotDM
}

// onlyPrivate reports whether Discord shows all answers to the speaker alone. A public message can still be
// updated by its buttons.
func (i *interaction) onlyPrivate() bool {
	handle, _ := i.Pressed()
	return i.AnswerOnly() && handle == "" && i.Member != nil && lacks(i.Member.Permissions, useExternalApps)
}

func (i *interaction) MayBeThread() bool { return i.parent() != "" }
