package command

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// replaceFile writes a file whole or not at all: the text is written beside it and takes its place. What a link names is
// replaced, not the link; what is no regular file, such as a terminal, is written to.
func replaceFile(name string, text []byte) (err error) {
	mode := fs.FileMode(0o644)
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	switch info, err := os.Stat(name); {
	case err == nil && !info.Mode().IsRegular():
		return os.WriteFile(name, text, mode)
	case err == nil:
		mode = info.Mode().Perm()
	}
	file, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*")
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) // fails once it is renamed
	_, err = file.Write(text)
	if err = errors.Join(err, file.Chmod(mode), file.Close()); err != nil {
		return err
	}
	return os.Rename(file.Name(), name)
}
