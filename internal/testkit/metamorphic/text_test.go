package metamorphic

import (
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// What a failure prints can be read again, to the last bit.
func TestTexts(t *testing.T) {
	if err := writeStimuli(t.TempDir()); err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.Custom(drawCase).Draw(t, "case")
		again, err := parseCase(c.String())
		if err != nil || again.String() != c.String() {
			t.Fatalf("%v\nwas read as\n%v, %v", c, again, err)
		}
		s := rapid.Custom(func(t *rapid.T) Study { return drawStudy(t, 400, "nowhere") }).Draw(t, "study")
		same, err := parseStudy(s.String())
		if err != nil || same.String() != s.String() {
			t.Fatalf("%v\nwas read as\n%v, %v", s, same, err)
		}
	})
}

// aCase is a list in which everything happens, and executions of it.
const aCase = `
# Comments are passed over.
circuits {"network":"ifPSP","inputs":6,"outputs":3,"number":8,"rate":"1/(50+t)","seed":5,"size":1}
record {"circuit":2,"record":["weights@5"],"parts":["all"],"rows_max":50}
observe {"circuit":-1,"steps":7,"state":true}
step {"steps":40}
checkpoint {}
edit {"circuit":-1,"when":{"every":9},"edit":{"Multiply":{"where":"feedforward","by":0.9}}}
fork {"circuit":2}
step {"steps":17}
edit {"circuit":8,"edit":{"Lesion":{"where":"lateral[0,*]"}}}
surge {"circuit":3,"steps":4,"value":"+Inf"}
keep {"circuit":1,"on":true}
look {}
kill {}
step {"steps":33}
close {"circuit":2}
execution {"together":"ensemble","executors":["compiled"],"interrupted":true,"text":"gob"}
execution {"together":"ensembles","executors":["compiled","literal"],"kernel":"reference","chunk":5,"peek":6,"procs":2}
`

// Everything that can be listed runs, and leaves the same.
func TestAList(t *testing.T) {
	if err := checkText(t, aCase); err != nil {
		t.Fatal(err)
	}
}

// What was found once stays mended.
func TestFound(t *testing.T) {
	for what, text := range map[string]string{
		"a state did not know which changes were to be kept": `
circuits {"network":"ifPSP","inputs":3,"outputs":3,"number":4,"rate":"1/(50+t)","seed":2,"size":1}
record {"circuit":-1,"record":["feedforward[2,2]@5"],"parts":["feedforward[2,2]"],"rows_max":300}
fork {"circuit":3}
keep {"circuit":-1,"on":true}
execution {"procs":4,"executors":["literal"],"chunk":1,"peek":6,"interrupted":true,"text":"json"}
`,
		"a checkpoint failed where the step after it does": `
experiment {"network":"ifPSP","stimulus":{"spectrum":[1e200,5e199,1e199],"inputs":3},"outputs":2,"lambda":"1,0.7","tau":0,"rate":"0.01","initial_m":0,"steps":20,"trials":1,"seed":3,"record":null,"reference":false,"executor":"","interventions":[{"at":0,"freeze":"weights"},{"at":5,"thaw":"feedforward"},{"at":5,"set":"feedforward","to":1e150}]}
run {"workers":1,"procs":1,"executor":"compiled","checkpoint_every":6}
`,
	} {
		if err := checkText(t, text); err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// Of two executions that differ, the first operation that shows it is named.
func TestWhereHistoriesPart(t *testing.T) {
	m := newTester(t)
	history := func(text string) (History, List) {
		c, err := parseCase(text)
		if err != nil {
			t.Fatal(err)
		}
		folder, _, err := m.folder()
		if err != nil {
			t.Fatal(err)
		}
		h, err := execute(c.List, c.Executions[0], folder)
		if err != nil {
			t.Fatal(err)
		}
		return h, c.List
	}
	whole, list := history(aCase)
	if err := whole.compare(whole, list); err != nil {
		t.Fatal(err)
	}
	for want, change := range map[string][2]string{
		"at operation 3 of 14, step":                 {`"rate":"1/(50+t)"`, `"rate":"1/(51+t)"`}, // at the second step: the first comes from the initial weights
		"at operation 7 of 14, step {\"steps\":17}":  {`"by":0.9`, `"by":0.90000000000000013`},
		"at operation 8 of 14, edit":                 {`lateral[0,*]`, `lateral[1,*]`},
		"at operation 11 of 14, look":                {`keep {"circuit":1,"on":true}`, `keep {"circuit":1}`},
		"at operation 13 of 14, step {\"steps\":33}": {`"steps":4,"value":"+Inf"`, `"steps":5,"value":"+Inf"`},
		"at operation 14 of 14, close":               {`"rows_max":50`, `"rows_max":60`},
	} {
		other, _ := history(strings.Replace(aCase, change[0], change[1], 1))
		err := whole.compare(other, list)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s in the place of %s: error %v, want one with %q", change[1], change[0], err, want)
		}
	}
}

// aStudy is a study that is killed and interrupted.
const aStudy = `
experiment {"network":"ifPSP","stimulus":{"file":"stimuli.csv","scale":"eigen","shuffle":true,"epochs":2},"outputs":2,"lambda":"1,0.7","tau":0,"rate":"0.01","initial_m":0,"steps":300,"trials":3,"seed":3,"record":["weights@7"],"parts":["all"],"reference":true,"executor":"","interventions":[{"every":20,"from":5,"multiply":"feedforward","by":0.9}]}
run {"workers":2,"procs":2,"executor":"compiled","checkpoint_every":50,"look":20,"stop":"killed","after":300}
run {"workers":3,"procs":1,"kernel":"reference","executor":"literal","checkpoint_every":7,"stop":"interrupted","after":200}
run {"workers":1,"procs":1,"executor":"compiled","checkpoint_every":0,"look":1}
`

// A study ends as it does at once, also by an error. One that cannot be run is none.
func TestAStudy(t *testing.T) {
	if err := checkText(t, aStudy); err != nil {
		t.Fatal(err)
	}
	diverges := strings.NewReplacer(`"multiply":"feedforward","by":0.9`, `"clamp":"outputs[0]","to":0`, "ifPSP", "ifPSW").Replace(aStudy)
	fails := strings.Replace(aStudy, `"by":0.9`, `"by":1e60`, 1)
	for _, text := range []string{diverges, fails} {
		if err := checkText(t, text); err != nil {
			t.Error(err)
		}
	}
	nonsense := strings.Replace(aStudy, `"outputs":2`, `"outputs":3`, 1)
	if err := checkText(t, nonsense); !errors.Is(err, errSkip) {
		t.Errorf("error %v of a study that makes no sense", err)
	}
}
