package main

import (
	"context"
	"errors"
	"fmt"
	"time"
	"unicode/utf8"

	"nimatron/match"
)

type forbidCommand struct {
	existing
	ID  string `arg:"" name:"ID" help:"The ID of a person or a server."`
	Why string `help:"Why, for the list." placeholder:"TEXT"`
}

func (forbidCommand) Help() string {
	return "From now on the bot refuses every request of the person, or on the server. Their matches end without a winner, as a moderator ends them. " +
		"A bot that uses the database notices it at once. Deletion of the person's data does not undo it."
}

func (c *forbidCommand) Run(ctx context.Context, p *program) error {
	if utf8.RuneCountInString(c.Why) > match.MaxWhy {
		return fmt.Errorf("--why has more than %d characters", match.MaxWhy)
	}
	_, b, err := c.open(ctx, p)
	if err != nil {
		return err
	}
	err = b.referee.ShutOut(ctx, match.ShutOut{Scope: match.Everywhere, Subject: c.ID, Author: match.Everywhere, Why: c.Why}, 0)
	if err := errors.Join(err, b.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.stdout, "%s is forbidden\n", c.ID)
	return err
}

type allowCommand struct {
	existing
	ID string `arg:"" name:"ID" help:"The ID of a person or a server."`
}

func (c *allowCommand) Run(ctx context.Context, p *program) error {
	_, b, err := c.open(ctx, p)
	if err != nil {
		return err
	}
	err = b.store.LetIn(ctx, match.Everywhere, c.ID, match.Everywhere, time.Now())
	if errors.Is(err, match.ErrNotFound) {
		err = fmt.Errorf("%s is not forbidden: nimatron forbidden lists who is", c.ID)
	}
	if err := errors.Join(err, b.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.stdout, "%s is allowed\n", c.ID)
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
