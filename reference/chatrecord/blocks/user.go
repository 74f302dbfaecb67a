package blocks

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
)

// attachmentGone stands for an image whose data was not persisted.
const attachmentGone = "[attachment no longer available]"

// userChunk reduces what the user sent: text, image, attachment reference or resource link (CR-BLOCK-25, CR-BLOCK-26).
func (r *Reducer) userChunk(u *update.Update) {
	content := u.Content
	id := content.Value.Get("attachmentId")
	switch {
	case content.Type == "text":
		if content.Text != "" {
			r.textChunk(User, content.Text, u)
		}
	case content.Type == "image" && !id.IsString():
		if data := content.Value.Get("data").Text(); data != "" {
			e := r.userTarget(u)
			e.Images = append(e.Images, Image{Data: data, MimeType: imageType(content.Value.Get("mimeType").Text(), data)})
		}
	case content.Type == "image":
		r.textChunk(User, attachmentGone, u)
	case content.Type == "resource" && id.Text() != "":
		e := r.userTarget(u)
		e.Files = append(e.Files, File{Name: id.Text(), MimeType: content.Value.Get("mimeType").Text(), AttachmentID: id.Text()})
	case content.Type == "resource_link":
		e := r.userTarget(u)
		e.links.add(content.Value)
	}
}

// userTarget is the user block that takes something other than text: the active one of the same records, else a new one
// without text, which leaves the agent's blocks open.
func (r *Reducer) userTarget(u *update.Update) *entry {
	if e := r.activeUser; e != nil && sameOrigin(e, u.Meta) {
		e.mergeMeta(u.Meta)
		return e
	}
	e := r.add(User, u.Meta)
	e.meta = newMeta(u.Meta)
	e.segmentID = segmentID(u.Meta)
	r.activeUser = e
	r.noteUsageTarget(e, u.Meta)
	return e
}

// imageType replaces image/* by what the data begins with.
func imageType(mimeType, data string) string {
	if mimeType != "image/*" {
		return mimeType
	}
	if strings.HasPrefix(data, "data:") {
		if _, encoded, found := strings.Cut(data, ","); found {
			data = encoded
		}
	}
	for _, magic := range []struct{ prefix, mimeType string }{
		{"iVBORw0KGg", "image/png"}, {"/9j/", "image/jpeg"}, {"R0lGOD", "image/gif"}, {"UklGR", "image/webp"},
	} {
		if strings.HasPrefix(data, magic.prefix) {
			return magic.mimeType
		}
	}
	return mimeType
}
