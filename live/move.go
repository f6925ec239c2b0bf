package live

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"sync"

	"nimatron/commands"
	"nimatron/commands/input"
	"nimatron/commands/view"
	"nimatron/front"
	"nimatron/match"
)

type moveRequest struct {
	Match   string
	Version int64 // the version that was touched
	Key     string
	Do      string
	Move    string
	Where   string
	Count   string
	As      string // names the seat, see sessionAnswer
}

type moveAnswer struct {
	Said  string `json:"said"`
	Match string `json:"match,omitempty"`
}

// actions are the commands of the buttons. The page asks before what can't be undone.
var actions = map[string]input.Call{
	"move": input.Move.Call(), "resign": input.Resign.With(input.ResignInput{Sure: true}), "takeback": input.Takeback.Call(),
	"hint": input.Hint.With(input.HintInput{Sure: true}), "claim": input.Claim.Call(), "rematch": input.Rematch.Call(),
	"veto": input.Veto.With(input.HintInput{Sure: true}), "accept": input.Accept.Call(), "decline": input.Decline.Call(), "cancel": input.Cancel.Call(),
}

var goodKey = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

func (s *Server) move(ctx context.Context, _ http.ResponseWriter, r *http.Request, in moveRequest) (any, error) {
	about, err := subjectOf(in.Match)
	if err != nil {
		return nil, err
	}
	if _, known := actions[in.Do]; !known || !goodKey.MatchString(in.Key) {
		return nil, errUnread
	}
	l, it, err := s.allowed(ctx, r, about, in.As)
	if err != nil {
		return nil, err
	}
	if it.seat(l.Player) == "" {
		return nil, refuse(http.StatusForbidden, "You're only watching. Each player has their own link.")
	}
	chat := s.chat.Load()
	t := &tap{
		Channel: front.Channel{Platform: chat.platform, ID: it.channel}, outcome: make(chan outcome, 1),
		request: commands.Request{
			// The key comes from the player, so it must not be able to name somebody else's
			// request.
			ID:      "live:" + hash(fmt.Sprintf("%s %s %s", l.Player, nameOf(about), in.Key)),
			By:      commands.User{ID: l.Player, Name: l.Name},
			Channel: it.channel, Server: it.server, Subject: view.Subject{Kind: about.Kind, ID: about.ID, Version: in.Version},
		},
	}
	if err := it.ask(ctx, s, &in, t); err != nil {
		return nil, err
	}
	done, err := s.submit(ctx, chat, t)
	if err != nil {
		return nil, err
	}
	now, said := it.latest(ctx, s, &in), written(&it.match, done.said)
	switch {
	case done.refused && now.Version != in.Version:
		return nil, refuse(http.StatusConflict, said)
	case done.refused:
		return nil, refuse(http.StatusBadRequest, said)
	case now.Latest != about.ID:
		return moveAnswer{said, in10(now.Latest)}, nil
	}
	return moveAnswer{Said: said}, nil
}

var errUnread = refuse(http.StatusBadRequest, "I can't read that request. Reload the page.")

func (in *moveRequest) move() input.MoveInput {
	if in.Where != "" {
		return input.MoveInput{Where: in.Where, Move: in.Count}
	}
	return input.MoveInput{Move: in.Move}
}

func (m *touchedMatch) ask(ctx context.Context, s *Server, in *moveRequest, t *tap) error {
	call := actions[in.Do]
	t.pressed, t.answerOnly = m.Message, m.Message == ""
	switch in.Do {
	case "move":
		call = input.Move.With(in.move())
	case "rematch":
		t.request.Subject, t.pressed = view.Subject{}, ""
	case "accept", "decline", "cancel":
		c, err := match.OpenChallenge(ctx, s.Store, m.Channel)
		switch {
		case errors.Is(err, match.ErrNotFound) && in.Do == "decline" && m.Offer != match.Nobody:
		case errors.Is(err, match.ErrNotFound):
			return refuse(http.StatusConflict, "That challenge is no longer open.")
		case err != nil:
			return err
		default:
			t.request.Subject, t.pressed = view.Subject{Kind: view.ChallengeSubject, ID: c.ID}, c.Message
		}
	}
	t.request.Ask(call)
	return nil
}

func (m *touchedMatch) latest(ctx context.Context, s *Server, in *moveRequest) match.LiveVersion {
	if versions, err := s.Store.LiveVersions(ctx, []int64{m.ID}); err == nil && len(versions) == 1 {
		return versions[0]
	}
	return match.LiveVersion{Version: in.Version, Latest: m.ID}
}

// submit carries out a tap and waits for its answer.
func (s *Server) submit(ctx context.Context, chat *chat, t *tap) (done outcome, err error) {
	by := t.request.By.ID
	err = chat.front.Submit(front.Submission{
		Channel: t.request.Channel, By: by, Command: t.request.Command,
		Work: func(ctx context.Context, turn *front.Turn) {
			turn.Answer(ctx, t)
			t.resolve(outcome{})
		},
		Displaced: func() { t.resolve(outcome{said: front.BusyReply.Text, refused: true}) },
	})
	if err != nil {
		status := http.StatusServiceUnavailable
		if errors.Is(err, front.ErrTooFast) || errors.Is(err, front.ErrAsking) {
			status = http.StatusTooManyRequests
		}
		reply, _ := chat.front.Rejection(by, err) // a browser always gets an answer
		return done, refuse(status, reply.Text)
	}
	select {
	case done = <-t.outcome:
		return done, nil
	case <-ctx.Done():
		return done, refuse(http.StatusServiceUnavailable, "I'm still working on that. The board will show it when it's done.")
	}
}

type outcome struct {
	said    string
	refused bool
}

// tap is a request of the live board, with room for its answer. The first answer goes to the
// browser, public messages to the channel.
type tap struct {
	front.Channel
	request    commands.Request
	pressed    string
	answerOnly bool
	resolved   sync.Once
	outcome    chan outcome
}

func (t *tap) resolve(o outcome) { t.resolved.Do(func() { t.outcome <- o }) }

func (t *tap) Request() (commands.Request, error) { return t.request, nil }

func (t *tap) Pressed() (handle string, private bool) { return t.pressed, false }

// AnswerOnly reports whether no message shows the match, because the bot can't write in the
// channel.
func (t *tap) AnswerOnly() bool { return t.answerOnly }

func (t *tap) Update(context.Context, front.Message) error {
	t.resolve(outcome{})
	return front.ErrLater
}

func (t *tap) Post(ctx context.Context, m front.Message) (handle string, err error) {
	t.resolve(outcome{})
	if t.answerOnly {
		return "", front.ErrLater
	}
	return t.Channel.Post(ctx, m)
}

func (t *tap) PostPrivate(_ context.Context, m front.Message) error {
	if !m.FollowUp {
		t.resolve(outcome{said: m.Text, refused: m.Outcome.Bad()})
	}
	return nil
}
