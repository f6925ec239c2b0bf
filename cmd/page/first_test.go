package main

import (
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"nimatron/cmd/page/app"
	"nimatron/games"
	"nimatron/games/catalog"
	"nimatron/internal/must"
	"nimatron/internal/testlong"
	"nimatron/solver"
)

var update = flag.Bool("update", false, "write first.txt anew")

// TestFirst begins matches of rows and piles with the first part of the program alone. With -update it lists the
// functions that they call in first.txt.
func TestFirst(t *testing.T) {
	b := pageIn(t, 375, 720)
	b.spoilt = true
	var requests []string
	for i, v := range catalog.Standard.All() {
		if solver.FamilyOf(v).Theorem != nil && (*update || i%testlong.Times(1, 4, 1) == 0) {
			requests = append(requests, firstTurns(t, v, []string{"dark", "light"}[i/4%2])...)
		}
	}
	t.Log(len(requests), "requests")
	if *update {
		must.OK(t, os.WriteFile("first.txt", []byte(b.called(requests)), 0o644))
		return
	}
	if failed := b.eval(fmt.Sprintf(`test.answers("nimatron.wasm", %s).then(({ failed }) => failed)`, must.Get(json.Marshal(requests))(t))); failed != "" {
		p := must.Get(compiled(t.Context()))(t)
		t.Errorf("needs the rest of the program (run with -update and look at TestFirstLoad if that is right): %s", regexp.MustCompile(`wasm-function\[(\d+)\]`).ReplaceAllStringFunc(failed, func(f string) string {
			return p.names[must.Get(strconv.Atoi(f[len("wasm-function["):len(f)-1]))(t)-p.imported]
		}))
	}
}

// firstTurns returns the requests of the first turns of a match: touched places, hints, moves and answers.
func firstTurns(t *testing.T, v *games.Variant, theme string) (requests []string) {
	t.Helper()
	const turns = 6
	a := app.New()
	requests = append(requests, "do=games")
	ask := func(fields ...string) (table app.Table) {
		query := url.Values{"theme": {theme}}
		for i := 0; i < len(fields); i += 2 {
			query.Set(fields[i], fields[i+1])
		}
		requests = append(requests, query.Encode())
		must.OK(t, json.Unmarshal(a.Answer(query.Encode()), &table))
		return table
	}
	at := ask("do", "open", "link", "#"+v.ID+"/?you=left&level=casual", "seed", "1")
	for turn := range turns {
		if at.Bot {
			at = ask("do", "reply", "link", at.Link)
			continue
		}
		if at.Over {
			break
		}
		ask("do", "hint", "link", at.Link, "step", fmt.Sprint(1+turn))
		keys := at.Choices[""].Keys
		key := keys[len(keys)-1][0]
		if key.Where != "" {
			key = at.Choices[key.Where].Keys[0][0]
		}
		at = ask("do", "play", "link", at.Link, "where", key.Where, "move", key.Move)
	}
	if at.Over {
		requests = requests[:len(requests)-1] // the review of a match may wait
	}
	return requests
}

// collector matches functions of Go's collector and timers. Which of them run depends on when they come, so the others
// of the runtime that have ever been listed stay too.
var collector = regexp.MustCompile(`^runtime\.(gc[A-Z]|mark|sweep|scan|grey|` +
	`__(gc|span|mspan|mc|mheap|sweep|page|objptr|lfstack|work|limiter|scaveng|atomicOff|typePointers|timer)\w*_\.)`)

// called runs requests in a program that marks its functions, and returns the names of those that ran.
func (b *browser) called(requests []string) string {
	b.Helper()
	p := must.Get(compiled(b.Context()))(b)
	must.Get(built())(b)["marking.wasm"] = p.marking()
	names := []string{"runtime.goexit", "runtime.systemstack_switch"} // they are never called, but the collector finds them on stacks
	for range 4 {                                                     // the collector comes at other times, and hashes differ
		ran := b.eval(fmt.Sprintf(`test.answers("marking.wasm", %s).then(({ exports }) => Object.keys(exports).filter((name) => /^ran/.test(name) && exports[name].value).map((name) => name.slice(3)).join(" "))`,
			must.Get(json.Marshal(requests))(b)))
		for _, number := range strings.Fields(ran) {
			names = append(names, p.names[must.Get(strconv.Atoi(number))(b)])
		}
		slices.Reverse(requests)
	}
	before := strings.Fields(string(must.Get(os.ReadFile("first.txt"))(b)))
	for _, name := range p.names {
		if collector.MatchString(name) || strings.HasPrefix(name, "runtime.") && slices.Contains(before, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return strings.Join(slices.Compact(names), "\n") + "\n"
}

// marking returns the program with an exported global for each function, which is 1 once that was called.
func (p *program) marking() []byte {
	const i32, variable, set = 0x7f, 1, 0x24
	globals, exports := reader(p.sections[globalSection]), reader(p.sections[exportSection])
	first, exported := globals.number(), exports.number()
	var code [][]byte
	for i, body := range p.bodies {
		mark := binary.AppendUvarint([]byte{i32Const, 1, set}, uint64(first+i))
		instructions := reader(body)
		for range instructions.number() { // variables of a type
			instructions.number()
			instructions.take(1)
		}
		code = append(code, sized(slices.Concat(body[:len(body)-len(instructions)], mark, instructions)))
		globals = append(globals, i32, variable)
		globals = append(globals, constant(0)...)
		exports = slices.Concat(exports, named(fmt.Sprint("ran", i), globalKind, binary.AppendUvarint(nil, uint64(first+i))...))
	}
	sections := p.sections
	sections[globalSection] = counted(first+len(code), globals)
	sections[exportSection] = counted(exported+len(code), exports)
	sections[codeSection] = counted(len(code), code...)
	sections[dataSection] = p.dataOf(span{0, len(p.memory)})
	return write(sections)
}
