package match_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"nimatron/games"
	"nimatron/match"
	"nimatron/match/rating"
)

var (
	ann = match.Player{ID: "ann", Name: "Ann"}
	bob = match.Player{ID: "bob", Name: "Bob"}
	now = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
)

// TestSpellings pins the spellings in databases and files.
func TestSpellings(t *testing.T) {
	for code, seat := range map[string]match.Seat{"": match.Nobody, "left": match.Seated(games.Left), "right": match.Seated(games.Right)} {
		if got, err := match.ParseSeat(code); got != seat || err != nil || seat.Code() != code {
			t.Errorf("%q is read as %v, %v, and written %q", code, got, err, seat.Code())
		}
		side, ok := seat.Side()
		if got, err := match.ParseSide(code); ok != (err == nil) || ok && got != side {
			t.Errorf("%q is read as the side %v, %v", code, got, err)
		}
	}
	if match.Nobody.String() != "nobody" {
		t.Errorf("nobody is %q in words", match.Nobody)
	}
	for _, bad := range []string{"Left", "both"} {
		if s, err := match.ParseSeat(bad); err == nil || !strings.Contains(err.Error(), "`"+bad+"`") {
			t.Errorf("%q is read as %v, %v", bad, s, err)
		}
		if s, err := match.ParseSide(bad); err == nil {
			t.Errorf("%q is read as the side %v", bad, s)
		}
	}
	for got, want := range map[string]string{
		string(match.Playing): "playing", string(match.Finished): "finished",
		string(match.Played): "played", string(match.Resigned): "resigned", string(match.TimedOut): "time",
		string(match.Cancelled): "cancelled", string(match.Abandoned): "abandoned",
		string(match.Casual): "casual", string(match.Strong): "strong", string(match.Perfect): "perfect",
		string(match.ChallengeOpen): "open", string(match.ChallengeAccepted): "accepted", string(match.ChallengeDeclined): "declined",
		string(match.ChallengeExpired): "expired", string(match.FirstMe): "me", string(match.FirstOpponent): "opponent",
		string(match.FirstRandom): "random", string(match.FirstChoose): "choose", match.Overall: "overall",
	} {
		if got != want {
			t.Errorf("%q is written %q", want, got)
		}
	}
	if match.TimedOut.String() != "out of time" || match.Resigned.String() != "resigned" {
		t.Errorf("in words: %s, %s", match.TimedOut, match.Resigned)
	}
}

func TestLevels(t *testing.T) {
	for text, want := range map[string]match.Level{"easy": match.Easy, " casual ": match.Casual, "Strong": match.Strong, "PERFECT": match.Perfect} {
		if got, err := match.ParseLevel(text); got != want || err != nil {
			t.Errorf("%q is read as %q, %v", text, got, err)
		}
	}
	for _, bad := range []string{"", "expert"} {
		if got, err := match.ParseLevel(bad); err == nil || !strings.Contains(err.Error(), "easy, casual, strong or perfect") {
			t.Errorf("%q is read as %q, %v", bad, got, err)
		}
	}
	for level, rate := range map[match.Level]float64{match.Easy: 1, match.Casual: 0.35, match.Strong: 0.1, match.Perfect: 0} {
		if got, known := level.ErrorRate(); got != rate || !known {
			t.Errorf("%s errs with %v, %v", level, got, known)
		}
	}
	if _, known := match.Level("brilliant").ErrorRate(); known {
		t.Error("an imported level is known")
	}
	for level, rated := range map[match.Level]bool{match.Casual: true, match.Strong: true, match.Perfect: false, match.NoLevel: false, match.Easy: false} {
		if r, ok := level.Rating(); ok != rated || rated && (r.Value < 1500 || r.Deviation != rating.MinDeviation) {
			t.Errorf("%q is rated %+v, %v", level, r, ok)
		}
	}
}

