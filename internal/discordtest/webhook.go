package discordtest

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"time"
)

// PublicKey returns the key that webhooks are signed for, in hex.
func (s *Server) PublicKey() string {
	return hex.EncodeToString(s.key.Public().(ed25519.PublicKey))
}

// SetEndpoints sends interactions to these addresses instead of the gateway; none restores the
// gateway. Several addresses take turns like processes behind a balancer: if one doesn't answer, or
// with 5xx, the next gets the interaction.
//
// Like Discord it first checks that each answers a PING and refuses a wrong signature. Otherwise
// the error names the address, and nothing changes.
func (s *Server) SetEndpoints(ctx context.Context, urls ...string) error {
	for _, url := range urls {
		ping := []byte(fmt.Sprintf(`{"id":"1","application_id":%q,"type":1,"token":"ping","version":1}`, s.appID))
		status, answer, err := s.sendWebhook(s.Webhook(ctx, url, ping, time.Now()))
		var pong struct{ Type int }
		if err != nil || status != http.StatusOK || json.Unmarshal(answer, &pong) != nil || pong.Type != 1 {
			return fmt.Errorf("discordtest: %s answers a PING with %d %q, %v", url, status, answer, err)
		}
		forged := s.Webhook(ctx, url, ping, time.Now())
		forged.Header.Set("X-Signature-Ed25519", hex.EncodeToString(make([]byte, ed25519.SignatureSize)))
		if status, _, err := s.sendWebhook(forged); err != nil || status != http.StatusUnauthorized {
			return fmt.Errorf("discordtest: %s answers a forged PING with %d, %v", url, status, err)
		}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.endpoints = urls
	return nil
}

// Webhook returns a webhook signed for a given time.
func (s *Server) Webhook(ctx context.Context, url string, body []byte, sent time.Time) *http.Request {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, url, bytes.NewReader(body))
	if err != nil {
		panic("discordtest: " + err.Error())
	}
	stamp := strconv.FormatInt(sent.Unix(), 10)
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("User-Agent", "Discord-Interactions/1.0 (+https://discord.com)")
	r.Header.Set("X-Signature-Timestamp", stamp)
	r.Header.Set("X-Signature-Ed25519", hex.EncodeToString(ed25519.Sign(s.key, append([]byte(stamp), body...))))
	return r
}

// Event returns the interaction as JSON.
func (in *Interaction) Event() []byte {
	in.srv.mu.Lock()
	defer in.srv.mu.Unlock()
	return mustJSON(in.event)
}

// sendWebhook sends a webhook and returns the answer.
func (s *Server) sendWebhook(r *http.Request) (status int, answer []byte, err error) {
	resp, err := s.webhooks.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close()
	answer, err = io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	return resp.StatusCode, answer, err
}

// deliver sends an interaction to the bot. Server.mu must be held.
func (in *Interaction) deliver() {
	s := in.srv
	if len(s.endpoints) == 0 {
		s.broadcast(0, in.Channel.GuildID, "INTERACTION_CREATE", in.event)
		return
	}
	if s.closed {
		return
	}
	body, urls, turn := mustJSON(in.event), s.endpoints, s.turn
	s.turn++
	s.active.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), s.opts.ResponseDeadline)
		defer cancel()
		go func() {
			select {
			case <-s.done:
				cancel()
			case <-ctx.Done():
			}
		}()
		for n := range urls {
			status, _, err := s.sendWebhook(s.Webhook(ctx, urls[(turn+n)%len(urls)], body, time.Now()))
			if err != nil || status >= 500 {
				continue
			}
			if status != http.StatusAccepted { // other answers are not supported
				s.mu.Lock()
				s.violate("webhook: interaction %s was answered with status %d", in.ID, status)
				s.mu.Unlock()
			}
			return
		}
	})
}
