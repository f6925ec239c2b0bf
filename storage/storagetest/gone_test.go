package storagetest

import (
	"context"
	"slices"
	"testing"
	"time"

	"nimatron/match"
	"nimatron/referee/class"
	"nimatron/storage"
)

// Places that are gone keep no challenge, subscription or notice, and left servers their settings for a time.
func (suite) Departures(ctx context.Context, t *testing.T, s storage.Store) {
	c := Challenge("here")
	c.Server, c.Message = "s", "here/1"
	c = CreateChallenge(t, s, c)
	lesson := newClass("here")
	lesson.Server = "s"
	lesson = createClass(t, s, lesson)
	WantErr(t, s.RecordShown(ctx, match.Board{Subject: match.Subject{Kind: match.ClassSubject, ID: lesson.ID, Version: 1}, Channel: "here", Message: "here/2"}), nil)
	WantErr(t, s.SaveServerSettings(ctx, "s", match.ServerSettings{PuzzleChannel: "here", Variant: "nim"}), nil)
	living := []match.Living{{Kind: match.ChallengeSubject, ID: c.ID, Channel: "here", Server: "s"},
		{Kind: match.ClassSubject, ID: lesson.ID, Channel: "here", Server: "s"}, {Channel: "here", Server: "s"}}
	held := func(h match.Held, want ...match.Living) {
		t.Helper()
		got := Got(s.Living(ctx, h, 9)).OK(t)
		slices.SortFunc(got, func(a, b match.Living) int { return slices.Index(living, a) - slices.Index(living, b) })
		WantEqual(t, got, want)
	}
	held(match.Held{Server: "s"}, living...)
	held(match.Held{Channel: "here"}, living...)
	held(match.Held{Server: "s", Channel: "elsewhere"})
	held(match.Held{Person: Ann.ID, Channel: "here"}, living[:2]...)
	held(match.Held{Person: Bob.ID, Server: "s"}, living[0])
	held(match.Held{Person: Eve.ID})
	Got(s.ServersHeld(ctx)).Is(t, []string{"s"})

	WantErr(t, s.Vacate(ctx, match.Held{Channel: "elsewhere"}, Noon), nil)
	held(match.Held{Server: "s"}, living...)
	WantErr(t, s.Vacate(ctx, match.Held{Channel: "here"}, Noon), nil)
	held(match.Held{Server: "s"})
	WantEqual(t, Got(match.ChallengeByID(ctx, s, c.ID)).OK(t).State, match.ChallengeExpired)
	Got(s.LaggingBoards(ctx, match.DiscordFront, 9)).Is(t, nil)
	set := Got(s.ServerSettings(ctx, "s")).OK(t)
	WantEqual(t, set.PuzzleChannel+set.Variant, "nim")
	stays := Got(class.ByID(ctx, s, lesson.ID)).OK(t)
	WantEqual(t, stays.Message, "")
	WantEqual(t, stays.Ended, time.Time{})

	WantErr(t, s.Vacate(ctx, match.Held{Server: "s"}, Noon), nil)
	WantEqual(t, Got(class.ByID(ctx, s, lesson.ID)).OK(t).Ended, Stored(Noon))
	WantErr(t, s.Vacate(ctx, match.Held{Server: "s"}, Noon.Add(time.Hour)), nil) // the first time counts
	Got(s.LeftServers(ctx, time.Time{})).Is(t, []string{"s"})
	Got(s.LeftServers(ctx, Noon)).Is(t, nil)
	WantErr(t, s.Return(ctx, []string{"s"}), nil)
	Got(s.LeftServers(ctx, time.Time{})).Is(t, nil)
	WantErr(t, s.Vacate(ctx, match.Held{Server: "s"}, Noon), nil)
	WantEqual(t, Got(s.Sweep(ctx, Noon.Add(match.SettingsLife-time.Second), 9)).OK(t).Servers, 0)
	WantEqual(t, Got(s.ServerSettings(ctx, "s")).OK(t).Variant, "nim")
	WantEqual(t, Got(s.Sweep(ctx, Noon.Add(match.SettingsLife), 9)).OK(t).Servers, 1)
	WantEqual(t, Got(s.ServerSettings(ctx, "s")).OK(t).Version, 0)
	Got(s.LeftServers(ctx, time.Time{})).Is(t, nil)
}
