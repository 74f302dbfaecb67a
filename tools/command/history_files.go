package command

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/eventstream/history"
	"github.com/transcriptspec/transcriptspec/tools/sanitize"
	"github.com/transcriptspec/transcriptspec/tools/sessiondir"
)

// readable makes a file readable by windows: one that is compressed is read as a whole. Its first bytes say which it is; byName: its
// name says it too (ES-HIST-13). It takes the file over.
func readable(disk *os.File, name, path string, byName bool) (chatFile, error) {
	info, err := disk.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errNotRegular
	}
	if err != nil {
		disk.Close()
		return chatFile{}, openFailure(name, err)
	}
	begin := make([]byte, len(gzipMagic))
	n, _ := disk.ReadAt(begin, 0) // of an error whoever reads on is told
	// The name is that which is asked for: what a link leads to can have any.
	if compressed := isCompressed(string(begin[:n]), path) || byName && history.CompressedName(path); !compressed {
		return chatFile{name, path, disk, info.Size(), disk.Close, false, nil}, nil
	}
	defer disk.Close()
	text, cut, err := unpackNamed(name, disk, info.Size())
	if err != nil {
		return chatFile{}, err
	}
	return chatFile{name, path, strings.NewReader(text), int64(len(text)), func() error { return nil }, false, cut}, nil
}

// chatDirs are where the files of chats can be below a directory (ES-HIST-13).
var chatDirs = []string{".ade/transcripts/chat", ".ade/transcripts"}

// namesOf are where the file of a session can be below a directory (ES-HIST-13).
func namesOf(session string) []string {
	plain := []string{path.Join(chatDirs[0], session+".jsonl"), path.Join(chatDirs[1], session+".jsonl")}
	return []string{plain[0], plain[0] + ".gz", plain[1], plain[1] + ".gz"}
}

// whichSession asks for the session of a directory, and names those that are there.
func whichSession(dir string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return openFailure(inputName(dir), err)
	}
	defer root.Close()
	return failure("usage", "%s is a directory: say which session, --session ID%s", inputName(dir), sessionsBelow(root))
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
	candidates, refused, broken := candidatesOf(root, session)
	for _, name := range refused {
		fmt.Fprintf(s.Err, "transcript: %s is left out: it is a link that leads out of %s\n", sanitize.Line(name), inputName(dir))
	}
	slices.SortFunc(candidates, func(a, b candidate) int { return history.Prefer(a.Candidate, b.Candidate) })
	for _, b := range broken {
		if len(candidates) == 0 || history.Prefer(b.candidate, candidates[0].Candidate) < 0 {
			return chatFile{}, b.err // it could be the right one
		}
		fmt.Fprintf(s.Err, "transcript: left out: %v\n", b.err)
	}
	if len(candidates) == 0 {
		return chatFile{}, noFile(root, dir, session, refused)
	}
	for _, other := range candidates[1:] {
		tellCut(s, sanitize.Line(other.Name), other.cut)
	}
	fmt.Fprintf(s.Err, "transcript: reading %s\n", sanitize.Line(choiceOf(candidates)))
	disk, err := openRegular(root, locate(root, candidates[0].Name))
	if err != nil {
		return chatFile{}, openFailure(sanitize.Line(candidates[0].Name), err)
	}
	file, err := readable(disk, sanitize.Line(candidates[0].Name), filepath.Join(dir, filepath.FromSlash(candidates[0].Name)), true)
	file.isChosen = true
	return file, err
}

// candidate is a file of a session. One that is cut off is what could be read of it.
type candidate struct {
	history.Candidate
	cut error
}

// brokenFile is a candidate that cannot be read: the best that it could be.
type brokenFile struct {
	candidate history.Candidate
	err       error
}

