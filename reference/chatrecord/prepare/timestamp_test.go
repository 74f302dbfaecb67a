package prepare

import (
	"testing"

	"github.com/transcriptspec/transcriptspec/reference/chatrecord/update"
)

// CR-DEC-13, CR-TIME-01: one grammar, no host time zone, real calendar dates only.
func TestParseTimestamp(t *testing.T) {
	const day = 86_400_000
	const base = 1_783_987_200_000 // 2026-07-14T00:00:00Z
	valid := map[string]float64{
		"2026-07-14T00:00:00.000Z":          base,
		"2026-07-14t00:00z":                 base,
		"2026-07-14 00:00:00Z":              base,
		"2026-07-14":                        base,
		"2026-07-14Z":                       base,
		"2026-07":                           1_782_864_000_000,
		"2026":                              1_767_225_600_000,
		"2026T00:00Z":                       1_767_225_600_000,
		"2026-07T00:00Z":                    1_782_864_000_000,
		"+002026-07-14T00:00:00Z":           base,
		"-000001-01-01T00:00:00Z":           -62_198_755_200_000,
		"2026-07-14T00:00:00":               base, // no zone is UTC
		"2026-07-14T01:02":                  base + 3_720_000,
		"2026-07-14T02:00:00+02:00":         base,
		"2026-07-14T02:00:00+0200":          base,
		"2026-07-13T22:30:00-01:30":         base,
		"2026-07-14T23:59:00+23:59":         base,
		"2026-07-13T24:00:00Z":              base,
		"2026-07-13T24:00:00.000Z":          base,
		"2026-07-13T24:00Z":                 base,
		"2026-07-14T00:00:00.1239999Z":      base + 123, // cut, not rounded
		"2026-07-14T00:00:00.5Z":            base + 500,
		"2024-02-29T00:00:00Z":              1_709_164_800_000,
		"Tue, 14 Jul 2026 00:00:00 GMT":     base,
		"14 Jul 2026 02:00 +0200":           base,
		"Mon, 13 jul 2026 19:00:00 EST (x)": base,
		"+275760-09-13T00:00:00Z":           8.64e15,
		"1970-01-02T00:00:00Z":              day,
	}
	for text, ms := range valid {
		if got := ParseTimestamp(text); got != (update.Timestamp{Ms: ms, Valid: true}) {
			t.Errorf("ParseTimestamp(%q) = %+v, want %v", text, got, ms)
		}
	}
	for _, text := range []string{
		"", " ", "yesterday", "1783958400000", "13", "12", "banana 12", "2026-13-01", "2026-00-01", "2026-02-30", "2026-04-31",
		"2025-02-29", "2026-07-00", "2026-07-32", "2026-07-14T25:00Z", "2026-07-14T00:60Z", "2026-07-14T00:00:60Z",
		"2026-07-14T01Z", "2026-07-14T00:00:00,5Z", "2026-07-14T00:00:00.Z", "2026-07-14T00:00+02", "2026-07-14T00:00+24:00",
		" 2026-07-14T00:00Z", "2026-07-14T00:00Z ", "2026-07-14  00:00Z", "2026-07-14+02:00", "-000000-01-01T00:00Z",
		"10000-01-01T00:00Z", "+275760-09-13T00:00:00.001Z", "20260714", "2026-W29-2", "2026-195", "2026-7-14", "07/14/2026",
		"2026-07-13T24:00:01Z", "2026-07-13T24:00:00.0001Z", "2026-07-14T00:00:00 PM", "Tue, 14 Jul 2026 00:00:00",
		"Xyz, 14 Jul 2026 00:00:00 GMT", "14 Jul 2026 00:00 E\u017fT", "14 \u017fep 2026 00:00 GMT", "n t, 14 Jul 2026 00:00:00 GMT", "14 Foo 2026 00:00 GMT", "31 Feb 2026 00:00 GMT", "14 Jul 26 00:00 GMT",
		"Tue Jul 14 2026 00:00:00 GMT+0200", "2026-07-14T",
	} {
		if got := ParseTimestamp(text); got.Valid {
			t.Errorf("ParseTimestamp(%q) = %v, want invalid", text, got.Ms)
		}
	}
}
