package discordtest_test

import (
	"fmt"
	"strings"
	"testing"
)

// withFile is the body of a request with a file.
func withFile(message string) string {
	part := "--b\r\nContent-Disposition: form-data; name="
	return part + "\"payload_json\"\r\n\r\n" + message + "\r\n" +
		part + "\"files[0]\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\nPNG\r\n--b--\r\n"
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
