package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"nimatron/games"
	"nimatron/picture"
	"nimatron/picture/board"
	"nimatron/picture/drawing"
	"nimatron/picture/raster"
	"nimatron/picture/svg"
)

type pictureFlags struct {
	Light bool `help:"Draw dark on white; without it, light on dark."`
	Large bool `help:"Draw larger letters."`
}

func (f pictureFlags) style() picture.Style {
	style := picture.Style{Theme: picture.Dark, Large: f.Large}
	if f.Light {
		style.Theme = picture.Light
	}
	return style
}

type drawCommand struct {
	Variant  string   `arg:"" help:"The game, such as end-nim."`
	Position []string `arg:"" help:"The position, such as 3 5 2."`
	Output   string   `short:"o" required:"" placeholder:"FILE" help:"The file to write: a PNG, or an SVG if its name ends in .svg."`
	Right    bool     `help:"Right is to move; without it, Left."`
	After    []string `placeholder:"MOVE" sep:"none" help:"Play this move first, such as L-2, and show what it took; of several the last two are shown."`
	Theme    string   `enum:"${themes}" default:"${theme}" help:"What the board lies on: ${enum}."`
	pictureFlags
}

func (drawCommand) Help() string {
	return "Stacks that may be touched now are highlighted. A file of that name is replaced. " +
		"A position with more on it than can be read in a picture is refused; nimatron analyze shows it as text."
}

func (c *drawCommand) Run(p *program) error {
	if err := checkPicture(c.Output); err != nil {
		return err
	}
	first := games.Left
	if c.Right {
		first = games.Right
	}
	_, position, err := readPosition(c.Variant, c.Position, first)
	if err != nil {
		return err
	}
	b := board.Board{Shape: position.Shape()}
	for _, text := range c.After {
		move, err := position.Read(text)
		if err != nil {
			return err
		}
		after, err := position.Play(move)
		if err != nil {
			return err
		}
		made := board.Made{Before: b.Shape, Move: move, By: position.Turn().Owner}
		b = board.Board{Shape: after.Shape(), Moves: append([]board.Made{made}, b.Moves...)}
		position = after
	}
	style := c.style()
	theme, err := picture.ThemeNamed(c.Theme)
	if err != nil {
		return err
	}
	style.Theme |= theme
	d, err := board.Draw(b, style)
	if err != nil {
		return err
	}
	return p.writePicture(c.Output, d, board.Words(b.Shape))
}

func checkPicture(file string) error {
	switch ending := strings.ToLower(filepath.Ext(file)); ending {
	case ".png", ".svg":
		return nil
	default:
		return &usageError{fmt.Sprintf("a picture's name ends in .png or .svg, such as board.png, not %q", ending)}
	}
}

func (p *program) writePicture(file string, d *drawing.Drawing, words string) error {
	var data []byte
	var err error
	if strings.EqualFold(filepath.Ext(file), ".svg") {
		data = []byte(svg.SVG(d, words, nil))
	} else {
		data, err = raster.PNG(d)
	}
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, data, 0o644); err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.stdout, "drew %s: %d bytes\n", file, len(data))
	return err
}

type outputFlags struct {
	Output string `short:"o" placeholder:"FILE" help:"Draw a picture instead: a PNG, or an SVG if the name ends in .svg."`
	pictureFlags
}

func (f outputFlags) check(form formFlags) error {
	switch {
	case f.Output == "":
		return nil
	case form.CSV:
		return &usageError{"--csv prints values and -o draws a picture: give one of them"}
	case form.JSON:
		return &usageError{"--json prints values and -o draws a picture: give one of them"}
	}
	return checkPicture(f.Output)
}
