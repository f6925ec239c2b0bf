package sqlstore

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

// A field without a column would be forgotten silently.
func TestEveryFieldHasAColumn(t *testing.T) {
	check(t, matchColumns, "Moves")
	check(t, keptColumns, "Guests Parts")
	check(t, racerColumns, "")
	check(t, shutOutColumns, "")
	check(t, noticeColumns, "")
}

// check wants a column for each field of T except others, which other tables hold.
func check[T any](t *testing.T, c columns[T], others string) {
	t.Helper()
	row := reflect.ValueOf(new(T)).Elem()
	var places []uintptr
	for _, place := range c.places(row.Addr().Interface().(*T)) {
		v := reflect.ValueOf(place)
		if v.Kind() == reflect.Struct { // stored, whose first field is the place
			v = v.Field(0)
		}
		places = append(places, v.Pointer())
	}
	var missing []string
	for field, value := range row.Fields() {
		at := value.Addr().Pointer()
		if !slices.ContainsFunc(places, func(p uintptr) bool { return p-at < max(field.Type.Size(), 1) }) {
			missing = append(missing, field.Name)
		}
	}
	if got := strings.Join(missing, " "); got != others {
		t.Errorf("%v has no columns for %q, want %q", row.Type(), got, others)
	}
}
