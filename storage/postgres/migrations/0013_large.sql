-- +goose Up

-- Matches that are finished when they are inserted, many by one statement, are counted by
-- one statement too, in the order of the players.
DROP TRIGGER matches_begin_finished ON matches;

-- +goose StatementBegin
CREATE FUNCTION count_matches() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM begun WHERE state = 'finished') THEN
        RETURN NULL;
    END IF;
    INSERT INTO tallies (player, family, wins, losses, draws, unrated)
    SELECT player, family, count(*) FILTER (WHERE winner = side), count(*) FILTER (WHERE winner NOT IN ('', side)),
        count(*) FILTER (WHERE winner = ''), count(*) FILTER (WHERE rated = 0)
    FROM begun CROSS JOIN LATERAL (VALUES (left_player, 'left'), (right_player, 'right')) sides (player, side)
    WHERE state = 'finished'
    GROUP BY player, family ORDER BY player, family
    ON CONFLICT (player, family) DO UPDATE SET wins = tallies.wins + excluded.wins, losses = tallies.losses + excluded.losses,
        draws = tallies.draws + excluded.draws, unrated = tallies.unrated + excluded.unrated;
    INSERT INTO server_players (server, player)
    SELECT DISTINCT server, player
    FROM begun CROSS JOIN LATERAL (VALUES (left_player), (right_player)) sides (player)
    WHERE state = 'finished' AND server <> ''
    ORDER BY server, player
    ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;
-- +goose StatementEnd

CREATE TRIGGER matches_begin_finished AFTER INSERT ON matches REFERENCING NEW TABLE AS begun
FOR EACH STATEMENT EXECUTE FUNCTION count_matches();

-- The players in a bucket are the sum of its rows here. Who changes a rating adds a row and
-- changes none, so that nobody waits for anybody.
CREATE TABLE rating_count_parts (
    family      TEXT COLLATE "C" NOT NULL,
    pace        TEXT COLLATE "C" NOT NULL,
    provisional SMALLINT NOT NULL,
    bucket      BIGINT   NOT NULL,
    players     BIGINT   NOT NULL
);

CREATE INDEX rating_count_parts_by_bucket ON rating_count_parts (family, pace, provisional, bucket DESC) INCLUDE (players);

INSERT INTO rating_count_parts
SELECT family, pace, provisional, bucket, count(*) FROM ratings GROUP BY family, pace, provisional, bucket;

DROP VIEW rating_counts;
CREATE VIEW rating_counts AS
SELECT family, pace, provisional, bucket, CAST(sum(players) AS BIGINT) AS players FROM rating_count_parts
GROUP BY family, pace, provisional, bucket;

-- Now and then, the more often the more rows are added, those of a bucket become one, but for
-- those that somebody else is at.
-- +goose StatementBegin
CREATE FUNCTION count_ratings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    added BIGINT;
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO rating_count_parts
        SELECT family, pace, provisional, bucket, count(*) FROM after GROUP BY family, pace, provisional, bucket;
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO rating_count_parts
        SELECT family, pace, provisional, bucket, -count(*) FROM before GROUP BY family, pace, provisional, bucket;
    ELSE
        INSERT INTO rating_count_parts
        SELECT family, pace, provisional, bucket, sum(players) FROM (
            SELECT family, pace, provisional, bucket, -1 AS players FROM before
            UNION ALL
            SELECT family, pace, provisional, bucket, 1 FROM after) moved
        GROUP BY family, pace, provisional, bucket HAVING sum(players) <> 0;
    END IF;
    GET DIAGNOSTICS added = ROW_COUNT;
    IF random() * 500 < added THEN
        WITH several AS (
            SELECT family, pace, provisional, bucket FROM rating_count_parts
            GROUP BY family, pace, provisional, bucket HAVING count(*) > 1
        ), mine AS (
            SELECT parts.ctid FROM rating_count_parts parts JOIN several USING (family, pace, provisional, bucket)
            FOR UPDATE OF parts SKIP LOCKED
        ), gone AS (
            DELETE FROM rating_count_parts WHERE ctid = ANY (ARRAY(SELECT ctid FROM mine))
            RETURNING family, pace, provisional, bucket, players
        )
        INSERT INTO rating_count_parts
        SELECT family, pace, provisional, bucket, sum(players) FROM gone
        GROUP BY family, pace, provisional, bucket HAVING sum(players) <> 0;
    END IF;
    RETURN NULL;
END $$;
-- +goose StatementEnd

CREATE TRIGGER ratings_begin AFTER INSERT ON ratings REFERENCING NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION count_ratings();
CREATE TRIGGER ratings_change AFTER UPDATE ON ratings REFERENCING OLD TABLE AS before NEW TABLE AS after
FOR EACH STATEMENT EXECUTE FUNCTION count_ratings();
CREATE TRIGGER ratings_end AFTER DELETE ON ratings REFERENCING OLD TABLE AS before
FOR EACH STATEMENT EXECUTE FUNCTION count_ratings();

-- Of two columns that differ the planner expects nearly all rows, and then reads them all to
-- find the few. Of this it expects few.
DROP INDEX matches_lagging;
CREATE INDEX matches_lagging ON matches (front, id) WHERE CASE version WHEN shown_version THEN 0 ELSE 1 END = 1;

-- Who looks up the ratings of many, as of all on a server, finds what orders them in the index.
ALTER TABLE ratings DROP CONSTRAINT ratings_pkey,
    ADD PRIMARY KEY (player, family, pace) INCLUDE (provisional, score);
