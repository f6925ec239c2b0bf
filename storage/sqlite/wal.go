package sqlite

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
	"sync"
)

// Sizes in bytes, of SQLite's format of a log (https://sqlite.org/walformat.html).
const (
	logHeaderSize   = 32
	frameHeaderSize = 24
	indexHeaderSize = 48
	pageSizeAt      = 16 // in the first page
	pagesAt         = 28
	schemaAt        = 40
	userVersionAt   = 60
)

const logVersion = 3007000

// A walLog is what stands in a log. Its pages are in frames, and the last frame of a transaction
// commits it. Frames of an older use of the file follow the current ones and have other salts.
type walLog struct {
	header    []byte // nil without a valid one
	committed uint32 // frames up to the last commit before a fault or the end
	later     int    // commits with the same salts after the first invalid frame
	torn      bool   // the file ends within a frame or a transaction
	stamp     stamp  // of the database, as the newest first page before a fault has it
	numbered  bool   // there is such a page
	whole     bool   // it has every page of the database
}

func (l *walLog) salts() []byte { return l.header[16:24] }

func checksum(order binary.ByteOrder, sum [2]uint32, data []byte) [2]uint32 {
	for ; len(data) >= 8; data = data[8:] {
		sum[0] += order.Uint32(data) + sum[1]
		sum[1] += order.Uint32(data[4:]) + sum[0]
	}
	return sum
}

func sumAt(order binary.ByteOrder, at []byte) [2]uint32 {
	return [2]uint32{order.Uint32(at), order.Uint32(at[4:])}
}

// readLog reads a log. The error comes from r, and is never io.EOF.
func readLog(r io.Reader) (l walLog, err error) {
	header := make([]byte, logHeaderSize)
	if _, err := io.ReadFull(r, header); err != nil {
		return l, ended(err)
	}
	var order binary.ByteOrder = binary.LittleEndian
	magic, size := binary.BigEndian.Uint32(header), binary.BigEndian.Uint32(header[8:])
	if magic&1 != 0 {
		order = binary.BigEndian
	}
	sum := checksum(order, [2]uint32{}, header[:24])
	if magic&^1 != 0x377f0682 || binary.BigEndian.Uint32(header[4:]) != logVersion ||
		size < 512 || size > 65536 || size&(size-1) != 0 || sum != sumAt(binary.BigEndian, header[24:]) {
		return l, nil
	}
	l.header = header
	frame := make([]byte, frameHeaderSize+size)
	valid := true
	var newest stamp
	var numbered bool
	pages := map[uint32]bool{}
	for n := uint32(1); ; n++ {
		if read, err := io.ReadFull(r, frame); err != nil {
			l.torn = valid && (read > 0 || l.committed < n-1)
			return l, ended(err)
		}
		same := bytes.Equal(frame[8:16], l.salts())
		if valid {
			sum = checksum(order, sum, frame[:8])
			sum = checksum(order, sum, frame[frameHeaderSize:])
			valid = same && sum == sumAt(binary.BigEndian, frame[16:])
		}
		if valid {
			pages[binary.BigEndian.Uint32(frame)] = true
		}
		if valid && binary.BigEndian.Uint32(frame) == 1 {
			first := frame[frameHeaderSize:]
			newest = stamp{number: int32(binary.BigEndian.Uint32(first[userVersionAt:])), schema: binary.BigEndian.Uint32(first[schemaAt:])}
			numbered = true
		}
		switch size := binary.BigEndian.Uint32(frame[4:]); { // of the database, after a commit
		case size != 0 && valid:
			l.committed, l.stamp, l.numbered, l.whole = n, newest, numbered, len(pages) >= int(size)
		case size != 0 && same:
			l.later++
		}
	}
}

func ended(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil
	}
	return err
}

// A logIndex is the header of a file -shm. It survives a killed process, and SQLite writes it only after
// the frames it counts.
type logIndex struct {
	salts  []byte
	frames uint32
	moved  uint32
}

func parseIndex(text []byte) (x logIndex, ok bool) {
	order := binary.NativeEndian
	if len(text) < 2*indexHeaderSize+4 || !bytes.Equal(text[:indexHeaderSize], text[indexHeaderSize:2*indexHeaderSize]) ||
		order.Uint32(text) != logVersion || text[12] != 1 ||
		checksum(order, [2]uint32{}, text[:40]) != sumAt(order, text[40:]) {
		return x, false
	}
	return logIndex{salts: text[32:40], frames: order.Uint32(text[16:]), moved: order.Uint32(text[2*indexHeaderSize:])}, true
}

// inUse counts the users of each database in this process. A process that closes a -shm file loses
// SQLite's locks on it, so only the first user reads that file.
var inUse = struct {
	sync.Mutex
	users map[string]int
}{users: map[string]int{}}

func use(abs string) (release func()) {
	inUse.Lock()
	defer inUse.Unlock()
	inUse.users[abs]++
	return sync.OnceFunc(func() {
		inUse.Lock()
		defer inUse.Unlock()
		if inUse.users[abs]--; inUse.users[abs] == 0 {
			delete(inUse.users, abs)
		}
	})
}

// indexText returns the beginning of the -shm file, nil if there is none or it can't be read safely.
func indexText(abs string) []byte {
	inUse.Lock()
	defer inUse.Unlock()
	if inUse.users[abs] > 1 {
		return nil
	}
	f, err := os.Open(abs + "-shm")
	if err != nil {
		return nil
	}
	defer f.Close()
	text := make([]byte, 2*indexHeaderSize+4) // SQLite locks bytes behind these
	if _, err := io.ReadFull(f, text); err != nil {
		return nil
	}
	return text
}

type logState struct {
	walLog
	index logIndex
	size  int64 // frames that the index counts but the log lacks
	lost  bool  // frames that the index counts are missing
	busy  bool  // another process writes, so nothing else here is known
}

// readState reads the index and then the log, while other processes may use them. What changes meanwhile is
// read again; a log that changes each time is in use, and so not damaged.
func readState(abs string) (s logState, err error) {
	for range 5 {
		before := indexText(abs)
		if s, err = compareLog(abs, before); err != nil {
			return s, err
		}
		again, err := compareLog(abs, before)
		if err != nil {
			return s, err
		}
		same := bytes.Equal(s.header, again.header) && s.size == again.size && s.committed == again.committed
		if same && bytes.Equal(before, indexText(abs)) {
			return s, nil
		}
	}
	return logState{busy: true}, nil
}

func compareLog(abs string, index []byte) (s logState, err error) {
	f, err := os.Open(abs + "-wal")
	if err == nil {
		defer f.Close() // opened for reading only; SQLite has no locks on it
		var info os.FileInfo
		if info, err = f.Stat(); err == nil {
			s.size = info.Size()
			s.walLog, err = readLog(bufio.NewReaderSize(f, 1<<20))
		}
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return s, err
	}
	// A valid log with other salts is newer than the index, as a power failure may leave them.
	if x, ok := parseIndex(index); ok && (s.header == nil || bytes.Equal(x.salts, s.salts())) {
		s.index = x
		s.lost = x.moved < x.frames && s.committed < x.frames
	}
	return s, nil
}
