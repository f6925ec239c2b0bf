-- Challenges are subjects too. Their texts have no quotes or backslashes.
INSERT INTO subjects (kind, id, server, channel, status, begins, ends, due, rated, host, version, message, shown_version, state)
    SELECT 'challenge', id, server, channel, state, created, coalesce(closed, expires), CASE state WHEN 'open' THEN expires END, rated, challenger,
        CASE state WHEN 'open' THEN 1 ELSE 2 END, message, CASE state WHEN 'accepted' THEN 2 ELSE shown_version END,
        '{"Variant":"' || variant || '","Start":"' || start || '","Chosen":' || CASE chosen WHEN 1 THEN 'true' ELSE 'false' END ||
            ',"First":"' || first || '","Side":"' || side || '","TurnTime":' || (turn_time * 1000000) || '}'
    FROM challenges ORDER BY id;
INSERT INTO guests (kind, id, player, number) SELECT 'challenge', id, opponent, 1 FROM challenges WHERE opponent IS NOT NULL;
DROP TABLE challenges;
DROP INDEX subjects_one_race;
CREATE UNIQUE INDEX subjects_alone ON subjects (kind, channel) WHERE kind IN ('race', 'challenge') AND status = 'open';
CREATE INDEX subjects_by_host_lately ON subjects (host, begins) WHERE kind = 'challenge';
