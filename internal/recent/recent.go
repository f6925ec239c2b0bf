package recent

import (
	"cmp"
	"iter"
)

// Usual is enough for the channels or the people that a process meets in an hour.
const Usual = 10_000

// A Map keeps the values that were put or read last, and forgets older ones, so its memory is bounded. It is not safe for
// concurrent use. The zero Map is empty.
type Map[K comparable, V any] struct {
	Most   int         // the weight that is kept at least, and never more than twice that; 0: Usual
	Weight func(V) int // nil: each weighs 1

	young, old map[K]V
	weight     int // of young
}

// Get returns the value of a key; ok is false if there is none, or it was forgotten.
func (m *Map[K, V]) Get(k K) (v V, ok bool) {
	if v, ok = m.young[k]; ok {
		return v, true
	}
	if v, ok = m.old[k]; ok {
		m.Put(k, v)
	}
	return v, ok
}

// Put keeps a value. A value that changes its weight is put again.
func (m *Map[K, V]) Put(k K, v V) {
	m.Delete(k)
	if m.weight += m.of(v); m.weight > cmp.Or(m.Most, Usual) || m.young == nil {
		m.young, m.old, m.weight = map[K]V{}, m.young, m.of(v)
	}
	m.young[k] = v
}

// Delete forgets a value.
func (m *Map[K, V]) Delete(k K) {
	if v, ok := m.young[k]; ok {
		m.weight -= m.of(v)
	}
	delete(m.young, k)
	delete(m.old, k)
}

// Clear forgets all values.
func (m *Map[K, V]) Clear() { m.young, m.old, m.weight = nil, nil, 0 }

// All returns the values that are kept, in no order.
func (m *Map[K, V]) All() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for _, of := range []map[K]V{m.young, m.old} {
			for k, v := range of {
				if !yield(k, v) {
					return
				}
			}
		}
	}
}

func (m *Map[K, V]) of(v V) int {
	if m.Weight == nil {
		return 1
	}
	return m.Weight(v)
}
