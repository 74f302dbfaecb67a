package jsvalue_test

import (
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// The benchmarks use synthetic chat records, about 1.4 KB each; the same seed gives the same records everywhere.

const words = "the file was read and its tests fail when a parser meets an empty line so we check again " +
	"before writing this change to disk returns error value context block render history session 表示 记录 会话 naïve 🙂"

type recordMaker struct {
	random *rand.Rand
	words  []string
}

func newRecordMaker() *recordMaker {
	return &recordMaker{rand.New(rand.NewPCG(1, 2)), strings.Fields(words)}
}

func (m *recordMaker) id() string {
	x, y := m.random.Uint64(), m.random.Uint64()
	return fmt.Sprintf("%08x-%04x-4%03x-%04x-%012x", x>>32, x>>16&0xFFFF, x&0xFFF, y>>48, y&0xFFFFFFFFFFFF)
}

// prose is text of about that many bytes, with the line ends and quotes that messages have.
func (m *recordMaker) prose(size int) string {
	var b strings.Builder
	for b.Len() < size {
		switch m.random.IntN(24) {
		case 0:
			b.WriteString("\n\n- ")
		case 1:
			b.WriteString("\"quoted\" ")
		case 2:
			b.WriteString("\n\tif err != nil {\n\t\treturn err\n\t}\n")
		default:
			b.WriteString(m.words[m.random.IntN(len(m.words))])
			b.WriteByte(' ')
		}
	}
	return b.String()
}

func quoted(s string) string { return string(jsvalue.AppendQuoted(nil, s)) }

// record is one record as text.
func (m *recordMaker) record(i int) string {
	head := fmt.Sprintf(`{"uuid":"%s","parentUuid":"%s","sessionId":"5f0c2a1e-77aa-4b63-9b8e-0123456789ab","timestamp":"2026-07-14T%02d:%02d:%02d.%03dZ","cwd":"/home/dev/project","version":"1.4.2","gitBranch":"main",`,
		m.id(), m.id(), i/3600%24, i/60%60, i%60, m.random.IntN(1000))
	usage := fmt.Sprintf(`"usageMetadata":{"promptTokenCount":%d,"candidatesTokenCount":%d,"totalTokenCount":%d,"cachedContentTokenCount":0}`,
		m.random.IntN(90000), m.random.IntN(4000), m.random.IntN(100000))
	call := m.id()[:13]
	switch m.random.IntN(4) {
	case 0:
		return head + `"type":"user","message":{"role":"user","parts":[{"text":` + quoted(m.prose(900)) + `}]}}`
	case 1:
		return head + `"type":"assistant","model":"coder-plus","message":{"role":"model","parts":[{"text":` + quoted(m.prose(300)) +
			`,"thought":true},{"text":` + quoted(m.prose(500)) + `}]},` + usage + `}`
	case 2:
		return head + `"type":"assistant","model":"coder-plus","message":{"role":"model","parts":[{"functionCall":{"id":"call_` + call +
			`","name":"edit","args":{"file_path":"/home/dev/project/src/view.ts","old_string":` + quoted(m.prose(250)) + `,"new_string":` +
			quoted(m.prose(300)) + `,"replace_all":false,"range":{"start":{"line":12,"column":4},"end":{"line":40,"column":1.5}}}}}]},` + usage + `}`
	default:
		return head + `"type":"tool_result","message":{"role":"user","parts":[{"functionResponse":{"id":"call_` + call +
			`","name":"run","response":{"output":` + quoted(m.prose(900)) + `}}}]},"toolCallResult":{"callId":"call_` + call +
			`","status":"success","resultDisplay":` + quoted(m.prose(400)) + `,"durationMs":1532.25,"truncated":false,"error":null}}`
	}
}

func benchmarkRecords(n int) (records []string, size int64) {
	m := newRecordMaker()
	for i := range n {
		record := m.record(i)
		records = append(records, record)
		size += int64(len(record))
	}
	return records, size
}

const benchmarkSize = 10000

func BenchmarkDecode(b *testing.B) {
	records, size := benchmarkRecords(benchmarkSize)
	var decoder jsvalue.Decoder
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		for _, record := range records {
			if _, err := decoder.Decode(record); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(len(records)), "records/op")
}

func BenchmarkDecodeOne(b *testing.B) {
	records, size := benchmarkRecords(benchmarkSize)
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		for _, record := range records {
			if _, err := jsvalue.Decode(record); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(len(records)), "records/op")
}

func BenchmarkAppend(b *testing.B) {
	records, size := benchmarkRecords(benchmarkSize)
	values := make([]jsvalue.Value, len(records))
	for i, record := range records {
		values[i], _ = jsvalue.Decode(record)
	}
	var dst []byte
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		for _, value := range values {
			dst = jsvalue.Append(dst[:0], value)
		}
	}
}

const nodeBenchmark = `
const lines = require('fs').readFileSync(0, 'utf8').split('\n');
const best = f => {
  let least = Infinity;
  for (let i = 0; i < 15; i++) { const start = performance.now(); f(); least = Math.min(least, performance.now() - start) }
  return least;
};
const parse = best(() => { for (const line of lines) JSON.parse(line) });
const values = lines.map(line => JSON.parse(line));
const stringify = best(() => { for (const value of values) JSON.stringify(value) });
process.stdout.write(parse + ' ' + stringify);
`

// BenchmarkNode is node's JSON.parse and JSON.stringify on the same records, line by line: the best of 15 passes.
func BenchmarkNode(b *testing.B) {
	path, err := exec.LookPath("node")
	if err != nil {
		b.Skip("no node on PATH")
	}
	records, size := benchmarkRecords(benchmarkSize)
	var parse, stringify float64
	for b.Loop() {
		command := exec.Command(path, "-e", nodeBenchmark)
		command.Stdin = strings.NewReader(strings.Join(records, "\n"))
		output, err := command.Output()
		if err != nil {
			b.Fatal(err)
		}
		if _, err := fmt.Sscan(string(output), &parse, &stringify); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(size)/parse/1e3, "parse-MB/s")
	b.ReportMetric(float64(size)/stringify/1e3, "stringify-MB/s")
}
