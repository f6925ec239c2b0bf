package postgrestest

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"nimatron/internal/must"
)

// poolerSettings are PgBouncer's settings: the server's address, its own address, and the pooling
// mode.
const poolerSettings = `[databases]
* = host=%[1]s user=nimatron
[pgbouncer]
listen_addr =
unix_socket_dir = %[2]s
listen_port = 5432
auth_type = any
pool_mode = %[3]s
`

// Pooler returns the address of a PgBouncer in front of a server, in a pool mode: session or
// transaction. It ends with the test. The test is skipped if PgBouncer is not installed.
func Pooler(t testing.TB, address, mode string) string {
	t.Helper()
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		program = "/usr/sbin/pgbouncer" // Debian's path, which is not in PATH
	}
	u := must.Get(url.Parse(address))(t)
	settings := u.Query()
	server := settings.Get("host")
	if _, err := os.Stat(program); err != nil || server == "" {
		t.Skip("PgBouncer is not installed, or the server is not one of the test's own")
	}
	dir := must.Get(os.MkdirTemp("", "pooler-"))(t)
	file := filepath.Join(dir, "settings.ini")
	must.OK(t, os.WriteFile(file, fmt.Appendf(nil, poolerSettings, server, dir, mode), 0o644))
	as := must.Get(leaveRoot(dir))(t)
	cmd := exec.Command("/bin/sh", "-c", leashed, "sh", program, dir, file)
	cmd.SysProcAttr = as
	leash, err := cmd.StdinPipe()
	if err == nil {
		err = cmd.Start()
	}
	must.OK(t, err)
	t.Cleanup(func() {
		_, _ = leash.Write([]byte("TERM\n"))
		_ = leash.Close()
		_ = cmd.Wait()
		_ = os.RemoveAll(dir)
	})
	settings.Set("host", dir)
	u.RawQuery = settings.Encode()
	settings.Del("search_path") // a pooler refuses it at the start of a connection
	plain := *u
	plain.RawQuery = settings.Encode()
	for began := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		conn, err := pgx.Connect(context.Background(), plain.String())
		if err == nil {
			_ = conn.Close(context.Background())
			return u.String()
		}
		if time.Since(began) > startTime {
			log, _ := os.ReadFile(filepath.Join(dir, "log"))
			t.Fatalf("PgBouncer does not start: %v\n%s", err, log)
		}
	}
}
