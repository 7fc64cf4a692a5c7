package view

import (
	"fmt"

	"twophase/circuit/intervention"
	"twophase/internal/trace"
)

// mostHolds is how many changes of clamps and frozen parts are sent of a trial.
const mostHolds = 2000

// holds returns what events did to synapses and neurons that shows in a drawing: the first of
// them if there are many.
func holds(events []trace.Event) []Hold {
	all := []Hold{}
	for _, e := range events {
		for _, c := range e.Changes {
			state := ""
			switch intervention.Aspect(c.What) {
			case intervention.Lesioned:
				state = "lesioned"
			case intervention.Plasticity:
				state, _ = c.After.(string)
			case intervention.Clamped:
				state = "clamped"
				if c.After == "free" {
					state = "free"
				}
			}
			if state == "" || c.Projection == "" {
				continue
			}
			element := c.Projection
			switch {
			case c.Pre >= 0:
				element = fmt.Sprintf("%s[%d,%d]", element, c.Post, c.Pre)
			case c.Post >= 0:
				element = fmt.Sprintf("%s[%d]", element, c.Post)
			}
			if len(all) == mostHolds {
				return all
			}
			all = append(all, Hold{e.Step, element, state})
		}
	}
	return all
}
