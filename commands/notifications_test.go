package commands_test

import (
	"cmp"
	"slices"
	"strings"
	"testing"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/match"
	"nimatron/referee/tournament"
)

// notificationScenes cause one notice of each kind for p1, in the lobby of the server "den".
var notificationScenes = map[match.NoticeKind]func(*room){
	match.TurnNotice: func(r *room) {
		r.pits("p1", "p2")
		r.say("p1", "1-1")
		r.say("p2", "1-1")
	},
	match.ReminderNotice: func(r *room) {
		r.pits("p1", "p2")
		r.now = r.now.Add(95 * time.Minute)
		r.sweep()
	},
	match.TimeUpNotice: func(r *room) {
		r.say("p1", "/challenge game:nim opponent:p2 rated:true time:2h")
		r.say("p2", "/match accept")
		r.now = r.now.Add(3 * time.Hour)
		r.sweep()
	},
	match.AbandonedNotice: func(r *room) {
		r.pits("p1", "p2")
		r.now = r.now.AddDate(0, 1, 0)
		r.sweep()
	},
	match.EndedNotice: func(r *room) {
		r.pits("p1", "p2")
		r.say("mod", "/manage end-match match:1")
	},
	match.ExpiredNotice: func(r *room) {
		r.say("p1", "/challenge game:nim opponent:p2")
		r.now = r.now.AddDate(0, 0, 2)
		r.sweep()
	},
	match.PairingNotice: func(r *room) {
		r.meet(r.tournament(tournament.Swiss), "lobby")
	},
	match.FollowNotice: func(r *room) {
		r.pits("p2", "p3")
		r.say("p1", "/match follow")
		r.say("p2", "/match resign sure:true")
	},
	match.SoonNotice: func(r *room) {
		r.joined(tournament.Tournament{Format: tournament.Swiss, Starts: r.now.Add(2 * time.Hour)})
		r.now = r.now.Add(time.Hour + time.Minute)
		r.advance()
	},
	match.StartNotice: func(r *room) { r.tournament(tournament.Swiss) },
	match.OverNotice: func(r *room) {
		if _, err := r.service.Env().Tournaments.EndTournament(r.Context(), r.joined(tournament.Tournament{Format: tournament.Swiss}).ID); err != nil {
			r.Fatal(err)
		}
	},
	match.UnplayedNotice: func(r *room) {
		t := r.joined(tournament.Tournament{Format: tournament.Swiss, Leader: match.Player{ID: "p1", Name: "p1"}})
		t = must.Get(r.service.Env().Tournaments.StartTournament(r.Context(), t.ID))(r)
		must.OK(r, r.service.Env().Tournaments.Release(r.Context(), &t, true))
		r.now = r.now.Add(tournament.ThreadTimeout)
		r.advance()
	},
	match.LostNotice: func(r *room) {
		r.joined(tournament.Tournament{Format: tournament.Swiss, Leader: match.Player{ID: "p1", Name: "p1"}})
		must.OK(r, r.referee.Gone(r.Context(), match.Held{Channel: "lobby"}))
	},
	match.AssignedNotice: func(r *room) {
		r.say("mod", "/class create name:Form 7b")
		r.say("mod", "/class assign lessons:1")
	},
	match.DueNotice: func(r *room) {
		r.say("mod", "/class create name:Form 7b")
		r.say("p1", "/class join sure:true")
		r.say("mod", "/class assign lessons:1 until:3d")
		r.now = r.now.Add(49 * time.Hour)
		r.sweep()
	},
	match.PuzzleNotice: func(r *room) {
		r.say("mod", "/settings server name:puzzle-channel value:here")
		r.sweep()
		r.notices(1)
		r.say("p1", "/puzzle answer id:"+r.service.Env().Puzzles.Today()+" move:"+r.daily().Winning[0].String())
		r.now = r.now.AddDate(0, 0, 1)
		r.sweep()
	},
	match.SeasonNotice: func(r *room) {
		r.say("mod", "/settings server name:puzzle-channel value:here")
		r.sweep()
		r.notices(1)
		r.win()
		r.now = time.Date(2026, 2, 1, 3, 0, 0, 0, time.UTC)
		r.sweep()
	},
}

// pits starts a match of two players with two hours for a turn. The first player moves first.
func (r *room) pits(first, second string) {
	r.say(first, "/challenge game:nim opponent:"+second+" position:3 4 5 first:me time:2h")
	r.say(second, "/match accept")
}

// sweep does what is due.
func (r *room) sweep() {
	r.Helper()
	must.OK(r, r.service.Sweep(r.Context()))
}

// tournament starts a tournament between p1 and p2.
func (r *room) tournament(format tournament.Format) tournament.Tournament {
	r.Helper()
	return must.Get(r.service.Env().Tournaments.StartTournament(r.Context(), r.joined(tournament.Tournament{Format: format}).ID))(r)
}

