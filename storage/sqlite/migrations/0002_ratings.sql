-- +goose Up

-- A column that is added later can't be NOT NULL without a default, so family is
-- NULL only in passing: every match gets one here or when it is inserted.
ALTER TABLE matches ADD COLUMN family TEXT CHECK (family <> '');
UPDATE matches SET family = CASE
    WHEN variant GLOB '*-reverse-nim' OR variant GLOB '*-reverse-nim/*' THEN 'reverse-nim'
    WHEN instr(variant, '/') > 0 THEN substr(variant, 1, instr(variant, '/') - 1)
    ELSE variant END;

-- Of a rated pair the second match points at the first.
ALTER TABLE matches ADD COLUMN leg INTEGER NOT NULL DEFAULT 0 CHECK (leg IN (0, 1, 2));
ALTER TABLE matches ADD COLUMN pair INTEGER REFERENCES matches (id) CHECK ((leg = 2) = (pair IS NOT NULL));

-- What only a match that is being played has.
ALTER TABLE matches ADD COLUMN deadline   INTEGER CHECK (state = 'playing' OR deadline IS NULL);
ALTER TABLE matches ADD COLUMN remind     INTEGER CHECK (state = 'playing' OR remind IS NULL);
ALTER TABLE matches ADD COLUMN abandon_at INTEGER CHECK (state = 'playing' OR abandon_at IS NULL);
ALTER TABLE matches ADD COLUMN reminded   INTEGER NOT NULL DEFAULT 0
    CHECK (reminded IN (0, 1) AND (reminded = 0 OR remind IS NOT NULL));
ALTER TABLE matches ADD COLUMN offer TEXT NOT NULL DEFAULT ''
    CHECK (offer IN ('', 'left', 'right') AND (state = 'playing' OR offer = ''));

ALTER TABLE matches ADD COLUMN left_takebacks  INTEGER NOT NULL DEFAULT 0 CHECK (left_takebacks >= 0);
ALTER TABLE matches ADD COLUMN right_takebacks INTEGER NOT NULL DEFAULT 0 CHECK (right_takebacks >= 0);

-- What the clock asks. Only the few matches that wait for it are in these.
CREATE INDEX matches_overdue ON matches (deadline) WHERE state = 'playing' AND deadline IS NOT NULL;
CREATE INDEX matches_to_remind ON matches (remind) WHERE state = 'playing' AND remind IS NOT NULL AND reminded = 0;
CREATE INDEX matches_to_abandon ON matches (abandon_at) WHERE state = 'playing' AND abandon_at IS NOT NULL;

CREATE UNIQUE INDEX matches_second_leg ON matches (pair) WHERE pair IS NOT NULL;
CREATE INDEX matches_rated_pairs ON matches (left_player, right_player, ended)
    WHERE leg = 2 AND rated = 1 AND state = 'finished' AND winner <> '';
CREATE INDEX matches_between ON matches (left_player, right_player, winner) WHERE state = 'finished';

-- Wins against the best bot, by the loser: where that is the bot, a person has
-- won. The id stands before the family, to find the newest of all families too.
ALTER TABLE matches ADD COLUMN loser INTEGER
    GENERATED ALWAYS AS (CASE winner WHEN 'left' THEN right_player WHEN 'right' THEN left_player END) VIRTUAL;
CREATE INDEX matches_honour ON matches (loser, id, family)
    WHERE level = 'perfect' AND termination = 'played';

DROP TRIGGER matches_change_in_steps;
-- +goose StatementBegin
CREATE TRIGGER matches_change_in_steps
BEFORE UPDATE OF version, state, winner, termination, ended,
    deadline, remind, abandon_at, offer, left_takebacks, right_takebacks ON matches
WHEN old.state = 'finished' OR new.version <> old.version + 1
BEGIN
    SELECT RAISE(ABORT, 'a match changes only while it is played, one version at a time');
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER moves_stay
BEFORE DELETE ON moves
WHEN (SELECT state FROM matches WHERE id = old.match_id) = 'finished'
BEGIN
    SELECT RAISE(ABORT, 'the moves of a finished match stay');
