-- +goose Up

-- The months whose standings are closed, such as '2026-11'.
CREATE TABLE seasons (
    season TEXT COLLATE "C" NOT NULL PRIMARY KEY CHECK (length(season) = 7),
    closed BIGINT NOT NULL
);

-- Their standings, for ever: of each server and, under '', of all.
CREATE TABLE season_standings (
    season  TEXT COLLATE "C" NOT NULL REFERENCES seasons (season),
    server  TEXT COLLATE "C" NOT NULL,
    player  BIGINT NOT NULL REFERENCES players (key),
    place   BIGINT NOT NULL CHECK (place >= 1), -- those with the same points share one
    people  BIGINT NOT NULL CHECK (people >= 0),
    bot     BIGINT NOT NULL CHECK (bot >= 0),
    puzzles BIGINT NOT NULL CHECK (puzzles >= 0),
    PRIMARY KEY (season, server, player)
);

CREATE INDEX season_standings_by_place ON season_standings (season, server, place, player);
CREATE INDEX season_standings_by_player ON season_standings (player, season, server);

-- What the standings of a month follow from.
CREATE INDEX rating_changes_by_time ON rating_changes (at) WHERE family = 'overall';
CREATE INDEX puzzles_solved_by_day ON puzzles (puzzle, player) WHERE kind = 'daily' AND solved IS NOT NULL;

ALTER TABLE server_settings ADD COLUMN no_seasons SMALLINT NOT NULL DEFAULT 0 CHECK (no_seasons IN (0, 1)); -- they are not announced
CREATE INDEX server_settings_by_puzzle_channel ON server_settings (puzzle_channel) WHERE puzzle_channel <> '';

-- The marks that a player was told of.
CREATE TABLE told_marks (
    player BIGINT NOT NULL REFERENCES players (key),
    mark   TEXT COLLATE "C" NOT NULL CHECK (length(mark) BETWEEN 1 AND 32),
    told   BIGINT NOT NULL,
    PRIMARY KEY (player, mark)
);

ALTER TABLE person_settings ADD COLUMN no_marks SMALLINT NOT NULL DEFAULT 0 CHECK (no_marks IN (0, 1)); -- they are not announced
