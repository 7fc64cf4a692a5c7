package explore

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"testing"

	"twophase/internal/experiment"
	"twophase/internal/web/simulator"
)

// lived is what the program and these sources live through: calls, as package simulator describes them.
var lived = []string{
	`open({"steps":2000,"interventions":[{"every":50,"multiply":"lateral","by":0.99}]})`,
	`steps(60)`, `act({"lesion":"lateral[1,0]"})`, `steps(200)`, `phase()`, `twin()`, `act({"stimulus":{"rotate":30}},1)`, `steps(100)`,
	`experiment(0)`, `rewind(1)`, `rewind(0)`, `steps(9)`, `act({"tau":0.3})`, `twin()`, `act({"stimulus":{"rotate":30}},1)`, `steps(50)`, `experiment(0)`, `experiment(1)`, `hash(0)`, `hash(1)`, `describe(1)`, `theory(0)`, `predict({"turns":3})`,
	`open({"network":"bio-cca"})`, `steps(50)`, `experiment(0)`, `hash(0)`,
	`open({"network":"cascadePSP","outputs":4,"lambda":"auto","stimulus":{"spectrum":[4,3,2,1,0.1],"inputs":8}})`, `experiment(0)`,
	`open({"network":"no-such"})`, `act({"lesion":"lateral[9,9]"})`, `act({"at":3,"freeze":"lateral"})`, `rewind(3)`,
}

var call = regexp.MustCompile(`^(\w+)\((\{.*\})?,?([\d,]*)\)$`)

// transcript returns what the program is to say, as these sources say it.
func transcript(t *testing.T) (said []string) {
	var s *simulator.Simulator
	for _, text := range lived {
		parts := call.FindStringSubmatch(text)
		if parts == nil {
			t.Fatalf("%s is no call", text)
		}
		var numbers []int
		if err := json.Unmarshal([]byte("["+parts[3]+"]"), &numbers); err != nil {
			t.Fatal(err)
		}
		whole := func(at, otherwise int) int {
			if at < len(numbers) {
				return numbers[at]
			}
			return otherwise
		}
		var answer any
		var err error
		switch parts[1] {
		case "open":
			var next *simulator.Simulator
			if next, err = simulator.Open([]byte(parts[2])); err == nil {
				s = next
				answer, err = s.Describe(0)
			}
		case "steps":
			answer = s.Steps(whole(0, 1))
		case "phase":
			answer = s.Phase()
		case "act":
			answer, err = s.Act([]byte(parts[2]), whole(0, simulator.Both))
		case "rewind":
			answer, err = s.Rewind(whole(0, 0))
		case "twin":
			err = s.Twin()
		case "experiment":
			var file []byte
			file, err = s.Experiment(whole(0, 0))
			answer = string(file)
		case "hash":
			answer, err = s.Hash(whole(0, 0))
		case "describe":
			answer, err = s.Describe(whole(0, 0))
		case "theory":
			var asked []byte
			asked, err = s.Theory(whole(0, 0), nil)
			answer = string(asked)
		case "predict":
			answer, err = simulator.Predict([]byte(parts[2]))
		}
		said = append(said, spoken(t, answer, err))
	}
	return said
}

// spoken returns an answer, or an error, as the program gives it.
func spoken(t *testing.T, answer any, err error) string {
	if err != nil {
		return "error: " + err.Error()
	}
	switch answer := answer.(type) {
	case nil:
		return ""
	case string:
		return answer
	case int:
		return strconv.Itoa(answer)
	}
	text, err := json.Marshal(answer)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var (
	digits = regexp.MustCompile(`-?\d+(\.\d+)?(e[+-]?\d+)?`)
	basis  = regexp.MustCompile(`"basis":\[[^\]]*\]`)
)

// rounded returns an answer without what depends on the machine: the last digits of what is measured, and the directions
// of the stimuli, of which those of equal variance are any.
func rounded(text string) string {
	return digits.ReplaceAllStringFunc(basis.ReplaceAllString(text, ""), func(number string) string {
		v, err := strconv.ParseFloat(number, 64)
		if err != nil || len(number) < 9 {
			return number
		}
		if math.Abs(v) < 1e-9 {
			v = 0
		}
		return fmt.Sprintf("%.5g", v)
	})
}

// living is added to the worker of a page: it calls what it gets, and answers with what the program says.
const living = `;
const {onmessage: served} = self;
self.onmessage = (event) => {
	if (!event.data.lived) return served(event);
	self.postMessage({said: event.data.lived.map((text) => {
		const [, name, object, numbers] = /^(\w+)\((\{.*\})?,?([\d,]*)\)$/.exec(text);
		try {
			return String(simulator[name](...(object ? [object] : []), ...JSON.parse('[' + numbers + ']')) ?? '');
		} catch (error) {
			return 'error: ' + error.message;
		}
	})});
};`

// The program that is embedded says and does what it would if it were built of these sources.
func TestProgramIsOfTheseSources(t *testing.T) {
	t.Parallel()
	list, err := json.Marshal(lived)
	if err != nil {
		t.Fatal(err)
	}
	page, err := Page("test", experiment.New())
	check(t, err)
	got := evaluate[[]string](t, opened(t, page), fmt.Sprintf(`new Promise((done, failed) => {
	const text = (id) => document.getElementById(id).textContent, worker = new Worker(URL.createObjectURL(new Blob([text('worker'), %s])));
	worker.onerror = (event) => failed(new Error(event.message));
	worker.onmessage = ({data: {error, said}}) => {
		if (error) failed(new Error(error));
		if (said) done(said);
		else worker.postMessage({lived: %s});
	};
	worker.postMessage({id: 0, name: 'load', argument: {program: text('simulator')}});
})`, strconv.Quote(living), list))
	for i, want := range transcript(t) {
		if i >= len(got) || rounded(got[i]) != rounded(want) {
			t.Errorf("of %s the program says\n%s\nand these sources\n%s\nRun make simulator, and commit internal/web/explore/program.*", lived[i], got[i], want)
		}
	}
}
