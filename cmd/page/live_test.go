package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"nimatron/front/page"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/live/livetest"
	"nimatron/match"
	"nimatron/referee/race"
	"nimatron/storage/storagetest"
)

// liveSite are the page's files without its programs, which a live match doesn't need.
var liveSite = sync.OnceValues(func() (map[string][]byte, error) {
	files, err := sources()
	if err != nil {
		return nil, err
	}
	return files, finish(files)
})

var alice, bob, eve = livetest.Alice, livetest.Bob, livetest.Eve

// liveWorld is a bot with a live board. Its store outlives its processes.
type liveWorld struct {
	*livetest.Bot
	address string
	stop    func()
	cut     func()       // closes all connections
	lost    atomic.Int32 // how many answers to moves to lose
}

func newLiveWorld(t *testing.T) *liveWorld {
	t.Helper()
	w := &liveWorld{Bot: &livetest.Bot{T: t, Store: storagetest.Open(t), Chat: livetest.NewChat()}}
	w.start()
	t.Cleanup(func() { w.stop() })
	return w
}

// start starts a process of the bot at the previous one's address.
func (w *liveWorld) start() {
	w.Helper()
	files, err := liveSite()
	if err != nil {
		w.Fatal(err)
	}
	listener, err := net.Listen("tcp", strings.TrimPrefix(w.address, "http://"))
	if w.address == "" {
		listener, err = net.Listen("tcp", "127.0.0.1:0")
	}
	if err != nil {
		w.Fatal(err)
	}
	w.address = "http://" + listener.Addr().String()
	w.Bot = livetest.Start(w.T, w.Store, w.Chat, w.address+"/", true)
	board := w.Board
	mux := http.NewServeMux()
	mux.Handle("/live/", board)
	mux.HandleFunc("/live/move", func(rw http.ResponseWriter, r *http.Request) {
		if w.lost.Load() > 0 {
			board.ServeHTTP(httptest.NewRecorder(), r)
			w.lost.Add(-1)
			rw.WriteHeader(http.StatusBadGateway) // not a broken connection, after which browsers repeat the request themselves
			return
		}
		board.ServeHTTP(rw, r)
	})
	mux.HandleFunc("/opaque/", func(rw http.ResponseWriter, r *http.Request) {
		http.StripPrefix("/opaque", mux).ServeHTTP(sandbox{rw}, r)
	})
	mux.HandleFunc("/parent.html", func(rw http.ResponseWriter, r *http.Request) { http.ServeFile(rw, r, "testdata/parent.html") })
	mux.Handle("/", page.Framed(files, "'self'"))
	server := &httptest.Server{Listener: listener, Config: &http.Server{Handler: mux}}
	server.Start()
	w.cut = server.CloseClientConnections
	w.stop = func() {
		w.Stop()
		w.cut()
		server.Close()
	}
}

// sandbox gives a document no origin, as a frame without allow-same-origin does.
type sandbox struct{ http.ResponseWriter }

func (s sandbox) WriteHeader(status int) {
	s.Header().Add("Content-Security-Policy", "sandbox allow-scripts")
	s.ResponseWriter.WriteHeader(status)
}

// phone opens an address in a new browser with its own cookies.
func (w *liveWorld) phone(url string, width, height int64) *browser {
	w.Helper()
	needChromium(w.T)
	shared, err := chromium()
	if err != nil {
		w.Fatal(err)
	}
	ctx, end := chromedp.NewContext(shared, chromedp.WithNewBrowserContext())
	w.Cleanup(end)
	if err := prepare(ctx); err != nil {
		w.Fatal(err)
	}
	b := (&browser{T: w.T, ctx: ctx, address: w.address}).timed()
	b.size(width, height)
	b.looks(width < 1000, "light", "none")
	do(b, chromedp.Navigate(url))
	w.Cleanup(b.faultless)
	return b
}

// looks sets the pointing device, the colour scheme and forced colours.
func (b *browser) looks(finger bool, scheme, forced string) {
	b.Helper()
	call(b, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: finger})
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}, {Name: "forced-colors", Value: forced}}})
}

