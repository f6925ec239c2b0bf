package bot

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"nimatron/commands"
	"nimatron/games"
	"nimatron/internal/discordtest"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/referee"
	"nimatron/storage"
	"nimatron/storage/storagetest"
)

// arena is a world whose database the test can read.
type arena struct {
	*world
	store storage.Store
}

// newArena starts a bot with the real service.
func newArena(t *testing.T) *arena {
	w := newWorld(t)
	store := storagetest.OpenFile(t, filepath.Join(t.TempDir(), "nimatron.db"))
	w.serve(w.over(store, referee.Options{}))
	return &arena{w, store}
}

// begin starts a match of Nim between two people. The first one has the first turn.
func (a *arena) begin(ch *discordtest.Channel, one, other *discordtest.User) *discordtest.Message {
	a.Helper()
	challenge := a.patient(one.Slash(ch, "challenge", discordtest.Opt("game", "nim"), discordtest.Opt("position", "90 90"),
		discordtest.Opt("first", "me"), discordtest.UserOpt("opponent", other)))
	return a.patient(other.ClickLabel(challenge, "Accept"))
}

// patient is answer with more time.
func (a *arena) patient(in *discordtest.Interaction) *discordtest.Message {
	a.Helper()
	ctx, cancel := context.WithTimeout(a.Context(), 90*time.Second)
	defer cancel()
	return must.Get(in.Wait(ctx))(a)
}

// standing returns the parts of a channel's match that only its players may change.
func (a *arena) standing(ch *discordtest.Channel) string {
	a.Helper()
	m := must.Get(a.store.LastMatch(a.Context(), ch.ID))(a)
	return fmt.Sprint(m.ID, m.Version, m.State, m.Moves, m.Sides[games.Left].Hints, m.Sides[games.Right].Hints, m.Offer)
}

// quietly checks that an answer is private, pings nobody and hides no text.
func (a *arena) quietly(what string, m *discordtest.Message) {
	a.Helper()
	if !m.Ephemeral || m.Pings.Everyone || len(m.Pings.Users)+len(m.Pings.Roles) > 0 {
		a.Errorf("%q is answered, ephemeral %v and pinging %+v, by %q", what, m.Ephemeral, m.Pings, m.Text())
	}
	a.open(m)
}

// open checks that a message hides no text.
func (a *arena) open(m *discordtest.Message) {
	a.Helper()
	if i := strings.IndexFunc(m.Text(), func(r rune) bool { return r != '\n' && !unicode.IsPrint(r) }); i >= 0 {
		a.Errorf("unseen characters: %q", m.Text())
	}
}

// Forged buttons, and other people's buttons, change nothing.
func TestForgedButtons(t *testing.T) {
	in(t, newArena, func(t *testing.T, a *arena) {
		other := a.srv.AddGuild("other").AddChannel("other")
		board := a.begin(a.general, a.alice, a.bob)
		a.begin(other, a.alice, a.carol)
		here, there := a.standing(a.general), a.standing(other)
		for _, id := range []string{
			"n1:match resign:m2.1:sure=true", "n1:match resign:m1.2:sure=true", "n1:match resign:m1.0:sure=true", "n1:match resign:m1.-1:sure=true", "n1:match resign:c1.1:sure=true",
			"n1:accept:m1.1:", "n1:cancel:m1.1:", "n1:decline:m1.1:", "n1:hint:c1.0:", "n1:match resign:m99999999999999999999.1:sure=true", "n1:match resign:m01.1:sure=true", "n1:match resign:m1.1:sure=true&sure=true", "n1:match resign:m1.1:sure=perhaps",
			"n1:hint:m2.1:", "n1:hint:m1.7:", "n1:accept:c1.0:", "n1:accept:c2.0:first=me", "n1:accept:c99.0:", "n1:decline:c1.0:", "n1:cancel:c1.0:",
			"n1:move::move=3-1", "n1:move::move=1-999", "n1:move::move=%40everyone", "n1:move::", "n1:claim::", "n1:takeback::",
			"n1:challenge::variant=nim", "n1:nothing::a=1", "n1:replay::match=1", "n1:replay::match=-1", "n1:leaderboard::page=99999999999999999999",
			"n1:history::before=x", "n1:profile::user=%3C%401%3E", "n1:export::match=2", "n1:table::pattern=_+1400+_+1400&variant=end-nim",
			"n2:resign:m1.1:sure=true", "n1", "n1::::", "", strings.Repeat("x", 100), "\u202e", "n1:move::move=\x0e1\x0f",
		} {
			for _, u := range []*discordtest.User{a.alice, a.bob, a.carol} {
				a.quietly(u.Name+" presses "+id, a.patient(u.ClickRaw(board, id)))
			}
		}
		for _, id := range []string{"n1:match resign:m1.1:sure=true", "n1:match resign:m1.1:", "n1:hint:m1.1:", "n1:move::move=1-1"} {
			a.quietly("carol presses "+id, a.patient(a.carol.ClickRaw(board, id)))
		}
		a.quietly("bob moves in alice's turn", a.patient(a.bob.ClickRaw(board, "n1:move::move=1-1")))
		if got := a.standing(a.general); got != here {
			t.Errorf("the match was %s and is %s", here, got)
		}
		if got := a.standing(other); got != there {
			t.Errorf("the other match was %s and is %s", there, got)
		}
	})
}

