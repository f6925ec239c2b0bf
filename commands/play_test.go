package commands_test

import (
	"fmt"
	"maps"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/games/catalog"
	"nimatron/internal/testlong"
)

// cardTexts are the texts of a card that people read, one by one.
func cardTexts(c *view.Card) []string {
	texts := []string{c.Title, c.Body, c.Question, c.Footer}
	for _, f := range c.Fields {
		texts = append(texts, f.Value)
	}
	return texts
}

// offer is a request that a card offers.
type offer struct {
	commands.Request
	label string
}

// offers returns a card's requests: one for each button and each choice of a menu.
func offers(c *view.Card) (all []offer) {
	for _, a := range actions(view.Reply{Card: c}) {
		r := commands.Request{Command: a.Command, Options: a.Options(), Subject: a.Subject}
		if who := a.Options()["user"]; who != "" {
			r.People = map[string]commands.User{"user": {ID: who}}
		}
		all = append(all, offer{r, a.Label})
	}
	if c == nil {
		return all
	}
	for _, m := range c.Menus {
		choices := m.Choices
		if m.People {
			choices = []view.Choice{{Value: "p2", Label: "p2"}}
		}
		for _, choice := range choices {
			r := commands.Request{Command: m.Command, Subject: m.Subject, Options: map[string]string{m.Option: choice.Value}}
			maps.Copy(r.Options, m.Options())
			if who := r.Options["opponent"]; who != "" {
				r.People = map[string]commands.User{"opponent": {ID: who}}
				if m.People {
					r.People["opponent"] = person(who)
				}
			}
			all = append(all, offer{r, m.Prompt + " ▾ " + choice.Label})
		}
	}
	return all
}

// Every button of the front door, of each game's page and of each help topic does what its label
// says, in a channel without a match, and leads further.
func TestEveryWayThroughTheDoor(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	notation := regexp.MustCompile(`^\d+-\d+$|^[LR]-\d+$|=`)
	seen, sampled := map[string]bool{}, map[string]bool{"": true}
	for _, v := range testlong.Sample(t, catalog.Standard.All(), 8) {
		sampled[v.ID] = true
	}
	games := 0
	var walk func(by string, req commands.Request)
	walk = func(by string, req commands.Request) {
		key := fmt.Sprint(req.Command, req.Options)
		if seen[key] || req.Command == "challenge" && !sampled[req.Options["game"]] {
			return
		}
		seen[key] = true
		r.now = r.now.Add(time.Hour) // the number of challenges to one person is limited
		req.By, req.Channel, req.Server = person(by), fmt.Sprint("channel ", len(seen)), "den"
		reply := r.service.Do(t.Context(), req)
		if reply.Outcome.Bad() || reply.Card == nil && reply.Form == nil {
			t.Fatalf("%s: %s", key, text(reply))
		}
		switch {
		case reply.Form != nil:
			return
		case req.Command == "play", req.Command == "help":
		case req.Command == "challenge":
			if req.Options["game"] == "" {
				break
			}
			games++
			return
		default: // other tests cover where these lead
			return
		}
		if !reply.Private() {
			t.Errorf("%s: everybody sees it", key)
		}
		for _, said := range cardTexts(reply.Card) {
			if n := utf8.RuneCountInString(said); n > 280 {
				t.Errorf("%s: %d characters: %s", key, n, said)
			}
		}
		ways := offers(reply.Card)
		if len(ways) == 0 {
			t.Errorf("%s is a dead end", key)
		}
		for _, a := range actions(reply) {
			if notation.MatchString(a.Label) {
				t.Errorf("%s: a button says %q", key, a.Label)
			}
		}
		for n, way := range ways {
			walk(fmt.Sprintf("p%s.%d", strings.TrimPrefix(by, "p"), n), way.Request)
		}
	}
	for _, command := range []string{"play", "help", "challenge"} {
		walk("p1", commands.Request{Command: command})
	}
	if want := 2 * (len(sampled) - 1); games < want {
		t.Errorf("%d challenges were made; want %d", games, want)
	}
}

// Each command shown to people is in exactly one help topic.
func TestTopics(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	said := map[string]bool{}
	for _, choice := range r.say("p1", "/help").Card.Menus[0].Choices {
		body := r.say("p1", "/help topic:"+choice.Value).Card.Body
		for _, m := range regexp.MustCompile("`/([a-z -]+)").FindAllStringSubmatch(body, -1) {
			said[strings.Fields(m[1])[0]] = true
			if commands.Find(m[1]) == nil {
				t.Errorf("%s: there is no command %s", choice.Value, m[1])
			}
		}
	}
	for _, c := range commands.Commands() {
		if c.Name != "help" && !said[c.Name] {
			t.Errorf("no topic names /%s", c.Name)
		}
	}
}
