package transport

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"mime/multipart"
	"net/textproto"
	"net/url"
	"path"
)

// A File goes with a call's body.
type File struct {
	Name string
	Data []byte
}

// contentTypes are the types of the files that the bot writes. Those of package mime differ from machine to
// machine.
var contentTypes = map[string]string{
	".png": "image/png", ".svg": "image/svg+xml", ".json": "application/json", ".csv": "text/csv; charset=utf-8",
	".txt": "text/plain; charset=utf-8", ".gz": "application/gzip",
}

// encode returns a request's body and type: JSON, or a form for a body with files.
func encode(body any, files []File) (data []byte, contentType string, err error) {
	if form, ok := body.(url.Values); ok {
		return []byte(form.Encode()), "application/x-www-form-urlencoded", nil
	}
	if body == nil {
		return nil, "application/json", nil
	}
	if data, err = json.Marshal(body); err != nil || len(files) == 0 {
		return data, "application/json", err
	}
	var b bytes.Buffer
	room := len(data) + 1<<10 // for the headers
	for _, f := range files {
		room += len(f.Data)
	}
	b.Grow(room)
	form := multipart.NewWriter(&b)
	part, _ := form.CreateFormField("payload_json")
	_, _ = part.Write(data)
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
