package chat

import (
	"context"
	"errors"
	"strings"
	"unicode"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/front"
	"nimatron/match"
)

// The methods here implement front.Platform for notices. A terminal can't change what it shows, so
// messages have no handles.

func (s *session) Name() string { return match.LocalFront }

func (s *session) Post(ctx context.Context, channel string, m front.Message) (handle string, err error) {
	if name := strings.TrimPrefix(channel, match.LocalPrefix); name != s.announced {
		s.announced = name
		s.failed = errors.Join(s.failed, s.print("In #"+sanitize(name)+":"))
	}
	return "", s.PostDirect(ctx, "", m)
}

func (s *session) PostDirect(_ context.Context, _ string, m front.Message) error {
	s.failed = errors.Join(s.failed, s.print(s.style.reply(view.Reply{Text: m.Text, Card: m.Card, Files: m.Files}, s.reader(s.user), nil)))
	return s.failed
}

func (s *session) Edit(context.Context, string, front.Message) error { return front.ErrNoMessage }

func (s *session) Retire(context.Context, string, string) error { return nil }

func (s *session) Close(context.Context, string) error { return nil }

func (s *session) Lost(context.Context, string, string) (match.Held, error) { return match.Held{}, nil }

func (s *session) Threads(string) commands.Threads { return rooms{} }

type rooms struct{}

const maxRoom = 32

func (rooms) Open(_ context.Context, name string) (channel string, err error) {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	room := []rune(strings.Join(words, "-"))
	return match.LocalPrefix + strings.TrimRight(string(room[:min(maxRoom, len(room))]), "-"), nil
}

func (rooms) Direct(context.Context, string, string) (channel string, err error) {
	return "", errors.ErrUnsupported
}

func (rooms) Drop(context.Context, string) {}
