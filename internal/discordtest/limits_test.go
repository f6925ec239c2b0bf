package discordtest_test

import (
	"fmt"
	"strings"
	"testing"

	"nimatron/internal/discordtest"
)

func rowOf(components ...string) string {
	return `{"type":1,"components":[` + strings.Join(components, ",") + `]}`
}

func button(i int) string {
	return fmt.Sprintf(`{"type":2,"style":1,"label":"b","custom_id":"%d"}`, i)
}

func with(fields string) string { return `{"type":2,"style":1,` + fields + `}` }

func options(n int) string {
	return `"options":[` + many(n, func(i int) string { return fmt.Sprintf(`{"label":"o","value":"%d"}`, i) }) + `]`
}

func menu(n int) string { return `{"type":3,"custom_id":"menu",` + options(n) + `}` }

func text(content string) string { return fmt.Sprintf(`{"type":10,"content":%q}`, content) }

// Messages of both layouts are tested at their limits and beyond. Refusals name the field.
func TestMessageLimits(t *testing.T) {
	in(t, func(r *room) {
		legacy := func(components ...string) string {
			return `{"content":"x","components":[` + strings.Join(components, ",") + `]}`
		}
		layout := func(components ...string) string {
			return `{"flags":32768,"components":[` + strings.Join(components, ",") + `]}`
		}
		container := func(components ...string) string {
			return `{"type":17,"components":[` + strings.Join(components, ",") + `]}`
		}
		gallery := func(n int, item string) string {
			return `{"type":12,"items":[` + many(n, func(int) string { return item }) + `]}`
		}
		allowed := func(fields string) string { return `{"content":"x","allowed_mentions":{` + fields + `}}` }
		number := func(i int) string { return fmt.Sprintf(`"%d"`, i) }
		picture := `{"media":{"url":"https://example.com/a.png"}}`
		full := many(5, func(i int) string { return rowOf(many(5, func(j int) string { return button(5*i + j) })) })
		for field, bodies := range map[string][]string{
			"": { // accepted
				fmt.Sprintf(`{"content":%q}`, long(2000)), legacy(full), legacy(rowOf(menu(25))),
				legacy(rowOf(with(fmt.Sprintf(`"label":%q,"custom_id":%q`, long(80), long(100))))),
				legacy(rowOf(with(`"emoji":{"name":"🎲"},"custom_id":"x"`))),
				legacy(rowOf(`{"type":2,"style":5,"label":"l","url":"https://example.com"}`)),
				allowed(`"users":[` + many(100, number) + `]`),
				layout(text(long(4000))), layout(many(40, func(int) string { return text("x") })), layout(container(text("x"), rowOf(menu(2)), gallery(10, picture))),
			},
			"content": {fmt.Sprintf(`{"content":%q}`, long(2001)), `{"flags":32768,"content":"x","components":[` + text("x") + `]}`},
			"embeds":  {`{"embeds":[{"title":"t"}]}`},
			"components": {
				legacy(many(6, func(i int) string { return rowOf(button(i)) })), legacy(button(1)),
				layout(many(41, func(int) string { return text("x") })), layout(text(long(2000)), text(long(2001))),
				layout(gallery(1, `{"media":{"url":"attachment://board.png"}}`)),
			},
			"components.0": {
				legacy(rowOf()), legacy(rowOf(many(6, button))), legacy(rowOf(menu(2), button(1))), legacy(text("x")),
				layout(text(" ")), layout(gallery(0, "")), layout(gallery(11, picture)), layout(gallery(1, `{"media":{"url":"ftp://x"}}`)),
				layout(gallery(1, fmt.Sprintf(`{"media":{"url":"https://example.com"},"description":%q}`, long(1025)))),
				layout(container()), layout(container(container(text("x")))), layout(`{"type":13,"file":{"url":"https://example.com"}}`),
				layout(`{"type":17,"accent_color":16777216,"components":[` + text("x") + `]}`), layout(button(1)),
			},
			"components.0.components.0": {
				legacy(rowOf(with(fmt.Sprintf(`"label":%q,"custom_id":"x"`, long(81))))), legacy(rowOf(with(fmt.Sprintf(`"label":"x","custom_id":%q`, long(101))))),
				legacy(rowOf(with(`"custom_id":"x"`))), legacy(rowOf(with(`"label":"x"`))), legacy(rowOf(`{"type":2,"style":7,"label":"x","custom_id":"x"}`)),
				legacy(rowOf(with(`"label":"x","custom_id":"x","url":"https://example.com"`))), legacy(rowOf(`{"type":2,"style":5,"label":"x"}`)),
				legacy(rowOf(`{"type":2,"style":5,"label":"x","custom_id":"x","url":"https://example.com"}`)),
				legacy(rowOf(with(`"emoji":{"name":"dice"},"custom_id":"x"`))), legacy(rowOf(menu(26))), legacy(rowOf(menu(0))),
			},
			"components.1.components.0.custom_id": {legacy(rowOf(button(1)), rowOf(button(1))), layout(rowOf(button(1)), rowOf(button(1)))},
			"allowed_mentions": {
				allowed(`"parse":["user"]`), allowed(`"parse":["users"],"users":["1"]`), allowed(`"users":["1","1"]`),
				allowed(`"users":["alice"]`), allowed(`"users":[` + many(101, number) + `]`),
			},
		} {
			for _, body := range bodies {
				if field == "" {
					r.post(body)
					continue
				}
				r.does("400 50035", "POST", "/channels/"+r.ch.ID+"/messages", body)
				r.violated(": " + field)
			}
		}
		for _, body := range []string{`{}`, `{"content":" \n"}`, `{"embeds":[]}`, `{"flags":32768}`} {
			r.does("400 50006", "POST", "/channels/"+r.ch.ID+"/messages", body)
			r.violated("empty message")
		}
	})
}

