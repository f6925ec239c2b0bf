package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"nimatron/match"
)

type forbidCommand struct {
	existing
	ID  string `arg:"" name:"ID" help:"The ID of a person or a server, or a mention of a person."`
	Why string `help:"Why, for the list." placeholder:"TEXT"`
}

func (forbidCommand) Help() string {
	return "From now on the bot refuses every request of the person, or on the server. Their matches end without a winner, as a moderator ends them. " +
		"A bot that uses the database notices it at once. Deletion of the person's data does not undo it."
}

// mention is how Discord writes a person: what one copies there.
var mention = regexp.MustCompile(`^<@!?(\d+)>$`)

var anID = regexp.MustCompile(`^(\d{15,20}|local:[^\s:]+)$`)

// bare returns the ID that was typed, or copied as a mention.
func bare(text string) string { return mention.ReplaceAllString(strings.TrimSpace(text), "$1") }

// readID returns the ID of a person or a server, or says what would be one.
func readID(text string) (string, error) {
	id := bare(text)
	if !anID.MatchString(id) {
		return "", &usageError{fmt.Sprintf("%q is no ID of a person or a server: give a number such as 157371422501083545, or a mention such as '<@157371422501083545>'", text)}
	}
	return id, nil
}

func (c *forbidCommand) Run(ctx context.Context, p *program) error {
	id, err := readID(c.ID)
	if err != nil {
		return err
	}
	if utf8.RuneCountInString(c.Why) > match.MaxWhy {
		return fmt.Errorf("--why has more than %d characters", match.MaxWhy)
	}
	_, b, err := c.open(ctx, p)
	if err != nil {
		return err
	}
	err = b.referee.ShutOut(ctx, match.ShutOut{Scope: match.Everywhere, Subject: id, Author: match.Everywhere, Why: c.Why}, 0)
	known := ""
	if err == nil {
		_, err = b.store.Export(ctx, id, io.Discard, func() bool { return true })
		if errors.Is(err, match.ErrNotFound) {
			known, err = ". Nobody with that ID has played here: check it, unless it is a server's", nil
		}
	}
	if err := errors.Join(err, b.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.stdout, "%s is forbidden%s\n", id, known)
	return err
}

type allowCommand struct {
	existing
	ID string `arg:"" name:"ID" help:"The ID of a person or a server, or a mention of a person."`
}

func (c *allowCommand) Run(ctx context.Context, p *program) error {
	id := bare(c.ID) // forbid once took whatever was typed
	_, b, err := c.open(ctx, p)
	if err != nil {
		return err
	}
	err = b.store.LetIn(ctx, match.Everywhere, id, match.Everywhere, time.Now())
	if errors.Is(err, match.ErrNotFound) {
		err = fmt.Errorf("%s is not forbidden: nimatron forbidden lists who is", id)
	}
	if err := errors.Join(err, b.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.stdout, "%s is allowed\n", id)
	return err
}

type forbiddenCommand struct {
	existing
}

func (c *forbiddenCommand) Run(ctx context.Context, p *program) error {
	_, b, err := c.open(ctx, p)
	if err != nil {
		return err
	}
	all, err := b.store.ShutOuts(ctx, match.Everywhere, time.Now(), match.MaxShutOut+match.MaxShutOutLog)
	if err := errors.Join(err, b.Close()); err != nil {
		return err
	}
	for _, s := range all {
		until := "now"
		if !s.Until.IsZero() {
			until = s.Until.UTC().Format(time.DateTime)
		}
		fmt.Fprintf(p.stdout, "%s\t%s\t%s\t%s\n", s.Subject, s.Since.UTC().Format(time.DateTime), until, s.Why)
	}
	return nil
}
