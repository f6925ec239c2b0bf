-- +goose Up

-- What decides a knockout that stands 1–1 twice: both players claim who wins from a position.
ALTER TABLE meetings ADD COLUMN position TEXT NOT NULL DEFAULT '';
ALTER TABLE meetings ADD COLUMN claim_until INTEGER; -- NULL before it begins
ALTER TABLE meetings ADD COLUMN first_claim INTEGER NOT NULL DEFAULT 0 CHECK (first_claim BETWEEN 0 AND 2);
ALTER TABLE meetings ADD COLUMN second_claim INTEGER NOT NULL DEFAULT 0 CHECK (second_claim BETWEEN 0 AND 2);

CREATE INDEX claims_by_channel ON meetings (channel, tournament) WHERE claim_until IS NOT NULL;
