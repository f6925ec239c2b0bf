package sqlstore

import (
	"database/sql"
	"database/sql/driver"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unsafe"

	"nimatron/games"
	"nimatron/match"
	"nimatron/referee/puzzle"
)

// A column pairs a column of a table with a pointer to its value in a T. Reading and writing
// statements are made from the same list, so they can't diverge. A column that is only read may be
// an expression.
type column[T any] struct {
	name string
	of   func(*T) any
}

type columns[T any] []column[T]

// fields returns columns that are fields of T, each written as "turn_time=TurnTime" or "left_hints=Sides.0.Hints".
// Where a field is in T is found out once: a tap reads and writes a hundred of them.
func fields[T any](names string) (all columns[T]) {
	for name := range strings.FieldsSeq(names) {
		name, path, _ := strings.Cut(name, "=")
		t, offset := reflect.TypeFor[T](), uintptr(0)
		for step := range strings.SplitSeq(path, ".") {
			if n, err := strconv.Atoi(step); err == nil {
				t = t.Elem()
				offset += uintptr(n) * t.Size()
				continue
			}
			field, ok := t.FieldByName(step)
			if !ok {
				panic(fmt.Sprintf("%v has no field %s", t, step))
			}
			for _, index := range field.Index { // several for a field of an embedded struct
				offset += t.Field(index).Offset
				t = t.Field(index).Type
			}
		}
		place := accessor(t)
		all = append(all, column[T]{name, func(t *T) any { return place(unsafe.Add(unsafe.Pointer(t), offset)) }})
	}
	return all
}

// accessor returns a function that makes what database/sql reads and writes of the place of a t.
func accessor(t reflect.Type) func(unsafe.Pointer) any {
	if as := storedAs[t]; as != nil {
		return as
	}
	switch t.Kind() {
	case reflect.String:
		return func(at unsafe.Pointer) any { return (*string)(at) }
	case reflect.Bool:
		return func(at unsafe.Pointer) any { return (*bool)(at) }
	case reflect.Int:
		return func(at unsafe.Pointer) any { return (*int)(at) }
	case reflect.Int64:
		return func(at unsafe.Pointer) any { return (*int64)(at) }
	}
	return func(at unsafe.Pointer) any { return reflect.NewAt(t, at).Interface() }
}

type stored[T any] struct {
	place *T
	*conversion[T]
}

type conversion[T any] struct {
	read  func(any) (T, error)
	write func(T) any
}

func (s stored[T]) Scan(v any) (err error) {
	*s.place, err = s.read(v)
	return err
}

func (s stored[T]) Value() (driver.Value, error) { return s.write(*s.place), nil }

func (c *conversion[T]) of(place *T) any { return stored[T]{place, c} }

func (c *conversion[T]) at(place unsafe.Pointer) any { return c.of((*T)(place)) }

var (
	sides     = &conversion[games.Side]{func(v any) (games.Side, error) { return match.ParseSide(text(v)) }, func(s games.Side) any { return s.String() }}
	seats     = &conversion[match.Seat]{func(v any) (match.Seat, error) { return match.ParseSeat(text(v)) }, func(s match.Seat) any { return s.Code() }}
	puzzleIDs = &conversion[puzzle.ID]{func(v any) (puzzle.ID, error) {
		id, ok := puzzle.ParseID(text(v))
		if !ok {
			return id, fmt.Errorf("%q is no puzzle", text(v))
		}
		return id, nil
	}, func(id puzzle.ID) any { return id.String() }}
	// Milliseconds since 1970, NULL for the zero time.
	times = &conversion[time.Time]{func(v any) (time.Time, error) {
		if v == nil {
			return time.Time{}, nil
		}
		ms, err := number[int64](v)
		return time.UnixMilli(ms).UTC(), err
	}, millis}
	durations = &conversion[time.Duration]{func(v any) (time.Duration, error) {
		ms, err := number[int64](v)
		return time.Duration(ms) * time.Millisecond, err
	}, func(d time.Duration) any { return d.Milliseconds() }}
	// 64 bits, stored as two's complement.
	seeds = &conversion[uint64]{func(v any) (uint64, error) {
		n, err := number[int64](v)
		return uint64(n), err
	}, func(n uint64) any { return int64(n) }}
	// These are 0 for NULL.
	reals = &conversion[float64]{number[float64], func(x float64) any { return x }}
)

// storedAs has the conversions of the fields of some types.
var storedAs = map[reflect.Type]func(place unsafe.Pointer) any{
	reflect.TypeFor[time.Time](): times.at, reflect.TypeFor[time.Duration](): durations.at,
	reflect.TypeFor[float64](): reals.at, reflect.TypeFor[uint64](): seeds.at,
	reflect.TypeFor[games.Side](): sides.at, reflect.TypeFor[match.Seat](): seats.at,
	reflect.TypeFor[puzzle.ID](): puzzleIDs.at,
}

