package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// stamps name what judges. A result counts for those that it was made by; what another one found says nothing about them.
type stamps struct {
	kit   string // of certify and model: their code, the fixtures, the seed and the number of cases
	tests string // of the unit tests: their code and data, and the code that they run
}

// stampsOf reads the module at root. The mutants themselves are not in it: each is made from the sources as they are.
func stampsOf(ctx context.Context, root string, seed uint64, cases int) (s stamps, err error) {
	if s.kit, err = stampOf(ctx, root, false, "./tools/certify", "./tools/judge"); err != nil {
		return s, err
	}
	s.kit = fmt.Sprintf("%s-%d-%d", s.kit, seed, cases)
	s.tests, err = stampOf(ctx, root, true, unitTests...)
	return s, err
}

// stampOf is a digest of all files of this module that packages are made of, with what their tests read or without.
func stampOf(ctx context.Context, root string, tests bool, patterns ...string) (string, error) {
	flags := []string{"-deps"}
	if tests {
		flags = append(flags, "-test")
	}
	packages, err := goList(ctx, root, append(flags, patterns...)...)
	if err != nil {
		return "", err
	}
	files := []string{filepath.Join(root, "go.mod")}
	for _, one := range packages {
		if directory, err := filepath.Rel(root, one.Dir); one.Standard || err != nil || !filepath.IsLocal(directory) {
			continue // its version stands in go.mod
		}
		names := slices.Concat(one.GoFiles, one.EmbedFiles)
		if tests {
			names = slices.Concat(names, one.TestGoFiles, one.XTestGoFiles, one.TestEmbedFiles, one.XTestEmbedFiles)
			data, err := filesBelow(filepath.Join(one.Dir, "testdata"))
			if err != nil {
				return "", err
			}
			files = append(files, data...)
		}
		for _, name := range names {
			if !filepath.IsAbs(name) { // go test writes its main function elsewhere
				files = append(files, filepath.Join(one.Dir, name))
			}
		}
	}
	slices.Sort(files)
	sum := sha256.New()
	for _, file := range slices.Compact(files) {
		digest, err := digestOf(file)
		if err != nil {
			return "", err
		}
		name, _ := filepath.Rel(root, file)
		fmt.Fprintf(sum, "%s %s\n", filepath.ToSlash(name), digest)
	}
	return fmt.Sprintf("%x", sum.Sum(nil))[:12], nil
}

// filesBelow are all files of a directory, which need not be there, but not those that failing tests keep.
func filesBelow(directory string) (files []string, err error) {
	err = filepath.WalkDir(directory, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case os.IsNotExist(err) && path == directory:
			return fs.SkipAll
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == "rapid":
			return fs.SkipDir
		case entry.Type().IsRegular():
			files = append(files, path)
		}
		return nil
	})
	return files, err
}
