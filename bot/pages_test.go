package bot

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"nimatron/internal/discordtest"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
)

// TestPages plays matches and renders their messages as pages, roughly as Discord draws them.
// NIMATRON_PAGES=DIR keeps the pages, dark and light, with screenshots in two widths if Chromium is
// installed. NIMATRON_PAGE=REGEXP selects pages by name.
func TestPages(t *testing.T) {
	in(t, play, func(t *testing.T, w *world) {
		guild := w.srv.AddGuild("another guild")
		var shown []*discordtest.Message
		see := func(m *discordtest.Message) *discordtest.Message {
			shown = append(shown, m)
			return m
		}
		door := see(w.answer(w.alice.Slash(w.general, "play")))
		see(w.answer(w.alice.Tap(door, "Fork-lift Nim")))
		help := see(w.answer(w.alice.Slash(w.general, "help")))
		see(w.answer(w.alice.Tap(help, "Playing")))
		starts := []struct{ variant, position string }{
			{"end-nim", "3 5 2 4 7"}, {"partizan-end-nim", "4 5 2 3 6"}, {"forklift-nim", "3 1 2 / 4 . 6 / 2 2 9"},
			{"coloured-depot-nim", "a=3 b=2 c=3; *<a *>b a-b a<c b-c"}, {"tree-nim", "3(2 5(1 1) 4(2 3))"}, {"nim", "3 5 7"},
			{"split-nim/2", "2 4"}, {"move-reverse-nim", "3 1 5"}, {"pile-reverse-nim", "3 4 5"}, {"depot-nim", "a=3 b=2 c=4; *-a a-b b-c"},
		}
		if os.Getenv("NIMATRON_PAGES") == "" {
			starts = testlong.Sample(t, starts, 3)
		}
		for _, start := range starts {
			ch := guild.AddChannel(start.variant)
			board := see(w.answer(w.alice.Slash(ch, "challenge", discordtest.Opt("game", start.variant), discordtest.Opt("position", start.position), discordtest.Opt("first", "me"), discordtest.Opt("level", "perfect"))))
			if taps := moveTaps(board); len(taps) > 0 {
				board = see(w.answer(w.alice.Tap(board, taps[0])))
			}
			if slices.Contains(board.Taps(), "More") { // it goes on
				see(w.answer(w.alice.Tap(board, "More")))
				w.answer(w.alice.ClickLabel(w.answer(w.alice.Slash(ch, "match resign")), "Yes, resign"))
			}
			see(w.sees(ch, " won"))
		}
		for _, command := range []string{"settings me", "puzzle today", "puzzle new", "learn", "profile", "leaderboard ratings"} {
			see(w.answer(w.bob.Slash(w.general, command)))
		}
		see(w.answer(w.bob.Slash(w.general, "study analyze", discordtest.Opt("game", "nim"), discordtest.Opt("position", "3 5 7"))))
		names := map[string]string{w.alice.ID: w.alice.Name, w.bob.ID: w.bob.Name, w.srv.BotUser().ID: "Nimatron"}
		for _, light := range []bool{false, true} {
			for n, m := range shown {
				var page strings.Builder
				must.OK(t, (discordtest.Page{Messages: []*discordtest.Message{m}, Light: light, Names: names}).Write(&page))
				if strings.Count(page.String(), `<img src="data:image/png;base64,`) != len(m.Files) {
					t.Errorf("page %d does not show the %d pictures of its message", n, len(m.Files))
				}
				title, _, _ := strings.Cut(mentions.ReplaceAllString(m.Text(), ""), "\n")
				name := strings.Trim(between.ReplaceAllString(strings.ToLower(title), "-"), "-")
				keep(t, fmt.Sprintf("%02d-%s-%s", n, name, map[bool]string{false: "dark", true: "light"}[light]), page.String())
			}
		}
	})
}

// A page is named after the first line of its message.
var (
	mentions = regexp.MustCompile(`<@\d+>`)
	between  = regexp.MustCompile(`[^a-z0-9]+`)
)

// keep writes a page and its screenshots to the folder in NIMATRON_PAGES, if that is set.
func keep(t *testing.T, name, page string) {
	t.Helper()
	dir := os.Getenv("NIMATRON_PAGES")
	if dir == "" || !regexp.MustCompile(os.Getenv("NIMATRON_PAGE")).MatchString(name) {
		return
	}
	dir = must.Get(filepath.Abs(dir))(t)
	file := filepath.Join(dir, name+".html")
	must.OK(t, os.WriteFile(file, []byte(page), 0o644))
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		return
	}
	widths := []int{400}
	if strings.HasPrefix(name, "01-") { // one page is enough at desktop width
		widths = append(widths, 1000)
	}
	for _, width := range widths {
		size := fmt.Sprintf("--window-size=%d,900", width)
		shot := fmt.Sprintf("%s-%d.png", filepath.Join(dir, name), width)
		c := exec.CommandContext(t.Context(), chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", size, "--screenshot="+shot, "file://"+file)
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", name, err, out)
		} else if err := trim(shot); err != nil {
			t.Error(err)
		}
	}
}

// trim crops the empty bottom of a picture file, except for a margin.
func trim(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	shot, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return err
	}
	b := shot.Bounds()
	empty := func(y int) bool {
		for x := b.Min.X; x < b.Max.X; x++ {
			if shot.At(x, y) != shot.At(b.Min.X, b.Max.Y-1) {
				return false
			}
		}
		return true
	}
	height := b.Max.Y
	for height > 1 && empty(height-1) {
		height--
	}
	whole := image.NewRGBA(image.Rect(0, 0, b.Dx(), min(height+10, b.Max.Y)))
	draw.Draw(whole, whole.Bounds(), shot, b.Min, draw.Src)
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, whole); err != nil {
		return err
	}
	return os.WriteFile(path, out.Bytes(), 0o644)
}

// TestLivePage shows the card of a match with a live board. docs/pictures has the board's own
// picture.
func TestLivePage(t *testing.T) {
	bubble(t, func(t *testing.T) {
		w := newWorld(t)
		w.openLive(false)
		card := w.answer(w.alice.Slash(w.general, "challenge", discordtest.Opt("game", "end-nim"), discordtest.Opt("position", "3 5 2 4 7"), discordtest.Opt("first", "me"), discordtest.UserOpt("opponent", w.bob)))
		card = w.answer(w.bob.Tap(card, "Accept"))
		card = w.answer(w.alice.Tap(card, "Left: take 1"))
		card = w.answer(w.bob.Tap(card, "Right: 5"))
		var page strings.Builder
		names := map[string]string{w.alice.ID: w.alice.Name, w.bob.ID: w.bob.Name, w.srv.BotUser().ID: "Nimatron"}
		must.OK(t, (discordtest.Page{Messages: []*discordtest.Message{card}, Names: names}).Write(&page))
		if !strings.Contains(page.String(), "Touch the board") {
			t.Error("the card has no button for its board")
		}
		keep(t, "live-card", page.String())
	})
}
