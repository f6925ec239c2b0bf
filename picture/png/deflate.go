package png

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// A deflater compresses pictures by RFC 1951, in one block with the fixed codes. It looks for repeats
// in three places only: just before, one line above, and the last place of the same four pixels.
// Most of a board repeats the line above, compared eight pixels at a time, so this takes a fifth of
// the time of the fastest compress/flate.
type deflater struct {
	out  []byte
	bits uint64 // that are not in out yet
	n    uint   // how many
	last [1 << hashBits]int32
}

const (
	hashBits    = 12
	leastMatch  = 4 // of what is found by its hash
	longest     = 258
	endOfBlock  = 256
	fixedBlock  = 3 // the last block, with the fixed codes
	farthest    = 1 << 15
	firstLength = 257 // the symbol of the length 3
)

// A code is some bits, the first of them lowest.
type code struct {
	bits uint16
	n    uint8
}

// literals are the codes of bytes and of the end; lengths are the codes of lengths with their extra
// bits, by length - 3.
var literals, lengths = fixedCodes()

func fixedCodes() (literals [endOfBlock + 1]code, lengths [longest - 2]code) {
	symbol := func(s int) code {
		reversed := func(value, n int) code { return code{bits.Reverse16(uint16(value)) >> (16 - n), uint8(n)} }
		switch {
		case s < 144:
			return reversed(0x30+s, 8)
		case s < 256:
			return reversed(0x190+s-144, 9)
		case s < 280:
			return reversed(s-256, 7)
		default:
			return reversed(0xc0+s-280, 8)
		}
	}
	for s := range literals {
		literals[s] = symbol(s)
	}
	for i := range lengths {
		s, extra := i, 0 // like floating-point numbers with two bits after the first
		if i >= 8 {
			extra = bits.Len(uint(i)) - 3
			s = 4*extra + i>>extra
		}
		if i == longest-3 {
			s, extra = 28, 0
		}
		c := symbol(firstLength + s)
		lengths[i] = code{c.bits | uint16(i&(1<<extra-1))<<c.n, c.n + uint8(extra)}
	}
	return literals, lengths
}

func (d *deflater) add(b uint64, n uint) {
	d.bits |= b << d.n
	if d.n += n; d.n >= 32 {
		d.out = binary.LittleEndian.AppendUint32(d.out, uint32(d.bits))
		d.bits >>= 32
		d.n -= 32
	}
}

// literal writes a byte, or the end.
func (d *deflater) literal(v int) {
	c := literals[v]
	d.add(uint64(c.bits), uint(c.n))
}

// repeat writes a repeat of bytes that stood a distance before, of none or at least three.
func (d *deflater) repeat(length, distance int) {
	if length == 0 {
		return
	}
	far := uint(distance - 1)
	s, extra := far, uint(0) // like floating-point numbers with one bit after the first
	if far >= 4 {
		extra = uint(bits.Len(far)) - 2
		s = 2*extra + far>>extra
	}
	at := uint64(bits.Reverse8(uint8(s)) >> 3)
	at |= uint64(far&(1<<extra-1)) << 5
	for length > 0 {
		n := min(length, longest)
		if rest := length - n; rest > 0 && rest < 3 {
			n -= 3
		}
		c := lengths[n-3]
		d.add(uint64(c.bits)|at<<c.n, uint(c.n)+5+extra)
		length -= n
	}
}

// compress appends the zlib stream of data in lines of so many bytes to out. Bytes that are as in
// the line above take next to no time.
func (d *deflater) compress(out, data []byte, line int) []byte {
	d.out, d.bits, d.n = append(out, 0x78, 0x01), 0, 0 // the header of the fastest zlib
	clear(d.last[:])
	d.add(fixedBlock, 3)
	const modulus = 65521 // of the Adler-32 sum
	a, b := uint64(1), uint64(0)
	var sum, weighted uint64 // of the bytes of a line, and of each times its distance from the line's end
	copied := 0              // the length of the copy from above that is not written yet
	for start := 0; start < len(data); start += line {
		end := start + line
		for i := start; i < end; {
			to := end
			if start > 0 && line < farthest {
				if n := same(data[i-line:], data[i:end]); copied+n >= leastMatch {
					copied += n
					i += n
				}
				to = i + differing(data[i-line:], data[i:end])
			}
			if i == to {
				continue
			}
			d.repeat(copied, line)
			copied = 0
			d.encode(data[:to], i)
			for ; i < to; i++ {
				more := uint64(data[i])
				if start > 0 {
					more -= uint64(data[i-line])
				}
				sum += more
				weighted += more * uint64(end-i)
			}
		}
		b = (b + uint64(line)*a + weighted) % modulus
		a = (a + sum) % modulus
	}
	d.repeat(copied, line)
	d.literal(endOfBlock)
	for ; d.n > 0; d.n -= min(d.n, 8) {
		d.out = append(d.out, byte(d.bits))
		d.bits >>= 8
	}
	return binary.BigEndian.AppendUint32(d.out, uint32(b<<16|a))
}

// encode writes data from i on.
func (d *deflater) encode(data []byte, i int) {
	for i < len(data) {
		length, distance := 1, 0
		if i > 0 && data[i] == data[i-1] {
			length, distance = same(data[i-1:], data[i:]), 1
		}
		if length < 2*leastMatch && i+leastMatch <= len(data) {
			at := &d.last[binary.LittleEndian.Uint32(data[i:])*0x9e3779b1>>(32-hashBits)]
			if back := i - int(*at); *at > 0 && back < farthest {
				if n := same(data[i-back:], data[i:]); n > length && n >= leastMatch {
					length, distance = n, back
				}
			}
			*at = int32(i)
		}
		if length < 3 {
			d.literal(int(data[i]))
			i++
			continue
		}
		d.repeat(length, distance)
		i += length
	}
}

// differing returns the length of the beginning of b that is not as in a, with what is too short to
// be copied from there.
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

// same returns the length of the common beginning of a and b; b is no longer than a.
func same(a, b []byte) int {
	const stretch = 256 // bytes that bytes.Equal compares faster than eight at a time
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
