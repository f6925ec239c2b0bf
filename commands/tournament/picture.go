package tournament

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"nimatron/commands/view"
	"nimatron/internal/words"
	"nimatron/picture"
	"nimatron/picture/chart"
	"nimatron/picture/drawing"
	"nimatron/picture/typeface"
	"nimatron/referee/tournament"
)

// TournamentPicture is the bracket or the table of a tournament, nil before the first round. The row of
// one player is marked, "" for nobody.
func TournamentPicture(t *tournament.Tournament, own string, style picture.Style) *view.Picture {
	if t.Round == 0 {
		return nil
	}
	if t.Format.Kind().Eliminates {
		b := bracketOf(t, own)
		return view.NewPicture("bracket", b.Words(), func(context.Context) (*drawing.Drawing, error) { return b.Draw(style) })
	}
	s := standingsOf(t, own)
	return view.NewPicture("standings", s.Words(), func(context.Context) (*drawing.Drawing, error) { return s.Draw(style) })
}

func pictureTitle(t *tournament.Tournament) string {
	name := formatName(t)
	if t.Length > 0 { // it ends with the tournament
		name = t.Format.Kind().Name
	}
	if t.Closed() {
		name += ", over"
	}
	return written(t.Name, "Tournament") + " · " + name
}

// written drops letters that pictures lack. If none remain it returns other.
func written(text, other string) string {
	text = strings.Map(func(r rune) rune {
		if !typeface.Has(string(r)) || r == '`' {
			return -1
		}
		return r
	}, words.Visible(text))
	if text = strings.Join(strings.Fields(text), " "); text == "" {
		return other
	}
	return words.Cut(text, view.MaxCourseName)
}

func entrantName(t *tournament.Tournament, id string) string {
	i := slices.IndexFunc(t.Entrants, func(e tournament.Entrant) bool { return e.ID == id })
	switch {
	case i < 0:
		return ""
	case t.Entrants[i].Deleted():
		return "a deleted player"
	}
	return written(t.Entrants[i].Name, fmt.Sprintf("player %d", i+1))
}

func standingsOf(t *tournament.Tournament, own string) chart.Standings {
	table := tournament.Table(t)
	s := chart.Standings{Title: pictureTitle(t), Buchholz: t.Format.Kind().Rounds > 0, More: max(0, len(table)-chart.MaxRows)}
	marks := marksOf(t)
	for _, row := range table[:min(chart.MaxRows, len(table))] {
		s.Rows = append(s.Rows, chart.Standing{
			Place: row.Place, Name: entrantName(t, row.ID), Points: points(row.Points), Buchholz: points(row.Buchholz),
			Out: row.Gone(), Own: own != "" && row.ID == own, Marks: marks[row.ID],
		})
	}
	return s
}

