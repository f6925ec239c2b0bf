package postgrestest

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Processes that test at the same time share one server. Each holds a lock on a file while it
// lives. The first one starts a keeper, which ends the server when nobody holds the lock.

// cheap are the settings of a server whose data may be lost. Some tests kill a server, but none
// cuts its power.
var cheap = []string{"fsync=off", "full_page_writes=off", "shared_buffers=24MB", "wal_level=minimal", "max_wal_senders=0", "autovacuum=off"}

// sharedSettings are the settings of the shared server, which no test kills.
var sharedSettings = append([]string{"synchronous_commit=off", "max_connections=1000"}, cheap...)

// keeperVariable is set in the environment of the keeper, to the common prefix of the shared
// server's files.
const keeperVariable = "NIMATRON_TEST_POSTGRES_KEEPER"

func init() {
	if files := os.Getenv(keeperVariable); files != "" {
		if err := keep(files); err != nil {
			fmt.Println(err)
		}
		os.Exit(0)
	}
}

// held is this process's lock, which ends with it.
var held *os.File

// join returns the address of the shared server. It starts the server if there is none.
func join() (address string, err error) {
	programs, err := findPrograms()
	if err != nil {
		return "", err
	}
	folder := filepath.Join(os.TempDir(), fmt.Sprintf("nimatron-tests-%d", os.Getuid()))
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	files := filepath.Join(folder, fmt.Sprintf("postgres-%08x", crc32.ChecksumIEEE([]byte(programs+strings.Join(sharedSettings, " ")))))
	if held, err = lock(files+".users", syscall.LOCK_SH); err != nil {
		return "", err
	}
	defer func() {
		if err != nil {
			_ = held.Close() // there is no server to hold
		}
	}()
	starting, err := lock(files+".start", syscall.LOCK_EX)
	if err != nil {
		return "", err
	}
	defer starting.Close()
	if err := noteRun(files); err != nil {
		return "", err
	}
	there, err := os.ReadFile(files + ".address")
	if address = string(there); err == nil && answers(address) == nil {
		return address, nil
	}
	return startKeeper(files)
}

// lock opens a file and waits for a lock on it: how is an argument of flock.
func lock(name string, how int) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	for err = syscall.EINTR; errors.Is(err, syscall.EINTR); {
		err = syscall.Flock(int(f.Fd()), how)
	}
	return f, err
}

// startKeeper starts the keeper of a server. The keeper outlives this process.
func startKeeper(files string) (address string, err error) {
	program, err := os.Executable()
	if err != nil {
		return "", err
	}
	cmd := exec.Command(program)
	cmd.Env = append(os.Environ(), keeperVariable+"="+files)
	cmd.Dir, cmd.SysProcAttr = os.TempDir(), &syscall.SysProcAttr{Setsid: true}
	said, err := cmd.StdoutPipe()
	if err != nil {
		return "", err
	}
	if err := cmd.Start(); err != nil {
		return "", err
	}
	text, err := io.ReadAll(said)
	if err != nil || !bytes.HasPrefix(text, []byte("postgres://")) {
		return "", errors.Join(fmt.Errorf("the shared server does not start: %s", text), err)
	}
	return string(text), cmd.Process.Release()
}

// keep runs a server while a process holds the users' lock, or a go command whose tests have used
// it still runs.
func keep(files string) error {
	s, err := newServer("")
	if err != nil {
		return err
	}
	s.settings = sharedSettings
	if err := errors.Join(s.copyFiles(s.data(), s.fresh()), s.Start()); err != nil {
		return err
	}
	address := []byte(s.Address())
	err = os.WriteFile(files+".address", address, 0o600)
	if err == nil {
		_, err = os.Stdout.Write(address)
	}
	_ = os.Stdout.Close()
	for over := err != nil; !over; {
		users, err := lock(files+".users", syscall.LOCK_EX)
		if over = err != nil || !runGoesOn(files); over {
			defer users.Close() // nobody joins while the server ends
		} else {
			_ = users.Close()
			time.Sleep(time.Second)
		}
	}
	if now, _ := os.ReadFile(files + ".address"); bytes.Equal(now, address) {
		_ = os.Remove(files + ".address")
		_ = os.Remove(files + ".runs")
	}
	return errors.Join(err, s.Stop(), os.RemoveAll(s.dir))
}

// noteRun records the go command that runs this test. Between two packages that need the server it
// may run some that don't.
func noteRun(files string) error {
	if !isGo(os.Getppid()) {
		return nil
	}
	f, err := os.OpenFile(files+".runs", os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(f, os.Getppid())
	return errors.Join(err, f.Close())
}

func runGoesOn(files string) bool {
	runs, _ := os.ReadFile(files + ".runs")
	return slices.ContainsFunc(strings.Fields(string(runs)), func(run string) bool {
		process, _ := strconv.Atoi(run)
		return isGo(process)
	})
}

// isGo reports whether a process is the go command, if the system tells.
func isGo(process int) bool {
	name, _ := os.ReadFile(fmt.Sprintf("/proc/%d/comm", process))
	return string(name) == "go\n"
}
