-- +goose Up

-- On whose server a puzzle was first answered, or in the terminal's chat. '': in direct messages
-- alone, or before this was kept.
ALTER TABLE puzzles ADD COLUMN room TEXT NOT NULL DEFAULT '';

CREATE INDEX puzzles_of_rooms ON puzzles (room, puzzle, solved, player, tries) WHERE room <> '' AND kind = 'daily';

-- The messages that announce the puzzle of a day.
CREATE TABLE puzzle_posts (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    room          TEXT    NOT NULL CHECK (room <> ''),
    day           TEXT    NOT NULL CHECK (length(day) = 10), -- 2025-03-14
    channel       TEXT    NOT NULL CHECK (channel <> ''),
    -- As match.FrontOf has it.
    front         TEXT    GENERATED ALWAYS AS (iif(channel GLOB 'local:*', 'local', 'discord')) VIRTUAL,
    message       TEXT    NOT NULL DEFAULT '',
    version       INTEGER NOT NULL DEFAULT 1 CHECK (version >= 1), -- rises with the counts and when the day is over
    shown_version INTEGER NOT NULL DEFAULT 0 CHECK (shown_version >= 0),
    UNIQUE (room, day)
) STRICT;

CREATE INDEX puzzle_posts_by_channel ON puzzle_posts (channel, day);
CREATE INDEX puzzle_posts_lagging ON puzzle_posts (front, id) WHERE version <> shown_version AND message <> '';
