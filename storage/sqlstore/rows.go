package sqlstore

import (
	"slices"
	"strings"
)

// insertRows inserts many rows into columns of a table, in their order.
func (tx *Tx) insertRows(table string, names []string, rows [][]any) {
	into := `INSERT INTO ` + table + ` (` + strings.Join(names, ", ") + `) VALUES `
	for some := range slices.Chunk(rows, max(tx.store.dialect.Parameters/len(names), 1)) {
		values := make([]string, len(some))
		for i := range some {
			values[i] = `(` + placeholders(len(names)*i+1, len(names)) + `)`
		}
		tx.exec(into+strings.Join(values, ", "), slices.Concat(some...)...)
	}
}