func (c columns[T]) list() []string {
	names := make([]string, len(c))
	for i := range c {
		names[i] = c[i].name
	}
	return names
}

func (c columns[T]) names() string { return strings.Join(c.list(), ", ") }

// aliases is names with a short alias for each. Without them SQLite would copy the text of an
// expression with every query.
func (c columns[T]) aliases() string {
	names := c.list()
	for i := range names {
		names[i] += ` AS c` + strconv.Itoa(i)
	}
	return strings.Join(names, ", ")
}

func (c columns[T]) from(table string) columns[T] {
	all := slices.Clone(c)
	for i := range all {
		if !strings.Contains(all[i].name, ".") {
			all[i].name = table + "." + all[i].name
		}
	}
	return all
}

// orZero returns the columns with a table's name before each, for a row that may be missing.
// Missing values are zero.
func (c columns[T]) orZero(table string) columns[T] {
	all := c.from(table)
	for i := range all {
		zero := `''`
		switch all[i].of(new(T)).(type) {
		case *bool, *int64:
			zero = `0`
		}
		all[i].name = `coalesce(` + all[i].name + `, ` + zero + `)`
	}
	return all
}

func (c columns[T]) without(names ...string) columns[T] {
	return slices.DeleteFunc(slices.Clone(c), func(c column[T]) bool { return slices.Contains(names, c.name) })
}

func (c columns[T]) places(t *T) []any {
	places := make([]any, len(c))
	for i := range c {
		places[i] = c[i].of(t)
	}
	return places
}

func (c columns[T]) values(t *T, keys ...any) []any {
	values := append(make([]any, 0, len(c)+2), keys...)
	for i := range c[len(keys):] {
		column := &c[len(keys)+i]
		value, err := driver.DefaultParameterConverter.ConvertValue(column.of(t))
		if err != nil {
			panic(fmt.Sprintf("column %s: %v", column.name, err)) // of a type that no column has
		}
		values = append(values, value)
	}
	return values
}

func (c columns[T]) keyed(names ...string) (all columns[T]) {
	for _, name := range names {
		all = append(all, column[T]{name: name})
	}
	return append(all, c...)
}

func (c columns[T]) insert(table string) string {
	return `INSERT INTO ` + table + ` (` + c.names() + `) VALUES (` + placeholders(1, len(c)) + `)`
}

// save returns the statement that inserts or updates a row; the first columns are the key. It inserts only if
// isNew holds, and updates only if unchanged holds. In both, {1} and {2} are the parameters after the
// columns' own.
func (c columns[T]) save(table string, key int, isNew, unchanged string) string {
	names := c.list()
	same, set := make([]string, key), make([]string, len(c)-key)
	for i, name := range names[:key] {
		same[i] = name + " = $" + strconv.Itoa(i+1)
	}
	for i, name := range names[key:] {
		set[i] = name + " = excluded." + name
	}
	further := strings.NewReplacer("{1}", "$"+strconv.Itoa(len(c)+1), "{2}", "$"+strconv.Itoa(len(c)+2))
	return `INSERT INTO ` + table + ` (` + c.names() + `) SELECT ` + placeholders(1, len(c)) + `
		WHERE ` + further.Replace(isNew) + ` OR EXISTS (SELECT 1 FROM ` + table + ` WHERE ` + strings.Join(same, " AND ") + `)
		ON CONFLICT (` + strings.Join(names[:key], ", ") + `) DO UPDATE SET ` + strings.Join(set, ", ") + `
		WHERE ` + further.Replace(unchanged)
}

func placeholders(first, n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = "$" + strconv.Itoa(first+i)
	}
	return strings.Join(all, ", ")
}

func within[T, U any](c columns[U], part func(*T) *U) columns[T] {
	all := make(columns[T], len(c))
	for i := range c {
		of := c[i].of
		all[i] = column[T]{c[i].name, func(t *T) any { return of(part(t)) }}
	}
	return all
}

// Texts reads all rows of a query for one column of text.
func Texts(rows *sql.Rows, err error) (all []string, _ error) {
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			return nil, err
		}
		all = append(all, text)
	}
	return all, rows.Err()
}

var textColumns = columns[string]{{"", func(text *string) any { return text }}}

func text(v any) string {
	s, _ := v.(string)
	return s
}

func number[T int64 | float64](v any) (n T, err error) {
	n, ok := v.(T)
	if !ok && v != nil {
		err = fmt.Errorf("%v is no %T", v, n)
	}
	return n, err
}

func orNull(key int64) any {
	if key == 0 {
		return nil
	}
	return key
}

// millis returns t in milliseconds since 1970, and NULL for the zero time.
func millis(t time.Time) any {
	if t.IsZero() {
		return nil
	}
	return t.UnixMilli()
}
