package depots

import (
	"maps"
	"math/bits"
	"math/rand/v2"
)

type key struct{ a, b uint64 }

type Table struct {
	known   map[key]entry
	most    int
	counted int
}

const (
	// tableEntries bounds a Table, largestTable one for a search of more positions. An entry takes up
	// to entryBytes. These are counted for tableStep entries at a time, up to tableEntries.
	tableEntries = 1 << 18
	largestTable = 1 << 21
	entryBytes   = 64
	tableStep    = 1 << 10
)

// NewTable returns an empty table of at most this many entries.
func NewTable(entries int) *Table { return &Table{known: map[key]entry{}, most: entries} }

func ownTable() *Table { return NewTable(tableEntries) }

// entry has 24 bits of a value, 1 bit that it is known, 6 bits of the work it took, and 32 bits of
// notes.
type entry uint64

const (
	valueBits  = 24
	knownBit   = 1 << valueBits
	effortAt   = valueBits + 1
	effortMask = 63
	notesAt    = 32
)

func (e entry) value() (uint64, bool) {
	return uint64(e) & (knownBit - 1), e&knownBit != 0
}

func (e entry) withValue(value uint64) entry {
	if value >= knownBit {
		return e
	}
	return e&^(knownBit-1) | entry(value) | knownBit
}

func (e entry) notes() uint32 { return uint32(e >> notesAt) }

func (e entry) withNotes(notes uint32) entry {
	return e&(1<<notesAt-1) | entry(notes)<<notesAt
}

// effort returns log2 of the work.
func (e entry) effort() uint64 { return uint64(e) >> effortAt & effortMask }

func (t *Table) get(k key) entry { return t.known[k] }

// put stores e, found with this many nodes. A full table first drops the half of its entries, or
// more, that took the least work.
func (t *Table) put(k key, e entry, nodes uint64) {
	effort := min(max(e.effort(), uint64(bits.Len64(nodes))), effortMask)
	if len(t.known) >= t.most && t.known[k] == 0 {
		for least := uint64(0); len(t.known) > t.most/2; least++ {
			maps.DeleteFunc(t.known, func(_ key, e entry) bool { return e.effort() <= least })
		}
	}
	t.known[k] = e&^(effortMask<<effortAt) | entry(effort)<<effortAt
}

func mix(x uint64) uint64 {
	x ^= bits.RotateLeft64(x, -49) ^ bits.RotateLeft64(x, -24)
	x *= 0x9fb21c651e98df25
	x ^= x >> 28
	x *= 0x9fb21c651e98df25
	return x ^ x>>28
}

func (k key) mixed() key {
	return key{mix(k.a ^ bits.RotateLeft64(k.b, 17)), mix(k.b + 0x9e3779b97f4a7c15*k.a)}
}

func (k key) plus(other key) key { return key{k.a + other.a, k.b + other.b} }

func (k key) minus(other key) key { return key{k.a - other.a, k.b - other.b} }

// seed makes hashes unpredictable, so that nobody can prepare two boards with equal hashes. The
// order of a search must not depend on it.
var seed = key{rand.Uint64(), rand.Uint64()}

func hash(x uint64) key {
	return key{mix(x ^ seed.a), mix(x*0xd6e8feb86659fd93 ^ seed.b)}
}
