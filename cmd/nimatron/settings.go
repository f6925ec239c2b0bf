package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/url"

	"github.com/joho/godotenv"

	"nimatron/docs"
)

const (
	// settingsFile is read from the working directory, if it exists.
	settingsFile = ".env"
	// defaultDB is used without NIMATRON_DB and --db.
	defaultDB = "nimatron.db"
)

// settingsHelp describes the settings in --help.
const settingsHelp = `Settings come from the environment or from the file .env in the working directory:

  DISCORD_TOKEN       the bot's token (default: none)
  DISCORD_API_URL     base of Discord's REST API, without /api (default: Discord's own)
  DISCORD_PUBLIC_KEY  the application's public key, in hex, for NIMATRON_HTTP (default: Discord is asked)
  NIMATRON_DB         the SQLite file with matches and players, or postgres://USER:PASSWORD@HOST/DATABASE (default: ` + defaultDB + `)
  NIMATRON_HTTP       address for Discord's interaction webhooks, POST /interactions, such as :8080 (default: off, the gateway is used)
  NIMATRON_SHARDS     shards of the gateway for this process, such as 0-3/16 (default: all, as many as Discord recommends)
  NIMATRON_METRICS    address for /metrics and /healthz while on Discord, such as 127.0.0.1:9090 (default: off)
  NIMATRON_TERMS_URL  where the terms of service are to be read, for /help (default: none)
  NIMATRON_PRIVACY_URL  where the privacy policy is to be read, for /help (default: none)
  NIMATRON_PAGE       where the page for browsers is, for "Open in browser" on matches (default: none)
  NIMATRON_OPERATOR   who runs this bot, for the pages /terms and /privacy (default: none)
  NIMATRON_CONTACT    how to reach them, a mail address or a URL, for the same pages (default: none)
  NIMATRON_THEME      what boards lie on in pictures: felt, wood, slate, or plain for flat colours, which cost least (default: felt)

NO_COLOR, if it is set to anything, in the environment only, keeps the chat free of colours.`

// settings are the values of the environment and the settings file.
type settings struct {
	token, apiURL string
	db            database
	metrics       string // address; empty for off
	http          string // address for webhooks; empty for the gateway
	publicKey     string // in hex; empty to ask Discord
	shards        string // empty for all
	theme         string // its name; empty for the default
	// Addresses of pages; empty for none.
	termsURL, privacyURL, pageURL string
	operator                      docs.Operator
}

// checkPages checks the addresses of pages.
func (s *settings) checkPages() error {
	for name, address := range map[string]string{"NIMATRON_TERMS_URL": s.termsURL, "NIMATRON_PRIVACY_URL": s.privacyURL, "NIMATRON_PAGE": s.pageURL} {
		u, err := url.Parse(address)
		if address != "" && (err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || len(address) > maxURL) {
			return fmt.Errorf("%s is no address of a page: it needs https:// and a host, such as https://nim.example.org/terms", name)
		}
	}
	return nil
}

// maxURL is Discord's limit on the address of a button.
const maxURL = 512

// settings reads the settings. The environment overrides the file; an empty variable counts as
// unset. db replaces the database unless it is empty.
func (p *program) settings(db string) (settings, error) {
	file, err := godotenv.Read(settingsFile)
	var unreadable *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case errors.As(err, &unreadable):
		return settings{}, fmt.Errorf("the settings in %s can't be read: %w", settingsFile, unreadable.Err)
	case err != nil:
		// The library's message quotes the file, with the token.
		return settings{}, fmt.Errorf("%s has a line that is not NAME=value: see .env.example", settingsFile)
	}
	get := func(name string) string {
		if value, _ := p.lookup(name); value != "" {
			return value
		}
		return file[name]
	}
	s := settings{
		token: get("DISCORD_TOKEN"), apiURL: get("DISCORD_API_URL"), db: database(cmp.Or(db, get("NIMATRON_DB"), defaultDB)), metrics: get("NIMATRON_METRICS"),
		http: get("NIMATRON_HTTP"), publicKey: get("DISCORD_PUBLIC_KEY"), shards: get("NIMATRON_SHARDS"),
		theme:    get("NIMATRON_THEME"),
		termsURL: get("NIMATRON_TERMS_URL"), privacyURL: get("NIMATRON_PRIVACY_URL"), pageURL: get("NIMATRON_PAGE"),
		operator: docs.Operator{Name: get("NIMATRON_OPERATOR"), Contact: get("NIMATRON_CONTACT")},
	}
	return s, nil
}
