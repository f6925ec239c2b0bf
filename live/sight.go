package live

import (
	"bytes"
	"encoding/json"
	"maps"
	"sync"
)

// sight is what a reader is shown: a state by its fields. Readers who may do the same share it.
type sight struct {
	id, reader string
	fields     map[string]json.RawMessage

	mu     sync.Mutex
	frames map[string]frame // by the sight before
}

func sightOf(id, reader string, state any) (*sight, error) {
	s := &sight{id: id, reader: reader, frames: map[string]frame{}}
	text, err := encoded(state)
	if err != nil {
		return nil, err
	}
	return s, json.Unmarshal(text, &s.fields)
}

// encoded ends with a line break.
func encoded(state any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false) // a picture is full of <
	err := encoder.Encode(state)
	return text.Bytes(), err
}

// after returns the event for readers of another sight, with the fields that differ, or with all for new readers.
func (s *sight) after(before *sight) (frame, error) {
	key, head, fields := "", "id: "+s.id+"\n", s.fields
	if before != nil {
		key, head, fields = before.id+" "+before.reader, head+"event: change\n", maps.Clone(s.fields)
		for name, was := range before.fields {
			if now, stays := fields[name]; !stays {
				fields[name] = json.RawMessage("null")
			} else if bytes.Equal(was, now) {
				delete(fields, name)
			}
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if f, ok := s.frames[key]; ok {
		return f, nil
	}
	text, err := encoded(fields)
	s.frames[key] = frameOf([]byte(head + "data: " + string(text) + "\n"))
	return s.frames[key], err
}
