package circuit_test

import (
	"bytes"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/neuron"
	"twophase/synapse"
)

// throughJSON and throughGob return a state that was written and read.
func throughJSON(t rapid.TB, s circuit.State) (read circuit.State) {
	t.Helper()
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &read); err != nil {
		t.Fatal(err)
	}
	return read
}

func throughGob(t rapid.TB, s circuit.State) (read circuit.State) {
	t.Helper()
	var data bytes.Buffer
	if err := gob.NewEncoder(&data).Encode(s); err != nil {
		t.Fatal(err)
	}
	if err := gob.NewDecoder(&data).Decode(&read); err != nil {
		t.Fatal(err)
	}
	return read
}

// operated returns a circuit to which all kinds of things were done.
func operated(t testing.TB) *circuit.Circuit {
	t.Helper()
	c := newCircuit(t, paperSpec(circuit.IfPSP, 6, 3))
	c.Among().Synapse(2, 0).Lesion()
	c.Forward().Synapse(1, 4).Freeze()
	c.Outputs().Output(1).OwnScale().Freeze()
	for _, err := range []error{
		c.Inputs().Input(3).Clamp(0.25), c.Outputs().Output(2).Clamp(math.Copysign(0, -1)), c.SetTau(0.4), c.SetGains([]float64{1, 0.9, 0.2}),
		c.SetRate(circuit.DecayingRate(3, 50)),
		c.SetSchedule(circuit.Schedule{
			circuit.TransmissionFailure{Projection: "feedforward", Probability: 0.1}, circuit.Feedforward,
			circuit.Settle{Method: circuit.GaussSeidel, Sweeps: 4, Tolerance: 1e-3, Warm: true}, circuit.Plasticity{},
			circuit.SynapticNoise{Where: selection.All(selection.Weights), Size: 1e-3},
			circuit.Quantise{Where: selection.MustParse("lateral[0-1,*]"), Step: 1.0 / 1024},
			circuit.SignConstraint{Where: selection.MustParse("feedforward[2,0-3]"), Positive: true},
		}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for step := range 100 {
		if err := c.Step(smallStimulus(6, step)); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

func stateOf(t testing.TB, c *circuit.Circuit) circuit.State {
	t.Helper()
	s, err := c.State()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The hash pins the bits of the phases that interventions bring, and its own form.
func TestGoldenStateHash(t *testing.T) {
	hash := stateOf(t, operated(t)).Hash()
	if got, want := hex.EncodeToString(hash[:]), "3af372264aa8cdab3c1e392a7193ed45b41510d39e2ade128f16b083df8e2976"; got != want {
		t.Errorf("the state hashes to %s, want %s", got, want)
	}
}

// Every part of a state is in its hash.
func TestHashSeesEveryPart(t *testing.T) {
	c := operated(t)
	c.Among().KeepChanges(true)
	c.Outputs().KeepChanges(true)
	s := stateOf(t, c)
	seen := map[[32]byte]string{s.Hash(): "nothing"}
	for what, change := range map[string]func(*circuit.State){
		"step":    func(s *circuit.State) { s.Step++ },
		"x":       func(s *circuit.State) { s.Populations[0].State.Final[0]++ },
		"y":       func(s *circuit.State) { s.Populations[1].State.Final[0]++ },
		"ỹ":       func(s *circuit.State) { s.Populations[1].State.Provisional[0]++ },
		"late":    func(s *circuit.State) { s.Populations[1].State.Late[0]++ },
		"scale":   func(s *circuit.State) { s.Populations[1].State.Scales[0]++ },
		"gain":    func(s *circuit.State) { s.Populations[1].State.Gains[0]++ },
		"change":  func(s *circuit.State) { s.Populations[1].State.Change.Before[0]++ },
		"frozen":  func(s *circuit.State) { s.Populations[1].State.Frozen[0]++ },
		"clamped": func(s *circuit.State) { s.Populations[1].State.Clamps[0].Neuron-- },
		"clamp":   func(s *circuit.State) { s.Populations[1].State.Clamps[0].Value++ },
		"input":   func(s *circuit.State) { s.Populations[0].State.Clamps[0].Value++ },
		"W":       func(s *circuit.State) { s.Projections[0].State.Weights[3]++ },
		"M_o":     func(s *circuit.State) { s.Projections[1].State.Weights[3]++ },
		"held":    func(s *circuit.State) { s.Projections[1].State.Held[0].Lesioned = false },
		"vacant":  func(s *circuit.State) { s.Projections[1].State.Held[0].Vacant = true },
		"counts": func(s *circuit.State) {
			s.Rewiring = []circuit.RewiringState{{Projection: "lateral", Faint: []uint32{1}}}
		},
		"place":    func(s *circuit.State) { s.Projections[1].State.Held[0].Pre++ },
		"freeze":   func(s *circuit.State) { s.Projections[1].State.Frozen = true },
		"keeps":    func(s *circuit.State) { s.Projections[0].State.KeepsChanges = true },
		"kept":     func(s *circuit.State) { s.Projections[1].State.Kept[1].End-- },
		"Hebbian":  func(s *circuit.State) { s.Projections[1].State.Changes[7]++ },
		"rounding": func(s *circuit.State) { s.Projections[1].State.Changes[9]++ },
		"nonlocal": func(s *circuit.State) { s.Projections[1].State.Changes[10]++ },
		"activity": func(s *circuit.State) { s.Populations[1].State.Change.Activity[1]++ },
		"rate":     func(s *circuit.State) { s.Rate = circuit.ConstantRate(1) },
		"pace":     func(s *circuit.State) { s.Paces = []circuit.PaceState{{Projection: "lateral", Times: 1}} },
		"factor":   func(s *circuit.State) { s.Paces = []circuit.PaceState{{Projection: "lateral", Times: 2}} },
		"rule":     func(s *circuit.State) { s.Rules = []circuit.RuleState{{Projection: "lateral", Rule: "Oja"}} },
		"own rate": func(s *circuit.State) {
			s.Paces = []circuit.PaceState{{Projection: "lateral", Rate: circuit.ConstantRate(1), Times: 1}}
		},
		"τ":        func(s *circuit.State) { s.Tau++ },
		"schedule": func(s *circuit.State) { s.Schedule = s.Schedule[:6] },
		"sweeps":   func(s *circuit.State) { s.Settling.Sweeps++ },
		"residual": func(s *circuit.State) { s.Settling.Residual = "+Inf" },
		"settled":  func(s *circuit.State) { s.Settling.Settled = !s.Settling.Settled },
	} {
		other := stateOf(t, c)
		change(&other)
		if before, twice := seen[other.Hash()]; twice {
			t.Errorf("%s and %s hash alike", what, before)
		}
		seen[other.Hash()] = what
	}
}

// What a state remembers is its own: nothing done to the circuit changes it.
func TestAStateIsACopy(t *testing.T) {
	c := operated(t)
	s := stateOf(t, c)
	hash := s.Hash()
	for step := range 5 {
		if err := c.Step(smallStimulus(6, step)); err != nil {
			t.Fatal(err)
		}
	}
	c.Outputs().Output(0).OwnScale().Freeze()
	c.Inputs().Input(3).Release()
	if s.Hash() != hash {
		t.Error("a state has changed with its circuit")
	}
	restored, err := circuit.Restore(c.Spec(), s)
	if err != nil {
		t.Fatal(err)
	}
	restored.Outputs().Signals(neuron.Final)[0]++
	if s.Hash() != hash {
		t.Error("a state has changed with the circuit that was restored from it")
	}
}

func TestDamagedStatesAreRefused(t *testing.T) {
	for want, damage := range map[string]func(*circuit.State){
		"restore: step -1": func(s *circuit.State) { s.Step = -1 },
		"restore inputs: 5 final signals for 6 neurons":                     func(s *circuit.State) { s.Populations[0].State.Final = s.Populations[0].State.Final[:5] },
		"restore inputs: there is no neuron 6 to clamp":                     func(s *circuit.State) { s.Populations[0].State.Clamps[0].Neuron = 6 },
		"restore inputs: a state with scales":                               func(s *circuit.State) { s.Populations[0].State = s.Populations[1].State },
		"restore inputs: there is no scale 0 to freeze":                     func(s *circuit.State) { s.Populations[0].State.Frozen = []int{0} },
		"restore outputs: 0 drives for 3 neurons":                           func(s *circuit.State) { s.Populations[1].State.Change.Drive = nil },
		"restore outputs: the gains are not all finite":                     func(s *circuit.State) { s.Populations[1].State.Gains[2] = math.NaN() },
		"restore outputs: scale 1 is -1":                                    func(s *circuit.State) { s.Populations[1].State.Scales[1] = -1 },
		"restore outputs: scale 2 was -1 before its last change":            func(s *circuit.State) { s.Populations[1].State.Change.Before[2] = -1 },
		"restore outputs: there is no scale -1 to freeze":                   func(s *circuit.State) { s.Populations[1].State.Frozen[0] = -1 },
		"restore: set the weights of feedforward: got 17":                   func(s *circuit.State) { s.Projections[0].State.Weights = s.Projections[0].State.Weights[1:] },
		"restore: there is no synapse lateral[2,2] to hold":                 func(s *circuit.State) { s.Projections[1].State.Held[0].Pre = 2 },
		"the learning rate is missing":                                      func(s *circuit.State) { s.Rate = circuit.Rate{} },
		"τ = 0: give a positive number":                                     func(s *circuit.State) { s.Tau = 0 },
		"schedule: no phase writes y":                                       func(s *circuit.State) { s.Schedule = nil },
		"the residual of the last settling, \"1x\", is not a number from 0": func(s *circuit.State) { s.Settling.Residual = "1x" },
		"the residual of the last settling, \"NaN\", is not":                func(s *circuit.State) { s.Settling.Residual = "NaN" },
		"the residual of the last settling, \"-1\", is not":                 func(s *circuit.State) { s.Settling.Residual = "-1" },
		"restore: the last settling took -1 sweeps":                         func(s *circuit.State) { s.Settling.Sweeps = -1 },
		"gain λ_2 = 7 is not below λ_1 = 1":                                 func(s *circuit.State) { s.Populations[1].State.Gains[1] = 7 },
		"gain λ_3 = -1: give a positive number":                             func(s *circuit.State) { s.Populations[1].State.Gains[2] = -1 },
		"schedule: phase 2 is missing":                                      func(s *circuit.State) { s.Schedule[1] = nil },
		"phase Rectify is a circuit_test.phase, which cannot be":            func(s *circuit.State) { s.Schedule[5] = named("Rectify", nil, []circuit.Variable{circuit.Y}) },
		"restore lateral: the parts of its last change": func(s *circuit.State) {
			s.Projections[1].State.KeepsChanges, s.Projections[1].State.Kept = true, []synapse.Stretch{{Post: 1, First: 0, End: 2}}
		},
		"restore lateral: the synapses whose changes are kept": func(s *circuit.State) {
			s.Projections[1].State.KeepsChanges, s.Projections[1].State.Kept = true, []synapse.Stretch{{Post: 1, First: 0, End: 4}}
		},
		"restore outputs: 2 activities for 3 neurons": func(s *circuit.State) { s.Populations[1].State.Change.Activity = []float64{1, 2} },
	} {
		c := operated(t)
		s := stateOf(t, c)
		damage(&s)
		if _, err := circuit.Restore(c.Spec(), s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}

// A state that says what no circuit says is refused, although every part of it by
// itself could be so: else the restored circuit would be in another state.
func TestInconsistentStatesAreRefused(t *testing.T) {
	for what, damage := range map[string]func(*circuit.State){
		"a lesioned synapse that has a weight": func(s *circuit.State) { s.Projections[1].State.Weights[2*3+0] = 0.5 },
		"a weight of no synapse":               func(s *circuit.State) { s.Projections[1].State.Weights[4] = 0.5 },
		"a synapse held twice": func(s *circuit.State) {
			s.Projections[1].State.Held = append(s.Projections[1].State.Held, s.Projections[1].State.Held...)
		},
		"a scale frozen twice":       func(s *circuit.State) { s.Populations[1].State.Frozen = []int{1, 1} },
		"scales frozen out of order": func(s *circuit.State) { s.Populations[1].State.Frozen = []int{2, 1} },
		"a neuron clamped twice": func(s *circuit.State) {
			s.Populations[0].State.Clamps = append(s.Populations[0].State.Clamps, s.Populations[0].State.Clamps...)
		},
		"a clamp to a negative zero":                func(s *circuit.State) { s.Populations[0].State.Clamps[0].Value = math.Copysign(0, -1) },
		"inputs with a provisional signal":          func(s *circuit.State) { s.Populations[0].State.Provisional = s.Populations[0].State.Final },
		"inputs with gains":                         func(s *circuit.State) { s.Populations[0].State.Gains = []float64{1} },
		"inputs with a change of scales":            func(s *circuit.State) { s.Populations[0].State.Change.Drive = []float64{1} },
		"parts of changes that are not kept":        func(s *circuit.State) { s.Projections[0].State.Changes = []float64{1} },
		"a residual that is written in another way": func(s *circuit.State) { s.Settling.Residual = "0." + s.Settling.Residual[2:] + "0" },
	} {
		c := operated(t)
		s := stateOf(t, c)
		damage(&s)
		if _, err := circuit.Restore(c.Spec(), s); err == nil || err.Error() != "restore: the state is damaged: it is not one that a circuit was in" {
			t.Errorf("%s: error %v", what, err)
		}
	}
}

// What cannot be taken up again is not handed out.
func TestStateRefuses(t *testing.T) {
	c := newCircuit(t, paperSpec(circuit.IfPSP, 4, 2))
	if err := c.Step([]float64{1, math.NaN(), 1, 1}); err == nil {
		t.Fatal("a stimulus that is not a number")
	}
	_, err := c.State()
	wantError(t, err, "state: step 1 did not run to its end")

	network := circuit.IfPSP
	network.Schedule = append(circuit.Schedule{}, circuit.Feedforward, circuit.Lateral, named("Rectify", nil, []circuit.Variable{circuit.Y}))
	_, err = newCircuit(t, paperSpec(network, 4, 2)).State()
	if err == nil || !strings.HasPrefix(err.Error(), "state: phase Rectify is a circuit_test.phase, which cannot be written down: only Feedforward, ") {
		t.Errorf("error %v", err)
	}
	if _, err = json.Marshal(network.Schedule); err == nil {
		t.Error("a schedule with a user's phase is written down")
	}
}

func TestScheduleText(t *testing.T) {
	s := operated(t).Schedule()
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var read circuit.Schedule
	if err := json.Unmarshal(data, &read); err != nil {
		t.Fatal(err)
	}
	if len(read) != len(s) {
		t.Fatalf("%s is read as %v", data, read)
	}
	for i := range s {
		if read[i] != s[i] {
			t.Errorf("phase %d: %+v is read as %+v", i+1, s[i], read[i])
		}
	}
	if want := `{"phase":"Settle","fields":{"method":"gauss-seidel","sweeps":4,"tolerance":0.001,"warm":true}}`; !strings.Contains(string(data), want) {
		t.Errorf("%s has not %s", data, want)
	}
	for text, want := range map[string]string{
		`[{"phase":"Guess"}]`:                                        `phase "Guess" is not known: choose from Feedforward, Fire, Lateral, LateralAgain, StaleLateral, Cascade, Solve, Turn, Equilibrate, Settle, Residual, Unlearn, Plasticity, MeanField, Trace, Average, Learn, TransmissionFailure, Noise, SynapticNoise, Quantise, SignConstraint, Rewire`,
		`[{"phase":"Quantise","fields":{"size":1}}]`:                 `phase Quantise: there is no key "size": choose where, step`,
		`[{"phase":"Settle","fields":{"method":"newton"}}]`:          `phase Settle: settling method "newton" does not exist: choose jacobi, gauss-seidel or euler`,
		`[{"phase":"SignConstraint","fields":{"where":"lateral["}}]`: "phase SignConstraint: selection \"lateral[\"",
	} {
		if err := json.Unmarshal([]byte(text), &read); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", text, err, want)
		}
	}
}
