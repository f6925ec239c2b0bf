package live

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"sync"

	"nimatron/commands"
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

var actions = map[string]string{
	"move": view.MoveName, "resign": "match resign", "takeback": "match takeback", "hint": "hint", "claim": "match claim",
	"rematch": "match rematch", "accept": "match accept", "decline": "match decline", "cancel": "match cancel",
}

var goodKey = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

func (s *Server) move(ctx context.Context, _ http.ResponseWriter, r *http.Request, in moveRequest) (any, error) {
	id, err := matchID(in.Match)
	if err != nil {
		return nil, err
	}
	command, known := actions[in.Do]
	if !known || !goodKey.MatchString(in.Key) {
		return nil, refuse(http.StatusBadRequest, "I can't read that request. Reload the page.")
	}
	l, m, err := s.allowed(ctx, r, id, in.As)
	if err != nil {
		return nil, err
	}
	seat, plays := m.SeatOf(l.Player)
	if !plays {
		return nil, refuse(http.StatusForbidden, "You're only watching. Each player has their own link.")
	}
	chat := s.chat.Load()
	t := &tap{
		Channel: front.Channel{Platform: chat.platform, ID: m.Channel}, pressed: m.Message, outcome: make(chan outcome, 1),
		request: commands.Request{
			// The player chooses the key, which must not name another person's request.
			ID:      "live:" + hash(fmt.Sprintf("%s %d %s", l.Player, id, in.Key)),
			Command: command, By: commands.User{ID: l.Player, Name: m.Sides[seat].Name},
			Channel: m.Channel, Server: m.Server, Subject: view.Subject{Kind: view.MatchSubject, ID: id, Version: in.Version},
		},
	}
	switch in.Do {
	case "move":
		move := commands.MoveInput{Move: in.Move}
		if in.Where != "" {
			move = commands.MoveInput{Where: in.Where, Move: in.Count}
		}
		t.request.Options = commands.Encode(move)
	case "resign": // the page has asked already
		t.request.Options = commands.Encode(commands.ResignInput{Sure: true})
	case "hint":
		t.request.Options = commands.Encode(commands.HintInput{Sure: true})
	case "rematch":
		t.request.Subject, t.pressed = view.Subject{}, ""
	case "accept", "decline", "cancel":
		c, err := s.Store.OpenChallenge(ctx, m.Channel)
		if errors.Is(err, match.ErrNotFound) && in.Do == "decline" && m.Offer != match.Nobody {
			break
		}
		if errors.Is(err, match.ErrNotFound) {
			return nil, refuse(http.StatusConflict, "That challenge is no longer open.")
		}
		if err != nil {
			return nil, err
		}
		t.request.Subject, t.pressed = view.Subject{Kind: view.ChallengeSubject, ID: c.ID}, c.Message
	}
	t.answerOnly = m.Message == ""
	err = chat.front.Submit(front.Submission{
		Channel: m.Channel, By: l.Player, Command: command,
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
		reply, _ := chat.front.Rejection(l.Player, err) // a browser always gets an answer
		return nil, refuse(status, reply.Text)
	}
	var done outcome
	select {
	case done = <-t.outcome:
	case <-ctx.Done():
		return nil, refuse(http.StatusServiceUnavailable, "I'm still working on that. The board will show it when it's done.")
	}
	now := match.LiveVersion{Version: in.Version, Latest: id}
	versions, err := s.Store.LiveVersions(ctx, []int64{id})
	if err == nil && len(versions) == 1 {
		now = versions[0]
	}
	said := plain(&m, done.said)
	switch {
	case done.refused && now.Version != in.Version:
		return nil, refuse(http.StatusConflict, said)
	case done.refused:
		return nil, refuse(http.StatusBadRequest, said)
	case now.Latest != id:
		return moveAnswer{said, in10(now.Latest)}, nil
	}
	return moveAnswer{Said: said}, nil
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
