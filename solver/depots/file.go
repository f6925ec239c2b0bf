package depots

import (
	"bufio"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// A file is compressed by zlib, which adds a checksum. It holds a fileHead and the slots of all
// buckets, little-endian.
const (
	fileMark = "Nimatron table\n"
	// fileVersion must change if entries change: normal forms, hashes, salts, bits.
	fileVersion = 3
	// maxFileLog bounds the memory of a table from a file, to 256 MiB.
	maxFileLog = 22
)

type fileHead struct {
	Mark    [15]byte
	Version uint8
	Log     uint8 // log2 of the number of buckets
	Seed    [2]uint64
}

// Errors of ReadTable.
var (
	ErrNoTable      = errors.New("this is not a table of positions proved by this version of the program")
	ErrDamagedTable = errors.New("this table of proved positions is damaged, or was cut off")
)

// Write writes the table. No search may use it at the same time.
func (t *Table) Write(w io.Writer) error {
	out, _ := zlib.NewWriterLevel(w, zlib.BestSpeed) // the level is valid
	head := fileHead{[15]byte([]byte(fileMark)), fileVersion, uint8(64 - t.shift), [2]uint64{t.seed.a, t.seed.b}}
	if err := binary.Write(out, binary.LittleEndian, head); err != nil {
		return err
	}
	var room [16 * len(bucket{})]byte
	for i := range t.buckets {
		for j := range t.buckets[i] {
			binary.LittleEndian.PutUint64(room[16*j:], t.buckets[i][j].mixed.Load())
			binary.LittleEndian.PutUint64(room[16*j+8:], t.buckets[i][j].data.Load())
		}
		if _, err := out.Write(room[:]); err != nil {
			return err
		}
	}
	return out.Close()
}

// ReadTable reads a table from Write, into at most 256 MiB. It trusts the content, which must come
// from a trusted search. The error wraps ErrNoTable or ErrDamagedTable.
func ReadTable(r io.Reader) (*Table, error) {
	buffered := bufio.NewReaderSize(r, 1<<16)
	in, err := zlib.NewReader(buffered)
	if err != nil {
		return nil, ErrNoTable
	}
	var head fileHead
	err = binary.Read(in, binary.LittleEndian, &head)
	if err != nil || string(head.Mark[:]) != fileMark || head.Version != fileVersion || head.Log > maxFileLog {
		return nil, ErrNoTable
	}
	t := newTable(64<<head.Log, key{head.Seed[0], head.Seed[1]})
	var room [16 * len(bucket{})]byte
	for i := range t.buckets {
		if _, err := io.ReadFull(in, room[:]); err != nil {
			return nil, fmt.Errorf("%w: %w", ErrDamagedTable, err)
		}
		for j := range t.buckets[i] {
			t.buckets[i][j].mixed.Store(binary.LittleEndian.Uint64(room[16*j:]))
			t.buckets[i][j].data.Store(binary.LittleEndian.Uint64(room[16*j+8:]))
		}
	}
	// The checksum is verified at the end of the data, where nothing may follow.
	n, err := in.Read(room[:])
	if _, more := buffered.ReadByte(); n > 0 || err != io.EOF || more != io.EOF {
		return nil, fmt.Errorf("%w: its end is not where it should be, or its checksum is wrong", ErrDamagedTable)
	}
	return t, nil
}
