package postgrestest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"nimatron/internal/must"
)

// A Server is a PostgreSQL server in a temporary folder. It ends with the process that started it,
// even if that is killed.
type Server struct {
	programs string // the folder of initdb and postgres
	dir      string
	as       *syscall.SysProcAttr // its user, as it refuses to run as root
	settings []string             // extra ones, each as name=value

	running *exec.Cmd
	leash   io.WriteCloser // closing it ends the server
}

// errNotInstalled is the error if PostgreSQL is not installed.
var errNotInstalled = errors.New("PostgreSQL is not installed")

// startTime bounds the start of a server on a slow and busy machine.
const startTime = 10 * time.Minute

// newServer prepares a server without starting it. It copies the data of the folder fresh, unless
// that is "".
func newServer(fresh string) (_ *Server, err error) {
	s := &Server{}
	if s.programs, err = findPrograms(); err != nil {
		return nil, err
	}
	// The full name of a socket must fit into 107 bytes.
	parent := os.TempDir()
	if len(parent) > 60 {
		parent = "/tmp"
	}
	if s.dir, err = os.MkdirTemp(parent, "nimatron-postgres-"); err != nil {
		return nil, err
	}
	if s.as, err = leaveRoot(s.dir); err != nil {
		return nil, errors.Join(err, os.RemoveAll(s.dir))
	}
	if fresh != "" {
		if err := s.copyFiles(fresh, s.data()); err != nil {
			return nil, errors.Join(err, os.RemoveAll(s.dir))
		}
		return s, nil
	}
	initdb := exec.Command(filepath.Join(s.programs, "initdb"), "--pgdata", s.data(), "--username", "nimatron",
		"--auth", "trust", "--encoding", "UTF8", "--no-locale", "--no-sync")
	initdb.SysProcAttr, initdb.Dir = s.as, s.dir
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, errors.Join(fmt.Errorf("initdb: %w: %s", err, out), os.RemoveAll(s.dir))
	}
	return s, nil
}

// findPrograms returns the folder of PostgreSQL's programs: the one in PATH, or else Debian's
// newest.
func findPrograms() (string, error) {
	folders, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	slices.SortFunc(folders, func(a, b string) int { return version(b) - version(a) })
	if program, err := exec.LookPath("initdb"); err == nil {
		if program, err = filepath.EvalSymlinks(program); err == nil {
			folders = append([]string{filepath.Dir(program)}, folders...)
		}
	}
	for _, folder := range folders {
		if _, err := os.Stat(filepath.Join(folder, "postgres")); err == nil {
			return folder, nil
		}
	}
	return "", errNotInstalled
}

func version(folder string) int {
	n, _ := strconv.Atoi(filepath.Base(filepath.Dir(folder)))
	return n
}

// leaveRoot returns the attributes to run a program in a folder as another user, if the test runs
// as root.
func leaveRoot(dir string) (*syscall.SysProcAttr, error) {
	as := &syscall.SysProcAttr{Setpgid: true}
	if os.Getuid() != 0 {
		return as, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		someone, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err := strconv.Atoi(someone.Uid)
		gid, err1 := strconv.Atoi(someone.Gid)
		if err := errors.Join(err, err1); err != nil {
			return nil, err
		}
		as.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		return as, os.Chown(dir, uid, gid)
	}
	return nil, errors.New("PostgreSQL does not run as root, and there is no user postgres or nobody")
}

func (s *Server) data() string { return filepath.Join(s.dir, "data") }

// fresh is a copy of a shared server's initial data. Creating it takes as long as many tests.
func (s *Server) fresh() string { return filepath.Join(s.dir, "fresh") }

func (s *Server) copyFiles(from, to string) error {
	cp := exec.Command("cp", "-R", "-p", from, to)
	cp.SysProcAttr = s.as
	out, err := cp.CombinedOutput()
	if err != nil {
		err = fmt.Errorf("cp: %w: %s", err, out)
	}
	return err
}

// leashed starts the server. It ends the server when its standard input is closed, as happens at
// the end of the parent process. $1 is the program and $2 a folder that is then removed. The rest
// are the server's arguments.
const leashed = `
program=$1 folder=$2; shift 2
"$program" "$@" >>"$folder/log" 2>&1 </dev/null & server=$!
read -r how || how=remove
case $how in
  remove) kill -INT $server; wait $server; rm -rf "$folder" ;;
  *) kill -"$how" $server; wait $server ;;
esac`

// Start starts the server, if it isn't running, and waits until it answers.
func (s *Server) Start() error {
	if s.running != nil {
		return nil
	}
	words := []string{"-c", leashed, "sh", filepath.Join(s.programs, "postgres"), s.dir, "-D", s.data(), "-k", s.dir}
	for _, setting := range append([]string{"listen_addresses=", "max_connections=500", "max_wal_size=512MB", "log_line_prefix=%m [%p] "}, s.settings...) {
		words = append(words, "-c", setting)
	}
	cmd := exec.Command("/bin/sh", words...)
	cmd.SysProcAttr, cmd.Dir = s.as, s.dir
	leash, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	s.running, s.leash = cmd, leash
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		if err = answers(s.Address()); err == nil {
			return nil
		}
		if time.Since(began) > startTime {
			log, _ := os.ReadFile(filepath.Join(s.dir, "log"))
			return errors.Join(fmt.Errorf("the server does not start: %w\n%s", err, log), s.Stop())
		}
	}
}

func answers(address string) error {
	ctx, cancel := context.WithTimeout(context.Background(), startTime)
	defer cancel()
	conn, err := pgx.Connect(ctx, address)
	if err != nil {
		return err
	}
	return conn.Close(ctx)
}

// Stop kills the server like a power failure, so that it has to recover at the next start.
func (s *Server) Stop() error {
	if s.running == nil {
		return nil
	}
	_, err := io.WriteString(s.leash, "QUIT\n")
	err = errors.Join(err, s.leash.Close())
	_ = s.running.Wait() // the error may be that it was killed
	s.running, s.leash = nil, nil
	return err
}

// Address returns the address of the server's database.
func (s *Server) Address() string {
	return "postgres://nimatron@/postgres?" + url.Values{"host": {s.dir}}.Encode()
}

// New returns a server of its own with these settings, each as name=value. It is for tests that
// restart the server or need other settings. It is removed when the test ends.
func New(t testing.TB, settings ...string) *Server {
	t.Helper()
	wanted(t)
	fresh := ""
	if address, err := server(); err == nil && !isNamed() {
		shared := Server{dir: hostOf(address)}
		fresh = shared.fresh()
	}
	s, err := newServer(fresh)
	if errors.Is(err, errNotInstalled) {
		missing(t, err)
	}
	if err == nil {
		s.settings = append(slices.Clone(cheap), settings...)
		err = s.Start()
	}
	must.OK(t, err)
	t.Cleanup(func() {
		if err := errors.Join(s.Stop(), os.RemoveAll(s.dir)); err != nil {
			t.Error(err)
		}
	})
	return s
}