END;
-- +goose StatementEnd

-- What follows from the finished matches alone, kept so that nobody has to count
-- them: the triggers below write it, and nothing else does.
CREATE TABLE tallies (
    player  INTEGER NOT NULL REFERENCES players (key),
    family  TEXT    NOT NULL CHECK (family <> ''),
    wins    INTEGER NOT NULL,
    losses  INTEGER NOT NULL,
    draws   INTEGER NOT NULL, -- nobody won
    unrated INTEGER NOT NULL, -- of all these
    PRIMARY KEY (player, family)
) STRICT, WITHOUT ROWID;

CREATE TABLE server_players (
    server TEXT    NOT NULL CHECK (server <> ''),
    player INTEGER NOT NULL REFERENCES players (key),
    PRIMARY KEY (server, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX server_players_by_player ON server_players (player);

INSERT INTO tallies (player, family, wins, losses, draws, unrated)
SELECT player, family, sum(winner = side), sum(winner NOT IN ('', side)), sum(winner = ''), sum(rated = 0) FROM (
    SELECT left_player AS player, 'left' AS side, family, winner, rated FROM matches WHERE state = 'finished'
    UNION ALL
    SELECT right_player, 'right', family, winner, rated FROM matches WHERE state = 'finished')
GROUP BY player, family;

INSERT INTO server_players (server, player)
SELECT server, left_player FROM matches WHERE state = 'finished' AND server <> ''
UNION
SELECT server, right_player FROM matches WHERE state = 'finished' AND server <> '';

-- +goose StatementBegin
CREATE TRIGGER matches_finish
AFTER UPDATE OF state ON matches
WHEN new.state = 'finished'
BEGIN
    INSERT INTO tallies (player, family, wins, losses, draws, unrated) VALUES
        (new.left_player, new.family, new.winner = 'left', new.winner = 'right', new.winner = '', new.rated = 0),
        (new.right_player, new.family, new.winner = 'right', new.winner = 'left', new.winner = '', new.rated = 0)
    ON CONFLICT (player, family) DO UPDATE SET wins = wins + excluded.wins, losses = losses + excluded.losses,
        draws = draws + excluded.draws, unrated = unrated + excluded.unrated;
    INSERT INTO server_players (server, player)
    SELECT new.server, new.left_player WHERE new.server <> '' ON CONFLICT DO NOTHING;
    INSERT INTO server_players (server, player)
    SELECT new.server, new.right_player WHERE new.server <> '' ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd

-- The same for a match that is finished from the start.
-- +goose StatementBegin
CREATE TRIGGER matches_begin_finished
AFTER INSERT ON matches
WHEN new.state = 'finished'
BEGIN
    INSERT INTO tallies (player, family, wins, losses, draws, unrated) VALUES
        (new.left_player, new.family, new.winner = 'left', new.winner = 'right', new.winner = '', new.rated = 0),
        (new.right_player, new.family, new.winner = 'right', new.winner = 'left', new.winner = '', new.rated = 0)
    ON CONFLICT (player, family) DO UPDATE SET wins = wins + excluded.wins, losses = losses + excluded.losses,
        draws = draws + excluded.draws, unrated = unrated + excluded.unrated;
    INSERT INTO server_players (server, player)
    SELECT new.server, new.left_player WHERE new.server <> '' ON CONFLICT DO NOTHING;
    INSERT INTO server_players (server, player)
    SELECT new.server, new.right_player WHERE new.server <> '' ON CONFLICT DO NOTHING;
END;
-- +goose StatementEnd

CREATE TABLE ratings (
    player      INTEGER NOT NULL REFERENCES players (key),
    family      TEXT    NOT NULL CHECK (family <> ''),
    value       REAL    NOT NULL,
    deviation   REAL    NOT NULL CHECK (deviation > 0),
    volatility  REAL    NOT NULL CHECK (volatility > 0),
    games       INTEGER NOT NULL CHECK (games >= 1),
    wins        INTEGER NOT NULL CHECK (wins >= 0),
    losses      INTEGER NOT NULL CHECK (losses >= 0),
    draws       INTEGER NOT NULL CHECK (draws >= 0),
    streak      INTEGER NOT NULL, -- wins in a row, negative: losses in a row
    updated     INTEGER NOT NULL,
    score       REAL    NOT NULL GENERATED ALWAYS AS (value - 2 * deviation) STORED,
    provisional INTEGER NOT NULL GENERATED ALWAYS AS (deviation > 110) STORED,
    -- Tens of points; the index sorts by it only because the counts below do.
    bucket      INTEGER NOT NULL GENERATED ALWAYS AS (CAST(score / 10 AS INTEGER)) STORED,
    PRIMARY KEY (player, family),
    CHECK (wins + losses + draws <= games)
) STRICT, WITHOUT ROWID;

CREATE INDEX ratings_by_score ON ratings (family, provisional, bucket DESC, score DESC, player);

-- How many players are in each bucket, so that to find a page or a rank far down
-- nobody has to count all who stand above. The triggers write it, nothing else.
CREATE TABLE rating_counts (
    family      TEXT    NOT NULL,
    provisional INTEGER NOT NULL,
    bucket      INTEGER NOT NULL,
    players     INTEGER NOT NULL CHECK (players >= 0),
    PRIMARY KEY (family, provisional, bucket)
) STRICT, WITHOUT ROWID;

-- +goose StatementBegin
CREATE TRIGGER ratings_begin AFTER INSERT ON ratings
BEGIN
    INSERT INTO rating_counts VALUES (new.family, new.provisional, new.bucket, 1)
    ON CONFLICT DO UPDATE SET players = players + 1;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER ratings_change AFTER UPDATE OF family, value, deviation ON ratings
WHEN (old.family, old.provisional, old.bucket) <> (new.family, new.provisional, new.bucket)
BEGIN
    UPDATE rating_counts SET players = players - 1
    WHERE family = old.family AND provisional = old.provisional AND bucket = old.bucket;
    INSERT INTO rating_counts VALUES (new.family, new.provisional, new.bucket, 1)
    ON CONFLICT DO UPDATE SET players = players + 1;
END;
-- +goose StatementEnd

-- +goose StatementBegin
CREATE TRIGGER ratings_end AFTER DELETE ON ratings
BEGIN
    UPDATE rating_counts SET players = players - 1
    WHERE family = old.family AND provisional = old.provisional AND bucket = old.bucket;
END;
-- +goose StatementEnd

CREATE TABLE rating_changes (
    match_id          INTEGER NOT NULL REFERENCES matches (id),
    player            INTEGER NOT NULL REFERENCES players (key),
    family            TEXT    NOT NULL CHECK (family <> ''),
    before_value      REAL    NOT NULL,
    before_deviation  REAL    NOT NULL,
    before_volatility REAL    NOT NULL,
    value             REAL    NOT NULL,
    deviation         REAL    NOT NULL,
    volatility        REAL    NOT NULL,
    result            REAL    NOT NULL CHECK (result IN (0, 0.5, 1)),
    at                INTEGER NOT NULL,
    PRIMARY KEY (match_id, player, family)
) STRICT, WITHOUT ROWID;

CREATE INDEX rating_changes_by_player ON rating_changes (player, family, result);

CREATE TABLE puzzles (
    player INTEGER NOT NULL REFERENCES players (key),
    puzzle TEXT    NOT NULL CHECK (length(puzzle) BETWEEN 1 AND 64), -- the day of a daily puzzle: 2025-03-14
    tries  INTEGER NOT NULL CHECK (tries >= 1),
    tried  INTEGER NOT NULL, -- when last
    solved INTEGER,          -- NULL: not yet
    PRIMARY KEY (player, puzzle)
) STRICT, WITHOUT ROWID;
