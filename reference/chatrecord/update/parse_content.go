package update

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// content reads what the user shows: a text, an image, a reference to an attachment, or a resource link, which is open
// (CR-REPLAY-12, CR-REPLAY-17). All but text stays as it is.
func (p *parser) content(v jsvalue.Value, path string) Content {
	switch kind := v.Get("type").Text(); kind {
	case "image", "resource":
		if kind == "image" && !v.Has("attachmentId") {
			p.only(v, path, "type", "data", "mimeType")
			p.text(v, path, "data")
		} else {
			p.only(v, path, "type", "attachmentId", "mimeType", "size")
			p.text(v, path, "attachmentId")
			if size := v.Get("size"); !size.IsNumber() && size.Kind() != jsvalue.Null { // null: CR-JS-03
				p.fail(path+".size", "this is not a number")
			}
		}
		p.text(v, path, "mimeType")
		return Content{Type: kind, Value: v}
	case "resource_link":
		p.text(v, path, "name")
		if p.text(v, path, "uri") == "" {
			p.fail(path+".uri", "this is empty")
		}
		return Content{Type: kind, Value: v}
	}
	return p.textContent(v, path)
}

// textContent reads {type: "text", text}.
func (p *parser) textContent(v jsvalue.Value, path string) Content {
	if v.Get("type").Text() != "text" {
		p.fail(path, "this is no content that can be shown here")
		return Content{}
	}
	p.only(v, path, "type", "text")
	return TextContent(p.text(v, path, "text"))
}

// planEntry reads an item of a plan (CR-REPLAY-37).
func (p *parser) planEntry(v jsvalue.Value, path string) PlanEntry {
	p.only(v, path, "content", "priority", "status", "_meta")
	entry := PlanEntry{
		Content: p.text(v, path, "content"), Priority: p.text(v, path, "priority"), Status: p.text(v, path, "status"),
	}
	switch entry.Priority {
	case "high", "medium", "low":
	default:
		p.fail(path+".priority", "this is no known priority")
	}
	switch entry.Status {
	case "pending", "in_progress", "completed":
	default:
		p.fail(path+".status", "this is no known status")
	}
	if meta := v.Get("_meta"); !meta.IsUndefined() {
		p.only(meta, path+"._meta", "qwenTodo")
		entry.Todo = p.todo(meta.Get("qwenTodo"), path+"._meta.qwenTodo")
	}
	return entry
}

func (p *parser) todo(v jsvalue.Value, path string) jsvalue.Value {
	if v.IsUndefined() {
		return v
	}
	p.only(v, path, "id", "blockedBy")
	if v.Has("id") {
		p.text(v, path, "id")
	}
	if blockers := v.Get("blockedBy"); !blockers.IsUndefined() && !isStringList(blockers) {
		p.fail(path+".blockedBy", "this is not a list of strings")
	}
	return v
}
