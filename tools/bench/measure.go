package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/transcriptspec/transcriptspec/fuzz/generate"
	"github.com/transcriptspec/transcriptspec/reference/chatrecord"
	"github.com/transcriptspec/transcriptspec/reference/jsonl"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// figures are what one process measured; it writes them to its standard output. A process of node knows a part of them.
type figures struct {
	DecodeMs  float64 `json:"decodeMs"`  // lines to values
	ProjectMs float64 `json:"projectMs"` // lines to projection
	EncodeMs  float64 `json:"encodeMs"`  // projection to JSON text that is thrown away as it comes
	Mallocs   float64 `json:"mallocs"`   // allocations from lines to projection
	PeakBytes float64 `json:"peakBytes"` // most resident memory, from start to end; 0 where the system does not say
	Blocks    int     `json:"blocks"`
}

// measureAndReport is what a child process does.
func measureAndReport(file string) error {
	text, err := readFile(file)
	if err != nil {
		return err
	}
	measured, err := measure(text)
	if err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(measured)
}

// readFile reads without a second copy, as the transcript command does.
func readFile(name string) (string, error) {
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return "", err
	}
	var text strings.Builder
	text.Grow(int(info.Size()))
	_, err = io.Copy(&text, file)
	return text.String(), err
}

func measure(text string) (figures, error) {
	before := mallocs()
	start := time.Now()
	var records []jsvalue.Value
	for line, damage := range jsonl.Lines(text) {
		if damage == nil {
			records = append(records, line.Value)
		}
	}
	decoded := time.Now()
	projection, err := chatrecord.Project(records, chatrecord.Options{})
	if err != nil {
		return figures{}, err
	}
	projected := time.Now()
	allocated := mallocs() - before
	encoding := time.Now()
	if err := projection.WriteJSON(io.Discard); err != nil {
		return figures{}, err
	}
	encoded := time.Now()
	return figures{
		DecodeMs: milliseconds(start, decoded), ProjectMs: milliseconds(start, projected), EncodeMs: milliseconds(encoding, encoded),
		Mallocs: allocated, PeakBytes: peakBytes(), Blocks: len(projection.Blocks),
	}, nil
}

func milliseconds(from, to time.Time) float64 {
	return float64(to.Sub(from)) / float64(time.Millisecond)
}

func mallocs() float64 {
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	return float64(memory.Mallocs)
}

// peakBytes is the largest resident size of this process, where the system has /proc.
func peakBytes() float64 {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return 0
	}
	return peakOf(string(status))
}

func peakOf(status string) float64 {
	_, rest, _ := strings.Cut(status, "VmHWM:")
	size, _, found := strings.Cut(rest, " kB")
	kilobytes, err := strconv.ParseFloat(strings.TrimSpace(size), 64)
	if !found || err != nil {
		return 0
	}
	return kilobytes * 1024
}

func childFigures(command *exec.Cmd) (figures, error) {
	command.Stderr = os.Stderr
	output, err := command.Output()
	if err != nil {
		return figures{}, fmt.Errorf("a measuring process failed: %w", err)
	}
	var measured figures
	if err := json.Unmarshal(output, &measured); err != nil {
		return figures{}, fmt.Errorf("a measuring process wrote no figures: %w", err)
	}
	return measured, nil
}

// writeSession writes a generated session to a file.
func writeSession(directory string, records int) (name string, size int64, err error) {
	return writeFile(filepath.Join(directory, "session-"+strconv.Itoa(records)+".jsonl"), func(w *bufio.Writer) {
		for line := range generate.Session(1, records) {
			w.Write(line) // Flush returns the first error
			w.WriteByte('\n')
		}
	})
}

func writeFile(name string, write func(w *bufio.Writer)) (_ string, size int64, err error) {
	file, err := os.Create(name)
	if err != nil {
		return "", 0, err
	}
	defer file.Close()
	w := bufio.NewWriterSize(file, 1<<20)
	write(w)
	if err := w.Flush(); err != nil {
		return "", 0, err
	}
	info, err := file.Stat()
	if err != nil {
		return "", 0, err
	}
	return name, info.Size(), nil
}
