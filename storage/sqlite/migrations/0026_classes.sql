-- +goose Up

CREATE TABLE classes (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    server        TEXT NOT NULL,
    channel       TEXT NOT NULL CHECK (channel <> ''),
    name          TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    teacher       INTEGER NOT NULL REFERENCES players (key),
    code          TEXT UNIQUE CHECK ((code IS NULL) = (ended IS NOT NULL)),
    created       INTEGER NOT NULL,
    ended         INTEGER,
    version       INTEGER NOT NULL DEFAULT 1 CHECK (version > 0),
    message       TEXT NOT NULL DEFAULT '',
    shown_version INTEGER NOT NULL DEFAULT 0 CHECK (shown_version >= 0),
    front         TEXT GENERATED ALWAYS AS (iif(channel GLOB 'local:*', 'local', 'discord')) VIRTUAL
) STRICT;

CREATE INDEX classes_by_teacher ON classes (teacher, id);
CREATE INDEX classes_of_server ON classes (server, front) WHERE ended IS NULL;
CREATE INDEX classes_by_channel ON classes (channel, id) WHERE ended IS NULL;
CREATE INDEX classes_ended ON classes (ended) WHERE ended IS NOT NULL;
CREATE INDEX classes_lagging ON classes (front, id) WHERE version <> shown_version;

CREATE TABLE class_members (
    class  INTEGER NOT NULL REFERENCES classes (id),
    player INTEGER NOT NULL REFERENCES players (key),
    joined INTEGER NOT NULL,
    PRIMARY KEY (class, player)
) STRICT;

CREATE INDEX class_members_by_player ON class_members (player, class);

CREATE TABLE assignments (
    id     INTEGER PRIMARY KEY AUTOINCREMENT,
    class  INTEGER NOT NULL REFERENCES classes (id),
    given  INTEGER NOT NULL,
    until  INTEGER NOT NULL,
    closed INTEGER NOT NULL DEFAULT 0 CHECK (closed IN (0, 1)) -- its time is over, and the message says so
) STRICT;

CREATE INDEX assignments_of_class ON assignments (class, id);
CREATE INDEX assignments_open ON assignments (until) WHERE closed = 0;

-- What is to be done; '' where nothing is said.
CREATE TABLE assignment_tasks (
    assignment INTEGER NOT NULL REFERENCES assignments (id) ON DELETE CASCADE,
    number     INTEGER NOT NULL CHECK (number > 0),
    kind       TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 16),
    lesson     TEXT NOT NULL,
    count      INTEGER NOT NULL CHECK (count > 0),
    variant    TEXT NOT NULL,
    family     TEXT NOT NULL,
    level      TEXT NOT NULL,
    PRIMARY KEY (assignment, number)
) STRICT;

-- How often a player went wrong where a rule of a lesson decides.
CREATE TABLE broken_rules (
    player INTEGER NOT NULL REFERENCES players (key),
    lesson TEXT NOT NULL CHECK (length(lesson) BETWEEN 1 AND 64),
    rule   INTEGER NOT NULL CHECK (rule > 0),
    times  INTEGER NOT NULL CHECK (times > 0),
    PRIMARY KEY (player, lesson, rule)
) STRICT;

-- The game of a puzzle. '': from before this was kept.
ALTER TABLE puzzles ADD COLUMN variant TEXT NOT NULL DEFAULT '';
ALTER TABLE puzzles ADD COLUMN family TEXT NOT NULL DEFAULT '';

-- A notice can be about an assignment.
ALTER TABLE outbox ADD COLUMN assignment INTEGER REFERENCES assignments (id) ON DELETE CASCADE;
DROP INDEX outbox_once;
CREATE UNIQUE INDEX outbox_once ON outbox (kind, coalesce(match, 0), coalesce(challenge, 0), coalesce(tournament, 0), coalesce(assignment, 0), message,
    (CASE WHEN match IS NULL AND challenge IS NULL AND tournament IS NULL AND assignment IS NULL AND message = '' THEN channel ELSE '' END));