// seen is a promise that an expression becomes true. It depends only on the document.
const seen = `new Promise((done) => {
	const look = () => { try { if (%s) { observer.disconnect(); done(true); } } catch { /* not there yet */ } };
	const observer = new MutationObserver(look);
	observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
	look();
})`

// sees waits until an expression is true, however long the server takes.
func (b *browser) sees(script string) {
	b.Helper()
	text, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](fmt.Sprintf(seen, script), chromedp.EvalAwaitPromise))
	if err != nil || !text {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(b.ctx), 5*time.Second)
		defer cancel()
		b.ctx = ctx
		b.Fatalf("waited in vain for %s: %v, %s: the page says %q", script, err, b.eval(`test.errors.join("; ")`), b.eval("document.body.innerText"))
	}
}

// lift touches the nth area of the board, and waits until counters are lifted.
func (b *browser) lift(n int) {
	b.Helper()
	b.eval(fmt.Sprintf(`test.tap(test.spots().at(%d))`, n))
	b.sees(`main.querySelector(".ask .lead")`)
}

// takes touches an area and confirms the move.
func (b *browser) takes(n int) {
	b.Helper()
	b.sees(`document.documentElement.classList.contains("yours") && test.spots().length && !state.sending`)
	b.lift(n)
	b.eval(`main.querySelector(".ask .lead").click()`)
	b.sees(`!document.documentElement.classList.contains("yours") && !state.sending`) // until its answer, the page sends nothing else
}

const (
	myTurn = `document.documentElement.classList.contains("yours")`
	won    = `main.querySelector(".band.won")`
)

// TestLive plays a match by touch against a player who uses the chat's buttons, while a third
// person watches. An answer is lost, and the bot restarts during a move.
func TestLive(t *testing.T) {
	needChromium(t)
	w := newLiveWorld(t)
	w.Begin("nim", "3 5 2")
	link := w.Link(alice)
	a := w.phone(link, 360, 740)
	a.sees(myTurn)
	a.shot("live-turn")
	e := w.phone(w.Link(eve), 740, 360)
	e.sees(`/You are watching/.test(main.textContent) && /alice’s turn/.test(main.textContent)`)
	a.lift(1)
	a.sees(`main.querySelectorAll(".lifted").length === 2 && main.querySelector(".count").textContent === "2"`)
	w.lost.Store(1)
	a.eval(`main.querySelector(".ask .lead").click()`)
	a.sees(`/bob’s turn/.test(main.textContent)`) // from the stream, because the move's answer is lost
	a.sees(`!main.classList.contains("sending")`) // the move was sent again
	if shown := a.eval(`[...main.querySelectorAll(".keys button")].map((b) => b.textContent + b.ariaDisabled).join() + " " + state.view.choices[""].keys.flat().map((k) => k.label + "true").join()`); len(strings.Fields(shown)) == 0 || shown[:len(shown)/2] != shown[len(shown)/2+1:] {
		t.Errorf("while one waits, the buttons are those of another board: %s", shown)
	}
	if wrong := a.eval(`main.querySelector(".error")?.textContent || ""`); w.lost.Load() != 0 || wrong != "" {
		t.Errorf("%d answers are still to be lost; the move that was sent twice says %q", w.lost.Load(), wrong)
	}
	e.sees(`/alice took 2 from pile 1/.test(main.textContent)`)
	w.Move(bob, "2-4")
	a.sees(myTurn)
	e.sees(`/bob took 4 from pile 2/.test(main.textContent)`)
	w.stop()
	a.lift(-2)
	a.eval(`main.querySelector(".ask .lead").click()`)
	a.sees(`/No connection/.test(main.textContent)`)
	a.shot("live-cut")
	w.start()
	a.sees(`/bob’s turn/.test(main.textContent) && !/No connection/.test(main.textContent)`)
	if m := w.Newest(); len(m.Moves) != 3 {
		t.Errorf("after a lost answer and a new start there are %d moves, want 3", len(m.Moves))
	}
	w.Move(bob, "1-1")
	a.takes(-1)
	a.sees(won + ` && test.button("Rematch")`)
	a.shot("live-won")
	e.sees(`/alice wins/.test(main.textContent)`)
	a.eval(`test.button("Rematch").click()`)
	a.sees(`/challenges bob/.test(main.textContent)`)
	w.Say(bob, "match accept", nil)
	a.sees(`!main.querySelector(".band.won") && main.querySelectorAll(".spot").length > 0`)
	other := w.phone(link, 360, 740)
	other.sees(`/already been used/.test(main.textContent)`)
	if at := other.eval("location.href"); strings.Contains(at, "seat=") {
		t.Errorf("the token of a link stays in the address: %s", at)
	}
}

