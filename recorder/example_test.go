package recorder_test

import (
	"fmt"
	"log"
	"os"
	"path/filepath"

	"github.com/parquet-go/parquet-go"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/recorder"
	"twophase/synapse"
)

// smallCircuit returns a circuit of 4 inputs and 3 outputs whose weights W all
// start at 0.5.
func smallCircuit() *circuit.Circuit {
	w := make([]float64, 3*4)
	for i := range w {
		w[i] = 0.5
	}
	c, err := circuit.New(circuit.Spec{
		Network: circuit.IfPSP, Inputs: 4, Gains: circuit.LinearGains(3, 1, 0.5),
		Rate: circuit.ConstantRate(0.01), Initial: map[string][]float64{"feedforward": w},
	})
	if err != nil {
		log.Fatal(err)
	}
	return c
}

func ExampleParseRequest() {
	for _, text := range []string{"lateral[*,*]@100", "feedforward@log", "outputs[0-1]@1"} {
		r, err := recorder.ParseRequest(text)
		fmt.Println(r, err)
	}
	// Output:
	// lateral@100 <nil>
	// feedforward@log <nil>
	// outputs[0-1] <nil>
}

func ExampleBudget_Check() {
	r, err := recorder.ParseRequest("feedforward")
	if err != nil {
		log.Fatal(err)
	}
	run := recorder.Extent{Size: selection.PairSize(1000, 50, synapse.AllToAll), Steps: 20_000, Trials: 2}
	fmt.Println(recorder.Budget(2e9).Check([]recorder.Request{r}, run))
	// Output:
	// recording feedforward would write about 14.0 GB (2e+09 rows), over the budget of 2.0 GB: record less often (feedforward@10), a smaller selection, or raise --record-budget
}

// The scale of the first output neuron, before the first stimulus and after
// each of two.
func ExampleStart() {
	folder, err := os.MkdirTemp("", "traces")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(folder)
	request, err := recorder.ParseRequest("scale[0]")
	if err != nil {
		log.Fatal(err)
	}

	parts, err := recorder.ParseParts("all")
	if err != nil {
		log.Fatal(err)
	}

	c := smallCircuit()
	r, err := recorder.Start(c, []recorder.Request{request}, recorder.Options{Folder: folder, Run: "example", Parts: parts})
	if err != nil {
		log.Fatal(err)
	}
	for range 2 {
		if err := c.Step([]float64{1, 0, 1, 0}); err != nil {
			log.Fatal(err)
		}
	}
	if err := r.Close(); err != nil {
		log.Fatal(err)
	}

	rows, err := parquet.ReadFile[recorder.Row](filepath.Join(folder, "traces-0000-00000.parquet"))
	if err != nil {
		log.Fatal(err)
	}
	for _, row := range rows {
		fmt.Printf("step %d: %s[%d] is %.4f", row.Step, row.Projection, row.Post, row.Weight)
		if row.Hebbian != nil {
			fmt.Printf(", by %+.4f and %+.4f", *row.Hebbian, *row.Decay)
		}
		fmt.Println()
	}
	// Output:
	// step 0: scale[0] is 1.0000
	// step 1: scale[0] is 1.0000, by +0.0200 and -0.0200
	// step 2: scale[0] is 0.9988, by +0.0188 and -0.0200
}
