package circuit_test

import (
	"encoding/json"
	"strings"
	"testing"

	"twophase/circuit"
)

// A schedule is read as strictly as it is written, or not at all.
func TestSchedulesAreReadStrictly(t *testing.T) {
	for text, want := range map[string]string{
		`[{"phase":"Lateral","phase":"Solve"}]`:                                 `key "phase" is there twice`,
		`[{"Phase":"Lateral"}]`:                                                 `there is no key "Phase": choose phase, fields`,
		`[{"phase":"Lateral","name":1}]`:                                        `there is no key "name": choose phase, fields`,
		`[{"phase":"Lateral"}] []`:                                              "after top-level value",
		`[{"phase":"Quantise","fields":{"where":"lateral","Step":1}}]`:          `phase Quantise: there is no key "Step": choose where, step`,
		`[{"phase":"Quantise","fields":{"step":1,"where":"lateral","step":2}}]`: `key "step" is there twice`,
		`[{"phase":"Lateral","fields":{"step":1}}]`:                             `phase Lateral: there is no key "step": no key is known here`,
	} {
		s := circuit.Schedule{circuit.Solve}
		if err := s.GobDecode([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", text, err, want)
		}
		if len(s) != 1 || s[0] != circuit.Phase(circuit.Solve) {
			t.Errorf("%s: refused, and the schedule has become %v", text, s)
		}
	}
}

// FuzzSchedule: what is read has every key once, in its own case, and is written and
// read as the same.
func FuzzSchedule(f *testing.F) {
	for _, text := range []string{
		`[{"phase":"Feedforward"},{"phase":"Settle","fields":{"method":"euler","sweeps":4,"time_step":0.5}},{"phase":"Plasticity"}]`,
		`[{"phase":"Quantise","fields":{"where":"lateral[0-2,*]","step":0.5}},{"phase":"SignConstraint","fields":{"where":"weights","positive":true}}]`,
		`[{"phase":"TransmissionFailure","fields":{"projection":"lateral","probability":0.5}},{"phase":"SynapticNoise","fields":{"where":"feedforward","size":1}}]`,
		`[{"phase":"Noise","fields":{"population":"outputs","spread":0.1,"shared":0.5,"slot":"final"}}]`,
		`[{"phase":"Quantise","fields":{"Step":0.5}}]`, `[{"phase":"Solve","phase":"Lateral"}]`, `[] []`, `null`, `[null]`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var s circuit.Schedule
		if json.Unmarshal([]byte(text), &s) != nil {
			return
		}
		var list []map[string]json.RawMessage
		if err := json.Unmarshal([]byte(text), &list); err != nil || len(list) != len(s) {
			t.Fatalf("%q is read as %v, and is no list: %v", text, s, err)
		}
		for i, object := range list {
			var name string
			if err := json.Unmarshal(object["phase"], &name); err != nil || name != s[i].Signature().Name {
				t.Errorf("%q: phase %d is read as %v", text, i+1, s[i])
			}
			var fields map[string]any
			if object["fields"] != nil && json.Unmarshal(object["fields"], &fields) != nil {
				t.Errorf("%q: the fields of phase %d are no object", text, i+1)
			}
			for key := range fields {
				if key != strings.ToLower(key) {
					t.Errorf("%q: key %q is read", text, key)
				}
			}
		}
		written, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		var again circuit.Schedule
		if err := json.Unmarshal(written, &again); err != nil || len(again) != len(s) {
			t.Fatalf("%q is read as %v, and %s as %v, %v", text, s, written, again, err)
		}
		for i := range s {
			if s[i] != again[i] {
				t.Errorf("%q: phase %d is read as %+v, and again as %+v", text, i+1, s[i], again[i])
			}
		}
	})
}
