-- +goose Up

-- In which order matches have ended: a clock may be set back, this number only grows. Of two
-- matches that change one rating the later has the higher number, as it begins once the
-- first is committed. Until now they were in the order of their times.
ALTER TABLE matches ADD COLUMN end_number BIGINT CHECK (end_number IS NULL OR state = 'finished');
UPDATE matches SET end_number = n
FROM (SELECT id AS of_match, row_number() OVER (ORDER BY ended, id) AS n FROM matches WHERE state = 'finished') ends
WHERE id = of_match;
DROP INDEX matches_by_end;
CREATE UNIQUE INDEX matches_by_end ON matches (end_number) WHERE end_number IS NOT NULL;

CREATE SEQUENCE matches_end_number OWNED BY matches.end_number;
SELECT setval('matches_end_number', max(end_number)) FROM matches HAVING max(end_number) IS NOT NULL;

-- +goose StatementBegin
CREATE FUNCTION number_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    new.end_number := nextval('matches_end_number');
    RETURN new;
END $$;
-- +goose StatementEnd

CREATE TRIGGER matches_number_end BEFORE UPDATE OF state ON matches
FOR EACH ROW WHEN (new.state = 'finished') EXECUTE FUNCTION number_end();

-- A match that is copied keeps its number.
CREATE TRIGGER matches_number_end_at_once BEFORE INSERT ON matches
FOR EACH ROW WHEN (new.state = 'finished' AND new.end_number IS NULL) EXECUTE FUNCTION number_end();

-- Earlier versions have rounded otherwise, and given the bot other ratings: what they have
-- rated is worked out anew when the program starts. The note is in the inbox until then.
INSERT INTO inbox (id, at) SELECT 'ratings: of an earlier version', 9000000000000000 WHERE EXISTS (SELECT 1 FROM rating_changes);
