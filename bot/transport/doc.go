// Package transport is Discord's wire: a [Client] makes calls and receives events, of which it knows nothing but
// whom they belong to.
//
// rest.go and limits.go make the calls, uploads.go remembers where files are not taken. Events arrive by the gateway
// (shards.go, lease.go, supervisor.go, gateway.go) or as signed webhooks (webhook.go). A [Receiver] carries them out.
package transport
