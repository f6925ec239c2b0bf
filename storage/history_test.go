package storage_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"nimatron/storage"
)

var (
	eve = storage.Player{ID: "local:eve", Name: "Eve"}
	bot = storage.Player{ID: "nimatron", Name: "Nimatron"}
)

// between returns a match of the two, the first of them on the left.
func between(left, right storage.Player) storage.Match {
	m := aMatch("of " + left.ID + " and " + right.ID)
	m.Left, m.Right, m.Leg = left, right, 0
	return m
}

func ids(ms []storage.Match) (ids []int64) {
	for _, m := range ms {
		ids = append(ids, m.ID)
	}
	return ids
}

var (
	rightWins = storage.Result{Winner: "right", Termination: "played"}
	nobodyWon = storage.Result{Termination: "cancelled"}
)

func TestHistoryPageByPage(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()
	var want []int64
	for n := range 10 {
		m := between(ann, bob)
		if n%3 == 0 {
			m = between(bob, ann)
		}
		want = append(want, finish(t, s, m, nobodyWon).ID)
		finish(t, s, between(bob, eve), leftWins) // none of Ann's
	}
	want = append(want, finish(t, s, between(ann, ann), leftWins).ID) // once
	createMatch(t, s, between(ann, bob))                              // not over yet
	slices.Reverse(want)

	var got []int64
	before, more := int64(0), true
	for more {
		var page []storage.Past
		var err error
		page, more, err = s.History(ctx, ann.ID, 4, before)
		wantErr(t, err, nil)
		for _, p := range page {
			wantEqual(t, p.Overall, nil)
			got = append(got, p.Match.ID)
		}
		before = got[len(got)-1]
	}
	wantEqual(t, got, want)
	page, more, err := s.History(ctx, ann.ID, 11, 0)
	wantErr(t, err, nil)
	wantEqual(t, []any{len(page), more}, []any{11, false})
	for _, limit := range []int{0, -1} {
		page, more, err = s.History(ctx, ann.ID, limit, 0)
		wantErr(t, err, nil)
		wantEqual(t, []any{len(page), more}, []any{0, true})
	}
	page, more, err = s.History(ctx, "local:nobody", 4, 0)
	wantErr(t, err, nil)
	wantEqual(t, []any{len(page), more}, []any{0, false})
}

func TestRecord(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()
	nim := between(ann, bob)
	nim.Variant, nim.Family, nim.Rated = "nim/misere", "nim", false
	finish(t, s, between(ann, bob), leftWins)
	finish(t, s, between(bob, ann), leftWins)
	finish(t, s, between(ann, bob), rightWins)
	finish(t, s, nim, nobodyWon)
	finish(t, s, nim, leftWins)
	old := between(ann, bob) // finished from the start, and in no server
	old.State, old.Winner, old.Termination, old.Server = storage.Finished, "left", "played", ""
	createMatch(t, s, old)
	createMatch(t, s, between(ann, eve))
	_, err := s.Abandon(ctx, noon.AddDate(0, 0, 8), 9)
	wantErr(t, err, nil)
	createMatch(t, s, between(ann, bob)) // not over yet

	record, err := s.Record(ctx, ann.ID)
	wantErr(t, err, nil)
	wantEqual(t, record, storage.Record{
		Tallies: map[string]storage.Tally{
			"end-nim": {Wins: 2, Losses: 2, Draws: 1},
			"nim":     {Wins: 1, Draws: 1, Unrated: 2},
		},
		Form: "-WW-LLW",
	})
	record, err = s.Record(ctx, bob.ID)
	wantErr(t, err, nil)
	wantEqual(t, record.Tallies["end-nim"], storage.Tally{Wins: 2, Losses: 2})
	wantEqual(t, record.Form, "LL-WWL")
	record, err = s.Record(ctx, "local:nobody")
	wantErr(t, err, nil)
	wantEqual(t, record, storage.Record{Tallies: map[string]storage.Tally{}})

	for range 10 {
		finish(t, s, between(eve, ann), leftWins)
	}
	record, err = s.Record(ctx, ann.ID)
	wantErr(t, err, nil)
	wantEqual(t, record.Form, "LLLLLLLLLL")
}

func TestHeadToHead(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	for _, r := range []struct {
		left, right storage.Player
		result      storage.Result
	}{
		{ann, bob, leftWins}, {ann, bob, leftWins}, {bob, ann, rightWins}, {ann, bob, rightWins}, {bob, ann, leftWins},
		{ann, bob, nobodyWon}, {ann, eve, leftWins}, {eve, bob, leftWins},
	} {
		finish(t, s, between(r.left, r.right), r.result)
	}
	createMatch(t, s, between(ann, bob))
	for _, c := range []struct {
		a, b storage.Player
		want []int
	}{{ann, bob, []int{3, 2, 1}}, {bob, ann, []int{2, 3, 1}}, {ann, eve, []int{1, 0, 0}}, {ann, bot, []int{0, 0, 0}}} {
		aWins, bWins, neither, err := s.HeadToHead(t.Context(), c.a.ID, c.b.ID)
		wantErr(t, err, nil)
		wantEqual(t, []int{aWins, bWins, neither}, c.want)
	}
}

