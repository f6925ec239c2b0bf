//go:build unix

package bot

import (
	"bytes"
	"compress/zlib"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

// messageEvent is what Discord tells of a message that somebody else wrote to
// somebody else: nearly all that a bot hears.
const messageEvent = `{"t":"MESSAGE_CREATE","s":%d,"op":0,"d":{"type":0,"tts":false,"timestamp":"2026-01-01T12:00:00.000000+00:00",` +
	`"pinned":false,"nonce":"1234567890123456789","mentions":[],"mention_roles":[],"mention_everyone":false,` +
	`"member":{"roles":["1234567890123456781","1234567890123456782"],"premium_since":null,"pending":false,"nick":"somebody",` +
	`"mute":false,"joined_at":"2020-01-01T12:00:00.000000+00:00","flags":0,"deaf":false,"communication_disabled_until":null,` +
	`"banner":null,"avatar":null},"id":"1234567890123456783","flags":0,"embeds":[],"edited_timestamp":null,"content":"",` +
	`"components":[],"channel_type":0,"channel_id":"1234567890123456784","author":{"username":"somebody","public_flags":0,` +
	`"primary_guild":null,"id":"1234567890123456785","global_name":"Somebody","display_name_styles":null,"discriminator":"0",` +
	`"collectibles":null,"clan":null,"avatar_decoration_data":null,"avatar":"0123456789abcdef0123456789abcdef"},` +
	`"attachments":[],"guild_id":"1234567890123456786"}}`

// eventSource is a gateway that sends events when it is told to.
func eventSource(b *testing.B, compressed bool, start <-chan int) (address string) {
	kind, event := websocket.TextMessage, func(i int) []byte { return fmt.Appendf(nil, messageEvent, i) }
	sent := event(3)
	if compressed {
		kind = websocket.BinaryMessage
		var deflated bytes.Buffer
		z := zlib.NewWriter(&deflated)
		z.Write(sent)
		z.Close()
		sent = deflated.Bytes()
	}
	mux := http.NewServeMux()
	srv := httptest.NewServer(mux)
	b.Cleanup(srv.Close)
	address = "ws" + strings.TrimPrefix(srv.URL, "http") + "/"
	mux.HandleFunc("GET /api/v9/gateway", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"url":%q}`, address)
	})
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		ws, err := (&websocket.Upgrader{}).Upgrade(w, r, nil)
		if err != nil {
			return
		}
		defer ws.Close()
		ws.WriteMessage(websocket.TextMessage, []byte(`{"op":10,"d":{"heartbeat_interval":4500000}}`))
		ws.ReadMessage()
		ws.WriteMessage(websocket.TextMessage, []byte(`{"op":0,"t":"READY","s":1,"d":{"session_id":"x","user":{"id":"1"}}}`))
		for n := range start {
			for range n {
				ws.WriteMessage(kind, sent)
			}
		}
	})
	return address
}

// processorTime returns what the process has used so far.
func processorTime() time.Duration {
	var use syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &use)
	return time.Duration(use.Utime.Nano() + use.Stime.Nano())
}

// BenchmarkEvents receives events that are not for the bot, by discordgo with
// and without compression, and by the bot's own connection. The times include
// what it takes to send them.
func BenchmarkEvents(b *testing.B) {
	run := func(b *testing.B, start chan<- int, seen <-chan struct{}) {
		defer close(start)
		b.ReportAllocs()
		b.ResetTimer()
		before := processorTime()
		start <- b.N
		for range b.N {
			<-seen
		}
		b.ReportMetric(float64(processorTime()-before)/float64(b.N), "cpu-ns/op")
	}
	for _, compressed := range []bool{true, false} {
		b.Run(fmt.Sprintf("discordgo/compressed=%v", compressed), func(b *testing.B) {
			start, seen := make(chan int), make(chan struct{}, 1000)
			address := eventSource(b, compressed, start)
			s, err := discordgo.New("Bot x")
			if err != nil {
				b.Fatal(err)
			}
			s.Client = &http.Client{Transport: must(newEndpoint("http" + strings.TrimSuffix(strings.TrimPrefix(address, "ws"), "/")))}
			s.StateEnabled, s.SyncEvents, s.ShouldReconnectOnError = false, true, false
			s.AddHandler(func(*discordgo.Session, *discordgo.MessageCreate) { seen <- struct{}{} })
			if err := s.Open(); err != nil {
				b.Fatal(err)
			}
			run(b, start, seen)
			b.StopTimer()
			s.Close()
		})
	}
	b.Run("own", func(b *testing.B) {
		start, seen := make(chan int), make(chan struct{}, 1000)
		address := eventSource(b, false, start)
		receiver := &bot{log: quiet}
		l := &link{log: quiet, shards: 1, asking: func() {}, alive: func() {}, started: func(bool) {}, known: func(ready) { seen <- struct{}{} }, receive: func(event string, data []byte, replayed bool) {
			receiver.receive(event, data, replayed)
			seen <- struct{}{}
		}}
		ctx, cancel := context.WithCancel(b.Context())
		ended := make(chan error, 1)
		go func() { ended <- l.serve(ctx, address, 5*time.Second) }()
		<-seen
		run(b, start, seen)
		b.StopTimer()
		cancel()
		<-ended
	})
}
