package chatrecord

import (
	"fmt"
	"strings"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

var tracerRelations = []model.Relation{
	{
		ID: "tracers-come-out-once", Rules: []string{
			"CR-REPLAY-10", "CR-REPLAY-16", "CR-REPLAY-19", "CR-REPLAY-20", "CR-REPLAY-31", "CR-REPLAY-34", "CR-DEC-02", "CR-DEC-06", "CR-BLOCK-06", "CR-BLOCK-07",
		},
		Says:  "What is planted in every visible text, argument and result of the chain comes out once, in order, in a block of its record, and nothing else does.",
		Check: relate(tracersComeOutOnce),
	},
	{
		ID: "diagnostics-quote-nothing", Rules: []string{"CR-PREP-28", "CR-REPLAY-15", "CR-REPLAY-18", "CR-DEC-02"},
		Says:  "No diagnostic carries text, arguments or results, also of parts that are damaged; each damaged part is named.",
		Check: relate(diagnosticsQuoteNothing),
	},
	{
		ID: "planted-secrets-stay-in", Rules: []string{"CR-BLOCK-19", "CR-BLOCK-20", "CR-DEC-23", "CR-PREP-28"},
		Says:  "What stands under a secret key of arguments, responses and outputs comes out nowhere.",
		Check: relate(plantedSecretsStayIn),
	},
	{
		ID: "errors-quote-nothing", Rules: []string{"CR-PREP-03", "CR-PREP-04", "TP-PROTO-10"},
		Says:  "A leaf that is not there and a second session are refused with their code, and the message quotes neither.",
		Check: relate(errorsQuoteNothing),
	},
}

// planter replaces or adds texts that are told apart: tokens, each a number in private-use characters.
type planter struct {
	alphabet rune // the first character of the tokens; none of them is in the input
	planted  int
}

const (
	firstPrivate = '\uE100'
	lastPrivate  = '\uF8FF'

	// The characters of a token, counted from the first of the alphabet.
	tokenOpen    = 0
	tokenClose   = 1
	tokenDigit   = 2
	tokenLetters = tokenDigit + 10
)

// planter is one whose tokens the case does not have: people use private characters too. It is nil if none is left.
func (t *trial) planter() *planter {
	used := make(map[rune]bool)
	for _, v := range []jsvalue.Value{t.Input.Argument, t.Case.Options} {
		for _, r := range canonical(v) {
			if firstPrivate <= r && r <= lastPrivate {
				used[r] = true
			}
		}
	}
	for first := firstPrivate; first+tokenLetters <= lastPrivate; first += tokenLetters {
		free := true
		for r := first; r < first+tokenLetters; r++ {
			free = free && !used[r]
		}
		if free {
			return &planter{alphabet: first}
		}
	}
	return nil
}

func (p *planter) token() jsvalue.Value {
	var b strings.Builder
	b.WriteRune(p.alphabet + tokenOpen)
	for _, digit := range fmt.Sprint(p.planted) {
		b.WriteRune(p.alphabet + tokenDigit + digit - '0')
	}
	b.WriteRune(p.alphabet + tokenClose)
	p.planted++
	return jsvalue.StringValue(b.String())
}

// isIn reports whether a text quotes a token, or the beginning of one.
func (p *planter) isIn(s string) bool { return strings.ContainsRune(s, p.alphabet+tokenOpen) }

// tokensIn lists the tokens of a text, in order.
func (p *planter) tokensIn(s string) []string {
	opening, closing := string(p.alphabet+tokenOpen), string(p.alphabet+tokenClose)
	var tokens []string
	for {
		_, rest, ok := strings.Cut(s, opening)
		if !ok {
			return tokens
		}
		token, rest, ok := strings.Cut(rest, closing)
		if !ok {
			return tokens
		}
		tokens = append(tokens, opening+token+closing)
		s = rest
	}
}

func member(key string, value jsvalue.Value) jsvalue.Member {
	return jsvalue.Member{Key: key, Value: value}
}

// plantAll changes each record of the chain; copies are left out, because they would not be copies any more.
func (t *trial) plantAll(plant func(record jsvalue.Value) jsvalue.Value) []jsvalue.Value {
	copies := make(map[int]bool)
	for _, node := range t.Input.Chain().Nodes {
		for _, c := range node.Copies {
			copies[c.Index] = true
		}
	}
	var records []jsvalue.Value
	for _, r := range t.Input.Records {
		value := r.Value
		if copies[r.Index] {
			continue
		}
		if t.onChain(r) {
			value = plant(value)
		}
		records = append(records, value)
	}
	return records
}

// eachPart changes the parts of a record.
func eachPart(record jsvalue.Value, change func(part jsvalue.Value) jsvalue.Value) jsvalue.Value {
	parts := record.Get("message").Get("parts")
	if !parts.IsArray() {
		return record
	}
	list := elements(parts)
	for i, part := range list {
		list[i] = change(part)
	}
	return withPartList(record, list)
}

// replaceText puts a token in the place of a non-empty text.
func (p *planter) replaceText(v jsvalue.Value, key string) jsvalue.Value {
	if v.Get(key).Text() == "" {
		return v
	}
	return v.With(member(key, p.token()))
}

var hostileKeys = []string{"tracer", "__proto__", "constructor", "toString", "0"}

func (p *planter) tracers(record jsvalue.Value) jsvalue.Value {
	record = eachPart(record, func(part jsvalue.Value) jsvalue.Value {
		part = p.replaceText(part, "text")
		if call := part.Get("functionCall"); call.Get("args").IsObject() {
			key := hostileKeys[p.planted%len(hostileKeys)]
			args := call.Get("args").With(member(key, p.token()))
			part = part.With(member("functionCall", call.With(member("args", args))))
		}
		if response := part.Get("functionResponse"); response.Get("response").IsObject() {
			output := p.replaceText(response.Get("response"), "output")
			part = part.With(member("functionResponse", response.With(member("response", output))))
		}
		return part
	})
	payload := record.Get("systemPayload")
	if payload.Get("displayText").Text() != "" {
		payload = p.replaceText(payload, "displayText")
	}
	if items := payload.Get("outputHistoryItems"); items.IsArray() {
		list := elements(items)
		for i, item := range list {
			list[i] = p.replaceText(item, "text")
		}
		payload = payload.With(member("outputHistoryItems", jsvalue.ArrayValue(list...)))
	}
	if payload.IsObject() {
		record = record.With(member("systemPayload", payload))
	}
	return record
}

func tracersComeOutOnce(t *trial) error {
	p := t.planter()
	if !t.portable() || p == nil {
		return nil
	}
	records := t.plantAll(p.tracers)
	planted, err := t.projectAndRead(withRecords(t.Case.Input, records), t.withLeaf().Without("maxBlocks"))
	if planted == nil {
		return err
	}
	t.judged = p.planted > 0
	t.textTracers(p, planted)
	t.inputTracers(p, planted)
	t.resultTracers(p, planted)
	return nil
}

// textTracers: the tokens of all text blocks, in order, are those that the chain shows.
func (t *trial) textTracers(p *planter, planted *View) {
	var want, got []string
	chain := planted.Input.Chain()
	for place := range chain.Nodes {
		for _, shown := range chain.Shown(place) {
			if shown.Free {
				want = append(want, p.tokensIn(strings.Join(shown.Fixed, ""))...)
			} else {
				want = append(want, p.tokensIn(shown.Text)...)
			}
		}
	}
	for _, b := range planted.Blocks {
		if b.Kind != "tool" && !chain.isGoal(b) {
			got = append(got, p.tokensIn(b.Value.Get("text").Text())...)
		}
	}
	for i := range max(len(want), len(got)) {
		switch {
		case i >= len(got):
			t.add("blocks", "text %s of %d is shown nowhere", p.decimal(want[i]), len(want))
		case i >= len(want) || want[i] != got[i]:
			t.add("blocks", "text %s comes out where it does not belong", p.decimal(got[i]))
		default:
			continue
		}
		return
	}
}

// decimal is the number of a token.
func (p *planter) decimal(token string) string {
	return strings.Map(func(r rune) rune {
		if digit := r - p.alphabet - tokenDigit; 0 <= digit && digit <= 9 {
			return digit + '0'
		}
		return -1
	}, token)
}

// inputTracers: the token of each call stands in the input of one block, which names its record.
func (t *trial) inputTracers(p *planter, planted *View) {
	home := make(map[string]Block)
	for _, b := range planted.toolBlocks() {
		for _, token := range p.tokensIn(string(jsvalue.Append(nil, b.Value.Get("rawInput")))) {
			if other, ok := home[token]; ok {
				t.add(b.path("rawInput"), "shows what %s shows", other.path("rawInput"))
			}
			home[token] = b
		}
	}
	chain := planted.Input.Chain()
	for place, node := range chain.Nodes {
		for _, step := range chain.Steps(place) {
			if step.Kind != Call || step.Value.Get("name").Text() == "todo_write" {
				continue
			}
			for _, token := range p.tokensIn(string(jsvalue.Append(nil, step.Value.Get("args")))) {
				if b, ok := home[token]; !ok {
					t.add("blocks", "an argument of part %d of %q is shown nowhere", step.Part, node.UUID)
				} else if !b.names(node.UUID) {
					t.add(b.path("sourceRecordIds"), "do not name %q, whose call the block shows", node.UUID)
				}
				delete(home, token)
			}
		}
	}
	if len(home) > 0 {
		t.add("blocks", "%d inputs come from no call", len(home))
	}
}

func (b Block) names(uuid string) bool {
	for _, id := range b.Sources {
		if id == uuid {
			return true
		}
	}
	return false
}

// resultTracers: an output that nothing stands before and nothing replaces is the content of its tool, once.
func (t *trial) resultTracers(p *planter, planted *View) {
	blocks := make(map[string]Block)
	for _, b := range planted.toolBlocks() {
		blocks[b.Value.Get("toolCallId").Text()] = b
	}
	for _, answer := range planted.Input.Chain().Tools().Answers {
		output := answer.Step.Value.Get("response").Get("output").Text()
		if answer.Tool.Results != 1 || answer.Outcome.Truthy() || len(p.tokensIn(output)) == 0 || answer.Step.Value.Get("response").Get("error").Text() != "" {
			continue
		}
		b, ok := blocks[answer.Tool.ID]
		if shown := string(jsvalue.Append(nil, b.Value.Get("content"))); !ok || strings.Count(shown, output) != 1 {
			t.add(b.path("content"), "of %q does not show the output of %q once", answer.Tool.ID, answer.UUID)
		}
	}
}

func diagnosticsQuoteNothing(t *trial) error {
	p := t.planter()
	if !t.portable() || p == nil {
		return nil
	}
	records := t.plantAll(func(record jsvalue.Value) jsvalue.Value {
		record = p.canaries(record)
		if kind := record.Get("type").Text(); kind != "user" && kind != "assistant" || !record.Get("message").Get("parts").IsArray() {
			return record
		}
		return withPartList(record, append(p.damage(), elements(record.Get("message").Get("parts"))...))
	})
	planted, err := t.projectAndRead(withRecords(t.Case.Input, records), t.withLeaf())
	if planted == nil {
		return err
	}
	t.judged = p.planted > 0
	for _, d := range planted.Diagnostics {
		if p.isIn(string(jsvalue.Append(nil, d.Value))) {
			t.add(d.path(), "%s quotes the input", d.Code)
		}
	}
	t.damageIsNamed(planted)
	return nil
}

// canaries replaces texts, and adds to arguments, responses and outcomes.
func (p *planter) canaries(record jsvalue.Value) jsvalue.Value {
	record = eachPart(record, func(part jsvalue.Value) jsvalue.Value {
		part = p.replaceText(part, "text")
		for _, place := range [][2]string{{"functionCall", "args"}, {"functionResponse", "response"}} {
			inner := part.Get(place[0])
			if value := inner.Get(place[1]); value.IsObject() {
				value = value.With(member(p.token().Text(), p.token()), member("password", p.token()))
				part = part.With(member(place[0], inner.With(member(place[1], value))))
			}
		}
		return part
	})
	if outcome := record.Get("toolCallResult"); outcome.IsObject() {
		record = record.With(member("toolCallResult", outcome.With(member("error", objectOf(member("reason", p.token()))))))
	}
	return record
}

// damage is parts that are malformed or unknown, and hold what nobody may quote.
func (p *planter) damage() []jsvalue.Value {
	return []jsvalue.Value{
		p.token(),
		objectOf(member("functionCall", objectOf(member("args", objectOf(member("token", p.token())))))),
		objectOf(member("inlineData", p.token())),
		objectOf(member("somethingNew", p.token())),
	}
}

// damageIsNamed: the four damaged parts of each record that shows its parts as they stand.
func (t *trial) damageIsNamed(planted *View) {
	chain := planted.Input.Chain()
	for _, node := range chain.Nodes {
		kind := node.Type()
		if kind != "user" && kind != "assistant" || len(node.Fragments) > 1 || node.SystemPayload().IsObject() || node.Subtype() != "" || !node.First().HasParts {
			continue
		}
		owed := []Finding{
			{"malformed_part", -1, node.UUID, "message.parts[0]"},
			{"malformed_part", -1, node.UUID, "message.parts[1].functionCall"},
			{"malformed_part", -1, node.UUID, "message.parts[2].inlineData"},
			{"unknown_record_or_part", -1, node.UUID, "message.parts[3]"},
		}
		for _, f := range owed {
			if !planted.names(f.Code, f.ID, f.Path) {
				t.add("diagnostics", "%s is missing", f)
			}
		}
	}
}

func plantedSecretsStayIn(t *trial) error {
	p := t.planter()
	if !t.portable() || p == nil {
		return nil
	}
	records := t.plantAll(p.secrets)
	if p.planted == 0 {
		return nil
	}
	planted, err := t.project(withRecords(t.Case.Input, records), t.withLeaf())
	if planted == nil {
		return err
	}
	t.judged = true
	for _, b := range planted.Blocks {
		for key, value := range b.Value.Members() {
			if p.isIn(string(jsvalue.Append(nil, value))) {
				t.add(b.path(key), "shows a secret")
			}
		}
	}
	for _, d := range planted.Diagnostics {
		if p.isIn(string(jsvalue.Append(nil, d.Value))) {
			t.add(d.path(), "%s shows a secret", d.Code)
		}
	}
	return nil
}

func errorsQuoteNothing(t *trial) error {
	p := t.planter()
	if p == nil {
		return nil
	}
	leaf := t.Case.Options.With(member("leafUuid", p.token()))
	if err := t.refused(p, "leaf_not_found", t.Case.Input, leaf); err != nil {
		return err
	}
	chain := t.Input.Chain()
	if !chain.Found || !t.portable() {
		return nil
	}
	stranger := chain.Nodes[0].First().Value.With(member("sessionId", p.token()))
	return t.refused(p, "mixed_session_ids", withRecords(t.Case.Input, append(t.values(), stranger)), t.Case.Options)
}

// refused asks for a projection that has to be refused.
func (t *trial) refused(p *planter, code protocol.Code, input protocol.Input, options jsvalue.Value) error {
	answer, ok, err := t.asker.Ask(t.ctx, "project", input, options)
	if err != nil || !ok {
		return err
	}
	t.judged = true
	switch refusal := answer.Err(); {
	case refusal.Code != code:
		t.add("error.code", "is %q, want %s", refusal.Code, code)
	case refusal.Message == "" || p.isIn(refusal.Message):
		t.add("error.message", "of %s is empty or quotes the input", code)
	}
	return nil
}

// secrets adds secret members to the objects that a tool block shows.
func (p *planter) secrets(record jsvalue.Value) jsvalue.Value {
	secret := func(v jsvalue.Value) jsvalue.Value {
		inner := objectOf(member("x", jsvalue.ArrayValue(objectOf(member("API-Key", p.token())))))
		return v.With(member("password", p.token()), member("nested", inner), member("authToken", objectOf(member("deep", p.token()))))
	}
	record = eachPart(record, func(part jsvalue.Value) jsvalue.Value {
		for _, place := range [][2]string{{"functionCall", "args"}, {"functionResponse", "response"}} {
			inner := part.Get(place[0])
			if value := inner.Get(place[1]); value.IsObject() {
				part = part.With(member(place[0], inner.With(member(place[1], secret(value)))))
			}
		}
		return part
	})
	outcome := record.Get("toolCallResult")
	if display := outcome.Get("resultDisplay"); display.IsObject() {
		record = record.With(member("toolCallResult", outcome.With(member("resultDisplay", secret(display)))))
	}
	return record
}
