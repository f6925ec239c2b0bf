package storagetest

import (
	"context"
	"testing"

	"nimatron/games"
	"nimatron/match"
	"nimatron/storage"
)

// A table has the match, the settings of its players and server, and the players' experience.
func (suite) Tables(ctx context.Context, t *testing.T, s storage.Store) {
	Finish(t, s, Match("c"), LeftWins)
	other := Between(Bob, Eve)
	other.Family = "nim"
	Finish(t, s, other, RightWins)
	m := Match("c")
	m.Chosen = false
	m = CreateMatch(t, s, m)
	has := func(m match.Match, want match.Audience) {
		t.Helper()
		want.Unversioned = Got(s.LastVersion(ctx, m.Channel)).OK(t).Unversioned // this has its own test
		Got(s.LastMatch(ctx, m.Channel)).Is(t, match.Table{Match: m, Audience: want})
		Got(s.TableByID(ctx, m.ID)).Is(t, match.Table{Match: m, Audience: want})
	}
	want := match.Audience{Played: [2]int{1, 1}}
	has(m, want)
	own := match.PersonSettings{Pings: match.PingsDirect, TextOnly: true, LargeText: true, LightBoards: true, Theme: "wood", NoMarks: true, NoReminders: true, News: match.NewsNeeded, Unnamed: true}
	WantErr(t, s.SavePersonSettings(ctx, Bob, own), nil)
	WantErr(t, s.SaveServerSettings(ctx, m.Server, match.ServerSettings{Pings: match.PingsAlways}), nil)
	WantErr(t, s.SaveServerSettings(ctx, match.LocalFront, match.ServerSettings{Pings: match.PingsOff}), nil)
	own.Version = 1
	want.Own[games.Right], want.Pings = own, match.PingsAlways
	has(m, want)
	WantEqual(t, want.PingsOf(games.Left), match.PingsAlways)
	WantEqual(t, want.PingsOf(games.Right), match.PingsDirect)

	alone := match.Match{Channel: "local:c", Variant: "nim", Family: "nim", Start: "1", Sides: match.Between(Eve, Bob), Created: Noon}
	has(CreateMatch(t, s, alone), match.Audience{Own: [2]match.PersonSettings{games.Right: own}, Played: [2]int{1, 1}, Pings: match.PingsOff})
	alone.Channel = "direct"
	has(CreateMatch(t, s, alone), match.Audience{Own: [2]match.PersonSettings{games.Right: own}, Played: [2]int{1, 1}})
	Got(s.TableByID(ctx, 99)).Fails(t, match.ErrNotFound)
}

// Against the bot from a chosen start, a table shows whether the bot's moves matter to another match.
func (suite) TablesOfThoseWhoPlayElsewhere(ctx context.Context, t *testing.T, s storage.Store) {
	playing := func(channel string, left, right match.Player, change func(*match.Match)) match.Match {
		m := match.Match{Channel: channel, Variant: "nim", Family: "nim", Start: "1", Sides: match.Between(left, right), Created: Noon}
		if right.IsBot() || left.IsBot() {
			m.Level = match.Casual
		}
		change(&m)
		return CreateMatch(t, s, m)
	}
	chosen := func(m *match.Match) { m.Chosen = true }
	playing("left", Ann, match.Bot, chosen)
	playing("right", match.Bot, Ann, chosen)
	playing("drawn", Ann, match.Bot, func(*match.Match) {})
	playing("people", Ann, Bob, chosen)
	playing("perfect and chosen", Ann, match.Bot, func(m *match.Match) { m.Chosen, m.Level = true, match.Perfect })
	has := func(want bool) {
		t.Helper()
		for channel, want := range map[string]bool{"left": want, "right": want, "drawn": false, "people": false} {
			WantEqual(t, Got(s.LastMatch(ctx, channel)).OK(t).Elsewhere, want)
		}
	}
	has(false)
	end := func(m match.Match) {
		Got(s.Append(ctx, m.ID, m.Version, match.Change{Now: Noon, End: &match.Result{Termination: match.Abandoned}})).OK(t)
	}
	playing("another's", Bob, match.Bot, func(m *match.Match) { m.Rated = true })
	has(false)
	rated := playing("rated", Bob, Ann, func(m *match.Match) { m.Rated = true })
	has(true)
	end(rated)
	has(false)
	playing("perfect", Ann, match.Bot, func(m *match.Match) { m.Level = match.Perfect })
	has(true)
	Got(s.NoteAdvice(ctx, Ann, Noon)).Is(t, match.Match{})
	has(false)
}
