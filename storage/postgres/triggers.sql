-- PostgreSQL's additions to the tables of sqlstore.

-- The primary key includes all columns, so that many players' ratings are read from the index
-- alone.
ALTER TABLE ratings DROP CONSTRAINT ratings_pkey, ADD PRIMARY KEY (player, family, pace) INCLUDE (provisional, score);

CREATE SEQUENCE matches_end_number OWNED BY matches.end_number;

-- Whenever the program changes a match it gives the version that it has read. These triggers refuse
-- statements that do not.
CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION '%', TG_ARGV[0] USING ERRCODE = 'check_violation';
END $$;

CREATE TRIGGER matches_change_in_steps
BEFORE UPDATE OF version, state, winner, termination, ended, called_off, critical,
    deadline, remind, abandon_at, offer, declined, left_takebacks, right_takebacks ON matches
FOR EACH ROW WHEN (old.state = 'finished' OR new.version <> old.version + 1)
EXECUTE FUNCTION refuse('a match changes only while it is played, one version at a time');

CREATE FUNCTION keep_moves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT state FROM matches WHERE id = old.match_id) = 'finished' THEN
        RAISE EXCEPTION 'the moves of a finished match stay' USING ERRCODE = 'check_violation';
    END IF;
    RETURN old;
END $$;

CREATE TRIGGER moves_stay BEFORE DELETE ON moves FOR EACH ROW EXECUTE FUNCTION keep_moves();

-- Rows are written in the order of players, as everywhere, so that two matches of the same players
-- that end at once don't deadlock.
CREATE FUNCTION count_match() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO tallies (player, family, wins, losses, draws, unrated)
    SELECT player, new.family, count(*) FILTER (WHERE new.winner = side), count(*) FILTER (WHERE new.winner NOT IN ('', side)),
        count(*) FILTER (WHERE new.winner = ''), count(*) FILTER (WHERE new.rated = 0)
    FROM (VALUES (new.left_player, 'left'), (new.right_player, 'right')) sides (player, side)
    GROUP BY player ORDER BY player
    ON CONFLICT (player, family) DO UPDATE SET wins = tallies.wins + excluded.wins, losses = tallies.losses + excluded.losses,
        draws = tallies.draws + excluded.draws, unrated = tallies.unrated + excluded.unrated;
    IF new.server <> '' THEN
        INSERT INTO server_players (server, player)
        SELECT new.server, player FROM (VALUES (new.left_player), (new.right_player)) sides (player)
        WHERE NOT EXISTS (SELECT FROM server_players s WHERE s.server = new.server AND s.player = sides.player)
        ORDER BY player
        ON CONFLICT DO NOTHING;
    END IF;
    RETURN NULL;
END $$;

CREATE TRIGGER matches_finish AFTER UPDATE OF state ON matches
FOR EACH ROW WHEN (new.state = 'finished') EXECUTE FUNCTION count_match();

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

CREATE TRIGGER matches_begin_finished AFTER INSERT ON matches REFERENCING NEW TABLE AS begun
FOR EACH STATEMENT EXECUTE FUNCTION count_matches();

CREATE FUNCTION number_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    new.end_number := nextval('matches_end_number');
    RETURN new;
END $$;

CREATE TRIGGER matches_number_end BEFORE UPDATE OF state ON matches
FOR EACH ROW WHEN (new.state = 'finished') EXECUTE FUNCTION number_end();

-- A copied match keeps its number.
CREATE TRIGGER matches_number_end_at_once BEFORE INSERT ON matches
FOR EACH ROW WHEN (new.state = 'finished' AND new.end_number IS NULL) EXECUTE FUNCTION number_end();
