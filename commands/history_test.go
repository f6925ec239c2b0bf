package commands_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/games"
	"nimatron/match"
	"nimatron/rating"
)

// past stores a finished match of p1's, a day later than the one before.
func (r *room) past(change func(*match.Match)) match.Match {
	r.Helper()
	r.now = r.now.Add(24 * time.Hour)
	m := match.Match{
		Channel: "lobby", Server: "home", Variant: "nim", Family: "nim", Start: "1", First: games.Left,
		Left: match.Player{ID: "p1", Name: "p1"}, Right: match.Player{ID: "p2", Name: "p2"},
		State: match.Finished, Result: match.Result{Winner: match.LeftSeat, Termination: match.Played}, Created: r.now,
		Moves: []match.Move{{Actor: games.Left, Text: "1-1", At: r.now}},
	}
	if change != nil {
		change(&m)
	}
	m, err := r.store.CreateMatch(r.Context(), m)
	if err != nil {
		r.Fatal(err)
	}
	return m
}

// rate gives somebody a rating that the result of a match has brought.
func (r *room) rate(m match.Match, player string, value, deviation, points float64) {
	r.Helper()
	var all []match.RatingChange
	for _, family := range []string{match.Overall, m.Family} {
		before := match.Rating{Family: family, Rating: rating.New()}
		after := match.Rating{
			Family: family, Rating: rating.Rating{Value: value, Deviation: deviation, Volatility: rating.StartVolatility},
			Games: 4, Wins: 3, Losses: 1, Streak: 3, Updated: r.now,
		}
		all = append(all, match.RatingChange{MatchID: m.ID, Player: player, Before: before, After: after, Points: points, At: r.now})
	}
	r.changes = append(r.changes, all...)
	err := r.store.ReplaceRatings(r.Context(), func(m match.Match) (of []match.RatingChange, _ error) {
		for _, c := range r.changes {
			if c.MatchID == m.ID {
				of = append(of, c)
			}
		}
		return of, nil
	})
	if err != nil {
		r.Fatal(err)
	}
}

// press does what a button of a private answer does, for the one who sees it.
func (r *room) press(by string, reply commands.Reply, label string) commands.Reply {
	r.Helper()
	for _, a := range reply.Card.Actions {
		if a.Label != label {
			continue
		}
		req := commands.Request{Command: a.Command, Options: a.Options, By: person(by), Channel: "lobby", Server: r.server}
		if id := a.Options["user"]; id != "" {
			req.People = map[string]commands.User{"user": {ID: id}}
		}
		reply := r.service.Do(r.Context(), req)
		if !reply.Private {
			r.Errorf("%s is answered in public", label)
		}
		return reply
	}
	r.Fatalf("there is no button %q: %+v", label, reply.Card.Actions)
	return commands.Reply{}
}

// buttons lists the labels of a reply's actions.
func buttons(reply commands.Reply) string {
	var labels []string
	if reply.Card != nil {
		for _, a := range reply.Card.Actions {
			labels = append(labels, a.Label)
		}
	}
	return strings.Join(labels, ", ")
}

