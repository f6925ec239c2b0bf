package drawing

import "nimatron/picture"

// FrameWidth is the width of a table's frame, on which nothing else is drawn.
const FrameWidth = 7

// Ground draws the background: a plain one, or a table in its frame. It depends on theme and size only.
func (d *Drawing) Ground(on Canvas) {
	if d.Theme.Flat() {
		on.Box(Box{W: d.Width, H: d.Height, Fill: Background})
		return
	}
	const w = FrameWidth
	on.Box(Box{W: d.Width, H: d.Height, Fill: FrameLit, Shade: Shade{To: FrameDark}})
	on.Box(Box{X: 1.5, Y: 1.5, W: d.Width - 3, H: d.Height - 3, Radius: 5, Fill: Frame})
	on.Box(Box{X: w - 1, Y: w - 1, W: d.Width - 2*w + 2, H: d.Height - 2*w + 2, Radius: 5, Fill: Shadow, Shade: Shade{To: FrameDark}})
	inner := Box{X: w, Y: w + 2, W: d.Width - 2*w, H: d.Height - 2*w - 2, Radius: 4, Fill: Background}
	on.Box(inner)
	switch d.Theme {
	case picture.Wood, picture.WoodLight:
		d.planks(on, inner)
	default:
		d.light(on, inner)
	}
}

func (d *Drawing) light(on Canvas, in Box) {
	if in.W < 40 || in.H < 40 {
		return
	}
	x, y := in.X+in.W/2, in.Y+in.H/2
	on.Disc(Disc{X: x, Y: y, R: in.W * 0.48, RY: in.H * 0.48, Fill: Background, Shade: Shade{To: Lit}})
}

func (d *Drawing) planks(on Canvas, in Box) {
	const high = 46.0
	for i, y := 0, in.Y; y < in.Y+in.H-1; i, y = i+1, y+high {
		h := min(high, in.Y+in.H-y)
		plank := Box{X: in.X, Y: y, W: in.W, H: h, Radius: 3, Fill: Background, Shade: Shade{To: Lit}}
		if i%2 == 1 {
			plank.Fill, plank.Shade.To = Lit, Background
		}
		on.Box(plank)
		on.Box(Box{X: in.X, Y: y + h - 1, W: in.W, H: 1, Fill: Seam})
	}
}
