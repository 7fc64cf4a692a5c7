package circuit

import (
	"math"

	"twophase/neuron"
	"twophase/synapse"
)

// EI obeys Dale's law: excitatory outputs y and inhibitory interneurons n, with one matrix P
// for both ways between them,
//
//	y = argmin_{y≥0} yᵀ(PPᵀ + leak·I)y/2 − yᵀW x,   n = Pᵀ y
//	ΔW = α(y xᵀ − W),   ΔP = (α/τ)(y nᵀ − c P).
//
// With x ≥ 0, positive weights at the start and rates α ≤ 1 and c α/τ ≤ 1, every new weight
// is a sum of terms that are not negative: no weight is ever clipped. The outputs find
// clusters and come to the same power, E y_k² = c.
var EI = ExcitatoryInhibitory(0.05, 0.3)

// ExcitatoryInhibitory returns EI with a leak of the outputs and a power c that they come to.
func ExcitatoryInhibitory(leak, c float64) Network {
	return related(Network{
		Name:      "ei",
		Summary:   "excitatory outputs and inhibitory interneurons that obey Dale's law: clusters of equal power",
		Reference: "after Lipshutz et al. (2021), adaptive Bio-CCA with one input and rectified outputs; not published as such",
		Notes:     "With stimuli of both signs W becomes negative. P does not, because its rule uses only the activities of outputs and interneurons.",
		Finds:     Clusters,
		Graph: Graph{
			Populations: []PopulationSpec{
				inputs,
				{Name: "outputs", Activation: neuron.Rectified, InitialScale: leak},
				{Name: "interneurons"},
			},
			Projections: []ProjectionSpec{
				{Name: "feedforward", From: "inputs", To: "outputs", Sign: Excitatory, Rule: synapse.Hebbian, Start: StartPositive},
				{Name: "P", From: "interneurons", To: "outputs", Sign: Inhibitory, Start: StartIdentity, Pace: Pace{OverTau: true}, Rule: towards("Hebbian with power c", "ΔP_ij = (α/τ)(y_i interneurons_j − c P_ij)", c)},
				{Name: "PT", From: "outputs", To: "interneurons", Sign: Excitatory, Tied: "P"},
			},
		},
		Schedule: Schedule{settleInOrder("outputs", "interneurons"), Plasticity{}},
		Tau:      0.5, Rate: DecayingRate(10, 500),
	})
}

// towards is Hebbian learning, by which weights come to the mean product of two activities over c.
func towards(name, equation string, c float64) synapse.Rule {
	return symmetric(name, equation, neuron.Activity, neuron.Constant(math.Sqrt(c)))
}

// EIEqualized thresholds and equalises online (Pehlevan and Chklovskii 2015): linear outputs
// y and interneurons z with three kinds of synapses,
//
//	y = V x − R z (with leak 1),   z = Q y
//	ΔV = (y xᵀ − αV)/D_Y,   ΔR = (y zᵀ − αR)/D_Y,   ΔQ = (z yᵀ − βQ)/D_Z
//
// with D_Y = D_0 + αt and D_Z = D_0 + βt. The outputs have covariance β on components with an
// eigenvalue above α, and 0 on the others.
var EIEqualized = Equalized(1, 1, 50, 50)

// Equalized returns EIEqualized with a threshold α, a power β, and D_Y and D_Z at the start.
func Equalized(threshold, power, dy, dz float64) Network {
	paceY, paceZ := Pace{Rate: DecayingRate(1/threshold, dy/threshold)}, Pace{Rate: DecayingRate(1/power, dz/power)}
	return related(Network{
		Name:      "ei-equalized",
		Summary:   "online thresholding and equalisation by inhibitory interneurons: outputs of equal power on the components above a threshold",
		Reference: "Pehlevan and Chklovskii (2015), A normative theory of adaptive dimensionality reduction in neural networks",
		Notes:     "The equations follow the published derivation, but were not checked against the publication; their fixed point was checked. Rates are 1/D, which grows with t and not with activity. Neurons settle exactly.",
		Finds:     Subspace,
		Whitens:   true,
		Spans:     true,
		Graph: Graph{
			Populations: []PopulationSpec{
				inputs,
				{Name: "outputs", InitialScale: 1},
				{Name: "interneurons"},
			},
			Projections: []ProjectionSpec{
				{Name: "V", From: "inputs", To: "outputs", Rule: towards("Hebbian over D_Y", "ΔV_ij = (y_i x_j − α V_ij)/D_Y", threshold), Pace: paceY},
				{Name: "Q", From: "outputs", To: "interneurons", Rule: towards("Hebbian over D_Z", "ΔQ_ij = (interneurons_i y_j − β Q_ij)/D_Z", power), Pace: paceZ},
				{Name: "R", From: "interneurons", To: "outputs", Sign: Subtracts, Rule: towards("anti-Hebbian over D_Y", "ΔR_ij = (y_i interneurons_j − α R_ij)/D_Y", threshold), Pace: paceY, Start: StartTransposeOf("Q")},
			},
		},
		Schedule: Schedule{solveFor(neuron.Final, "outputs", "interneurons"), Plasticity{}},
		Rate:     DecayingRate(1, 50),
	})
}

// AdaptiveWhitening whitens its stimuli by interneurons z whose gains learn, with synapses
// that do not,
//
//	y = x − W(g∘z),   z = Wᵀ y,   Δg_i = α(z_i² − ‖w_i‖²).
//
// An interneuron multiplies what it sends by its gain, of either sign. It needs K ≥ N(N+1)/2
// interneurons for N inputs, as W is a frame of that many columns w_i.
var AdaptiveWhitening = related(Network{
	Name:      "adaptive-whitening",
	Summary:   "whitening by the gains of interneurons, with synapses that do not learn: white outputs",
	Reference: "Duong, Lipshutz, Heeger, Chklovskii and Simoncelli (2023), Adaptive whitening in neural populations with gain-modulating interneurons",
	Notes:     "There is one output for each input. The target of z_i² is ‖w_i‖², which is 1 for columns of unit length, as in the source. With columns of other lengths the outputs become white too.",
	Finds:     WhiteOutputs,
	Whitens:   true,
	Graph: Graph{
		Populations: []PopulationSpec{
			inputs,
			{Name: "outputs", Size: "N", InitialScale: 1},
			{Name: "interneurons", Size: "N*(N+1)/2", Scale: gainRule, InitialScale: 1, Paced: "W", NormOf: "W"},
		},
		Projections: []ProjectionSpec{
			{Name: "direct", From: "inputs", To: "outputs", OneToOne: true, Start: StartIdentity},
			{Name: "W", From: "interneurons", To: "outputs", Sign: Subtracts, Start: StartFrame},
			{Name: "WT", From: "outputs", To: "interneurons", Tied: "W"},
		},
	},
	Schedule: Schedule{solveFor(neuron.Final, "outputs", "interneurons"), Learn{NamesOf("interneurons.scale")}},
	Rate:     DecayingRate(10, 200),
})

// gainRule is the rule of a gain with a target: λ_i² is the target of the squared activity.
var gainRule = neuron.ScaleRule{
	Name:     "adaptive gain",
	Equation: "Δg_i = α(interneurons_i² − ‖w_i‖²)",
	Drive:    neuron.Activity, Decay: neuron.Constant(0), Drain: neuron.Gain,
	Multiplies: true,
}