func standingsText(t *tournament.Tournament) string {
	s := standingsOf(t, "")
	wide := 0
	for _, row := range s.Rows {
		wide = max(wide, utf8.RuneCountInString(row.Name))
	}
	var lines []string
	for _, row := range s.Rows[:min(shownPlayers, len(s.Rows))] {
		line := fmt.Sprintf("%2d. %-*s %5s", row.Place, wide, row.Name, row.Points)
		if s.Buchholz {
			line += fmt.Sprintf(" %5s", row.Buchholz)
		}
		line += "  "
		for _, m := range row.Marks {
			line += string([]rune(" +=-b.")[m])
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	if more := len(s.Rows) - len(lines) + s.More; more > 0 { // with those missing from s.Rows
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	return strings.Join(append(lines, "+ won, = drawn, - lost, b bye, . playing"), "\n")
}

func marksOf(t *tournament.Tournament) map[string][]chart.Mark {
	marks := map[string][]chart.Mark{}
	add := func(id string, round int, m chart.Mark) {
		for t.Length == 0 && len(marks[id]) < round-1 {
			marks[id] = append(marks[id], chart.NoMark) // not joined yet
		}
		marks[id] = append(marks[id], m)
	}
	for _, m := range t.Pairings {
		switch {
		case m.Bye():
			add(m.First, m.Round, chart.Bye)
			continue
		case !m.Over:
			add(m.First, m.Round, chart.Playing)
			add(m.Second, m.Round, chart.Playing)
			continue
		}
		for i, id := range []string{m.First, m.Second} {
			mark := chart.Drawn
			if m.Won[i] > m.Won[1-i] {
				mark = chart.Won
			} else if m.Won[i] < m.Won[1-i] || m.Forfeit && m.Won[i] == 0 {
				mark = chart.Lost
			}
			add(id, m.Round, mark)
		}
	}
	longest := 0
	for id, list := range marks {
		marks[id] = list[max(0, len(list)-chart.MaxMarks):]
		longest = max(longest, len(marks[id]))
	}
	for id, list := range marks { // a column is a round
		for t.Length == 0 && len(list) < longest {
			list = append(list, chart.NoMark)
		}
		marks[id] = list
	}
	return marks
}

// bracketOf makes a chart of a knockout. It begins with the first round that fits, or has only the last
// round.
func bracketOf(t *tournament.Tournament, own string) chart.Bracket {
	rounds := pairedRounds(t, own)
	first := 0
	for first < len(rounds)-1 && len(rounds[first]) > chart.MaxBracket {
		first++
	}
	b := chart.Bracket{Title: pictureTitle(t)}
	if n := len(rounds[first]); n > chart.MaxBracket {
		b.More = max(0, n-chart.MaxPaired)
		rounds[first] = rounds[first][:n-b.More]
	} else if !t.Closed() {
		rounds = toFinal(rounds)
	}
	for i, meetings := range rounds[first:] {
		name := fmt.Sprintf("Round %d", first+i+1)
		if left := len(rounds) - first - i; len(meetings) == 1<<(left-1) && left <= 4 {
			name = [...]string{"Final", "Semi-finals", "Quarter-finals", "Last 16"}[left-1]
		}
		b.Rounds = append(b.Rounds, chart.BracketRound{Name: name, Meetings: meetings})
	}
	return b
}

// pairedRounds returns the meetings of the rounds that are paired.
func pairedRounds(t *tournament.Tournament, own string) [][]chart.BracketMeeting {
	rounds := make([][]chart.BracketMeeting, t.Round)
	players := make([][][2]string, t.Round)
	for _, m := range t.Pairings {
		round := m.Round - 1
		if m.Game == 1 {
			players[round] = append(players[round], [2]string{m.First, m.Second})
			rounds[round] = append(rounds[round], chart.BracketMeeting{
				Names: [2]string{entrantName(t, m.First), entrantName(t, m.Second)}, Winner: -1, Bye: m.Bye(),
				Own: [2]bool{own != "" && m.First == own, own != "" && m.Second == own},
			})
		}
		at := slices.IndexFunc(players[round], func(p [2]string) bool { return slices.Contains(p[:], m.First) })
		if at >= 0 {
			addGame(&rounds[round][at], players[round][at], t, &m)
		}
	}
	for r := 1; r < len(rounds); r++ {
		for i := range rounds[r] {
			rounds[r][i].From = cameFrom(rounds[r-1], players[r-1], players[r][i])
		}
	}
	return rounds
}

// addGame adds the result of a game to the meeting of its players.
func addGame(b *chart.BracketMeeting, players [2]string, t *tournament.Tournament, m *tournament.Pairing) {
	winner := t.Winner(m)
	for i, id := range players {
		won := m.Won[0]
		if id != m.First {
			won = m.Won[1]
		}
		if !m.Bye() && m.Over {
			b.Scores[i] = append(b.Scores[i], won)
		}
		if winner >= 0 && id == [2]string{m.First, m.Second}[winner] {
			b.Winner = i
		}
	}
}

// cameFrom returns the meetings of the round before that two players won. It marks them as winners there:
// the winner of the games may have left.
func cameFrom(before []chart.BracketMeeting, players [][2]string, two [2]string) (from []int) {
	for i, pair := range players {
		for side, id := range pair {
			if id != "" && slices.Contains(two[:], id) {
				before[i].Winner, from = side, append(from, i)
			}
		}
	}
	return from
}

// toFinal adds the rounds to come, without names.
func toFinal(rounds [][]chart.BracketMeeting) [][]chart.BracketMeeting {
	for n := len(rounds[len(rounds)-1]); n > 1; n = (n + 1) / 2 {
		next := make([]chart.BracketMeeting, (n+1)/2)
		for i := range next {
			next[i].Winner, next[i].From = -1, []int{2 * i}
			if 2*i+1 < n {
				next[i].From = append(next[i].From, 2*i+1)
			}
		}
		rounds = append(rounds, next)
	}
	return rounds
}