// TestLiveRace answers a board of a race on the smallest phone, while another person watches.
func TestLiveRace(t *testing.T) {
	needChromium(t)
	w := newLiveWorld(t)
	now := time.Now()
	id := must.Get(race.Create(t.Context(), w.Store, race.Race{Room: "5", Server: "5", Channel: livetest.Channel, Variant: "nim", Seed: race.SeedOf(7),
		Starts: now.Add(-time.Second), Ends: now.Add(5 * time.Minute)}, now))(t)
	must.OK(t, w.Store.JoinRace(t.Context(), id, alice.Player(), now))
	about := match.Subject{Kind: match.RaceSubject, ID: id}
	a := w.phone(w.Board.Link(about, alice.Player()), 320, 640)
	e := w.phone(w.Board.Link(about, match.Player{}), 320, 640)
	e.sees(`main.querySelector(".bars li").style.getPropertyValue("--solved") === "0"`)
	a.sees(myTurn + ` && /Board 1/.test(main.textContent) && /The bell rings/.test(main.textContent)`)
	e.sees(`/You are watching/.test(main.textContent) && main.querySelectorAll(".bars li").length === 1 && !main.querySelector(".board")`)
	if said := a.eval(`document.getElementById("said").textContent`); !strings.Contains(said, "Board 1. A board with piles of") {
		t.Errorf("by ear the first board is %q", said)
	}
	a.shot("live-race")
	e.shot("live-race-watched")
	a.lift(0)
	if rows := a.eval(`new Set([...main.querySelectorAll(".ask button")].map((b) => { const r = b.getBoundingClientRect(); return Math.round(r.y + r.height / 2); })).size`); rows != "1" {
		t.Errorf("the lifted counters have their buttons in %s rows", rows)
	}
	a.eval(`main.querySelector(".ask .lead").click()`)
	a.sees(`/Right!|No: you took/.test(main.textContent)`)
	a.sees(`/Board 2/.test(main.textContent) && main.querySelector(".spot") && /1 board solved|1 missed/.test(main.querySelector(".answer").textContent) && ` + myTurn)
	if said := a.eval(`document.getElementById("said").textContent`); !strings.Contains(said, "Board 2. A board with piles of") {
		t.Errorf("by ear the second board is %q", said)
	}
	a.shot("live-race-answered")
	const high = `Math.round(main.querySelector(".board").getBoundingClientRect().y)`
	at := a.eval(high)
	a.eval(`(() => { const piles = state.view.position.split(" ").map(Number); send({ do: "move", move: "1-" + (piles[0] - 1 === (piles[0] ^ piles.reduce((a, b) => a ^ b)) ? 2 : 1) }); })()`)
	a.sees(`main.classList.contains("missed") && /The win is drawn/.test(main.textContent) && /No: you took/.test(main.textContent) && /Board 2/.test(main.textContent) && !test.spots().length`)
	a.shot("live-race-missed")
	at += " " + a.eval(high)
	a.sees(`/Board 3/.test(main.textContent) && test.spots().length && !main.classList.contains("missed")`)
	if list := strings.Fields(at); list[0] != list[1] || list[0] != a.eval(high) {
		t.Errorf("a board is at %s when it comes and after a miss, the next one at %s", at, a.eval(high))
	}
	if bar := e.eval(`(() => { const bar = document.querySelector(".bars li"); patch(bar, el("li", { style: "--solved: 1" })); return bar.style.getPropertyValue("--solved"); })()`); bar != "1" {
		t.Errorf("the bar of who has solved a board is %q", bar)
	}
	if a.eval(`document.documentElement.scrollWidth > innerWidth`) != "false" {
		t.Error("the race is wider than the window")
	}
}

