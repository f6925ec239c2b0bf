-- +goose Up

-- The months whose standings are closed, such as '2026-11'.
CREATE TABLE seasons (
    season TEXT NOT NULL PRIMARY KEY CHECK (length(season) = 7),
    closed INTEGER NOT NULL
) STRICT;

-- Their standings, for ever: of each server and, under '', of all.
CREATE TABLE season_standings (
    season  TEXT NOT NULL REFERENCES seasons (season),
    server  TEXT NOT NULL,
    player  INTEGER NOT NULL REFERENCES players (key),
    place   INTEGER NOT NULL CHECK (place >= 1), -- those with the same points share one
    people  INTEGER NOT NULL CHECK (people >= 0),
    bot     INTEGER NOT NULL CHECK (bot >= 0),
    puzzles INTEGER NOT NULL CHECK (puzzles >= 0),
    PRIMARY KEY (season, server, player)
) STRICT;

CREATE INDEX season_standings_by_place ON season_standings (season, server, place, player);
CREATE INDEX season_standings_by_player ON season_standings (player, season, server);

-- What the standings of a month follow from.
CREATE INDEX rating_changes_by_time ON rating_changes (at) WHERE family = 'overall';
CREATE INDEX puzzles_solved_by_day ON puzzles (puzzle, player) WHERE kind = 'daily' AND solved IS NOT NULL;

ALTER TABLE server_settings ADD COLUMN no_seasons INTEGER NOT NULL DEFAULT 0 CHECK (no_seasons IN (0, 1)); -- they are not announced
CREATE INDEX server_settings_by_puzzle_channel ON server_settings (puzzle_channel) WHERE puzzle_channel <> '';

-- The marks that a player was told of.
CREATE TABLE told_marks (
    player INTEGER NOT NULL REFERENCES players (key),
    mark   TEXT NOT NULL CHECK (length(mark) BETWEEN 1 AND 32),
    told   INTEGER NOT NULL,
    PRIMARY KEY (player, mark)
) STRICT;

ALTER TABLE person_settings ADD COLUMN no_marks INTEGER NOT NULL DEFAULT 0 CHECK (no_marks IN (0, 1)); -- they are not announced
