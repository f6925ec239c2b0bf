package discordtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Limits on request bodies.
const (
	maxFiles    = 10
	maxFileSize = 10 << 20
	maxBodySize = maxFiles*maxFileSize + 1<<20
)

// field is a JSON field that may be absent.
type field[T any] struct {
	Set   bool
	Value T
}

func (f *field[T]) UnmarshalJSON(data []byte) error {
	f.Set = true
	return json.Unmarshal(data, &f.Value)
}

// payload is a message in a request.
type payload struct {
	Content         field[string]          `json:"content"`
	Embeds          field[[]any]           `json:"embeds"`
	Components      field[[]Component]     `json:"components"`
	AllowedMentions *allowedMentions       `json:"allowed_mentions"`
	Attachments     field[[]attachmentRef] `json:"attachments"`
	Flags           int                    `json:"flags"`
	Reference       *struct {
		MessageID string `json:"message_id"`
	} `json:"message_reference"`
	Nonce        string `json:"nonce"`
	EnforceNonce bool   `json:"enforce_nonce"`

	files []upload
}

// attachmentRef refers to a kept attachment by its id, or to an uploaded file by its number.
type attachmentRef struct {
	ID string `json:"id"`
}

// upload is an uploaded file, numbered by its form field files[n].
type upload struct {
	number string
	File
}

// reading returns a handler that calls h with the decoded body of the request. The body is
// read before s.mu is held.
func reading[B any](s *Server, h func(*http.Request, *B) (any, error)) handlerFunc {
	return func(r *http.Request) (any, error) {
		var b B
		if commands, ok := any(&b).(*[]Command); ok {
			if err := readCommands(r, commands); err != nil {
				return nil, err
			}
		} else if err := readBody(r, &b); err != nil {
			return nil, err
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		return h(r, &b)
	}
}

// registered has the commands of JSON bodies that were decoded before. Every process of every test registers the
// same. Only their numbers change.
var registered sync.Map

// readCommands is readBody for commands.
func readCommands(r *http.Request, commands *[]Command) error {
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBodySize))
	if err != nil {
		return invalidJSON(err)
	}
	if known, ok := registered.Load(string(body)); ok {
		*commands = slices.Clone(known.([]Command))
		return nil
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	if err := readBody(r, commands); err != nil {
		return err
	}
	registered.Store(string(body), slices.Clone(*commands))
	return nil
}

// attach adds the uploaded files to the message.
func (p *payload) attach(files []upload) { p.files = files }

// readBody decodes into v a JSON body, or the payload_json and files of a multipart body.
func readBody(r *http.Request, v any) error {
	body := io.LimitReader(r.Body, maxBodySize)
	kind, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch kind {
	case "application/json":
		data, err := io.ReadAll(body)
		if err != nil {
			return invalidJSON(err)
		}
		return decode(data, v)
	case "multipart/form-data":
		files, err := readMultipart(multipart.NewReader(body, params["boundary"]), v)
		if message, ok := v.(interface{ attach([]upload) }); ok {
			message.attach(files)
		}
		return err
	}
	return invalidJSON(errors.New("Content-Type is " + strconv.Quote(kind)))
}

// decode decodes JSON into v, if it has nothing superfluous.
func decode(data []byte, v any) error {
	var all any
	if err := errors.Join(json.Unmarshal(data, &all), json.Unmarshal(data, v)); err != nil {
		return invalidJSON(err)
	}
	var form formErrors
	checkLean(&form, "", all)
	return form.err()
}

func readMultipart(mr *multipart.Reader, v any) ([]upload, error) {
	var files []upload
	for {
		part, err := mr.NextPart()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, invalidJSON(err)
		}
		data, err := io.ReadAll(part)
		if err != nil {
			return nil, invalidJSON(err)
		}
		if part.FormName() == "payload_json" {
			if err := decode(data, v); err != nil {
				return nil, err
			}
			continue
		}
		number := strings.TrimSuffix(strings.TrimPrefix(part.FormName(), "files["), "]")
		if part.FileName() == "" || "files["+number+"]" != part.FormName() {
			return nil, invalidJSON(errors.New("unexpected form field " + strconv.Quote(part.FormName())))
		}
		files = append(files, upload{number, File{
			Name: part.FileName(), ContentType: part.Header.Get("Content-Type"), Data: data,
		}})
	}
	if len(files) > maxFiles || slices.ContainsFunc(files, func(f upload) bool { return len(f.Data) > maxFileSize }) {
		return nil, errTooLarge
	}
	return files, nil
}

// invalidJSON returns the API error for a body that can't be parsed. It is no violation if the
// connection has ended meanwhile.
func invalidJSON(err error) error {
	e := *errInvalidJSON
	if _, cut := errors.AsType[*net.OpError](err); cut {
		e.fault = false
	}
	e.message += " " + err.Error()
	return &e
}

// apply returns the body of m with p applied. prefix precedes field names in errors. s.mu must be
// held.
//
// Absent fields stay.
func (s *Server) apply(m *Message, p *payload, prefix string) (Body, error) {
	body := m.Body
	if p.Components.Set {
		body.Components = p.Components.Value
	}
	var form formErrors
	body.Files = s.keepFiles(&form, prefix, m.Files, p, s.messages[m.ID] == nil)
	if p.Content.Set {
		body.Content = strings.TrimSpace(p.Content.Value)
	}
	v2 := m.v2 || p.Flags&flagComponentsV2 != 0
	checkMessage(&form, prefix, p, v2)
	if v2 {
		checkNothingElse(&form, prefix, &body)
		checkMedia(&form, prefix, &body)
	}
	if err := form.err(); err != nil {
		return Body{}, err
	}
	if body.Content == "" && len(body.Components) == 0 && len(body.Files) == 0 {
		return Body{}, errEmptyMessage
	}
	if v2 && len(body.Components) == 0 {
		return Body{}, errEmptyMessage
	}
	if p.Content.Set || v2 && p.Components.Set || len(m.History) == 0 {
		body.Pings = s.pings(m, body.said(), p.AllowedMentions)
	}
	m.v2 = v2
	return body, nil
}

// keepFiles returns the files of an edited message: all of them, or the listed ones, and the
// uploads. s.mu must be held.
func (s *Server) keepFiles(form *formErrors, prefix string, had []File, p *payload, isNew bool) []File {
	var files []File
	switch {
	case !p.Attachments.Set:
		files = append(files, had...)
	case isNew && len(p.files) > 0: // Discord forgives it, other servers don't
		form.add(prefix+"attachments", "SUPERFLUOUS", "A new message has the files that come with it.")
	}
	for i, ref := range p.Attachments.Value {
		if k := slices.IndexFunc(had, func(f File) bool { return f.ID == ref.ID }); k >= 0 {
			files = append(files, had[k])
		} else if !slices.ContainsFunc(p.files, func(f upload) bool { return f.number == ref.ID }) {
			form.add(prefix+"attachments."+strconv.Itoa(i)+".id", "ATTACHMENT_NOT_FOUND", "Unknown attachment %q.", ref.ID)
		}
	}
	for _, f := range p.files {
		if path.Ext(f.Name) == ".png" && f.ContentType != "image/png" {
			form.add(prefix+"attachments", "CONTENT_TYPE", "The type of %q is %q, not image/png.", f.Name, f.ContentType)
		}
		f.File.ID = s.newID()
		files = append(files, f.File)
	}
	form.count(prefix+"attachments", len(files), 0, maxFiles)
	return files
}
