package main

import (
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// row is what all processes measured at one size.
type row struct {
	records              int
	bytes                int64
	node, reference, sdk []figures // node and sdk are empty where they are not installed or would not end
}

// column is one column of the table.
type column struct {
	head string
	cell func(row) string
}

// unmeasured stands where there is no figure.
const unmeasured = "-"

var columns = []column{
	{"records", func(r row) string { return grouped(r.records) }},
	{"MB", func(r row) string { return rounded(float64(r.bytes) / 1e6) }},
	{"node JSON.parse, ms", func(r row) string { return rounded(r.nodeMs()) }},
	{"decode, ms", func(r row) string { return rounded(r.decodeMs()) }},
	{"node / decode", func(r row) string { return ratio(r.nodeMs(), r.decodeMs()) }},
	{"decode + project, ms", func(r row) string { return rounded(r.projectMs()) }},
	{"node / decode + project", func(r row) string { return ratio(r.nodeMs(), r.projectMs()) }},
	{"published TypeScript SDK, ms", func(r row) string { return rounded(r.sdkMs()) }},
	{"SDK / decode + project", func(r row) string { return ratio(r.sdkMs(), r.projectMs()) }},
	{"encode, ms", func(r row) string { return rounded(median(r.reference, func(f figures) float64 { return f.EncodeMs })) }},
	{"allocations a record", func(r row) string {
		return rounded(median(r.reference, func(f figures) float64 { return f.Mallocs }) / float64(r.records))
	}},
	{"peak RSS, MB", func(r row) string { return rounded(r.peakBytes() / 1e6) }},
	{"peak RSS / file", func(r row) string { return ratio(r.peakBytes(), float64(r.bytes)) }},
	{"blocks", func(r row) string { return grouped(r.reference[0].Blocks) }},
}

func (r row) nodeMs() float64 { return median(r.node, func(f figures) float64 { return f.DecodeMs }) }

func (r row) decodeMs() float64 {
	return median(r.reference, func(f figures) float64 { return f.DecodeMs })
}

func (r row) projectMs() float64 {
	return median(r.reference, func(f figures) float64 { return f.ProjectMs })
}

func (r row) sdkMs() float64 { return median(r.sdk, func(f figures) float64 { return f.ProjectMs }) }

func (r row) peakBytes() float64 {
	return median(r.reference, func(f figures) float64 { return f.PeakBytes })
}

// median of one figure over all processes; 0 without any.
func median(all []figures, figure func(figures) float64) float64 {
	if len(all) == 0 {
		return 0
	}
	values := make([]float64, len(all))
	for i, one := range all {
		values[i] = figure(one)
	}
	slices.Sort(values)
	middle := len(values) / 2
	if len(values)%2 == 0 {
		return (values[middle-1] + values[middle]) / 2
	}
	return values[middle]
}

// markdown is the table with its caption, between the marks that the README has around it.
func markdown(rows []row, runs int, nodeVersion string) string {
	var out strings.Builder
	out.WriteString("<!-- bench -->\n")
	for i, c := range columns {
		out.WriteString(separator(i) + c.head)
	}
	out.WriteString(" |\n" + strings.Repeat("|---:", len(columns)) + "|\n")
	for _, r := range rows {
		for i, c := range columns {
			out.WriteString(separator(i) + c.cell(r))
		}
		out.WriteString(" |\n")
	}
	tools := strings.TrimPrefix(runtime.Version(), "go")
	if nodeVersion != "" {
		tools += ", node " + nodeVersion
	}
	fmt.Fprintf(&out, "\nGo %s, %s. Generated sessions; medians of %d fresh processes (of the SDK one from %s records on, none above %s); one goroutine. The RSS is that of a "+
		"whole run: read the file, decode, project, write the projection.\n<!-- /bench -->\n", tools, machine(), runs,
		grouped(sdkOnceFrom), grouped(sdkMaxRecords))
	return out.String()
}

func separator(i int) string {
	if i == 0 {
		return "| "
	}
	return " | "
}

// machine is the class of the machine, never its name.
func machine() string {
	architecture := runtime.GOARCH
	if architecture == "amd64" {
		architecture = "x86-64"
	}
	return fmt.Sprintf("%d vCPU %s", runtime.NumCPU(), architecture)
}

// rounded keeps about three digits.
func rounded(f float64) string {
	switch {
	case f == 0:
		return unmeasured
	case f < 10:
		return strconv.FormatFloat(f, 'f', 2, 64)
	case f < 100:
		return strconv.FormatFloat(f, 'f', 1, 64)
	}
	return grouped(int(f + 0.5))
}

func ratio(a, b float64) string {
	if a == 0 || b == 0 {
		return unmeasured
	}
	return strconv.FormatFloat(a/b, 'f', 1, 64) + "x"
}

// grouped writes thousands apart.
func grouped(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
