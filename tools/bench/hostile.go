package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// hostile inputs are what an author writes who wants time or memory to grow faster than the file. Each comes in a size n and
// in ten times that; ten times the time is what is promised.
var hostile = []struct {
	name  string
	n     int
	write func(w *bufio.Writer, n int)
}{
	{"calls of one id, then their results", 10_000, func(w *bufio.Writer, n int) {
		for i := range n {
			hostileRecord(w, i, "assistant", `"message":{"parts":[{"functionCall":{"id":"c","name":"t","args":{}}}]}`)
		}
		for i := range n {
			hostileRecord(w, n+i, "tool_result", `"message":{"parts":[{"functionResponse":{"id":"c","name":"t","response":{"output":"o"}}}]}`)
		}
	}},
	{"calls of one id, each with its result", 10_000, func(w *bufio.Writer, n int) {
		for i := range n {
			hostileRecord(w, 2*i, "assistant", `"message":{"parts":[{"functionCall":{"id":"c","name":"t","args":{}}}]}`)
			hostileRecord(w, 2*i+1, "tool_result", `"message":{"parts":[{"functionResponse":{"id":"c","name":"t","response":{"output":"o"}}}]}`)
		}
	}},
	{"calls without an id in one record", 10_000, func(w *bufio.Writer, n int) {
		hostileRecord(w, 0, "assistant", `"message":{"parts":[`+list(n, `{"functionCall":{"name":"t","args":{}}}`)+`]}`)
	}},
	{"results of one call, all different", 10_000, func(w *bufio.Writer, n int) {
		hostileRecord(w, 0, "assistant", `"message":{"parts":[{"functionCall":{"id":"c","name":"t","args":{}}}]}`)
		for i := range n {
			hostileRecord(w, i+1, "tool_result", fmt.Sprintf(`"message":{"parts":[{"functionResponse":{"id":"c","name":"t","response":{"output":"%d"}}}]}`, i))
		}
	}},
	{"texts in one record", 10_000, func(w *bufio.Writer, n int) {
		hostileRecord(w, 0, "assistant", `"message":{"parts":[`+list(n, `{"text":"word "}`)+`]}`)
	}},
	{"texts and thoughts in one record", 10_000, func(w *bufio.Writer, n int) {
		hostileRecord(w, 0, "assistant", `"message":{"parts":[`+list(n, `{"text":"a"},{"text":"b","thought":true}`)+`]}`)
	}},
	{"unknown parts in one record", 10_000, func(w *bufio.Writer, n int) {
		hostileRecord(w, 0, "assistant", `"message":{"parts":[`+list(n, `{"unknown":1}`)+`]}`)
	}},
	{"fragments of one record", 10_000, func(w *bufio.Writer, n int) {
		for i := range n {
			hostileFragment(w, fmt.Sprintf(`"timestamp":"2026-01-01T00:00:00.%07dZ","message":{"parts":[{"text":"x"}]}`, i))
		}
	}},
	{"fragments of one record and time", 10_000, func(w *bufio.Writer, n int) {
		for i := range n {
			hostileFragment(w, fmt.Sprintf(`"timestamp":"2026-01-01T00:00:00Z","message":{"parts":[{"text":"%d"}]}`, i))
		}
	}},
	{"copies of one record", 10_000, func(w *bufio.Writer, n int) {
		for range n {
			hostileFragment(w, `"timestamp":"2026-01-01T00:00:00Z","message":{"parts":[{"text":"x"}]}`)
		}
	}},
	{"resource links in one record", 10_000, func(w *bufio.Writer, n int) {
		links := make([]string, n)
		for i := range links {
			links[i] = fmt.Sprintf(`{"type":"resource_link","uri":"u:%d","name":"n"}`, i)
		}
		hostileRecord(w, 0, "user", `"message":{"parts":[]},"systemPayload":{"resourceLinks":[`+strings.Join(links, ",")+`]}`)
	}},
	{"levels of arguments", 10_000, func(w *bufio.Writer, n int) {
		hostileRecord(w, 0, "assistant", `"message":{"parts":[{"functionCall":{"id":"c","name":"t","args":`+nested(n)+`}}]}`)
	}},
	{"levels of a response", 10_000, func(w *bufio.Writer, n int) {
		hostileRecord(w, 0, "assistant", `"message":{"parts":[{"functionCall":{"id":"c","name":"t","args":{}}}]}`)
		hostileRecord(w, 1, "tool_result", `"message":{"parts":[{"functionResponse":{"id":"c","name":"t","response":`+nested(n)+
			`}}]},"toolCallResult":{"callId":"c","resultDisplay":`+nested(n)+`}`)
	}},
	{"keys of one object", 10_000, func(w *bufio.Writer, n int) {
		keys := make([]string, n)
		for i := range keys {
			keys[i] = fmt.Sprintf(`"token%d":1,"%dtoken":2`, i, i)
		}
		hostileRecord(w, 0, "assistant", `"message":{"parts":[{"functionCall":{"id":"c","name":"t","args":{`+strings.Join(keys, ",")+`}}}]}`)
	}},
	{"items of a plan", 10_000, func(w *bufio.Writer, n int) {
		hostileRecord(w, 0, "tool_result", `"message":{"parts":[{"functionResponse":{"id":"c","name":"todo_write","response":{}}}]},`+
			`"toolCallResult":{"resultDisplay":{"type":"todo_list","todos":[`+list(n, `{"id":"i","content":"c","status":"pending"}`)+`]}}`)
	}},
	{"bytes of one text", 10_000_000, func(w *bufio.Writer, n int) {
		hostileRecord(w, 0, "user", `"message":{"parts":[{"text":"`+strings.Repeat(`x`, n)+`"}]}`)
	}},
	{"escapes of one text", 10_000_000 / 6, func(w *bufio.Writer, n int) {
		hostileRecord(w, 0, "user", `"message":{"parts":[{"text":"`+strings.Repeat(`\u00e9`, n)+`"}]}`)
	}},
	{"numbers in one line", 5_000_000, func(w *bufio.Writer, n int) {
		hostileRecord(w, 0, "assistant", `"message":{"parts":[{"functionCall":{"id":"c","name":"t","args":{"a":[`+list(n, `1`)+`]}}}]}`)
	}},
	{"bytes of one argument", 10_000_000, func(w *bufio.Writer, n int) {
		hostileRecord(w, 0, "assistant", `"message":{"parts":[{"functionCall":{"id":"c","name":"write_file","args":{"path":"p","content":"`+
			strings.Repeat(`x\n`, n/3)+`"}}}]}`)
	}},
	{"empty lines", 1_000_000, func(w *bufio.Writer, n int) { w.WriteString(strings.Repeat("\n", n)) }},
	{"lines that are no JSON", 100_000, func(w *bufio.Writer, n int) { w.WriteString(strings.Repeat("x\n", n)) }},
	{"beginnings of records in one line", 100_000, func(w *bufio.Writer, n int) { w.WriteString(strings.Repeat(`{"a":`, n)) }},
}

