package png

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"hash/maphash"
	"math"
	"math/bits"
	"slices"
)

// A deflater compresses lines of pictures by RFC 1951, in one block whose Huffman codes suit
// boards.
//
// The code of a line depends only on that line and the one above, so codes are kept: most lines
// equal those of an earlier board. It looks for repeats in three places: in the line above,
// directly before, and at the last occurrence of the same four pixels. It takes a third of the time
// of the fastest compress/flate, and much less for kept lines.
type deflater struct {
	last  [1 << hashBits]int32 // by a hash of four pixels: their position in the line, plus begun
	begun int32                // grows with each line, so that last needn't be cleared

	seed  maphash.Seed
	kept  map[[2]uint64]coded // by hashes of the line above and of the line
	codes []byte              // of all kept lines
}

// A coded is a compressed line.
type coded struct {
	from, to      uint32 // in codes
	bits, n       uint32 // the bits after these codes, and their number
	sum, weighted uint32 // the sum of its bytes, and the sum of each byte times its distance from the line's end
}

const (
	// keptBytes bounds the memory of kept codes. Beyond it all are dropped.
	keptBytes = 2 << 20
	// codedBytes is roughly the memory of a map entry.
	codedBytes = 80
	// modulus is the modulus of Adler-32.
	modulus = 65521
)

const (
	hashBits    = 12
	leastMatch  = 4 // a run may be one shorter
	longest     = 258
	endOfBlock  = 256
	farthest    = 1 << 15
	firstLength = 257 // the symbol of length 3
)

// A code is a bit string, with its first bit lowest.
type code struct {
	bits uint32
	n    uint8
}

// symbols are the codes of bytes, of the end and of lengths. distances are the codes of distances.
// lengths has the codes of lengths with their extra bits, by length - 3.
var (
	symbols   = huffman(symbolWeights())
	distances = huffman(distanceWeights())
	lengths   = lengthCodes()
)

// symbolWeights returns rough frequencies of symbols in a thousand boards: the colours of roles and
// of large areas have the lowest indexes.
func symbolWeights() []int {
	weights := slices.Repeat([]int{1}, firstLength+29)
	for s := range weights {
		switch {
		case s < 112:
			weights[s] = 9
		case s >= firstLength:
			weights[s] = 24
		}
	}
	return weights
}

// distanceWeights favour one pixel and, for pictures 800 pixels wide, one line.
func distanceWeights() []int {
	weights := slices.Repeat([]int{1}, 30)
	weights[0], weights[19] = 14, 72
	return weights
}

// huffman returns the canonical Huffman codes of symbols with weights.
func huffman(weights []int) []code {
	type node struct {
		weight int
		of     []int // its symbols
	}
	var nodes []node
	add := func(n node) {
		at, _ := slices.BinarySearchFunc(nodes, n, func(a, b node) int { return cmp.Compare(a.weight, b.weight) })
		nodes = slices.Insert(nodes, at, n)
	}
	for s, weight := range weights {
		add(node{weight, []int{s}})
	}
	codes := make([]code, len(weights))
	for len(nodes) > 1 { // join the two lightest
		joined := node{nodes[0].weight + nodes[1].weight, slices.Concat(nodes[0].of, nodes[1].of)}
		for _, s := range joined.of {
			codes[s].n++
		}
		nodes = nodes[2:]
		add(joined)
	}
	next := uint16(0)
	for n := uint8(1); n < 16; n++ {
		for s := range codes {
			if codes[s].n == n {
				codes[s].bits = uint32(bits.Reverse16(next) >> (16 - n))
				next++
			}
		}
		next <<= 1
	}
	return codes
}

func lengthCodes() (codes [longest - 2]code) {
	for i := range codes {
		s, extra := i, 0 // like floating-point numbers with two bits of mantissa
		if i >= 8 {
			extra = bits.Len(uint(i)) - 3
			s = 4*extra + i>>extra
		}
		if i == longest-3 {
			s, extra = 28, 0
		}
		c := symbols[firstLength+s]
		codes[i] = code{c.bits | uint32(i&(1<<extra-1))<<c.n, c.n + uint8(extra)}
	}
	return codes
}

// begin starts the block with the lengths of its codes, in four bits each.
func (w *bitWriter) begin() {
	w.add(1|2<<1, 3) // the last block, with dynamic codes
	w.add(uint64(len(symbols)-257), 5)
	w.add(uint64(len(distances)-1), 5)
	w.add(19-4, 4)
	for i := range 19 { // the code lengths of code lengths: none for the three repeat codes, which come first
		n := uint64(4)
		if i < 3 {
			n = 0
		}
		w.add(n, 3)
	}
	for _, c := range slices.Concat(symbols, distances) {
		w.add(uint64(bits.Reverse8(c.n)>>4), 4)
	}
}

// A bitWriter writes bits, the lowest first.
type bitWriter struct {
	out  []byte
	bits uint64 // not yet in out
	n    uint   // their number
}

// add writes up to 32 bits.
func (w *bitWriter) add(b uint64, n uint) {
	w.bits |= b << w.n
	if w.n += n; w.n >= 32 {
		w.out = binary.LittleEndian.AppendUint32(w.out, uint32(w.bits))
		w.bits >>= 32
		w.n -= 32
	}
}

// literal writes a byte, or the end.
func (w *bitWriter) literal(v int) {
	c := symbols[v]
	w.add(uint64(c.bits), uint(c.n))
}