// candidatesOf are the files of a session, the links that are refused since they leave the directory, and what cannot be read.
func candidatesOf(root *os.Root, session string) (candidates []candidate, refused []string, broken []brokenFile) {
	var there []located
	for _, name := range namesOf(session) {
		at := locate(root, name)
		switch {
		case errors.Is(at.err, errLeadsOut):
			refused = append(refused, name)
		case !errors.Is(at.err, fs.ErrNotExist):
			there = append(there, at)
		}
	}
	for _, at := range there {
		found, err := examine(root, at, session, len(there) > 1)
		switch {
		case err == nil:
			candidates = append(candidates, found)
		case !errors.Is(err, fs.ErrNotExist): // else it has gone meanwhile
			found.HasEvents, found.Capped = true, false
			broken = append(broken, brokenFile{found.Candidate, err})
		}
	}
	return candidates, refused, broken
}

// errNotRegular: to open a pipe waits for its other end, and to open a device can do anything.
var errNotRegular = errors.New("it is no regular file")

// openRegular opens a file below a directory, if it is a regular one.
func openRegular(root *os.Root, at located) (*os.File, error) {
	switch {
	case at.err != nil:
		return nil, at.err
	case !at.info.Mode().IsRegular():
		return nil, errNotRegular
	}
	return root.OpenFile(at.inside, os.O_RDONLY|sessiondir.WithoutWaiting, 0)
}

// noFile says that a session has no file that may be read, and which sessions have one.
func noFile(root *os.Root, dir, session string, refused []string) error {
	if len(refused) > 0 {
		return failure("session_not_found", "what %s has of session %s leads out of it; if that is trusted, name the file that %s leads to",
			inputName(dir), sanitize.Line(session), sanitize.Line(refused[0]))
	}
	return failure("session_not_found", "there is no file of session %s in %s; looked for %s%s",
		sanitize.Line(session), inputName(dir), sanitize.Line(strings.Join(namesOf(session), ", ")), sessionsBelow(root))
}

// sessionsBelow names the sessions that have files below a directory, behind a semicolon.
func sessionsBelow(root *os.Root) string {
	var sessions []string
	for _, dir := range chatDirs {
		entries, _ := fs.ReadDir(root.FS(), locate(root, dir).inside) // where it cannot be read there is nothing to name
		for _, entry := range entries {
			session, isChat := strings.CutSuffix(strings.TrimSuffix(entry.Name(), ".gz"), ".jsonl")
			if isChat && session != "" && !entry.IsDir() {
				sessions = append(sessions, session)
			}
		}
	}
	slices.Sort(sessions)
	if sessions = slices.Compact(sessions); len(sessions) == 0 {
		return "; there are no files of chats in " + strings.Join(chatDirs, " or ")
	}
	return "; there are: " + listed(sessions, "")
}

// examine describes a file; what it holds is read only where there is a choice. Of one that cannot be looked at it is the best that it
// could be.
func examine(root *os.Root, at located, session string, choice bool) (candidate, error) {
	c := candidate{Candidate: history.Candidate{
		Name: at.name, Compressed: history.CompressedName(at.name), Modified: math.Inf(1), Size: math.MaxInt64,
	}}
	if at.err == nil {
		c.Modified, c.Size = float64(at.info.ModTime().UnixMilli()), at.info.Size()
	}
	name := sanitize.Line(at.name)
	disk, err := openRegular(root, at)
	if errors.Is(err, fs.ErrNotExist) {
		return c, err
	}
	if err != nil {
		return c, openFailure(name, err)
	}
	if !choice {
		return c, disk.Close()
	}
	file, err := readable(disk, name, at.name, true)
	if err != nil {
		return c, err
	}
	defer file.close()
	c.cut = file.cut
	if err := c.Examine(io.NewSectionReader(file, 0, file.size), session); err != nil {
		return c, failure("input_unreadable", "%s: %v", name, reason(err))
	}
	return c, nil
}

// choiceOf is the file that was chosen, and why not the others.
func choiceOf(candidates []candidate) string {
	first := candidates[0]
	text := first.Name
	for _, other := range candidates[1:] {
		why := "is smaller"
		switch {
		case first.HasEvents != other.HasEvents:
			why = "has no event of the session"
			if other.cut != nil {
				why += " in what could be read"
			}
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
