// Command page writes the web page for playing, analyzing and learning the games.
package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"embed"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"html"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"
	"golang.org/x/sync/errgroup"

	"nimatron/cmd/page/app"
	"nimatron/front/page"
)

//go:embed site
var site embed.FS

const usage = `Usage: page -o DIR | -serve ADDRESS

Writes the page on which the games are played, analyzed and learnt in a browser.

  -o DIR          write its files into a folder, for any web server, each also packed
                  as well as brotli and gzip can
  -serve ADDRESS  show it at an address, such as 127.0.0.1:8000, until interrupted;
                  its files are packed quickly

It compiles a program for the browser, so Go has to be installed.
`

func main() {
	flag.Usage = func() { fmt.Fprint(flag.CommandLine.Output(), usage) }
	dir := flag.String("o", "", "")
	address := flag.String("serve", "", "")
	flag.Parse()
	if flag.NArg() > 0 || (*dir == "") == (*address == "") {
		fmt.Fprint(os.Stderr, usage)
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *dir, *address); err != nil {
		fmt.Fprintln(os.Stderr, "page:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, dir, address string) error {
	quality := best
	if dir == "" {
		quality = quick
	}
	fmt.Fprintln(os.Stderr, "Compiling and packing the program for the browser: up to a minute.")
	files, err := build(ctx)
	if err == nil {
		err = pack(files, quality)
	}
	if err != nil {
		return err
	}
	if dir == "" {
		return serve(ctx, address, files)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for name, data := range files {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			return err
		}
	}
	fmt.Println("The page is in", dir+": open index.html through any web server.")
	return nil
}

// Qualities of brotli: best takes 35 s of processor time for the program, quick takes 1 s for
// files a fifth larger.
const (
	best  = brotli.BestCompression
	quick = 5
)

var packers = map[string]func(w io.Writer, quality int) io.WriteCloser{
	"br":   func(w io.Writer, quality int) io.WriteCloser { return brotli.NewWriterLevel(w, quality) },
	"gzip": func(w io.Writer, _ int) io.WriteCloser { return gzip.NewWriter(w) },
}

var scripts = map[string][]string{
	"page.js": {"board.js", "ask.js", "study.js", "page.js"},
	"live.js": {"board.js", "activity.js", "live.js"},
}

func build(ctx context.Context) (map[string][]byte, error) {
	files, err := sources()
	if err != nil {
		return nil, err
	}
	root, err := output(ctx, nil, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	if files["wasm_exec.js"], err = os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib/wasm/wasm_exec.js")); err != nil {
		return nil, err
	}
	program, err := compiled(ctx)
	if err != nil {
		return nil, err
	}
	if files["nimatron.wasm"], files["rest.wasm"], err = program.split(); err != nil {
		return nil, err
	}
	return files, finish(files)
}

// comments are what browsers need not load of a script, with empty lines.
var comments = regexp.MustCompile(`(?m)^ *(//.*)?\n| +// .*$`)

func sources() (map[string][]byte, error) {
	files := map[string][]byte{}
	entries, err := fs.ReadDir(site, "site")
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if files[e.Name()], err = site.ReadFile("site/" + e.Name()); err != nil {
			return nil, err
		}
	}
	joined := map[string][]byte{}
	for name, parts := range scripts {
		for _, part := range parts {
			joined[name] = append(joined[name], comments.ReplaceAll(files[part], nil)...)
		}
	}
	maps.DeleteFunc(files, func(name string, _ []byte) bool {
		return strings.HasSuffix(name, ".js") && name != "sw.js" && name != "worker.js"
	})
	maps.Copy(files, joined)
	return files, nil
}

const firstMatch = "do=open&link=%23nim/3.5.3?you=left%26level=casual%26size=small%26seed=1&theme="

// finish writes the first board into index.html. It also writes the files with their hashes into
// index.html, live.html and sw.js.
func finish(files map[string][]byte) error {
	boards := map[string]string{}
	var first map[string]any
	for _, theme := range []string{"light", "dark"} {
		answer := app.New().Answer(firstMatch + theme)
		first = map[string]any{}
		if err := json.Unmarshal(answer, &first); err != nil {
			return err
		}
		boards[theme], _ = first["board"].(string)
		if boards[theme] == "" {
			return fmt.Errorf("there is no first board in %s", answer)
		}
		delete(first, "board")
	}
	// Both are in one document, so their colours need different names.
	dark := strings.NewReplacer(`id="`, `id="dark-`, "url(#", "url(#dark-").Replace(boards["dark"])
	addresses := map[string]string{}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if !strings.HasSuffix(name, ".html") && name != "sw.js" {
			addresses[name] = name + "?h=" + page.Hash(files[name])
		}
	}
	var linked []string
	for name, address := range addresses {
		linked = append(linked, `"`+name+`"`, `"`+address+`"`)
	}
	index := strings.NewReplacer(linked...).Replace(string(files["index.html"]))
	files["live.html"] = []byte(strings.NewReplacer(linked...).Replace(string(files["live.html"])))
	maps.DeleteFunc(addresses, func(name, _ string) bool { return strings.HasPrefix(name, "live.") })
	state, err := json.Marshal(map[string]any{"files": addresses, "first": first})
	if err != nil {
		return err
	}
	game, _ := first["game"].(map[string]any)
	index = strings.NewReplacer("{{policy}}", html.EscapeString(page.Policy), "{{game}}", html.EscapeString(fmt.Sprint(game["name"])),
		"{{news}}", html.EscapeString(fmt.Sprint(first["news"])), "{{light}}", boards["light"], "{{dark}}", dark, "{{build}}", string(state)).Replace(index)
	files["index.html"] = []byte(index)
	kept, err := json.Marshal(append(slices.Sorted(maps.Values(addresses)), "./"))
	if err != nil {
		return err
	}
	version := page.Hash(append(kept, index...))
	files["sw.js"] = []byte(strings.NewReplacer("{{version}}", version, "{{files}}", string(kept)).Replace(string(files["sw.js"])))
	return nil
}

