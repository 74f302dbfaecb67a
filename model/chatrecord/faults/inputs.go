package faults

import (
	"context"
	"slices"
	"strings"

	"github.com/transcriptspec/transcriptspec/model/chatrecord"
	"github.com/transcriptspec/transcriptspec/model/fault"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

func inputFaults() []Fault {
	return []Fault{
		{ID: "last-parent-counts", Says: "The parent of the last fragment counts.", Breaks: []string{"conflicting-parents"}, Wrap: onRecords(lastParentCounts)},
		{ID: "later-fragments-lost", Says: "Only the first fragment of a record is read.", Breaks: []string{"split-records"}, Wrap: onRecords(firstFragments)},
		{ID: "artifacts-in-the-tree", Says: "Artifact records are part of the tree.", Breaks: []string{"gap-or-cycle"}, Wrap: onRecords(artifactsInTheTree)},
		{ID: "copies-are-fragments", Says: "A copy is joined like any fragment.", Breaks: []string{"copies-add-nothing"}, Wrap: onRecords(copiesAreFragments)},
		{ID: "unknown-subtype-skipped", Says: "A record of an unknown subtype shows nothing.", Breaks: []string{"texts-of-chain"}, Wrap: onRecords(func(records []jsvalue.Value) []jsvalue.Value {
			for i, r := range records {
				if subtype := r.Get("subtype"); subtype.Text() != "" && !chatrecord.KnownSubtype(subtype.Text()) {
					records[i] = r.Without("message")
				}
			}
			return records
		})},
		{ID: "leaf-ignored", Says: "leafUuid is ignored.", Breaks: []string{"sibling-branch"}, Wrap: fault.OnRequest("project", func(request protocol.Request) protocol.Request {
			request.Options = request.Options.Without("leafUuid")
			return request
		})},
		{ID: "named-leaf-left-out", Says: "A leaf that is named is itself not shown.", Breaks: []string{"leaf-by-name"}, Wrap: fault.OnResult("project", func(request protocol.Request, result jsvalue.Value) jsvalue.Value {
			if request.Options.Has("leafUuid") {
				return withoutLastBlock(protocol.Result(result)).Result()
			}
			return result
		})},
		{ID: "off-chain-counts", Says: "The last block is lost if a record is off the chain.", Breaks: []string{"records-off-chain"}, Wrap: fault.Wrap(offChainCounts)},
		{ID: "ids-joined-by-commas", Says: "Source ids are kept as one text, joined by commas.", Breaks: []string{"renamed-ids"}, Wrap: onBlocks(onEach(idsJoinedByCommas))},
		{ID: "prototype-id-lost", Says: "A record called __proto__ is lost.", Breaks: []string{"renamed-ids"}, Wrap: onRecords(func(records []jsvalue.Value) []jsvalue.Value {
			return keep(records, func(r jsvalue.Value) bool { return r.Get("uuid").Text() != "__proto__" })
		})},
		{ID: "time-of-the-first-fragment", Says: "The time of a record is that of its first fragment.", Breaks: []string{"times-of-sources"}, Wrap: onRecords(timeOfTheFirst)},
	}
}

func groups(records []jsvalue.Value) map[string][]int {
	byUUID := make(map[string][]int)
	for i, r := range records {
		if uuid := r.Get("uuid").Text(); uuid != "" {
			byUUID[uuid] = append(byUUID[uuid], i)
		}
	}
	return byUUID
}

func lastParentCounts(records []jsvalue.Value) []jsvalue.Value {
	for _, places := range groups(records) {
		last := records[places[len(places)-1]].Get("parentUuid")
		for _, i := range places {
			records[i] = set(records[i], "parentUuid", last)
		}
	}
	return records
}

func firstFragments(records []jsvalue.Value) []jsvalue.Value {
	for _, places := range groups(records) {
		for _, i := range places[1:] {
			records[i] = records[i].Without("message")
		}
	}
	return records
}

func artifactsInTheTree(records []jsvalue.Value) []jsvalue.Value {
	for i, r := range records {
		if strings.HasPrefix(r.Get("subtype").Text(), "session_artifact_") {
			records[i] = set(r, "subtype", str("ui_telemetry"))
		}
	}
	return records
}

func copiesAreFragments(records []jsvalue.Value) []jsvalue.Value {
	for _, places := range groups(records) {
		for n, i := range places[1:] {
			records[i] = set(records[i], "fragment", jsvalue.IntValue(int64(n)))
		}
	}
	return records
}

func timeOfTheFirst(records []jsvalue.Value) []jsvalue.Value {
	for _, places := range groups(records) {
		for _, i := range places[1:] {
			records[i] = records[i].Without("timestamp")
		}
	}
	return records
}

func offChainCounts(ctx context.Context, right protocol.Subject, request protocol.Request) (protocol.Answer, error) {
	answer, err := right.Call(ctx, request)
	if err != nil || request.Op != "project" || answer.Kind() != protocol.ResultAnswer {
		return answer, err
	}
	prepared, err := right.Call(ctx, protocol.Request{
		Dialect: request.Dialect, Op: "prepare", Input: request.Input, Options: request.Options.Without("maxBlocks"),
	})
	shown := make(map[string]bool)
	for _, record := range prepared.Result().Get("records").Elements() {
		shown[record.Get("uuid").Text()] = true
	}
	records, _ := recordsOf(request.Input)
	if slices.ContainsFunc(records, func(r jsvalue.Value) bool { return !shown[r.Get("uuid").Text()] }) {
		answer = withoutLastBlock(answer)
	}
	return answer, err
}

func idsJoinedByCommas(b jsvalue.Value) jsvalue.Value {
	var ids []string
	for _, id := range b.Get("sourceRecordIds").Elements() {
		ids = append(ids, id.Text())
	}
	var split []jsvalue.Value
	for id := range strings.SplitSeq(strings.Join(ids, ","), ",") {
		split = append(split, str(id))
	}
	if !b.Has("sourceRecordIds") {
		return b
	}
	return set(b, "sourceRecordIds", jsvalue.ArrayValue(split...))
}
