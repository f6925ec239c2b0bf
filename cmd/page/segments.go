package main

import (
	"encoding/binary"
	"errors"
)

var errFormat = errors.New("the program is not as Go writes it")

// joined returns a WebAssembly program with its data in one segment. Go's linker omits zeros and so
// makes a hundred thousand segments. Compressed, their addresses take more room than the zeros.
func joined(program []byte) ([]byte, error) {
	const header, dataSection = 8, 11
	out := program[:header:header]
	for at := header; at < len(program); {
		size, n := binary.Uvarint(program[at+1:])
		body := at + 1 + n
		next := body + int(size)
		if program[at] != dataSection {
			out = append(out, program[at:next]...)
		} else {
			memory, err := memoryOf(program[body:next])
			if err != nil {
				return nil, err
			}
			segment := append(binary.AppendUvarint([]byte{1, 0, i32Const, 0, end}, uint64(len(memory))), memory...)
			out = append(binary.AppendUvarint(append(out, dataSection), uint64(len(segment))), segment...)
		}
		at = next
	}
	return out, nil
}

// The bytes around a segment's address.
const i32Const, end = 0x41, 0x0b

// memoryOf returns the initial memory of a program from its data section.
func memoryOf(data []byte) (memory []byte, err error) {
	number := func() int {
		v, n := binary.Uvarint(data)
		data = data[n:]
		return int(v)
	}
	for range number() {
		if data[0] != 0 || data[1] != i32Const {
			return nil, errFormat
		}
		data = data[2:]
		from := number() // signed, but never negative
		data = data[1:]  // end
		to := from + number()
		memory = append(memory, make([]byte, max(0, to-len(memory)))...)
		data = data[copy(memory[from:to], data):]
	}
	return memory, nil
}
