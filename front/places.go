package front

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"nimatron/commands"
	"nimatron/match"
)

const (
	placesTime  = time.Minute
	placesPause = time.Second
)

// maxPlaces bounds what waits. What is dropped is found out when the bot writes there.
const maxPlaces = 10_000

// places holds what is known about channels and servers until the store knows it.
type places struct {
	mu      sync.Mutex
	waiting map[string]*placeNews
}

// placeNews is news about a place. Its address distinguishes it from newer news.
type placeNews struct {
	tell func(context.Context, commands.Places) error
}

func (f *Front) later(place string, tell func(context.Context, commands.Places) error) {
	f.places.mu.Lock()
	defer f.places.mu.Unlock()
	if f.places.waiting == nil {
		f.places.waiting = map[string]*placeNews{}
	}
	if f.places.waiting[place] != nil || len(f.places.waiting) < maxPlaces {
		f.places.waiting[place] = &placeNews{tell}
	}
}

// Gone ends what lives in a channel of a server or, if the channel is "", in a server. With parts it also
// ends what lives in other channels of the server that are gone, as threads are with their channel.
func (f *Front) Gone(place match.Held, parts bool) {
	if place.Channel == "" {
		f.later("server "+place.Server, func(ctx context.Context, p commands.Places) error { return p.Gone(ctx, place) })
		return
	}
	f.later("channel "+place.Channel, func(ctx context.Context, p commands.Places) error {
		err := p.Gone(ctx, match.Held{Channel: place.Channel})
		if err == nil && parts && place.Server != "" {
			err = f.lookAround(ctx, p, place.Server)
		}
		return err
	})
}

// Back records that the bot is in a server again.
func (f *Front) Back(server string) {
	f.later("server "+server, func(ctx context.Context, p commands.Places) error { return p.Back(ctx, server) })
}

// Present records the servers that the bot is in, of those for which own is true. part names them.
func (f *Front) Present(part string, servers []string, own func(server string) bool) {
	f.later("present "+part, func(ctx context.Context, p commands.Places) error { return p.Present(ctx, servers, own) })
}

// Doubt finds out whether a channel is gone, because a write was forbidden there.
func (f *Front) Doubt(channel string) {
	if f.forbidden.record(channel) {
		f.later("doubt "+channel, func(ctx context.Context, p commands.Places) error {
			server, err := p.ServerOf(ctx, channel)
			if err != nil {
				return err
			}
			place, err := f.platform.Lost(ctx, channel, server)
			if err == nil && place != (match.Held{}) {
				place.Server = server
				f.Gone(place, true)
			}
			return err
		})
	}
}

func (f *Front) lookAround(ctx context.Context, p commands.Places, server string) error {
	channels, err := p.ChannelsHeld(ctx, server)
	for _, channel := range channels {
		place, err := f.platform.Lost(ctx, channel, server)
		if err == nil && place != (match.Held{}) {
			err = p.Gone(ctx, place)
		}
		if err != nil {
			return err
		}
	}
	return err
}

// tellOfPlaces stores what is known about places, in the background. What fails is tried again.
func (f *Front) tellOfPlaces(context.Context) {
	f.places.mu.Lock()
	waiting := maps.Clone(f.places.waiting)
	f.places.mu.Unlock()
	const key = "places"
	p := f.service.Places()
	if p == nil || len(waiting) == 0 || f.background.busy(key) {
		return
	}
	err := f.inBackground(key, placesTime, placesPause, func(ctx context.Context) {
		for _, place := range slices.Sorted(maps.Keys(waiting)) {
			news := waiting[place]
			if err := news.tell(ctx, p); err != nil {
				f.log.Warn("what is gone is tried again", "place", place, "err", err)
				continue
			}
			f.places.mu.Lock()
			if f.places.waiting[place] == news {
				delete(f.places.waiting, place)
			}
			f.places.mu.Unlock()
		}
	})
	if err != nil {
		f.log.Debug("what is gone has to wait", "err", err)
	}
}
