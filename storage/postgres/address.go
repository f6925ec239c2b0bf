package postgres

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"
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
	"pool_max_conns":       "a number of connections, from 2 on",
	"port":                 "a number from 1 to 65535",
	"channel_binding":      "disable, prefer or require",
}

// wrongAddress explains why an address could not be parsed; why is the parser's error. It quotes
// nothing that may be a password.
func wrongAddress(address string, why error) error {
	u, err := url.Parse(address)
	if err != nil {
		_, hosts, _ := strings.Cut(address, "://")
		hosts = hosts[strings.LastIndexByte(hosts, '@')+1:]
		hosts = hosts[:max(0, strings.IndexAny(hosts+"/", "/?#"))]
		if !goodPorts(hosts) {
			return errPort
		}
		return ErrAddress
	}
	settings, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return errors.New("a setting of the address, behind its ?, has a % or a ; of its own: write them as %25 and %3B")
	}
	if !goodPorts(u.Host) {
		return errPort
	}
	for _, name := range slices.Sorted(maps.Keys(settings)) {
		without := maps.Clone(settings)
		delete(without, name)
		u.RawQuery = without.Encode()
		if _, err := pgx.ParseConfig(u.String()); err == nil {
			return wrongSetting(name, errors.Unwrap(why))
		}
	}
	if cause := errors.Unwrap(why); cause != nil {
		return fmt.Errorf("a setting of the address, behind its ?, is wrong, or a variable of the environment that begins with PG: %v", cause)
	}
	return ErrAddress
}

// wrongSetting is the error for a setting of an address. It does not wrap the cause: a missing file
// would look like a missing server.
func wrongSetting(name string, why error) error {
	switch may := takes[name]; {
	case may != "":
		return fmt.Errorf("%s in the address may be %s", name, may)
	case why != nil:
		return fmt.Errorf("%s in the address is wrong: %v", name, why)
	}
	return fmt.Errorf("%s in the address is wrong", name)
}

// goodPorts reports whether the ports of hosts, which are separated by commas, are valid.
func goodPorts(hosts string) bool {
	for host := range strings.SplitSeq(hosts, ",") {
		host = host[strings.LastIndexByte(host, ']')+1:] // behind the numbers of IPv6
		if _, text, has := strings.Cut(host, ":"); has && text != "" {
			if port, err := strconv.Atoi(text); err != nil || port < 1 || port > 65535 {
				return false
			}
		}
	}
	return true
}
