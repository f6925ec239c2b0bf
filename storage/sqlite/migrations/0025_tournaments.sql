-- +goose Up

CREATE TABLE tournaments (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    server        TEXT NOT NULL,
    channel       TEXT NOT NULL CHECK (channel <> ''),
    name          TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
    leader        INTEGER NOT NULL REFERENCES players (key),
    format        TEXT NOT NULL CHECK (format IN ('arena', 'swiss', 'knockout')),
    variant       TEXT NOT NULL,
    size          TEXT NOT NULL,
    turn_time     INTEGER NOT NULL CHECK (turn_time > 0),
    rounds        INTEGER NOT NULL CHECK (rounds >= 0),
    length        INTEGER NOT NULL CHECK (length >= 0),
    places        INTEGER NOT NULL CHECK (places BETWEEN 2 AND 128),
    rated         INTEGER NOT NULL CHECK (rated IN (0, 1)),
    seed          INTEGER NOT NULL,
    state         TEXT NOT NULL CHECK (state IN ('open', 'running', 'over', 'cancelled')),
    round         INTEGER NOT NULL CHECK (round >= 0),
    created       INTEGER NOT NULL,
    starts        INTEGER,
    started       INTEGER,
    ended         INTEGER,
    version       INTEGER NOT NULL CHECK (version > 0),
    message       TEXT NOT NULL,
    shown_version INTEGER NOT NULL DEFAULT 0 CHECK (shown_version >= 0),
    taken_until   INTEGER NOT NULL DEFAULT 0, -- a process begins its meetings
    stuck         INTEGER, -- since when no place can be made for a meeting
    front         TEXT GENERATED ALWAYS AS (iif(channel GLOB 'local:*', 'local', 'discord')) VIRTUAL
) STRICT;

CREATE INDEX tournaments_of_server ON tournaments (server, channel, id);
CREATE INDEX tournaments_by_leader ON tournaments (leader, id);
CREATE INDEX tournaments_open ON tournaments (id) WHERE state IN ('open', 'running');
CREATE INDEX tournaments_lagging ON tournaments (front, id) WHERE version <> shown_version;

CREATE TABLE entrants (
    tournament INTEGER NOT NULL REFERENCES tournaments (id),
    player     INTEGER NOT NULL REFERENCES players (key),
    number     INTEGER NOT NULL CHECK (number > 0), -- in the order of joining
    rating     REAL NOT NULL,
    joined     INTEGER NOT NULL CHECK (joined > 0),
    left_after INTEGER NOT NULL, -- 0: goes on
    paused     INTEGER NOT NULL CHECK (paused IN (0, 1)),
    missed     INTEGER NOT NULL CHECK (missed >= 0),
    at         INTEGER NOT NULL,
    PRIMARY KEY (tournament, player)
) STRICT;

CREATE INDEX entrants_by_player ON entrants (player, tournament);

-- The players are entrants, by their numbers; 0 for nobody.
CREATE TABLE meetings (
    tournament INTEGER NOT NULL REFERENCES tournaments (id),
    round      INTEGER NOT NULL CHECK (round > 0),
    board      INTEGER NOT NULL CHECK (board > 0),
    game       INTEGER NOT NULL CHECK (game > 0),
    first      INTEGER NOT NULL CHECK (first > 0),
    second     INTEGER NOT NULL CHECK (second >= 0),
    channel    TEXT NOT NULL,
    match      INTEGER REFERENCES matches (id),
    first_won  INTEGER NOT NULL CHECK (first_won >= 0),
    second_won INTEGER NOT NULL CHECK (second_won >= 0),
    is_over    INTEGER NOT NULL CHECK (is_over IN (0, 1)),
    forfeit    INTEGER NOT NULL CHECK (forfeit IN (0, 1)),
    ended      INTEGER,
    PRIMARY KEY (tournament, round, board, game)
) STRICT;

CREATE INDEX meetings_by_match ON meetings (match) WHERE match IS NOT NULL;
CREATE INDEX meetings_open ON meetings (tournament) WHERE is_over = 0;

-- The tournament that a match belongs to, 0 for none.
ALTER TABLE matches ADD COLUMN tournament INTEGER NOT NULL DEFAULT 0 CHECK (tournament >= 0);

-- A notice can be about a tournament.
ALTER TABLE outbox ADD COLUMN tournament INTEGER REFERENCES tournaments (id);
DROP INDEX outbox_once;
CREATE UNIQUE INDEX outbox_once ON outbox (kind, coalesce(match, 0), coalesce(challenge, 0), coalesce(tournament, 0), message,
    (CASE WHEN match IS NULL AND challenge IS NULL AND tournament IS NULL AND message = '' THEN channel ELSE '' END));
