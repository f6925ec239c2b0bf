package discordtest_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nimatron/internal/discordtest"
	"nimatron/internal/must"
)

// room is a Discord that a test calls directly, in place of a bot. These tests are about a bot's
// mistakes; the bot's own tests cover correct use.
type room struct {
	*testing.T
	srv        *discordtest.Server
	ch         *discordtest.Channel
	alice, bob *discordtest.User
	client     http.Client
	token      string
	checked    int // violations already checked
}

// in runs a test with a room in a bubble. Unexpected violations fail it.
func in(t *testing.T, test func(*room)) {
	t.Helper()
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		time.Sleep(time.Until(time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)))
		r := &room{T: t, srv: discordtest.New(discordtest.Options{Memory: true})}
		r.token = r.srv.Token()
		r.client.Transport = &http.Transport{DialContext: r.srv.DialContext, DisableKeepAlives: true}
		r.ch, r.alice, r.bob = r.srv.AddGuild("guild").AddChannel("general"), r.srv.AddUser("alice"), r.srv.AddUser("bob")
		defer r.srv.Close()
		test(r)
		r.violated()
	})
}

// violated checks for one violation with each text since the last call.
func (r *room) violated(texts ...string) {
	r.Helper()
	got := r.srv.Violations()[r.checked:]
	r.checked += len(got)
	if len(got) != len(texts) {
		r.Errorf("violations %q, want %q", got, texts)
		return
	}
	for i, text := range texts {
		if !strings.Contains(got[i], text) {
			r.Errorf("violation %q does not mention %q", got[i], text)
		}
	}
}

