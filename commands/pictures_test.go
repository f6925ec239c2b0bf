package commands_test

import (
	"context"
	"errors"
	"testing"

	"nimatron/games/catalog"
	"nimatron/picture/raster"
)

// TestPictureInTime checks that no picture is drawn after its deadline.
func TestPictureInTime(t *testing.T) {
	r := newQuietRoom(t, catalog.Standard)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := raster.Draw(ctx, r.say("p1", "/study analyze nim 3 5 7").Card.Picture.LayOut); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
}
