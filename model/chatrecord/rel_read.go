package chatrecord

import (
	"fmt"
	"strings"

	"github.com/transcriptspec/transcriptspec/model"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
)

var readRelations = []model.Relation{
	{
		ID: "read-gives-each-line", Rules: []string{"JL-READ-01", "JL-READ-02", "JL-READ-03", "JL-READ-08"},
		Says:  "Reading the lines gives their values and numbers, also behind a byte order mark, with CRs and among blank lines.",
		Check: relate(readGivesEachLine),
	},
	{
		ID: "read-glued-records", Rules: []string{"JL-READ-05", "JL-READ-09"},
		Says:  "Records glued into one line are all read, and that is said once.",
		Check: relate(readGluedRecords),
	},
	{
		ID: "read-damaged-line", Rules: []string{"JL-READ-04", "JL-READ-06", "JL-READ-10"},
		Says:  "A torn last line, and NUL bytes between lines, cost no other record and are named with line and offset.",
		Check: relate(readDamagedLine),
	},
}

// lines are the records that are objects, each as its JSON text, without what writing would lose.
func (t *trial) lines() []string {
	var lines []string
	for _, value := range t.values() {
		if value.IsObject() {
			lines = append(lines, string(jsvalue.AppendASCII(nil, value)))
		}
	}
	return lines
}

func (t *trial) read(input string) (jsvalue.Value, error) {
	return t.result("read", protocol.TextOf(input), jsvalue.Value{})
}

// sameRecords compares what was read with the values of lines, and the numbers of the lines that they stood on.
func (t *trial) sameRecordsRead(read jsvalue.Value, lines []string, numbers func(i int) int) {
	t.judged = true
	if got := read.Get("records").Len(); got != len(lines) || read.Get("lines").Len() != got {
		t.add("records", "%d of %d records are read, with %d line numbers", got, len(lines), read.Get("lines").Len())
		return
	}
	for i, line := range lines {
		want, err := jsvalue.Decode(line)
		if got := read.Get("records").At(i); err != nil || !sameWritten(want, got) {
			t.add(fmt.Sprintf("records[%d]", i), "is another value")
			return
		}
		if got := read.Get("lines").At(i); got.Float() != float64(numbers(i)) {
			t.add(fmt.Sprintf("lines[%d]", i), "is %s, want %d", text(got), numbers(i))
			return
		}
	}
}

func (t *trial) readDiagnostics(read jsvalue.Value, want ...string) {
	var got []string
	for _, d := range read.Get("diagnostics").Elements() {
		got = append(got, fmt.Sprintf("%s at line %s", d.Get("code").Text(), text(d.Get("line"))))
	}
	if strings.Join(got, ", ") != strings.Join(want, ", ") {
		t.add("diagnostics", "are %q, want %q", got, want)
	}
}

func readGivesEachLine(t *trial) error {
	lines := t.lines()
	plain, err := t.read(strings.Join(lines, "\n"))
	if plain.IsUndefined() {
		return err
	}
	t.sameRecordsRead(plain, lines, func(i int) int { return i + 1 })
	t.readDiagnostics(plain)
	dressed, err := t.read("\uFEFF" + strings.Join(lines, "\r\n \t\r\n") + "\r\n")
	if dressed.IsUndefined() {
		return err
	}
	t.sameRecordsRead(dressed, lines, func(i int) int { return 2*i + 1 })
	t.readDiagnostics(dressed)
	return nil
}

func readGluedRecords(t *trial) error {
	lines := t.lines()
	if len(lines) < 2 {
		return nil
	}
	glued, err := t.read(strings.Join(lines, "") + "\n")
	if glued.IsUndefined() {
		return err
	}
	t.sameRecordsRead(glued, lines, func(int) int { return 1 })
	t.readDiagnostics(glued, "recovered_record at line 1")
	return nil
}

func readDamagedLine(t *trial) error {
	lines := t.lines()
	n := len(lines) - 1
	if n < 0 || mayHoldRecord(lines[n]) {
		return nil
	}
	torn := lines[n][:len(lines[n])/2]
	before := strings.Join(lines[:n], "\n\x00\x00\n")
	if n > 0 {
		before += "\n"
	}
	read, err := t.read(before + torn)
	if read.IsUndefined() {
		return err
	}
	t.sameRecordsRead(read, lines[:n], func(i int) int { return 2*i + 1 })
	var want []string
	for i := range max(n-1, 0) {
		want = append(want, fmt.Sprintf("invalid_json_line at line %d", 2*i+2))
	}
	last := max(2*n, 1)
	t.readDiagnostics(read, append(want, fmt.Sprintf("invalid_json_line at line %d", last))...)
	if d := read.Get("diagnostics"); d.At(d.Len()-1).Get("byteOffset").Float() != float64(len(before)) {
		t.add("diagnostics", "the torn line is not named at byte %d", len(before))
	}
	return nil
}

// mayHoldRecord: behind a brace and quote that no value is wanted before, the reader may find a record (JL-READ-09).
func mayHoldRecord(line string) bool {
	for i := 1; i+1 < len(line); i++ {
		if line[i:i+2] == `{"` && !strings.ContainsRune(":,[", rune(line[i-1])) {
			return true
		}
	}
	return false
}
