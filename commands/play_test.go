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
	"nimatron/match"
)

// cardTexts are the texts of a card that people read, one by one.
func cardTexts(c *view.Card) []string {
	texts := []string{c.Title, c.Body, c.Question, c.Footer}
	for _, f := range c.Fields {
		texts = append(texts, f.Value)
	}
	return texts
}

// offers is everything that a card offers, one for each choice of a menu and button.
func offers(c *view.Card) []commands.Request {
	var all []commands.Request
	for _, a := range actions(view.Reply{Card: c}) {
		all = append(all, commands.Request{Command: a.Command, Options: a.Options, Subject: a.Subject})
	}
	for _, m := range c.Menus {
		choices := m.Choices
		if m.People {
			choices = []view.Choice{{Value: "p2"}}
		}
		for _, choice := range choices {
			r := commands.Request{Command: m.Command, Subject: m.Subject, Options: map[string]string{m.Option: choice.Value}}
			maps.Copy(r.Options, m.Options)
			if who := r.Options["opponent"]; who != "" {
				r.People = map[string]commands.User{"opponent": person(who)}
			}
			all = append(all, r)
		}
	}
	return all
}

// Whatever is tapped at the front door, on the page of each game and on each topic of help does
// what it says, in a channel where nothing goes on, and leads on in turn.
func TestEveryWayThroughTheDoor(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	notation := regexp.MustCompile(`^\d+-\d+$|^[LR]-\d+$|=`)
	seen := map[string]bool{}
	games := 0
	var walk func(by string, req commands.Request)
	walk = func(by string, req commands.Request) {
		key := fmt.Sprint(req.Command, req.Options)
		if seen[key] {
			return
		}
		seen[key] = true
		r.now = r.now.Add(time.Hour) // as one person is challenged only so often
		req.By, req.Channel, req.Server = person(by), fmt.Sprint("channel ", len(seen)), "den"
		reply := r.service.Do(t.Context(), req)
		if reply.Result != view.ResultDone || reply.Card == nil {
			t.Fatalf("%s: %s", key, text(reply))
		}
		switch req.Command {
		case "play", "help", "variants":
		case "challenge":
			if req.Options["variant"] == "" {
				break
			}
			games++
			return
		default: // others look after what these lead to
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
			walk(fmt.Sprintf("p%s.%d", strings.TrimPrefix(by, "p"), n), way)
		}
	}
	for _, command := range []string{"play", "help", "variants", "challenge"} {
		walk("p1", commands.Request{Command: command})
	}
	if want := 2 * len(catalog.Standard.All()); games < want {
		t.Errorf("%d challenges were made; want %d", games, want)
	}
}

// Each command that people are offered is in a topic of help, and no other.
func TestTopics(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	said := map[string]bool{}
	for _, choice := range r.say("p1", "/help").Card.Menus[0].Choices {
		body := r.say("p1", "/help topic:"+choice.Value).Card.Body
		for _, m := range regexp.MustCompile("`/([a-z]+)").FindAllStringSubmatch(body, -1) {
			said[m[1]] = true
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

func TestDoor(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.server = "den"
	door := r.refuses("p1", "/play", "Nim, and a whole family of it")
	r.expect("p1", "hi", "Nim, and a whole family of it") // in a server as an answer in the channel
	board := r.press("p1", door, "Play")
	if board.Private() || !strings.Contains(text(board), "== Nim · @p1 against Nimatron ==") || !strings.Contains(text(board), " · casual") {
		t.Fatalf("no match of Nim: %s", text(board))
	}
	// Once more, and by somebody else who has got hold of it.
	again := r.press("p1", door, "Play")
	if !again.Private() || !strings.Contains(text(again), "You are playing in this channel already") || !strings.Contains(buttons(again), "Show the board") {
		t.Errorf("pressed twice: %s", text(again))
	}
	r.press("p1", again, "Show the board")
	other := r.press("p2", door, "Play")
	if !other.Private() || !strings.Contains(text(other), "in a direct message") || strings.Contains(buttons(other), "board") {
		t.Errorf("pressed by another: %s", text(other))
	}
	r.refuses("p2", "hi", "You are not playing in this match") // as a move of it
	r.expect("p1", "/resign sure:true")
	r.refuses("p1", "/challenge", "You have won 0 of 1 match.")
	r.server = ""
	r.refuses("p3", "hi", "Nim, and a whole family of it")
	r.refuses("p3", "/play game:forklift-nim", "Fork-lift Nim")
	r.refuses("p3", "/play game:chess", "There is no variant")
	r.refuses("p3", "/help topic:moves", "`/takeback`")
	r.refuses("p3", "/help topic:chess", "There is no topic")
	r.refuses("p3", "/challenge opponent:p4", "You challenge @p4", "Fork-lift Nim") // where there are no forms
	r.refuses("p3", "/challenge opponent:p3", "You can't challenge yourself")
	r.refuses("p3", "/challenge opponent:otherbot", "other bots don't play")
	r.refuses("p3", "/challenge opponent:stranger", "I don't know who `stranger` is")
}

// The friend whom one has chosen keeps their name, though the button for the game has their id
// alone.
func TestChosenFriendKeepsTheName(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	r.say("p2", "/learn") // so that p2 is known
	which := r.say("p1", "/challenge opponent:p2")
	var req commands.Request
	for _, way := range offers(which.Card) {
		if way.Options["variant"] == "end-nim" {
			req = way
		}
	}
	req.By, req.Channel, req.People = person("p1"), "lobby", map[string]commands.User{"opponent": {ID: "p2"}}
	if reply := r.service.Do(t.Context(), req); !strings.Contains(text(reply), "@p1 challenges @p2") {
		t.Fatal(text(reply))
	}
	c, err := r.store.OpenChallenge(t.Context(), "lobby")
	if err != nil || c.Opponent != (match.Player{ID: "p2", Name: "p2"}) {
		t.Errorf("challenged is %+v, %v", c.Opponent, err)
	}
}
