package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
)

// Result is what became of a mutant. Test, Certify and Model are what found it first, "" where nothing did.
type Result struct {
	Mutant   Mutant
	Digest   string // of the file
	Compiles bool
	Test     string
	Certify  string
	Model    string
	Seconds  float64

	Kit   string // what Certify and Model are by, as stamps has it
	Tests string // what Test is by
}

// seenBy is what found it first, for one of the three scores.
func (r Result) seenBy(score string) string {
	return map[string]string{"test": r.Test, "certify": r.Certify, "model": r.Model}[score]
}

// key names a mutant of a file with that content.
func key(m Mutant, digest string) string {
	return fmt.Sprintf("%s %s %d %d %s", m.File, digest, m.Start, m.End, m.Operator)
}

// Results are kept as lines of JSON, one written as soon as it is known, so that a run goes on where the last one ended. Of
// two about one mutant the later counts; each says by what it was judged. Several goroutines may use it.
type Results struct {
	file  string
	lock  sync.Mutex
	byKey map[string]Result
}

// OpenResults reads what is there.
func OpenResults(file string) (*Results, error) {
	r := &Results{file: file, byKey: map[string]Result{}}
	lines, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	if err != nil {
		return nil, err
	}
	defer lines.Close()
	scanner := bufio.NewScanner(lines)
	scanner.Buffer(nil, 1<<20)
	for number := 1; scanner.Scan(); number++ {
		var one Result
		if err := json.Unmarshal(scanner.Bytes(), &one); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, number, err)
		}
		r.byKey[key(one.Mutant, one.Digest)] = one
	}
	return r, scanner.Err()
}

// Find is the result of a mutant of a file with that content.
func (r *Results) Find(m Mutant, digest string) (Result, bool) {
	r.lock.Lock()
	defer r.lock.Unlock()
	one, ok := r.byKey[key(m, digest)]
	return one, ok
}

// Add keeps a result.
func (r *Results) Add(one Result) error {
	r.lock.Lock()
	defer r.lock.Unlock()
	line, err := json.Marshal(one)
	if err != nil {
		return err
	}
	file, err := os.OpenFile(r.file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(append(line, '\n'))
	if err := errors.Join(err, file.Close()); err != nil {
		return err
	}
	r.byKey[key(one.Mutant, one.Digest)] = one
	return nil
}
