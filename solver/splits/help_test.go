package splits

// grundy returns the Grundy value of a single pile by the theorem.
func grundy(q int64, n uint64) uint64 { return WorthOf(q).Of(n) }