// repeat writes a back-reference: copy length bytes from distance bytes back.
func (w *bitWriter) repeat(length, distance int) {
	far := uint(distance - 1)
	s, extra := far, uint(0) // like floating-point numbers with one bit of mantissa
	if far >= 4 {
		extra = uint(bits.Len(far)) - 2
		s = 2*extra + far>>extra
	}
	d := distances[s]
	at, n := uint64(d.bits)|uint64(far&(1<<extra-1))<<d.n, uint(d.n)+extra
	for length > 0 {
		part := min(length, longest)
		if rest := length - part; rest > 0 && rest < 3 {
			part -= 3
		}
		c := lengths[part-3]
		w.add(uint64(c.bits), uint(c.n))
		w.add(at, n)
		length -= part
	}
}

// compress appends the zlib stream of data to out. A line of data has line bytes.
func (d *deflater) compress(out, data []byte, line int) []byte {
	if d.kept == nil {
		d.kept, d.seed = map[[2]uint64]coded{}, maphash.MakeSeed()
	}
	w := bitWriter{out: append(out, 0x78, 0x01)} // zlib's header for the fastest level
	w.begin()
	a, b := uint64(1), uint64(0)
	var above []byte
	var key [2]uint64
	var c coded
	for row := range slices.Chunk(data, line) {
		key = [2]uint64{key[1], maphash.Bytes(d.seed, row)}
		known, ok := d.kept[key]
		if !ok {
			known = d.line(above, row, c)
			d.kept[key] = known
		}
		c = known
		for code := d.codes[c.from:c.to]; len(code) > 0; code = code[4:] {
			w.add(uint64(binary.LittleEndian.Uint32(code)), 32)
		}
		w.add(uint64(c.bits), uint(c.n))
		b = (b + uint64(line)*a + uint64(c.weighted)) % modulus
		a = (a + uint64(c.sum)) % modulus
		above = row
	}
	w.literal(endOfBlock)
	for ; w.n > 0; w.n -= min(w.n, 8) {
		w.out = append(w.out, byte(w.bits))
		w.bits >>= 8
	}
	if len(d.codes)+codedBytes*len(d.kept) > keptBytes {
		clear(d.kept)
		d.codes = d.codes[:0]
	}
	return binary.BigEndian.AppendUint32(w.out, uint32(b<<16|a))
}

// line compresses a line. sums is the result for the line above, which is nil for the first line.
func (d *deflater) line(above, row []byte, sums coded) coded {
	w := bitWriter{out: d.codes}
	if d.begun > math.MaxInt32/2 {
		clear(d.last[:])
		d.begun = 0
	}
	d.begun += int32(len(row))
	sum, weighted := int64(sums.sum), int64(sums.weighted)
	near := above != nil && len(row) < farthest
	for i := 0; i < len(row); {
		to := len(row)
		if near {
			if n := same(above[i:], row[i:]); n >= leastMatch {
				w.repeat(n, len(row))
				i += n
			}
			to = i + differing(above[i:], row[i:])
		}
		d.encode(&w, row[:to], i)
		for ; i < to; i++ {
			more := int64(row[i])
			if above != nil {
				more -= int64(above[i])
			}
			sum += more
			weighted += more * int64(len(row)-i)
		}
	}
	of := func(n int64) uint32 { return uint32((n%modulus + modulus) % modulus) }
	c := coded{from: uint32(len(d.codes)), to: uint32(len(w.out)), bits: uint32(w.bits), n: uint32(w.n), sum: of(sum), weighted: of(weighted)}
	d.codes = w.out
	return c
}

// encode writes a line from index i on.
func (d *deflater) encode(w *bitWriter, row []byte, i int) {
	for i < len(row) {
		length, distance := 1, 0
		if i > 0 && row[i] == row[i-1] {
			length, distance = same(row[i-1:], row[i:]), 1
		}
		if length < 2*leastMatch && i+leastMatch <= len(row) {
			at := &d.last[binary.LittleEndian.Uint32(row[i:])*0x9e3779b1>>(32-hashBits)]
			if j := int(*at - d.begun); j >= 0 && j < i && i-j < farthest {
				if n := same(row[j:], row[i:]); n > length && n >= leastMatch {
					length, distance = n, i-j
				}
			}
			*at = d.begun + int32(i)
		}
		if length < 3 {
			w.literal(int(row[i]))
			i++
			continue
		}
		w.repeat(length, distance)
		i += length
	}
}

// differing returns how many bytes at the start of b can't be copied from a, including equal bytes
// that are too few for a copy.
func differing(a, b []byte) int {
	alike := 0
	for i, v := range b {
		if alike++; v != a[i] {
			alike = 0
		} else if alike == leastMatch {
			return i + 1 - leastMatch
		}
	}
	return len(b)
}

// same returns the length of the common prefix of a and b; b is not longer than a.
func same(a, b []byte) int {
	const stretch = 256 // bytes.Equal is faster for this many bytes than comparing eight at a time
	if len(b) >= 8 {
		if differ := binary.LittleEndian.Uint64(a) ^ binary.LittleEndian.Uint64(b); differ != 0 {
			return bits.TrailingZeros64(differ) / 8
		}
	}
	n := 0
	for len(b)-n >= stretch && bytes.Equal(a[n:n+stretch], b[n:n+stretch]) {
		n += stretch
	}
	for len(b)-n >= 8 {
		if differ := binary.LittleEndian.Uint64(a[n:]) ^ binary.LittleEndian.Uint64(b[n:]); differ != 0 {
			return n + bits.TrailingZeros64(differ)/8
		}
		n += 8
	}
	for n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}
