package bot

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"nimatron/match"
	"nimatron/referee/season"
)

// Ratings and points are computed a second time here, from docs/ratings.md and Glickman's paper,
// without the bot's packages.

// gameOver is a finished match.
type gameOver struct {
	id, left, right, pair, ended, tournament int64
	winner, family, pace, level              string
	rated, uncounted, unplayed               bool
	leg                                      int
}

// strength is a rating at a time.
type strength struct {
	v, d, s                    float64
	at                         int64
	games, wins, losses, draws int
}

// idle returns the strength at a later time. Only the deviation grows without play.
func (r strength) idle(at int64) strength {
	halfDays := max(0, float64(at-r.at)/12/3600/1000)
	r.d = clampTo(math.Sqrt(r.d*r.d+halfDays*r.s*r.s*173.7178*173.7178), 45, 350)
	return r
}

func clampTo(x, low, high float64) float64 { return math.Max(low, math.Min(high, x)) }

// after returns the strength after a result against an opponent: Glickman's steps 2 to 8.
func (r strength) after(o strength, score float64) strength {
	mu, phi := (r.v-1500)/173.7178, r.d/173.7178
	g := 1 / math.Sqrt(1+3*math.Pow(o.d/173.7178/math.Pi, 2))
	e := 1 / (1 + math.Exp(-g*(mu-(o.v-1500)/173.7178)))
	v := 1 / (g * g * e * (1 - e))
	delta := v * g * (score - e)
	const tau = 0.5
	a := math.Log(r.s * r.s)
	f := func(x float64) float64 {
		return math.Exp(x)*(delta*delta-phi*phi-v-math.Exp(x))/2/math.Pow(phi*phi+v+math.Exp(x), 2) - (x-a)/tau/tau
	}
	low, high := a-20, a+20 // f decreases, so bisection finds its zero
	for range 100 {
		if middle := (low + high) / 2; f(middle) > 0 {
			low = middle
		} else {
			high = middle
		}
	}
	sigma := math.Exp(low / 2)
	phi = 1 / math.Sqrt(1/(phi*phi+sigma*sigma)+1/v)
	mu += phi * phi * g * (score - e)
	r.v, r.d, r.s = clampTo(1500+173.7178*mu, 0, 4000), clampTo(173.7178*phi, 45, 350), clampTo(sigma, 0.03, 0.12)
	return r
}

// ladderOf identifies a rating.
type ladderOf struct {
	player       int64
	family, pace string
}

// results returns the finished matches in the order of their ends.
func (l *ledger) results() (all []gameOver) {
	l.each(`SELECT id, left_player, right_player, coalesce(pair, 0), ended, tournament, winner, family, pace, level, rated, uncounted, leg,
		termination = 'time' AND NOT EXISTS (SELECT 1 FROM moves WHERE match_id = matches.id) FROM matches WHERE state = 'finished' ORDER BY end_number`, func(scan func(...any)) {
		var r gameOver
		scan(&r.id, &r.left, &r.right, &r.pair, &r.ended, &r.tournament, &r.winner, &r.family, &r.pace, &r.level, &r.rated, &r.uncounted, &r.leg, &r.unplayed)
		all = append(all, r)
	})
	return all
}

// counted is a rated pair that changed ratings.
type counted struct {
	gameOver         // the second game
	points   float64 // points of the left side
}

