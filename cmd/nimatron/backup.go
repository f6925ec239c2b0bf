package main

import (
	"context"
	"fmt"
	"os"
	"time"

	"nimatron/storage/sqlite"
)

type backupCommand struct {
	DB   string `name:"db" placeholder:"FILE" help:"The SQLite file, which must exist (default: ${db}; environment: NIMATRON_DB)."`
	File string `arg:"" help:"The file to write, which must not exist."`
}

func (backupCommand) Help() string {
	return "The copy is the database as it is at one moment, whoever writes meanwhile, in one file that only its owner may read. " +
		"It is checked before it gets its name. nimatron restore puts it in the place of the database."
}

func (c *backupCommand) Run(ctx context.Context, p *program) error {
	if c.File == "-" {
		return &usageError{"a backup can't go to standard output, as it is checked once it is written: name a file, or ./- for one called -"}
	}
	s, err := p.settings(c.DB)
	if err != nil {
		return err
	}
	if s.db.postgres() {
		return fmt.Errorf("PostgreSQL makes its own backups: pg_dump --format custom --file %s, and the address of %v; docs/operating.md has more", c.File, s.db)
	}
	if err := s.db.exists(); err != nil {
		return err
	}
	if err := sqlite.Backup(ctx, string(s.db), c.File); err != nil {
		return interrupted(ctx, err)
	}
	copied, err := os.Stat(c.File)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.stdout, "copied %s to %s: %d bytes, sound\n", s.db, c.File, copied.Size())
	return err
}

type restoreCommand struct {
	DB   string `name:"db" placeholder:"FILE" help:"The SQLite file, whether it exists or not (default: ${db}; environment: NIMATRON_DB)."`
	File string `arg:"" help:"The backup, as nimatron backup writes it. It stays as it is."`
}

func (restoreCommand) Help() string {
	return "Stop nimatron first. The backup is checked before anything changes. The old database stays beside the new one, " +
		"with the files that belong to it, and its new name is printed. Everything after the backup is lost to the new database."
}

func (c *restoreCommand) Run(ctx context.Context, p *program) error {
	s, err := p.settings(c.DB)
	if err != nil {
		return err
	}
	if s.db.postgres() {
		return fmt.Errorf("PostgreSQL restores its own backups: pg_restore into an empty database, whose address NIMATRON_DB then is; docs/operating.md has more")
	}
	old, err := sqlite.Restore(ctx, c.File, string(s.db), time.Now())
	if err != nil {
		return interrupted(ctx, err)
	}
	if old == "" {
		_, err = fmt.Fprintf(p.stdout, "restored %s from %s\n", s.db, c.File)
		return err
	}
	_, err = fmt.Fprintf(p.stdout, "restored %s from %s\nThe database that was there is now %s\n", s.db, c.File, old)
	return err
}
