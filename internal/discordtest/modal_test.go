package discordtest_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"nimatron/internal/discordtest"
)

// A form has labels with a text, a menu, a radio group and a menu of people.
const wholeModal = `{"custom_id":"form","title":"Form","components":[
	{"type":18,"label":"Text","description":"Help","component":{"type":4,"custom_id":"text","style":1,"value":"as it was"}},
	{"type":18,"label":"Menu","component":{"type":3,"custom_id":"menu","options":[{"label":"A","value":"a"},{"label":"B","value":"b","default":true}]}},
	{"type":18,"label":"Radio","component":{"type":21,"custom_id":"radio","required":false,"options":[{"label":"A","value":"a"},{"label":"B","value":"b"}]}},
	{"type":18,"label":"Person","component":{"type":5,"custom_id":"person","required":false}}]}`

// modals is a Discord whose users are shown modals by the test itself.
type modals struct {
	*testing.T
	srv        *discordtest.Server
	alice, bob *discordtest.User
	ch         *discordtest.Channel
	sent       chan string // the data of interactions
}

func newModals(t *testing.T) *modals {
	m := &modals{T: t, srv: discordtest.New(discordtest.Options{}), sent: make(chan string, 10)}
	t.Cleanup(m.srv.Close)
	m.ch = m.srv.AddGuild("guild").AddChannel("general")
	m.alice, m.bob = m.srv.AddUser("alice"), m.srv.AddUser("bob")
	s := connect(t, m.srv, func(*discordgo.Session, *discordgo.InteractionCreate) {})
	s.AddHandler(func(_ *discordgo.Session, e *discordgo.Event) {
		var in struct{ Data json.RawMessage }
		if e.Type == "INTERACTION_CREATE" && json.Unmarshal(e.RawData, &in) == nil {
			m.sent <- string(in.Data)
		}
	})
	register(t, m.srv, s, pingCommand)
	return m
}

// show answers a new interaction of alice with a modal, and returns the status.
func (m *modals) show(modal string) (in *discordtest.Interaction, status int) {
	in = m.alice.Slash(m.ch, "ping")
	<-m.sent
	resp := must(http.Post(m.srv.URL+"/api/v9/interactions/"+in.ID+"/"+in.Token+"/callback", "application/json",
		strings.NewReader(`{"type":9,"data":`+modal+`}`)))
	resp.Body.Close()
	return in, resp.StatusCode
}

// sends checks what is sent with a modal.
func (m *modals) sends(in *discordtest.Interaction, wants ...string) {
	m.Helper()
	if in.Err() != nil {
		m.Fatal(in.Err())
	}
	data := <-m.sent
	for _, want := range wants {
		if !strings.Contains(data, want) {
			m.Errorf("%s is sent, without %s", data, want)
		}
	}
}

func TestModalOfLabels(t *testing.T) {
	t.Parallel()
	ctx := newContext(t)
	m := newModals(t)
	in, _ := m.show(wholeModal)
	shown := must(in.Modal(ctx))
	if len(shown.Inputs) != 4 || shown.Inputs[0].Label != "Text" || shown.Inputs[0].Description != "Help" {
		t.Errorf("shown is %+v", shown)
	}
	for name, values := range map[string]map[string]string{
		"no option":      {"menu": "c"},
		"nobody":         {"person": "1"},
		"required":       {"menu": ""},
		"no radio":       {"radio": "c"},
		"a text missing": {"text": ""},
	} {
		if m.alice.Submit(in, values).Err() == nil {
			t.Errorf("%s: it is sent", name)
		}
	}
	if m.bob.Submit(in, nil).Err() == nil {
		t.Error("somebody else submits a modal")
	}
	m.sends(m.alice.Submit(in, nil), `"value":"as it was"`, `"values":["b"]`, `"value":null`, `"values":[]`)
	m.sends(m.alice.Submit(in, map[string]string{"text": "new", "menu": "a", "radio": "b", "person": m.bob.ID}),
		`"value":"new"`, `"values":["a"]`, `"value":"b"`, `"values":["`+m.bob.ID+`"]`, `"users":{"`+m.bob.ID)
}

