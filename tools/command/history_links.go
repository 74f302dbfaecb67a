package command

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// The links of a directory are followed here and not by os.Root, which refuses every absolute one, wherever it leads. What is opened is
// the name without links, by os.Root: a link that comes into its place meanwhile cannot lead out (ES-HIST-13).

var (
	errLeadsOut = errors.New("it is a link that leads out of the directory")
	errCircle   = errors.New("too many levels of symbolic links")
)

// located is a file below a directory.
type located struct {
	name   string // as it is asked for
	inside string // without links
	info   fs.FileInfo
	err    error // why it is not there: errLeadsOut, errCircle, fs.ErrNotExist, or that of the file system
}

// locate follows the links of a name below a directory.
func locate(root *os.Root, name string) located {
	at := located{name: name, inside: name}
	dir, err := filepath.Abs(root.Name())
	if err == nil {
		dir, err = filepath.EvalSymlinks(dir)
	}
	var target string
	if err == nil {
		target, err = followLinks(dir, name)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		at.err = err
		return at
	}
	inside, outside := filepath.Rel(dir, target)
	if outside != nil || !filepath.IsLocal(inside) {
		at.err = errLeadsOut
		return at
	}
	if err != nil {
		at.err = err
		return at
	}
	at.inside = filepath.ToSlash(inside)
	at.info, at.err = root.Stat(at.inside)
	return at
}

// followLinks is where a name below a directory that is named without links leads to. The error is that of the system, such as
// syscall.ENOTDIR for what stands below a file. Where a part is not there, it is fs.ErrNotExist, and the rest of the name is taken by its
// words, which say no more than whether it would lead out.
func followLinks(dir, name string) (string, error) {
	rest := parts(name)
	for links := 0; len(rest) > 0; {
		next := filepath.Join(dir, rest[0])
		info, err := os.Lstat(next)
		if errors.Is(err, fs.ErrNotExist) {
			return filepath.Join(dir, filepath.Join(rest...)), fs.ErrNotExist
		}
		if err != nil {
			return "", err
		}
		rest = rest[1:]
		if info.Mode()&fs.ModeSymlink == 0 {
			if len(rest) > 0 && !info.IsDir() {
				return "", &fs.PathError{Op: "open", Path: next, Err: syscall.ENOTDIR}
			}
			dir = next
			continue
		}
		if links++; links > maxLinks {
			return "", errCircle
		}
		target, err := os.Readlink(next)
		if err != nil {
			return "", err
		}
		if filepath.IsAbs(target) {
			volume := filepath.VolumeName(target)
			dir, target = volume+string(filepath.Separator), target[len(volume):]
		}
		rest = append(parts(target), rest...)
	}
	return dir, nil
}

// parts are the names in a path. A name "..", which is one, leads out of where the path has come to; a last one "." stands for a
// separator at the end, which only directories may have.
func parts(path string) []string {
	names := strings.FieldsFunc(path, func(r rune) bool { return r < 0x80 && os.IsPathSeparator(uint8(r)) })
	if len(names) > 0 && os.IsPathSeparator(path[len(path)-1]) {
		names = append(names, ".")
	}
	return names
}