// checkRatings recomputes the ratings and returns the pairs that counted.
func (l *ledger) checkRatings() (pairs []counted) {
	l.players()
	ratings := map[ladderOf]strength{}
	first := map[int64]gameOver{}
	completed := map[[2]int64][]int64{}
	for _, m := range l.results() {
		if first[m.id] = m; !m.rated || m.leg != 2 || m.winner == "" {
			continue
		}
		one, other := l.person(m.left), l.person(m.right)
		key, bot := [2]int64{min(one, other), max(one, other)}, m.left == l.bot || m.right == l.bot
		since, most := m.ended-24*3600*1000, 5
		if bot {
			since, most = m.ended-m.ended%(24*3600*1000), 10
		}
		n := 0
		for _, at := range completed[key] {
			if at >= since {
				n++
			}
		}
		isRated := m.tournament == 0 || l.number(`SELECT rated FROM tournaments WHERE id = `+strconv.FormatInt(m.tournament, 10)) == 1
		draw := first[m.pair].winner == ""
		counts := isRated && !draw && n < most && !(m.unplayed && first[m.pair].unplayed)
		if !l.deleted[m.left] && !l.deleted[m.right] && isRated && !draw && m.uncounted == counts {
			l.fault("match %d: uncounted is %v, and the pair is number %d", m.id, m.uncounted, n+1)
		}
		counts = counts && !m.uncounted
		if m.tournament == 0 || !m.uncounted {
			completed[key] = append(completed[key], m.ended)
		}
		if !counts {
			continue
		}
		points := 0.0
		if m.winner == "left" {
			points += 0.5
		}
		if first[m.pair].winner == "right" { // the same player had the other seat
			points += 0.5
		}
		pairs = append(pairs, counted{m, points})
		for _, family := range []string{m.family, "overall"} {
			rating := func(player int64) strength {
				if r, ok := ratings[ladderOf{player, family, m.pace}]; ok {
					return r.idle(m.ended)
				}
				return strength{v: 1500, d: 350, s: 0.06}
			}
			left, right := rating(m.left), rating(m.right)
			l.rate(ratings, ladderOf{m.left, family, m.pace}, left, right, m, points)
			l.rate(ratings, ladderOf{m.right, family, m.pace}, right, left, m, 1-points)
		}
	}
	l.compareRatings(ratings)
	return pairs
}

// rate applies the result of a pair to a rating.
func (l *ledger) rate(ratings map[ladderOf]strength, of ladderOf, r, other strength, m gameOver, points float64) {
	level := map[string]float64{"casual": 1575, "strong": 1765}[m.level]
	after := r.after(other, points)
	switch {
	case of.player == l.bot || m.level != "" && level == 0:
		return
	case m.level != "": // the bot's results change its opponent by half
		after = r.after(strength{v: level, d: 45, s: 0.06}, points)
		after.v, after.d, after.s = (r.v+after.v)/2, (r.d+after.d)/2, (r.s+after.s)/2
	}
	after.games++
	switch points {
	case 1:
		after.wins++
	case 0:
		after.losses++
	default:
		after.draws++
	}
	after.at = m.ended
	ratings[of] = after
}

func (l *ledger) compareRatings(ratings map[ladderOf]strength) {
	l.each(`SELECT player, family, pace, value, deviation, volatility, games, wins, losses, draws FROM ratings`, func(scan func(...any)) {
		var of ladderOf
		var r strength
		scan(&of.player, &of.family, &of.pace, &r.v, &r.d, &r.s, &r.games, &r.wins, &r.losses, &r.draws)
		own := ratings[of]
		near := math.Abs(r.v-own.v) < 1e-3 && math.Abs(r.d-own.d) < 1e-3 && math.Abs(r.s-own.s) < 1e-6
		if !near || r.games != own.games || r.wins != own.wins || r.losses != own.losses || r.draws != own.draws {
			l.fault("the rating of player %d in %s, %s is %+v in place of %+v", of.player, of.family, of.pace, r, own)
		}
		delete(ratings, of)
	})
	for of, r := range ratings {
		if !l.deleted[of.player] {
			l.fault("the rating %+v of player %d in %s, %s is missing", r, of.player, of.family, of.pace)
		}
	}
}

// person returns a person's first player id, even if that player was deleted.
func (l *ledger) person(player int64) int64 {
	if first := l.former[player]; first != 0 {
		return first
	}
	return player
}

// players identifies the bot, deleted players, and people who came back after a deletion.
func (l *ledger) players() {
	l.former = map[int64]int64{}
	l.each(`SELECT player, (SELECT min(player) FROM former_players f WHERE f.hash = p.hash) FROM former_players p`, func(scan func(...any)) {
		var player, first int64
		scan(&player, &first)
		l.former[player] = first
	})
	l.deleted, l.ids = map[int64]bool{}, map[int64]string{}
	gone, _, _ := strings.Cut(match.DeletedPlayer(0).ID, ":")
	l.each(`SELECT key, id FROM players`, func(scan func(...any)) {
		var key int64
		var id string
		scan(&key, &id)
		if l.ids[key] = id; id == match.BotID {
			l.bot = key
		}
		l.deleted[key] = strings.HasPrefix(id, gone)
	})
}

