// Package planning checks an experiment and fills in its defaults, before anything
// runs.
//
//  1. Resolve opens the stimuli, reads initial weights and builds the specification of
//     the circuit, or says what is wrong. Errors name the keys to blame.
//  2. Interventions become triggers and edits; changes of the stimuli are rehearsed.
//  3. Plan.Check and Plan.PrepareRun survey a stimulus file, estimate what recording
//     will cost, and forecast what the theory predicts (package monitor).
//
// Package engine then runs the Plan. RunOptions say how; none of them changes a result.
//
// It may import the description (experiment), the stimuli (scene), monitor, result and
// what lies below these. It runs nothing.
package planning
