package bot

import (
	"net/http"
	"strconv"

	"nimatron/bot/transport"
	"nimatron/commands/view"
)

// Discord's limits on the files of a message. The size is the total in bytes.
const (
	maxFiles    = 10
	maxFileSize = 10 << 20
)

type attachment struct {
	ID   string `json:"id"`
	Name string `json:"filename"`
}

func (m *message) attach(f view.File) (address string, ok bool) {
	size := len(f.Data)
	for _, other := range m.files {
		size += len(other.Data)
	}
	if len(m.files) == maxFiles || size > maxFileSize {
		return "", false
	}
	m.Attachments = append(m.Attachments, attachment{strconv.Itoa(len(m.files)), f.Name})
	m.files = append(m.files, transport.File(f))
	return "attachment://" + f.Name, true
}

// sentBy returns a call that sends the message.
func (m message) sentBy(c transport.Call) transport.Call {
	c.Body, c.Files = m.encodable(c.Method == http.MethodPatch), m.files
	return c
}
