package bot

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/textproto"
	"net/url"
	"path"
	"strconv"

	"github.com/bwmarrin/discordgo"

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

// contentTypes are the types of the files that the bot writes. Those of package mime differ from machine to
// machine.
var contentTypes = map[string]string{
	".png": "image/png", ".svg": "image/svg+xml", ".json": "application/json", ".csv": "text/csv; charset=utf-8",
	".txt": "text/plain; charset=utf-8", ".gz": "application/gzip",
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
	m.files = append(m.files, f)
	return "attachment://" + f.Name, true
}

// encode returns a request's body and type: JSON, or a form for a message with files. edit is true if the
// message exists.
func encode(body any, edit bool) (data []byte, contentType string, err error) {
	var files []view.File
	switch b := body.(type) {
	case message:
		files, body = b.files, b.encodable(edit)
	case url.Values:
		return []byte(b.Encode()), "application/x-www-form-urlencoded", nil
	case firstAnswer:
		if m, ok := b.Data.(message); ok {
			files, b.Data = m.files, m.encodable(b.Type == discordgo.InteractionResponseUpdateMessage)
			body = b
		}
	}
	if body == nil {
		return nil, "application/json", nil
	}
	if data, err = json.Marshal(body); err != nil || len(files) == 0 {
		return data, "application/json", err
	}
	var b bytes.Buffer
	form := multipart.NewWriter(&b)
	_ = form.WriteField("payload_json", string(data))
	for i, f := range files {
		part, _ := form.CreatePart(textproto.MIMEHeader{
			"Content-Disposition": {multipart.FileContentDisposition(fmt.Sprintf("files[%d]", i), f.Name)},
			"Content-Type":        {cmp.Or(contentTypes[path.Ext(f.Name)], "application/octet-stream")},
		})
		_, _ = part.Write(f.Data)
	}
	err = form.Close()
	return b.Bytes(), form.FormDataContentType(), err
}
