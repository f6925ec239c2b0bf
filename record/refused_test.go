package record_test

import (
	"strings"

	"nimatron/record"
)

var long = strings.Repeat("x", record.MaxLine)

// refused says how to spoil a match and what the error is then: the line, counted
// from the match's first, and how the text goes on.
var refused = map[string][]struct {
	name  string
	edits []string
	line  int
	want  string
}{
	"pgn": {
		{"illegal", []string{"L-2", "L-9"}, 10, "match 7: move 3: the left pile has 2 counters"},
		{"gibberish", []string{"L-2", "Nf3"}, 10, "match 7: move 3: "},
		{"a move behind the end", []string{"L-1 0-1", "L-1 L-1 0-1"}, 10, "match 7: move 5: "},

		{"wrong winner", []string{"0-1", "1-0", "0-1", "1-0"}, 10, "match 7: the winner is said to be left: after the last move it is right"},
		{"no winner", []string{"0-1", "*", "0-1", "*"}, 10, "match 7: the winner is said to be nobody: after the last move it is right"},
		{"results differ", []string{"L-1 0-1", "L-1 1-0"}, 10, "match 7: the result is 1-0, but the tag Result says `0-1`"},
		{"draw", []string{"L-1 0-1", "L-1 1/2-1/2"}, 10, "match 7: a draw"},
		{"no result", []string{"L-1 0-1", "L-1"}, 11, "match 7: the result is missing"},
		{"behind the result", []string{"L-1 0-1", "L-1 0-1 {gg}"}, 10, "match 7: `{gg}` stands behind the result"},
		{"not over", []string{"L-2 L-1", "L-2"}, 10, "match 7: the termination is \"played\": after the last move, at `1`, the game goes on"},
		{"resigned when over", []string{"played", "resigned"}, 10, "match 7: the termination is `resigned`: the last move has ended the match"},
		{"won in no way", []string{"[Termination \"played\"]\n", "", "L-2 L-1", "L-2"}, 9, "match 7: right is said to have won: the termination must say how"},
		{"ended in no way", []string{"Termination \"played\"", "Ended \"2026-01-02T03:04:05Z\"", "Result", "Res", "L-2 L-1 0-1", "*"}, 10, "match 7: the match is said to have ended: the termination must say how"},

		{"unknown variant", []string{"end-nim", "chess"}, 5, "match 7: tag Variant: there is no variant `chess`"},
		{"no variant", []string{"[Variant ", "[Game "}, 1, "match 7: tag Variant: a variant is needed"},
		{"bad start", []string{"3 2", "3 0"}, 6, "match 7: tag FEN: pile 2 is 0"},
		{"finished start", []string{"3 2", "0"}, 6, "match 7: tag FEN: from `0` nobody can move"},
		{"no start", []string{"FEN", "Fen"}, 1, "match 7: tag FEN: a position is needed"},
		{"no side", []string{"Result \"0-1\"", "First \"white\""}, 3, "match 7: tag First: the first turn is `white`"},
		{"id", []string{"\"7\"", "\"seven\""}, 4, "match number 2 of the text: tag MatchId: `seven` is not a number"},
		{"rating", []string{"Result \"0-1\"", "WhiteElo \"99999999999999999999\""}, 3, "match 7: tag WhiteElo: `99999999999999999999` is not a number"},
		{"rated", []string{"Result \"0-1\"", "Rated \"yes\""}, 3, "match 7: tag Rated: `yes`"},
		{"time control of chess", []string{"Result \"0-1\"", "TimeControl \"40/7200\""}, 3, "match 7: tag TimeControl: `40/7200`"},
		{"negative time control", []string{"Result \"0-1\"", "TimeControl \"1/-5\""}, 3, "match 7: tag TimeControl: `1/-5`"},
		{"mixed time control", []string{"Result \"0-1\"", "TimeControl \"1/1h5\""}, 3, "match 7: tag TimeControl: `1/1h5`"},
		{"start time", []string{"Result \"0-1\"", "UTCTime \"25:00:00\""}, 3, "match 7: tag UTCTime: "},
		{"notation", []string{"Result \"0-1\"", "Notation \"3\""}, 3, "match 7: tag Notation: the notation 3 is not known"},
		{"names in the first notation", []string{"end-nim", "tree-nim", "3 2", "b=3(a=2)"}, 6, "match 7: tag FEN: `b=3(a=2)` names its stacks"},
		{"end time", []string{"Result \"0-1\"", "Ended \"yesterday\""}, 3, "match 7: tag Ended: `yesterday`"},

		{"tag twice", []string{"Result \"0-1\"", "White \"Eve\""}, 3, "match 7: a second tag White"},
		{"result twice", []string{"White \"Ann\"", "Result \"*\""}, 3, "match 7: a second tag Result"},
		{"two tags on a line", []string{"\n[Black", " [Black"}, 1, "match 7: "},
		{"open quote", []string{"\"Ann\"", "\"Ann"}, 1, "match 7: `[White \"Ann]` is no tag"},
		{"no quote", []string{"\"Ann\"", "Ann"}, 1, "match 7: `[White Ann]` is no tag"},
		{"no value", []string{" \"Ann\"", ""}, 1, "match 7: `[White]` is no tag"},
		{"escape", []string{"Ann", "A\\nn"}, 1, "match 7: `[White \"A\\nn\"]` is no tag"},
		{"escape at the end", []string{"Ann\"]", "Ann\\"}, 1, "match 7: `[White \"Ann\\` is no tag"},
		{"only tags", []string{"\n1. L-1 R-1\n2. L-2 L-1 0-1", ""}, 9, "match 7: the result is missing"},
		{"only tags, and a bad one", []string{"end-nim", "chess", "\n1. L-1 R-1\n2. L-2 L-1 0-1", ""}, 5, "match 7: tag Variant: there is no variant"},
		{"no tags", []string{pgn[:strings.Index(pgn, "1. ")], ""}, 1, "match number 2 of the text: tag Variant: a variant is needed"},

		{"variation", []string{"R-1", "R-1 (R-2)"}, 9, "match 7: a variation"},
		{"stamp", []string{"R-1", "R-1 {[%ts noon]}"}, 9, "match 7: the time `[%ts noon`"},
		{"early stamp", []string{"1. L-1", "{[%ts 0]} 1. L-1"}, 9, "match 7: a time before the first move"},
		{"open comment", []string{"R-1", "R-1 {"}, 11, "match 7: the result is missing"},
		{"long tag", []string{"Ann", long}, 1, "match 7: the line is longer than 1048576 bytes"},
		{"long moves", []string{"R-1", "R-1 {" + long + "}"}, 9, "match 7: the line is longer than 1048576 bytes"},
	},
	"json": {
		{"illegal", []string{"L-2", "L-9"}, 1, "match 7: move 3: the left pile has 2 counters"},
		{"gibberish", []string{"L-2", "Nf3"}, 1, "match 7: move 3: "},
		{"empty move", []string{"L-2", ""}, 1, "match 7: move 3: "},
		{"a move behind the end", []string{"}]", "},{\"move\":\"L-1\"}]"}, 1, "match 7: move 5: "},
		{"wrong actor", []string{"\"by\":\"right\"", "\"by\":\"left\""}, 1, "match 7: move 2 is said to be by `left`: the decision is right's"},
		{"strange actor", []string{"\"by\":\"right\"", "\"by\":\"me\""}, 1, "match 7: move 2 is said to be by `me`"},
		{"wrong winner", []string{"\"winner\":\"right\"", "\"winner\":\"left\""}, 1, "match 7: the winner is said to be left"},
		{"no winner", []string{"\"winner\":\"right\",", ""}, 1, "match 7: the winner is said to be nobody"},
		{"strange winner", []string{"\"winner\":\"right\"", "\"winner\":\"white\""}, 1, "match 7: the winner is `white`"},
		{"strange first", []string{"\"id\":7", "\"id\":7,\"first\":\"white\""}, 1, "match 7: the first turn is `white`"},
		{"unknown variant", []string{"end-nim", "chess"}, 1, "match 7: there is no variant `chess`"},
		{"notation", []string{"\"id\":7", "\"id\":7,\"notation\":1"}, 1, "match 7: the notation 1 is not known"},
		{"bad start", []string{"3 2", "3 -2"}, 1, "match 7: `3 -2` is not a position"},
		{"negative time", []string{"\"id\":7", "\"id\":7,\"turn_time_ms\":-1"}, 1, "match 7: turn_time_ms -1"},
		{"too much time", []string{"\"id\":7", "\"id\":7,\"turn_time_ms\":9300000000000"}, 1, "match 7: turn_time_ms 9300000000000"},
		{"a time of no form", []string{"\"id\":7", "\"id\":7,\"started\":\"noon\""}, 1, "match 7: no match: "},
		{"not JSON", []string{"{\"id\"", "{id"}, 1, "match number 2 of the text: no match: "},
		{"cut off", []string{"]}", "]"}, 1, "match number 2 of the text: no match: "},
		{"two on a line", []string{"]}", "]}{}"}, 1, "match number 2 of the text: no match: "},
		{"another type", []string{"\"end-nim\"", "1"}, 1, "match 7: no match: "},
		{"a number without end", []string{"\"id\":7", "\"id\":7,\"turn_time_ms\":" + strings.Repeat("1", 10000)}, 1, "match 7: no match: "},
		{"a list", []string{strings.TrimSpace(json), "[]"}, 1, "match number 2 of the text: no match: "},
		{"PGN", []string{strings.TrimSpace(json), "[Event \"x\"]"}, 1, "match number 2 of the text: no match: "},
		{"long", []string{"Ann", long}, 1, "match number 2 of the text: the line is longer than 1048576 bytes"},
	},
}
