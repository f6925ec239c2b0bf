package bot

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"nimatron/commands"
	"nimatron/internal/golden"
	"nimatron/internal/words"
)

// localName matches valid names of commands and options.
var localName = regexp.MustCompile(`^[-_'\p{L}\p{N}]{1,32}$`)

// Each language translates exactly the registered words, in a form that Discord accepts.
// testdata/untranslated.txt lists words without a translation; it is empty in a release.
func TestLocales(t *testing.T) {
	names, texts := map[string]bool{}, map[string]int{} // with the length limit of each
	want := func(text string, most int) {
		_, text = numbered(text)
		if n, there := texts[text]; !there || most < n {
			texts[text] = most
		}
	}
	for _, entry := range contextMenu {
		want(entry.name, 32)
	}
	var groups [][]string // names that people see in one list
	var walk func(list []*commands.Command)
	walk = func(list []*commands.Command) {
		var siblings []string
		for _, c := range list {
			siblings = append(siblings, c.Word())
			want(c.Summary, maxSummary)
			var options []string
			for _, o := range c.Options {
				options = append(options, o.Name)
				want(o.Summary, maxSummary)
				for _, choice := range o.Choices {
					want(choice.Label, maxChoiceText-4) // minus the number of a lesson
				}
			}
			groups = append(groups, options)
			walk(c.Subcommands)
		}
		groups = append(groups, siblings)
	}
	walk(commands.Commands())
	for _, name := range slices.Concat(groups...) {
		names[name] = true
	}
	wanted := []discordgo.Locale{"de", "es-ES", "fr", "ja", "pt-BR"}
	if got := slices.Sorted(maps.Keys(locales)); !slices.Equal(got, wanted) {
		t.Errorf("the languages are %v, want %v", got, wanted)
	}
	var untranslated strings.Builder
	for _, language := range wanted {
		l := locales[language]
		for _, name := range slices.Sorted(maps.Keys(names)) {
			switch local := l.Names[name]; {
			case local == "":
				fmt.Fprintf(&untranslated, "%s: the name %q\n", language, name)
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
				fmt.Fprintf(&untranslated, "%s: the text %q\n", language, text)
			case local != strings.TrimSpace(local) || words.Length(local) > texts[text] || words.Visible(local) != local:
				t.Errorf("%s: %q has %d characters, or blanks at its ends: at most %d fit", language, local, words.Length(local), texts[text])
			}
		}
		for text := range l.Texts {
			if _, there := texts[text]; !there {
				t.Errorf("%s: nothing says %q any more", language, text)
			}
		}
		for _, group := range groups {
			english := map[string]string{} // English texts by translation
			for _, name := range group {
				local := l.Names[name]
				if other, there := english[local]; there && local != "" {
					t.Errorf("%s: %q and %q are both called %q, side by side", language, other, name, local)
				}
				english[local] = name
			}
		}
	}
	golden.Equal(t, "untranslated.txt", untranslated.String())
}
