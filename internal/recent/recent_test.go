package recent

import "testing"

// A value in use stays, and all values together never weigh more than twice the bound.
func TestMap(t *testing.T) {
	m := Map[int, int]{Most: 10, Weight: func(v int) int { return v }}
	m.Put(-1, 1)
	for k := range 100 {
		m.Put(k, 1+k%3)
		if _, ok := m.Get(-1); !ok {
			t.Fatalf("after %d the value that is used is gone", k)
		}
		sum, n := 0, 0
		for _, v := range m.All() {
			sum += v
			n++
		}
		if sum > 2*m.Most || k > 10 && n < 3 {
			t.Fatalf("after %d there are %d, with weight %d", k, n, sum)
		}
	}
	if _, ok := m.Get(0); ok {
		t.Error("the first value is still there")
	}
	m.Put(7, 10)
	m.Put(7, 1) // in place of the heavy one
	m.Put(8, 8)
	if _, ok := m.young[7]; !ok || m.weight != 9 {
		t.Errorf("the weight is %d", m.weight)
	}
	m.Delete(7)
	if _, ok := m.Get(7); ok {
		t.Error("a deleted value is there")
	}
	m.Clear()
	if _, ok := m.Get(8); ok {
		t.Error("a value is there after Clear")
	}
}
