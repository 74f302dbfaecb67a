package view

import (
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/layout"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
)

// View is the settled history of a thread.
type View struct {
	ThreadID      string
	HasTranscript bool // the thread has a root
	Roots         []layout.Name
	Items         []*Item // the oldest first
	Diagnostics   []diagnostic.Diagnostic
	Complete      bool // no diagnostic affects completeness
}

// Project shows a thread of the files, which map names to texts (SR-VIEW-02).
func Project(files map[string]string, threadID string) View {
	return Show(files, layout.Find(files, threadID))
}

// Show projects a thread that was found in the files; one that is not among them shows nothing. The view depends on the thread and the texts of its files only, and
// nothing changes it later, so that a caller may remember and share it (SR-CACHE-01).
func Show(files map[string]string, thread layout.Thread) View {
	view := View{ThreadID: thread.ID, HasTranscript: len(thread.Roots) > 0, Roots: thread.Roots, Items: []*Item{}}
	view.Diagnostics = thread.Diagnostics()
	if view.HasTranscript {
		s := shower{files: files, diagnostics: view.Diagnostics}
		view.Items = s.show(thread.Roots, thread.Children, 1).items
		view.Diagnostics = s.diagnostics
	}
	view.Complete = true
	for _, d := range view.Diagnostics {
		view.Complete = view.Complete && !d.AffectsCompleteness()
	}
	return view
}

// ShowFile projects one file by itself, whatever thread it belongs to and with or without a header (SR-VIEW-02).
func ShowFile(name, text string) View {
	view := View{HasTranscript: true, Complete: true}
	s := shower{files: map[string]string{name: text}}
	file := layout.Name{File: name}
	view.ThreadID = layout.Identify(text).ThreadID
	view.Roots = []layout.Name{file}
	view.Items = s.show(view.Roots, nil, 1).items
	view.Diagnostics = s.diagnostics
	for _, d := range view.Diagnostics {
		view.Complete = view.Complete && !d.AffectsCompleteness()
	}
	return view
}

// shower goes through the tree of files.
type shower struct {
	files       map[string]string
	diagnostics []diagnostic.Diagnostic
}

// show projects a chain of files, or all roots, and the sub-agents that were started there; depth is 1 for those of the thread itself.
func (s *shower) show(chain []layout.Name, children []*layout.Child, depth int) *stream {
	stream := newStream()
	for i, name := range chain {
		if i == 0 || !name.SameChain(chain[i-1]) {
			stream.parts = append(stream.parts, name)
		}
		text, there := s.files[name.File]
		if !there {
			continue
		}
		file := line.Read(name.File, text)
		stream.diagnostics = append(stream.diagnostics, file.Diagnostics...)
		stream.file(file, i > 0, i > 0 && name.SameChain(chain[i-1]))
	}
	stream.finish()
	s.diagnostics = append(s.diagnostics, stream.diagnostics...)
	s.place(stream, children, depth)
	return stream
}
