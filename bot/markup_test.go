package bot

import (
	"testing"
	"unicode/utf8"

	"nimatron/internal/words"
)

func TestCut(t *testing.T) {
	for _, test := range []struct {
		text  string
		limit int
		want  string
	}{
		{"abc", 3, "abc"},
		{"abcd", 3, "ab…"},
		{"🎲🎲", 4, "🎲🎲"},
		{"🎲🎲", 3, "🎲…"},
		{"ab <@123> cd", 8, "ab …"},
		{"ab <@1> cd", 9, "ab <@1> …"},
		{"ab [Open the board](https://discord.com/activities/9?custom_id=1.a) cd", 68, "ab [Open the board](https://discord.com/activities/9?custom_id=1.a)…"},
		{"ab [Open the board](https://discord.com/activities/9?custom_id=1.a) cd", 67, "ab …"},
		{"abc", 0, ""},
		{"abc", -5, ""},
		{"", -5, ""},
	} {
		if got := cut(test.text, test.limit); got != test.want {
			t.Errorf("cut(%q, %d) = %q, want %q", test.text, test.limit, got, test.want)
		}
	}
}

func FuzzCut(f *testing.F) {
	f.Add("ab <@123> 🎲", 7)
	f.Fuzz(func(t *testing.T, text string, limit int) {
		got := cut(text, limit)
		if words.Length(got) > max(limit, 0) {
			t.Errorf("cut(%q, %d) = %q", text, limit, got)
		}
		if utf8.ValidString(text) && !utf8.ValidString(got) {
			t.Errorf("cut(%q, %d) = %q breaks a character", text, limit, got)
		}
	})
}

func TestEscape(t *testing.T) {
	mention := func(code string) string { return map[string]string{"/class set drop": "</class set drop:12>"}[code] }
	for text, want := range map[string]string{
		"see `/class set drop`, `/class set` `x": "see </class set drop:12>, `/class set` `x",
		"</class set drop:12> </class:x> </:12>": `</class set drop:12> \</class:x\> \</:12\>`,
		"L*(w) is 1 if b < R*(w)":                `L\*(w) is 1 if b \< R\*(w)`,
		"_ 4 _":                                  `\_ 4 \_`,
		"**P**: `a_b` by <@12>, <@x>":            "**P**: `a_b` by <@12>, \\<@x\\>",
		"<#12> <#x>":                             `<#12> \<\#x\>`,
		"<t:1767323045:R> <t:12> <t>":            `<t:1767323045:R> \<t:12\> \<t\>`,
		"[Open the board](https://discord.com/activities/9?custom_id=1._a)":        "[Open the board](https://discord.com/activities/9?custom_id=1._a)",
		"[Open the board](https://discord.com/x/9?custom_id=1.a) [O](https://a.b)": `\[Open the board](https://discord.com/x/9?custom\_id=1.a) \[O](https://a.b)`,
		"~~x~~ ||y|| # [z](w)": `\~\~x\~\~ \|\|y\|\| \# \[z](w)`,
	} {
		if got := escape(text, mention); got != want {
			t.Errorf("escape(%q) = %q, want %q", text, got, want)
		}
	}
}