func TestModalsThatAreRefused(t *testing.T) {
	t.Parallel()
	label := func(component string) string { return `{"type":18,"label":"L","component":` + component + `}` }
	text := func(id string) string { return label(`{"type":4,"custom_id":"` + id + `","style":1}`) }
	option := func(i int) string { return fmt.Sprintf(`{"label":"o","value":"%d"}`, i) }
	options := func(n int) string { return `"options":[` + strings.Join(repeat(n, option), ",") + `]` }
	form := func(parts ...string) string {
		return `{"custom_id":"form","title":"T","components":[` + strings.Join(parts, ",") + `]}`
	}
	tests := map[string]struct {
		modal string
		want  int
	}{
		"whole":                 {wholeModal, http.StatusNoContent},
		"a row":                 {form(`{"type":1,"components":[{"type":4,"custom_id":"a","style":1,"label":"L"}]}`), http.StatusNoContent},
		"no parts":              {form(), http.StatusBadRequest},
		"five parts":            {form(text("a"), text("b"), text("c"), text("d"), text("e")), http.StatusNoContent},
		"six parts":             {form(text("a"), text("b"), text("c"), text("d"), text("e"), text("f")), http.StatusBadRequest},
		"the same id":           {form(text("a"), text("a")), http.StatusBadRequest},
		"a bare input":          {form(`{"type":4,"custom_id":"a","style":1}`), http.StatusBadRequest},
		"a menu in a row":       {form(`{"type":1,"components":[{"type":3,"custom_id":"a",` + options(2) + `}]}`), http.StatusBadRequest},
		"a button":              {form(label(`{"type":2,"custom_id":"a","style":1,"label":"b"}`)), http.StatusBadRequest},
		"an empty label":        {form(`{"type":18,"component":{"type":4,"custom_id":"a","style":1}}`), http.StatusBadRequest},
		"a long label":          {form(`{"type":18,"label":"` + long(46) + `","component":{"type":4,"custom_id":"a","style":1}}`), http.StatusBadRequest},
		"a long description":    {form(`{"type":18,"label":"L","description":"` + long(101) + `","component":{"type":4,"custom_id":"a","style":1}}`), http.StatusBadRequest},
		"two labels":            {form(label(`{"type":4,"custom_id":"a","style":1,"label":"b"}`)), http.StatusBadRequest},
		"no style":              {form(label(`{"type":4,"custom_id":"a"}`)), http.StatusBadRequest},
		"26 options":            {form(label(`{"type":3,"custom_id":"a",` + options(26) + `}`)), http.StatusBadRequest},
		"one radio option":      {form(label(`{"type":21,"custom_id":"a",` + options(1) + `}`)), http.StatusBadRequest},
		"11 radio options":      {form(label(`{"type":21,"custom_id":"a",` + options(11) + `}`)), http.StatusBadRequest},
		"a value twice":         {form(label(`{"type":21,"custom_id":"a","options":[` + option(1) + `,` + option(1) + `]}`)), http.StatusBadRequest},
		"two chosen":            {form(label(`{"type":3,"custom_id":"a","options":[{"label":"o","value":"1","default":true},{"label":"o","value":"2","default":true}]}`)), http.StatusBadRequest},
		"required, none chosen": {form(label(`{"type":3,"custom_id":"a","min_values":0,` + options(2) + `}`)), http.StatusBadRequest},
		"none chosen":           {form(label(`{"type":3,"custom_id":"a","required":false,"min_values":0,` + options(2) + `}`)), http.StatusNoContent},
		"disabled":              {form(label(`{"type":3,"custom_id":"a","disabled":true,` + options(2) + `}`)), http.StatusBadRequest},
		"a default nobody":      {form(label(`{"type":5,"custom_id":"a","default_values":[{"id":"x","type":"user"}]}`)), http.StatusBadRequest},
	}
	m := newModals(t)
	refused := 0
	for name, test := range tests {
		if _, status := m.show(test.modal); status != test.want {
			t.Errorf("%s: status %d, want %d", name, status, test.want)
		}
		if test.want != http.StatusNoContent {
			refused++
		}
	}
	expectViolations(t, m.srv, slices.Repeat([]string{"callback"}, refused)...)
}
