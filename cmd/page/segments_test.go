package main

import (
	"bytes"
	"testing"
)

// TestJoined joins segments that are near each other, whatever their order, and leaves the rest alone.
func TestJoined(t *testing.T) {
	header := "\x00asm\x01\x00\x00\x00"
	other := "\x01\x04\x01\x60\x00\x00" // a type
	segment := func(at, text string) string { return "\x00\x41" + at + "\x0b" + string(rune(len(text))) + text }
	before := header + other + "\x0b\x24\x04" + segment("\x10", "one") + segment("\x15", "two") + segment("\x80\x08", "far") + segment("\x0a", "first") + other
	after := header + other + "\x0b\x1d\x02" + segment("\x0a", "first\x00one\x00\x00two") + segment("\x80\x08", "far") + other
	got, err := joined([]byte(before))
	if err != nil || !bytes.Equal(got, []byte(after)) {
		t.Errorf("the program is %q, %v; want %q", got, err, after)
	}
	for n := 1; n < len(before); n++ {
		if _, err := joined([]byte(before[:n])); err == nil && n > 8 && n != 14 && n != len(before)-6 {
			t.Errorf("a program that ends after %d bytes is taken", n)
		}
	}
	for _, at := range []int64{0, 63, 64, -1, -65, 1 << 30} {
		text := appendSigned(nil, at)
		if value, n := signed(append(text, 1)); value != at || n != len(text) {
			t.Errorf("%d comes back as %d, of %d bytes", at, value, n)
		}
	}
}
