// Command page writes the page on which the games are played, analyzed and learnt in a browser.
package main

import (
	"bytes"
	"context"
	"embed"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/kjk/lzma"
	"golang.org/x/sync/errgroup"
)

//go:embed site
var site embed.FS

const usage = `Usage: page -o DIR | -serve ADDRESS

Writes the page on which the games are played, analyzed and learnt in a browser.

  -o DIR          write its files into a folder, for any web server
  -serve ADDRESS  show it at an address, such as 127.0.0.1:8000, until interrupted

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

// run writes the page into a folder or, where dir is "", shows it at an address.
func run(ctx context.Context, dir, address string) error {
	fmt.Fprintln(os.Stderr, "Compiling and packing the programs for the browser: half a minute, the first time longer.")
	files, err := build(ctx)
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

// programs are the packages of the programs by their files. These are compressed in themselves, so that
// no server has to be told how, and have names that no server takes for something that it may unpack.
var programs = map[string]string{"nimatron.bin": "nimatron/cmd/page/wasm", "reader.bin": "nimatron/cmd/page/reader"}

// build returns the files of the page by name.
func build(ctx context.Context) (map[string][]byte, error) {
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
	root, err := output(ctx, nil, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	if files["wasm_exec.js"], err = os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib/wasm/wasm_exec.js")); err != nil {
		return nil, err
	}
	var mu sync.Mutex // of files
	packing, ctx := errgroup.WithContext(ctx)
	for name, from := range programs {
		packing.Go(func() error {
			data, err := compiled(ctx, from)
			mu.Lock()
			defer mu.Unlock()
			files[name] = data
			return err
		})
	}
	if err := packing.Wait(); err != nil {
		return nil, err
	}
	return files, nil
}

// compiled returns a program for the browser, compressed. Functions are not copied into their callers,
// which saves a tenth; LZMA saves another quarter over what browsers unpack themselves.
func compiled(ctx context.Context, from string) ([]byte, error) {
	temp, err := os.MkdirTemp("", "nimatron-page")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(temp)
	name := filepath.Join(temp, "page.wasm")
	if _, err := output(ctx, []string{"GOOS=js", "GOARCH=wasm"}, "build", "-trimpath", "-gcflags=all=-l", "-ldflags=-s -w", "-o", name, from); err != nil {
		return nil, err
	}
	program, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	if program, err = joined(program); err != nil {
		return nil, err
	}
	var packed bytes.Buffer
	w := lzma.NewWriterSizeLevel(&packed, int64(len(program)), lzma.BestCompression)
	if _, err := w.Write(program); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return packed.Bytes(), nil
}

// output runs Go.
func output(ctx context.Context, environment []string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Env, cmd.Stderr = append(os.Environ(), environment...), os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w", args[0], err)
	}
	return out, nil
}

// serve shows the files until the context ends.
func serve(ctx context.Context, address string, files map[string][]byte) error {
	server := &http.Server{Addr: address, Handler: handler(files), ReadHeaderTimeout: 10 * time.Second}
	go func() {
		<-ctx.Done()
		soon, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		_ = server.Shutdown(soon)
	}()
	fmt.Printf("The page is at http://%s\n", address)
	if err := server.ListenAndServe(); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// handler serves files by name.
func handler(files map[string][]byte) http.Handler {
	began := time.Now()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/")
		if name == "" {
			name = "index.html"
		}
		data, ok := files[name]
		if !ok {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Security-Policy", "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:")
		http.ServeContent(w, r, name, began, bytes.NewReader(data))
	})
}
