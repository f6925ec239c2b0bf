package chat

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"nimatron/commands/view"
)

// maxPrinted bounds the lines of a printed file. Longer files, and files that are not text, are
// written to the disk.
const maxPrinted = 50

// maxSameName bounds the files with the same name.
const maxSameName = 1000

// keepLong writes the long files of a reply to the disk and names them in the text. A file that
// can't be written is printed.
func (s *session) keepLong(r *view.Reply) {
	var short []view.File
	for _, f := range r.Files {
		lines := bytes.Count(f.Data, []byte("\n"))
		if utf8.Valid(f.Data) && lines <= maxPrinted {
			short = append(short, f)
			continue
		}
		path, err := s.write(f)
		if err != nil {
			s.Log.Warn("a file can't be written", "dir", s.Dir, "err", err)
			short = append(short, f)
			continue
		}
		r.Text = strings.TrimSpace(fmt.Sprintf("%s\nI wrote it to a file: %s", r.Text, path))
	}
	r.Files = short
}

// write creates a file for this user only. A number is added if the name exists.
func (s *session) write(f view.File) (path string, err error) {
	dir, err := filepath.Abs(s.Dir)
	if err != nil {
		return "", err
	}
	name := filepath.Base(sanitize(f.Name))
	stem, ending, _ := strings.Cut(name, ".")
	for n := 1; n <= maxSameName; n++ {
		if n > 1 {
			name = fmt.Sprintf("%s-%d.%s", stem, n, ending)
		}
		path = filepath.Join(dir, name)
		file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = file.Write(f.Data)
		return path, errors.Join(err, file.Close())
	}
	return "", fmt.Errorf("there are %d files %s already", maxSameName, stem)
}