func TestPairsToday(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()
	pair := func(left, right storage.Player, rated bool, ended time.Time, result storage.Result) {
		first := between(left, right)
		first.Leg, first.Rated = 1, rated
		first = createMatch(t, s, first)
		second := first
		second.Left, second.Right, second.Leg = right, left, 2
		c := end("left", "played")
		c.Next = &second
		a, err := s.Append(ctx, first.ID, 1, c)
		wantErr(t, err, nil)
		_, err = s.Append(ctx, a.Next.ID, 1, storage.Change{End: &result, Now: ended})
		wantErr(t, err, nil)
	}
	pair(ann, bob, true, noon.Add(-time.Millisecond), leftWins)
	pair(ann, bob, true, noon, leftWins)
	pair(bob, ann, true, noon.Add(time.Hour), rightWins)
	pair(ann, bob, false, noon, leftWins)
	pair(ann, bob, true, noon, nobodyWon)
	pair(ann, eve, true, noon, leftWins)
	half := between(ann, bob)
	half.Leg = 1
	finish(t, s, half, leftWins)
	for _, c := range []struct {
		a, b  storage.Player
		since time.Time
		want  int
	}{{ann, bob, noon, 2}, {bob, ann, noon, 2}, {bob, ann, noon.Add(-time.Hour), 3}, {ann, eve, noon, 1}, {bob, eve, noon, 0}} {
		n, err := s.PairsToday(ctx, c.a.ID, c.b.ID, c.since)
		wantErr(t, err, nil)
		wantEqual(t, n, c.want)
	}
}

func TestHonour(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()
	perfect := func(left, right storage.Player, family string, r storage.Result) storage.Match {
		m := between(left, right)
		m.Level, m.Family = "perfect", family
		m = finish(t, s, m, r)
		m.Moves = nil
		return m
	}
	first := perfect(ann, bot, "nim", leftWins)
	second := perfect(bot, bob, "end-nim", rightWins)
	third := perfect(bob, bot, "nim", leftWins)
	perfect(ann, bot, "nim", rightWins) // the bot has won
	perfect(bot, ann, "nim", leftWins)
	perfect(ann, bot, "nim", storage.Result{Winner: "left", Termination: "resigned"})
	perfect(ann, bot, "nim", nobodyWon)
	easy := between(ann, bot)
	easy.Level = "easy"
	finish(t, s, easy, leftWins)

	for _, c := range []struct {
		family string
		limit  int
		want   []storage.Match
	}{
		{"", 9, []storage.Match{third, second, first}},
		{"", 2, []storage.Match{third, second}},
		{"nim", 9, []storage.Match{third, first}},
		{"split-nim", 9, nil},
		{"", -1, nil},
	} {
		won, err := s.Honour(ctx, bot.ID, c.family, c.limit)
		wantErr(t, err, nil)
		wantEqual(t, won, c.want)
	}
}

func TestBestWins(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()
	var won []storage.Match
	for n, rival := range []int{5, 9, 2, 7} {
		p := storage.Player{ID: fmt.Sprint("local:rival", rival), Name: "Rival"}
		m := between(ann, p)
		m.Right = p
		theirs := change(p, 1, 0)
		theirs.Before.Value = 1000 + 100*float64(rival)
		m = finish(t, s, m, leftWins, change(ann, n+1, 1), theirs,
			storage.RatingChange{Player: p.ID, Before: rating("nim", 0), Rating: rating("nim", 1), Result: 0},
			storage.RatingChange{Player: ann.ID, Before: rating("nim", n), Rating: rating("nim", n+1), Result: 1})
		m.Moves = nil
		won = append(won, m)
	}
	// Neither a draw of the pair nor an unrated win nor a loss counts, though the last match was won.
	finish(t, s, between(ann, bob), leftWins, change(ann, 5, 0.5), change(bob, 1, 0.5))
	finish(t, s, between(ann, bob), leftWins, change(ann, 6, 0), change(bob, 2, 1))
	finish(t, s, between(ann, bob), leftWins)

	wins, err := s.BestWins(ctx, ann.ID, 3)
	wantErr(t, err, nil)
	opponent := plain(rating(storage.Overall, 0))
	var want []storage.Win
	for _, w := range []struct {
		match storage.Match
		value float64
	}{{won[1], 1900}, {won[3], 1700}, {won[0], 1500}} {
		opponent.Value = w.value
		want = append(want, storage.Win{Match: w.match, Opponent: opponent})
	}
	wantEqual(t, wins, want)
	wins, err = s.BestWins(ctx, ann.ID, 9)
	wantErr(t, err, nil)
	wantEqual(t, len(wins), 4)
	wins, err = s.BestWins(ctx, bob.ID, 9)
	wantErr(t, err, nil)
	wantEqual(t, len(wins), 1)
}

func TestLostBy(t *testing.T) {
	t.Parallel()
	s, _ := newStore(t)
	ctx := t.Context()
	first := finish(t, s, between(ann, bob), rightWins)
	second := finish(t, s, between(bob, ann), leftWins)
	finish(t, s, between(ann, bob), leftWins)
	finish(t, s, between(ann, bob), nobodyWon)
	third := finish(t, s, between(ann, eve), rightWins)
	lost, err := s.LostBy(ctx, ann.ID, 9)
	wantErr(t, err, nil)
	wantEqual(t, lost, []storage.Match{third, second, first})
	lost, err = s.LostBy(ctx, ann.ID, 2)
	wantErr(t, err, nil)
	wantEqual(t, ids(lost), []int64{third.ID, second.ID})
	lost, err = s.LostBy(ctx, eve.ID, 2)
	wantErr(t, err, nil)
	wantEqual(t, len(lost), 0)
}
