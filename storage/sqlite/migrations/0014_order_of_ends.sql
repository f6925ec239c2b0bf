-- +goose Up

-- In which order matches have ended: a clock may be set back, this number only grows. Until
-- now they were in the order of their times.
ALTER TABLE matches ADD COLUMN end_number INTEGER CHECK (end_number IS NULL OR state = 'finished');
UPDATE matches SET end_number = n
FROM (SELECT id AS of_match, row_number() OVER (ORDER BY ended, id) AS n FROM matches WHERE state = 'finished') ends
WHERE id = of_match;
CREATE UNIQUE INDEX matches_by_end ON matches (end_number) WHERE end_number IS NOT NULL;

-- +goose StatementBegin
CREATE TRIGGER matches_number_end
AFTER UPDATE OF state ON matches
WHEN new.state = 'finished'
BEGIN
    UPDATE matches SET end_number = 1 + (SELECT coalesce(max(end_number), 0) FROM matches WHERE end_number IS NOT NULL)
    WHERE id = new.id;
END;
-- +goose StatementEnd

-- A match that is copied keeps its number.
-- +goose StatementBegin
CREATE TRIGGER matches_number_end_at_once
AFTER INSERT ON matches
WHEN new.state = 'finished' AND new.end_number IS NULL
BEGIN
    UPDATE matches SET end_number = 1 + (SELECT coalesce(max(end_number), 0) FROM matches WHERE end_number IS NOT NULL)
    WHERE id = new.id;
END;
-- +goose StatementEnd

-- Earlier versions have rounded otherwise, and given the bot other ratings: what they have
-- rated is worked out anew when the program starts. The note is in the inbox until then.
INSERT INTO inbox (id, at) SELECT 'ratings: of an earlier version', 9000000000000000 WHERE EXISTS (SELECT 1 FROM rating_changes);
