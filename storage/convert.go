package storage

import (
	"database/sql"
	"time"
)

// moment returns t as it will be read back.
func moment(t time.Time) time.Time { return fromMillis(toMillis(t)) }

// toMillis returns t in milliseconds since 1970, and NULL for the zero time.
func toMillis(t time.Time) sql.NullInt64 {
	return sql.NullInt64{Int64: t.UnixMilli(), Valid: !t.IsZero()}
}

func fromMillis(ms sql.NullInt64) time.Time {
	if !ms.Valid {
		return time.Time{}
	}
	return time.UnixMilli(ms.Int64).UTC()
}
