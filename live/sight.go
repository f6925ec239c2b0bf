package live

import (
	"bytes"
	"encoding/json"
	"maps"
	"sync"
	"sync/atomic"
)

// sight is what a reader is shown: a state by its fields. Readers who may do the same share it.
type sight struct {
	id     string
	number uint64 // tells sights of one id apart, whose clocks differ; a pointer would keep all earlier sights
	fields map[string]json.RawMessage

	mu     sync.Mutex
	frames map[uint64]frame // by the number of the sight before, 0 for none
}

var sights atomic.Uint64

func sightOf(id string, state any) (*sight, error) {
	s := &sight{id: id, number: sights.Add(1), frames: map[uint64]frame{}}
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
	key, head, fields := uint64(0), "id: "+s.id+"\n", s.fields
	if before != nil {
		key, head, fields = before.number, head+"event: change\n", maps.Clone(s.fields)
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
