package prepare

import (
	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
	"github.com/transcriptspec/transcriptspec/spec/diagnostic"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// Report receives diagnostics in the order in which they arise.
type Report func(diagnostic.Diagnostic)

// Validate checks one untrusted record at a 0-based input index (CR-PREP-06 to CR-PREP-14). The second result is false
// when the record is dropped; whatever is dropped is reported.
func Validate(value jsvalue.Value, index int, report Report) (Record, bool) {
	if !value.IsObject() { // CR-PREP-06
		report(diagnostic.New(diagnostic.InvalidRecord, "the record is not an object").AtRecord(index))
		return Record{}, false
	}
	header, ok := validateHeader(value, index, report)
	if !ok {
		return Record{}, false
	}
	record := Record{Header: header, source: value}
	at := func(code diagnostic.Code, message, path string) {
		report(diagnostic.New(code, message).AtRecord(index).OfRecord(header.UUID).AtPath(path)) // CR-PREP-14
	}
	if text := value.Get("timestamp"); !text.IsUndefined() { // CR-PREP-09
		record.Timestamp = update.ParseTimestamp(text.Text())
		if record.Timestamp.Valid {
			record.TimestampText = text.Text()
		} else {
			at(diagnostic.InvalidTimestamp, "the timestamp is not a date; the record is kept without a time", "timestamp")
		}
	}
	if subtype := value.Get("subtype"); !subtype.IsUndefined() { // CR-PREP-10, CR-DEC-16
		record.Subtype = subtype.Text()
		if !subtype.IsString() || !knownSubtypes[record.Subtype] {
			at(diagnostic.UnknownRecordOrPart, "the subtype is unknown", "subtype")
		}
	}
	validateMessage(value, &record, at)
	// CR-PREP-12: these stay untrusted; the replay judges them where a rule projects them.
	record.UsageMetadata = value.Get("usageMetadata")
	record.ToolCallResult = value.Get("toolCallResult")
	record.SystemPayload = value.Get("systemPayload")
	record.Model = value.Get("model")
	record.BackgroundTurn = value.Get("backgroundTurn")
	if id := value.Get("daemonPromptId").Text(); !jsvalue.IsBlank(id) { // CR-PREP-13
		record.DaemonPromptID = id
	}
	return record, true
}

// validateHeader checks identity and type (CR-PREP-07, CR-PREP-08).
func validateHeader(value jsvalue.Value, index int, report Report) (Header, bool) {
	uuid, parent, session := value.Get("uuid"), value.Get("parentUuid"), value.Get("sessionId")
	if uuid.Text() == "" || !parent.IsString() && parent.Kind() != jsvalue.Null || session.Text() == "" {
		d := diagnostic.New(diagnostic.InvalidRecord, "uuid, parentUuid or sessionId is missing or has a wrong type").AtRecord(index)
		if uuid.IsString() {
			d = d.OfRecord(uuid.Text())
		}
		report(d)
		return Header{}, false
	}
	header := Header{
		Index: index, UUID: uuid.Text(), ParentUUID: parent.Text(), SessionID: session.Text(),
		Type: Type(value.Get("type").Text()),
	}
	switch header.Type {
	case User, Assistant, ToolResult, System:
		return header, true
	}
	report(diagnostic.New(diagnostic.UnknownRecordOrPart, "the record type is unknown").AtRecord(index).OfRecord(header.UUID))
	return Header{}, false
}

// validateMessage keeps role and parts of a message (CR-PREP-11).
func validateMessage(value jsvalue.Value, record *Record, at func(code diagnostic.Code, message, path string)) {
	message := value.Get("message")
	if message.IsUndefined() {
		return
	}
	if !message.IsObject() {
		at(diagnostic.MalformedPart, "the message is not an object", "message")
		return
	}
	record.HasMessage = true
	record.Role = message.Get("role").Text()
	parts := message.Get("parts")
	if parts.IsUndefined() || parts.IsArray() && parts.Len() == 0 {
		if record.Type != System && saysMore(message) {
			at(diagnostic.UnknownRecordOrPart, "the message has no parts; what else it holds is not shown", "message")
		}
	}
	if parts.IsUndefined() {
		return
	}
	if !parts.IsArray() {
		at(diagnostic.MalformedPart, "the message parts are not a list", "message.parts")
		return
	}
	record.HasParts = true
	record.Parts = make([]jsvalue.Value, 0, parts.Len())
	for _, part := range parts.Elements() {
		record.Parts = append(record.Parts, part)
	}
	record.HasContent = len(record.Parts) > 0
}

// saysMore reports whether a message has a member beside its role that is not empty.
func saysMore(message jsvalue.Value) bool {
	for key, value := range message.Members() {
		if key != "role" && key != "parts" && !value.IsEmpty() {
			return true
		}
	}
	return false
}
