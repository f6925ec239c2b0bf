-- What there is once for each player is in the player's row, and what there is once for a server in its settings.
ALTER TABLE players ADD COLUMN asked TEXT NOT NULL DEFAULT '';
ALTER TABLE players ADD COLUMN asked_in TEXT NOT NULL DEFAULT '';
ALTER TABLE players ADD COLUMN asked_at INTEGER;
ALTER TABLE players ADD COLUMN posed_at INTEGER;
ALTER TABLE players ADD COLUMN advised_at INTEGER;
ALTER TABLE players ADD COLUMN told TEXT NOT NULL DEFAULT '';
UPDATE players SET asked = (SELECT puzzle FROM asked_puzzles WHERE player = key), asked_in = (SELECT channel FROM asked_puzzles WHERE player = key),
    asked_at = (SELECT asked FROM asked_puzzles WHERE player = key), posed_at = (SELECT posed FROM asked_puzzles WHERE player = key)
    WHERE key IN (SELECT player FROM asked_puzzles);
UPDATE players SET advised_at = (SELECT at FROM advice WHERE player = key) WHERE key IN (SELECT player FROM advice);
UPDATE players SET told = (SELECT string_agg(mark, ' ') FROM told_marks WHERE player = key) WHERE key IN (SELECT player FROM told_marks);
DROP TABLE asked_puzzles;
DROP TABLE advice;
DROP TABLE told_marks;

ALTER TABLE server_settings ADD COLUMN left_at INTEGER;
INSERT INTO server_settings (room, version, puzzle_channel, settings, left_at)
    SELECT server, 1, '', '{}', since FROM left_servers WHERE 1 = 1
    ON CONFLICT (room) DO UPDATE SET left_at = excluded.left_at;
DROP TABLE left_servers;
CREATE INDEX server_settings_left ON server_settings (left_at) WHERE left_at IS NOT NULL;