// meet starts the next pairing of a tournament in a channel.
func (r *room) meet(t tournament.Tournament, channel string) {
	r.Helper()
	must.Get(r.service.Env().Tournaments.BeginPairing(r.Context(), &t, tournament.Unbegun(&t)[0], channel))(r)
}

// advance runs the due steps of all tournaments.
func (r *room) advance() {
	r.Helper()
	must.OK(r, r.service.AdvanceTournaments(r.Context()))
}

// joined creates a tournament that p1 and p2 have joined.
func (r *room) joined(t tournament.Tournament) tournament.Tournament {
	r.Helper()
	t.Server, t.Channel, t.Name, t.Variant, t.Size = "den", "lobby", "Friday", "nim", "small"
	t.Leader = cmp.Or(t.Leader, match.Player{ID: "mod", Name: "mod"})
	t, err := r.service.Env().Tournaments.NewTournament(r.Context(), t)
	for _, id := range []string{"p1", "p2"} {
		if err == nil {
			_, err = r.service.Env().Tournaments.Join(r.Context(), t.ID, match.Player{ID: id, Name: id})
		}
	}
	if err != nil {
		r.Fatal(err)
	}
	return t
}

// received causes a notice under the settings in lines, and returns the messages of that kind.
func received(t *testing.T, kind match.NoticeKind, lines ...string) (said []view.Reply) {
	t.Helper()
	r := newQuietRoom(t, catalog.Standard)
	r.server = "den"
	r.say("mod", "/settings server name:default-pings value:direct")
	notificationScenes[kind](r)
	for _, line := range lines {
		by, line, _ := strings.Cut(line, ": ")
		if reply := r.say(by, line); !strings.HasPrefix(reply.Text, "Done.") {
			t.Fatalf("%s: %s", line, text(reply))
		}
	}
	notices := must.Get(r.store.TakeNotices(t.Context(), match.DiscordFront, r.now, r.now.Add(time.Minute), 99))(t)
	for _, n := range notices {
		reply, ok, err := r.service.Notice(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		if ok && n.Kind == kind {
			said = append(said, reply)
		}
	}
	return said
}

// The server and the person can each switch off every notification.
func TestEveryNotificationCanBeSwitchedOff(t *testing.T) {
	for _, kind := range testlong.Sample(t, commands.NoticeKinds(t), 4) {
		if kind == match.NoNotice || kind == match.RetireNotice {
			continue
		}
		t.Run(string(kind), func(t *testing.T) {
			t.Parallel()
			if notificationScenes[kind] == nil {
				t.Fatal("nothing brings it about")
			}
			server, person, stays := commands.SwitchesOf(kind)
			toP1 := func(reply view.Reply) bool {
				if person == "named" {
					return strings.Contains(text(reply), "@p1")
				}
				return slices.Contains(reply.Notify, "p1")
			}
			said := received(t, kind)
			if len(said) != 1 || toP1(said[0]) != (person != "") {
				t.Fatalf("while nothing is switched off, said is %+v", said)
			}
			said = received(t, kind, "mod: /settings server name:"+server+" value:off")
			switch {
			case stays && (len(said) != 1 || len(said[0].Notify) > 0 || said[0].Card == nil == (said[0].Text == "")):
				t.Errorf("by the server switched off, it is posted as %+v", said)
			case !stays && len(said) > 0:
				t.Errorf("the server has switched it off, and said is %s", text(said[0]))
			}
			if person == "" {
				return
			}
			for _, reply := range received(t, kind, "p1: /settings me name:"+person+" value:off") {
				if toP1(reply) || strings.Contains(reply.Text, "@p1, ") {
					t.Errorf("p1 has switched it off, and said is %s", text(reply))
				}
			}
		})
	}
}

// The setting "needed" is between all and none.
func TestNeededNews(t *testing.T) {
	for kind, want := range map[match.NoticeKind]int{match.ReminderNotice: 1, match.FollowNotice: 1, match.StartNotice: 0, match.OverNotice: 1} {
		if said := received(t, kind, "mod: /settings server name:server-news value:needed", "p1: /settings me name:news value:needed"); len(said) != want {
			t.Errorf("%s: said is %+v", kind, said)
		}
	}
}

// A review waits for a game of a tournament that is not rated, and doesn't call it rated.
func TestNoReviewDuringTournament(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.in("elsewhere", "p1", "/challenge game:nim opponent:p3 first:me")
	r.in("elsewhere", "p3", "/match accept")
	r.meet(r.tournament(tournament.Arena), "board")
	said := text(r.in("elsewhere", "p3", "/match resign sure:true"))
	if !strings.Contains(said, "I won't review the moves while @p1 is playing match 2.") || strings.Contains(said, "rated") || strings.Contains(said, "chance") {
		t.Error(said)
	}
	r.inPrivate("elsewhere", "p1", "/review match:1", "You are playing match 2, a game of a tournament.")
}
