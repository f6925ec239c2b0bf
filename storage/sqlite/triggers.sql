-- SQLite's additions to the tables of sqlstore.

-- Whenever the program changes a match it gives the version that it has read. These triggers refuse
-- statements that do not.
CREATE TRIGGER matches_change_in_steps
BEFORE UPDATE OF version, state, winner, termination, ended, called_off, critical,
    deadline, remind, abandon_at, offer, declined, left_takebacks, right_takebacks ON matches
WHEN old.state = 'finished' OR new.version <> old.version + 1
BEGIN
    SELECT RAISE(ABORT, 'a match changes only while it is played, one version at a time');
END;

CREATE TRIGGER moves_stay
BEFORE DELETE ON moves
WHEN (SELECT state FROM matches WHERE id = old.match_id) = 'finished'
BEGIN
    SELECT RAISE(ABORT, 'the moves of a finished match stay');
END;

-- The contributions of a finished match to the counts, as rows that only triggers insert.
CREATE VIEW ended AS SELECT id, left_player, right_player, family, server, winner, rated FROM matches WHERE false;

CREATE TRIGGER count_match INSTEAD OF INSERT ON ended
BEGIN
    INSERT INTO tallies (player, family, wins, losses, draws, unrated) VALUES
        (new.left_player, new.family, new.winner = 'left', new.winner = 'right', new.winner = '', new.rated = 0),
        (new.right_player, new.family, new.winner = 'right', new.winner = 'left', new.winner = '', new.rated = 0)
    ON CONFLICT (player, family) DO UPDATE SET wins = wins + excluded.wins, losses = losses + excluded.losses,
        draws = draws + excluded.draws, unrated = unrated + excluded.unrated;
    INSERT INTO server_players (server, player)
    SELECT new.server, new.left_player WHERE new.server <> '' UNION SELECT new.server, new.right_player WHERE new.server <> ''
    ON CONFLICT DO NOTHING;
    -- A copied match keeps its number.
    UPDATE matches SET end_number = 1 + (SELECT coalesce(max(end_number), 0) FROM matches WHERE end_number IS NOT NULL)
    WHERE id = new.id AND end_number IS NULL;
END;

CREATE TRIGGER matches_finish AFTER UPDATE OF state ON matches WHEN new.state = 'finished'
BEGIN
    INSERT INTO ended VALUES (new.id, new.left_player, new.right_player, new.family, new.server, new.winner, new.rated);
END;

CREATE TRIGGER matches_begin_finished AFTER INSERT ON matches WHEN new.state = 'finished'
BEGIN
    INSERT INTO ended VALUES (new.id, new.left_player, new.right_player, new.family, new.server, new.winner, new.rated);
END;