func pack(files map[string][]byte, quality int) error {
	var mu sync.Mutex
	var work errgroup.Group
	for name, data := range maps.Clone(files) {
		for _, e := range page.Encodings {
			work.Go(func() error {
				var packed bytes.Buffer
				w := packers[e.Name](&packed, quality)
				_, err := w.Write(data)
				err = errors.Join(err, w.Close())
				mu.Lock()
				defer mu.Unlock()
				files[name+e.Ending] = packed.Bytes()
				return err
			})
		}
	}
	return work.Wait()
}

// compiled compiles the program for the browser. Without inlining it is a tenth smaller. The same
// source gives the same bytes in any folder and at any commit.
func compiled(ctx context.Context) (*program, error) {
	temp, err := os.MkdirTemp("", "nimatron-page")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	name := filepath.Join(temp, "page.wasm")
	if _, err := output(ctx, []string{"GOOS=js", "GOARCH=wasm"}, "build", "-trimpath", "-buildvcs=false", "-gcflags=all=-l", "-ldflags=-w", "-o", name, "nimatron/cmd/page/wasm"); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return readProgram(text)
}

func output(ctx context.Context, environment []string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Env, cmd.Stderr = append(os.Environ(), environment...), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w", args[0], err)
	}
	return out, nil
}

func serve(ctx context.Context, address string, files map[string][]byte) error {
	server := &http.Server{Addr: address, Handler: page.Handler(files), MaxHeaderBytes: 1 << 14,
		ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: 5 * time.Minute, IdleTimeout: 2 * time.Minute}
	context.AfterFunc(ctx, func() { _ = server.Close() }) // its answers are short
	fmt.Printf("The page is at http://%s\n", address)
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