// Commands beyond Discord's limits.
func TestCommandLimits(t *testing.T) {
	in(t, func(r *room) {
		named := func(name, description string) string {
			return fmt.Sprintf(`{"name":%q,"description":%q}`, name, description)
		}
		local := func(fields string) string {
			return named("zug", "d") + `,{"name":"a","description":"d",` + fields + `}`
		}
		command := func(options ...string) string {
			return `{"name":"ok","description":"d","options":[` + strings.Join(options, ",") + `]}`
		}
		option := func(fields string) string { return `{"type":3,"description":"d",` + fields + `}` }
		opt := func(i int) string { return option(fmt.Sprintf(`"name":"o%d"`, i)) }
		choice := `{"name":"n","value":"v"}`
		// Only the longest of a text and its localizations counts towards the size.
		sized := func(choices int, german int) string {
			return command(many(25, func(i int) string {
				return option(fmt.Sprintf(`"name":"o%d","choices":[%s]`, i, many(choices, func(j int) string {
					return fmt.Sprintf(`{"name":"n%d","value":"%d","name_localizations":{"de":%q,"fr":%q}}`, j, j, long(german), long(german-1))
				})))
			}))
		}
		sub := func(name string, kind int, options ...string) string {
			return fmt.Sprintf(`{"type":%d,"name":%q,"description":"d","options":[%s]}`, kind, name, strings.Join(options, ","))
		}
		subs := func(n int) string { return many(n, func(i int) string { return sub(fmt.Sprint("s", i), 1, opt(1)) }) }
		wide := many(25, func(i int) string {
			return option(fmt.Sprintf(`"name":"o%d","choices":[{"name":%q,"value":%q}]`, i, long(100), long(100)))
		})
		path := "/applications/" + r.srv.AppID() + "/commands"
		for name, list := range map[string]string{
			"local upper case": local(`"name_localizations":{"de":"Zug"}`), "local space": local(`"name_localizations":{"de":"ein zug"}`),
			"local long name": local(`"name_localizations":{"de":"` + long(33) + `"}`), "local duplicate": local(`"name_localizations":{"de":"zug"}`) + `,{"name":"b","description":"d","name_localizations":{"de":"zug"}}`,
			"local long description": local(`"description_localizations":{"de":"` + long(101) + `"}`), "no local description": local(`"description_localizations":{"de":""}`),
			"unknown locale": local(`"description_localizations":{"xx":"d"}`), "local duplicate option": command(opt(1), option(`"name":"b","name_localizations":{"de":"o1"}`)),
			"local long choice": command(option(`"name":"x","choices":[{"name":"n","value":"v","name_localizations":{"de":"` + long(101) + `"}}]`)), "size": sized(4, 80),
			"many on a person":        many(6, func(i int) string { return fmt.Sprintf(`{"type":2,"name":"P%d"}`, i) }),
			"a description on person": `{"type":2,"name":"Ping","description":"d"}`, "options on a message": `{"type":3,"name":"Ping","options":[` + opt(1) + `]}`,
			"an unknown type": `{"type":9,"name":"Ping"}`, "upper case": named("Ping", "d"), "space": named("a b", "d"), "long name": named(long(33), "d"),
			"no description": named("a", ""), "long description": named("a", long(101)), "duplicate": named("a", "d") + "," + named("a", "d"),
			"too many": many(101, func(i int) string { return named(fmt.Sprint("c", i), "d") }), "context": `{"name":"a","description":"d","contexts":[3]}`,
			"no installation": `{"name":"a","description":"d","integration_types":[]}`, "many options": command(many(26, opt)), "duplicate options": command(opt(1), opt(1)),
			"required last": command(opt(1), option(`"name":"b","required":true`)), "option type": command(`{"type":10,"name":"x","description":"d"}`),
			"option text": command(`{"type":3,"name":"x","description":""}`), "many choices": command(option(`"name":"x","choices":[` + many(26, func(int) string { return choice }) + `]`)),
			"long choice": command(option(`"name":"x","choices":[{"name":"` + long(101) + `","value":"v"}]`)), "choice type": command(option(`"name":"x","choices":[{"name":"n","value":1}]`)),
			"both": command(option(`"name":"x","autocomplete":true,"choices":[` + choice + `]`)), "flag": command(`{"type":5,"name":"x","description":"d","autocomplete":true}`),
			"many subcommands": command(subs(26)), "a subcommand beside options": command(opt(1), sub("s", 1)), "an option beside subcommands": command(sub("s", 1), opt(1)),
			"a subcommand in a subcommand": command(sub("s", 1, sub("t", 1))), "a group in a group": command(sub("s", 2, sub("t", 2, subs(1)))),
			"an option in a group": command(sub("s", 2, opt(1))), "an empty group": command(sub("s", 2)), "a full group": command(sub("s", 2, subs(26))), "deep faults": command(sub("s", 2, sub("t", 1, opt(1), opt(1)))),
			"options in an option": command(option(`"name":"x","options":[` + opt(1) + `]`)), "deep size": command(sub("s", 1, wide), sub("t", 1, wide)),
		} {
			if result, _ := r.call("PUT", path, "["+list+"]"); result != "400 50035" {
				r.Errorf("%s: %s", name, result)
			}
			r.violated("commands")
		}
		r.registers("[" + sized(3, 100) + "]")
		r.registers("[" + command(subs(24), sub("g", 2, subs(25))) + "]")
		r.registers("[" + ping + "," + command(opt(1)) + "]")
		before := r.srv.Commands()
		r.registers("[" + command(opt(1)) + "]")
		if after := r.srv.Commands(); len(before) != 2 || len(after) != 1 || after[0].ID != before[1].ID {
			r.Errorf("kept %+v of %+v", after, before)
		}
	})
}

