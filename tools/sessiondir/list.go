package sessiondir

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw/layout"
)

// ErrNotRegular: a name of a session file belongs to a directory, a link, a pipe or a device, or that of a store to no
// directory.
var ErrNotRegular = errors.New("not a regular file or directory of its own")

// File is a session file as it was when the store was listed.
type File struct {
	Name    string // in the file set: slash-separated
	Size    int64  // bytes that are read
	ModTime time.Time

	path string
}

// Skipped is a session file that is left out, and why.
type Skipped struct {
	Name string
	Err  error
}

func (s Skipped) Error() string { return s.Name + ": " + s.Err.Error() }

// Unwrap gives the reason.
func (s Skipped) Unwrap() error { return s.Err }

// List gives the session files of the store, sorted by name, and those that are none though they are named like one. The
// error is that of a path that was given to Open.
func (s *Store) List() ([]File, []Skipped, error) {
	l, err := s.list()
	return l.files, l.skipped, err
}

func (s *Store) list() (lister, error) {
	l := lister{prefix: len(s.paths) > 1}
	for _, given := range s.paths {
		info, err := os.Stat(given)
		if err != nil {
			return lister{}, fmt.Errorf("session files: %w", err)
		}
		if info.IsDir() {
			err = l.directory(given)
		} else {
			l.prefix, l.single = true, true
			l.add(filepath.ToSlash(filepath.Clean(given)), given, info)
		}
		if err != nil {
			return lister{}, fmt.Errorf("session files: %w", err)
		}
	}
	slices.SortStableFunc(l.files, func(a, b File) int { return cmp.Compare(a.Name, b.Name) })
	l.files = slices.CompactFunc(l.files, func(a, b File) bool { return a.Name == b.Name })
	return l, nil
}

type lister struct {
	prefix  bool // names begin with the path that was given
	single  bool // a file was given by itself
	dirs    []directory
	files   []File
	skipped []Skipped
}

// directory lists the files of one directory, and where it is a workspace those of its stores: session_raw and
// session_raw-PROFILE.
func (l *lister) directory(given string) error {
	base := ""
	if l.prefix {
		base = filepath.ToSlash(filepath.Clean(given))
	}
	entries, err := l.read(given)
	if err != nil {
		return err
	}
	l.entries(given, base, entries)
	for _, entry := range entries {
		if !isStore(entry.Name()) {
			continue
		}
		name := path.Join(base, entry.Name())
		if !entry.IsDir() {
			l.skipped = append(l.skipped, Skipped{name, ErrNotRegular})
			continue
		}
		store := filepath.Join(given, entry.Name())
		inner, err := l.read(store)
		if err != nil {
			l.skipped = append(l.skipped, Skipped{name, err})
			continue
		}
		l.entries(store, name, inner)
	}
	return nil
}

// read gives the entries of a directory, sorted by name, and notes how it is.
func (l *lister) read(dir string) ([]fs.DirEntry, error) {
	file, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // nothing was written
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	entries, err := file.ReadDir(-1)
	if err != nil {
		return nil, err
	}
	now := directory{path: dir, modTime: info.ModTime()}
	for _, entry := range entries {
		now.names = append(now.names, entry.Name())
	}
	l.dirs = append(l.dirs, now)
	slices.SortFunc(entries, func(a, b fs.DirEntry) int { return cmp.Compare(a.Name(), b.Name()) })
	return entries, nil
}

// isStore knows the names of stores in a workspace.
func isStore(name string) bool {
	profile, ok := strings.CutPrefix(name, "session_raw-")
	return name == "session_raw" || ok && profile != ""
}

func (l *lister) entries(dir, base string, entries []fs.DirEntry) {
	for _, entry := range entries {
		if _, ok := layout.ParseName(entry.Name()); !ok {
			continue
		}
		name := path.Join(base, entry.Name())
		info, err := entry.Info()
		switch {
		case errors.Is(err, fs.ErrNotExist): // removed since
		case err != nil:
			l.skipped = append(l.skipped, Skipped{name, err})
		default:
			l.add(name, filepath.Join(dir, entry.Name()), info)
		}
	}
}

func (l *lister) add(name, file string, info fs.FileInfo) {
	if !info.Mode().IsRegular() {
		l.skipped = append(l.skipped, Skipped{name, ErrNotRegular})
		return
	}
	l.files = append(l.files, File{Name: name, Size: info.Size(), ModTime: info.ModTime(), path: file})
}
