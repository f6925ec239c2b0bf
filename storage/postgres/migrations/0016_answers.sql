-- +goose Up

-- How a request was answered: nothing is carried out for it any more. Until now only those
-- were noted for which something was written.
ALTER TABLE inbox ADD COLUMN answer TEXT COLLATE "C" NOT NULL DEFAULT 'done'
    CHECK (answer IN ('done', 'refused', 'failed', 'shown'));
