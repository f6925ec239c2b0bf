package core

import (
	"strconv"
	"strings"

	"nimatron/commands/view"
)

var WhereOption = Option{Name: view.WhereName, Summary: "Where to move", Hidden: true}

// OtherOption asks for a move that has no button.
var OtherOption = Option{Name: view.OtherName, Summary: "true: ask for the move", Kind: Flag, Hidden: true}

// TappedMove is the text of a tapped or written move: a number or "all" goes with the place that
// was tapped before.
func TappedMove(where, text string) string {
	_, err := strconv.ParseUint(text, 10, 64)
	switch {
	case where == "":
		return text
	case err == nil:
		return where + "-" + text
	case strings.EqualFold(text, "all"):
		return where + " all"
	}
	return text
}