func TestHistory(t *testing.T) {
	r := newRoom(t)
	r.refuses("p1", "/history", "@p1 has finished no match yet")
	r.refuses("p1", "/history user:p2", "@p2 has finished no match yet")
	r.past(nil)
	r.past(func(m *match.Match) { m.Winner, m.Termination = match.RightSeat, "resigned" })
	r.past(func(m *match.Match) { m.Winner, m.Termination = match.Nobody, "abandoned" })
	r.past(func(m *match.Match) {
		m.Left, m.Right, m.Winner = match.Player{ID: match.BotID, Name: "Nimatron"}, m.Left, match.RightSeat
		m.Variant, m.Family, m.Level = "end-nim/misere", "end-nim", "perfect"
	})
	rated := r.past(nil)
	r.rate(rated, "p1", 1662.4, 290, 1)
	r.rate(rated, "p2", 1337.6, 290, 0)
	reply := r.refuses("p1", "/history",
		"`1` Nim against @p2: **won**, 3 Jan 2026",
		"`2` Nim against @p2: **lost** (resigned), 4 Jan 2026",
		"`3` Nim against @p2: no winner (abandoned)",
		"`4` Misère End-Nim against Nimatron (perfect): **won**",
		"`5` Nim against @p2: **won**, rating 1500 to 1662, 7 Jan 2026")
	if got := buttons(reply); got != "" || !reply.Replace {
		t.Errorf("a history of one page has the buttons %q, Replace %v", got, reply.Replace)
	}
	if body := reply.Card.Body; strings.Index(body, "`5`") > strings.Index(body, "`1`") {
		t.Errorf("the newest match is not first:\n%s", body)
	}
	r.refuses("p3", "/history user:p2", "`1` Nim against @p1: **lost**", "rating 1500 to 1338")
	r.refuses("p1", "/history user:stranger", "don't know who `stranger` is")
	r.refuses("p1", "/history user:otherbot", "is a bot")
	r.refuses("p1", "/history user:nimatron", "`4` Misère End-Nim against @p1: **lost**")
	for _, bad := range []string{"x", "0", "-3", "99999999999999999999"} {
		r.refuses("p1", "/history before:"+bad, "number of a match")
	}
	if got := buttons(r.refuses("p1", "/history before:1", "No match of @p1 is older than match 1")); got != "Newest" {
		t.Errorf("before the first match the buttons are %q", got)
	}
}

func TestHistoryPages(t *testing.T) {
	r := newRoom(t)
	for range 20 {
		r.past(nil)
	}
	reply := r.refuses("p3", "/history user:p1", "`20`", "`13`")
	var seen []string
	for strings.Contains(buttons(reply), "Older") {
		reply = r.press("p3", reply, "Older")
		seen = append(seen, fmt.Sprintf("%d %s", strings.Count(reply.Card.Body, "against"), buttons(reply)))
	}
	if got := fmt.Sprint(seen); got != "[8 Newest, Older 4 Newest]" {
		t.Errorf("the older pages are %s", got)
	}
	r.hasWords("back to the newest", r.press("p3", reply, "Newest"), []string{"`20`", "@p1"})
}

func TestHelpIsTold(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim opponent:p2 position:1 2 first:me")
	r.expect("p2", "/accept")
	r.say("p1", "/hint")
	r.expect("p1", "2-1")
	r.expect("p2", "1-1")
	r.expect("p1", "1-1", "@p1 wins")
	r.refuses("p1", "/history", "**won**, with 1 hint")
	m, err := r.store.LastMatch(t.Context(), "lobby")
	if err != nil {
		t.Fatal(err)
	}
	r.rate(m, "p1", 1600, 300, 1)
	r.rate(m, "p2", 1400, 300, 0)
	r.refuses("p1", "/profile", "`1` Nim against @p2, then 1500, with 1 hint, 2 Jan 2026")
}

func TestProfile(t *testing.T) {
	r := newRoom(t)
	r.refuses("p1", "/profile", "@p1 has finished no match yet")
	r.refuses("p1", "/profile user:stranger", "don't know who `stranger` is")
	r.past(nil)
	r.past(func(m *match.Match) {
		m.Variant, m.Family = "pile-reverse-nim", "reverse-nim"
		at := m.Moves[0].At
		m.Moves = []match.Move{{Actor: games.Right, Text: "1", At: at}, {Actor: games.Left, Text: "-1", At: at}}
	})
	r.past(func(m *match.Match) { m.Winner, m.Termination = match.RightSeat, "resigned" })
	r.past(func(m *match.Match) { m.Winner, m.Termination = match.Nobody, "abandoned" })
	reply := r.refuses("p1", "/profile", "None yet", "rated:true", "Reverse Nim: 1 won, 0 lost",
		"Nim: 1 won, 1 lost, 1 without a winner", "In all: 2 won, 1 lost, 1 without a winner", "`- L W W`")
	if strings.Contains(text(reply), "Against you") {
		t.Error("a profile compares somebody with themselves")
	}
	m := r.past(func(m *match.Match) { m.Rated = true })
	r.rate(m, "p1", 1700, 80, 1)
	r.rate(m, "p2", 1300, 200, 0)
	r.refuses("p1", "/profile", "Overall: **1700** ± 80 in 4 rated results", "Nim: **1700** ± 80", "; 1 of them rated",
		"`5` Nim against @p2, then 1500, 7 Jan 2026")
	reply = r.refuses("p1", "/profile user:p2", "Overall: **1300** ± 200 ? in", "? means that it is not sure yet",
		"Against you: You have won 3 and lost 1, 1 without a winner")
	if got := text(r.press("p1", reply, "History")); !strings.Contains(got, "The matches of @p2") {
		t.Errorf("the button History leads to\n%s", got)
	}
	r.refuses("p3", "/profile user:p2", "not played each other")
}

