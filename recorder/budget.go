package recorder

import (
	"fmt"
	"slices"
)

// Budget is a number of bytes that recording may write.
type Budget float64

// String returns the budget in decimal units, such as "2.0 GB".
func (b Budget) String() string { return inBytes(float64(b)) }

// Excess returns by how much bytes exceed the budget, such as "12.0 kB ", if both print the
// same. Otherwise it returns "".
func (b Budget) Excess(bytes float64) string {
	if inBytes(bytes) != b.String() {
		return ""
	}
	return inBytes(bytes-float64(b)) + " "
}

// OverBudget is the error of requests that would write too much.
type OverBudget struct {
	Requests []Request
	Cost     Cost
	Budget   Budget
	Instead  []Request // the same selections, recorded less often, that fit; nil if none do
}

// Error implements error.
func (o *OverBudget) Error() string {
	less := ""
	if o.Instead != nil {
		less = fmt.Sprintf("less often (%s), ", join(o.Instead))
	}
	about := "about"
	if slices.ContainsFunc(o.Requests, Request.IsConditional) {
		about = "up to"
	}
	return fmt.Sprintf("recording %s would write %s %v, %sover the budget of %v: record %sa smaller selection, or raise --record-budget",
		join(o.Requests), about, o.Cost, o.Budget.Excess(o.Cost.Bytes), o.Budget, less)
}

// Check returns an *OverBudget error if the requests would write more than the budget in all
// trials of a run. Its other errors are those of Estimate.
func (b Budget) Check(requests []Request, run Extent) error {
	cost, err := Estimate(requests, run)
	if err != nil || cost.Bytes <= float64(b) {
		return err
	}
	return &OverBudget{Requests: requests, Cost: cost, Budget: b, Instead: b.instead(requests, run)}
}

// instead returns the requests with a larger stride, the smallest round one at which all
// together fit. Larger strides and log-spaced requests stay.
func (b Budget) instead(requests []Request, run Extent) []Request {
	for unit := 1; unit <= run.Steps; unit *= 10 {
		for _, stride := range []int{unit, 2 * unit, 5 * unit} {
			less := slices.Clone(requests)
			for i, r := range less {
				if r.Stride > 0 {
					less[i].Stride = max(r.Stride, Stride(stride))
				}
			}
			if cost, err := Estimate(less, run); err == nil && cost.Bytes <= float64(b) {
				return less
			}
		}
	}
	return nil
}
