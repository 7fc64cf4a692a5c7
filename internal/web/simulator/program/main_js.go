package main

import (
	"encoding/json"
	"fmt"
	"runtime/debug"
	"syscall/js"

	"twophase/internal/web/simulator"
)

// opened is the experiment that is open; nil before the first one.
var opened *simulator.Simulator

// functions are those of the global object. Each returns a value for JavaScript.
var functions = map[string]func(args []js.Value) (any, error){
	"open": func(args []js.Value) (any, error) {
		s, err := simulator.Open([]byte(text(args, 0)))
		if err != nil {
			return nil, err
		}
		if opened != nil {
			opened.Close()
		}
		opened = s
		d, err := s.Describe(0)
		return asJSON(d, err)
	},
	"describe": func(args []js.Value) (any, error) {
		d, err := opened.Describe(number(args, 0, 0))
		return asJSON(d, err)
	},
	"steps": func(args []js.Value) (any, error) { return opened.Steps(number(args, 0, 1)), nil },
	"phase": func([]js.Value) (any, error) { return opened.Phase(), nil },
	"frame": func(args []js.Value) (any, error) {
		which := number(args, 0, 0)
		f, err := opened.Frame(which)
		if err != nil {
			return nil, err
		}
		return frame(f, which), nil
	},
	"stimuli": func(args []js.Value) (any, error) {
		places, err := opened.Stimuli(number(args, 0, 1), number(args, 1, 0))
		return newNumbers(places), err
	},
	"curve": func(args []js.Value) (any, error) {
		c, err := opened.Curve(number(args, 0, 0))
		text, err := asJSON(c, err)
		if err != nil {
			return nil, err
		}
		return js.Global().Get("JSON").Call("parse", text), nil
	},
	"act": func(args []js.Value) (any, error) {
		return opened.Act([]byte(text(args, 0)), number(args, 1, simulator.Both))
	},
	"possible": func(args []js.Value) (any, error) {
		possible, err := opened.Possible([]byte(text(args, 0)), number(args, 1, 0))
		return asJSON(possible, err)
	},
	"rewind": func(args []js.Value) (any, error) { return opened.Rewind(number(args, 0, 0)) },
	"twin":   func([]js.Value) (any, error) { return nil, opened.Twin() },
	"untwin": func([]js.Value) (any, error) { opened.Untwin(); return nil, nil },
	"experiment": func(args []js.Value) (any, error) {
		file, err := opened.Experiment(number(args, 0, 0))
		return string(file), err
	},
	"hash": func(args []js.Value) (any, error) { return opened.Hash(number(args, 0, 0)) },
	"predict": func(args []js.Value) (any, error) {
		p, err := simulator.Predict([]byte(text(args, 0)))
		return asJSON(p, err)
	},
	"theory": func(args []js.Value) (any, error) {
		asked, err := opened.Theory(number(args, 0, 0), []byte(text(args, 1)))
		return string(asked), err
	},
}

func main() {
	debug.SetGCPercent(400) // a frame makes little garbage, and one thread collects it
	all := js.Global().Get("Object").New()
	for name, f := range functions {
		all.Set(name, throwing(name, f))
	}
	js.Global().Set("simulator", all)
	select {}
}

// throwing returns a function for JavaScript, which throws an Error where f returns an error or panics. A
// function of Go cannot throw by itself: what glue.js defines does, of what it returns.
func throwing(name string, f func([]js.Value) (any, error)) js.Value {
	return js.Global().Call("throwing", js.FuncOf(func(_ js.Value, args []js.Value) (result any) {
		defer func() {
			if p := recover(); p != nil {
				result = fault(fmt.Sprintf("the simulator failed: %v", p))
			}
		}()
		if opened == nil && name != "open" && name != "predict" {
			return fault("no experiment is open: call open first")
		}
		value, err := f(args)
		if err != nil {
			return fault(err.Error())
		}
		return js.ValueOf(map[string]any{"value": value})
	}))
}

func fault(text string) js.Value { return js.ValueOf(map[string]any{"fault": text}) }

// text returns an argument as text, empty if it is not given.
func text(args []js.Value, at int) string {
	if at >= len(args) || args[at].Type() != js.TypeString {
		return ""
	}
	return args[at].String()
}

// number returns an argument as a whole number, or a default.
func number(args []js.Value, at, otherwise int) int {
	if at >= len(args) || args[at].Type() != js.TypeNumber {
		return otherwise
	}
	return args[at].Int()
}

func asJSON(v any, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(v)
	return string(text), err
}