func hostileRecord(w *bufio.Writer, i int, kind, members string) {
	parent := "null"
	if i > 0 {
		parent = fmt.Sprintf(`"u%d"`, i-1)
	}
	fmt.Fprintf(w, `{"uuid":"u%d","parentUuid":%s,"sessionId":"s","type":"%s",%s}`+"\n", i, parent, kind, members)
}

func hostileFragment(w *bufio.Writer, members string) {
	fmt.Fprintf(w, `{"uuid":"u","parentUuid":null,"sessionId":"s","type":"assistant",%s}`+"\n", members)
}

func list(n int, element string) string {
	return strings.TrimSuffix(strings.Repeat(element+",", n), ",")
}

func nested(n int) string {
	return strings.Repeat(`{"a":[`, n/2) + strings.Repeat(`]}`, n/2)
}

// runHostile prints what each input costs.
func runHostile(directory string) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	fmt.Println("| input | n | MB | decode, ms | decode + project, ms | encode, ms | peak RSS, MB | blocks |")
	fmt.Println("|---|---:|---:|---:|---:|---:|---:|---:|")
	for _, input := range hostile {
		for _, n := range []int{input.n, 10 * input.n} {
			file, size, err := writeFile(filepath.Join(directory, "hostile.jsonl"), func(w *bufio.Writer) { input.write(w, n) })
			if err != nil {
				return err
			}
			f, err := childFigures(exec.Command(self, childCommand, file))
			if err != nil {
				return fmt.Errorf("%d %s: %w", n, input.name, err)
			}
			fmt.Printf("| %s | %s | %s | %s | %s | %s | %s | %s |\n", input.name, grouped(n), rounded(float64(size)/1e6),
				rounded(f.DecodeMs), rounded(f.ProjectMs), rounded(f.EncodeMs), rounded(f.PeakBytes/1e6), grouped(f.Blocks))
		}
	}
	return nil
}
