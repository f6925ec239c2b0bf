package discordtest_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"nimatron/internal/discordtest"
)

// withFile is the body of a request with a file.
func withFile(message string) string {
	part := "--b\r\nContent-Disposition: form-data; name="
	return part + "\"payload_json\"\r\n\r\n" + message + "\r\n" +
		part + "\"files[0]\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\nPNG\r\n--b--\r\n"
}

// Permissions come and go, and channels are deleted.
func TestPermissions(t *testing.T) {
	in(t, func(r *room) {
		here, thread := "/channels/"+r.ch.ID, r.ch.AddThread(r.alice, "thread")
		text, file, newThread := `{"content":"x"}`, withFile(`{"content":"x"}`), `{"name":"x","type":11}`
		for _, test := range []struct {
			denied                                 int64
			text, file, newThread, inThread, lists string
		}{
			{0, "200", "200", "200", "200", "200"},
			{discordtest.AttachFiles, "200", "403 50013", "200", "200", "200"},
			{discordtest.SendMessages, "403 50013", "403 50013", "200", "200", "200"},
			{discordtest.SendMessagesInThreads, "200", "200", "200", "403 50013", "200"},
			{discordtest.CreatePublicThreads, "200", "200", "403 50013", "200", "200"},
			{discordtest.ViewChannel, "403 50001", "403 50001", "403 50001", "403 50001", "403 50001"},
		} {
			r.ch.Deny(test.denied)
			r.does(test.text, "POST", here+"/messages", text)
			r.does(test.file, "POST", here+"/messages", file)
			r.does(test.newThread, "POST", here+"/threads", newThread)
			r.does(test.inThread, "POST", "/channels/"+thread.ID+"/messages", text)
			r.does(test.lists, "GET", here+"/messages", "")
		}
		r.ch.Deny(0)
		mine := here + "/messages/" + r.post(text)
		used := r.pinged(r.ch)
		r.ch.Deny(discordtest.AttachFiles)
		r.does("403 50013", "PATCH", mine, file)
		r.does("403 50013", "POST", callback(used), withFile(`{"type":4,"data":{"content":"x"}}`))
		r.does("204", "POST", callback(used), `{"type":4,"data":{"content":"x"}}`)
		r.does("403 50013", "PATCH", r.webhook(used)+"/messages/@original", file)
		r.does("403 50013", "POST", r.webhook(used), file)
		r.ch.Deny(0)
		r.does("200", "POST", r.webhook(used), file)
		later := r.alice.Slash(r.ch, "ping")
		r.ch.Delete()
		r.does("404 10003", "GET", "/channels/"+thread.ID, "")
		r.does("404 10003", "POST", here+"/messages", text)
		r.does("404 10003", "POST", callback(later), `{"type":4,"data":{"content":"x"}}`)
		r.does("404 10003", "POST", r.webhook(used), text)
		if err := r.alice.Slash(r.ch, "ping").Err(); err == nil {
			r.Error("a command is used in a deleted channel")
		}
	})
}

// While the server is away, both of its doors are shut. Then the session is resumed.
func TestAway(t *testing.T) {
	in(t, func(r *room) {
		l := r.connects()
		session := l.begin()
		r.alice.Say(r.ch, "hello")
		l.expects(0, "MESSAGE_CREATE")
		r.srv.SetAway(true)
		l.ends()
		r.does("none", "GET", "/gateway/bot", "")
		r.alice.Say(r.ch, "is somebody here?")
		r.srv.SetAway(false)
		r.does("200", "GET", "/gateway/bot", "")
		again := r.connects()
		again.resume(session)
		again.expects(0, "MESSAGE_CREATE")
		again.expects(0, "RESUMED")
		r.srv.Fail(discordtest.Fault{Uploads: true, Status: 500, Times: 2})
		for _, want := range []string{"500", "500", "200"} {
			r.post(`{"content":"x"}`)
			r.does(want, "POST", "/channels/"+r.ch.ID+"/messages", withFile(`{"content":"x"}`))
		}
		r.srv.Fail(discordtest.Fault{Hang: true})
		r.client.Timeout = time.Second
		r.does("none", "GET", "/gateway/bot", "")
	})
}

// What Discord forgives and independent servers refuse.
func TestNothingSuperfluous(t *testing.T) {
	in(t, func(r *room) {
		messages := "/channels/" + r.ch.ID + "/messages"
		refused := func(method, path, body, field string) {
			r.Helper()
			r.does("400 50035", method, path, body)
			r.violated(": " + field + ":")
		}
		for body, field := range map[string]string{
			`{"content":"x","components":null}`: "components", `{"content":"x","allowed_mentions":{"users":[null]}}`: "allowed_mentions.users.0",
			`{"components":[` + rowOf(`{"type":5,"custom_id":"x","options":[]}`) + `]}`:              "components.0.components.0.options",
			withFile(`{"content":"x","attachments":[{"id":"0","filename":"a.png"}]}`):                "attachments",
			withFile(`{"content":"x","attachments":[]}`):                                             "attachments",
			strings.Replace(withFile(`{"content":"x"}`), "image/png", "application/octet-stream", 1): "attachments",
		} {
			refused("POST", messages, body, field)
		}
		commands := "/applications/" + r.srv.AppID() + "/commands"
		option := `[{"name":"a","description":"d","options":[{"type":3,"name":"b","description":"d",%s}]}]`
		refused("PUT", commands, fmt.Sprintf(option, `"choices":[]`), "0.options.0.choices")
		refused("PUT", commands, fmt.Sprintf(option, `"name_localizations":null`), "0.options.0.name_localizations")
		refused("PUT", commands, `[{"name":"a","description":"d","options":[]}]`, "0.options")
		file := withFile(`{"type":4,"data":{"attachments":[{"id":"0"}]}}`)
		used := r.pinged(r.ch)
		refused("POST", callback(used), file, "data.attachments")
		refused("POST", callback(used), `{"type":5,"data":null}`, "data")
		r.does("204", "POST", callback(used), `{"type":5}`)
		r.does("200", "PATCH", r.webhook(used)+"/messages/@original", withFile(`{"attachments":[{"id":"0","filename":"a.png"}]}`))
		r.does("200", "PATCH", messages+"/"+r.post(`{"content":"x"}`), withFile(`{"attachments":[]}`))
		r.post(`{"content":"x","components":[` + rowOf(button(1)) + `]}`)
		pressed := r.alice.Click(r.ch.Messages()[len(r.ch.Messages())-1], "1")
		refused("POST", callback(pressed), `{"type":6}`, "data")
		r.does("204", "POST", callback(pressed), `{"type":6,"data":{}}`)
	})
}
