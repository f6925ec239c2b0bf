package postgrestest

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nimatron/internal/must"
	"nimatron/internal/testlong"
)

// The server runs as long as a process needs it, even if processes are killed. The next process
// starts a new one.
func TestSharedServer(t *testing.T) {
	const joiner = "NIMATRON_TEST_JOINER"
	if os.Getenv(joiner) != "" {
		fmt.Println(join())
		_, _ = io.Copy(io.Discard, os.Stdin) // until it is killed
		return
	}
	if !testlong.Long() {
		t.Skip("it starts two servers")
	}
	wanted(t)
	if _, err := findPrograms(); err != nil {
		missing(t, err)
	}
	folder := filepath.Join(t.TempDir(), strings.Repeat("x", 60)) // too long for the server's own files
	must.OK(t, os.Mkdir(folder, 0o700))
	begin := func() (address string, kill func()) {
		t.Helper()
		cmd := exec.Command(os.Args[0], "-test.run=^TestSharedServer$")
		cmd.Env = append(os.Environ(), joiner+"=1", "TMPDIR="+folder)
		in, inErr := cmd.StdinPipe()
		out, outErr := cmd.StdoutPipe()
		if inErr != nil || outErr != nil {
			t.Fatal(inErr, outErr)
		}
		must.OK(t, cmd.Start())
		kill = func() {
			_ = cmd.Process.Kill()
			_ = in.Close()
			_ = cmd.Wait()
		}
		t.Cleanup(kill)
		said, err := bufio.NewReader(out).ReadString('\n')
		address, ok := strings.CutSuffix(said, " <nil>\n")
		if !ok {
			t.Fatal(said, err)
		}
		return address, kill
	}
	first, killFirst := begin()
	second, killSecond := begin()
	if first != second {
		t.Errorf("two servers: %s and %s", first, second)
	}
	killFirst()
	if err := answers(second); err != nil {
		t.Errorf("the server has left one that needs it: %v", err)
	}
	killSecond()
	for answers(second) == nil {
		time.Sleep(10 * time.Millisecond)
	}
	third, _ := begin()
	if err := answers(third); third == second || err != nil {
		t.Errorf("%s: %v", third, err)
	}
}
