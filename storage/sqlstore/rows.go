package sqlstore

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// insertRows inserts many rows of whole numbers, numbers, texts, flags and nothing into
// columns of a table, in their order.
func (tx *Tx) insertRows(ctx context.Context, table string, names []string, rows [][]any) error {
	into := `INSERT INTO ` + table + ` (` + strings.Join(names, ", ") + `) `
	if tx.store.parameters > 0 {
		return tx.insertValues(ctx, into+`VALUES `, rows)
	}
	if len(rows) == 0 {
		return nil
	}
	arrays, arguments := make([]string, len(names)), make([]any, len(names))
	for i := range names {
		kind, array, err := arrayOf(rows, i)
		if err != nil {
			return fmt.Errorf("column %s: %w", names[i], err)
		}
		arrays[i], arguments[i] = fmt.Sprintf(`$%d::%s[]`, i+1, kind), array
	}
	_, err := tx.ExecContext(ctx, into+`SELECT * FROM unnest(`+strings.Join(arrays, ", ")+`)`, arguments...)
	return err
}

// insertValues inserts rows, as many in one statement as the database takes well.
func (tx *Tx) insertValues(ctx context.Context, into string, rows [][]any) error {
	for len(rows) > 0 {
		columns := len(rows[0])
		some := rows[:min(max(tx.store.parameters/columns, 1), len(rows))]
		values := make([]string, len(some))
		for i := range some {
			values[i] = `(` + placeholders(columns*i+1, columns) + `)`
		}
		if _, err := tx.ExecContext(ctx, into+strings.Join(values, ", "), slices.Concat(some...)...); err != nil {
			return err
		}
		rows = rows[len(some):]
	}
	return nil
}

// arrayOf returns a column of rows as an array, and the type of what is in it. One that has
// nothing in it fits any column.
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

// columnOf returns a column of rows, nil where there is nothing in it.
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
