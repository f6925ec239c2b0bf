package chat

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"
	"time"
	"unicode"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/front"
	"nimatron/match"
)

// The names that Config leaves out.
const (
	DefaultUser    = "guest"
	DefaultChannel = "lobby"
)

// Config is what a chat needs.
type Config struct {
	Service front.Service
	Outbox  match.Outbox
	Log     *slog.Logger
	In      io.Reader
	Out     io.Writer
	// As is who speaks in a line without "name:", and Channel is where the chat
	// begins; empty for DefaultUser and DefaultChannel.
	As, Channel string
	// Terminal is true where a person sits at the process's own standard input
	// and output: then lines are edited there and In is not read.
	Terminal bool
	// NoColor keeps a terminal free of colours and other emphasis.
	NoColor bool
	// Dir is where long files are written; empty for the current directory.
	Dir string
	// FirstRun asks for the introduction, which a terminal always shows.
	FirstRun bool
}

// introduction tells a stranger what to do first.
const introduction = "To play at once, type `/challenge variant:end-nim position:3 5 2 first:me` and then a move, such as `L-1`. `/play` shows all else.\n" +
	"Commands: `/help` lists them, and `/rules end-nim` explains a game. Several people can play: `ann: L-1` speaks as ann. `exit` leaves.\n" +
	"Discord: put `DISCORD_TOKEN=` and your bot's token into a file `.env` here and start again. README.md has the steps."

// session is a chat that goes on.
type session struct {
	service front.Service
	outbox  match.Outbox
	log     *slog.Logger
	out     io.Writer
	style   style
	user    string
	channel string
	dir     string
	// width returns how many columns a line has, 0 for as many as it takes.
	width func() int
	// people are the names heard so far, for completion.
	people map[string]bool
}

// Run chats until the input ends or ctx does, which is no error. The error is a
// *BadName where the settings name nobody who can speak, or no channel.
func Run(ctx context.Context, cfg Config) error {
	s := &session{
		service: cfg.Service,
		outbox:  cfg.Outbox,
		log:     cfg.Log,
		out:     cfg.Out,
		style:   plain,
		user:    DefaultUser,
		channel: DefaultChannel,
		dir:     cfg.Dir,
		width:   func() int { return 0 },
		people:  map[string]bool{},
	}
	if cfg.Terminal && !cfg.NoColor {
		s.style = ansi
	}
	if err := s.enter(cfg.As, cfg.Channel); err != nil {
		return err
	}
	var in input
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
	err := s.loop(ctx, in)
	if errors.Is(err, io.EOF) || ctx.Err() != nil {
		return nil
	}
	return err
}

// enter takes the user and the channel that the settings name.
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
	s.people[s.user] = true
	return nil
}

// loop answers lines until there are no more or one of them says to leave.
func (s *session) loop(ctx context.Context, in input) error {
	for {
		if err := s.announce(ctx); err != nil {
			return err
		}
		line, err := in.next(ctx, fmt.Sprintf("%s #%s> ", s.user, s.channel))
		line = strings.TrimSpace(line)
		switch {
		case errors.Is(err, errTooLong):
			err = s.print(fmt.Sprintf("That line is too long and was skipped: at most %d bytes.", maxLine))
		case err == nil && (strings.EqualFold(line, "exit") || strings.EqualFold(line, "quit")):
			return nil
		case err == nil && line != "":
			err = s.hear(ctx, line)
		}
		if err != nil {
			return err
		}
	}
}

// hear answers one line.
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
		return s.print(s.style.reply(view.Reply{Text: err.Error(), To: view.Private{}}, by))
	}
	reply := s.service.Do(ctx, req)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	s.keepLong(&reply)
	return s.print(s.style.reply(reply, by))
}

// noticeLease is for how long a notice is kept from another chat on the same database.
const noticeLease = time.Minute

// maxTries is how often a notice that can't be worded is tried.
const maxTries = 5

// announce prints what the bot says by itself, such as that a challenge has run
// out.
func (s *session) announce(ctx context.Context) error {
	err := errors.Join(s.service.Sweep(ctx), s.service.AdvanceTournaments(ctx))
	s.service.BeginPairings(ctx, match.LocalFront, func(string) commands.Threads { return rooms{} })
	now := time.Now()
	notices, takeErr := s.outbox.TakeNotices(ctx, match.LocalFront, now, now.Add(noticeLease), 100)
	if err = errors.Join(err, takeErr); err != nil && ctx.Err() == nil {
		s.log.Error("the sweep failed", "err", err)
	}
	for _, n := range notices {
		if err := s.say(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

// say prints what a notice is for, and ends it. Only what can't be printed is an error.
func (s *session) say(ctx context.Context, n match.Notice) error {
	reply, ok, err := s.service.Notice(ctx, n)
	if err != nil {
		s.log.Error("a notice can't be worded", "notice", n.ID, "kind", n.Kind, "try", n.Tries+1, "err", err)
		if n.Tries+1 < maxTries {
			if err := s.outbox.PostponeNotice(ctx, n.ID, time.Now().Add(noticeLease)); err != nil {
				s.log.Error("the outbox can't be written", "notice", n.ID, "err", err)
			}
			return nil
		}
	}
	if channel := strings.TrimPrefix(n.Channel, match.LocalPrefix); ok && channel != s.channel {
		if err := s.print("In #" + sanitize(channel) + ":"); err != nil {
			return err
		}
	}
	if ok {
		if err := s.print(s.style.reply(reply, s.user)); err != nil {
			return err
		}
	}
	if err := s.outbox.EndNotice(ctx, n.ID); err != nil {
		s.log.Error("the outbox can't be written", "notice", n.ID, "err", err)
	}
	return nil
}

// print writes a block of text and the empty line after it, wrapped where there is a
// terminal.
func (s *session) print(text string) error {
	_, err := io.WriteString(s.out, wrap(text, s.width())+"\n\n")
	return err
}

// rooms makes channels of the chat, for the pairings of a tournament.
type rooms struct{}

// maxRoom is the longest name of a channel.
const maxRoom = 32

// Open returns the channel that a name makes.
func (rooms) Open(_ context.Context, name string) (channel string, err error) {
	room := strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return '-'
	}, name)
	for strings.Contains(room, "--") {
		room = strings.ReplaceAll(room, "--", "-")
	}
	return match.LocalPrefix + strings.Trim(string([]rune(room)[:min(maxRoom, len([]rune(room)))]), "-"), nil
}

// Direct fails: nobody is written to alone in the terminal.
func (rooms) Direct(context.Context, string, string) (channel string, err error) {
	return "", errors.ErrUnsupported
}

// Drop does nothing: a channel is no more than a name.
func (rooms) Drop(context.Context, string) {}