func TestLeaderboard(t *testing.T) {
	r := newRoom(t)
	for _, line := range []string{"/leaderboard", "/leaderboard variant:end-nim scope:global"} {
		r.refuses("p1", line, "Nobody has a rating here yet", "rated:true")
	}
	for line, want := range map[string]string{
		"/leaderboard scope:server":                 "no server here",
		"/leaderboard scope:world":                  "choose `server`, `global`",
		"/leaderboard variant:chess":                "no variant `chess`",
		"/leaderboard page:0":                       "counted from 1",
		"/leaderboard page:x":                       "counted from 1",
		"/leaderboard page:2":                       "has 1 page",
		"/leaderboard page:9999999999999":           "counted from 1",
		"/leaderboard variant:split-nim/2 page:two": "counted from 1",
	} {
		r.refuses("p1", line, want)
	}

	// 12 are established, 6 are not; those with an even number have played at home.
	for i := 1; i <= 18; i++ {
		id, deviation := fmt.Sprintf("q%02d", i), 70.0
		if i > 12 {
			deviation = 200
		}
		m := r.past(func(m *match.Match) {
			m.Left = match.Player{ID: id, Name: id}
			if i%2 == 1 {
				m.Server = "away"
			}
		})
		r.rate(m, id, 2000-float64(i), deviation, 1)
	}
	reply := r.refuses("q11", "/leaderboard", "Leaderboard: Overall, everybody",
		"`1.` @q01 **1999** ± 70, 4 results, 75% won, 3 wins in a row", "`10.` @q10", "Page 1 of 2",
		"Not sure yet (1 more): @q13 **1987** ± 200 ?, 4 results", "@q17", "You: `11.` @q11")
	for _, absent := range []string{"@q12", "@q18"} {
		if strings.Contains(text(reply), absent) {
			t.Errorf("page 1 names %s:\n%s", absent, text(reply))
		}
	}
	if buttons(reply) != "Forward" {
		t.Errorf("page 1 has the buttons %s", buttons(reply))
	}
	reply = r.press("q18", reply, "Forward")
	r.hasWords("page 2", reply, []string{"`11.` @q11", "`12.` @q12", "Page 2 of 2", "You: @q18", "a few more rated results"})
	if buttons(reply) != "Back" || !reply.Replace {
		t.Errorf("page 2 has the buttons %s", buttons(reply))
	}
	r.refuses("p9", "/leaderboard page:3", "has 2 pages")
	r.refuses("p9", "/leaderboard variant:nim/misere", "Leaderboard: Nim, everybody", "`1.` @q01", "You have no rating here yet")
	r.refuses("p9", "/leaderboard variant:end-nim", "Nobody has a rating here yet")

	r.server = "home"
	home := r.refuses("q02", "/leaderboard", "players of this server", "`1.` @q02", "`6.` @q12", "You: `1.` @q02", "@q14")
	if strings.Contains(text(home), "@q01") {
		t.Errorf("who has never played here is listed:\n%s", text(home))
	}
	r.refuses("q02", "/leaderboard scope:GLOBAL", "everybody", "`1.` @q01", "You: `2.` @q02")
	r.refuses("q01", "/leaderboard scope:server", "You have no rating here yet")
}

func TestForgottenOpponents(t *testing.T) {
	r := newRoom(t)
	r.past(nil)
	if err := r.store.Forget(t.Context(), "p2", r.now); err != nil {
		t.Fatal(err)
	}
	r.refuses("p1", "/history", "Nim against a deleted player: **won**")
}
