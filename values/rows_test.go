package values_test

import (
	"fmt"
	"testing"
	"time"

	"nimatron/values"
)

type rows struct {
	*values.Store
	known map[string]values.Game
}

func (r rows) value(row []byte) values.Game {
	if len(row) == 0 {
		return values.Zero
	}
	if g, ok := r.known[string(row)]; ok {
		return g
	}
	var left, right []values.Game
	left = append(left, r.value(row[1:]))
	right = append(right, r.value(row[:len(row)-1]))
	a, b := row[0], row[len(row)-1]
	buf := append([]byte(nil), row...)
	if len(row) == 1 {
		left, right = nil, nil
		for x := byte(0); x < a; x++ {
			g := values.Zero
			if x > 0 {
				g = r.value([]byte{x})
			}
			left, right = append(left, g), append(right, g)
		}
	} else {
		for x := byte(1); x < a; x++ {
			buf[0] = x
			left = append(left, r.value(buf))
		}
		buf[0] = a
		for x := byte(1); x < b; x++ {
			buf[len(buf)-1] = x
			right = append(right, r.value(buf))
		}
	}
	g := r.Game(left, right)
	r.known[string(row)] = g
	return g
}

func compositions(n int, yield func([]byte)) {
	for mask := 0; mask < 1<<(n-1); mask++ {
		row := []byte{1}
		for i := 0; i < n-1; i++ {
			if mask>>i&1 == 1 {
				row = append(row, 1)
			} else {
				row[len(row)-1]++
			}
		}
		yield(row)
	}
}

func TestAll(t *testing.T) {
	r := rows{values.New(values.Limits{Bytes: 2 << 30}), map[string]values.Game{}}
	for n := 1; n <= 15; n++ {
		began := time.Now()
		maxText, count := 0, 0
		var longest string
		compositions(n, func(row []byte) {
			g := r.value(row)
			w, ok := r.AtomicWeight(g)
			if !ok {
				t.Fatal(row)
			}
			if _, ok := r.IntegerOf(w); !ok {
				t.Error(row, "not integer")
			}
			count++
			_ = maxText
			_ = longest
		})
		fmt.Println(n, count, time.Since(began), r.Bytes()>>20, r.Err())
	}
}
