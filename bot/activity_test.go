package bot

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nimatron/internal/discordtest"
	"nimatron/internal/must"
	"nimatron/live"
)

const livePage = "https://nim.example.org/"

// openLive gives the next bot a live board.
func (w *world) openLive(activity bool) {
	w.Helper()
	s := w.real(filepath.Join(w.TempDir(), "nimatron.db"))
	if activity {
		w.secret = discordtest.ClientSecret
	}
	var err error
	w.live, err = live.New(live.Config{Store: w.outbox.(live.Store), Boards: s, Secret: secret, Page: livePage, Activity: activity, Log: slog.New(slog.NewTextHandler(w.logged, nil))})
	must.OK(w, err)
	s.UseLive(w.live)
	w.serve(s)
}

// post posts JSON to the live board with a browser's cookie. It returns the answer and the cookie.
func (w *world) post(path, cookie, body string, status int) (answer map[string]string, set string) {
	w.Helper()
	r := httptest.NewRequest(http.MethodPost, livePage+"live/"+path, strings.NewReader(body))
	r.Header.Set("Origin", "https://"+w.srv.AppID()+".discordsays.com")
	if w.secret == "" {
		r.Header.Set("Origin", strings.TrimSuffix(livePage, "/"))
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Cookie", cookie)
	rec := httptest.NewRecorder()
	w.live.ServeHTTP(rec, r)
	if rec.Code != status {
		w.Fatalf("%s %s: %d %s", path, body, rec.Code, rec.Body)
	}
	must.OK(w, json.Unmarshal(rec.Body.Bytes(), &answer))
	set, _, _ = strings.Cut(rec.Header().Get("Set-Cookie"), ";")
	return answer, set
}

// *Touch the board* opens the Activity. A touch there is a move on the card.
func TestActivity(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.srv.EnableActivity()
		w.openLive(true)
		board := w.answer(w.alice.Slash(w.general, "challenge", discordtest.Opt("game", "nim"), discordtest.Opt("position", "3 4 5"), discordtest.Opt("first", "me")))
		launched := func(in *discordtest.Interaction) *discordtest.Launch {
			t.Helper()
			w.eventually("an answer", func() bool { return in.Response() != nil })
			if got := in.Response().Type; got != discordtest.RespondLaunch {
				t.Fatalf("answered by %d", got)
			}
			return w.srv.Launched(w.general)
		}
		l := launched(w.alice.ClickLabel(board, "Touch the board"))
		launched(w.bob.Interact(w.general, 2, `{"type":4,"name":"launch"}`))
		if at := slices.IndexFunc(w.srv.Commands(), func(c discordtest.Command) bool { return c.Type == 4 }); w.srv.Commands()[at].Handler != appHandler {
			t.Error("the Entry Point command does not ask the bot")
		}
		enter := func(who *discordtest.User, instance string, status int) string {
			t.Helper()
			_, cookie := w.post("session", "", fmt.Sprintf(`{"code":%q,"instance":%q}`, w.srv.Authorize(who), instance), status)
			return cookie
		}
		cookie := enter(w.alice, l.Instance, http.StatusOK)
		w.post("move", cookie, `{"match":"1","version":1,"key":"k","do":"move","move":"1-2"}`, http.StatusOK)
		w.board(w.general, board.ID, "move 3 ·")
		watcher := enter(w.bob, l.Instance, http.StatusOK)
		w.post("move", watcher, `{"match":"1","version":2,"key":"k","do":"resign"}`, http.StatusForbidden)
		enter(w.carol, l.Instance, http.StatusForbidden) // Carol is not in the Activity
		enter(w.alice, "i-1-gc-2", http.StatusForbidden)
		w.post("session", "", fmt.Sprintf(`{"code":"made up","instance":%q}`, l.Instance), http.StatusForbidden)
		code := w.srv.Authorize(w.alice)
		w.post("session", "", fmt.Sprintf(`{"code":%q,"instance":%q}`, code, l.Instance), http.StatusOK)
		w.post("session", "", fmt.Sprintf(`{"code":%q,"instance":%q}`, code, l.Instance), http.StatusForbidden)
		if strings.Contains(w.logged.String(), discordtest.ClientSecret) || strings.Contains(w.logged.String(), "access-") {
			t.Error("a secret of OAuth is in the log")
		}
	})
}

// If Discord can't open an Activity, the button gives a link.
func TestTouchGivesALink(t *testing.T) {
	for name, begin := range map[string]func(*world){
		"without Activities": func(w *world) { w.openLive(false) },
		"not enabled":        func(w *world) { w.openLive(true) },
	} {
		inBubble(t, name, func(t *testing.T) {
			w := newWorld(t)
			w.tolerated = []string{"Activities are not enabled"}
			begin(w)
			board := w.answer(w.alice.Slash(w.general, "challenge", discordtest.Opt("game", "nim"), discordtest.Opt("first", "me")))
			press := w.alice.ClickLabel(board, "Touch the board")
			m := w.refused(press, "works once")
			linked := slices.ContainsFunc(m.Buttons(), func(c discordtest.Component) bool { return strings.HasPrefix(c.URL, livePage+"live.html#seat=") })
			if !linked {
				t.Errorf("no link: %+v", m.Buttons())
			}
		})
	}
}
