package experiment

// Growth tells how a lateral synapse grew and was pruned, as seen at the
// moments at which a monitor looked.
type Growth struct {
	Synapse  string `json:"synapse"`
	Peak     Number `json:"peak"` // largest |weight|
	PeakStep int    `json:"peak_step"`
	Final    Number `json:"final"` // |weight| at the end
}

// pruned reports whether the synapse has fallen below a tenth of its peak.
func (g Growth) pruned() bool { return g.Final < g.Peak/10 }

// Pruning tells how the lateral synapses of a circuit were pruned.
type Pruning struct {
	Synapses     int      `json:"synapses"`
	Lesioned     int      `json:"lesioned,omitempty"`
	Pruned       int      `json:"pruned"`        // of the others, below a tenth of their peak
	LargestPeak  Number   `json:"largest_peak"`  // largest |weight| of all, ever
	LargestFinal Number   `json:"largest_final"` // and at the end
	Each         []Growth `json:"each"`          // left out above 1000 synapses: they are in the traces
}

// eachSynapse is the number of synapses up to which each is told of.
const eachSynapse = 1000

// pruning sums up what a monitor saw of the lateral synapses.
func (m *monitor) pruning() Pruning {
	p := Pruning{Synapses: len(m.Growth)}
	for i, g := range m.Growth {
		lesioned := m.laterals[i].Lesioned()
		if lesioned {
			p.Lesioned++
		}
		p.LargestPeak = max(p.LargestPeak, g.Peak)
		p.LargestFinal = max(p.LargestFinal, g.Final)
		if !lesioned && g.pruned() {
			p.Pruned++
		}
	}
	if len(m.Growth) <= eachSynapse {
		p.Each = m.Growth
	}
	return p
}
