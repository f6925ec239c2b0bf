package depots

import (
	"math/bits"
	"math/rand/v2"
	"sync/atomic"
)

// DefaultTableBytes is the memory of a table that is made without a size.
const DefaultTableBytes = 128 << 20

// A key stands for a normal form: 128 bits of hash.
type key struct{ a, b uint64 }

// Table remembers what searches found, in a fixed amount of memory. It is safe for
// concurrent use and may be shared by any number of searches on any boards.
type Table struct {
	buckets []bucket
	shift   uint
	visited atomic.Uint64
	// seed makes the hashes different in each table, so that nobody can prepare
	// two boards with equal hashes.
	seed key
}

// Visited returns how many positions searches with this table have looked at so far.
func (t *Table) Visited() uint64 { return t.visited.Load() }

// bucket is one cache line.
type bucket [4]slot

// slot holds check ^ data beside data, so that a slot of which two goroutines
// wrote one half each is seen to be none.
type slot struct{ mixed, data atomic.Uint64 }

// entry is what is known of a position: 24 bits of a value, 1 bit that says that it
// is known, 6 bits of how much work it took, and 32 bits for what a search notes.
type entry uint64

const (
	valueBits  = 24
	knownBit   = 1 << valueBits
	effortAt   = valueBits + 1
	effortMask = 63
	notesAt    = 32
)

// value returns the value and whether it is known.
func (e entry) value() (uint64, bool) {
	return uint64(e) & (knownBit - 1), e&knownBit != 0
}

// withValue returns e with a value, which is not kept where it is too large.
func (e entry) withValue(value uint64) entry {
	if value >= knownBit {
		return e
	}
	return e&^(knownBit-1) | entry(value) | knownBit
}

// withTruth returns e with 1 for true and 0 for false.
func (e entry) withTruth(truth bool) entry {
	if truth {
		return e.withValue(1)
	}
	return e.withValue(0)
}

// truth returns what withTruth kept and whether there is something.
func (e entry) truth() (truth, known bool) {
	value, known := e.value()
	return value == 1, known
}

// notes returns the 32 bits that a search noted.
func (e entry) notes() uint32 { return uint32(e >> notesAt) }

// withNotes returns e with other notes.
func (e entry) withNotes(notes uint32) entry {
	return e&(1<<notesAt-1) | entry(notes)<<notesAt
}

// effort returns the logarithm of the work that the entry took.
func (e entry) effort() uint64 { return uint64(e) >> effortAt & effortMask }

// NewTable returns an empty table of at most so many bytes, at least 64.
func NewTable(bytes int) *Table {
	return newTable(bytes, key{rand.Uint64(), rand.Uint64()})
}

// NewFixedTable is NewTable for a search that has to take the same course each time.
// Somebody who prepares boards could give two of them equal hashes, so that it is for
// positions that nobody has chosen.
func NewFixedTable(bytes int) *Table {
	return newTable(bytes, key{0x9e3779b97f4a7c15, 0xd6e8feb86659fd93})
}

func newTable(bytes int, seed key) *Table {
	log := bits.Len(uint(max(bytes, 64))/64) - 1
	return &Table{buckets: make([]bucket, 1<<log), shift: uint(64 - log), seed: seed}
}

// bucket returns where k is kept.
func (t *Table) bucket(k key) *bucket {
	if t.shift == 64 {
		return &t.buckets[0]
	}
	return &t.buckets[k.a>>t.shift]
}

// get returns what is known of k, 0 for nothing.
func (t *Table) get(k key) entry {
	b := t.bucket(k)
	for i := range b {
		data := b[i].data.Load()
		if b[i].mixed.Load()^data == k.b && data != 0 {
			return entry(data)
		}
	}
	return 0
}

// put remembers e, found by so many nodes, in place of what took least work.
func (t *Table) put(k key, e entry, nodes uint64) {
	effort := min(max(e.effort(), uint64(bits.Len64(nodes))), effortMask)
	e = e&^(effortMask<<effortAt) | entry(effort)<<effortAt
	b := t.bucket(k)
	worst, least := 0, uint64(effortMask+1)
	for i := range b {
		data := b[i].data.Load()
		if data != 0 && b[i].mixed.Load()^data == k.b {
			worst = i
			break
		}
		held := uint64(0)
		if data != 0 {
			held = entry(data).effort() + 1
		}
		if held < least {
			worst, least = i, held
		}
	}
	// What loses against new entries for long enough goes too: each defeat costs it
	// a little of its worth.
	if old := entry(b[worst].data.Load()); old != 0 && old.effort() > effort+1 {
		if check := b[worst].mixed.Load() ^ uint64(old); check != k.b {
			faded := old - 1<<effortAt
			b[worst].data.Store(uint64(faded))
			b[worst].mixed.Store(check ^ uint64(faded))
			return
		}
	}
	b[worst].data.Store(uint64(e))
	b[worst].mixed.Store(k.b ^ uint64(e))
}

// mix scrambles 64 bits (Evensen's rrmxmx).
func mix(x uint64) uint64 {
	x ^= bits.RotateLeft64(x, -49) ^ bits.RotateLeft64(x, -24)
	x *= 0x9fb21c651e98df25
	x ^= x >> 28
	x *= 0x9fb21c651e98df25
	return x ^ x>>28
}

// mixed scrambles a key into another one.
func (k key) mixed() key {
	return key{mix(k.a ^ bits.RotateLeft64(k.b, 17)), mix(k.b + 0x9e3779b97f4a7c15*k.a)}
}

// plus adds keys, in any order.
func (k key) plus(other key) key { return key{k.a + other.a, k.b + other.b} }

// hash returns the key of a number.
func (t *Table) hash(x uint64) key {
	return key{mix(x ^ t.seed.a), mix(x*0xd6e8feb86659fd93 ^ t.seed.b)}
}
