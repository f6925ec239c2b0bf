package front

import (
	"context"
	"errors"

	"nimatron/commands/view"
	"nimatron/match"
)

func (f *Front) deliver(ctx context.Context, to Place, channel string, r view.Reply) error {
	if r.Form != nil {
		if err := to.Ask(ctx, r.Form); !errors.Is(err, errors.ErrUnsupported) {
			return err
		}
		if r.To, r.Overt = (view.Private{}), true; r.Message() == "" && r.Card == nil {
			r.Text = noFormText
		}
	}
	pressed, private := to.Pressed()
	forOne := Message{Text: r.Message(), Card: r.Card, Files: r.Files, Secret: !r.Overt, Outcome: r.Outcome}
	switch way := r.To.(type) {
	case view.Launch:
		if l, ok := to.(Launcher); ok {
			if err := l.Launch(ctx); err != nil && !errors.Is(err, errors.ErrUnsupported) {
				return err
			}
		}
		return to.PostPrivate(ctx, forOne)
	case view.Silence:
		return nil
	case view.Direct:
		forOne.FollowUp = way.Alone
		return to.PostPrivate(ctx, forOne)
	case view.Delete:
		if d, ok := to.(Deleter); ok && pressed != "" {
			return d.Delete(ctx)
		}
		return nil
	case view.UpdateClicked:
		if pressed != "" || private {
			return f.updateClicked(ctx, to, channel, r)
		}
		return to.PostPrivate(ctx, forOne)
	case view.UpdateEphemeral:
		if private {
			if err := to.Update(ctx, forOne); !errors.Is(err, ErrNoMessage) {
				return err
			}
		}
		return to.PostPrivate(ctx, forOne)
	case view.Private:
		err := to.PostPrivate(ctx, forOne)
		if r.ShownIn != "" && (pressed == r.ShownIn || r.Outcome == view.OutcomeDone) && !to.AnswerOnly() { // another message shows it, such as a class's after Join
			f.messages.schedule(match.Board{Subject: r.Show, Channel: channel})
		}
		return err
	case view.Thread:
		var err error
		if way.Private {
			err = to.PostPrivate(ctx, Message{Text: way.Pointer})
		} else {
			_, err = f.post(ctx, to, match.Board{Channel: channel}, Message{Text: way.Pointer})
		}
		return errors.Join(err, f.show(ctx, Channel{f.platform, way.Channel}, way.Channel, r))
	}
	if r.Show.Kind == view.NoSubject {
		_, err := f.post(ctx, to, match.Board{Channel: channel}, whole(r))
		return err
	}
	return f.show(ctx, to, channel, r)
}

// post posts a public part of a reply about b. If its place takes no answer any more, b's channel gets that
// part: the match has changed, so people have to see it.
func (f *Front) post(ctx context.Context, to Place, b match.Board, m Message) (handle string, err error) {
	handle, err = to.Post(ctx, m)
	if errors.Is(err, ErrGone) && !to.AnswerOnly() {
		defer f.closeAgain(b)
		return f.platform.Post(ctx, b.Channel, m)
	}
	return handle, err
}

// closeAgain updates the board after a late post. Its match may be over since, and the post opens the thread again.
func (f *Front) closeAgain(b match.Board) {
	if b.Kind == match.MatchSubject {
		f.messages.enqueue(b, true)
	}
}

const noFormText = "I couldn't show you the form in time. Please try again."

// updateClicked updates the message whose button was pressed, although the state is the same. If another
// message has replaced it, the speaker alone gets the card.
func (f *Front) updateClicked(ctx context.Context, to Place, channel string, r view.Reply) error {
	pressed, _ := to.Pressed()
	if pressed != "" && r.ShownIn != "" && pressed != r.ShownIn && !to.AnswerOnly() {
		return to.PostPrivate(ctx, Message{Card: r.Card})
	}
	err := to.Update(ctx, Message{Card: r.Card})
	if errors.Is(err, ErrNoMessage) {
		return to.PostPrivate(ctx, Message{Card: r.Card})
	}
	if err != nil || pressed != r.ShownIn || to.AnswerOnly() {
		return err
	}
	return f.messages.recordShown(ctx, match.Board{Subject: r.Show, Channel: channel}, r.ShownIn)
}

func whole(r view.Reply) Message {
	m := Message{Text: r.Text, Card: r.Card, Notify: r.Notify, Calls: r.Calls, Files: r.Files}
	if m.Card == nil { // a card says what comes next
		m.Text, m.Card = r.Message(), r.Ending
	}
	if r.Ending != nil && m.Card != r.Ending {
		m.Notify = nil // the message with the ending notifies them
	}
	return m
}

