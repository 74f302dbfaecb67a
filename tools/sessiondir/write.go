package sessiondir

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/writer"
)

// maxTries is how often a write looks again at a file that another writer changed meanwhile.
const maxTries = 10

// ErrChanging: other writers keep changing the file. A file ought to have one writer.
var ErrChanging = errors.New("the file keeps changing")

// Writer writes one session file by the rules of SPEC.md, section 9.8. It may be used by several goroutines at once. What
// it knows of the file it reads again when the length of the file is not what it left, as after a write that failed.
type Writer struct {
	path string

	mu   sync.Mutex
	file *writer.File // nil if it is not known
	size int64
}

// NewWriter makes a writer for a file whose directory is there. The file need not be.
func NewWriter(path string) *Writer { return &Writer{path: path} }

// Append makes the batch's rows the context of the file (SR-WRITE-05).
func (w *Writer) Append(b writer.Batch) (writer.Write, error) {
	return w.write(func(f *writer.File) (writer.Write, error) { return f.Append(b) })
}

// Interrupt keeps what an interrupted turn said last (SR-WRITE-08).
func (w *Writer) Interrupt(b writer.Batch, partial writer.Partial) (writer.Write, error) {
	return w.write(func(f *writer.File) (writer.Write, error) { return f.Interrupt(b, partial) })
}

func (w *Writer) write(ask func(*writer.File) (writer.Write, error)) (writer.Write, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for try := range maxTries {
		time.Sleep(time.Duration(try) * time.Millisecond) // others are at it
		if err := w.look(); err != nil {
			return writer.Write{}, fmt.Errorf("session file: %w", err)
		}
		write, err := ask(w.file)
		if err != nil {
			return writer.Write{}, err
		}
		switch err := w.put(write); {
		case err == nil:
			w.file.Written(write)
			return write, nil
		case errors.Is(err, errChanged):
			w.file = nil
		default:
			w.file = nil // the file may hold a part of the batch
			return writer.Write{}, fmt.Errorf("session file: %w", err)
		}
	}
	return writer.Write{}, fmt.Errorf("session file: %w", ErrChanging)
}

// look reads the file, unless it is as it was left.
func (w *Writer) look() error {
	info, err := os.Lstat(w.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		w.file, err = writer.Open("")
		w.size = -1
		return err
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return ErrNotRegular
	case w.file != nil && info.Size() == w.size:
		return nil
	}
	text, err := File{Size: info.Size(), path: w.path}.read()
	if err != nil {
		return err
	}
	w.file, err = writer.Open(text)
	w.size = int64(len(text))
	return err
}

// errChanged: the file is not what look read.
var errChanged = errors.New("the file changed")

func (w *Writer) put(write writer.Write) error {
	switch write.Mode {
	case writer.Nothing:
		return nil
	case writer.Create:
		if err := create(w.path, write.Bytes, w.size); err != nil {
			return err
		}
		w.size = int64(len(write.Bytes))
		return nil
	}
	if err := appendTo(w.path, write.Bytes, w.size); err != nil {
		return err
	}
	w.size += int64(len(write.Bytes))
	return nil
}

// appendTo appends in one write to a file of this size, and waits until it is on the disk (SR-WRITE-04).
func appendTo(path, text string, size int64) (err error) {
	file, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY|WithoutWaiting, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() || info.Size() != size {
		return errChanged
	}
	if _, err := file.WriteString(text); err != nil {
		return err
	}
	return file.Sync()
}

// create makes a file appear at once with its text, on the disk before it has its name (SR-WRITE-01). The file must still be
// of this size, which is that of its blank text; -1 is absent.
func create(path, text string, size int64) (err error) {
	dir := filepath.Dir(path)
	temporary, err := os.CreateTemp(dir, "."+filepath.Base(path)+".*.tmp") // no name of a session file (SR-FILE-01)
	if err != nil {
		return err
	}
	name := temporary.Name()
	defer func() {
		if removed := os.Remove(name); !errors.Is(removed, fs.ErrNotExist) {
			err = errors.Join(err, removed)
		}
	}()
	_, err = temporary.WriteString(text)
	if info, statErr := os.Stat(path); statErr == nil {
		err = errors.Join(err, temporary.Chmod(info.Mode().Perm()))
	}
	if err = errors.Join(err, temporary.Sync(), temporary.Close()); err != nil {
		return err
	}
	if err := publish(name, path, text, size); err != nil {
		return err
	}
	return syncDirectory(dir)
}

// publish gives the file its name. A link fails where another writer was first. Some file systems have no links: there an
// empty file that must not be there yet is put in the place, and then replaced.
func publish(temporary, path, text string, size int64) error {
	if size >= 0 {
		return replace(temporary, path, text, size)
	}
	switch err := os.Link(temporary, path); {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrExist):
		return errChanged
	}
	place, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	switch {
	case errors.Is(err, fs.ErrExist):
		return errChanged
	case err != nil:
		return err
	}
	if err := place.Close(); err != nil {
		return err
	}
	return replace(temporary, path, text, 0)
}

// replace puts the file in the place of a blank one of this size. Writers do so one after the other, each after another
// look, so that none replaces what another wrote: they lock the file that is there. Where there are no locks it is appended
// to, which loses nothing either, but a crash can leave a part of the batch.
func replace(temporary, path, text string, size int64) (err error) {
	file, err := os.OpenFile(path, os.O_RDWR|WithoutWaiting, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return errChanged
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }() // which unlocks it
	switch err := lock(file); {
	case errors.Is(err, errors.ErrUnsupported):
		return appendTo(path, text[size:], size)
	case err != nil:
		return err
	}
	opened, err := file.Stat()
	if err != nil {
		return err
	}
	now, err := os.Lstat(path)
	if err != nil || !os.SameFile(opened, now) || now.Size() != size {
		return errChanged
	}
	return os.Rename(temporary, path)
}
