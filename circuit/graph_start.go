package circuit

import (
	"math"
	"strings"

	"twophase/internal/numerics/random"
	"twophase/neuron"
)

// initialise sets the weights at the start, and the gains and scales that depend on them.
func (c *Circuit) initialise() error {
	for _, l := range c.links {
		if l.back {
			continue
		}
		if err := l.synapses.SetWeights(c.initialWeights(l)); err != nil {
			return err
		}
	}
	for _, g := range c.nodes {
		if g.spec.NormOf != "" {
			c.setNorms(g)
		}
		if scales := c.spec.Initial[g.Name()+".scale"]; scales != nil {
			for i, m := range scales {
				if err := g.Output(i).SetScale(m); err != nil {
					return err
				}
			}
		}
	}
	for _, name := range sortedKeys(c.spec.Initial) {
		if of, variable, err := c.spec.Network.Graph.variableOf(name); err == nil {
			if err := c.node(of).SetVariable(variable, c.spec.Initial[name]); err != nil {
				return err
			}
		}
	}
	for _, g := range c.nodes {
		if previous := c.spec.Initial[g.Name()+".previous"]; previous != nil {
			copy(g.Signals(neuron.Final), previous)
		}
	}
	return nil
}

// initialWeights returns the weights of a projection at the start [post×pre].
func (c *Circuit) initialWeights(l *link) []float64 {
	post, pre := l.to.Len(), l.pre.Len()
	classic := l.name == "feedforward"
	if given := c.spec.Initial[l.name]; given != nil {
		return given
	}
	w, start := make([]float64, post*pre), l.spec.Start
	if v, is := start.number(); is {
		fill(w, v)
		return w
	}
	if of, is := strings.CutPrefix(string(start), transposeOf); is {
		for i, v := range c.link(of).synapses.Weights() { // row j of it has our column j
			w[i%post*pre+i/post] = v
		}
		return w
	}
	if start == StartDefault && l.pre != l.to {
		start = StartRandom
	}
	switch start {
	case StartDefault, StartZero:
		return w
	case StartListed:
		for _, pair := range l.spec.Pairs {
			w[pair.Post*pre+pair.Pre] = pair.Weight
		}
		return w
	case StartIdentity:
		for i := range min(post, pre) {
			w[i*pre+i] = 1
		}
		return w
	}
	purpose := "initial weights"
	if !classic {
		purpose += " of " + l.name
	}
	random.New(c.spec.Seed, c.spec.Trial, purpose).Normals(w, 0)
	size := c.spec.InitialSpread / math.Sqrt(float64(pre))
	for i := range w {
		w[i] *= size
		if start == StartPositive {
			w[i] = math.Abs(w[i])
		}
	}
	if start == StartFrame {
		normaliseColumns(w, pre)
	}
	return w
}

// normaliseColumns gives every column of w [n×columns] unit length.
func normaliseColumns(w []float64, columns int) {
	for j := range columns {
		size := columnNorm(w, columns, j)
		for i := j; i < len(w); i += columns {
			w[i] /= size
		}
	}
}

// columnNorm returns the length of column j of w [n×columns].
func columnNorm(w []float64, columns, j int) float64 {
	sum := 0.0
	for i := j; i < len(w); i += columns {
		sum = math.FMA(w[i], w[i], sum)
	}
	return math.Sqrt(sum)
}

// setNorms sets the gains of a population to the norms of its neurons' weights.
func (c *Circuit) setNorms(g *node) {
	p := c.link(g.spec.NormOf).synapses
	w, gains, columns := p.Weights(), g.Gains(), p.Pre().Len()
	for i := range gains {
		if p.Pre() == g.Population {
			gains[i] = columnNorm(w, columns, i)
		} else {
			gains[i] = columnNorm(w[i*columns:(i+1)*columns], 1, 0)
		}
	}
}
