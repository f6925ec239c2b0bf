//go:build unix

package bot

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"nimatron/internal/discordtest"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/solver"
)

// checkMoves looks that the moves of each channel, in all of its matches, are a history that
// people can have seen.
func (s *survivors) checkMoves(store match.Store, channels map[string]*discordtest.Channel) {
	matches := s.matchesIn(store, channels)
	slices.SortFunc(matches, func(a, b match.Match) int { return cmp.Compare(a.ID, b.ID) })
	histories := map[string][]madeMove{}
	moves := 0
	for _, m := range matches {
		if m.Start != playStart {
			continue
		}
		pile, _, _ := strings.Cut(playStart, " ")
		left, _ := strconv.Atoi(pile)
		for _, move := range m.Moves {
			taken, _ := strconv.Atoi(strings.TrimPrefix(move.Text, "L-"))
			left -= taken
			histories[m.Channel] = append(histories[m.Channel], madeMove{move.Text, strconv.Itoa(left)})
			moves++
		}
	}
	answered, refused := 0, 0
	for id := range channels {
		asked := map[string]askedMove{}
		for key, a := range s.asked {
			if text, ok := strings.CutPrefix(key, id+" "); ok {
				asked[text] = a
				if !a.to.IsZero() {
					answered++
				}
				if a.refused {
					refused++
				}
			}
		}
		for _, fault := range historyFaults(histories[id], asked) {
			s.Errorf("channel %s: %s", id, fault)
		}
	}
	s.Logf("%d moves were made, %d of them acknowledged by their own answer; %d were refused, and such were delivered again %d times",
		moves, answered, refused, s.again)
	if answered == 0 && !testlong.Race { // then some runs are too short for all that is played
		s.Error("nobody has moved")
	}
}

func (s *survivors) checkRatings(store match.Store) {
	var people []string
	for _, u := range s.srv.Users() {
		people = append(people, u.ID)
	}
	before, err := store.Ratings(s.Context(), people...)
	if err != nil {
		s.Fatal(err)
	}
	n, err := referee.New(store, &solver.Solver{}, referee.Options{}).RebuildRatings(s.Context(), nil)
	if err != nil {
		s.Fatal(err)
	}
	after, err := store.Ratings(s.Context(), people...)
	if err != nil || len(before) == 0 && !testlong.Race || fmt.Sprint(before) != fmt.Sprint(after) {
		s.Errorf("%v: rebuilt from %d matches, the ratings are %v; they were %v", err, n, after, before)
	}
}

func (s *survivors) checkBoards(store match.Store, channels map[string]*discordtest.Channel) {
	r := referee.New(store, &solver.Solver{}, referee.Options{})
	shown := map[string]string{}
	for _, ch := range channels {
		for _, m := range ch.Messages() {
			shown[m.ChannelID+"/"+m.ID] = m.Text()
		}
	}
	for _, m := range s.matchesIn(store, channels) {
		g, err := r.Game(s.Context(), m.ID)
		if err != nil {
			s.Fatal(err)
		}
		text, ok := shown[m.Message]
		if !ok {
			s.Errorf("match %d has no board: %q", m.ID, m.Message)
			continue
		}
		want := []string{fmt.Sprint("match ", m.ID)}
		if m.Finished() { // asked for anew, its board shows where it turned, not the last position
			want = append(want, map[bool]string{true: "wins", false: "without a winner"}[m.Winner != match.Nobody])
		} else {
			want = append(want, g.Play.Position().String(), "your turn")
		}
		for _, want := range want {
			if !strings.Contains(text, want) {
				s.Errorf("the board of match %d lacks %q: %s", m.ID, want, text)
			}
		}
	}
}

// What notices have in them.
const (
	reminderWords = "a quarter of your time is left"
	expiredWords  = "went unanswered and is closed"
	timeUpWords   = "time ran out at" // and that ended the match
	puzzleWords   = "Puzzle of the day · "
	followWords   = "the match that you follow is over" // and which
)

// checkNotices looks that each reminder, end by the clock and puzzle of a day was said once:
// a reminder names the match and the time, an end the match, a puzzle the day.
func (s *survivors) checkNotices(store match.Store, channels map[string]*discordtest.Channel) {
	said, expired := map[string]map[string]int{reminderWords: {}, timeUpWords: {}, puzzleWords: {}, followWords: {}}, 0
	fan := s.fan.Load()
	channels = maps.Clone(channels)
	channels["fan"] = s.srv.AddDM(fan)
	for _, ch := range channels {
		expired += len(messagesWith(ch, expiredWords))
		for words, texts := range said {
			for _, text := range messagesWith(ch, words) {
				texts[text]++
			}
		}
	}
	for _, texts := range said {
		for text, n := range texts {
			if n != 1 {
				s.Errorf("said %d times: %s", n, text)
			}
		}
	}
	reminders, ends := said[reminderWords], said[timeUpWords]
	unsaid, _, err := store.Backlog(s.Context(), match.DiscordFront) // what came while the last bots stopped
	if err != nil {
		s.Fatal(err)
	}
	clocks := 0
	for _, m := range s.matchesIn(store, channels) {
		if m.Termination != match.TimedOut || m.Channel != s.idle.Load().ID { // elsewhere answers say it too
			continue
		}
		clocks++
		n := 0
		for text := range ends {
			// The end of the first game of a pair is said with the beginning of the second, or,
			// where that comes late, with its end.
			names := fmt.Sprintf(`(?i)\bmatch %d\b`, m.ID)
			if strings.Contains(text, " was the first game") {
				names = fmt.Sprintf(`\bMatch %d was the first game`, m.ID)
			}
			if regexp.MustCompile(names).MatchString(text) {
				n++
			}
		}
		if n == 0 && unsaid > 0 {
			unsaid--
		} else if n != 1 {
			s.Errorf("that the time was over in match %d is said %d times: %q", m.ID, n, slices.Collect(maps.Keys(ends)))
		}
	}
	texts := slices.Collect(maps.Keys(reminders))
	for _, m := range s.matchesIn(store, channels) {
		if m.Finished() || !m.Reminded {
			continue
		}
		said := slices.ContainsFunc(texts, func(text string) bool {
			return strings.Contains(text, fmt.Sprintf("in match %d:", m.ID)) && strings.Contains(text, fmt.Sprintf("<t:%d:", m.Deadline.Unix()))
		})
		if !said && quickClock(s.began, "").Before(m.Deadline) {
			s.Errorf("nobody was reminded in match %d", m.ID)
		}
	}
	followed, err := store.FollowedBy(s.Context(), fan.ID)
	if err != nil {
		s.Fatal(err)
	}
	for _, id := range followed {
		if m, err := store.MatchByID(s.Context(), id); err != nil || m.Finished() {
			s.Errorf("nobody was told that match %d is over: %v", id, err)
		}
	}
	if !testlong.Race && (len(said[followWords]) == 0 || len(reminders) == 0 || expired == 0 || clocks == 0 || len(said[puzzleWords]) == 0 || s.again == 0) {
		s.Error("the test shows less than it should")
	}
	s.Logf("%d reminders were said, %d challenges expired, %d matches were ended by their clock, %d puzzles announced, %d ends told to who followed",
		len(reminders), expired, clocks, len(said[puzzleWords]), len(said[followWords]))
}
