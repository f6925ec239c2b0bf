package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

var errFormat = errors.New("the program is not as Go writes it")

// Section IDs of a WebAssembly program, and the kinds of its imports and exports.
const (
	customSection, typeSection, importSection, functionSection, tableSection, memorySection = 0, 1, 2, 3, 4, 5
	globalSection, exportSection, elementSection, codeSection, dataSection                  = 6, 7, 9, 10, 11

	tableKind, memoryKind, globalKind = 1, 2, 3
)

const i32Const, localGet, callIndirect, end = 0x41, 0x20, 0x11, 0x0b

// program is a WebAssembly program as Go writes it. Its functions are numbered without the imported ones.
type program struct {
	sections [dataSection + 1][]byte
	params   [][]byte
	imported int
	slot     int
	types    []int
	bodies   [][]byte
	names    []string // by function; nil if the program was stripped
	memory   []byte
}

func readProgram(text []byte) (p *program, err error) {
	defer func() {
		if recover() != nil { // a number or a list went past the end
			err = errFormat
		}
	}()
	p = new(program)
	for r := reader(text[8:]); len(r) > 0; {
		id := r.take(1)[0]
		body := r.list()
		if id != customSection {
			p.sections[id] = body
		} else if string(body.list()) == "name" {
			p.readNames(body)
		}
	}
	types := reader(p.sections[typeSection])
	for range types.number() {
		types.take(1)
		p.params = append(p.params, types.list())
		types.list()
	}
	imports, functions, code := reader(p.sections[importSection]), reader(p.sections[functionSection]), reader(p.sections[codeSection])
	p.imported = imports.number()
	for range functions.number() {
		p.types = append(p.types, functions.number())
	}
	for range code.number() {
		p.bodies = append(p.bodies, code.list())
	}
	elements := reader(p.sections[elementSection])
	if elements.number() != 1 || elements.number() != 0 {
		return nil, errFormat
	}
	p.slot = elements.constant()
	if elements.number() != len(p.bodies) || elements.number() != p.imported {
		return nil, errFormat
	}
	p.memory = memoryOf(p.sections[dataSection])
	return p, nil
}

func memoryOf(data reader) (memory []byte) {
	for range data.number() {
		data.number()
		from := data.constant()
		bytes := data.list()
		memory = append(memory, make([]byte, max(0, from+len(bytes)-len(memory)))...)
		copy(memory[from:], bytes)
	}
	return memory
}

func (p *program) readNames(r reader) {
	const functions = 1
	for len(r) > 0 {
		kind, body := r.number(), r.list()
		if kind == functions {
			for range body.number() {
				body.number()
				p.names = append(p.names, string(body.list()))
			}
		}
	}
}

func write(sections [dataSection + 1][]byte) []byte {
	out := []byte("\x00asm\x01\x00\x00\x00")
	for id, body := range sections {
		if body != nil {
			out = append(append(out, byte(id)), sized(body)...)
		}
	}
	return out
}

type span struct{ from, to int }

// dataOf writes parts of the memory as a data section. Go's linker omits zeros and so makes a hundred thousand
// parts. Compressed, their addresses take more room than the zeros.
func (p *program) dataOf(spans ...span) []byte {
	var out []byte
	for _, s := range spans {
		out = append(append(append(out, 0), constant(s.from)...), sized(p.memory[s.from:s.to])...)
	}
	return counted(len(spans), out)
}

type reader []byte

func (r *reader) take(n int) reader {
	b := (*r)[:n:n]
	*r = (*r)[n:]
	return b
}

func (r *reader) number() int {
	v, n := binary.Uvarint(*r)
	r.take(n)
	return int(v)
}

func (r *reader) list() reader { return r.take(r.number()) }

func (r *reader) constant() int {
	r.take(1)
	v := r.number()
	r.take(1)
	return v
}

func constant(n int) []byte { return append(number32(n), end) }

func number32(n int) []byte {
	out := []byte{i32Const}
	for ; n >= 0x40; n >>= 7 { // the next bit is a sign
		out = append(out, byte(n)|0x80)
	}
	return append(out, byte(n))
}

func counted(n int, content ...[]byte) []byte {
	return append(binary.AppendUvarint(nil, uint64(n)), bytes.Join(content, nil)...)
}

func sized(content []byte) []byte { return counted(len(content), content) }

func named(name string, kind byte, description ...byte) []byte {
	return append(append(sized([]byte(name)), kind), description...)
}

func (p *program) globals() (names []string, types [][]byte) {
	r := reader(p.sections[globalSection])
	for i := range r.number() {
		names, types = append(names, fmt.Sprint("global", i)), append(types, r.take(2))
		r.constant()
	}
	return names, types
}
