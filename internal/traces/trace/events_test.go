package trace

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"twophase/internal/testkit/long"
	"twophase/recorder"
)

func TestEvents(t *testing.T) {
	long.SkipShort(t)
	folder := record(t, 4, 3, 10, recorder.Options{}, "lateral")
	trace := open(t, folder, 0)
	if events, err := trace.Events(); events != nil || err != nil {
		t.Errorf("without a log there are %v, %v", events, err)
	}
	const one = `{"run":"r","trial":0,"step":5,"intervention":1,"trigger":"at 5","edit":"lesion lateral[2,0]","changes":[{"what":"lesion","projection":"lateral","post":2,"pre":0,"before":-0.5,"after":0}]}`
	const two = `{"run":"r","trial":0,"step":7,"intervention":0,"trigger":"at 7","edit":"rate","changes":[{"what":"rate","post":-1,"pre":-1,"before":"1/t","after":"1"}]}`
	put(t, folder, "events-0000.jsonl.partial", []byte(one+"\n"+two+"\n"+two[:30]))
	got, err := trace.Events()
	if err != nil {
		t.Fatal(err)
	}
	want := []Event{
		{5, 1, "at 5", "lesion lateral[2,0]", []Change{{"lesion", "lateral", 2, 0, 0.0}}},
		{7, 0, "at 7", "rate", []Change{{"rate", "", -1, -1, "1"}}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("of an interrupted run (-want +got):\n%s", diff)
	}
	for text, want := range map[string]string{
		one + "\nnonsense\n":                   "after 1 events",
		one + "\n" + two[:30]:                  "after 1 events: the last line is cut off",
		two + "\n" + one + "\n":                "an event of step 5 comes after one of step 7",
		strings.Repeat(two+"\n", mostEvents+1): fmt.Sprintf("more than %d", mostEvents),
	} {
		put(t, folder, "events-0000.jsonl", []byte(text))
		if _, err := trace.Events(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, and should say %q", err, want)
		}
	}
}

// FuzzEvents reads any bytes as an event log: what is accepted is what its lines say, one by
// one and in order of step, and is written and read as the same.
func FuzzEvents(f *testing.F) {
	f.Add([]byte(`{"step":5,"edit":"x","changes":[{"what":"lesion"}]}` + "\n"))
	f.Add([]byte(`{"step":5,"trigger":"at 5"}` + "\n" + `{"step":5,"intervention":1,"changes":[{"post":-1,"pre":-1}]}` + "\n{"))
	f.Add([]byte(`{"step":5}` + "\n" + `{"step":4}` + "\n"))
	f.Add([]byte("{}{}\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		events, err := readEvents(bytes.NewReader(b), int64(len(b)), false)
		lines := bytes.SplitAfter(b, []byte("\n"))
		if whole := len(lines) - 1; len(events) > whole || err == nil && len(events) < whole {
			t.Fatalf("%d events in %d lines, %v", len(events), whole, err)
		}
		var again []byte
		for i, e := range events {
			var want Event
			if err := json.Unmarshal(lines[i], &want); err != nil || !reflect.DeepEqual(e, want) || e.Step < 0 || i > 0 && e.Step < events[i-1].Step {
				t.Fatalf("line %q is read as %+v, %v", lines[i], e, err)
			}
			text, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			again = append(append(again, text...), '\n')
		}
		back, err2 := readEvents(bytes.NewReader(again), int64(len(again)), true)
		if err2 != nil || !reflect.DeepEqual(back, events) {
			t.Fatalf("%+v is read back as %+v, %v", events, back, err2)
		}
		_, err2 = readEvents(bytes.NewReader(b), int64(len(b)), true)
		if cut := len(lines[len(lines)-1]) > 0; err == nil && (err2 == nil) == cut {
			t.Fatalf("a complete log that is cut: %v; %v", cut, err2)
		}
	})
}
