package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"nimatron/internal/must"
)

// asProgram is the environment variable that turns the test binary into the program.
const asProgram = "NIMATRON_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	os.Exit(m.Run())
}

// typist is a person using the chat in a terminal.
type typist struct {
	t        *testing.T
	terminal *os.File
	program  *exec.Cmd
	screen   []byte // output since the last wait
}

// sit starts the chat in a terminal of that many columns.
func sit(t *testing.T, columns int, env ...string) *typist {
	t.Helper()
	control := func(f *os.File, request uintptr, argument unsafe.Pointer) {
		t.Helper()
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, f.Fd(), request, uintptr(argument)); errno != 0 {
			t.Fatal(errno)
		}
	}
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("this system has no terminals to give away")
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { terminal.Close() })
	var number, locked int32
	size := [4]uint16{24, uint16(columns)}
	control(terminal, syscall.TIOCSPTLCK, unsafe.Pointer(&locked))
	control(terminal, syscall.TIOCGPTN, unsafe.Pointer(&number))
	control(terminal, syscall.TIOCSWINSZ, unsafe.Pointer(&size))
	inner := must.Get(os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0))(t)
	defer inner.Close()
	program := exec.Command(os.Args[0], "chat")
	program.Dir = t.TempDir()
	newDatabase(t, filepath.Join(program.Dir, defaultDB))
	program.Env = append([]string{asProgram + "=1", "TERM=xterm"}, env...)
	program.Stdin, program.Stdout, program.Stderr = inner, inner, inner
	program.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	must.OK(t, program.Start())
	t.Cleanup(func() { _ = program.Process.Kill() }) // it may already have ended
	return &typist{t: t, terminal: terminal, program: program}
}

// types types keys.
func (p *typist) types(keys string) {
	p.t.Helper()
	must.Get(p.terminal.WriteString(keys))(p.t)
}

// sees waits for a text and returns the output before it.
func (p *typist) sees(text string) string {
	p.t.Helper()
	for {
		if before, after, found := bytes.Cut(p.screen, []byte(text)); found {
			p.screen = bytes.Clone(after)
			return string(before)
		}
		more := make([]byte, 4096)
		n, err := p.terminal.Read(more)
		p.screen = append(p.screen, more[:n]...)
		if err != nil {
			p.t.Fatalf("%q does not appear, but %q: %v", text, p.screen, err)
		}
	}
}

// leaves types keys that end the program, and waits until it has ended.
func (p *typist) leaves(keys string) {
	p.t.Helper()
	p.types(keys)
	if err := p.program.Wait(); err != nil {
		p.t.Errorf("the program ends with %v after %q", err, keys)
	}
}

// begins waits for a prompt and for the echo of a letter. Right after the prompt the terminal would
// still handle Ctrl-C itself.
func (p *typist) begins(prompt string) {
	p.t.Helper()
	p.sees(prompt)
	p.types("x")
	p.sees("x")
}

const prompt = "guest #lobby> "

func TestTerminalInterrupt(t *testing.T) {
	p := sit(t, 80)
	p.begins(prompt)
	for _, typed := range []string{"", "#wrong", "#wrong\x1b[D\x1b[D", "#wrong\x01"} { // with the cursor anywhere in the line
		p.types(typed + "\x03#club\r")
		p.sees("You are in #club now.")
		p.begins("guest #club> ")
	}
	p.leaves("\x03\x03")
}

// TestTerminalText checks colours, with and without NO_COLOR, and line breaks between words. It
// also ends the program in other ways.
func TestTerminalText(t *testing.T) {
	for end, env := range map[string]string{"exit\r": "NO_COLOR=1", "quit\r": "NO_COLOR=", "\x04": "NO_COLOR=1"} {
		if testing.Short() && end != "quit\r" {
			continue
		}
		p := sit(t, 50, env)
		p.sees(prompt)
		p.types("/rules end-nim\r")
		p.sees("\r\n")
		reply := strings.ReplaceAll(p.sees(prompt), "\r\n", "\n")
		colours := strings.Contains(reply, "\x1b[")
		if colours != (env == "NO_COLOR=") {
			t.Errorf("%s: colours are %v:\n%q", env, colours, reply)
		}
		for _, want := range []string{"at either end.\nWhoever takes the last counter wins.\n", "    Ann took 1 from the left end.\n", "/challenge game:end-nim position:example first:me"} {
			if !strings.Contains(reply, want) {
				t.Errorf("%s: the reply lacks %q:\n%s", env, want, reply)
			}
		}
		p.leaves(end)
	}
}
