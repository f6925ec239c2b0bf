package transport

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

func TestEndpointRewritesAddresses(t *testing.T) {
	for _, test := range []struct{ base, from, to string }{
		{"", "https://discord.com/api/v9/channels/1/messages", "https://discord.com/api/v10/channels/1/messages"},
		{"http://127.0.0.1:80", "https://discord.com/api/v9/gateway/bot", "http://127.0.0.1:80/api/v10/gateway/bot"},
		{"http://proxy:1/", "https://discord.com/api/v9/gateway/bot", "http://proxy:1/api/v10/gateway/bot"},
		{"https://proxy/some/path/", "https://discord.com/api/v9/webhooks/1/t?wait=true", "https://proxy/some/path/api/v10/webhooks/1/t?wait=true"},
	} {
		e, err := newEndpoint(test.base, nil)
		if err != nil {
			t.Errorf("%q: %v", test.base, err)
			continue
		}
		if got := e.address(test.from); got != test.to {
			t.Errorf("%q: %s becomes %s, want %s", test.base, test.from, got, test.to)
		}
	}
}

func TestBadEndpoints(t *testing.T) {
	for _, base := range []string{
		"discord.com", "ftp://discord.com", "http://", "http://%zz", "://", "http://host/api", "http://host/api/",
		"http://host?x=1", "http://host#x", "http://user:secret@host/api",
	} {
		_, err := newEndpoint(base, nil)
		if err == nil {
			t.Errorf("%q is taken", base)
			continue
		}
		if text := err.Error(); strings.Contains(text, "\n") || strings.Contains(text, "secret") || !strings.Contains(text, "API URL") {
			t.Errorf("%q: %v", base, err)
		}
	}
}

func TestErrorsKeepTokens(t *testing.T) {
	if err := withoutURL(fmt.Errorf("x: %w", ErrNoTime)); !errors.Is(err, ErrNoTime) {
		t.Error(err)
	}
	_, err := http.Get("http://127.0.0.1:1/webhooks/1/interaction-token")
	if text := withoutURL(err).Error(); strings.Contains(text, "interaction-token") {
		t.Errorf("%q", text)
	}
}