// TestLiveVote votes by touch. The answer to a vote stands only beside the board that was voted on.
func TestLiveVote(t *testing.T) {
	needChromium(t)
	w := newLiveWorld(t)
	w.Say(alice, "challenge", nil, "game", "nim", "side", "server", "size", "small", "time", "30s")
	e := w.phone(w.Link(eve), 360, 740)
	e.sees(myTurn)
	e.lift(0)
	e.eval(`main.querySelector(".ask .lead").click()`)
	e.sees(`/✓ Your vote: take/.test(main.querySelector(".ask").textContent) && main.classList.contains("cast") && /You voted for/.test(main.querySelector(".answer").textContent)`)
	e.shot("live-vote")
	if text := e.eval(`main.innerText`); strings.Contains(text, "UTC") || strings.Contains(text, "<t:") {
		t.Errorf("the page says %s", text)
	}
	e.eval(`received({ lastEventId: "9", data: JSON.stringify({ ...state.view, version: state.view.version + 1, made: state.view.made + 1 }) })`) // the bell
	e.sees(`!/You voted|Your vote/.test(main.textContent) && !main.classList.contains("cast")`)
	e.eval(fmt.Sprintf(`void (location.hash = %q)`, w.Link(bob)[strings.Index(w.Link(bob), "#"):])) // another link in this tab
	e.sees(`state.view && state.view.you === "left" && !location.href.includes("seat=") && state.view.made === 0`)
}

// TestActivity plays a match in a frame whose parent behaves like Discord.
func TestActivity(t *testing.T) {
	if !testlong.Long() {
		t.Skip("a long test")
	}
	w := newLiveWorld(t)
	w.Chat.People["alice's code"] = alice
	w.Begin("nim", "2 2")
	b := w.phone("about:blank", 360, 740)
	framed := func(code, custom string) {
		t.Helper()
		do(b, chromedp.Navigate(w.address+"/parent.html?frame=/&code="+code+custom))
		b.sees(`document.querySelector("iframe").contentDocument.getElementById("main")`)
	}
	framed("alice%27s+code", "")
	in := func(script string) string {
		t.Helper()
		return b.eval(`((window, document, main) => (` + script + `))(...(({ contentWindow: w }) => [w, w.document, w.document.getElementById("main")])(document.querySelector("iframe")))`)
	}
	sees := func(script string) {
		t.Helper()
		in(fmt.Sprintf(seen, script))
	}
	sees(myTurn + ` && /In the Activity: alice, bob/.test(main.textContent)`)
	want := `HANDSHAKE client 99, frame frame, sdk 2.5.0; SUBSCRIBE ACTIVITY_LAYOUT_MODE_UPDATE; SUBSCRIBE ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE; ` +
		`GET_ACTIVITY_INSTANCE_CONNECTED_PARTICIPANTS; SET_ORIENTATION_LOCK_STATE; AUTHORIZE identify`
	if said := b.eval(`got.map(([op, p]) => op === 0 ? "HANDSHAKE client " + p.client_id + ", frame " + p.frame_id + ", sdk " + p.sdk_version : [p.cmd, p.evt || p.args?.scope?.join()].filter(Boolean).join(" ")).join("; ")`); said != want {
		t.Errorf("Discord hears %s, want %s", said, want)
	}
	// Only messages from Discord count.
	for _, message := range []string{`{ origin: "https://evil.example", source: window.parent`, `{ origin: location.origin, source: window`} {
		in(`window.dispatchEvent(new MessageEvent("message", ` + message + `, data: [1, { cmd: "DISPATCH", evt: "ACTIVITY_LAYOUT_MODE_UPDATE", data: { layout_mode: 1 } }] }))`)
		if class := in("document.documentElement.className"); strings.Contains(class, "pip") {
			t.Errorf("a message of %s counts", message)
		}
	}
	b.eval(`dispatch("ACTIVITY_LAYOUT_MODE_UPDATE", { layout_mode: 1 })`)
	sees(`document.documentElement.classList.contains("pip")`)
	b.size(320, 180)
	if wrong := in(`[main.scrollWidth > innerWidth, document.documentElement.scrollHeight > innerHeight].join()`); wrong != "false,false" {
		t.Errorf("picture in picture overflows: %s", wrong)
	}
	b.shot("live-pip")
	b.eval(`dispatch("ACTIVITY_LAYOUT_MODE_UPDATE", { layout_mode: 0 })`)
	b.size(360, 740)
	sees(`document.documentElement.classList.contains("focused")`)
	for range 2 { // all of the first pile, then the last counter
		in(`main.querySelector(".keys div").lastChild.click()`)
		sees(`!` + myTurn)
		if !w.Newest().Finished() {
			w.Move(bob, "2-1")
			sees(myTurn)
		}
	}
	sees(`main.querySelector(".band.won")`)
	b.shot("live-activity-end")
	in(`[...main.querySelectorAll("a")].find((a) => a.textContent === "Show me where").click()`)
	b.sees(`got.at(-1)[1].cmd === "OPEN_EXTERNAL_LINK"`)
	if url := b.eval(`got.at(-1)[1].args.url`); !strings.HasPrefix(url, w.address+"/#nim/2.2/") {
		t.Errorf("Discord opens %q", url)
	}
	b.eval(`send({ code: 1000, message: "The Activity has ended." }, 2)`)
	sees(`/The Activity has ended/.test(main.textContent)`)
	// A link opens its match, though the channel has a newer one, and names it when it is shared.
	w.Begin("nim", "5")
	_, custom, _ := strings.Cut(w.Board.DeepLink(w.Newest().ID-1), "custom_id=")
	framed("alice%27s+code", "&custom="+custom)
	sees(`main.querySelector(".band.won")`)
	in(`[...main.querySelectorAll("button")].find((b) => b.textContent === "Share this board").click()`)
	b.sees(`got.at(-1)[1].cmd === "SHARE_LINK"`)
	if args := b.eval(`JSON.stringify(got.at(-1)[1].args)`); args != fmt.Sprintf(`{"custom_id":%q,"message":"Nim: alice against bob"}`, custom) {
		t.Errorf("Discord shares %s", args)
	}
	// A person who refuses the authorization reads why it is needed, and can try again.
	framed("", "")
	sees(`/You did not agree.*Try again/.test(main.textContent)`)
}

