package bot

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"nimatron/internal/discordtest"
	"nimatron/internal/testlong"
	"nimatron/referee/race"
)

// gather makes people race, and play together against the bot, each in some of the runs. Crashes may come near
// the bell.
func (s *simulation) gather(length time.Duration) {
	r := s.bus.random("together")
	if s.crowded() || r.IntN(3) == 0 {
		s.race(r)
	}
	if s.crowded() || r.IntN(3) == 0 {
		s.vote(r, length)
	}
}

// crowdedSeeds begin the seeds in which everybody races and votes. Processes are killed at the bell of a race if the
// seed is even, else of a vote.
const crowdedSeeds = 1 << 40

func (s *simulation) crowded() bool { return s.seed >= crowdedSeeds }

// some returns the numbers of a few people, or of all.
func (s *simulation) some(r *rand.Rand) []int {
	all := r.Perm(len(s.people))
	if s.crowded() {
		return all
	}
	return all[:2+r.IntN(4)]
}

// TestThirtyRaceAndVote lets all people race and vote while processes are killed, all of them at the bell of a vote or
// of a race. Each answer counts once, and each bell plays one move.
func TestThirtyRaceAndVote(t *testing.T) {
	if !testlong.Long() {
		t.Skip("a long test")
	}
	t.Parallel()
	for seed := uint64(crowdedSeeds + 1); seed <= crowdedSeeds+2; seed++ {
		tally := map[string]int{}
		s := simulate(t, seed, usualLength, template(t), nil, tally)
		if len(s.faults) > 0 {
			s.tell(t)
		}
		t.Logf("what happened: %v", tally)
		if tally["racers"] < 25 || tally["race answers"] < 100 || tally["votes"] < 30 || tally["moves of the server"] == 0 || len(s.gone) == 0 {
			t.Errorf("too little happened, with %d processes killed", len(s.gone))
		}
	}
}

// soon makes a person act after a delay.
func (s *simulation) soon(r *rand.Rand, after time.Duration, what string, do func(r *rand.Rand)) {
	n := r.Uint64()
	s.bus.at(after, fmt.Sprint(what, " ", n), func() { do(rand.New(rand.NewPCG(s.seed, n))) })
}

// race plans a race. The bell rings near the end of the usual run.
func (s *simulation) race(r *rand.Rand) {
	where, start := s.places[r.IntN(4)], &act{who: pick(r, s.people), what: "race start"}
	s.soon(r, 6*time.Second, "race", func(r *rand.Rand) {
		start.in = start.who.Slash(where, "race start", opt("game", pick(r, race.Mixed)), discordtest.IntOpt("seconds", race.MinSeconds))
		s.did(r, start)
	})
	if s.crowded() && s.seed%2 == 0 {
		s.crashAtBell(r, 6*time.Second+race.Wait+race.MinSeconds*time.Second)
	}
	for _, n := range s.some(r) {
		s.soon(r, time.Duration(9+r.IntN(25))*time.Second, "racer", func(r *rand.Rand) { s.racer(r, where, start, s.people[n]) })
	}
}

// crashAtBell kills the processes within a few operations of the bell of a race, or of a vote.
func (s *simulation) crashAtBell(r *rand.Rand, bell time.Duration) {
	s.bus.at(bell-time.Duration(r.IntN(1500))*time.Millisecond, "crash at the bell", func() {
		s.troubled(time.Minute)
		for _, p := range slices.Clone(s.running) {
			p.fuse.Store(1 + r.Int64N(12))
			s.bus.at(time.Duration(2000+r.IntN(4000))*time.Millisecond, "begin again after the bell", func() {
				p.crash()
				s.replace(p)
			})
		}
	})
}

// racer joins a race, and taps on the private boards until the bell.
func (s *simulation) racer(r *rand.Rand, where *discordtest.Channel, start *act, who *discordtest.User) {
	began, pause := time.Now(), time.Duration(2+r.IntN(7))*time.Second
	if s.crowded() {
		pause = time.Second
	}
	var last *act
	var again func(r *rand.Rand)
	again = func(r *rand.Rand) {
		page := start.in.Original()
		if last != nil {
			page = last.in.Original()
		}
		before := len(s.acts)
		if list := raceTaps(page); len(list) > 0 {
			if tap := pick(r, list); r.IntN(4) == 0 && raceMove.MatchString(tap.id) {
				s.answerLive(r, who, tap)
			} else {
				s.touch(r, who, page, tap)
			}
		} else if last == nil || r.IntN(3) == 0 {
			s.did(r, &act{who: who, what: "race join", in: who.Slash(where, "race join")})
		}
		if len(s.acts) > before && s.acts[before].in != nil {
			last = s.acts[before]
		}
		if time.Since(began) < race.Wait+(race.MinSeconds+10)*time.Second {
			s.soon(r, pause/2+time.Duration(r.Int64N(int64(pause))), "racer", again)
		}
	}
	again(r)
}

