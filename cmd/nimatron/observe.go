package main

import (
	"context"
	"log/slog"
	"time"

	"nimatron/commands"
	"nimatron/commands/view"
	"nimatron/front"
	"nimatron/internal/metrics"
)

type observed struct {
	front.Service
	log     *slog.Logger
	metrics *metrics.Metrics
}

func (o *observed) Do(ctx context.Context, req commands.Request) view.Reply {
	began := time.Now()
	reply := o.Service.Do(ctx, req)
	took := time.Since(began)
	command := "other"
	if commands.Find(req.Command) != nil {
		command = req.Command
	}
	o.metrics.Interaction(command, reply.Outcome.String(), took)
	about := int64(0)
	if reply.Show.Kind == view.MatchSubject {
		about = reply.Show.ID
	}
	o.log.Info("request", "id", req.ID, "command", command, "channel", req.Channel, "server", req.Server, "user", req.By.ID,
		"match", about, "result", reply.Outcome.String(), "took", took.Round(10*time.Microsecond))
	return reply
}