func TestWhoSitsWhereAndWhoWon(t *testing.T) {
	var m match.Match
	m.SetPlayers(games.Right, ann, bob)
	if m.Sides[games.Left].Player != bob || m.Player(games.Right) != ann || m.AgainstBot() {
		t.Fatalf("%+v", m)
	}
	if side, ok := m.SeatOf("ann"); side != games.Right || !ok {
		t.Errorf("Ann sits %v, %v", side, ok)
	}
	if _, ok := m.SeatOf("eve"); ok {
		t.Error("Eve sits somewhere")
	}
	for _, r := range []match.Result{{}, {Termination: match.Abandoned}} {
		m.Result = r
		_, won := m.Victor()
		if _, lost := m.Loser(); won || lost || m.OutcomeOf(games.Left) != match.NoWinner || m.Points(games.Left) != 0 {
			t.Errorf("%+v has a winner", r)
		}
	}
	m.End(match.Result{Winner: match.RightSeat, Termination: match.Played})
	victor, _ := m.Victor()
	loser, _ := m.Loser()
	if victor != ann || loser != bob || !m.Finished() || m.OutcomeOf(games.Right) != match.Won || m.OutcomeOf(games.Left) != match.Lost ||
		m.Points(games.Right) != 1 || m.Points(games.Left) != 0 {
		t.Errorf("%v has beaten %v: %+v", victor, loser, m)
	}

	m.SetPlayers(games.Left, match.Bot, ann)
	if !m.AgainstBot() || m.Human() != games.Right {
		t.Errorf("the person sits %v", m.Human())
	}
	m.Moves = []match.Move{{Actor: games.Left}, {Actor: games.Left}}
	if !m.MayBeCalledOff() || m.SinceLast(games.Right) != 0 || m.SinceLast(games.Left) != 1 {
		t.Error("the bot's moves begin a match")
	}
	m.Moves = append(m.Moves, match.Move{Actor: games.Right}, match.Move{Actor: games.Left})
	if m.MayBeCalledOff() || m.SinceLast(games.Right) != 2 {
		t.Errorf("since the person's last move there are %d", m.SinceLast(games.Right))
	}
}

func TestDeletedPlayers(t *testing.T) {
	if p := match.DeletedPlayer(7); !p.Deleted() || p.Name != "deleted player" || p == match.DeletedPlayer(8) {
		t.Errorf("%+v", p)
	}
	if ann.Deleted() || ann.IsBot() || !match.Bot.IsBot() {
		t.Error("Ann is deleted, or a bot")
	}
}

func TestChoices(t *testing.T) {
	toss := rand.New(rand.NewPCG(1, 2))
	for choice, want := range map[match.FirstChoice]games.Side{match.FirstMe: games.Right, match.FirstOpponent: games.Left, "": games.Right} {
		if got, ok := choice.Resolve(games.Right, toss); got != want || !ok {
			t.Errorf("%q: %v goes first, %v", choice, got, ok)
		}
	}
	if _, ok := match.FirstChoose.Resolve(games.Left, toss); ok {
		t.Error("nobody has picked yet")
	}
	var first, side [2]int
	for range 200 {
		s, _ := match.FirstRandom.Resolve(games.Left, toss)
		first[s]++
		side[match.SideRandom.Resolve(toss)]++
	}
	if min(first[0], first[1], side[0], side[1]) < 70 {
		t.Errorf("the tosses fell %v and %v", first, side)
	}
	for choice, want := range map[match.SideChoice]games.Side{match.SideLeft: games.Left, match.SideRight: games.Right, "": games.Left} {
		if got := choice.Resolve(toss); got != want {
			t.Errorf("%q sits %v", choice, got)
		}
	}
	if match.SideOf(games.Right) != match.SideRight || match.SideOf(games.Left) != match.SideLeft {
		t.Error("a side is another choice")
	}
	c := match.Challenge{Challenger: ann}
	if !c.ToAnyone() || c.Expired(now) {
		t.Error("a challenge without an opponent or an end")
	}
	c.Opponent, c.Expires = bob, now
	if c.ToAnyone() || !c.Expired(now) || c.Expired(now.Add(-1)) {
		t.Error("a challenge to Bob until now")
	}
}

