package chat

import "testing"

func TestSplitSpeaker(t *testing.T) {
	for _, tt := range []struct{ line, name, text string }{
		{"p1: /match board", "p1", " /match board"},
		{"p1:L-3", "p1", "L-3"},
		{"a.b_C-9: x", "a.b_C-9", " x"},
		{"p1:", "p1", ""},
		{"/challenge game:nim", "", "/challenge game:nim"},
		{"https://example.org", "", "https://example.org"},
		{"two words: x", "", "two words: x"},
		{": x", "", ": x"},
		{"123456789012345678901234567890123: x", "", "123456789012345678901234567890123: x"},
		{"L-3", "", "L-3"},
		{"1:L-3", "", "1:L-3"}, // in part 1 of a sum
		{"1: L-3", "1", " L-3"},
		{"Left: take 2", "", "Left: take 2"},
		{"right: all 3", "", "right: all 3"},
		{"1:/match board", "1", "/match board"},
		{"12:L-3", "12", "L-3"},
	} {
		if name, text := splitSpeaker(tt.line); name != tt.name || text != tt.text {
			t.Errorf("splitSpeaker(%q) = %q, %q; want %q, %q", tt.line, name, text, tt.name, tt.text)
		}
	}
}
