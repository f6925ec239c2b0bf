-- +goose Up

-- What kind of puzzle it is: of a day (2025-03-14), from a match (7.12), or drawn for the
-- player (end-nim.easy.0000002a). The default is for processes of an earlier version that
-- still write; they count among the daily ones only what is a day.
ALTER TABLE puzzles ADD COLUMN kind TEXT COLLATE "C" NOT NULL DEFAULT 'daily' CHECK (kind IN ('daily', 'match', 'drawn'));
UPDATE puzzles SET kind = CASE WHEN puzzle LIKE '%.%.%' THEN 'drawn' ELSE 'match' END WHERE puzzle LIKE '%.%';
