package sqlite

// Watched calls f before each statement of the database, also of its upgrade.
func Watched(f func(statement string, prepared bool)) Option {
	return func(d *database) { d.watch.Watch(f) }
}