// TestOpaque opens the board in a frame that its host gives no origin.
func TestOpaque(t *testing.T) {
	w := newLiveWorld(t)
	w.Begin("nim", "2 2")
	_, token, _ := strings.Cut(w.Link(alice), "#")
	for address, link := range map[string]string{
		"/opaque/live.html#" + token:                   w.address + "/opaque/live.html#" + token,
		"/opaque/?frame_id=frame&instance_id=instance": w.address + "/",
	} {
		b := w.phone(w.address+address, 360, 740)
		b.sees(`main.querySelector(".tools a")`)
		b.shot("live-opaque")
		if got := b.eval(`main.querySelector(".tools a").href + (/Open it in your browser/.test(main.innerText) ? "" : main.innerText) + test.errors.join()`); got != link {
			t.Errorf("%s leads to %s", address, got)
		}
	}
}

// finger puts a finger on a point and drags it by steps.
func (b *browser) finger(at box, steps ...float64) {
	b.Helper()
	touch := func(kind input.DispatchTouchEventType, points ...*input.TouchPoint) {
		call(b, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: append([]*input.TouchPoint{}, points...)})
	}
	touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: at.x, Y: at.y})
	for _, x := range steps {
		touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: at.x + x, Y: at.y - 4})
	}
	touch(input.DispatchTouchEventTypeTouchEnd)
}

// plays makes a move by touch in any game: it touches a counter, or a place and then a button.
func (b *browser) plays() {
	b.Helper()
	b.sees(myTurn + ` && !state.sending && !main.querySelector(".ask .lead")`)
	if b.eval(`test.spots().length`) == "0" { // the second half of a turn is only a number
		b.eval(`main.querySelector(".keys button").click()`)
		return
	}
	b.eval(`test.tap(test.spots().at(-1))`)
	b.sees(`main.querySelector(".ask .lead") || main.querySelector(".side > .keys button") || !` + myTurn)
	b.shot("live-touched-" + strings.ReplaceAll(b.eval(`state.view.game.id`), "/", "-"))
	b.eval(`(main.querySelector(".ask .lead") || main.querySelector(".side > .keys button"))?.click()`)
}

