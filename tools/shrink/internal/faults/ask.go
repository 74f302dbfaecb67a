package faults

import "github.com/transcriptspec/transcriptspec/spec/jsvalue"

// fragments calls visit with the indexes of the records of each uuid that has several.
func fragments(records []jsvalue.Value, visit func(indexes []int)) {
	byUUID := map[string][]int{}
	for i, record := range records {
		if uuid := record.Get("uuid"); uuid.IsString() && record.Get("sessionId").IsString() && record.Has("type") && isParent(record.Get("parentUuid")) {
			byUUID[uuid.Text()] = append(byUUID[uuid.Text()], i)
		}
	}
	for _, indexes := range byUUID {
		if len(indexes) > 1 {
			visit(indexes)
		}
	}
}

// lastParent lets the last fragment say whose child the record is.
func lastParent(records []jsvalue.Value) []jsvalue.Value {
	fragments(records, func(indexes []int) {
		last := records[indexes[len(indexes)-1]].Get("parentUuid")
		for _, i := range indexes {
			if !last.IsUndefined() {
				records[i] = records[i].With(member("parentUuid", last))
			}
		}
	})
	return records
}

func firstTimestamp(records []jsvalue.Value) []jsvalue.Value {
	fragments(records, func(indexes []int) {
		if first := records[indexes[0]].Get("timestamp"); first.IsString() {
			for _, i := range indexes {
				records[i] = records[i].With(member("timestamp", first))
			}
		}
	})
	return records
}

// exchangeResults gives the results of a call to the call before it.
func exchangeResults(records []jsvalue.Value) []jsvalue.Value {
	before := map[string]string{}
	last := ""
	for _, record := range records {
		for _, part := range record.Get("message").Get("parts").Elements() {
			if id := part.Get("functionCall").Get("id"); id.IsString() {
				before[id.Text()] = last
				last = id.Text()
			}
		}
	}
	for i, record := range records {
		records[i] = renamedResult(record, before)
	}
	return records
}

func renamedResult(record jsvalue.Value, to map[string]string) jsvalue.Value {
	other := func(v jsvalue.Value, key string) jsvalue.Value {
		if id := v.Get(key); id.IsString() && to[id.Text()] != "" {
			return v.With(member(key, jsvalue.StringValue(to[id.Text()])))
		}
		return v
	}
	message := record.Get("message")
	parts := elements(message.Get("parts"))
	for i, part := range parts {
		if response := part.Get("functionResponse"); response.IsObject() {
			parts[i] = part.With(member("functionResponse", other(response, "id")))
		}
	}
	if len(parts) > 0 {
		record = record.With(member("message", message.With(member("parts", jsvalue.ArrayValue(parts...)))))
	}
	if result := record.Get("toolCallResult"); result.IsObject() {
		record = record.With(member("toolCallResult", other(result, "callId")))
	}
	return record
}

func dropSlashOutput(records []jsvalue.Value) []jsvalue.Value {
	for i, record := range records {
		payload := record.Get("systemPayload")
		if record.Get("subtype").Text() == "slash_command" && payload.Get("outputHistoryItems").IsArray() {
			records[i] = record.With(member("systemPayload", payload.Without("outputHistoryItems")))
		}
	}
	return records
}

// crashOnPrototype has no room for that key, however deep it stands.
func crashOnPrototype(records []jsvalue.Value) []jsvalue.Value {
	for open := records; len(open) > 0; {
		var inner []jsvalue.Value
		for _, v := range open {
			if v.Has("__proto__") {
				panic("no such key")
			}
			for _, value := range v.Members() {
				inner = append(inner, value)
			}
			inner = append(inner, elements(v)...)
		}
		open = inner
	}
	return records
}

func isParent(v jsvalue.Value) bool { return v.IsString() || v.Kind() == jsvalue.Null }