// checkPairings checks that the results of pairings follow from their games, that nobody plays two
// at a time, and that places follow from points.
func (l *ledger) checkPairings() {
	points := map[[2]int64]float64{} // by tournament and player
	rows := map[[2]int64]int{}       // current winning streaks
	l.each(`SELECT g.tournament, t.format, g.round, g.first, coalesce(g.second, 0), g.first_won, g.second_won, g.is_over, g.forfeit, coalesce(g.match, 0), g.channel,
			(SELECT count(*) FROM matches m WHERE (m.id = g.match OR m.pair = g.match) AND m.state = 'finished' AND m.winner <> ''
				AND g.first = iif(m.winner = 'left', m.left_player, m.right_player)),
			(SELECT count(*) FROM matches m WHERE (m.id = g.match OR m.pair = g.match) AND m.state = 'finished' AND m.winner <> ''),
			(SELECT count(*) FROM matches m WHERE (m.id = g.match OR m.pair = g.match) AND m.termination = 'time' AND NOT EXISTS (SELECT 1 FROM moves WHERE match_id = m.id)) = 2
		FROM pairings g JOIN tournaments t ON t.id = g.tournament ORDER BY coalesce(g.ended, 9e18), g.round, g.board, g.game`, func(scan func(...any)) {
		var tournament, round, first, second, match int64
		var format, channel string
		var won [2]int
		var over, forfeit, unplayed bool
		var firstWon, decided int
		scan(&tournament, &format, &round, &first, &second, &won[0], &won[1], &over, &forfeit, &match, &channel, &firstWon, &decided, &unplayed)
		if unplayed {
			l.count("double forfeits", 1)
			firstWon, decided = 0, 0
		}
		isVoid := won == [2]int{} && l.forsaken(l.channel(channel)) // its channel was deleted
		if over && match != 0 && !isVoid && !(forfeit && l.closed[tournament]) && (won[0] != firstWon || won[1] != decided-firstWon || unplayed && !forfeit) {
			l.fault("tournament %d: a meeting of round %d stands %v, and its games say %d–%d", tournament, round, won, firstWon, decided-firstWon)
		}
		if !over {
			return
		}
		for side, who := range []int64{first, second} {
			key := [2]int64{tournament, who}
			switch points[key] += float64(won[side]); {
			case second == 0 && side == 0:
				points[key] += 1.5
			case won[side] > won[1-side]:
				if rows[key]++; format == "arena" && rows[key] >= 3 {
					points[key]++
				}
			default:
				rows[key] = 0
			}
		}
	})
	l.each(`SELECT a.tournament, a.player, b.player FROM entrants a JOIN entrants b ON b.tournament = a.tournament AND a.place > 0 AND b.place > a.place
		JOIN tournaments t ON t.id = a.tournament WHERE t.format = 'arena' OR t.format = 'swiss' AND a.joined = 1 AND b.joined = 1`, func(scan func(...any)) {
		var tournament, a, b int64
		scan(&tournament, &a, &b)
		if points[[2]int64{tournament, a}] < points[[2]int64{tournament, b}] {
			l.fault("tournament %d: player %d stands before %d, with %v against %v points", tournament, a, b, points[[2]int64{tournament, a}], points[[2]int64{tournament, b}])
		}
	})
	l.each(`SELECT e.tournament, e.player, count(*) FROM pairings g JOIN entrants e ON e.tournament = g.tournament AND e.player IN (g.first, g.second)
		JOIN tournaments t ON t.id = g.tournament WHERE g.is_over = 0 AND t.format <> 'simul' GROUP BY 1, 2 HAVING count(*) > 1`, func(scan func(...any)) {
		var tournament, player, n int64
		scan(&tournament, &player, &n)
		l.fault("tournament %d: player %d has %d meetings at a time", tournament, player, n)
	})
}

