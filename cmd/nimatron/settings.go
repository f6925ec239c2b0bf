package main

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"strings"

	"github.com/joho/godotenv"

	"nimatron/docs"
	"nimatron/picture"
)

const (
	settingsFile = ".env"
	defaultDB    = "nimatron.db"
)

var settingsHelp = `Settings come from the environment or from the file .env in the working directory:

  DISCORD_TOKEN       the bot's token (default: none)
  DISCORD_API_URL     base of Discord's REST API, without /api (default: Discord's own)
  DISCORD_PUBLIC_KEY  the application's public key, in hex, for NIMATRON_HTTP (default: Discord is asked)
  NIMATRON_DB         the SQLite file with matches and players, or postgres://USER:PASSWORD@HOST/DATABASE (default: ` + defaultDB + `)
  NIMATRON_HTTP       address for Discord's interaction webhooks, POST /interactions, such as :8080 (default: off, the gateway is used)
  NIMATRON_SHARDS     shards of the gateway for this process, such as 0-3/16 (default: all, as many as Discord recommends)
  NIMATRON_METRICS    address for /metrics and /healthz while on Discord, such as 127.0.0.1:9090 (default: off)
  NIMATRON_TERMS_URL  link to the terms of service, for /help (default: none)
  NIMATRON_PRIVACY_URL  link to the privacy policy, for /help (default: none)
  NIMATRON_PAGE       where the page for browsers is, for "Open in browser" on matches (default: none)
  NIMATRON_PAGE_DIR   folder of that page, as go run ./cmd/page -o DIR writes it: serves it at NIMATRON_HTTP, with boards to touch (default: none)
  NIMATRON_GATEWAY    on: interactions come from the gateway though NIMATRON_HTTP is set (default: off)
  NIMATRON_ACTIVITY   on: boards to touch open inside Discord (default: off)
  DISCORD_CLIENT_SECRET  the application's client secret, for NIMATRON_ACTIVITY (default: none)
  NIMATRON_OPERATOR   who runs this bot, for the pages /terms and /privacy (default: none)
  NIMATRON_CONTACT    how to reach them, a mail address or a URL, for the same pages (default: none)
  NIMATRON_THEME      what boards lie on in pictures: ` + strings.ReplaceAll(picture.SurfaceNames(), ",", ", ") + `; plain has flat colours, which cost least (default: felt)

NO_COLOR, if it is set to anything, in the environment only, keeps the chat free of colours.`

type settings struct {
	token, apiURL                 string
	db                            database
	metrics                       string
	http                          string
	publicKey                     string
	shards                        string
	theme                         string
	termsURL, privacyURL, pageURL string
	pageDir                       string // "" means no live board
	gateway, activity             string
	clientSecret                  string
	operator                      docs.Operator
}

func (s *settings) checkPages() error {
	for name, address := range map[string]string{"NIMATRON_TERMS_URL": s.termsURL, "NIMATRON_PRIVACY_URL": s.privacyURL, "NIMATRON_PAGE": s.pageURL} {
		u, err := url.Parse(address)
		if address != "" && (err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || len(address) > maxURL) {
			return fmt.Errorf("%s is not a web address: it needs https:// and a host, such as https://nim.example.org/terms", name)
		}
	}
	return nil
}

func (s *settings) checkLive() error {
	for name, value := range map[string]string{"NIMATRON_GATEWAY": s.gateway, "NIMATRON_ACTIVITY": s.activity} {
		if value != "" && value != "on" && value != "off" {
			return fmt.Errorf("%s is on or off", name)
		}
	}
	page, err := url.Parse(s.pageURL)
	switch {
	case s.gateway == "on" && s.http == "":
		return errors.New("NIMATRON_GATEWAY=on is about NIMATRON_HTTP, which is not set: leave one of them out")
	case s.activity == "on" && s.pageDir == "":
		return errors.New("NIMATRON_ACTIVITY=on needs NIMATRON_PAGE_DIR, the folder of the page: docs/live.md has the steps")
	case s.activity == "on" && s.clientSecret == "":
		return errors.New("NIMATRON_ACTIVITY=on needs DISCORD_CLIENT_SECRET, from the OAuth2 page of https://discord.com/developers/applications")
	case s.pageDir == "":
		return nil
	case s.http == "" || s.pageURL == "" || err != nil:
		return errors.New("NIMATRON_PAGE_DIR needs NIMATRON_HTTP, an address to serve at, and NIMATRON_PAGE, where people reach it: docs/live.md has the steps")
	case page.Path != "" && page.Path != "/" || page.RawQuery != "" || page.Fragment != "":
		return errors.New("with NIMATRON_PAGE_DIR, NIMATRON_PAGE is a host without a path, such as https://nim.example.org/: sessions need all of it")
	case page.Scheme != "https" && page.Hostname() != "127.0.0.1" && page.Hostname() != "localhost":
		return errors.New("with NIMATRON_PAGE_DIR, NIMATRON_PAGE needs https://: browsers keep sessions of no other")
	}
	s.pageURL = page.Scheme + "://" + page.Host + "/"
	return nil
}

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
		pageDir: get("NIMATRON_PAGE_DIR"), gateway: get("NIMATRON_GATEWAY"), activity: get("NIMATRON_ACTIVITY"), clientSecret: get("DISCORD_CLIENT_SECRET"),
		operator: docs.Operator{Name: get("NIMATRON_OPERATOR"), Contact: get("NIMATRON_CONTACT")},
	}
	return s, s.db.check()
}