func TestRatingChange(t *testing.T) {
	var r match.Rating
	streaks := []int{1, 2, -1, -2, 0, -1, 1}
	for i, points := range []float64{1, 1, 0, 0, 0.5, 0, 1} {
		after := rating.Rating{Value: 1000 + float64(i), Deviation: 50, Volatility: 0.06}
		c := r.Change("ann", match.Ladder{Family: "nim", Pace: match.Live}, after, points, now)
		if c.After.Rating != after || c.After.Streak != streaks[i] || c.After.Games != i+1 || c.After.Ladder != (match.Ladder{Family: "nim", Pace: match.Live}) || c.Before.Games != i {
			t.Errorf("result %d: %+v", i, c)
		}
		if i == 0 && c.Before.Rating != rating.New() {
			t.Errorf("a newcomer had %+v", c.Before)
		}
		r = c.After
	}
	if r.Wins != 3 || r.Losses != 3 || r.Draws != 1 {
		t.Errorf("%+v", r)
	}
	if s := r.Strength(now); s != r.Rating {
		t.Errorf("at once it is worth %+v", s)
	}
	if s := r.Strength(now.AddDate(1, 0, 0)); s.Deviation <= r.Deviation || s.Value != r.Value {
		t.Errorf("after a year it is worth %+v", s)
	}
	if s := (match.Rating{}).Strength(now); s != rating.New() {
		t.Errorf("a newcomer is worth %+v", s)
	}
}

func TestClosedUntil(t *testing.T) {
	at := func(hours ...int) (times []time.Time) {
		for _, h := range hours {
			times = append(times, now.Add(time.Duration(h)*time.Hour))
		}
		return times
	}
	for _, c := range []struct {
		calledOff []time.Time
		want      time.Time
	}{
		{nil, time.Time{}}, {at(0, 0, 0), time.Time{}},
		{at(0, 1, 2, 3), now.Add(27 * time.Hour)},
		{at(0, 1, 2, 24), time.Time{}},                    // the first is a day old
		{at(0, 1, 2, 24, 24), now.Add(48 * time.Hour)},    // four since hour 1
		{at(0, 1, 2, 3, 4), now.Add(28 * time.Hour)},      // one more means one more day
		{at(0, 1, 2, 3, 40, 41), now.Add(27 * time.Hour)}, // few came after it
		{at(-90, -80, 0, 20, 40), time.Time{}},
	} {
		if got := match.ClosedUntil(c.calledOff); !got.Equal(c.want) {
			t.Errorf("%v: until %v, want %v", c.calledOff, got, c.want)
		}
	}
}

func TestNameInID(t *testing.T) {
	for id, want := range map[string]string{"local:p1": "p1", "import:Ann: the first": "Ann: the first", "import:": ""} {
		if got, ok := match.NameInID(id); got != want || !ok {
			t.Errorf("the name in %q is %q, %v; want %q", id, got, ok, want)
		}
	}
	if name, ok := match.NameInID("1573702407643201540"); ok {
		t.Errorf("a snowflake has the name %q", name)
	}
}

// TestMayBeCalledOff checks when a match can still be left without a loser.
func TestMayBeCalledOff(t *testing.T) {
	bots, anns := match.Move{Actor: games.Left}, match.Move{Actor: games.Right}
	for _, c := range []struct {
		rated bool
		leg   match.Leg
		moves []match.Move
		want  bool
	}{
		{false, match.Alone, nil, true}, {false, match.Alone, []match.Move{bots}, true}, {false, match.Alone, []match.Move{bots, anns}, false},
		{true, match.FirstLeg, nil, true}, {true, match.FirstLeg, []match.Move{bots}, false}, {true, match.FirstLeg, []match.Move{anns}, false},
		{true, match.SecondLeg, nil, false}, {true, match.Alone, []match.Move{bots}, false},
	} {
		m := match.Match{Sides: match.Between(match.Bot, ann), Rated: c.rated, Leg: c.leg, Moves: c.moves}
		if got := m.MayBeCalledOff(); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

func TestPace(t *testing.T) {
	for turn, want := range map[time.Duration]match.Pace{
		0: match.Long, time.Minute: match.Live, match.LiveTurn: match.Live, match.LiveTurn + 1: match.Long, 24 * time.Hour: match.Long,
	} {
		if got := match.PaceOf(turn); got != want {
			t.Errorf("%v a turn is %s", turn, got)
		}
	}
}
