package depots

import (
	"math/bits"
	"math/rand/v2"
	"sync/atomic"
)

const DefaultTableBytes = 128 << 20

// A key is a 128-bit hash of a normal form.
type key struct{ a, b uint64 }

// Table remembers results of searches in a fixed amount of memory. It is safe for concurrent use,
// and any number of searches on any boards may share it.
type Table struct {
	buckets []bucket
	shift   uint
	// seed makes hashes unpredictable, so that nobody can prepare two boards with equal hashes.
	seed key
}

// bucket is one cache line.
type bucket [4]slot

// slot holds data, and the key's check XOR data, so that a torn write by two goroutines matches no
// key.
type slot struct{ mixed, data atomic.Uint64 }

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

// withValue returns e with a value, unless that is too large.
func (e entry) withValue(value uint64) entry {
	if value >= knownBit {
		return e
	}
	return e&^(knownBit-1) | entry(value) | knownBit
}

// withTruth stores true as 1 and false as 0.
func (e entry) withTruth(truth bool) entry {
	if truth {
		return e.withValue(1)
	}
	return e.withValue(0)
}

func (e entry) truth() (truth, known bool) {
	value, known := e.value()
	return value == 1, known
}

func (e entry) notes() uint32 { return uint32(e >> notesAt) }

func (e entry) withNotes(notes uint32) entry {
	return e&(1<<notesAt-1) | entry(notes)<<notesAt
}

// effort returns log2 of the work.
func (e entry) effort() uint64 { return uint64(e) >> effortAt & effortMask }

// NewTable returns an empty table of at most this many bytes, at least 64.
func NewTable(bytes int) *Table {
	return newTable(bytes, key{rand.Uint64(), rand.Uint64()})
}

// NewFixedTable is NewTable with a fixed seed, for reproducible searches. Use it only for positions
// that nobody has chosen, since equal hashes could be prepared.
func NewFixedTable(bytes int) *Table {
	return newTable(bytes, key{0x9e3779b97f4a7c15, 0xd6e8feb86659fd93})
}

func newTable(bytes int, seed key) *Table {
	log := bits.Len(uint(max(bytes, 64))/64) - 1
	return &Table{buckets: make([]bucket, 1<<log), shift: uint(64 - log), seed: seed}
}

func (t *Table) bucket(k key) *bucket {
	return &t.buckets[k.a>>t.shift]
}

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

// put stores e, found with this many nodes. It replaces the entry that took the least work.
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

func (k key) mixed() key {
	return key{mix(k.a ^ bits.RotateLeft64(k.b, 17)), mix(k.b + 0x9e3779b97f4a7c15*k.a)}
}

// plus adds keys. It is commutative.
func (k key) plus(other key) key { return key{k.a + other.a, k.b + other.b} }

func (t *Table) hash(x uint64) key {
	return key{mix(x ^ t.seed.a), mix(x*0xd6e8feb86659fd93 ^ t.seed.b)}
}
