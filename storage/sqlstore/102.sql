-- Whoever started a race may stop it while it is open.
ALTER TABLE races ADD COLUMN starter INTEGER REFERENCES players (key);
CREATE INDEX races_by_starter ON races (starter) WHERE starter IS NOT NULL;
