package bot

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"nimatron/internal/discordtest"
)

// TestPages goes through matches and shows the messages of them as pages, roughly as Discord
// draws them. With NIMATRON_PAGES=DIR the pages are kept there, dark and light, and where
// there is Chromium it takes a picture of each, as wide as a phone and as a desk.
func TestPages(t *testing.T) {
	w := playSwept(t)
	guild := w.srv.AddGuild("another guild")
	var shown []*discordtest.Message
	play := func(variant, position string, moves int) {
		board := w.answer(w.alice.Slash(guild.AddChannel(variant), "challenge", discordtest.Opt("variant", variant), discordtest.Opt("position", position), discordtest.Opt("first", "me"), discordtest.Opt("level", "perfect")))
		shown = append(shown, board)
		for range moves {
			taps := moveTaps(board)
			if len(taps) == 0 {
				break
			}
			board = w.answer(w.alice.Tap(board, taps[0]))
			shown = append(shown, board)
		}
	}
	door := w.answer(w.alice.Slash(w.general, "play"))
	shown = append(shown, door, w.answer(w.alice.Tap(door, "Fork-lift Nim")))
	help := w.answer(w.alice.Slash(w.general, "help"))
	shown = append(shown, help, w.answer(w.alice.Tap(help, "Playing")))
	play("end-nim", "3 5 2 4 7", 2)
	play("partizan-end-nim", "4 5 2 3 6", 1)
	play("forklift-nim", "3 1 2 / 4 . 6 / 2 2 9", 2)
	play("coloured-depot-nim", "a=3 b=2 c=3; *<a *>b a-b a<c b-c", 1)
	play("tree-nim", "3(2 5(1 1) 4(2 3))", 2)
	play("nim", "3 5 7", 2)
	play("split-nim/0", "8 3 4", 1)
	play("split-nim/2", "2 4", 1)
	play("move-reverse-nim", "3 1 5", 1)
	play("pile-reverse-nim", "3 4 5", 1)
	play("depot-nim", "a=3 b=2 c=4; *-a a-b b-c", 0)
	shown = append(shown, w.answer(w.alice.Tap(shown[len(shown)-1], "More")))
	shown = append(shown,
		w.answer(w.alice.Slash(w.general, "analyze", discordtest.Opt("variant", "nim"), discordtest.Opt("position", "3 5 7"))),
		w.answer(w.alice.Slash(w.general, "settings")))

	names := map[string]string{w.alice.ID: w.alice.Name, w.srv.BotUser().ID: w.srv.BotUser().Name}
	for _, light := range []bool{false, true} {
		for n, m := range shown {
			var page strings.Builder
			if err := (discordtest.Page{Messages: []*discordtest.Message{m}, Light: light, Names: names}).Write(&page); err != nil {
				t.Fatal(err)
			}
			if strings.Count(page.String(), `<img src="data:image/png;base64,`) != len(m.Files) {
				t.Errorf("page %d does not show the %d pictures of its message", n, len(m.Files))
			}
			keep(t, fmt.Sprintf("%02d-%s", n, map[bool]string{false: "dark", true: "light"}[light]), page.String())
		}
	}
}

// keep writes a page to the folder that NIMATRON_PAGES names, if it names one, and has
// Chromium take pictures of it.
func keep(t *testing.T, name, page string) {
	t.Helper()
	dir := os.Getenv("NIMATRON_PAGES")
	if dir == "" {
		return
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, name+".html")
	if err := os.WriteFile(file, []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		return
	}
	widths := []int{400}
	if strings.HasPrefix(name, "01-") { // a desk's is no different, so one is enough
		widths = append(widths, 1000)
	}
	for _, width := range widths {
		size := fmt.Sprintf("--window-size=%d,900", width)
		shot := fmt.Sprintf("--screenshot=%s-%d.png", filepath.Join(dir, name), width)
		c := exec.CommandContext(t.Context(), chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", size, shot, "file://"+file)
		if out, err := c.CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", name, err, out)
		}
	}
}
