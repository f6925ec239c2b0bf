package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"nimatron/internal/discordtest"
	"nimatron/internal/must"
	"nimatron/live"
	"nimatron/match"
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
		// The links for browsers stay beside it.
		linked := func(in *discordtest.Interaction, want ...string) {
			t.Helper()
			w.eventually("the links", func() bool { return len(in.Followups()) == 1 })
			m := in.Followups()[0]
			var got []string
			for _, b := range m.Buttons() {
				if got = append(got, b.Label); !strings.HasPrefix(b.URL, livePage+"live.html#seat=") {
					t.Errorf("%s leads to %q", b.Label, b.URL)
				}
			}
			if !m.Ephemeral || !slices.Equal(got, want) {
				t.Errorf("%q has %q, private: %v", m.Text(), got, m.Ephemeral)
			}
		}
		pressed, watches := w.alice.ClickLabel(board, "Touch the board"), w.bob.Interact(w.general, 2, `{"type":4,"name":"launch"}`)
		l := launched(pressed)
		launched(watches)
		linked(pressed, "Open the board", "Link for watching")
		linked(watches, "Open the board")
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

// deepLink is a link to a match within Discord.
var deepLink = regexp.MustCompile(`\[Open the board\]\(https://discord\.com/activities/([0-9]+)\?custom_id=(([0-9]+)\.[-_A-Za-z0-9]{16})\)`)

// Each call to a turn opens its match, wherever the Activity opens: for its players to move, and for
// strangers who have the link to watch.
func TestDeepLinks(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.srv.EnableActivity()
		w.openLive(true)
		w.answer(w.bob.Slash(w.general, "settings me", discordtest.Opt("name", "pings"), discordtest.Opt("value", "direct")))
		challenge := w.answer(w.alice.Slash(w.general, "challenge",
			discordtest.Opt("game", "nim"), discordtest.Opt("position", "3 4"), discordtest.Opt("first", "me"), discordtest.UserOpt("opponent", w.bob)))
		board := w.answer(w.bob.Tap(challenge, "Accept"))
		custom := func(m *discordtest.Message) string {
			t.Helper()
			found := deepLink.FindStringSubmatch(m.Text())
			if found == nil || found[1] != w.srv.AppID() || found[3] != "1" {
				t.Fatalf("no link to match 1: %q", m.Text())
			}
			return found[2]
		}
		custom(board)
		w.answer(w.alice.Tap(board, "Pile 1: take 1"))
		custom(w.board(w.general, board.ID, "move 2 ·"))
		dm := w.srv.AddDM(w.bob)
		told := custom(w.sees(dm, "it's your turn in match 1"))
		w.answer(w.move(w.bob, "1-1"))
		custom(w.sees(w.general, w.alice.Mention()+", your turn"))

		elsewhere := w.srv.AddDM(w.carol)
		w.answer(w.carol.Slash(elsewhere, "challenge", discordtest.Opt("game", "nim"), discordtest.Opt("first", "me"))) // match 2
		enter := func(who *discordtest.User, ch *discordtest.Channel, custom string, status int) (answer map[string]string, cookie string) {
			t.Helper()
			l := must.Get(w.srv.OpenActivity(who, ch))(t)
			return w.post("session", "", fmt.Sprintf(`{"code":%q,"instance":%q,"custom":%q}`, w.srv.Authorize(who), l.Instance, custom), status)
		}
		opens := func(who *discordtest.User, ch *discordtest.Channel, custom, match string) string {
			t.Helper()
			answer, cookie := enter(who, ch, custom, http.StatusOK)
			if answer["match"] != match {
				t.Errorf("%s opens match %s", custom, answer["match"])
			}
			return cookie
		}
		const resign = `{"match":"1","version":3,"key":"k","do":"resign"}`
		w.post("move", opens(w.carol, elsewhere, told, "1"), resign, http.StatusForbidden) // Carol watches
		opens(w.carol, elsewhere, "", "2")
		opens(w.carol, w.general, "1", "1") // she is in its channel
		for _, guess := range []string{"1", "1.", "1." + strings.Repeat("A", 16), "2" + told[1:], "x", told + "A"} {
			status := http.StatusForbidden
			if strings.HasPrefix(guess, "2") { // her own match
				status = http.StatusOK
			}
			enter(w.carol, elsewhere, guess, status)
		}
		enter(w.carol, elsewhere, "99."+strings.Repeat("A", 16), http.StatusNotFound)
		w.post("move", opens(w.bob, elsewhere, told, "1"), strings.Replace(resign, "resign", "takeback", 1), http.StatusOK)
		must.OK(t, w.outbox.(interface {
			Block(ctx context.Context, by, blocked match.Player, now time.Time) error
		}).Block(t.Context(), match.Player{ID: w.alice.ID}, match.Player{ID: w.carol.ID}, time.Now()))
		enter(w.carol, elsewhere, told, http.StatusForbidden)
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
