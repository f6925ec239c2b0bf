package jsonline_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"nimatron/internal/jsonline"
	"nimatron/internal/must"
)

// TestValue compares the output with encoding/json's.
func TestValue(t *testing.T) {
	type inner struct {
		Name string   `json:"name"`
		List []string `json:"list,omitzero"`
	}
	type outer struct {
		inner
		Plain   int8
		Left    *inner    `json:"left,omitempty"`
		Right   *inner    `json:"right"`
		Empty   []int     `json:"empty,omitempty"`
		None    []int     `json:"none"`
		Any     []any     `json:"any"`
		Numbers [2]uint64 `json:"numbers"`
		Zero    bool      `json:"zero,omitempty"`
	}
	for _, v := range []any{
		nil, true, 0.25, map[string][]int{"b": {1}, "": nil, "\"": {}}, map[string]inner(nil), struct {
			M map[string]int `json:"m,omitempty"`
		}{map[string]int{}}, -1e6, "a \"quote\" \\ \b\f\n\r\t\x00\x1f\x7f <&> é\u2028", -7, uint8(200), []int{}, outer{},
		&outer{inner: inner{Name: "x", List: []string{}}, Left: &inner{}, Right: &inner{}, Empty: []int{}, Any: []any{1, "2", nil, inner{}}, Numbers: [2]uint64{1 << 53, 2}, Zero: true},
	} {
		var want bytes.Buffer
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		must.OK(t, e.Encode(v))
		if got := string(jsonline.Value(nil, v)) + "\n"; got != want.String() {
			t.Errorf("it is %swant %s", got, want.String())
		}
	}
	if got := string(jsonline.Value(nil, struct{ R jsonline.Raw }{jsonline.Raw(`{"a":1}`)})); got != `{"R":{"a":1}}` {
		t.Errorf("what is JSON already became %s", got)
	}
}
