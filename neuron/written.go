package neuron

import "strconv"

// Written is a Factor that writes itself in mathematics.
type Written interface {
	Factor
	// In returns the factor of a neuron with that symbol and index: y_i² for y and i.
	In(symbol, index string) string
}

// In returns a factor of a neuron with that symbol and index in mathematics.
func In(f Factor, symbol, index string) string {
	if w, ok := f.(Written); ok {
		return w.In(symbol, index)
	}
	return f.String() + "_" + index
}

// In implements Written.
func (v variable) In(symbol, index string) string {
	switch v {
	case Gain:
		return "λ_" + index
	case SquaredActivity:
		return symbol + "_" + index + "²"
	}
	return symbol + "_" + index
}

// In implements Written.
func (c RootGain) In(_, index string) string { return c.String() + "_" + index }

// In implements Written.
func (c Constant) In(string, string) string {
	if c < 0 {
		return "−" + strconv.FormatFloat(-float64(c), 'g', 4, 64)
	}
	return strconv.FormatFloat(float64(c), 'g', 4, 64)
}

// Formula returns the change of a scale in mathematics: Equation or, where the rule has none or is one of this package, what follows
// from its factors for neurons with that symbol, at a learning rate that is written as rate.
func (r ScaleRule) Formula(symbol, rate string) string {
	if r.Equation != "" && r.Equation != ScalePSP.Equation && r.Equation != ScalePSW.Equation {
		return r.Equation
	}
	square := func(f Factor) Term { return Product(Indexed{f, symbol, "i"}, Indexed{f, symbol, "i"}) }
	decay := square(r.Decay)
	decay.Factors = append(decay.Factors, "m_ii")
	return "Δm_ii = " + ChangeText(rate, []Term{square(r.Drive)}, []Term{decay, square(r.Drain)})
}
