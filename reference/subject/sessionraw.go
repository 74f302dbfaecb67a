package subject

import (
	"math"

	"github.com/transcriptspec/transcriptspec/reference/sessionraw"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/page"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

// contextOfFile is exactly one file to {meta, rows, diagnostics, complete} (SR-CTX-05).
func contextOfFile(request protocol.Request) (jsvalue.Value, error) {
	file, err := oneFile(request, "")
	if err != nil {
		return jsvalue.Value{}, err
	}
	context, err := sessionraw.Context(file.Name, file.Text)
	if err != nil {
		return jsvalue.Value{}, err
	}
	return context.Value(), nil
}

// itemsOfThread is files to {threadId, hasTranscript, items, diagnostics, complete}; option threadId, without which there
// is exactly one file, which is shown by itself (SR-VIEW-02).
func itemsOfThread(request protocol.Request) (jsvalue.Value, error) {
	thread := request.Options.Get("threadId")
	if !thread.IsUndefined() && !thread.IsString() {
		return jsvalue.Value{}, badOptions("threadId is no string")
	}
	if thread.IsUndefined() {
		file, err := oneFile(request, "; with options.threadId it takes more")
		if err != nil {
			return jsvalue.Value{}, err
		}
		return sessionraw.FileItems(file.Name, file.Text).Value(), nil
	}
	files, err := filesOf(request)
	if err != nil {
		return jsvalue.Value{}, err
	}
	return sessionraw.Items(files, thread.Text()).Value(), nil
}

// pageOfThread is files to a page of the items (SR-PAGE-01); options threadId, cursor and limit.
func pageOfThread(request protocol.Request) (jsvalue.Value, error) {
	thread, cursor := request.Options.Get("threadId"), request.Options.Get("cursor")
	limit, ok := limitOf(request.Options.Get("limit"))
	switch {
	case !thread.IsString():
		return jsvalue.Value{}, badOptions("threadId is no string")
	case !cursor.IsUndefined() && !cursor.IsString():
		return jsvalue.Value{}, badOptions("cursor is no string")
	case !ok:
		return jsvalue.Value{}, badOptions("limit is no integer")
	}
	files, err := filesOf(request)
	if err != nil {
		return jsvalue.Value{}, err
	}
	p, err := sessionraw.Page(files, thread.Text(), cursor.Text(), limit)
	if err != nil {
		return jsvalue.Value{}, err
	}
	return p.Value(), nil
}

// limitOf takes an integer of any size, as the nearest that a page can have. An infinite number is none (TP-PROTO-18).
func limitOf(value jsvalue.Value) (limit int, ok bool) {
	if value.IsUndefined() {
		return page.DefaultLimit, true
	}
	n := value.Float()
	if !value.IsFinite() || n != math.Trunc(n) {
		return 0, false
	}
	return int(max(1, min(n, page.MaxLimit))), true
}

const oneFileOnly = "the operation takes files, exactly one of them, with a name"

// oneFile is the only file, which has a name, since diagnostics name it (SR-LINE-12).
func oneFile(request protocol.Request, hint string) (protocol.File, error) {
	files := request.Input.Files()
	if len(files) != 1 || files[0].Name == "" {
		return protocol.File{}, badInput(oneFileOnly + hint)
	}
	return files[0], nil
}

// filesOf is the files by name.
func filesOf(request protocol.Request) (map[string]string, error) {
	if request.Input.Kind() != protocol.FilesInput {
		return nil, badInput("the operation takes files")
	}
	files := map[string]string{}
	for _, file := range request.Input.Files() {
		files[file.Name] = file.Text
	}
	return files, nil
}
