package link_test

import (
	"fmt"
	"testing"

	"nimatron/games/catalog"
	"nimatron/internal/golden"
	"nimatron/match/link"
)

func known(id string) bool {
	_, err := catalog.Standard.Find(id)
	return err == nil
}

// TestLinks reads the links of links.txt. What is read is written in the same way.
func TestLinks(t *testing.T) {
	type fields link.Link
	golden.Lines(t, "links.txt", func(text string) string {
		got, err := link.Read(text, known)
		if err != nil {
			return "refused: " + err.Error()
		}
		if got.String() != text {
			t.Errorf("%s is written as %s", text, got)
		}
		return fmt.Sprintf("%+v", fields(got))
	})
}
