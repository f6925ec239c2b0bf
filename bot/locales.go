package bot

import (
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// localeFiles have a file for each language, named after Discord's locale. CONTRIBUTING.md
// says how to add one.
//
// Only what clients show is translated. Interactions arrive with the names in English, by which
// libraries such as discord.js and poise find the command; Discord's documentation does not say
// so. Mentions of commands show that name in every language (discord-api-docs, issue 7309), and
// so do the texts here that name one, such as /challenge.
//
//go:embed locales/*.json
var localeFiles embed.FS

// A locale maps the English text of commands and options to its translation.
type locale struct {
	Names map[string]string `json:"names"`
	Texts map[string]string `json:"texts"`
}

var locales = readLocales()

func readLocales() map[discordgo.Locale]locale {
	files, err := localeFiles.ReadDir("locales")
	if err != nil {
		panic(err)
	}
	all := map[discordgo.Locale]locale{}
	for _, f := range files {
		data, err := localeFiles.ReadFile(path.Join("locales", f.Name()))
		if err != nil {
			panic(err)
		}
		var l locale
		if err := json.Unmarshal(data, &l); err != nil {
			panic(fmt.Errorf("%s: %w", f.Name(), err))
		}
		all[discordgo.Locale(strings.TrimSuffix(f.Name(), ".json"))] = l
	}
	return all
}

func localNames(name string) map[discordgo.Locale]string {
	return translations(name, func(l locale) map[string]string { return l.Names })
}

func localTexts(text string) map[discordgo.Locale]string {
	number, rest := numbered(text)
	all := translations(rest, func(l locale) map[string]string { return l.Texts })
	for name, text := range all {
		all[name] = number + text
	}
	return all
}

func numbered(text string) (number, rest string) {
	number, rest, found := strings.Cut(text, ". ")
	if _, err := strconv.Atoi(number); !found || err != nil {
		return "", text
	}
	return number + ". ", rest
}

// translations omits languages without the text: Discord shows English there.
func translations(english string, of func(locale) map[string]string) map[discordgo.Locale]string {
	all := map[discordgo.Locale]string{}
	for name, l := range locales {
		if text := of(l)[english]; text != "" {
			all[name] = text
		}
	}
	return all
}
