package circuit

// SmallProblemRate is the learning rate of the paper's experiments on its small problem.
const SmallProblemRate = "10/(250+t)"

// PaperRate returns the learning rate α_t of the paper's experiments on one of its
// problems, in the form that ParseRate reads:
//
//	small  SmallProblemRate
//	large  1.1e-3 up to step 10000 and 1e-4 then, to project; 1e-3, to whiten
//
// Any other problem has the rate of the small one.
func (n Network) PaperRate(problem string) string {
	switch {
	case problem != "large":
		return SmallProblemRate
	case n.Whitens:
		return "1e-3"
	}
	return "1.1e-3 until 10000, 1e-4"
}
