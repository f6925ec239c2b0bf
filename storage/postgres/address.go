package postgres

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// errPort is the error for an invalid port in an address. It quotes nothing, because a password with a
// / in it looks like a port.
var errPort = errors.New("an address of a PostgreSQL database is written postgres://USER:PASSWORD@HOST:5432/DATABASE, " +
	"and its port is a number from 1 to 65535")

// takes has the valid values of the settings that are misspelled most.
var takes = map[string]string{
	"sslmode":              "disable, allow, prefer, require, verify-ca or verify-full",
	"connect_timeout":      "a whole number of seconds",
	"target_session_attrs": "any, read-write, read-only, primary, standby or prefer-standby",
	"port":                 "a number from 1 to 65535",
	"channel_binding":      "disable, prefer or require",
}

// wrongAddress explains an address that could not be parsed; why is the parser's error, nil if the address is
// no URL. It quotes nothing that may be a password, and does not wrap why: a missing file would look like a
// missing server.
func wrongAddress(address string, why error) error {
	_, hosts, _ := strings.Cut(address, "://")
	hosts, settings, _ := strings.Cut(hosts[strings.LastIndexByte(hosts, '@')+1:], "?")
	if hosts, _, _ = strings.Cut(hosts, "/"); !goodPorts(hosts) {
		return errPort
	}
	if why == nil {
		return ErrAddress
	}
	if _, err := url.ParseQuery(settings); err != nil {
		return errors.New("a setting of the address, behind its ?, has a % or a ; of its own: write them as %25 and %3B")
	}
	text := why.Error()
	text = text[strings.LastIndexByte(text, '`')+1:]
	words := strings.FieldsFunc(text, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) })
	for name, may := range takes {
		if slices.Contains(words, name) {
			return fmt.Errorf("%s in the address may be %s", name, may)
		}
	}
	return fmt.Errorf("a setting of the address, behind its ?, is wrong, or a variable of the environment that begins with PG%s", text)
}

func goodPorts(hosts string) bool {
	for host := range strings.SplitSeq(hosts, ",") {
		host = host[strings.LastIndexByte(host, ']')+1:]
		if _, text, has := strings.Cut(host, ":"); has && text != "" {
			if port, err := strconv.Atoi(text); err != nil || port < 1 || port > 65535 {
				return false
			}
		}
	}
	return true
}
