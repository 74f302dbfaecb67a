package blocks

import (
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
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
		r.userTarget(u).addLink(content.Value)
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
	e.Meta = blockMeta(u.Meta)
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

// fillable are the members of a link that a later link of the same uri may supply.
var fillable = []string{"mimeType", "size", "description", "title", "annotations", "_meta"}

// addLink adds a resource link, or fills what an earlier link of the same uri lacks (CR-DEC-01).
func (e *entry) addLink(link jsvalue.Value) {
	uri := link.Get("uri").Text()
	if at, known := e.linkAt[uri]; known {
		e.ResourceLinks[at] = mergeLinks(e.ResourceLinks[at], link)
		return
	}
	if e.linkAt == nil {
		e.linkAt = map[string]int{}
	}
	e.linkAt[uri] = len(e.ResourceLinks)
	e.ResourceLinks = append(e.ResourceLinks, link)
}

// mergeLinks keeps what is known. Of the fillable members absent and null ones are taken from the new link, and the
// objects annotations and _meta are filled member by member; any other member is taken only if it is absent.
func mergeLinks(known, link jsvalue.Value) jsvalue.Value {
	merged := link
	for key, value := range known.Members() {
		merged = merged.With(jsvalue.Member{Key: key, Value: value})
	}
	for _, key := range fillable {
		merged = merged.With(jsvalue.Member{Key: key, Value: fill(known.Get(key), link.Get(key))})
	}
	return merged
}

func fill(known, offered jsvalue.Value) jsvalue.Value {
	if known.IsNullish() {
		if offered.IsNullish() && known.Kind() == jsvalue.Null {
			return known
		}
		return offered
	}
	if !known.IsObject() || !offered.IsObject() {
		return known
	}
	merged := known
	for key, value := range offered.Members() {
		if known.Get(key).IsNullish() && !value.IsNullish() {
			merged = merged.With(jsvalue.Member{Key: key, Value: value})
		}
	}
	return merged
}
