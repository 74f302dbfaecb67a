package capsule

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Write puts the capsule into the directory, which is made if need be, and returns the path of the file. The name is that
// of the check, of the symptom, of the place and of the case, so that one finding has one file.
func Write(directory string, c Capsule) (string, error) {
	if err := os.MkdirAll(directory, 0o755); err != nil {
		return "", fmt.Errorf("capsule: %w", err)
	}
	path := filepath.Join(directory, fileName(c))
	// Written beside and renamed: a reader never sees half of one, also when several processes find the same.
	file, err := os.CreateTemp(directory, ".capsule-*")
	if err != nil {
		return "", fmt.Errorf("capsule: %w", err)
	}
	defer os.Remove(file.Name()) // fails once it is renamed
	_, err = file.Write(c.Format())
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Chmod(file.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(file.Name(), path)
	}
	if err != nil {
		return "", fmt.Errorf("capsule: %w", err)
	}
	return path, nil
}

// maxName bounds the readable part of a file name.
const maxName = 80

// fileName has only letters, digits, hyphens and dots, whatever the check is called.
func fileName(c Capsule) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9':
			return r
		}
		return '-'
	}, strings.Join([]string{string(c.Outcome), c.Check, c.Symptom, c.Path}, "-"))
	for strings.Contains(name, "--") {
		name = strings.ReplaceAll(name, "--", "-")
	}
	return strings.Trim(name[:min(len(name), maxName)], "-") + "-" + c.Case.Digest() + ".txtar"
}

// Read reads a capsule from a file.
func Read(path string) (Capsule, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return Capsule{}, fmt.Errorf("capsule: %w", err)
	}
	return Parse(data)
}
