package depots

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc64"
	"io"
)

// The file format is: mark, version, log2 of the number of buckets, seed, number of entries,
// entries, and a checksum of all that. Numbers are little-endian.
const (
	fileMark = "Nimatron table\n\x00"
	// fileVersion must change with the meaning of an entry: normal forms, hashes, salts, bits.
	fileVersion = 2
	// maxFileLog bounds the memory of a table that is read to 256 MiB.
	maxFileLog = 22
)

type fileHead struct {
	Mark    [16]byte
	Version uint8
	Log     uint8
	Seed    [2]uint64
	Entries uint64
}

// fileEntry is a non-empty slot.
type fileEntry struct {
	Bucket uint32
	Check  uint64
	Data   uint64
}

const fileEntrySize = 20

// ErrNoTable means that a file is no table, or one of another version. ErrDamagedTable means that a
// table is damaged.
var (
	ErrNoTable      = errors.New("this is no table of proved positions of this version of the program")
	ErrDamagedTable = errors.New("this table of proved positions is damaged, or was cut off")
)

// Write writes the table. No search may use it meanwhile.
func (t *Table) Write(w io.Writer) error {
	buffered := bufio.NewWriterSize(w, 1<<16)
	sum := crc64.New(crc64.MakeTable(crc64.ECMA))
	out := io.MultiWriter(buffered, sum)
	head := fileHead{Version: fileVersion, Log: uint8(64 - t.shift), Seed: [2]uint64{t.seed.a, t.seed.b}}
	copy(head.Mark[:], fileMark)
	for i := range t.buckets {
		for j := range t.buckets[i] {
			if t.buckets[i][j].data.Load() != 0 {
				head.Entries++
			}
		}
	}
	if err := binary.Write(out, binary.LittleEndian, head); err != nil {
		return err
	}
	var room [fileEntrySize]byte
	for i := range t.buckets {
		for j := range t.buckets[i] {
			slot := &t.buckets[i][j]
			data := slot.data.Load()
			if data == 0 {
				continue
			}
			binary.LittleEndian.PutUint32(room[:], uint32(i))
			binary.LittleEndian.PutUint64(room[4:], slot.mixed.Load()^data)
			binary.LittleEndian.PutUint64(room[12:], data)
			if _, err := out.Write(room[:]); err != nil {
				return err
			}
		}
	}
	if err := binary.Write(buffered, binary.LittleEndian, sum.Sum64()); err != nil {
		return err
	}
	return buffered.Flush()
}

// ReadTable reads a table from Write, into at most 256 MiB. Its content is trusted, so it must come
// from a trusted search. The error wraps ErrNoTable or ErrDamagedTable, or is r's.
func ReadTable(r io.Reader) (*Table, error) {
	buffered := bufio.NewReaderSize(r, 1<<16)
	sum := crc64.New(crc64.MakeTable(crc64.ECMA))
	in := io.TeeReader(buffered, sum)
	var head fileHead
	if err := binary.Read(in, binary.LittleEndian, &head); err != nil {
		return nil, damaged(err, ErrNoTable)
	}
	if !bytes.Equal(head.Mark[:], []byte(fileMark)) || head.Version != fileVersion {
		return nil, ErrNoTable
	}
	if head.Log > maxFileLog || head.Entries > 4<<head.Log {
		return nil, fmt.Errorf("%w: it says that it has 2^%d buckets with %d entries", ErrDamagedTable, head.Log, head.Entries)
	}
	t := newTable(64<<head.Log, key{head.Seed[0], head.Seed[1]})
	filled := make([]uint8, len(t.buckets))
	var room [fileEntrySize]byte
	for range head.Entries {
		if _, err := io.ReadFull(in, room[:]); err != nil {
			return nil, damaged(err, ErrDamagedTable)
		}
		e := fileEntry{binary.LittleEndian.Uint32(room[:]), binary.LittleEndian.Uint64(room[4:]), binary.LittleEndian.Uint64(room[12:])}
		if e.Bucket >= uint32(len(t.buckets)) || filled[e.Bucket] == 4 || e.Data == 0 {
			return nil, ErrDamagedTable
		}
		slot := &t.buckets[e.Bucket][filled[e.Bucket]]
		filled[e.Bucket]++
		slot.data.Store(e.Data)
		slot.mixed.Store(e.Check ^ e.Data)
	}
	want := sum.Sum64()
	var got uint64
	if err := binary.Read(buffered, binary.LittleEndian, &got); err != nil {
		return nil, damaged(err, ErrDamagedTable)
	}
	if _, err := buffered.ReadByte(); got != want || err != io.EOF {
		return nil, ErrDamagedTable
	}
	return t, nil
}

// damaged replaces an unexpected end of the file by means.
func damaged(err, means error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return means
	}
	return err
}