// TestTwoPhones plays games of each kind. Two people touch their own boards, and a third watches.
func TestTwoPhones(t *testing.T) {
	if !testlong.Long() {
		t.Skip("a long test")
	}
	w := newLiveWorld(t)
	w.Begin("nim", "1")
	a, b, e := w.phone(w.Link(alice), 360, 740), w.phone(w.Link(bob), 740, 360), w.phone(w.Link(eve), 1200, 800)
	for _, p := range []*browser{a, b, e} {
		p.sees(`state.view`)
	}
	for _, c := range []struct{ game, position string }{
		{"end-nim", "2 3 2"}, {"move-reverse-nim", "2 3"}, {"pile-reverse-nim", "2 3"}, {"nim/misere", "1 3 2"}, {"split-nim/0", "3 2"}, {"tree-nim", "2(1 2)"}, {"forklift-nim", "1 2 / 2 1"}, {"depot-nim", "a=2 b=1; *-a a-b"},
		{"coloured-depot-nim", "a=2 b=1; *-a a-b"}, {"partizan-end-nim", "2 1 2"}, {"sum", "end-nim 2 1 + nim 2"},
	} {
		w.Say(alice, "match resign", w.Newest(), "sure", "true")
		w.Begin(c.game, c.position)
		name := strings.NewReplacer("/", "-").Replace(c.game)
		for _, p := range []*browser{a, b, e} {
			p.sees(fmt.Sprintf(`state.view.match === "%d" && /turn/.test(main.textContent)`, w.Newest().ID))
			if faults := p.eval("test.faults()"); faults != "" {
				t.Errorf("%s: %s", c.game, faults)
			}
		}
		a.shot("live-game-" + name)
		b.shot("live-landscape-" + name)
		e.shot("live-desktop-" + name)
		for turn := 0; !w.Newest().Finished(); turn++ {
			if turn > 40 {
				t.Fatalf("%s does not end", c.game)
			}
			version := w.Newest().Version
			p := a
			if a.eval(myTurn) != "true" {
				p = b
			}
			p.plays()
			for _, p := range []*browser{a, b, e} {
				p.sees(fmt.Sprintf(`state.view.version > %d`, version))
			}
		}
		for _, p := range []*browser{a, b, e} {
			p.sees(`/ wins?$/.test(main.querySelector(".band h1").textContent)`)
			if faults := p.eval("test.faults()"); faults != "" {
				t.Errorf("the end of %s: %s", c.game, faults)
			}
		}
	}
}

// TestDrag drags counters off a pile. The drag splits the pile if the game allows splits, and takes
// the counters otherwise.
func TestDrag(t *testing.T) {
	if !testlong.Long() {
		t.Skip("a long test")
	}
	w := newLiveWorld(t)
	w.Begin("split-nim/0", "7 2")
	a := w.phone(w.Link(alice), 360, 740)
	for _, c := range []struct {
		game, position string
		spot           int
		says, after    string
	}{
		{"split-nim/0", "7 2", 4, "Split pile 1 into 3 and 4", "3 2 4"},
		{"nim", "7 2", 4, "Take 3 from pile 1", "4 2"},
	} {
		if w.Newest().Variant != c.game {
			w.Say(alice, "match resign", w.Newest(), "sure", "true")
			w.Begin(c.game, c.position)
		}
		a.sees(myTurn + fmt.Sprintf(` && state.view.game.id === %q`, c.game))
		a.finger(a.box(fmt.Sprintf(`test.spots()[%d]`, c.spot)), 20, 50, 70)
		a.sees(`main.querySelector(".ask .lead")`)
		a.shot("live-drag-" + strings.ReplaceAll(c.game, "/", "-"))
		if says := a.eval(`main.querySelector(".ask .lead").textContent`); says != c.says {
			t.Errorf("%s: a drag says %q, want %q", c.game, says, c.says)
		}
		a.eval(`main.querySelector(".ask .lead").click()`)
		a.sees(fmt.Sprintf(`state.view.position === %q`, c.after))
	}
}

