package main

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"

	"github.com/joho/godotenv"

	"nimatron/docs"
	"nimatron/match"
)

const (
	// settingsFile is read from the working directory if it is there.
	settingsFile = ".env"
	// defaultDB is the database unless NIMATRON_DB or --db names another.
	defaultDB = "nimatron.db"
)

// settingsHelp is the part of --help on settings.
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

// settings are what the environment and the settings file say.
type settings struct {
	token, apiURL string
	db            database
	metrics       string // address; empty for off
	http          string // address for webhooks; empty for the gateway
	publicKey     string // in hex; empty to ask Discord
	shards        string // empty for all
	theme         match.Theme
	// Where the pages are to be read; empty for nowhere.
	termsURL, privacyURL, pageURL string
	operator                      docs.Operator
}

// checkPages returns an error for the address of a page that is none.
func (s *settings) checkPages() error {
	for name, address := range map[string]string{"NIMATRON_TERMS_URL": s.termsURL, "NIMATRON_PRIVACY_URL": s.privacyURL, "NIMATRON_PAGE": s.pageURL} {
		u, err := url.Parse(address)
		if address != "" && (err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || len(address) > maxURL) {
			return fmt.Errorf("%s is no address of a page: it needs https:// and a host, such as https://nim.example.org/terms", name)
		}
	}
	return nil
}

// maxURL is how long an address may be to which a button of Discord leads.
const maxURL = 512

// settings reads them. The environment goes before the file; a variable that is
// empty counts as one that is not set.
func (p *program) settings() (settings, error) {
	file, err := godotenv.Read(settingsFile)
	var unreadable *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case errors.As(err, &unreadable):
		return settings{}, fmt.Errorf("the settings in %s can't be read: %w", settingsFile, unreadable.Err)
	case err != nil:
		// The library's message quotes the file, and the token with it.
		return settings{}, fmt.Errorf("%s has a line that is not NAME=value: see .env.example", settingsFile)
	}
	get := func(name string) string {
		if value, _ := p.lookup(name); value != "" {
			return value
		}
		return file[name]
	}
	s := settings{
		token: get("DISCORD_TOKEN"), apiURL: get("DISCORD_API_URL"), db: database(get("NIMATRON_DB")), metrics: get("NIMATRON_METRICS"),
		http: get("NIMATRON_HTTP"), publicKey: get("DISCORD_PUBLIC_KEY"), shards: get("NIMATRON_SHARDS"),
		theme:    match.Theme(get("NIMATRON_THEME")),
		termsURL: get("NIMATRON_TERMS_URL"), privacyURL: get("NIMATRON_PRIVACY_URL"), pageURL: get("NIMATRON_PAGE"),
		operator: docs.Operator{Name: get("NIMATRON_OPERATOR"), Contact: get("NIMATRON_CONTACT")},
	}
	if s.db == "" {
		s.db = defaultDB
	}
	return s, nil
}
