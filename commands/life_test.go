package commands_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/match"
	"nimatron/referee"
)

func TestClaim(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim opponent:p2 position:3 4 first:me time:2h")
	r.expect("p2", "/accept")
	r.refuses("p2", "/claim")
	r.refuses("p1", "/claim")
	r.refuses("p3", "/claim")

	// One reminder, when a quarter is left.
	r.now = r.now.Add(89 * time.Minute)
	r.sweeps(0)
	r.now = r.now.Add(time.Minute)
	r.sweeps(1)
	r.sweeps(0)

	// A move sets the clock anew, for the other player.
	r.expect("p1", "2-1")
	r.now = r.now.Add(2*time.Hour - time.Second)
	r.sweeps(1)
	r.now = r.now.Add(time.Second)
	r.expect("p1", "/claim")
	r.refuses("p1", "/claim")
}

func TestAbandoned(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim position:3 4 first:me level:perfect")
	r.now = r.now.Add(referee.AbandonAfter - time.Second)
	r.sweeps(0)
	r.now = r.now.Add(time.Second)
	r.sweeps(1)
	r.sweeps(0)
	r.expect("p1", "/board")
	r.expect("p1", "/challenge variant:nim position:3 4 first:me level:perfect")
}

func TestTakebackFromTheBot(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim position:3 4 5 first:opponent level:perfect")
	r.refuses("p1", "/takeback")
	before := r.expect("p1", "/board").Card.Footer
	r.expect("p1", "1-1")
	r.refuses("p2", "/takeback")
	reply := r.expect("p1", "/takeback")
	if reply.Card.Footer != before {
		t.Errorf("the position is %s, was %s", reply.Card.Footer, before)
	}
	r.refuses("p1", "/takeback")
	r.expect("p1", "2-2")
}

func TestTakebackByConsent(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim opponent:p2 position:3 4 5 first:me")
	r.expect("p2", "/accept")
	r.refuses("p1", "/takeback")
	r.expect("p1", "1-1")
	r.expect("p1", "/takeback")
	r.refuses("p1", "/takeback")
	// A move declines.
	r.expect("p2", "1-1")
	if board := text(r.expect("p1", "/board")); strings.Contains(board, "asks to take") {
		t.Errorf("the offer outlives a move: %s", board)
	}
	r.expect("p2", "/takeback")
	r.expect("p1", "/takeback")
	r.expect("p2", "3-5")
}

func TestCancelBeforeTheFirstMove(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim position:3 4 first:opponent level:perfect")
	r.refuses("p2", "/cancel")
	r.expect("p1", "/cancel")
	r.refuses("p1", "/cancel")
	r.expect("p1", "/challenge variant:nim position:3 4 first:me level:perfect")
	r.expect("p1", "1-1")
	r.refuses("p1", "/cancel")
}

func TestRematch(t *testing.T) {
	r := newRoom(t)
	r.refuses("p1", "/rematch")
	r.expect("p1", "/challenge variant:nim position:1 2 first:me level:casual")
	r.refuses("p1", "/rematch")
	r.refuses("p1", "/resign")
	r.refuses("p2", "/resign")
	r.expect("p1", "/resign sure:true")
	r.refuses("p2", "/rematch")
	r.expect("p1", "/rematch")
	r.expect("p1", "/resign sure:true")

	r.expect("p1", "/challenge variant:partizan-end-nim opponent:p2 position:2 4 1 side:right first:me time:1h")
	r.expect("p2", "/accept")
	r.expect("p1", "/resign sure:true")
	r.expect("p2", "/rematch")
	r.expect("p1", "/accept")
}

func TestBadTimes(t *testing.T) {
	r := newRoom(t)
	for _, bad := range []string{"10", "m", "0m", "15d", "-5m", "1w", "99999999h", "1.5h", "10m 5", "\x00m"} {
		r.refuses("p1", "/challenge variant:nim opponent:p2 time:"+bad)
	}
	r.refuses("p1", "/challenge variant:nim time:10m")
}

