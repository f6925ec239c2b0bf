package page

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"nimatron/front/page"
	"nimatron/live/livetest"
	"nimatron/match"
	"nimatron/referee/race"
	"nimatron/storage/storagetest"
)

// liveState is a state of a live match with everything that the page can show at once.
const liveState = `{"match":"1","version":3,"game":{"id":"nim","name":"Nim","rules":"Take from one pile.","turn":"One pile.","end":"The last counter wins."},"position":"2",` +
	`"board":"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 400 370' role='img'><title>One pile of 2</title><g data-thing='0/0' data-was='0/0'><rect x='150' y='200' width='80' height='40' fill='#a96'/></g>` +
	`<rect class='spot' x='150' y='200' width='80' height='40' fill='#fff' fill-opacity='0' data-tap='take 1 1 1'><title>pile 1</title></rect></svg>",` +
	`"choices":{"":{"question":"Take how many?","keys":[[{"label":"take 1","move":"1-1"},{"label":"Other…","other":true}]]}},"moves":["Bob took 1 from pile 1"],"news":"Bob took 1 from pile 1.","turn":"left",` +
	`"players":{"left":{"name":"Ann","bot":false,"here":true,"clock":90000,"running":true},"right":{"name":"Bob","bot":false,"here":true,"clock":5000,"running":false}},"watchers":2,"over":false,"ending":null,` +
	`"actions":[{"do":"hint","label":"Hint"},{"do":"resign","label":"Resign","ask":true}],"offer":"Bob asks to take back.","next":"","you":"left","said":"Your turn"}`