// Any value of an option is refused privately, or does no harm.
func TestTrapsInOptions(t *testing.T) {
	in(t, newArena, func(t *testing.T, a *arena) {
		a.begin(a.general, a.alice, a.bob)
		here := a.standing(a.general)
		usual := map[string]string{
			"game": "nim", "position": "1 2", "pattern": "_ 2", "row": "2 4 1", "move": "1-1", "match": "1", "code": "x", "name": "x",
		}
		traps := []string{
			"@everyone <@" + a.bob.ID + "> <@&1>", "\u202e\u2066a\u200b\ufeff\u3164", "**`_~||\n```\n# [a](b)", "\x0e" + a.bob.ID + "\x0f\x00\x1b[31m",
			strings.Repeat("9 ", 12_500), strings.Repeat("😀", 6000), "-1", "99999999999999999999999999", "1 2 _ 1400 _ 1400", "",
		}
		n := testlong.Seed(t)
		for c := range commands.Runnable(commands.Commands()) {
			for _, trapped := range c.Options {
				if trapped.Kind == commands.Flag || c.Name == "challenge" && trapped.Name == "level" ||
					trapped.Name == "name" && (c.Name == "class assign" || c.Name == "class set create") { // a form opens
					continue
				}
				for _, trap := range traps {
					asks := trapped.Name == "game" || trapped.Name == "name" || strings.HasPrefix(c.Name, "class ") // by a form
					if n++; n%uint64(testlong.Times(10, 10, 1)) != 0 || asks && trap == "" {
						continue
					}
					options := []map[string]any{}
					for _, o := range c.Options {
						if o.Name == trapped.Name {
							options = append(options, map[string]any{"name": o.Name, "type": 3, "value": trap})
						} else if o.Required || o.Name == "game" || o.Name == "name" { // without a game or a name a form opens
							options = append(options, map[string]any{"name": o.Name, "type": 3, "value": usual[o.Name]})
						}
					}
					name := strings.Fields(c.Name)
					for _, sub := range slices.Backward(name[1:]) {
						options = []map[string]any{{"name": sub, "type": 1, "options": options}}
					}
					data := must.Get(json.Marshal(map[string]any{"id": "1", "name": name[0], "type": 1, "options": options}))(a)
					what := fmt.Sprintf("/%s %s:%.20q", c.Name, trapped.Name, trap)
					m := a.patient(a.carol.Interact(a.general, 2, string(data)))
					if c.Private || m.Ephemeral {
						a.quietly(what, m)
					}
					a.open(m)
					if m.Pings.Everyone || len(m.Pings.Roles) > 0 || slices.Contains(m.Pings.Users, a.bob.ID) && c.Name != "match board" {
						t.Errorf("%s pings %+v by %q", what, m.Pings, m.Text())
					}
				}
			}
		}
		if got := a.standing(a.general); got != here {
			t.Errorf("the match was %s and is %s", here, got)
		}
	})
}
