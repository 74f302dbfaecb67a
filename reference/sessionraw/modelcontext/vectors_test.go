package modelcontext_test

import (
	"encoding/base64"
	"errors"
	"fmt"
	"testing"

	"github.com/transcriptspec/transcriptspec/fixtures"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/line"
	"github.com/transcriptspec/transcriptspec/reference/sessionraw/modelcontext"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
)

// TestVectors compares with a shipped program. Where a vector is marked, the program is wrong for the reasons that stand
// there, and the answer has to be another one (SR-CTX-01, SR-CTX-02, SR-CTX-05).
func TestVectors(t *testing.T) {
	vectors, err := fixtures.Vectors("context")
	if err != nil {
		t.Fatal(err)
	}
	plain, marked := 0, 0
	var alike []int // marked, and yet the same
	for _, vector := range vectors {
		same := sameContext(t, vector)
		if len(vector.Deviates) > 0 {
			marked++
			if same {
				alike = append(alike, vector.Index)
			}
			continue
		}
		plain++
		if !same {
			t.Errorf("vector %d differs:\n%s", vector.Index, jsvalue.Append(nil, vector.Output))
		}
	}
	if plain != 54 || marked != 21 {
		t.Errorf("%d plain and %d marked vectors", plain, marked)
	}
	// In these a later compaction replaces what the program read wrongly, or only the thread is another one (28).
	if fmt.Sprint(alike) != "[1 28 37 49 65]" {
		t.Errorf("marked vectors that do not differ: %v", alike)
	}
}

func sameContext(t *testing.T, vector fixtures.Vector) bool {
	t.Helper()
	text := vector.Input.Get("file").Text()
	if packed := vector.Input.Get("file").Get("b64"); packed.IsString() {
		bytes, err := base64.StdEncoding.DecodeString(packed.Text())
		if err != nil {
			t.Fatal(err)
		}
		text = string(bytes)
	}
	context, err := modelcontext.Load(line.Read("f.jsonl", text))
	if err != nil {
		return errors.Is(err, modelcontext.ErrMissingHeader) && !vector.Output.Get("ok").IsTrue()
	}
	value := context.Value()
	var rows []jsvalue.Value
	for _, row := range value.Get("rows").Elements() {
		var shipped []jsvalue.Member // the program has only these members; ours keep what it loses (B3)
		for _, key := range []string{"role", "content", "id", "extra_metadata"} {
			shipped = append(shipped, jsvalue.Member{Key: key, Value: row.Get(key)})
		}
		rows = append(rows, jsvalue.ObjectValue(shipped...))
	}
	return jsvalue.Equal(value.Get("meta"), vector.Output.Get("meta")) &&
		jsvalue.Equal(jsvalue.ArrayValue(rows...), vector.Output.Get("rows"))
}
