package sessiondir

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/layout"
)

// headBytes is read first of a file; most header lines are shorter.
const headBytes = 1 << 10

// maxBytes is the length of the longest file that is read: texts lie in memory, and a file with holes can claim any length.
const maxBytes = 1<<31 - 1

// ErrTooLarge: the file is longer than 2 GiB.
var ErrTooLarge = errors.New("longer than 2 GiB")

// Read reads files that List gave, each as far as it went then, to texts by name. A file that cannot be read is left out.
func (s *Store) Read(files ...File) (texts map[string]string, skipped []Skipped) {
	texts = make(map[string]string, len(files))
	for _, file := range files {
		text, err := file.read()
		if err != nil {
			skipped = append(skipped, Skipped{file.Name, err})
			continue
		}
		texts[file.Name] = text
		s.bytesRead.Add(int64(len(text)))
	}
	return texts, skipped
}

// open opens the file, if it still is a regular one.
func (f File) open() (*os.File, error) {
	file, err := os.OpenFile(f.path, os.O_RDONLY|WithoutWaiting, 0)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = ErrNotRegular
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

func (f File) read() (string, error) {
	if f.Size > maxBytes {
		return "", ErrTooLarge
	}
	file, err := f.open()
	if err != nil {
		return "", err
	}
	defer func() { _ = file.Close() }() // nothing was written
	return section(file, 0, f.Size)
}

// section reads a part of a file, less if the file became shorter.
func section(file *os.File, from, to int64) (string, error) {
	var text strings.Builder
	text.Grow(int(to - from))
	_, err := io.Copy(&text, io.NewSectionReader(file, from, to-from))
	return text.String(), err
}

// identify says to which thread the file belongs, and how many bytes were read for that (SR-FILE-03). What is known of the
// file as it was before is not read again, if the file only grew. Of one that is too long to be shown only the beginning and
// the end are looked at.
func (f File) identify(known identified) (id identified, read int64, err error) {
	id.stamp = f.stamp()
	file, err := f.open()
	if err != nil {
		return id, 0, err
	}
	defer func() { _ = file.Close() }() // nothing was written
	head, read, err := f.head(file)
	if err != nil {
		return id, read, err
	}
	part := func(from, to int64) (string, error) {
		text, err := section(file, from, to)
		read += int64(len(text))
		return text, err
	}
	searched := f.Size - layout.TailBytes
	if f.Size <= maxBytes {
		searched = known.stillSearched(f.Size, part)
	}
	if id.identity, err = layout.IdentifyAt(head, f.Size, searched, part); err != nil {
		return id, read, err
	}
	id.identity.Header = id.identity.Header.Clone()
	if id.isNameless() {
		if f.Size > maxBytes {
			return id, read, ErrTooLarge // a header may stand before its end
		}
		id.end, err = sumBefore(id.identity.Searched, part)
	}
	return id, read, err
}

// head reads the first line that is not blank, or one byte more than may be looked at for a header.
func (f File) head(file *os.File) (line string, read int64, err error) {
	var text string
	for size := int64(headBytes); ; size *= 2 {
		more, err := section(file, read, min(size, f.Size, layout.HeaderBytes+1))
		text, read = text+more, read+int64(len(more))
		if err != nil {
			return "", read, fmt.Errorf("header: %w", err)
		}
		if line, ended := layout.FirstLine(text); ended || more == "" || len(text) > layout.HeaderBytes {
			return line, read, nil
		}
	}
}

// gone reports whether a file was removed between two looks.
func gone(err error) bool { return errors.Is(err, fs.ErrNotExist) }