// liveServer serves the page with a fixed live board, and a parent frame that imitates Discord. It
// keeps the requests to /live/session.
func liveServer(t *testing.T) (server *httptest.Server, sessions func() []string) {
	t.Helper()
	var mu sync.Mutex
	var got []string
	mux := http.NewServeMux()
	mux.HandleFunc("GET /live/config", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"activity":true,"client":"99","page":"https://nim.example.org/"}`)
	})
	mux.HandleFunc("POST /live/session", func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		mu.Lock()
		defer mu.Unlock()
		got = append(got, string(text))
		fmt.Fprint(w, `{"match":"1"}`)
	})
	mux.HandleFunc("GET /live/events", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "id: 3.1\ndata: %s\n\n", liveState)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
	})
	mux.HandleFunc("GET /parent.html", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFile(w, r, "../../cmd/page/testdata/parent.html")
	})
	mux.HandleFunc("GET /official.html", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, official) })
	if modules := os.Getenv("NIMATRON_NODE_MODULES"); modules != "" {
		mux.Handle("GET /sdk/", http.StripPrefix("/sdk/", http.FileServer(http.Dir(filepath.Join(modules, "@discord/embedded-app-sdk/output")))))
	}
	mux.Handle("/", page.Framed(files(t), "'self'"))
	server = httptest.NewServer(mux)
	t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
	return server, func() []string {
		mu.Lock()
		defer mu.Unlock()
		return slices.Clone(got)
	}
}

// official is an Activity with the official SDK.
const official = `<!doctype html><title>official</title><main id="main"></main><script type="module">
import { DiscordSDK } from "/sdk/index.mjs";
const sdk = new DiscordSDK("99");
await sdk.ready();
const { code } = await sdk.commands.authorize({ client_id: "99", response_type: "code", state: "", prompt: "none", scope: ["identify"] });
const { participants } = await sdk.commands.getInstanceConnectedParticipants();
await sdk.subscribe("ACTIVITY_LAYOUT_MODE_UPDATE", ({ layout_mode }) => { main.textContent += " layout " + layout_mode; });
await sdk.commands.setOrientationLockState({ lock_state: 1, picture_in_picture_lock_state: 1 });
main.textContent = code + " " + participants.map((p) => p.global_name).join() + " orientation";
</script>`

// TestSDK lets one parent frame speak with the official SDK and with this page's own handshake, and compares what
// it hears of both.
func TestSDK(t *testing.T) {
	tool(t, "@discord/embedded-app-sdk/output/index.mjs")
	server, sessions := liveServer(t)
	eval, open := chromium(t, "")
	shown := func(what string) {
		t.Helper()
		eval(`new Promise((done) => { const look = () => new RegExp(` + fmt.Sprintf("%q", what) + `).test(frame.contentDocument?.getElementById("main")?.textContent + frame.contentDocument?.documentElement.className) ? done() : setTimeout(look, 50); look(); })`)
	}
	heard := map[string]string{}
	for _, c := range []struct{ frame, shown, layout string }{
		{"/official.html", "a-code alice,bob orientation", "layout 1"},
		{"/", "In the Activity: alice, bob", "pip"},
	} {
		open(server.URL + "/parent.html?code=a-code&frame=" + c.frame)
		shown(c.shown)
		eval(`void dispatch("ACTIVITY_LAYOUT_MODE_UPDATE", { layout_mode: 1 })`)
		shown(c.layout)
		heard[c.frame] = eval(`got.filter(([op, p]) => op === 0 || ["AUTHORIZE", "SET_ORIENTATION_LOCK_STATE"].includes(p.cmd) || p.evt === "ACTIVITY_LAYOUT_MODE_UPDATE")
			.map(([op, { nonce, ...p }]) => JSON.stringify([op, Boolean(nonce), Object.fromEntries(Object.entries(p).filter(([, v]) => v !== undefined).sort())])).sort().join("\n")`)
	}
	if heard["/official.html"] != heard["/"] {
		t.Errorf("the official SDK says\n%s\nand the page\n%s", heard["/official.html"], heard["/"])
	}
	if got := sessions(); len(got) != 1 || !strings.Contains(got[0], `"code":"a-code"`) || !strings.Contains(got[0], `"instance":"instance"`) {
		t.Errorf("the server gets %q", got)
	}
}

// tab is a tab of a browser.
type tab struct {
	eval, open func(script string)
	text       func(script string) string
	size       func(width, height int64)
}

// eachBrowser runs a test in a tab of each browser, with a bot of its own.
func eachBrowser(t *testing.T, test func(*testing.T, tab, *livetest.Bot)) {
	pages := files(t)
	for name, tabOf := range map[string]func(*testing.T) tab{"Chromium": chromiumTab, "Firefox": func(t *testing.T) tab { return newFirefox(t).tab() }} {
		t.Run(name, func(t *testing.T) {
			in := tabOf(t)
			mux := http.NewServeMux()
			server := httptest.NewServer(mux)
			bot := livetest.Start(t, storagetest.OpenFile(t, filepath.Join(t.TempDir(), "nimatron.db")), livetest.NewChat(), server.URL+"/", false)
			mux.Handle("/live/", bot.Board)
			mux.Handle("/", page.Handler(pages))
			t.Cleanup(func() { bot.Stop(); server.CloseClientConnections(); server.Close() })
			test(t, in, bot)
		})
	}
}

func (in tab) until(what string) {
	in.eval(`new Promise((done) => { const look = () => { try { if (` + what + `) return done(); } catch {} setTimeout(look, 50); }; look(); })`)
}

// touch touches a part of the board.
const touch = `main.querySelectorAll(".spot")[%d].dispatchEvent(new MouseEvent("click", { bubbles: true }))`

// TestLiveAxe has axe look at matches, votes and races, in each state that they have.
func TestLiveAxe(t *testing.T) {
	axe, err := os.ReadFile(tool(t, "axe-core/axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	eachBrowser(t, func(t *testing.T, in tab, bot *livetest.Bot) {
		looked := 0
		look := func(what, ready string) {
			t.Helper()
			in.until(ready)
			if in.text("typeof axe") != "object" {
				in.eval("(() => {" + string(axe) + "\n})()")
			}
			in.eval(`void document.querySelectorAll("details").forEach((d) => { d.open = true; })`)
			looked++
			if found := in.text(`axe.run().then(({ violations }) => violations.map((v) => v.id + ": " + v.nodes.map((n) => n.html.slice(0, 120)).join(", ")).join("; "))`); found != "" {
				t.Errorf("%s: %s", what, found)
			}
		}
		do := func(script string) { in.eval("void (" + script + ")") }
		const yours = `document.documentElement.classList.contains("yours") && main.querySelector(".spot")`
		bot.Begin("nim", "1 1", "time", "2m")
		in.open(bot.Link(livetest.Alice))
		look("a match", yours)
		do(fmt.Sprintf(touch, 0))
		look("lifted counters", `main.querySelector(".ask .lead")`)
		do(`main.querySelector(".ask .lead").click()`)
		look("the other's turn", `/bob’s turn/.test(main.textContent) && !state.sending`)
		bot.Move(livetest.Bob, "2-1")
		look("the end", `state.view.over`)

		bot.Say(livetest.Alice, "challenge", nil, "game", "nim", "side", "server", "size", "small", "time", "30s")
		in.open(bot.Link(livetest.Eve))
		look("a vote", yours+` && state.view.votes`)
		do(fmt.Sprintf(touch, 0))
		in.until(`main.querySelector(".ask .lead")`)
		do(`main.querySelector(".ask .lead").click()`)
		look("a cast vote", `main.classList.contains("cast")`)

		now := time.Now()
		id, err := race.Create(t.Context(), bot.Store, race.Race{Room: "5", Server: "5", Channel: livetest.Channel, Variant: "nim", Seed: race.SeedOf(7),
			Starts: now.Add(2 * time.Second), Ends: now.Add(time.Minute)}, now)
		if err != nil {
			t.Fatal(err)
		}
		if err := bot.Store.JoinRace(t.Context(), id, livetest.Bob.Player(), now); err != nil {
			t.Fatal(err)
		}
		about := match.Subject{Kind: match.RaceSubject, ID: id}
		in.open(bot.Board.Link(about, match.Player{}))
		look("a race that is watched", `main.querySelector(".bars li")`)
		in.open(bot.Board.Link(about, livetest.Bob.Player()))
		look("a board of a race", yours+` && state.view.heading === "Board 1"`)
		do(`(() => { const piles = state.view.position.split(" ").map(Number), x = piles.reduce((a, b) => a ^ b);
			const at = piles.findIndex((n) => n - 1 !== (n ^ x)); send({ do: "move", move: at + 1 + "-1" }); })()`)
		look("a missed board", `main.classList.contains("missed")`)
		look("the next board", yours+` && state.view.heading === "Board 2"`)
		if looked != 10 {
			t.Errorf("axe has looked at %d states", looked)
		}
	})
}

// TestFirefoxSizes lifts counters in Firefox, in windows of many sizes.
func TestFirefoxSizes(t *testing.T) {
	eachBrowser(t, func(t *testing.T, in tab, bot *livetest.Bot) {
		if in.size == nil {
			t.Skip("cmd/page does this")
		}
		bot.Begin("nim", "3 5 2")
		in.open(bot.Link(livetest.Alice))
		for _, size := range livetest.Windows {
			in.size(size[0], size[1])
			in.until(fmt.Sprintf(`innerWidth === %d && main.querySelector(".spot")`, size[0]))
			in.eval("void scrollTo(0, 0)")
			in.eval("void " + fmt.Sprintf(touch, 1))
			in.until(`main.querySelector(".ask .lead")`)
			if wrong := in.text(livetest.Measure); wrong != "" {
				t.Errorf("%d×%d: %s", size[0], size[1], wrong)
			}
			in.eval(`void main.querySelector(".ask button:last-child").click()`)
			in.until(`!main.querySelector(".ask .lead")`)
		}
	})
}

// TestFirefoxLive plays a live match in Firefox by touches, against a player who uses the chat's buttons. The bot
// restarts amid it.
func TestFirefoxLive(t *testing.T) {
	pages := files(t)
	f := newFirefox(t)
	store, chat := storagetest.OpenFile(t, filepath.Join(t.TempDir(), "nimatron.db")), livetest.NewChat()
	server := httptest.NewUnstartedServer(nil)
	address := "http://" + server.Listener.Addr().String()
	var bot *livetest.Bot
	var handler atomic.Pointer[http.ServeMux]
	start := func() {
		bot = livetest.Start(t, store, chat, address+"/", false)
		mux := http.NewServeMux()
		mux.Handle("/live/", bot.Board)
		mux.Handle("/", page.Handler(pages))
		handler.Store(mux)
	}
	start()
	server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { handler.Load().ServeHTTP(w, r) })
	server.Start()
	t.Cleanup(func() { server.CloseClientConnections(); server.Close() })
	bot.Begin("nim", "2 3")
	f.call("browsingContext.navigate", map[string]any{"context": f.context, "url": bot.Link(livetest.Alice), "wait": "complete"})
	for turn, answer := range []string{"1-1", "1-1", ""} { // Alice keeps the piles equal
		f.until(`document.documentElement.classList.contains("yours") && main.querySelector(".spot")`)
		if turn == 1 {
			bot.Stop()
			server.CloseClientConnections()
			start()
		}
		f.tap(`[...main.querySelectorAll(".spot")].at(-1)`)
		f.until(`main.querySelector(".lifted") && main.querySelector(".ask .lead")`)
		f.tap(`main.querySelector(".ask .lead")`)
		f.until(`!document.documentElement.classList.contains("yours")`)
		if answer != "" {
			bot.Move(livetest.Bob, answer)
		}
	}
	f.until(`main.querySelector(".band.won")`)
}
