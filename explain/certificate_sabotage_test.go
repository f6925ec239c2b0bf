package explain_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var wholeNumber = regexp.MustCompile(`-?\d+`)

// offByOne returns a JSON text once for every number in it and either neighbour.
func offByOne(text string) []string {
	var changed []string
	for _, at := range wholeNumber.FindAllStringIndex(text, -1) {
		n, err := strconv.ParseInt(text[at[0]:at[1]], 10, 64)
		if err != nil {
			continue // one of 70 bits: the last digit will do
		}
		for _, other := range []int64{n - 1, n + 1} {
			changed = append(changed, text[:at[0]]+strconv.FormatInt(other, 10)+text[at[1]:])
		}
	}
	return changed
}

// sabotaged returns a certificate with every field changed in many ways, some of which may
// leave one that holds.
func sabotaged(t *testing.T, line string, r *rand.Rand) []string {
	t.Helper()
	var fields map[string]json.RawMessage
	if err := json.Unmarshal([]byte(line), &fields); err != nil {
		t.Fatal(err)
	}
	var lines []string
	with := func(name, value string) {
		other := maps.Clone(fields)
		if other[name] = json.RawMessage(value); value == "" {
			delete(other, name)
		}
		changed, err := json.Marshal(other)
		if err != nil {
			t.Fatalf("%s: %s: %v", name, value, err)
		}
		lines = append(lines, string(changed))
	}
	for _, name := range []string{"variant", "position", "claim", "move", "hand", "ones", "larger", "nominate", "dictate", "replies", "needs", "spare", "why"} {
		value := string(fields[name])
		for _, other := range []string{"", "null", `""`, "0", "1", "-1", "1.5", "1e18", "[]", "{}", `"L"`, "true", "99999999999999999999", `{"L":[],"R":[]}`} {
			with(name, other)
		}
		for _, other := range offByOne(value) {
			with(name, other)
		}
		if value != "" && value[0] != '"' {
			with(name, strconv.Quote(strings.Trim(value, `"`)))
			with(name, "["+value+"]")
		}
	}
	for _, claim := range []string{"N", "P", "L", "R", "n", "N "} {
		with("claim", strconv.Quote(claim))
	}
	for _, hand := range []string{"opponent", "owner", "Opponent"} {
		with("hand", strconv.Quote(hand))
	}
	for _, v := range certified() { // boards are spoilt in TestBoardSabotage
		with("variant", strconv.Quote(v.ID))
	}
	for _, id := range []string{"split-nim/1", "split-nim/-1", "split-nim/01", "split-nim/", "nim/loop", "NIM", "go"} {
		with("variant", strconv.Quote(id))
	}
	position := strings.Trim(string(fields["position"]), `"`)
	for _, other := range []string{"0 " + position, position + " 1", "1 " + position, "[" + position + "]", position + " [1]", "-" + position, strings.ReplaceAll(position, " ", ","), "x", " "} {
		with("position", strconv.Quote(other))
	}
	for where := range 5 {
		for count := range 5 {
			with("move", fmt.Sprintf(`"%d-%d"`, where, count))
		}
	}
	for _, move := range []string{"L-1", "L-2", "L-3", "R-1", "R-2", "R-3", "L-0", "1=1+1", "1=1+2", "2=2+1", "2=1+1", "1=3+3", "L-01", "l-1", "1", "-1", "1-1 ", "L-18446744073709551617", "01-1"} {
		with("move", strconv.Quote(move))
	}
	if replies := string(fields["replies"]); replies != "" {
		for _, change := range [][2]string{
			{`"L",`, `"R",`}, {`"R",`, `"L",`}, {`"shift"`, `"leave"`}, {`"leave"`, `"shift"`}, {`"shift"`, `"over"`}, {`"over"`, `"leave"`}, {`"L":`, `"l":`},
		} {
			for _, at := range regexp.MustCompile(regexp.QuoteMeta(change[0])).FindAllStringIndex(replies, -1) {
				with("replies", replies[:at[0]]+change[1]+replies[at[1]:])
			}
		}
		lines = append(lines, reordered(t, fields, r)...)
	}
	return lines
}

// reordered drops, repeats and exchanges entries of the replies.
func reordered(t *testing.T, fields map[string]json.RawMessage, r *rand.Rand) []string {
	var lines []string
	for _, end := range []string{"L", "R"} {
		for change := range 5 {
			var lists map[string][]json.RawMessage
			if err := json.Unmarshal(fields["replies"], &lists); err != nil {
				t.Fatal(err)
			}
			list := lists[end]
			if len(list) == 0 {
				continue
			}
			i := r.IntN(len(list))
			switch change {
			case 0:
				list = slices.Delete(list, i, i+1)
			case 1:
				list = slices.Insert(list, i, list[i])
			case 2:
				slices.Reverse(list)
			case 3:
				list[i] = json.RawMessage("null")
			case 4:
				list = split(t, list, i)
			}
			lists[end] = list
			other := maps.Clone(fields)
			var err error
			if other["replies"], err = json.Marshal(lists); err != nil {
				t.Fatal(err)
			}
			lines = append(lines, marshalled(t, other))
		}
	}
	return lines
}

// split makes two entries of one where it stands for several moves: the same is said then.
func split(t *testing.T, list []json.RawMessage, i int) []json.RawMessage {
	var entry []json.RawMessage
	if err := json.Unmarshal(list[i], &entry); err != nil {
		t.Fatal(err)
	}
	least, _ := strconv.Atoi(string(entry[0]))
	most, _ := strconv.Atoi(string(entry[1]))
	if least == most {
		return list
	}
	rest := strings.TrimPrefix(string(list[i]), fmt.Sprintf("[%d,%d", least, most))
	return slices.Replace(list, i, i+1,
		json.RawMessage(fmt.Sprintf("[%d,%d%s", least, least, rest)), json.RawMessage(fmt.Sprintf("[%d,%d%s", least+1, most, rest)))
}