// raceTaps returns the buttons of a race's message: to join, or to answer.
func raceTaps(m *discordtest.Message) []tapped {
	if m == nil || m.Deleted {
		return nil
	}
	return slices.DeleteFunc(taps(m), func(t tapped) bool { return !raceTap.MatchString(t.id) })
}

// vote plans a match of the server.
func (s *simulation) vote(r *rand.Rand, length time.Duration) {
	where, leader := s.places[r.IntN(4)], pick(r, s.people)
	s.soon(r, 7*time.Second, "together", func(r *rand.Rand) {
		s.did(r, &act{who: leader, what: "play together", in: leader.Slash(where, "challenge", opt("game", pick(r, simGames[:8])),
			opt("side", "server"), opt("size", "small"), opt("time", "30s"), opt("level", pick(r, []string{"casual", "strong", "perfect"})))})
	})
	if s.crowded() && s.seed%2 == 1 {
		s.soon(r, 20*time.Second, "the first bell", func(r *rand.Rand) {
			l := s.open()
			defer l.db.Close()
			bell := time.UnixMilli(int64(l.number(`SELECT coalesce(min(due), 0) FROM subjects WHERE kind = 'crowd'`)))
			s.crashAtBell(r, max(0, time.Until(bell)))
		})
	}
	voters := append(s.some(r), slices.Index(s.people, leader))
	pause := 30_000 / len(voters)
	for at := 9 * time.Second; at < length+20*time.Second; at += time.Duration(pause/7+r.IntN(pause)) * time.Millisecond {
		who := s.people[pick(r, voters)]
		s.soon(r, at, "vote", func(r *rand.Rand) {
			key := "n1:match vote:"
			if who == leader && r.IntN(3) == 0 {
				key = "n1:match veto:"
			}
			for _, m := range where.Messages() {
				if list := slices.DeleteFunc(taps(m), func(t tapped) bool { return !strings.HasPrefix(t.id, key) }); len(list) > 0 {
					s.touch(r, who, m, pick(r, list))
					return
				}
			}
		})
	}
}

// raceAnswer is an answer in a race that a transaction counted.
type raceAnswer struct {
	race, player int64
	before, by   int
}

