package update

import (
	"fmt"
	"strings"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/redact"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// maxResultPreviewUnits bounds the text preview of a result, in UTF-16 units.
const maxResultPreviewUnits = 100_000

// ToolResult is the persisted outcome of a tool call.
type ToolResult struct {
	CallID          string
	PersistedCallID string // set when CallID had to differ from the persisted one (CR-DEC-07)
	ToolName        string
	Outcome         jsvalue.Value // the persisted toolCallResult, or Undefined
	Parts           []jsvalue.Value
	PartsAreMessage bool // text in Parts is shown as a message of its own, not as content
}

// ToolCallResult builds the update that settles a tool call (CR-REPLAY-29 to CR-REPLAY-34).
func ToolCallResult(result ToolResult, always []jsvalue.Member, origin *Origin) Update {
	status, label := resultStatus(result.Outcome)
	notice := visionNotice(result.Outcome.Get("resultDisplay"))
	extra := toolMeta(result.ToolName, result.PersistedCallID)
	if label != "" {
		extra = append(extra, member("toolStatus", label))
	}
	if artifacts := result.Outcome.Get("artifacts"); artifacts.IsArray() && artifacts.Len() > 0 {
		extra = append(extra, jsvalue.Member{Key: "artifacts", Value: artifacts})
	}
	u := Update{
		Kind: ToolCallUpdate, ToolCallID: result.CallID, ToolStatus: status,
		ToolContent: resultContent(result, notice), HasToolContent: true,
		RawOutput: rawOutput(result.Outcome.Get("resultDisplay")),
		Meta:      origin.meta(append(extra, always...)),
	}
	if u.Meta.Provenance != nil && !jsvalue.LongerThan(notice, maxResultPreviewUnits) {
		u.Meta.Provenance.ResultPreviewText = notice
	}
	return u
}

// resultStatus reads status and error (CR-REPLAY-29, CR-DEC-22). A cancelled call is failed on the wire, and labelled.
func resultStatus(outcome jsvalue.Value) (status ToolStatus, label string) {
	persisted := outcome.Get("status")
	if persisted.Text() == "cancelled" {
		return Failed, "cancelled"
	}
	succeeded := persisted.IsNullish() || persisted.Text() == "success"
	if succeeded && !outcome.Get("error").Truthy() { // CR-JS-08
		return Completed, ""
	}
	return Failed, ""
}

// Succeeded reports whether a persisted outcome tells of success.
func Succeeded(outcome jsvalue.Value) bool {
	status, _ := resultStatus(outcome)
	return status == Completed
}

// errorMessage is the message of an error object, or the error itself if it is a string (CR-REPLAY-30, CR-DEC-22).
func errorMessage(outcome jsvalue.Value) string {
	failure := outcome.Get("error")
	if failure.IsObject() {
		return failure.Get("message").Text()
	}
	return failure.Text()
}

// visionNotice is the text of a notice that an image was described by another model, or "".
func visionNotice(display jsvalue.Value) string {
	summary, notice := display.Get("summary"), display.Get("notice")
	if display.Get("type").Text() != "vision_bridge_notice" || !summary.IsString() || !notice.IsString() {
		return ""
	}
	return jsvalue.Concat(summary.Text(), "\n", notice.Text())
}

// resultContent lists what the result shows (CR-REPLAY-31): a notice, then the saved diff, or the error, or what the
// responses say. Text parts and media are kept in every case (CR-DEC-06).
func resultContent(result ToolResult, notice string) []ToolContent {
	var content []ToolContent
	if notice != "" {
		content = append(content, ToolContent{Text: notice})
	}
	message := errorMessage(result.Outcome)
	diff, isDiff := diffContent(result.Outcome.Get("resultDisplay"))
	if isDiff {
		content = append(content, diff)
	} else if message != "" {
		content = append(content, ToolContent{Text: message})
	}
	for _, part := range result.Parts {
		if text := part.Get("text").Text(); text != "" && !result.PartsAreMessage {
			content = append(content, ToolContent{Text: text})
		}
		response := part.Get("functionResponse")
		if !isDiff && message == "" {
			content = appendBody(content, response.Get("response"))
		}
		content = appendMedia(content, response.Get("parts"))
	}
	return content
}

// diffContent reads a saved file change: both names must be there, whatever they hold (CR-REPLAY-31 a).
func diffContent(display jsvalue.Value) (ToolContent, bool) {
	if !display.IsObject() || !display.Has("fileName") || !display.Has("newContent") {
		return ToolContent{}, false
	}
	if display.Get("truncatedForSession").IsTrue() {
		return ToolContent{Text: omittedDiffNotice(display)}, true
	}
	path := display.Get("filePath")
	if !path.IsString() {
		path = display.Get("fileName")
	}
	return ToolContent{Diff: jsvalue.ObjectValue(
		jsvalue.Member{Key: "type", Value: jsvalue.StringValue("diff")},
		jsvalue.Member{Key: "path", Value: jsvalue.StringValue(path.Text())},
		jsvalue.Member{Key: "oldText", Value: jsvalue.StringValue(display.Get("originalContent").Text())},
		jsvalue.Member{Key: "newText", Value: jsvalue.StringValue(display.Get("newContent").Text())},
	)}, true
}

// omittedDiffNotice says that the file change was cut when it was saved.
func omittedDiffNotice(display jsvalue.Value) string {
	name := display.Get("fileName").Text()
	if name == "" {
		name = "this file"
	}
	if !display.Get("fileDiffTruncated").IsTrue() {
		return fmt.Sprintf("Only a preview of the change to %s was saved.", name)
	}
	if length := display.Get("fileDiffLength"); length.IsNumber() {
		return fmt.Sprintf("The change to %s was too long to save (%s characters).", name, jsvalue.AppendNumber(nil, length.Float()))
	}
	return fmt.Sprintf("The change to %s was too long to save.", name)
}

// appendBody shows a response as text: its output, else its error, else all of it as JSON (CR-REPLAY-31 c), with secrets
// masked before they become text (CR-DEC-23). An empty output does not hide an error.
func appendBody(content []ToolContent, body jsvalue.Value) []ToolContent {
	output, failure := body.Get("output"), body.Get("error")
	switch {
	case output.IsString() && (output.Text() != "" || failure.Text() == ""):
		content = append(content, ToolContent{Text: output.Text()})
	case failure.IsString():
		content = append(content, ToolContent{Text: failure.Text()})
	case body.IsObject():
		content = append(content, ToolContent{Text: string(jsvalue.Append(nil, redact.Secrets(body)))})
	case body.IsString() && body.Text() != "": // reported as malformed_part, and kept
		content = append(content, ToolContent{Text: body.Text()})
	}
	return content
}

// appendMedia names the media that a response carries by type and size (CR-DEC-30).
func appendMedia(content []ToolContent, parts jsvalue.Value) []ToolContent {
	for _, part := range parts.Elements() {
		if IsMedia(part) {
			content = append(content, ToolContent{Text: mediaNotice(part.Get("inlineData"))})
		}
	}
	return content
}

// IsMedia reports whether a nested part of a response carries inline data that is named by type and size (CR-DEC-30).
func IsMedia(part jsvalue.Value) bool {
	data := part.Get("inlineData")
	return data.Get("mimeType").IsString() && data.Get("data").IsString()
}

func mediaNotice(data jsvalue.Value) string {
	digits := len(strings.TrimRight(data.Get("data").Text(), "="))
	return fmt.Sprintf("[%s, %d bytes]", data.Get("mimeType").Text(), digits/4*3+digits%4*3/4)
}

// rawOutput is the saved display, reduced to the saved preview when the file change was cut (CR-REPLAY-32).
func rawOutput(display jsvalue.Value) jsvalue.Value {
	if display.IsNullish() {
		return jsvalue.Value{}
	}
	_, isDiff := diffContent(display)
	if !isDiff || !display.Get("truncatedForSession").IsTrue() {
		return display
	}
	if display.Get("fileDiffTruncated").IsTrue() || !display.Get("fileDiff").IsString() {
		return jsvalue.Value{}
	}
	return jsvalue.ObjectValue(
		jsvalue.Member{Key: "fileName", Value: display.Get("fileName")},
		jsvalue.Member{Key: "fileDiff", Value: display.Get("fileDiff")},
	)
}