// checkTournaments checks that no tournament is stuck and that players of completed ones have
// places.
func (l *ledger) checkTournaments() {
	before := time.Now().Add(-settled).UnixMilli()
	l.each(fmt.Sprintf(`SELECT id, 'has not begun' FROM tournaments WHERE state = 'open' AND starts < %[1]d UNION ALL
		SELECT t.id, 'has no place for a meeting of round ' || g.round FROM tournaments t JOIN pairings g ON g.tournament = t.id
		WHERE t.state = 'running' AND t.stuck IS NULL AND g.is_over = 0 AND g.channel = '' AND t.started < %[1]d
			AND NOT EXISTS (SELECT 1 FROM pairings o WHERE o.tournament = t.id AND o.is_over = 1 AND o.ended >= %[1]d)`, before), func(scan func(...any)) {
		var id int64
		var what string
		scan(&id, &what)
		l.fault("tournament %d %s", id, what)
	})
	came, rank, missed := map[int64]int{}, map[int64]float64{}, map[int64]int{}
	l.each(`SELECT e.tournament, e.player, e.place, t.format,
			EXISTS (SELECT 1 FROM pairings g WHERE g.tournament = t.id AND e.player IN (g.first, g.second) AND g.second IS NOT NULL AND g.forfeit = 0),
			(SELECT coalesce(max(round), 0) FROM pairings g WHERE g.tournament = t.id AND e.player IN (g.first, g.second))
			- 0.5 * EXISTS (SELECT 1 FROM pairings g WHERE g.tournament = t.id AND g.is_over = 1 AND g.second IS NOT NULL
				AND (g.first = e.player AND g.first_won < g.second_won OR g.second = e.player AND g.second_won < g.first_won
					OR g.game = 3 AND g.forfeit = 0 AND g.first_won = g.second_won AND (e.player = g.second) = (SELECT (g.first_found * g.second_chances, o.rating) >= (g.second_found * g.first_chances, p.rating)
						FROM entrants o, entrants p WHERE o.tournament = t.id AND p.tournament = t.id AND o.player = g.first AND p.player = g.second)))
		FROM entrants e JOIN tournaments t ON t.id = e.tournament WHERE t.state = 'over' AND t.format <> 'simul' ORDER BY e.tournament, e.place`, func(scan func(...any)) {
		var tournament, player, place int64
		var format string
		var played bool
		var reached float64
		scan(&tournament, &player, &place, &format, &played, &reached)
		switch {
		case place > 0 && (!played || l.closed[tournament]):
			l.fault("tournament %d: player %d has place %d, and has not played it to its end", tournament, player, place)
		case place == 0 && played && !l.deleted[player] && !l.closed[tournament]:
			missed[tournament]++
		case place > 0 && format == "knockout":
			if before, ok := rank[tournament]; ok && before < reached {
				l.fault("tournament %d: player %d has place %d, and has come further than who has a better one", tournament, player, place)
			}
			rank[tournament] = reached
		}
		if played {
			came[tournament]++
		}
	})
	for id, n := range came {
		l.count("tournaments played", 1)
		if n >= 4 && missed[id] > 0 {
			l.fault("tournament %d: %d of %d who have played have no place", id, missed[id], n)
		}
	}
}

// checkSeason recounts the points of the month.
func (l *ledger) checkSeason(pairs []counted) {
	own := map[int64]season.Points{}
	from, days := map[[2]int64]int{}, map[[2]int64]bool{}
	for _, p := range pairs {
		for side, who := range []int64{p.left, p.right} {
			other, points := []int64{p.right, p.left}[side], []float64{p.points, 1 - p.points}[side]
			sum := own[who]
			switch {
			case other == l.bot && points == 1 && p.level == "strong" && !days[[2]int64{who, p.ended / 86400000}]:
				days[[2]int64{who, p.ended / 86400000}] = true
				sum.Bot++
			case other != l.bot && who != l.bot && points > 0:
				pair := [2]int64{l.person(who), l.person(other)}
				n := min(map[float64]int{1: 3, 0.5: 1}[points], 12-from[pair])
				from[pair] += n
				sum.People += n
			}
			own[who] = sum
		}
	}
	l.each(`SELECT player, tries FROM puzzles WHERE kind = 'daily' AND solved IS NOT NULL AND puzzle = date(solved / 1000, 'unixepoch')`, func(scan func(...any)) {
		var player, tries int64
		scan(&player, &tries)
		sum := own[player]
		sum.Puzzles += map[bool]int{true: 2, false: 1}[tries == 1]
		own[player] = sum
	})
	l.each(`SELECT player, place FROM entrants e JOIN tournaments t ON t.id = e.tournament AND t.rated = 1 WHERE place BETWEEN 1 AND 3`, func(scan func(...any)) {
		var player, place int64
		scan(&player, &place)
		sum := own[player]
		sum.Tournaments = min(12, sum.Tournaments+[]int{0, 6, 4, 2}[place])
		own[player] = sum
	})
	table, err := l.store.SeasonTable(context.Background(), season.Of(time.Now()), "", 1000)
	if err != nil {
		l.err = err
		return
	}
	for key, sum := range own {
		i := slices.IndexFunc(table.Rows, func(row season.Standing) bool { return row.Player.ID == l.ids[key] })
		if sum != (season.Points{}) && !l.deleted[key] && (i < 0 || table.Rows[i].Points != sum) {
			l.fault("player %s has %+v in the season, and %+v stands in %+v", l.ids[key], sum, i, table.Rows)
		}
	}
}