// call makes a call. result has the status and the error code, such as "400 50035".
func (r *room) call(method, path, body string) (result, answer string) {
	r.Helper()
	req := must.Get(http.NewRequestWithContext(r.Context(), method, r.srv.URL+"/api/v10"+path, strings.NewReader(body)))(r)
	req.Header.Set("Authorization", "Bot "+r.token)
	req.Header.Set("Content-Type", "application/json")
	if strings.HasPrefix(body, "--b") {
		req.Header.Set("Content-Type", "multipart/form-data; boundary=b")
	}
	resp, err := r.client.Do(req)
	if err != nil {
		return "none", ""
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	var v struct {
		Code int `json:"code"`
	}
	_ = json.Unmarshal(data, &v)
	result = fmt.Sprint(resp.StatusCode)
	if v.Code != 0 {
		result += fmt.Sprint(" ", v.Code)
	}
	if err != nil {
		result += " broken"
	}
	return result, string(data)
}

// does makes a call and checks the answer.
func (r *room) does(want, method, path, body string) (answer string) {
	r.Helper()
	result, answer := r.call(method, path, body)
	if result != want {
		r.Errorf("%s %s %.200s: %s %s, want %s", method, path, body, result, answer, want)
	}
	return answer
}

// post writes a message in the channel and returns its id.
func (r *room) post(body string) string {
	r.Helper()
	var m struct{ ID string }
	_ = json.Unmarshal([]byte(r.does("200", "POST", "/channels/"+r.ch.ID+"/messages", body)), &m)
	return m.ID
}

// registers registers commands.
func (r *room) registers(commands string) {
	r.Helper()
	r.does("200", "PUT", "/applications/"+r.srv.AppID()+"/commands", commands)
}

const ping = `{"name":"ping","description":"d","integration_types":[0,1],"contexts":[0,1,2]}`

// pinged connects, registers a command and has Alice use it in a channel.
func (r *room) pinged(ch *discordtest.Channel) *discordtest.Interaction {
	r.Helper()
	r.registers("[" + ping + "]")
	if len(r.srv.Serving()) == 0 {
		r.connects().begin()
	}
	used := r.alice.Slash(ch, "ping")
	if used.Err() != nil {
		r.Fatal(used.Err())
	}
	return used
}

func callback(in *discordtest.Interaction) string {
	return "/interactions/" + in.ID + "/" + in.Token + "/callback"
}

func (r *room) webhook(in *discordtest.Interaction) string {
	return "/webhooks/" + r.srv.AppID() + "/" + in.Token
}

func long(n int) string { return strings.Repeat("ä", n) }

// many joins n pieces with commas.
func many(n int, piece func(int) string) string {
	list := make([]string, n)
	for i := range list {
		list[i] = piece(i)
	}
	return strings.Join(list, ",")
}

func TestCalls(t *testing.T) {
	in(t, func(r *room) {
		said := r.alice.Say(r.ch, "hello")
		robot, dm, foreign := r.srv.AddBotUser("robot"), r.srv.AddDM(r.alice), r.srv.AddForeignChannel("elsewhere")
		here, thread := "/channels/"+r.ch.ID, r.ch.AddThread(r.alice, "thread")
		deleted := r.post(`{"content":"x"}`)
		for _, m := range r.ch.Messages() {
			if m.ID == deleted {
				r.srv.Delete(m)
			}
		}
		r.bob.RefuseDMs()
		for _, c := range []struct{ want, violation, method, path, body string }{
			{"404", "GET /guilds/1/roles", "GET", "/guilds/1/roles", ""},
			{"404 10003", "", "POST", "/channels/1/messages", `{"content":"x"}`},
			{"403 50001", "", "POST", "/channels/" + foreign.ID + "/messages", `{"content":"x"}`},
			{"404 10008", "", "PATCH", here + "/messages/" + deleted, `{"content":"x"}`},
			{"403 50005", "another user", "PATCH", here + "/messages/" + said.ID, `{"content":"x"}`},
			{"400 50035", "limit", "GET", here + "/messages?limit=101", ""},
			{"400 50109", "invalid JSON", "POST", here + "/messages", `{"content":`},
			{"400 50035", "message_reference", "POST", here + "/messages", `{"content":"x","message_reference":{"message_id":"1"}}`},
			{"400 50035", "nonce", "POST", here + "/messages", `{"content":"x","nonce":"` + long(26) + `"}`},
			{"200", "cannot be ephemeral", "POST", here + "/messages", `{"content":"x","flags":64}`},
			{"200", "", "POST", "/users/@me/channels", `{"recipient_id":"` + r.alice.ID + `"}`},
			{"400 50033", "Invalid Recipient", "POST", "/users/@me/channels", `{"recipient_id":"1"}`},
			{"403 50007", "", "POST", "/users/@me/channels", `{"recipient_id":"` + robot.ID + `"}`},
			{"200", "", "POST", "/channels/" + dm.ID + "/messages", `{"content":"x"}`},
			{"403 50007", "", "POST", "/channels/" + r.srv.AddDM(r.bob).ID + "/messages", `{"content":"x"}`},
			{"400 50035", "name", "POST", here + "/threads", `{"name":"","type":11}`},
			{"400 50035", "type", "POST", here + "/threads", `{"name":"x","type":12}`},
			{"400 50035", "auto_archive", "POST", here + "/threads", `{"name":"x","type":11,"auto_archive_duration":7}`},
			{"403 50013", "Missing Permissions", "PATCH", "/channels/" + thread.ID, `{"archived":true}`},
			{"403 50013", "Missing Permissions", "DELETE", here, ""},
			{"403 20012", "not authorized", "PUT", "/applications/1/commands", `[]`},
		} {
			r.does(c.want, c.method, c.path, c.body)
			if c.violation != "" {
				r.violated(c.violation)
			}
		}
		answer := r.does("400 50035", "POST", here+"/messages", `{"content":"`+long(2001)+`"}`)
		if !strings.Contains(answer, `"errors":{"content":{"_errors":[{"code":"BASE_TYPE_MAX_LENGTH"`) {
			t.Errorf("the answer is %s", answer)
		}
		r.violated("content")
		r.token = "wrong"
		r.does("401", "GET", "/gateway/bot", "")
	})
}
