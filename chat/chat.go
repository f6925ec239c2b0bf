// Package chat is the whole bot in the terminal. It turns lines into requests to package commands
// and prints the replies. Several people can share the terminal, as "name: line", and several
// channels: "#name" alone changes the channel.
//
// A terminal has a prompt, a history and completion, and text is wrapped. A pipe is read to its
// end, and each line is echoed, so that the output is a complete transcript. Some words stand for
// commands, and numbers for those that the last reply offers.
package chat

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/front"
	"nimatron/match"
)

// Defaults of Config.
const (
	DefaultUser    = "guest"
	DefaultChannel = "lobby"
)

type Config struct {
	Service front.Service
	Outbox  match.Outbox
	Log     *slog.Logger
	In      io.Reader
	Out     io.Writer
	// As speaks in lines without "name:". Channel is where the chat begins. Empty means the
	// defaults.
	As, Channel string
	// Terminal means that a person uses the process's standard streams. Then lines are edited
	// there, and In is not read.
	Terminal bool
	// NoColor disables colours and other emphasis.
	NoColor bool
	// Dir is for long files; empty for the working directory.
	Dir string
	// FirstRun prints the introduction, which a terminal always shows.
	FirstRun bool
}

const introduction = "To play Nim, press Enter. Or type `/challenge game:end-nim position:3 5 2 first:me` and then a move, such as `L-1`.\n" +
	"A number picks one of the commands that I offer. `?` helps, `new` shows what there is to play, `undo` takes a move back, and `quit` leaves. Several people can play: `ann: L-1` speaks as ann.\n" +
	"To play on Discord, put `DISCORD_TOKEN=` and your bot's token into a file named `.env` in this folder and start again. README.md has the steps."

type session struct {
	Config
	front     *front.Front
	style     style
	user      string
	channel   string
	width     func() int
	announced string
	failed    error
	people    map[string]bool
	// offers has the numbered commands: of the last public reply under "", and of later private replies
	// under the person's name.
	offers map[string][]string
	next   map[string]promise // by person
}

// promise is what a person asks next without a line; see view.Then.
type promise struct {
	request commands.Request
	at      time.Time
}

// Run chats until the input or ctx ends, which is no error. The error is a *BadName if As or
// Channel is invalid.
func Run(ctx context.Context, cfg Config) error {
	s := &session{
		Config: cfg, style: plain, user: DefaultUser, channel: DefaultChannel, width: func() int { return 0 },
		people: map[string]bool{}, offers: map[string][]string{}, next: map[string]promise{},
	}
	s.front = front.New(ctx, front.Config{Service: cfg.Service, Outbox: cfg.Outbox, Platform: s, Log: cfg.Log})
	if cfg.Terminal && !cfg.NoColor {
		s.style = ansi
	}
	if err := s.enter(cfg.As, cfg.Channel); err != nil {
		return err
	}
	var in source
	if cfg.Terminal {
		t := openTerminal(func(line string) (string, []string) { return s.complete(ctx, line) })
		defer t.Close()
		in, s.width = t, terminalWidth
	} else {
		p := openPipe(ctx, cfg.In, cfg.Out)
		defer p.Close()
		in = p
	}
	if cfg.Terminal || cfg.FirstRun {
		if err := s.print(s.style.markup(introduction)); err != nil {
			return err
		}
	}
	err := s.loop(ctx, in, cfg.Terminal || cfg.FirstRun)
	if errors.Is(err, io.EOF) || ctx.Err() != nil {
		return nil
	}
	return err
}

func (s *session) enter(user, channel string) error {
	if user != "" {
		name, err := speaker(user)
		if err != nil {
			return err
		}
		s.user = name
	}
	if channel != "" {
		name, ok := foldName(strings.TrimPrefix(channel, "#"))
		if !ok {
			return badName("channel", channel)
		}
		s.channel = name
	}
	return nil
}

const firstMatch = "/challenge game:nim size:small suited:true"

// loop answers lines until the input ends or a line leaves the chat. first says whether the introduction
// was shown.
func (s *session) loop(ctx context.Context, in source, first bool) error {
	for {
		s.announced = s.channel
		if s.front.RunOnce(ctx); s.failed != nil {
			return s.failed
		}
		line, err := in.next(ctx, fmt.Sprintf("%s #%s> ", s.user, s.channel), s.wake())
		if err := s.keep(ctx); err != nil {
			return err
		}
		line = strings.TrimSpace(line)
		switch {
		case errors.Is(err, errWoken):
			continue
		case errors.Is(err, errTooLong):
			err = s.print(fmt.Sprintf("That line is too long and was skipped: at most %d bytes.", maxLine))
		case err == nil && leaves[strings.ToLower(line)]:
			return nil
		case err == nil && line != "":
			err = s.hear(ctx, line)
		case err == nil && first:
			err = s.hear(ctx, firstMatch)
		}
		if err != nil {
			return err
		}
		first = false
	}
}

var leaves = map[string]bool{"exit": true, "quit": true, "/exit": true, "/quit": true}

func (s *session) hear(ctx context.Context, line string) error {
	if name, ok := strings.CutPrefix(line, "#"); ok {
		channel, ok := foldName(name)
		if !ok {
			return s.print(s.style.markup(badName("channel", name).Error()))
		}
		s.channel = channel
		return s.print("You are in #" + channel + " now.")
	}
	by, req, err := s.read(line)
	if err != nil {
		return s.print(s.style.reply(view.Reply{Text: err.Error(), To: view.Private{}}, s.reader(by), nil))
	}
	reply := s.Service.Do(ctx, req)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	s.promise(by, req, reply.Then)
	s.keepLong(&reply)
	var offers []string
	text := s.style.reply(reply, s.reader(by), &offers)
	switch {
	case reply.Outcome.Bad() && len(offers) == 0: // earlier numbers stay valid
	case reply.Private():
		s.offers[by] = offers
	default:
		s.offers = map[string][]string{"": offers}
	}
	return s.print(text)
}

func (s *session) promise(by string, req commands.Request, then *view.Then) {
	if then == nil {
		return
	}
	req.ID, req.People, req.Subject = "", nil, view.Subject{}
	req.Ask(then.Call)
	s.next[by] = promise{req, then.At}
}

// wake returns a channel that tells when the first promise is due; nil for none.
func (s *session) wake() <-chan time.Time {
	var first time.Time
	for _, p := range s.next {
		if first.IsZero() || p.at.Before(first) {
			first = p.at
		}
	}
	if first.IsZero() {
		return nil
	}
	return time.After(time.Until(first))
}

// keep keeps the promises that are due.
func (s *session) keep(ctx context.Context) error {
	for _, by := range slices.Sorted(maps.Keys(s.next)) {
		p := s.next[by]
		if time.Now().Before(p.at) {
			continue
		}
		delete(s.next, by)
		reply := s.Service.Do(ctx, p.request)
		if reply.Outcome != view.OutcomeDone {
			continue
		}
		s.promise(by, p.request, reply.Then)
		if err := s.print(s.style.reply(reply, s.reader(by), nil)); err != nil {
			return err
		}
	}
	return nil
}

// reader returns the name for "only NAME can see this" on a private reply; "" if by is the only
// person here.
func (s *session) reader(by string) string {
	if len(s.people) < 2 {
		return ""
	}
	return by
}

func (s *session) print(text string) error {
	_, err := io.WriteString(s.Out, wrap(text, s.width())+"\n\n")
	return err
}
