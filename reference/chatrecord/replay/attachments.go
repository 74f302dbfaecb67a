package replay

import (
	"slices"
	"strconv"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// emitAttachments shows references to attachments and resource links (CR-REPLAY-12).
func (r *run) emitAttachments(extra []jsvalue.Member) bool {
	r.reportAttachments()
	for _, content := range r.attachments() {
		if !r.emit(update.UserMessage(content, extra, r.origin()), nil) {
			return false
		}
	}
	return true
}

// reportAttachments names the entries that attachments leaves out (CR-DEC-02).
func (r *run) reportAttachments() {
	payload := r.record.SystemPayload
	for _, key := range []string{"attachmentReferences", "resourceLinks"} {
		if v := payload.Get(key); !v.IsEmpty() && !v.IsArray() {
			r.malformed("systemPayload."+key, "the entries are not a list")
		}
	}
	for i, reference := range payload.Get("attachmentReferences").Elements() {
		usable := isReference(reference) && (reference.Get("type").Text() == "image" || reference.Get("attachmentId").Text() != "")
		r.reportEntry("systemPayload.attachmentReferences["+strconv.Itoa(i)+"]", reference, usable, "image", "resource")
	}
	for i, link := range payload.Get("resourceLinks").Elements() {
		r.reportEntry("systemPayload.resourceLinks["+strconv.Itoa(i)+"]", link, isResourceLink(link), "resource_link")
	}
}

func (r *run) reportEntry(path string, entry jsvalue.Value, usable bool, types ...string) {
	kind := entry.Get("type")
	switch {
	case usable:
	case kind.IsString() && !slices.Contains(types, kind.Text()):
		r.unknown(path)
	default:
		r.malformed(path, "the entry is not usable")
	}
}

// attachments lists the usable references, then the usable links. A link is carried as an opaque value (CR-DEC-01).
func (r *run) attachments() []update.Content {
	var contents []update.Content
	payload := r.record.SystemPayload
	for _, reference := range payload.Get("attachmentReferences").Elements() {
		if !isReference(reference) {
			continue
		}
		var members []jsvalue.Member
		for _, key := range []string{"type", "attachmentId", "mimeType", "size"} {
			members = append(members, jsvalue.Member{Key: key, Value: reference.Get(key)})
		}
		contents = append(contents, update.Content{Type: reference.Get("type").Text(), Value: jsvalue.ObjectValue(members...)})
	}
	for _, link := range payload.Get("resourceLinks").Elements() {
		if isResourceLink(link) {
			contents = append(contents, update.Content{Type: "resource_link", Value: link})
		}
	}
	return contents
}

func isReference(reference jsvalue.Value) bool {
	kind := reference.Get("type").Text()
	return (kind == "image" || kind == "resource") && reference.Get("attachmentId").IsString() &&
		reference.Get("mimeType").IsString() && reference.Get("size").IsNumber()
}

func isResourceLink(link jsvalue.Value) bool {
	return link.Get("type").Text() == "resource_link" && link.Get("uri").Text() != "" && link.Get("name").IsString()
}

// encodeURIComponent writes what ECMAScript's function writes; where that throws, at a lone surrogate, it writes U+FFFD
// (CR-DEC-01).
func encodeURIComponent(text string) string {
	const hex = "0123456789ABCDEF"
	var out []byte
	for _, c := range []byte(jsvalue.WellFormed(text)) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.IndexByte("-_.!~*'()", c) >= 0:
			out = append(out, c)
		default:
			out = append(out, '%', hex[c>>4], hex[c&15])
		}
	}
	return string(out)
}
