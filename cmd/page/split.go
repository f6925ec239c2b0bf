package main

import (
	"bytes"
	_ "embed"
	"encoding/binary"
	"maps"
	"slices"
	"strings"
)

// firstNames lists the functions that rows and piles use from the first board to the end of a match, a line
// each. TestFirst -update writes it.
//
//go:embed first.txt
var firstNames string

// split divides a program into two, so that the first loads quickly. They have the same functions under the same
// numbers, in one memory and one table. Where one has a body the other has a call through the table. Without the
// rest such a call traps, because the table is empty there.
func (p *program) split() (first, rest []byte, err error) {
	listed := map[string]bool{}
	for name := range strings.Lines(firstNames) {
		listed[strings.TrimSpace(name)] = true
	}
	inFirst := make([]bool, len(p.bodies))
	for i, name := range p.names {
		inFirst[i] = listed[name]
	}
	moved, err := p.tablesOfRest(inFirst)
	if err != nil {
		return nil, nil, err
	}
	imports, exports := reader(p.sections[importSection]), reader(p.sections[exportSection])
	names, types := p.globals()
	imported, exported := imports.number()+2+len(names), exports.number()+1+len(names)
	share := func(section byte, name string, kind byte) {
		r := reader(p.sections[section])
		r.number()
		imports = slices.Concat(imports, sized([]byte("first")), named(name, kind, r...))
	}
	share(tableSection, "table", tableKind)
	share(memorySection, "mem", memoryKind) // which Go exports itself
	exports = slices.Concat(exports, named("table", tableKind, 0))
	for i, name := range names {
		exports = slices.Concat(exports, named(name, globalKind, byte(i)))
		imports = slices.Concat(imports, sized([]byte("first")), named(name, globalKind, types[i]...))
	}
	sections := p.sections
	sections[exportSection] = counted(exported, exports)
	one := *p
	one.memory = bytes.Clone(p.memory)
	for _, s := range moved {
		clear(one.memory[s.from:s.to])
	}
	sections[dataSection] = one.dataOf(span{0, len(p.memory)})
	sections[elementSection], sections[codeSection] = p.functions(inFirst, true)
	first = write(sections)
	sections = [dataSection + 1][]byte{typeSection: p.sections[typeSection], functionSection: p.sections[functionSection],
		importSection: counted(imported, imports), dataSection: p.dataOf(joined(moved)...)}
	sections[elementSection], sections[codeSection] = p.functions(inFirst, false)
	return first, write(sections), nil
}

// functions writes the functions of one part: their slots in the table, and the bodies of all.
func (p *program) functions(inFirst []bool, first bool) (elements, code []byte) {
	var runs, bodies [][]byte
	for from := 0; from < len(inFirst); {
		to := from
		var run []byte
		for ; to < len(inFirst) && inFirst[to] == first; to++ {
			run = binary.AppendUvarint(run, uint64(p.imported+to))
			bodies = append(bodies, sized(p.bodies[to]))
		}
		if to > from {
			runs = append(runs, slices.Concat([]byte{0}, constant(p.slot+from), counted(to-from, run)))
		}
		for from = to; from < len(inFirst) && inFirst[from] != first; from++ {
			bodies = append(bodies, sized(p.call(from)))
		}
	}
	return counted(len(runs), runs...), counted(len(bodies), bodies...)
}

func (p *program) call(i int) []byte {
	body := []byte{0}
	for param := range p.params[p.types[i]] {
		body = append(body, localGet, byte(param))
	}
	body = append(append(body, number32(p.slot+i)...), callIndirect)
	return append(binary.AppendUvarint(body, uint64(p.types[i])), 0, end)
}

// stackMaps and panicBounds are the tables by program counter that a program needs while it runs. The collector
// asks for maps of the stack, and a slice that is too short for bounds. The others are for signals and crashes.
const stackMaps, panicBounds = 1, 4

// tablesOfRest returns the parts of the runtime's tables of functions (its pclntab) that only functions of the
// rest need, in the order of their addresses: names, tables by program counter, and records. Files and lines of the
// source are among them, and names, which only a crash would print. The runtime knows its own goroutines by names.
func (p *program) tablesOfRest(inFirst []bool) (moved []span, err error) {
	defer func() {
		if recover() != nil {
			err = errFormat
		}
	}()
	little := binary.LittleEndian
	at := bytes.Index(p.memory, []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}) // runtime.pcHeader
	header := func(i int) int { return int(little.Uint64(p.memory[at+8+8*i:])) }
	names, pcs, records := at+header(3), at+header(6), at+header(7)
	word := func(at int) int { return int(little.Uint32(p.memory[at:])) }
	if header(0) != len(p.bodies) {
		return nil, errFormat
	}
	needed := map[int]bool{}
	use := func(offset int, needs bool) {
		if offset != 0 {
			needed[pcs+offset] = needed[pcs+offset] || needs
		}
	}
	starts := map[int]bool{}
	moved = append(moved, span{at + header(4), pcs}) // units and names of source files
	for i, first := range inFirst {
		f := records + word(records+8*i+4) // a runtime._func
		tables, funcdata := word(f+28), int(p.memory[f+43])
		name := names + word(f+4)
		starts[name] = starts[name] || first && bytes.HasPrefix(p.memory[name:], []byte("runtime."))
		use(word(f+16), first)
		use(word(f+20), false)
		use(word(f+24), false)
		for k := range tables {
			use(word(f+44+4*k), first && (k == stackMaps || k == panicBounds))
		}
		if !first {
			moved = append(moved, span{f, f + 44 + 4*(tables+funcdata)})
		}
	}
	for name, first := range starts {
		if !first {
			moved = append(moved, span{name, name + bytes.IndexByte(p.memory[name:], 0)})
		}
	}
	tables := append(slices.Sorted(maps.Keys(needed)), records) // each ends where the next begins
	for i, from := range tables[:len(tables)-1] {
		if !needed[from] {
			moved = append(moved, span{from, tables[i+1]})
		}
	}
	slices.SortFunc(moved, func(a, b span) int { return a.from - b.from })
	return moved, nil
}

func joined(spans []span) (out []span) {
	const close = 8
	for _, s := range spans {
		if last := len(out) - 1; last >= 0 && s.from-out[last].to < close {
			out[last].to = max(out[last].to, s.to)
			continue
		}
		out = append(out, s)
	}
	return out
}
