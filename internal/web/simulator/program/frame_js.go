package main

import (
	"fmt"
	"syscall/js"
	"unsafe"

	"twophase/internal/web/simulator"
)

// arrays are the Float64Arrays of frames, by circuit and name. They are used again and again.
var arrays = map[string]js.Value{}

// frame returns a frame as an object of JavaScript.
func frame(f simulator.Frame, which int) js.Value {
	o := js.ValueOf(map[string]any{"step": f.Step, "phase": f.Phase, "done": f.Done, "ended": f.Ended, "error": f.Error, "ratio": f.Ratio})
	for _, part := range []struct {
		name   string
		values []float64
	}{
		{"x", f.X}, {"F", f.F}, {"alignment", f.Alignment},
	} {
		o.Set(part.name, numbers(fmt.Sprint(which, part.name), part.values))
	}
	pruned := make([]any, len(f.Pruned))
	for i, p := range f.Pruned {
		pruned[i] = p
	}
	o.Set("pruned", pruned)
	parts, signals := []any{}, []any{}
	for _, v := range f.Signals {
		signals = append(signals, map[string]any{"variable": string(v.Variable), "population": v.Population, "values": numbers(fmt.Sprint(which, "~", v.Variable), v.Values)})
	}
	for _, p := range f.Parts {
		parts = append(parts, map[string]any{"kind": p.Kind.String(), "columns": p.Columns, "values": numbers(fmt.Sprint(which, ".", p.Kind), p.Values)})
	}
	o.Set("signals", signals)
	o.Set("parts", parts)
	return o
}

// numbers returns the Float64Array of a name with some values, null for nil.
func numbers(name string, v []float64) js.Value {
	if v == nil {
		return js.Null()
	}
	array, found := arrays[name]
	if !found || array.Length() != len(v) {
		array = js.Global().Get("Float64Array").New(len(v))
		arrays[name] = array
	}
	fill(array, v)
	return array
}

// newNumbers returns a Float64Array of its own.
func newNumbers(v []float64) js.Value {
	array := js.Global().Get("Float64Array").New(len(v))
	fill(array, v)
	return array
}

// fill copies numbers into a Float64Array.
func fill(array js.Value, v []float64) {
	if len(v) == 0 {
		return
	}
	js.CopyBytesToJS(js.Global().Get("Uint8Array").New(array.Get("buffer")), unsafe.Slice((*byte)(unsafe.Pointer(&v[0])), 8*len(v)))
}
