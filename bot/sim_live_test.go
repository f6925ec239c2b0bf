package bot

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"time"

	"nimatron/commands"
	"nimatron/games"
	"nimatron/internal/discordtest"
	"nimatron/live"
	"nimatron/match"
	"nimatron/referee"
	"nimatron/solver"
)

// openBoard gives a process a live board.
func (p *process) openBoard(c *Config, store live.Store, service *commands.Service) {
	var err error
	c.Live, err = live.New(live.Config{Store: store, Boards: service, Secret: secret, Page: livePage, Log: p.logger(p.name)})
	if err != nil {
		panic(err)
	}
	service.UseLive(c.Live)
	p.board = c.Live
}

// touchLive makes a player use the live board of a process: mostly to move, sometimes on an old
// version. Sometimes the same request reaches another process too.
func (s *simulation) touchLive(r *rand.Rand, where string) bool {
	g, err := referee.New(s.store, &solver.Solver{}, referee.Options{}).Latest(context.Background(), where)
	if err != nil {
		return false
	}
	side := games.Side(r.IntN(2))
	if !g.Finished() && r.IntN(4) > 0 {
		side = g.Play.Position().Turn().Actor
	}
	player := g.Player(side)
	if player.IsBot() || player.Deleted() {
		return false
	}
	for _, u := range s.people {
		if u.ID == player.ID {
			do, move := "move", ""
			for step := range g.Play.Position().Options() {
				if move = step.Move.String(); r.IntN(4) == 0 {
					break
				}
			}
			if r.IntN(6) == 0 {
				do = []string{"takeback", "resign", "claim", "hint", "rematch"}[r.IntN(5)]
			}
			version, about := g.Version-int64(r.IntN(8)/7), match.Subject{Kind: match.MatchSubject, ID: g.ID}
			key := fmt.Sprint(r.Uint32())
			a := &act{who: u, what: "live " + do, id: fmt.Sprintf("n1:%s:m%d.%d:", do, g.ID, version), live: liveRequest(player.ID, fmt.Sprint(g.ID), key)}
			s.did(r, a)
			body := fmt.Sprintf(`{"match":"%d","version":%d,"key":%q,"do":%q,"move":%q}`, g.ID, version, key, do, move)
			s.send(pick(r, s.running), a, player.ID, about, body)
			if r.IntN(1000) < s.odds.twice {
				other := pick(r, s.running)
				s.bus.at(time.Duration(r.IntN(4000))*time.Millisecond, "again "+a.live, func() { s.send(other, a, player.ID, about, body) })
			}
			return true
		}
	}
	return false
}

// answerLive answers a racer's board on the live board of a process, with the move of a button.
func (s *simulation) answerLive(r *rand.Rand, who *discordtest.User, tap tapped) {
	b, _ := readCustomID(tap.id)
	id, _ := strconv.ParseInt(b.options["id"], 10, 64)
	name, key := fmt.Sprint("r", id), fmt.Sprint(r.Uint32())
	a := &act{who: who, what: "n1:race answer:board=" + b.options["board"], live: liveRequest(who.ID, name, key)}
	s.did(r, a)
	s.send(pick(r, s.running), a, who.ID, match.Subject{Kind: match.RaceSubject, ID: id},
		fmt.Sprintf(`{"match":%q,"version":%s,"key":%q,"do":"move","move":%q}`, name, b.options["board"], key, b.options["move"]))
}

// liveRequest returns the id of a request of the live board.
func liveRequest(player, name, key string) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%s %s %s", player, name, key))
	return "live:" + hex.EncodeToString(sum[:])
}

// send opens a process's live board and sends it a request.
func (s *simulation) send(p *process, a *act, player string, about match.Subject, body string) {
	_, token, _ := strings.Cut(p.board.Link(about, match.Player{ID: player}), "#seat=")
	post := func(path, cookie, body string) *httptest.ResponseRecorder {
		request := httptest.NewRequest(http.MethodPost, livePage+"live/"+path, strings.NewReader(body))
		request = request.WithContext(labelled(p.dead, "%s %s", path, a.live))
		request.Header.Set("Origin", strings.TrimSuffix(livePage, "/"))
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("Cookie", cookie)
		w := httptest.NewRecorder()
		p.board.ServeHTTP(w, request)
		return w
	}
	go func() {
		w := post("session", "", fmt.Sprintf(`{"seat":%q}`, token))
		cookie, _, _ := strings.Cut(w.Header().Get("Set-Cookie"), ";")
		if w.Code == http.StatusOK {
			w = post("move", cookie, body)
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		a.statuses = append(a.statuses, w.Code)
	}()
}

// checkLive checks the answers of the live board.
func (l *ledger) checkLive(a *act, changed []entry) {
	for _, status := range a.statuses {
		if l.count(fmt.Sprint("live ", status), 1); strings.HasPrefix(a.what, "n1:race") {
			continue
		}
		done := status == http.StatusOK && !strings.HasSuffix(a.what, "hint") && !strings.HasSuffix(a.what, "rematch") // hints and rematches leave the version alone
		if done && len(changed) == 0 || len(a.statuses) == 1 && status/100 == 4 && len(changed) > 0 {
			l.fault("%s by %s at %s is answered by %d, and has changed %v", a.what, a.who.Name, a.at.Format("15:04:05"), status, changed)
		}
	}
}
