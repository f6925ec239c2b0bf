package main

import (
	"context"
	"fmt"
	"os"

	"nimatron/storage/sqlite"
)

type backupCommand struct {
	DB   string `name:"db" placeholder:"FILE" help:"The SQLite file, which must exist (default: ${db}; environment: NIMATRON_DB)."`
	File string `arg:"" help:"The file to write, which must not exist."`
}

func (backupCommand) Help() string {
	return "The copy is the database as it is at one moment, whoever writes meanwhile, in one file that only its owner may read. " +
		"It is checked before it gets its name. To restore it: stop nimatron, put the copy in the place of the database, " +
		"and remove the files beside that one whose names end in -wal, -shm and -mark."
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
