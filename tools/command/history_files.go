package command

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/history"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
)

// mostCompressed bounds what a compressed file may hold: it is read as a whole, and a small one can claim any size.
const mostCompressed = 1 << 30

// readable makes a file readable by windows: one that is compressed is read as a whole (ES-HIST-13). It takes the file over.
func readable(disk *os.File, name string) (chatFile, error) {
	info, err := disk.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is no regular file")
	}
	if err != nil {
		disk.Close()
		return chatFile{}, openFailure(name, err)
	}
	if !history.CompressedName(disk.Name()) {
		return chatFile{name, disk, info.Size(), disk.Close}, nil
	}
	defer disk.Close()
	unpacked, err := gzip.NewReader(disk)
	if err != nil {
		return chatFile{}, failure("input_unreadable", "%s: %v", name, err)
	}
	raw, err := io.ReadAll(io.LimitReader(unpacked, mostCompressed+1))
	if err == nil && len(raw) > mostCompressed {
		err = fmt.Errorf("it holds more than %d bytes; decompress it first", mostCompressed)
	}
	if err != nil {
		return chatFile{}, failure("input_unreadable", "%s: %v", name, err)
	}
	return chatFile{name, bytes.NewReader(raw), int64(len(raw)), func() error { return nil }}, nil
}

// namesOf are where the file of a session can be below a directory (ES-HIST-13).
func namesOf(session string) []string {
	plain := []string{path.Join(".ade/transcripts/chat", session+".jsonl"), path.Join(".ade/transcripts", session+".jsonl")}
	return []string{plain[0], plain[0] + ".gz", plain[1], plain[1] + ".gz"}
}

// chooseFile opens the best file of a session below a directory, and tells of the choice on stderr (ES-HIST-12).
func chooseFile(s *Streams, dir, session string) (chatFile, error) {
	if strings.ContainsAny(session, `/\`) || !fs.ValidPath(session) || session == "." {
		return chatFile{}, failure("usage", "--session: %s can be no name of a file", sanitize.Line(session))
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return chatFile{}, openFailure(inputName(dir), err)
	}
	defer root.Close()
	there := 0
	for _, name := range namesOf(session) {
		if _, err := root.Stat(name); err == nil {
			there++
		}
	}
	var candidates []history.Candidate
	for _, name := range namesOf(session) {
		candidate, err := examine(root, name, session, there > 1)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil { // what cannot be read could be the right one, unless it is refused
			if !leadsOut(err) {
				return chatFile{}, err
			}
			fmt.Fprintf(s.Err, "transcript: %s is left out: %v\n", sanitize.Line(name), reason(err))
			continue
		}
		candidates = append(candidates, candidate)
	}
	if len(candidates) == 0 {
		return chatFile{}, failure("session_not_found", "there is no file of session %s in %s; looked for %s", sanitize.Line(session), inputName(dir), sanitize.Line(strings.Join(namesOf(session), ", ")))
	}
	slices.SortFunc(candidates, history.Prefer)
	fmt.Fprintf(s.Err, "transcript: reading %s\n", sanitize.Line(choiceOf(candidates)))
	disk, err := root.Open(candidates[0].Name)
	if err != nil {
		return chatFile{}, openFailure(sanitize.Line(candidates[0].Name), err)
	}
	return readable(disk, sanitize.Line(candidates[0].Name))
}

// leadsOut reports whether a file is refused since a link to it leaves the directory.
func leadsOut(err error) bool {
	return strings.Contains(err.Error(), "path escapes from parent")
}

// examine describes a file; what it holds is read only where there is a choice.
func examine(root *os.Root, name, session string, choice bool) (history.Candidate, error) {
	disk, err := root.Open(name)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) || leadsOut(err) {
			return history.Candidate{}, err
		}
		return history.Candidate{}, openFailure(sanitize.Line(name), err)
	}
	info, err := disk.Stat()
	if err != nil {
		disk.Close()
		return history.Candidate{}, openFailure(sanitize.Line(name), err)
	}
	c := history.Candidate{Name: name, Compressed: history.CompressedName(name), Modified: float64(info.ModTime().UnixMilli()), Size: info.Size()}
	if !choice {
		return c, disk.Close()
	}
	file, err := readable(disk, sanitize.Line(name))
	if err != nil {
		return history.Candidate{}, err
	}
	defer file.close()
	if err := c.Examine(io.NewSectionReader(file, 0, file.size), session); err != nil {
		return c, failure("input_unreadable", "%s: %v", sanitize.Line(name), reason(err))
	}
	return c, nil
}

// choiceOf is the file that was chosen, and why not the others.
func choiceOf(candidates []history.Candidate) string {
	first := candidates[0]
	text := first.Name
	for _, other := range candidates[1:] {
		why := "is smaller"
		switch {
		case first.HasEvents != other.HasEvents:
			why = "has no event of the session"
		case first.Capped != other.Capped:
			why = "is capped"
		case first.Compressed != other.Compressed:
			why = "is compressed"
		case first.Modified != other.Modified:
			why = "is older"
		case first.Size == other.Size:
			why = "comes later by name"
		}
		text += "; " + other.Name + " " + why
	}
	return text
}
