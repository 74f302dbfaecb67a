package eventstream

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

var (
	keeping  = []string{"store", "wire"}
	wireOnly = []string{"wire"}
)

// storeInvariants look at the stored and the wire form of events.
var storeInvariants = []model.Invariant{
	{
		ID: "stored-by-definition",
		Rules: []string{
			"ES-STORE-01", "ES-STORE-02", "ES-STORE-03", "ES-STORE-04", "ES-STORE-05", "ES-STORE-06", "ES-STORE-07", "ES-STORE-08", "ES-WIRE-01",
			"TP-PROTO-21",
		},
		Says:  "Each event is, byte for byte, what a second definition makes of it.",
		Check: on(keeping, storedProblems),
	},
	{
		ID: "caps-hold", Rules: []string{"ES-STORE-01", "ES-STORE-09"},
		Says:  "No text is over its cap, and no value over twice its cap.",
		Check: on(keeping, capProblems),
	},
	{
		ID: "previews-add-up", Rules: []string{"ES-STORE-02", "ES-STORE-03", "ES-STORE-09"},
		Says:  "The first preview, what was left out and the last preview are the original, in bytes and character for character, and so say the accounts.",
		Check: on(keeping, previewProblems),
	},
	{
		ID: "small-events-stay", Rules: []string{"ES-STORE-01", "ES-STORE-08", "ES-STORE-04"},
		Says:  "Of an event no member changes but a payload with its accounts, and no payload that is under its cap.",
		Check: on(keeping, smallProblems),
	},
	{
		ID: "no-half-characters", Rules: []string{"ES-STORE-02"},
		Says:  "No half of a character stands alone that did not before.",
		Check: on(keeping, halfProblems),
	},
	{
		ID: "wire-has-no-details", Rules: []string{"ES-WIRE-01"},
		Says:  "No result of a tool is sent with structured or toolResultMeta.",
		Check: on(wireOnly, detailProblems),
	},
}

// pairs are the envelopes of the file with those of the answer, as far as both are there.
func (v *View) pairs(each func(place string, was Envelope, is jsvalue.Value)) bool {
	list := v.list("envelopes")
	for i, was := range v.Input.Envelopes[:min(len(list), len(v.Input.Envelopes))] {
		each(fmt.Sprintf("envelopes[%d].event", i), was, list[i].Get("event"))
	}
	return len(list) > 0
}

// placed is a place with a member, unless its name is the input's own.
func placed(place, key string) string {
	if !plainKeys[key] {
		return place
	}
	return place + "." + key
}

func storedProblems(v *View, p *problems) bool {
	if got := v.Result.Get("envelopes").Len(); got != len(v.Input.Envelopes) {
		p.cite([]string{"TP-PROTO-21"}, "envelopes", "there are %d, and in the file %d", got, len(v.Input.Envelopes))
	}
	v.pairs(func(place string, was Envelope, is jsvalue.Value) {
		want, _, certain := stored(was.Event)
		if v.Case.Op == "wire" && was.kind() == "tool_result" {
			want = want.Without("structured", "toolResultMeta")
		}
		if certain && string(jsvalue.Append(nil, want)) != string(jsvalue.Append(nil, is)) {
			key, problem := keptOtherwise(want, is)
			p.cite(storedRules(v.Case.Op, was.Event, key), placed(place, key), "the %s is %s", was.kind(), problem)
		}
	})
	return true
}

// keptOtherwise is the member in which an event differs from that of the definition, and how; "" is that its own members are in another
// order.
func keptOtherwise(want, is jsvalue.Value) (key, problem string) {
	wanted, got := shortly(want, is)
	if key = differing(want, is); key != "" {
		return key, fmt.Sprintf("%s, by the definition %s", got, wanted)
	}
	for name, value := range want.Members() {
		if string(jsvalue.Append(nil, value)) != string(jsvalue.Append(nil, is.Get(name))) {
			key = name
			break
		}
	}
	return key, fmt.Sprintf("%s, by the definition %s, with its members in that order", got, wanted)
}

func capProblems(v *View, p *problems) bool {
	return v.pairs(func(place string, _ Envelope, is jsvalue.Value) {
		for _, of := range payloadsOf(is) {
			value, most := is.Get(of.member), of.cap
			if !value.IsString() {
				most *= 2
			}
			if nesting(value) > deepest {
				continue
			}
			if (value.IsString() || of.label == "tool result" || of.label == "tool result detail") && sizeOf(value) > most {
				p.add(place+"."+of.member, "it has %d bytes, more than %d", sizeOf(value), most)
			}
		}
	})
}