// People can do only what Discord's client lets them do.
func TestPeopleAreHeldToWhatIsThere(t *testing.T) {
	in(t, func(r *room) {
		r.registers("[" + ping + `]`)
		r.connects().begin()
		r.registers("[" + ping + `,{"name":"challenge","description":"d","options":[{"type":6,"name":"opponent","description":"d","required":true},` +
			`{"type":3,"name":"variant","description":"d","choices":[{"name":"n","value":"nim"}]},{"type":3,"name":"move","description":"d","autocomplete":true}]},` +
			`{"name":"class","description":"d","options":[{"type":1,"name":"list","description":"d"},{"type":2,"name":"set","description":"d","options":[{"type":1,"name":"drop","description":"d","options":[{"type":3,"name":"name","description":"d"}]}]}]}]`)
		opponent := discordtest.UserOpt("opponent", r.bob)
		r.post(`{"content":"x","components":[` + rowOf(button(1), with(`"label":"off","custom_id":"off","disabled":true`)) + "," + rowOf(menu(3)) + `]}`)
		m := r.ch.Messages()[0]
		for why, used := range map[string]*discordtest.Interaction{
			"unknown command": r.alice.Slash(r.ch, "chalenge", opponent), "unknown subcommand": r.alice.Slash(r.ch, "class drop"), "a group": r.alice.Slash(r.ch, "class set"),
			"a subcommand's option": r.alice.Slash(r.ch, "class set drop", opponent), "required": r.alice.Slash(r.ch, "challenge"),
			"unknown option": r.alice.Slash(r.ch, "challenge", opponent, discordtest.Opt("colour", "red")), "given twice": r.alice.Slash(r.ch, "challenge", opponent, opponent),
			"wrong type": r.alice.Slash(r.ch, "challenge", discordtest.Opt("opponent", "1")), "no such choice": r.alice.Slash(r.ch, "challenge", opponent, discordtest.Opt("variant", "chess")),
			"no autocompletion": r.alice.Autocomplete(r.ch, "challenge", "variant", "e"), "a bot": r.srv.AddBotUser("robot").Slash(r.ch, "ping"),
			"not installed there": r.alice.Slash(r.srv.AddForeignChannel("elsewhere"), "challenge", opponent), "no context menu": r.alice.OnPerson(r.ch, "ping", r.bob),
			"no button": r.alice.Click(m, "three"), "a disabled button": r.alice.Click(m, "off"), "no label": r.alice.ClickLabel(m, "three"),
			"nothing picked": r.alice.Select(m, "menu"), "two picked": r.alice.Select(m, "menu", "0", "1"), "no option": r.alice.Select(m, "menu", "9"),
		} {
			if used.Err() == nil {
				r.Errorf("%s: it is sent", why)
			}
			if _, err := used.Wait(r.Context()); err != used.Err() {
				r.Errorf("%s: the wait returns %v", why, err)
			}
		}
	})
}

