package main

import (
	"cmp"
	"encoding/binary"
	"errors"
	"slices"
)

// A segment is what stands in the memory of a program for browsers when it starts.
type segment struct {
	at    int64
	bytes []byte
}

// The parts of a file in the format WebAssembly that are looked at here.
const (
	headerLength = 8
	dataSection  = 11
	i32Const     = 0x41
	end          = 0x0b
)

// nearby is how many zeros stand between two segments at most that become one.
const nearby = 64

var errFormat = errors.New("the program is not as Go writes it")

// joined returns a program for browsers with fewer segments: Go leaves zeros out, and so makes a hundred
// thousand of them, whose places take more room than zeros do once they are compressed.
func joined(program []byte) ([]byte, error) {
	out := slices.Clone(program[:min(headerLength, len(program))])
	for rest := program[len(out):]; len(rest) > 0; {
		size, n := binary.Uvarint(rest[1:])
		if n <= 0 || size > uint64(len(rest)-1-n) {
			return nil, errFormat
		}
		section := rest[:1+n+int(size)]
		rest = rest[len(section):]
		if section[0] != dataSection {
			out = append(out, section...)
			continue
		}
		segments, err := segmentsOf(section[1+n:])
		if err != nil {
			return nil, err
		}
		var data []byte
		for _, s := range segments {
			data = append(appendSigned(append(data, 0, i32Const), s.at), end)
			data = append(binary.AppendUvarint(data, uint64(len(s.bytes))), s.bytes...)
		}
		data = append(binary.AppendUvarint(nil, uint64(len(segments))), data...)
		out = append(binary.AppendUvarint(append(out, dataSection), uint64(len(data))), data...)
	}
	return out, nil
}

// segmentsOf reads the segments of a data section, in the order of their places, and joins those that are
// near each other.
func segmentsOf(data []byte) (list []segment, err error) {
	count, n := binary.Uvarint(data)
	if n <= 0 {
		return nil, errFormat
	}
	data = data[n:]
	for range count {
		if len(data) < 2 || data[0] != 0 || data[1] != i32Const {
			return nil, errFormat
		}
		at, n := signed(data[2:])
		data = data[2+n:]
		if n == 0 || len(data) == 0 || data[0] != end {
			return nil, errFormat
		}
		size, n := binary.Uvarint(data[1:])
		if n <= 0 || size > uint64(len(data)-1-n) {
			return nil, errFormat
		}
		list = append(list, segment{at, data[1+n:][:size:size]})
		data = data[1+n+int(size):]
	}
	slices.SortFunc(list, func(a, b segment) int { return cmp.Compare(a.at, b.at) })
	var whole []segment
	for _, s := range list {
		if last := len(whole) - 1; last >= 0 {
			zeros := s.at - whole[last].at - int64(len(whole[last].bytes))
			if zeros < 0 {
				return nil, errFormat
			}
			if zeros <= nearby {
				whole[last].bytes = append(append(whole[last].bytes, make([]byte, zeros)...), s.bytes...)
				continue
			}
		}
		whole = append(whole, s)
	}
	return whole, nil
}

// signed reads a signed number of LEB128, and how many bytes it has: 0 where there is none.
func signed(data []byte) (value int64, n int) {
	for shift := uint(0); n < min(len(data), binary.MaxVarintLen32); {
		b := data[n]
		value |= int64(b&0x7f) << shift
		n, shift = n+1, shift+7
		if b < 0x80 {
			if b&0x40 != 0 {
				value -= 1 << shift
			}
			return value, n
		}
	}
	return 0, 0
}

// appendSigned appends a number as signed reads it.
func appendSigned(out []byte, value int64) []byte {
	for {
		b := byte(value & 0x7f)
		if value >>= 7; value == 0 && b&0x40 == 0 || value == -1 && b&0x40 != 0 {
			return append(out, b)
		}
		out = append(out, b|0x80)
	}
}
