package document_test

import (
	"errors"
	"fmt"
	"log"
	"os"

	"twophase/internal/text/document"
)

// lesion is an item of a list in a document.
type lesion struct {
	At   int
	Of   string
	Rate float64
}

// section binds the keys of a lesion: exactly one of the actions must be given.
func (l *lesion) section() *document.Section {
	return &document.Section{
		Keys: []document.Key{
			{Name: "at", About: "the step", Value: document.Integer(&l.At, 0, 1000), Required: true},
			{Name: "lesion", About: "what is cut", Value: document.Text(&l.Of, nil)},
			{Name: "rate", About: "the learning rate from then on", Value: document.Positive(&l.Rate)},
		},
		OneOf: []document.Group{{Keys: []string{"lesion", "rate"}, Required: true}},
	}
}

// plan binds the keys of a whole document.
func plan(steps *int, lesions *[]lesion) *document.Section {
	return &document.Section{Keys: []document.Key{
		{Name: "steps", About: "how many", Value: document.Integer(steps, 1, 1000)},
		{Name: "interventions", About: "what is done", Value: document.ListOf(lesions, func(l *lesion) document.Value { return l.section() })},
	}}
}

func Example() {
	read := func(text string) (steps int, lesions []lesion, err error) {
		doc, err := document.Parse("plan.yaml", []byte(text))
		if err != nil {
			return 0, nil, err
		}
		if err := doc.Read(plan(&steps, &lesions)); err != nil {
			return 0, nil, err
		}
		for i, l := range lesions {
			if l.At > steps { // each value is valid, but they do not fit together
				err := fmt.Errorf("there are only %d steps", steps)
				return 0, nil, doc.Locate(document.Blame(err, fmt.Sprintf("interventions[%d].at", i)))
			}
		}
		return steps, lesions, nil
	}

	steps, lesions, err := read(`
steps: 100
interventions:
  - {at: 50, lesion: "lateral[2,*]"}
  - {at: 70, rate: 1e-3}
`)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(steps, lesions)
	os.Stdout.Write(plan(&steps, &lesions).YAML())

	for _, text := range []string{
		"steps: 3.7\nintervention: []\n",
		"steps: 100\ninterventions:\n  - {at: 50, lesion: lateral, rate: 1}\n",
		"steps: 100\ninterventions:\n  - {at: 500, lesion: lateral}\n",
	} {
		_, _, err := read(text)
		fmt.Printf("\n%v\n", err)
		var failed *document.FileError
		if !errors.As(err, &failed) {
			log.Fatal("every error has a place")
		}
	}
	// Output:
	// 100 [{50 lateral[2,*] 0} {70  0.001}]
	// steps: 100
	// interventions:
	//   - {at: 50, lesion: "lateral[2,*]"}
	//   - {at: 70, rate: 0.001}
	//
	// plan.yaml:1:8: steps: "3.7" is not a whole number
	//   1 | steps: 3.7
	//              ^
	// plan.yaml:2:1: key "intervention" does not exist (did you mean interventions?): choose steps or interventions
	//   2 | intervention: []
	//       ^
	//
	// plan.yaml:3:31: interventions[0].rate and interventions[0].lesion exclude one another: give one of lesion and rate
	//   3 |   - {at: 50, lesion: lateral, rate: 1}
	//                                     ^
	//
	// plan.yaml:3:10: interventions[0].at: there are only 100 steps
	//   3 |   - {at: 500, lesion: lateral}
	//                ^
}