// TestRatedPair plays both games of a pair and looks at what came of it.
func TestRatedPair(t *testing.T) {
	r := newRoom(t)
	r.refuses("p1", "/challenge variant:nim opponent:p2 rated:true position:1 2")
	r.refuses("p1", "/challenge variant:nim rated:true level:perfect")
	for pair := range referee.PairsADay + 1 {
		r.expect("p1", "/challenge variant:nim opponent:p2 rated:true first:me")
		first := r.expect("p2", "/accept")
		r.refuses("p1", "/hint")
		r.refuses("p1", "/takeback")
		start := positionOn(first.Card)
		second := r.expect("p2", "/resign sure:true")
		if positionOn(second.Card) != start {
			t.Fatalf("the second game starts from %s, the first did from %s", positionOn(second.Card), start)
		}
		if pair < referee.PairsADay {
			r.expect("p2", "/resign sure:true")
		} else {
			r.expect("p2", "/resign sure:true")
		}
	}
	ratings, err := r.store.Ratings(t.Context(), "p1", "p2")
	if err != nil {
		t.Fatal(err)
	}
	for _, family := range []string{"nim", match.Overall} {
		in := match.Ladder{Family: family, Pace: match.Long}
		p1, p2 := ratings["p1"][in], ratings["p2"][in]
		if p1.Games != referee.PairsADay || p1.Wins != p1.Games || p1.Streak != p1.Games || p2.Losses != p2.Games || p2.Streak != -p2.Games {
			t.Errorf("%s: %+v and %+v", family, p1, p2)
		}
		if p1.Value < 1600 || p2.Value > 1400 || p1.Deviation >= 350 {
			t.Errorf("%s: %+v and %+v", family, p1, p2)
		}
	}
}

// TestEvenPair gives each player a game: between equals that changes no rating.
func TestEvenPair(t *testing.T) {
	r := newRoom(t)
	r.expect("p1", "/challenge variant:nim opponent:p2 rated:true")
	r.expect("p2", "/accept")
	r.expect("p2", "/resign sure:true")
	r.expect("p1", "/resign sure:true")
}

// TestRatedAgainstTheBot plays a pair from one start, and finds both games counted once.
func TestRatedAgainstTheBot(t *testing.T) {
	r := newRoom(t)
	for _, refused := range []struct{ options, want string }{
		{"level:strong position:1 2", "random position"}, {"level:strong first:me", "leave `first:` out"}, {"level:strong time:4d", "at most 3 days"}, {"level:perfect", "not rated"},
	} {
		r.refuses("p1", "/challenge variant:nim rated:true "+refused.options, refused.want)
	}
	first := r.expect("p1", "/challenge variant:nim rated:true level:strong", "game 1 of 2", "1 day a turn")
	r.refuses("p1", "/takeback", "rated")
	r.refuses("p1", "/hint", "rated")
	second := r.expect("p1", "/resign sure:true", "first game of the pair", "game 2 of 2")
	if got, want := startOf(r, second), startOf(r, first); got != want {
		t.Errorf("the second game starts from %s, the first did from %s", got, want)
	}
	r.expect("p1", "/resign sure:true", "Pair: Nimatron 2–0 @p1", "@p1's rating: 1")
	ratings, err := r.store.Ratings(t.Context(), "p1")
	if err != nil {
		t.Fatal(err)
	}
	in := match.Ladder{Family: "nim", Pace: match.Long}
	if got := ratings["p1"][in]; got.Games != 1 || got.Losses != 1 || got.Value >= 1500 {
		t.Errorf("%+v", got)
	}
	// A casual match changes nothing.
	r.expect("p1", "/challenge variant:nim level:strong position:1 first:me")
	r.expect("p1", "1-1", "@p1 wins")
	after, err := r.store.Ratings(t.Context(), "p1")
	if err != nil || after["p1"][in] != ratings["p1"][in] {
		t.Errorf("%+v, %v", after, err)
	}
}

