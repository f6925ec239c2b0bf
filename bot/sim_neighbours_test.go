package bot

import (
	"fmt"
	"math/rand/v2"
	"time"

	"nimatron/internal/discordtest"
)

// neighbours makes people block, refuse and shut out others, and delete their data, in a third of the runs.
func (s *simulation) neighbours(length time.Duration) {
	r := s.bus.random("neighbours")
	if s.unkind = r.IntN(3) == 0; !s.unkind {
		return
	}
	for at := 10 * time.Second; at < length; at += time.Duration(1+r.IntN(8)) * time.Second {
		n := r.Uint64()
		s.bus.at(at, fmt.Sprint("neighbour ", n), func() { s.unkindly(rand.New(rand.NewPCG(s.seed, n))) })
	}
}

func (s *simulation) unkindly(r *rand.Rand) {
	who, other, where := pick(r, s.people), pick(r, s.people), pick(r, s.places[:4])
	what, options := "settings me", []discordtest.Option{opt("name", "block"), opt("value", other.Mention())}
	switch n := r.IntN(10); {
	case n < 5:
	case n < 6:
		options = []discordtest.Option{opt("name", "challenges"), opt("value", pick(r, []string{"played", "none"}))}
	case n < 8:
		what, options = shutsOut, []discordtest.Option{discordtest.UserOpt("user", other), opt("why", "pings")}
	case n < 9:
		what, options = "manage let-in", []discordtest.Option{discordtest.UserOpt("user", other)}
	default:
		s.deletes(r, time.Second, where, who)
		return
	}
	s.did(r, &act{who: who, what: what, in: who.Slash(where, what, options...)})
}

// shutsOut is the command that ends each match of a person by itself.
const shutsOut = "manage shut-out"

// pester makes everybody who is blocked try to be heard, when all is quiet.
func (s *simulation) pester() {
	if !s.unkind {
		return
	}
	s.bus.note("pester")
	r, l, after := s.bus.random("pester"), s.open(), time.Duration(0)
	do := func(who *discordtest.User, where *discordtest.Channel, what string, options ...discordtest.Option) {
		after += 1500 * time.Millisecond
		s.bus.at(after, fmt.Sprint("pest ", after), func() {
			s.did(rand.New(rand.NewPCG(s.seed, uint64(after))), &act{who: who, what: "pester", in: who.Slash(where, what, options...)})
		})
	}
	people := map[string]*discordtest.User{}
	for _, u := range s.people {
		people[u.ID] = u
	}
	l.each(`SELECT p.id, o.id FROM blocks b JOIN players p ON p.key = b.player JOIN players o ON o.key = b.blocked ORDER BY b.player, b.blocked LIMIT 8`, func(scan func(...any)) {
		var victim, pest string
		if scan(&victim, &pest); people[victim] == nil || people[pest] == nil {
			return
		}
		who, where := people[pest], pick(r, s.places[:4])
		for _, options := range [][]discordtest.Option{{}, {discordtest.BoolOpt("thread", true)}, {discordtest.BoolOpt("rated", true), opt("time", "1m")}} {
			do(who, where, "challenge", append(options, opt("game", "nim"), discordtest.UserOpt("opponent", people[victim]))...)
		}
		for _, word := range []string{"match rematch", "match accept", "match follow", "class join"} {
			do(who, where, word)
		}
	})
	if err := l.db.Close(); err != nil || l.err != nil {
		s.fault("the blocks can't be read: %v, %v", err, l.err)
	}
	s.bus.run(after + 30*time.Second)
}

// clocksApart bounds the difference between the clocks of two processes.
const clocksApart = 40 * time.Second