// show delivers a card about a challenge or a match. At most one message shows it. The answer
// updates that message in place if its own button was pressed; otherwise messageSync does. The news
// goes in a separate message, because an edit notifies nobody.
func (f *Front) show(ctx context.Context, to Place, channel string, r view.Reply) error {
	if (r.Ending != nil || r.Closes) && !to.AnswerOnly() && to.MayBeThread() {
		defer f.close(channel)
	}
	pressed, _ := to.Pressed()
	b := match.Board{Subject: r.Show, Channel: channel, Message: r.ShownIn}
	inPlace := r.ShownIn != "" && r.To != (view.NewMessage{})
	switch {
	case inPlace && pressed == r.ShownIn:
		return f.updateInPlace(ctx, to, b, r)
	case r.Card == nil, inPlace && (r.Message() != "" || r.Ending != nil) && !to.AnswerOnly() && !f.forbidden.includes(channel):
		r.Card = nil
		_, err := f.post(ctx, to, b, whole(r))
		f.messages.schedule(b)
		return err
	default:
		return f.postBoard(ctx, to, b, r)
	}
}

func (f *Front) close(channel string) {
	if _, waits := f.closing.LoadOrStore(channel, true); waits {
		return
	}
	err := f.inBackground(channel, editTime, 0, func(ctx context.Context) {
		f.closing.Delete(channel)
		if err := f.platform.Close(ctx, channel); err != nil {
			f.log.Info("the thread of a match was not closed", "channel", channel, "err", err)
		}
	})
	if err != nil {
		f.closing.Delete(channel)
		f.log.Info("the thread of a match stays open", "channel", channel, "err", err)
	}
}

func (f *Front) updateInPlace(ctx context.Context, to Place, b match.Board, r view.Reply) error {
	err := to.Update(ctx, Message{Card: r.Card, Files: r.Files})
	switch {
	case errors.Is(err, ErrAnswered), errors.Is(err, ErrGone) && to.AnswerOnly():
		return err
	case errors.Is(err, ErrGone):
		defer f.closeAgain(b)
		return f.show(ctx, Channel{f.platform, b.Channel}, b.Channel, r)
	case errors.Is(err, ErrLater):
		f.messages.schedule(b)
		return f.sayBeside(ctx, to, b, r)
	case err != nil:
		f.log.Info("a message can't be updated and is posted again", "channel", b.Channel, "err", err)
		return f.postBoard(ctx, to, b, r)
	}
	b.Message = ""
	err = errors.Join(f.messages.recordShown(ctx, b, r.ShownIn), f.sayBeside(ctx, to, b, r))
	if buried, _ := f.chats.buried(b.Channel, r.ShownIn); buried && !to.AnswerOnly() {
		f.messages.schedule(b)
	}
	return err
}

// sayBeside posts the news of an updated message, because an edit notifies no one.
func (f *Front) sayBeside(ctx context.Context, to Place, b match.Board, r view.Reply) error {
	if len(r.Notify) == 0 && r.Ending == nil {
		return nil
	}
	r.Card = nil
	_, err := f.post(ctx, to, b, whole(r))
	return err
}

func (f *Front) recordMessage(ctx context.Context, r *view.Reply, channel string) {
	b := match.Board{Subject: r.Show.Unversioned(), Channel: channel, Message: r.ShownIn}
	if err := f.messages.record(ctx, b); err != nil {
		f.log.Warn("what a message shows was not recorded", "channel", channel, "err", err)
	}
}

func (f *Front) postBoard(ctx context.Context, to Place, b match.Board, r view.Reply) error {
	handle, err := f.post(ctx, to, b, whole(r))
	switch {
	case errors.Is(err, ErrLater) && r.ShownIn != "":
		f.messages.schedule(b)
		return nil
	case errors.Is(err, ErrLater) && !f.messages.wasShown(ctx, b):
		return nil // if a process died before it posted or recorded the board, a scan posts it
	case err != nil && !errors.Is(err, ErrLater):
		return err
	}
	if to.AnswerOnly() {
		handle = ""
	}
	b.Message = handle
	err = f.messages.recordShown(ctx, b, handle)
	if r.Ending != nil && r.Card != nil {
		_, postErr := f.post(ctx, to, b, Message{Card: r.Ending, Notify: r.Notify})
		err = errors.Join(err, postErr)
	}
	return err
}