// wholeForm has labels with a text input, a menu, a radio group and a user menu.
const wholeForm = `{"custom_id":"form","title":"Form","components":[
	{"type":18,"label":"Text","description":"Help","component":{"type":4,"custom_id":"text","style":1,"value":"as it was","max_length":20}},
	{"type":18,"label":"Menu","component":{"type":3,"custom_id":"menu","options":[{"label":"A","value":"a"},{"label":"B","value":"b","default":true}]}},
	{"type":18,"label":"Radio","component":{"type":21,"custom_id":"radio","required":false,"options":[{"label":"A","value":"a"},{"label":"B","value":"b"}]}},
	{"type":18,"label":"Person","component":{"type":5,"custom_id":"person","required":false}}]}`

func TestForms(t *testing.T) {
	in(t, func(r *room) {
		label := func(component string) string { return `{"type":18,"label":"L","component":` + component + `}` }
		text := func(id string) string { return label(`{"type":4,"custom_id":"` + id + `","style":1}`) }
		form := func(parts ...string) string {
			return `{"custom_id":"form","title":"T","components":[` + strings.Join(parts, ",") + `]}`
		}
		shown := func(want, data string) *discordtest.Interaction {
			r.Helper()
			used := r.pinged(r.ch)
			r.does(want, "POST", callback(used), `{"type":9,"data":`+data+`}`)
			return used
		}
		for _, accepted := range []string{
			form(`{"type":1,"components":[{"type":4,"custom_id":"a","style":1,"label":"L"}]}`), form(text("a"), text("b"), text("c"), text("d"), text("e")),
			form(label(`{"type":3,"custom_id":"a","required":false,"min_values":0,` + options(2) + `}`)),
		} {
			shown("204", accepted)
		}
		for _, refused := range []string{
			form(), form(text("a"), text("b"), text("c"), text("d"), text("e"), text("f")), form(text("a"), text("a")), form(`{"type":4,"custom_id":"a","style":1}`),
			form(`{"type":1,"components":[{"type":3,"custom_id":"a",` + options(2) + `}]}`), form(label(`{"type":2,"custom_id":"a","style":1,"label":"b"}`)),
			form(`{"type":18,"component":{"type":4,"custom_id":"a","style":1}}`), form(`{"type":18,"label":"` + long(46) + `","component":{"type":4,"custom_id":"a","style":1}}`),
			form(`{"type":18,"label":"L","description":"` + long(101) + `","component":{"type":4,"custom_id":"a","style":1}}`),
			form(label(`{"type":4,"custom_id":"a","style":1,"label":"b"}`)), form(label(`{"type":4,"custom_id":"a"}`)), form(label(`{"type":3,"custom_id":"a",` + options(26) + `}`)),
			form(label(`{"type":21,"custom_id":"a",` + options(1) + `}`)), form(label(`{"type":21,"custom_id":"a",` + options(11) + `}`)),
			form(label(`{"type":21,"custom_id":"a","options":[{"label":"o","value":"1"},{"label":"o","value":"1"}]}`)),
			form(label(`{"type":3,"custom_id":"a","options":[{"label":"o","value":"1","default":true},{"label":"o","value":"2","default":true}]}`)),
			form(label(`{"type":3,"custom_id":"a","min_values":0,` + options(2) + `}`)), form(label(`{"type":3,"custom_id":"a","disabled":true,` + options(2) + `}`)),
			form(label(`{"type":5,"custom_id":"a","default_values":[{"id":"x","type":"user"}]}`)),
		} {
			shown("400 50035", refused)
			r.violated("data")
		}
		used := shown("204", wholeForm)
		for name, values := range map[string]map[string]string{
			"no option": {"menu": "c"}, "nobody": {"person": "1"}, "required": {"menu": ""}, "no radio": {"radio": "c"}, "no text": {"text": ""}, "long": {"text": long(21)},
		} {
			if r.alice.Submit(used, values).Err() == nil {
				r.Errorf("%s: it is sent", name)
			}
		}
		if r.bob.Submit(used, nil).Err() == nil {
			r.Error("somebody else submits a form")
		}
		for _, s := range []struct {
			values map[string]string
			wants  []string
		}{
			{nil, []string{`"value":"as it was"`, `"values":["b"]`, `"value":null`, `"values":[]`}},
			{map[string]string{"text": "new", "menu": "a", "radio": "b", "person": r.bob.ID}, []string{`"value":"new"`, `"values":["a"]`, `"value":"b"`, `"values":["` + r.bob.ID + `"]`, `"users":{"` + r.bob.ID}},
		} {
			sent := r.alice.Submit(used, s.values)
			if sent.Err() != nil {
				r.Fatal(sent.Err())
			}
			for _, want := range s.wants {
				if !strings.Contains(string(sent.Event()), want) {
					r.Errorf("%s is sent, without %s", sent.Event(), want)
				}
			}
		}
	})
}