// checkNeighbours checks that nobody hears from a person whom they have blocked, and that people who are
// shut out or deleted hold nothing.
func (l *ledger) checkNeighbours() {
	const either = `(b.player = %[1]s AND b.blocked = %[2]s OR b.player = %[2]s AND b.blocked = %[1]s)`
	between := func(one, other string) string { return fmt.Sprintf(either, one, other) }
	apart := fmt.Sprint(clocksApart.Milliseconds())
	late := " AND x.created > b.since + " + apart
	const asked = `(SELECT s.status AS state, s.begins AS created, s.host AS challenger, g.player AS opponent FROM subjects s
		LEFT JOIN guests g ON g.kind = s.kind AND g.id = s.id WHERE s.kind = 'challenge') `
	const out = `shut_out o JOIN players p ON p.id = o.subject WHERE o.until IS NULL AND `
	for what, rows := range map[string]string{
		"open challenges between people apart":    asked + `x JOIN blocks b ON ` + between("x.challenger", "x.opponent") + ` WHERE x.state = 'open'`,
		"challenges after a block":                asked + `x JOIN blocks b ON ` + between("x.challenger", "x.opponent") + late,
		"matches after a block":                   `matches x JOIN blocks b ON ` + between("x.left_player", "x.right_player") + late + ` WHERE x.tournament IS NULL AND x.leg <> 2`,
		"follows between people apart":            `follows f JOIN matches x ON x.id = f.match JOIN blocks b ON ` + between("f.player", "x.left_player") + ` OR ` + between("f.player", "x.right_player") + ` WHERE x.state = 'playing'`,
		"running matches of deleted people":       `matches x JOIN players p ON p.key IN (x.left_player, x.right_player) WHERE x.state = 'playing' AND p.id LIKE 'deleted%'`,
		"open challenges of deleted people":       asked + `x JOIN players p ON p.key IN (x.challenger, x.opponent) WHERE x.state = 'open' AND p.id LIKE 'deleted%'`,
		"classes of deleted people":               `subjects x JOIN players p ON p.key = x.host WHERE x.kind = 'class' AND x.status = 'open' AND p.id LIKE 'deleted%'`,
		"people who are shut out and play":        out + `EXISTS (SELECT 1 FROM matches x WHERE x.state = 'playing' AND x.server = o.scope AND p.key IN (x.left_player, x.right_player))`,
		"people who are shut out and challenge":   out + `EXISTS (SELECT 1 FROM subjects x LEFT JOIN guests g ON g.kind = x.kind AND g.id = x.id WHERE x.kind = 'challenge' AND x.status = 'open' AND x.server = o.scope AND p.key IN (x.host, g.player))`,
		"people who are shut out and teach":       out + `EXISTS (SELECT 1 FROM subjects x WHERE x.kind = 'class' AND x.status = 'open' AND x.server = o.scope AND x.host = p.key)`,
		"people who are shut out and are taught":  out + `EXISTS (SELECT 1 FROM guests m JOIN subjects x ON x.kind = m.kind AND x.id = m.id WHERE m.kind = 'class' AND x.server = o.scope AND m.player = p.key)`,
		"people who are shut out and race":        out + `EXISTS (SELECT 1 FROM racers e JOIN subjects x ON x.kind = 'race' AND x.id = e.race WHERE o.since < x.ends - ` + apart + ` AND x.server = o.scope AND e.player = p.key)`,
		"people who are shut out and vote":        out + `EXISTS (SELECT 1 FROM votes v JOIN matches x ON x.id = v.match WHERE x.state = 'playing' AND x.server = o.scope AND v.player = p.key)`,
		"people who are shut out and wait for it": out + `EXISTS (SELECT 1 FROM entrants e JOIN tournaments x ON x.id = e.tournament WHERE x.state IN ('open', 'running') AND x.server = o.scope AND e.player = p.key AND e.left_after = 0)`,
	} {
		if n := l.number(`SELECT count(*) FROM ` + rows); n > 0 {
			l.fault("there are %d %s", n, what)
		}
	}
	for _, table := range []string{"follows", `(SELECT player FROM guests WHERE kind = 'class')`, "person_settings", "live_sessions", "votes",
		`(SELECT c.player FROM racers c JOIN subjects r ON r.kind = 'race' AND r.id = c.race WHERE r.status <> 'open')`} { // until the bell they can't begin again
		if n := l.number(`SELECT count(*) FROM ` + table + ` x JOIN players p ON p.key = x.player WHERE p.id LIKE 'deleted%'`); n > 0 {
			l.fault("deleted people have %d rows of %s", n, table)
		}
	}
	if n := l.number(`SELECT count(*) FROM players WHERE id LIKE 'deleted%' AND (asked <> '' OR advised_at > 0 OR told <> '')`); n > 0 {
		l.fault("of %d deleted people there is more than that they played", n)
	}
	for _, table := range []string{"blocks", "shut_out"} {
		l.count(table, l.number(`SELECT count(*) FROM `+table))
	}
	for _, a := range l.acts {
		if a.what == "pester" && a.in.Original() != nil {
			l.count("pests answered", 1)
			if m := a.in.Original(); !m.Ephemeral && !m.Deleted {
				l.count("pests in public", 1)
			}
		}
	}
}