// TestSleepAndEyes suspends a phone while the opponent plays, and checks boards in dark and light,
// in forced colours, and with letters of double size.
func TestSleepAndEyes(t *testing.T) {
	if !testlong.Long() {
		t.Skip("a long test")
	}
	w := newLiveWorld(t)
	w.Begin("end-nim", "3 5 2 4 7", "time", "2m")
	a := w.phone(w.Link(alice), 360, 740)
	a.sees(myTurn)
	a.takes(2) // one counter
	lifecycle := func(state cdppage.SetWebLifecycleStateState) {
		call(a, cdppage.SetWebLifecycleState, cdppage.SetWebLifecycleStateParams{State: state})
	}
	lifecycle(cdppage.SetWebLifecycleStateStateFrozen)
	w.cut()
	w.Move(bob, "R-5")
	lifecycle(cdppage.SetWebLifecycleStateStateActive)
	a.sees(myTurn + ` && /bob took 5/.test(main.textContent)`)
	a = w.phone(w.Link(alice), 360, 740) // the suspended phone stays hidden
	a.sees(myTurn)
	if a.eval(`(() => { const was = reading; document.dispatchEvent(new Event("visibilitychange")); return was !== reading; })()`) != "true" {
		t.Error("a page that is seen again does not look for the present state")
	}
	a.eval(`test.button("Hint").click()`)
	a.sees(`!state.sending && main.querySelector(".answer").textContent.length > 10`)
	a.eval(`send({ do: "move", move: "L-9" })`)
	a.sees(`/The left pile has 2 counters/.test(main.querySelector(".error").textContent) && ` + myTurn)
	a.lift(0)
	for _, scheme := range []string{"light", "dark"} {
		for _, forced := range []string{"none", "active"} {
			a.looks(true, scheme, forced)
			a.sees(fmt.Sprintf(`state.view.theme === %q`, scheme))
			for _, size := range [][2]int64{{360, 740}, {740, 360}, {320, 568}, {1200, 800}} {
				a.size(size[0], size[1])
				if faults := a.eval("test.faults()"); forced == "none" && faults != "" {
					t.Errorf("%s, %d: %s", scheme, size[0], faults)
				}
				if wide := a.eval(`test.large(() => document.documentElement.scrollWidth > innerWidth && [...main.querySelectorAll("*")].filter((e) => e.getBoundingClientRect().right > innerWidth).map((e) => e.outerHTML.slice(0, 80)).join())`); wide != "false" {
					t.Errorf("%d is too narrow for letters of twice the size: %s", size[0], wide)
				}
				a.shot(fmt.Sprintf("live-%s-%s-%d", scheme, forced, size[0]))
			}
		}
	}
	a.size(360, 740)
	a.eval(`document.documentElement.style.fontSize = "200%"`)
	a.shot("live-large")
}

// TestAnswerSlides plays against the bot, whose answer arrives with one's own move, and checks what
// slides.
func TestAnswerSlides(t *testing.T) {
	if !testlong.Long() {
		t.Skip("a long test")
	}
	w := newLiveWorld(t)
	w.Say(alice, "challenge", nil, "game", "nim", "position", "3 4 6", "first", "me", "level", "perfect")
	a := w.phone(w.Link(alice), 360, 740)
	call(a, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "no-preference"}}})
	a.sees(myTurn)
	a.eval(`test.slides.length = 0`)
	a.lift(2) // the top counter of the first pile
	a.eval(`main.querySelector(".ask .lead").click()`)
	a.sees(`state.view.moves.length === 2`)
	gone := a.eval(`test.slides.filter((s) => s.gone).length`)
	if taken := a.eval(`state.view.moves.map((m) => +m.match(/took (\d+)/)[1]).reduce((a, b) => a + b)`); gone != taken || a.eval(`test.slides.every((s) => s.tag === "g" && s.ms === 200)`) != "true" {
		t.Errorf("%s counters are taken, and %s go: %s", taken, gone, a.eval(`JSON.stringify(test.slides)`))
	}
}
