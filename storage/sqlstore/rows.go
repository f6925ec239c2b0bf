package sqlstore

import (
	"fmt"
	"slices"
	"strings"
)

// insertRows inserts many rows into columns of a table, in their order. The values are whole
// numbers, numbers, texts, flags and nil.
func (tx *Tx) insertRows(table string, names []string, rows [][]any) {
	into := `INSERT INTO ` + table + ` (` + strings.Join(names, ", ") + `) `
	if most := tx.store.dialect.Parameters; most > 0 {
		for some := range slices.Chunk(rows, max(most/len(names), 1)) {
			values := make([]string, len(some))
			for i := range some {
				values[i] = `(` + placeholders(len(names)*i+1, len(names)) + `)`
			}
			tx.exec(into+`VALUES `+strings.Join(values, ", "), slices.Concat(some...)...)
		}
		return
	}
	if len(rows) == 0 {
		return
	}
	arrays, arguments := make([]string, len(names)), make([]any, len(names))
	for i := range names {
		kind, array, err := arrayOf(rows, i)
		if err != nil {
			tx.fail(fmt.Errorf("column %s: %w", names[i], err))
		}
		arrays[i], arguments[i] = fmt.Sprintf(`$%d::%s[]`, i+1, kind), array
	}
	tx.exec(into+`SELECT * FROM unnest(`+strings.Join(arrays, ", ")+`)`, arguments...)
}

// arrayOf returns a column of rows as an array, and the SQL type of its elements. An array of nothing
// but nil fits any column.
func arrayOf(rows [][]any, column int) (kind string, array any, err error) {
	for _, row := range rows {
		switch row[column].(type) {
		case nil:
			continue
		case int, int64, bool:
			array, err = columnOf(rows, column, wholeNumber)
			return "bigint", array, err
		case float64:
			array, err = columnOf(rows, column, as[float64])
			return "double precision", array, err
		case string:
			array, err = columnOf(rows, column, as[string])
			return "text", array, err
		default:
			return "", nil, fmt.Errorf("there is no array of %T", row[column])
		}
	}
	return "bigint", make([]*int64, len(rows)), nil
}

// columnOf returns a column of rows, with nil for nil.
func columnOf[T any](rows [][]any, column int, read func(any) (T, bool)) ([]*T, error) {
	values, array := make([]T, len(rows)), make([]*T, len(rows))
	for i, row := range rows {
		if row[column] == nil {
			continue
		}
		value, ok := read(row[column])
		if !ok {
			return nil, fmt.Errorf("%v is not what the rows before have", row[column])
		}
		values[i] = value
		array[i] = &values[i]
	}
	return array, nil
}

func as[T any](v any) (T, bool) {
	t, ok := v.(T)
	return t, ok
}

func wholeNumber(v any) (int64, bool) {
	switch n := v.(type) {
	case int64:
		return n, true
	case int:
		return int64(n), true
	case bool:
		if n {
			return 1, true
		}
		return 0, true
	}
	return 0, false
}