// shape is the form of a text that was shortened: its size, the previews and what was left out.
var shape = regexp.MustCompile(`(?s)^\[ADE\] Large [a-z ]+ was shortened to keep this chat fast\.\nOriginal size: (\d+) bytes\.\n\n----- BEGIN FIRST PREVIEW -----\n(.*)\n----- END LAST PREVIEW -----$`)

func previewProblems(v *View, p *problems) bool {
	judged := false
	v.pairs(func(place string, was Envelope, is jsvalue.Value) {
		for _, of := range payloadsOf(was.Event) {
			before, after := was.Event.Get(of.member), is.Get(of.member)
			if !before.IsString() || after.IsUndefined() || same(before, after) || beginsAsImage(before.Text()) {
				continue
			}
			judged = true
			lacks, ok := addsUp(before.Text(), after.Text())
			if !ok {
				p.add(place+"."+of.member, "it is no form of what was there")
			}
			if of.accounted && (is.Get(of.member+"OmittedBytes").Float() != float64(lacks) || is.Get(of.member+"OriginalBytes").Float() != float64(len(before.Text()))) {
				p.add(place+"."+of.member+"OmittedBytes", "the accounts do not say %d of %d", lacks, len(before.Text()))
			}
		}
	})
	return judged
}

// addsUp reports whether a form has the beginning and the end of a text and says how much lies between, wherever the marks of the form
// stand in the text as well.
func addsUp(text, form string) (lacks int, ok bool) {
	parts := shape.FindStringSubmatch(form)
	if parts == nil || parts[1] != strconv.Itoa(len(text)) {
		return 0, false
	}
	const close, open = "\n----- END FIRST PREVIEW -----\n\n[ADE] ", " bytes were left out.\n\n----- BEGIN LAST PREVIEW -----\n"
	for at := 0; ; at++ {
		next := strings.Index(parts[2][at:], close)
		if next < 0 {
			return 0, false
		}
		at += next
		head, rest := parts[2][:at], parts[2][at+len(close):]
		digits, tail, found := strings.Cut(rest, open)
		lacks, err := strconv.Atoi(digits)
		if found && err == nil && strings.HasPrefix(text, head) && strings.HasSuffix(text, tail) && len(head)+lacks+len(tail) == len(text) {
			return lacks, true
		}
	}
}

func smallProblems(v *View, p *problems) bool {
	return v.pairs(func(place string, was Envelope, is jsvalue.Value) {
		may := map[string]bool{}
		for _, of := range payloadsOf(was.Event) {
			value := was.Event.Get(of.member)
			large := value.IsString() && len(value.Text()) > of.cap ||
				(value.IsArray() || value.IsObject()) && strings.HasSuffix(was.kind(), "_result") && (nesting(value) > 32 || sizeOf(value) > of.cap)
			may[of.member], may[of.member+"OriginalBytes"], may[of.member+"OmittedBytes"] = large, large, large
		}
		for _, picture := range pictures[was.kind()] {
			large := beginsAsImage(was.Event.Get(picture).Text())
			may[picture], may[picture+"OriginalBytes"], may[picture+"OmittedBytes"] = large, large, large
		}
		if v.Case.Op == "wire" && was.kind() == "tool_result" {
			may["structured"], may["toolResultMeta"] = true, true
		}
		for key, value := range was.Event.Members() {
			if !may[key] && !same(value, is.Get(key)) {
				before, after := shortly(value, is.Get(key))
				p.add(placed(place, key), "it was %s and is %s", before, after)
			}
		}
		for key := range is.Members() {
			if !may[key] && !was.Event.Has(key) {
				p.add(placed(place, key), "it was not there")
			}
		}
	})
}

func halfProblems(v *View, p *problems) bool {
	judged := false
	v.pairs(func(place string, was Envelope, is jsvalue.Value) {
		for _, of := range payloadsOf(was.Event) {
			before, after := was.Event.Get(of.member), is.Get(of.member)
			if !before.IsString() || !after.IsString() || hasHalf(before.Text()) {
				continue
			}
			judged = true
			if hasHalf(after.Text()) {
				p.add(place+"."+of.member, "half a character stands alone")
			}
		}
	})
	return judged
}

// hasHalf: a surrogate without its other one is three bytes, the first ED and the second A0 or more.
func hasHalf(text string) bool {
	for i := 0; i+1 < len(text); i++ {
		if text[i] == 0xed && text[i+1] >= 0xa0 {
			return true
		}
	}
	return false
}

func detailProblems(v *View, p *problems) bool {
	judged := false
	v.pairs(func(place string, was Envelope, is jsvalue.Value) {
		if judged = true; was.kind() == "tool_result" && (is.Has("structured") || is.Has("toolResultMeta")) {
			p.add(place, "a result is sent with its details")
		}
	})
	return judged
}
