package report

import (
	"fmt"
	"strconv"
	"strings"
)

// Shard is one part of a plan that is run in parts: part Index of Count, from 1. The zero value is the whole plan, and so is
// part 1 of 1.
type Shard struct{ Index, Count int }

// ParseShard reads "2/3". The error says what is wrong with the text.
func ParseShard(text string) (Shard, error) {
	index, count, _ := strings.Cut(text, "/")
	i, err1 := strconv.Atoi(index)
	n, err2 := strconv.Atoi(count)
	if err1 != nil || err2 != nil || i < 1 || i > n || text != fmt.Sprintf("%d/%d", i, n) {
		return Shard{}, fmt.Errorf("a shard is I/N, such as 2/3, with I from 1 to N, not %q", text)
	}
	return Shard{i, n}, nil
}

// Has reports whether the case at an index of the plan, from 0, belongs to the shard: case k to shard k mod Count + 1.
func (s Shard) Has(k int) bool { return s.IsWhole() || k%s.Count == s.Index-1 }

// At is the index in the plan of the case that is the i-th of the shard, from 0.
func (s Shard) At(i int) int {
	if s.IsWhole() {
		return i
	}
	return i*s.Count + s.Index - 1
}

// IsWhole reports whether it is the whole plan.
func (s Shard) IsWhole() bool { return s.Count <= 1 }

// IsZero is IsWhole: it keeps the whole plan out of a header.
func (s Shard) IsZero() bool { return s.IsWhole() }

// String is such as "2/3", and "" for the whole plan.
func (s Shard) String() string {
	if s.IsWhole() {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.Index, s.Count)
}

// MarshalText is String.
func (s Shard) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText is ParseShard.
func (s *Shard) UnmarshalText(text []byte) (err error) {
	*s, err = ParseShard(string(text))
	return err
}
