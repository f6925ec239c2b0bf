package bot

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"nimatron/commands"
	"nimatron/internal/words"
)

// localName is what Discord takes as the name of a command or an option.
var localName = regexp.MustCompile(`^[-_'\p{L}\p{N}]{1,32}$`)

// Every language has every word that is registered and no other, and Discord takes them.
func TestLocales(t *testing.T) {
	names, texts := map[string]bool{}, map[string]int{} // with the most characters of each
	want := func(text string, most int) {
		_, text = numbered(text)
		if n, there := texts[text]; !there || most < n {
			texts[text] = most
		}
	}
	for _, entry := range contextMenu {
		want(entry.name, 32)
	}
	var name func(list []*commands.Command)
	name = func(list []*commands.Command) {
		for _, c := range list {
			names[c.Word()] = true
			want(c.Summary, maxSummary)
			name(c.Subcommands)
		}
	}
	name(commands.Commands())
	for c := range commands.Runnable(commands.Commands()) {
		for _, o := range c.Options {
			if o.Hidden {
				continue
			}
			names[o.Name] = true
			want(o.Summary, maxSummary)
			for _, choice := range o.Choices {
				want(choice.Label, maxChoiceText-4) // the number of a lesson comes before it
			}
		}
	}
	wanted := []discordgo.Locale{"de", "es-ES", "fr", "ja", "pt-BR"}
	if got := slices.Sorted(maps.Keys(locales)); !slices.Equal(got, wanted) {
		t.Errorf("the languages are %v, want %v", got, wanted)
	}
	for language, l := range locales {
		for _, name := range slices.Sorted(maps.Keys(names)) {
			switch local := l.Names[name]; {
			case local == "":
				t.Errorf("%s: the name %q is missing", language, name)
			case !localName.MatchString(local) || local != strings.ToLower(local):
				t.Errorf("%s: %q can't be the name of %q", language, local, name)
			}
		}
		for name := range l.Names {
			if !names[name] {
				t.Errorf("%s: there is no command or option %q any more", language, name)
			}
		}
		for _, text := range slices.Sorted(maps.Keys(texts)) {
			switch local := l.Texts[text]; {
			case strings.TrimSpace(local) == "":
				t.Errorf("%s: the text %q is missing", language, text)
			case local != strings.TrimSpace(local) || words.Length(local) > texts[text] || words.Visible(local) != local:
				t.Errorf("%s: %q has %d characters, or blanks at its ends: at most %d fit", language, local, words.Length(local), texts[text])
			}
		}
		for text := range l.Texts {
			if _, there := texts[text]; !there {
				t.Errorf("%s: nothing says %q any more", language, text)
			}
		}
		l.unique(t, language)
	}
}

// unique checks that no two commands, and no two options of one, have the same name.
func (l locale) unique(t *testing.T, language discordgo.Locale) {
	t.Helper()
	once := map[string]bool{}
	for _, c := range commands.Commands() {
		if once[l.Names[c.Name]] {
			t.Errorf("%s: two commands are called %q", language, l.Names[c.Name])
		}
		once[l.Names[c.Name]] = true
		inside := map[string]bool{}
		for _, o := range c.Options {
			if !o.Hidden && inside[l.Names[o.Name]] {
				t.Errorf("%s: two options of %s are called %q", language, c.Name, l.Names[o.Name])
			}
			inside[l.Names[o.Name]] = true
		}
	}
}
