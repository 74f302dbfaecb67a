package command

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// replaceFile writes a file whole or not at all: the text is written beside it and takes its place. What a link names is
// replaced or made, not the link; what is no regular file, such as a terminal, is written to.
func replaceFile(name string, text []byte) (err error) {
	mode := fs.FileMode(0o644)
	name = behindLinks(name)
	switch info, err := os.Stat(name); {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
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

// maxLinks bounds the links that are followed, as systems do.
const maxLinks = 40

// behindLinks is the file that a name stands for, whether it is there or not. Of links in a circle it is one of them.
func behindLinks(name string) string {
	for range maxLinks {
		link, err := os.Readlink(name)
		if err != nil {
			break // it is none
		}
		if !filepath.IsAbs(link) {
			directory := filepath.Dir(name)
			if real, err := filepath.EvalSymlinks(directory); err == nil {
				directory = real // ".." in the link counts from there
			}
			link = filepath.Join(directory, link)
		}
		name = link
	}
	return name
}