// startOf is the start of the match that a reply shows.
func startOf(r *room, reply view.Reply) string {
	r.Helper()
	m, err := r.store.MatchByID(r.Context(), reply.Show.ID)
	if err != nil {
		r.Fatal(err)
	}
	return m.Start
}

// TestHonour beats the perfect level from a generated start, where it is won, and
// without help, and counts the decisions that could have lost.
func TestHonour(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.refuses("p1", "/honour", "Nobody is here yet", "at least 3 decisions")
	r.expect("p1", "/challenge variant:nim position:1 2 first:me level:perfect") // a start of one's own
	r.expect("p1", "2-1")
	r.expect("p1", "1-1", "@p1 wins")
	honoured := map[int64]int{}
	for range 60 {
		r.seed++
		r.expect("p1", "/challenge variant:nim first:me level:perfect")
		m, critical := r.beatTheBot("p1", "")
		if m.Winner != match.LeftSeat {
			continue
		}
		if m.Critical != critical {
			t.Errorf("match %d from %s had %d critical decisions, stored are %d", m.ID, m.Start, critical, m.Critical)
		}
		if critical >= match.HonourDecisions {
			honoured[m.ID] = critical
		}
		// The same with help is worth nothing.
		for _, help := range []string{"/hint", "/takeback"} {
			r.expect("p1", "/challenge variant:nim first:me level:perfect")
			if helped, _ := r.beatTheBot("p1", help); helped.Critical != 0 || helped.Start != m.Start {
				t.Errorf("with %s match %d is for the wall: %d", help, helped.ID, helped.Critical)
			}
		}
	}
	if len(honoured) < 2 {
		t.Fatalf("%d wins were hard enough: the test shows less than it should", len(honoured))
	}
	wall := text(r.refuses("p2", "/honour"))
	if got := strings.Count(wall, "going first"); got != min(len(honoured), 15) {
		t.Errorf("the wall has %d wins, want %d:\n%s", got, len(honoured), wall)
	}
	newest := slices.Max(slices.Collect(maps.Keys(honoured)))
	if want := fmt.Sprintf("with %d decisions that could have lost (match %d)", honoured[newest], newest); !strings.Contains(wall, want) {
		t.Errorf("the wall lacks %q:\n%s", want, wall)
	}
	m, err := r.store.MatchByID(t.Context(), newest)
	if err != nil || r.Failed() {
		t.Fatal(err)
	}
	r.expect("p1", "/challenge variant:nim first:me level:perfect position:"+m.Start)
	if again, _ := r.beatTheBot("p1", ""); again.Winner != match.LeftSeat || again.Critical != 0 {
		t.Errorf("from a start of one's own: %+v", again)
	}
}

// beatTheBot plays the match in the lobby to its end, the winning move where there is
// one, after asking for help if that is wanted. It counts the decisions with a winning
// and a losing option.
func (r *room) beatTheBot(by, help string) (end match.Match, critical int) {
	r.Helper()
	ctx, s := r.Context(), r.referee.Solver()
	for n := 0; ; n++ {
		g, err := r.referee.Latest(ctx, "lobby")
		if err != nil {
			r.Fatal(err)
		}
		if g.Finished() {
			return g.Match, critical
		}
		if help != "" && n == 1 {
			r.say(by, help)
			help = ""
			continue
		}
		v, p := g.Play.Variant(), g.Play.Position()
		winning, _, err := s.Winning(ctx, v, p, 1000)
		if err != nil {
			r.Fatal(err)
		}
		options := 0
		for range p.Options() {
			options++
		}
		move := example(r.T, v, p.String())
		if len(winning) > 0 {
			move = winning[0].String()
			if len(winning) < options {
				critical++
			}
		}
		r.expect(by, move)
	}
}
