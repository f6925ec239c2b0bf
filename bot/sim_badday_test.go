package bot

import (
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"time"

	"nimatron/commands"
	"nimatron/internal/discordtest"
)

// badDays are Discord's longer faults, per hour.
type badDays struct {
	away, hangs, denials, deletions int // both doors shut; callbacks that hang; permissions; channels
	uploads                         int // uploads that fail alone
}

// drawBadDays draws the long faults of a run. They have numbers of their own, so that the seeds that failed
// before there were any keep their meaning.
func (s *simulation) drawBadDays(r *rand.Rand) (d badDays) {
	for _, kind := range []struct {
		odds *int
		most int
	}{{&d.away, 150}, {&d.uploads, 200}, {&d.hangs, 200}, {&d.denials, 300}, {&d.deletions, 100}} {
		if r.IntN(2) == 0 {
			*kind.odds = 1 + r.IntN(kind.most)
		}
	}
	return d
}

// suffer plans the bad days.
func (s *simulation) suffer(length time.Duration) {
	r := s.bus.random("bad days")
	d := s.drawBadDays(r)
	s.plan(r, "away", d.away, length, func(_ *process, n int) {
		lasts := time.Duration(1+n%15) * time.Second
		s.away = append(s.away, s.period(lasts))
		s.discord.SetAway(true)
		s.bus.at(lasts, "back", func() { s.discord.SetAway(within(s.away, time.Now())) })
	})
	s.plan(r, "uploads", d.uploads, length, func(_ *process, n int) {
		if t := s.period(time.Duration(5+n%40) * time.Second); n%2 == 0 {
			s.noUploads = append(s.noUploads, t)
		} else {
			s.failedUploads = append(s.failedUploads, t)
		}
	})
	s.plan(r, "hanging callbacks", d.hangs, length, func(_ *process, n int) {
		s.hangs = append(s.hangs, s.period(time.Duration(1+n%12)*time.Second))
	})
	if later := s.bus.random("late callbacks"); !slices.Contains(failedPrompt, s.seed) {
		s.plan(later, "late callbacks", 2*later.IntN(2)*later.IntN(100), length, func(_ *process, n int) {
			s.held = append(s.held, s.period(time.Duration(1+n%12)*time.Second))
		})
	}
	s.plan(r, "permissions", d.denials, length, func(_ *process, n int) {
		ch := s.places[n%4]
		s.denied[ch.ID] = true
		ch.Deny([]int64{
			discordtest.ViewChannel, discordtest.SendMessages | discordtest.SendMessagesInThreads, discordtest.AttachFiles, discordtest.CreatePublicThreads,
		}[n/4%4])
		s.bus.at(time.Duration(2+n/16%40)*time.Second, "permissions again", func() { ch.Deny(0) })
	})
	s.plan(r, "deleted", d.deletions, length, func(_ *process, n int) {
		doomed := s.places[3]
		if threads := s.places[n%4].Threads(); len(threads) > 0 && n%3 > 0 {
			doomed = threads[n/16%len(threads)]
		}
		doomed.Delete()
	})
}

// period returns the period of that length that begins now.
func (s *simulation) period(length time.Duration) trouble {
	now := time.Now()
	return trouble{now.Add(-1), now.Add(length)}
}

// heal ends all bad days.
func (s *simulation) heal() {
	for _, times := range [][]trouble{s.slow, s.away, s.hangs, s.held, s.noUploads, s.failedUploads} {
		for i, t := range times {
			if now := time.Now(); t.to.After(now) {
				times[i].to = now
			}
		}
	}
	s.discord.SetAway(false)
	for _, ch := range s.places {
		ch.Deny(0)
	}
}

// suffers answers a call on a bad day, or returns nil.
func (p *process) suffers(r *http.Request, body []byte, call string, draw uint64) (*http.Response, error) {
	now := time.Now()
	upload := strings.HasPrefix(r.Header.Get("Content-Type"), "multipart/")
	switch {
	case p.discord.Away():
		p.misfortune(call, "nobody is there")
		return p.lose(r.Context(), call, draw)
	case strings.HasSuffix(call, "/callback") && within(p.hangs, now):
		p.misfortune(call, "the callback hangs")
		return p.lose(r.Context(), call, 1)
	case strings.HasSuffix(call, "/callback") && within(p.held, now):
		p.bus.note("%s: the callback is held", p.name)
		_, err := p.lose(r.Context(), call, 1)
		p.bus.at(time.Duration(draw%uint64(8*time.Second)), "held "+call, func() {
			if p.discord.Away() { // the held answer is lost with it
				return
			}
			w := httptest.NewRecorder()
			p.discord.Handler().ServeHTTP(w, discordtest.ReceivedAt(r, now, body))
			p.bus.note("held: %d %s", w.Code, call)
			p.count("held callbacks", 1)
			if p.stopped.Load() { // it may end before it finds the answer, and nobody else knows of it
				p.misfortune(call, "the callback is late for a process that ends")
			}
		})
		return nil, err
	case upload && within(p.noUploads, now):
		p.bus.note("%s: an upload is refused", p.name)
		return answerOf(r, http.StatusForbidden, `{"message":"Missing Permissions","code":50013}`), nil
	case upload && within(p.failedUploads, now):
		p.bus.note("%s: an upload fails", p.name)
		return answerOf(r, http.StatusInternalServerError, `{"message":"500: Internal Server Error","code":0}`), nil
	}
	return nil, nil
}

// forsaken reports whether a channel is deleted, or was closed to the bot.
func (s *simulation) forsaken(ch *discordtest.Channel) bool {
	return ch == nil || ch.Deleted() || s.denied[ch.ID] || s.denied[ch.Parent()]
}

// deletes reports whether the act deletes an answer to a message.
func (a *act) deletes() bool {
	return a.in != nil && strings.Contains(a.id, ":"+string(commands.DeleteName)+":")
}

// givenUp reports whether the calls that answer a message hung so often that the bot tries no more.
func (s *simulation) givenUp(a *act) bool {
	for call, times := range s.hung {
		if times >= 3 && strings.HasSuffix(call, " m"+a.message.ID+".1") {
			return true
		}
	}
	return false
}

// checkMessages checks that each message to the bot is answered, also those written while Discord was away. A
// process that ends may leave one unanswered.
func (l *ledger) checkMessages() {
	for _, a := range l.acts {
		if a.where == nil || l.forsaken(a.where) || within(l.trouble, a.at) || l.givenUp(a) {
			continue
		}
		if slices.ContainsFunc(l.crashes, func(at time.Time) bool { return at.After(a.at) && at.Sub(a.at) < time.Minute }) {
			continue
		}
		answers := func(ch *discordtest.Channel, to string) bool {
			return slices.ContainsFunc(ch.Messages(), func(m *discordtest.Message) bool {
				return m.Author == l.discord.BotUser() && (m.ReplyTo == to || to == "" && m.History[0].At.After(a.at))
			})
		}
		l.count("messages checked", 1)
		if within(l.away, a.at) {
			l.count("messages while Discord was away", 1)
		}
		if !answers(a.where, a.message.ID) && !slices.ContainsFunc(l.acts, func(tap *act) bool { return tap.deletes() && tap.message.ReplyTo == a.message.ID }) && !answers(l.discord.AddDM(a.who), "") {
			l.fault("%s by %s at %s (%s) is not answered", a.what, a.who.Name, a.at.Format("15:04:05"), a.message.ID)
		}
	}
}
