package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"github.com/alecthomas/kong"

	"nimatron/picture"
)

const (
	exitOK      = 0
	exitFailure = 1
	exitUsage   = 2
)

type program struct {
	stdin          io.Reader
	stdout, stderr io.Writer
	lookup         func(string) (string, bool)
}

type usageError struct{ reason string }

func (e *usageError) Error() string { return e.reason }

type commandLine struct {
	Serve      serveCommand      `cmd:"" help:"Connect to Discord and stay until stopped. Needs DISCORD_TOKEN."`
	Chat       chatCommand       `cmd:"" help:"Open the chat in the terminal: the whole bot without Discord."`
	Analyze    analyzeCommand    `cmd:"" help:"Say who wins from a position, how and why."`
	Prove      proveCommand      `cmd:"" help:"Print a certificate of who wins from a position, for programs to check."`
	Verify     verifyCommand     `cmd:"" help:"Check certificates, as prove prints them, from standard input."`
	Value      valueCommand      `cmd:"" help:"Print what a position is worth in sums: its value as a short game and its atomic weight, or under misère play its genus."`
	Compare    compareCommand    `cmd:"" help:"Say how two games compare in sums: <, >, = or ||."`
	Table      tableCommand      `cmd:"" help:"Print Grundy values or outcomes over a pattern such as \"_ 4 _\"."`
	Sweep      sweepCommand      `cmd:"" help:"Look through all positions of a kind: for those with a property, or for the smallest counterexample."`
	Period     periodCommand     `cmd:"" help:"Find and prove the period of the values of rows such as \"5 4 _\"."`
	Count      countCommand      `cmd:"" help:"Count the rows that are lost for the player to move."`
	Draw       drawCommand       `cmd:"" help:"Draw a position as a picture."`
	Phase      phaseCommand      `cmd:"" help:"Print the phase diagram of a row of Partizan End-Nim."`
	Thresholds thresholdsCommand `cmd:"" help:"Print the thresholds of a row of Partizan End-Nim."`
	Forbid     forbidCommand     `cmd:"" help:"Refuse service to a person or a server."`
	Allow      allowCommand      `cmd:"" help:"Serve a person or a server again."`
	Forbidden  forbiddenCommand  `cmd:"" help:"List who is or was refused service: ID, since, until, why."`
	Rebuild    rebuildCommand    `cmd:"" name:"rebuild-ratings" help:"Recompute all ratings from the matches."`
	Import     importCommand     `cmd:"" help:"Import matches from files that /review gives."`
	Backup     backupCommand     `cmd:"" help:"Copy the database into a new file, while others use it."`
	Restore    restoreCommand    `cmd:"" help:"Put a backup in the place of the database, which is kept under another name."`
	Copy       copyCommand       `cmd:"" help:"Copy everything into another database: from SQLite to PostgreSQL, or back."`
	Check      checkCommand      `cmd:"" help:"Check the database: its file, every match, the ratings."`
	Version    versionCommand    `cmd:"" help:"Print the version."`
}

var description = `Referees and plays the games of the Nim family.

Without a command it connects to Discord if DISCORD_TOKEN is set, and opens the chat in the terminal if it is not.

` + settingsHelp

func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, lookup func(string) (string, bool)) int {
	p := &program{stdin: stdin, stdout: stdout, stderr: stderr, lookup: lookup}
	err := p.run(ctx, args)
	var usage *usageError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &usage):
		fmt.Fprintf(stderr, "nimatron: %s (see nimatron --help)\n", hide(err.Error(), args))
		return exitUsage
	}
	fmt.Fprintf(stderr, "nimatron: %s\n", hide(oneLine(err), args))
	return exitFailure
}

func (p *program) run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return p.runDefault(ctx)
	}
	helped := false
	parser, err := kong.New(&commandLine{},
		kong.Name("nimatron"),
		kong.Description(description),
		kong.Vars{"db": defaultDB, "themes": picture.SurfaceNames(), "theme": picture.Surfaces[0].Name},
		kong.Writers(p.stdout, p.stderr),
		kong.Exit(func(int) { helped = true }),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.BindTo(ctx, (*context.Context)(nil)),
	)
	if err != nil {
		return err
	}
	parsed, err := parser.Parse(args)
	switch {
	case helped:
		return nil
	case err != nil:
		return &usageError{err.Error()}
	}
	return parsed.Run(p)
}

func (p *program) runDefault(ctx context.Context) error {
	s, err := p.settings("")
	if err != nil {
		return err
	}
	if s.token != "" {
		return serveCommand{}.Run(ctx, p)
	}
	return chatCommand{}.Run(ctx, p)
}

func (p *program) logger(level slog.Level) *slog.Logger {
	return slog.New(slog.NewTextHandler(p.stderr, &slog.HandlerOptions{Level: level}))
}

func oneLine(err error) string { return strings.Join(strings.Fields(err.Error()), " ") }
