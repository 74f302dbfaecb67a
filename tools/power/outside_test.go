package main

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/transcriptspec/transcriptspec/model/chatrecord/faults"
	"github.com/transcriptspec/transcriptspec/reference/subject"
	"github.com/transcriptspec/transcriptspec/spec/jsvalue"
	"github.com/transcriptspec/transcriptspec/spec/protocol"
	"github.com/transcriptspec/transcriptspec/tools/certify"
	"github.com/transcriptspec/transcriptspec/tools/knownfailures"
)

// changed is the reference with another answer to some requests.
type changed struct {
	protocol.Subject
	to func(request protocol.Request, result jsvalue.Value) jsvalue.Value
}

func (c changed) Call(ctx context.Context, request protocol.Request) (protocol.Answer, error) {
	answer, err := c.Subject.Call(ctx, request)
	if err != nil || answer.Kind() != protocol.ResultAnswer {
		return answer, err
	}
	return protocol.Result(c.to(request, answer.Result())), nil
}

// TestControlOfFixtures: an implementation that is wrong in a fixture alone, where a fault is seen by nothing else, does not make a fault count as caught.
func TestControlOfFixtures(t *testing.T) {
	plan, err := certify.NewPlan(certify.Config{Cases: -1})
	if err != nil {
		t.Fatal(err)
	}
	ofText := slices.IndexFunc(plan.Cases, func(p certify.Planned) bool { return p.Case.Input.Text() != "" }) // others have one text, none
	first := plan.Cases[ofText].Case
	wrong := changed{subject.New("test"), func(request protocol.Request, result jsvalue.Value) jsvalue.Value {
		if request.Op == first.Op && request.Input.Text() == first.Input.Text() {
			return jsvalue.ObjectValue()
		}
		return result
	}}
	o := newPlanted(t.Context(), wrong, knownfailures.File{}, 1, 10)
	if err := o.isRight(t.Context(), o.generated(o.limit)); err != nil {
		t.Fatal(err)
	}
	unseen := faults.Fault{ID: "unseen", Wrap: func(right protocol.Subject) protocol.Subject {
		return changed{right, func(_ protocol.Request, result jsvalue.Value) jsvalue.Value {
			var list []jsvalue.Value
			for _, one := range result.Get("diagnostics").Elements() {
				list = append(list, one.With(jsvalue.Member{Key: "message", Value: jsvalue.StringValue("in other words")}))
			}
			if list == nil {
				return result
			}
			return result.With(jsvalue.Member{Key: "diagnostics", Value: jsvalue.ArrayValue(list...)})
		}}
	}}
	end, _, err := o.hunt(t.Context(), unseen)
	if err == nil || !strings.Contains(err.Error(), "the fixtures: without a planted fault") {
		t.Errorf("%s, %v", end, err)
	}
}

// TestFewCases: no number of cases is so small that it stands for the default.
func TestFewCases(t *testing.T) {
	o := newPlanted(t.Context(), subject.New("test"), knownfailures.File{}, 1, 5)
	for _, config := range []certify.Config{o.generated(o.limit / 10), o.generated(o.limit)} {
		plan, err := certify.NewPlan(config)
		if err != nil || len(plan.Cases) > o.limit {
			t.Errorf("%d cases of %d, %v", len(plan.Cases), o.limit, err)
		}
	}
}
