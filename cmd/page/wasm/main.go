//go:build js && wasm

// Command wasm is package app as a program that a worker of the page runs. It gives the worker one
// function, nimatron, that answers the query of a request with JSON. It reports the progress of a search
// to the worker's function progress.
package main

import (
	"syscall/js"

	"nimatron/cmd/page/app"
)

func main() {
	a := app.New()
	a.Progress = func(text string) { js.Global().Call("progress", text) }
	js.Global().Set("nimatron", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return string(a.Answer(args[0].String()))
	}))
	select {}
}