// racing returns how many boards each racer has answered, but not those who have deleted their data.
func racing(ctx context.Context, tx *sql.Tx) (map[[2]int64]int, error) {
	rows, err := tx.QueryContext(ctx, `SELECT race, player, solved + missed FROM racers WHERE missed < 1000000`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	of := map[[2]int64]int{}
	for rows.Next() {
		var key [2]int64
		var n int
		if err := rows.Scan(&key[0], &key[1], &n); err != nil {
			return nil, err
		}
		of[key] = n
	}
	return of, rows.Err()
}

// answersOf returns the answers that a transaction counted.
func answersOf(before, after map[[2]int64]int) (list []raceAnswer) {
	for key, n := range after {
		if n != before[key] {
			list = append(list, raceAnswer{key[0], key[1], before[key], n - before[key]})
		}
	}
	return list
}

var raceTap = regexp.MustCompile(`^n1:race (join|answer):`)

var raceMove = regexp.MustCompile(`^n1:race answer:.*board=.*move=`)

// boardTap finds the number of the board that a tap or form answers.
var boardTap = regexp.MustCompile(`n1:race answer:.*board=(\d+)`)

// checkRaces checks that each answer is counted once, for the board and person that it was for, and that cards
// show the last state.
func (l *ledger) checkRaces() {
	people := map[int64]string{}
	l.each(`SELECT key, id FROM players`, func(scan func(...any)) {
		var key int64
		var id string
		scan(&key, &id)
		people[key] = id
	})
	total := map[[2]int64]int{}
	for _, a := range l.acts {
		list := l.answered[a.request()]
		if len(list) > 1 {
			l.fault("%s by %s is counted as %d answers: %v", a.what, a.who.Name, len(list), list)
		}
		for _, c := range list {
			l.count("race answers", 1)
			total[[2]int64{c.race, c.player}] += c.by
			part := boardTap.FindStringSubmatch(a.what)
			mine := people[c.player] == a.who.ID || strings.HasPrefix(people[c.player], "deleted")
			if part == nil || part[1] != strconv.Itoa(c.before+1) || c.by != 1 || !mine {
				l.fault("%s by %s is counted as %+v of %s", a.what, a.who.Name, c, people[c.player])
			}
		}
	}
	l.count("racers", l.number(`SELECT count(*) FROM racers`))
	l.each(`SELECT race, player, solved + missed FROM racers WHERE missed < 1000000`, func(scan func(...any)) {
		var key [2]int64
		var n int
		if scan(&key[0], &key[1], &n); n > total[key] || n < total[key] && !l.unkind { // who was shut out may begin again
			l.fault("player %d has %d answers in race %d, and made %d", key[1], n, key[0], total[key])
		}
	})
	l.each(`SELECT r.id, r.channel, r.message, r.ends, coalesce(r.due, r.ends), r.status = 'over', count(c.player), coalesce(sum(c.solved), 0)
		FROM subjects r LEFT JOIN racers c ON c.race = r.id WHERE r.kind = 'race' GROUP BY r.id`, func(scan func(...any)) {
		var id, ends, stepped int64
		var channel, message string
		var over bool
		var racers, solved int
		scan(&id, &channel, &message, &ends, &stepped, &over, &racers, &solved)
		if l.count("races", 1); !over && time.Since(time.UnixMilli(ends)) > settled {
			l.fault("race %d, whose bell has rung at %s, is open", id, time.UnixMilli(ends).Format("15:04:05"))
		}
		young := slices.ContainsFunc(l.running, func(p *process) bool { return time.Since(p.began) < 80*time.Second })
		if !over || young || time.Since(time.UnixMilli(stepped)) < settled || l.forsaken(l.channel(channel)) {
			return
		}
		says := fmt.Sprintf("solved %d board", solved)
		if solved == 0 {
			says = "nobody solved a board"
		}
		none := racers == 0 // the next race, which nobody wanted; or all have deleted their data since
		for _, m := range l.channel(channel).Messages() {
			if m.ID == message || strings.HasSuffix(message, "/"+m.ID) {
				if l.count("cards of races", 1); !strings.Contains(m.Text(), says) && !(none && strings.Contains(m.Text(), "Nobody joined")) {
					l.fault("the card of race %d does not say that people %s: %q", id, says, m.Text())
				}
			}
		}
	})
}

// checkVotes checks that each bell has played one move, which most people voted for.
func (l *ledger) checkVotes() {
	l.count("votes", l.number(`SELECT count(*) FROM votes`))
	l.count("vetoes", l.number(`SELECT count(*) FROM subjects WHERE kind = 'crowd' AND state ->> 'Veto' <> ''`))
	l.each(`SELECT m.id, m.version, m.left_takebacks, m.state = 'finished' AND m.termination <> 'played',
		(SELECT count(*) FROM moves WHERE match_id = m.id AND actor = 'left')
		FROM matches m JOIN players p ON p.key = m.left_player WHERE p.id LIKE 'room:%'`, func(scan func(...any)) {
		var id int64
		var version, takebacks, cut, moves int
		scan(&id, &version, &takebacks, &cut, &moves)
		l.count("matches of the server", 1)
		l.count("moves of the server", moves)
		if version != 1+moves+2*takebacks+cut {
			l.fault("match %d of the server has version %d after %d moves", id, version, moves)
		}
	})
	l.each(`SELECT id, channel, due FROM subjects WHERE kind = 'crowd'`, func(scan func(...any)) {
		var id int64
		var channel string
		var bell sql.NullInt64
		scan(&id, &channel, &bell)
		if at := time.UnixMilli(bell.Int64); bell.Valid && time.Since(at) > settled && !l.forsaken(l.channel(channel)) {
			l.fault("the bell of match %d has rung at %s, and nobody moved", id, at.Format("15:04:05"))
		}
	})
	if n := l.number(`SELECT count(*) FROM votes v JOIN subjects c ON c.kind = 'crowd' AND c.id = v.match JOIN matches m ON m.id = v.match WHERE m.state = 'playing'
		AND m.left_takebacks = 0 AND v.ply >= (SELECT count(*) FROM moves WHERE match_id = v.match) AND (c.due IS NULL OR c.state ->> 'Ply' <> v.ply)`); n > 0 {
		l.fault("%d votes wait for no bell", n)
	}
	if l.unkind || l.number(`SELECT count(*) FROM players WHERE id LIKE 'deleted%'`) > 0 {
		return // votes of people who left were dropped
	}
	const votesFor = `(SELECT count(*) FROM votes WHERE match = v.match AND ply = v.ply AND move = %s)`
	l.each(`SELECT v.match, v.ply, m.text, `+fmt.Sprintf(votesFor, "m.text")+`, max(`+fmt.Sprintf(votesFor, "v.move")+`),
		group_concat(v.move), max(c.state ->> 'Veto' = m.text AND c.state ->> 'VetoPly' = v.ply)
		FROM votes v JOIN subjects c ON c.kind = 'crowd' AND c.id = v.match JOIN moves m ON m.match_id = v.match AND m.ply = v.ply + 1 JOIN matches x ON x.id = v.match
		WHERE x.left_takebacks = 0 AND NOT (c.state ->> 'Veto' = v.move AND c.state ->> 'VetoPly' = v.ply) GROUP BY v.match, v.ply, m.text`, func(scan func(...any)) {
		var id int64
		var ply, votes, most int
		var played, all string
		var vetoed bool
		if scan(&id, &ply, &played, &votes, &most, &all, &vetoed); votes < most || vetoed {
			l.fault("turn %d of match %d plays %s, with %d votes of %s", ply, id, played, votes, all)
		}
	})
}
