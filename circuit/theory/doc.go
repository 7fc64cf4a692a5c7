// Package theory predicts what a network does on average: the fixed points of its
// mean-field flow, the flow near them, the noise of online learning, and the flow far from
// any fixed point.
//
//  1. A FixedPoint is a spectrum, gains and a network. Validate checks that there is a theory
//     of that network.
//  2. Linearise returns the flow near it: eigenvalues, stability and rates.
//  3. NewNoise adds the fluctuations of online learning.
//  4. NewFlow and Run iterate the whole flow, from any start.
//  5. Turns and its Search find the lateral states of settling that is cut short.
//
// The package imports circuit for its networks, circuit/subspace and gonum. It takes spectra
// and gains as numbers, and knows nothing of stimuli.
//
// The paper's appendices are not quoted here. Everything is derived below from the
// plasticity rules, and tested against a numerical derivative of the whole flow.
//
// # The flow
//
// With y = F x, average the plasticity over x with ⟨x xᵀ⟩ = G, and count time by
// s = Σ α_t:
//
//	dW/ds = F G − W
//	dM/ds = (F G Fᵀ − Λ M Λ)/τ   PSP,   (F G Fᵀ − Λ²)/τ   PSW
//	(of M_o, F G Fᵀ − ε Λ M_o Λ with a lateral decay ε of PSP; ε = 1 in the paper)
//	F = M⁻¹ W   exact,   (M_d⁻¹ − M_d⁻¹ M_o M_d⁻¹) W   two phases
//
// In the eigenbasis of G, where G = diag(g_1 ≥ … ≥ g_N), the equations keep their form with
// W U in place of W. Flow iterates this with the step α: the offline algorithm.
//
// # Fixed points
//
// With M_o = 0 and row i of F along eigenvector c(i), F_i = φ_i u_{c(i)}, and with
// m_i = g_{c(i)}: W = F G gives W_i = m_i F_i, F = M_d⁻¹ W gives m_ii = m_i, and
// dM_ii/ds = 0 gives φ_i² m_i = λ_i² m_i (PSP, any ε) or λ_i² (PSW):
//
//	φ_i = λ_i (PSP),   φ_i = λ_i/√m_i (PSW),   up to a sign
//
// for any K different eigenvectors in any order, and for both neural phases.
//
// # Linearisation
//
// To first order both neural phases give the same
//
//	δF = M_d⁻¹ (δW − δM F),
//
// since the series that two phases cut differs from M⁻¹ at the second order in
// M_o. So two phases and the exact solution share their Jacobian. Write w_ik for
// δW_i·u_k, index j for eigenvector c(j), κ_ij = λ_iλ_j for PSP (ελ_iλ_j for i ≠ j) and 0 for PSW. Then
//
//	outside, k held by no neuron:
//	    dw_ik/ds = −(1 − g_k/m_i) w_ik
//	pair i ≠ j, with δF_ij = (w_ij − φ_j M_ij)/m_i:
//	    dw_ij/ds = m_j δF_ij − w_ij
//	    dM_ij/ds = (m_j φ_j δF_ij + m_i φ_i δF_ji − κ_ij M_ij)/τ
//	own:
//	    dw_ii/ds = −φ_i M_ii
//	    dM_ii/ds = (2φ_i w_ii − (2φ_i² + κ_ii) M_ii)/τ
//
// and nothing else: K(N−K) numbers, K(K−1)/2 blocks 4×4 and K blocks 2×2. In a
// pair, the drive of M_ij is symmetric. So M_ij − M_ji decays by itself at −κ_ij/τ. It
// does not decay for PSW, but a symmetric M never has it. The rest is the 3×3 block of Pair, for M_ij = M_ji, with a = m_j/m_i. Its characteristic
// polynomial x³ + c_2 x² + c_1 x + c_0 is
//
//	c_2 = r/τ − d,   c_1 = e/τ − d,   c_0 = c/τ
//	d = (m_i − m_j)²/(m_i m_j)
//	r = a φ_j² + φ_i²/a + κ
//	e = (2a − 1) φ_j² + (2 − a) φ_i²/a − d κ
//	c = (m_i − m_j)(λ_i − λ_j)/m_j · (λ_i + aλ_j)        PSP
//	    + (1 − ε)(m_i − m_j)²/(m_i m_j) · λ_iλ_j         with a lateral decay ε
//	c = (m_i − m_j)(λ_i − λ_j)/m_j · (λ_i + λ_j)/m_i     PSW
//
// The own blocks are stable for every τ. A direction outside is stable if and
// only if g_k < m_i: the K largest eigenvalues must be held. A pair needs c > 0,
// which is the ordering condition, Λ in the order of the eigenvalues: with c < 0 a
// root is positive whatever τ is, and with c = 0 a root is 0. It is enough for a
// small τ, since c > 0 makes e > 0 too. As τ grows, the pair begins to oscillate
// and at c_2 c_1 = c_0, a square equation in 1/τ, it loses its stability (LargestStableTau).
//
// # Without gains
//
// With Λ = I and y = M⁻¹Wx, as in the networks of 2018, the flow has no preferred axes among
// the outputs: if W and M are a fixed point, so are RW and RMRᵀ for any rotation R. Each pair
// has c = 0 and the eigenvalue 0, along which its outputs turn into one another, and M_ij with
// them. The rates of all else do not depend on R, nor does E_Pro, which goes as
// SlowestDecay says. Nothing grows below LargestBoundedTau.
//
// Settling by at least two sweeps of Jacobi or of Gauss and Seidel from rest is M⁻¹W to first
// order in M_o, so that its fixed points and rates are those of the exact solution; its flow far
// from them is not.
//
// # Settling cut short
//
// Let the outputs settle by S simultaneous turns, of which two are the two-phase circuit.
// Near the wanted fixed point nothing changes. Far from it there are lateral states, with
// M_o ≠ 0, in which K outputs may share r < K components: see Turns and LateralState. Proved, of
// fixed points with a symmetric M and positive scales:
//
//   - PSP: the columns of F are eigenvectors of B = P(A) M_d⁻¹. A missing component is found if and
//     only if its eigenvalue is above the thresholds g* of the state.
//   - PSP, even S: r > K/2, and the spectral radius of A is 1 if r < K and below 1 if r = K.
//   - PSP, even S, any gains: m_i ≤ g_1 and g* ≤ g_1/S. As B > 0 and B M = P(A)(I + A) = I − A^S has
//     eigenvalues of at most 1, M ≤ B⁻¹, whose eigenvalues are those kept and the thresholds; and a
//     threshold is a mean of the m_i divided by S. So an even S ≥ g_1/g_K leaves no linearly stable
//     fixed point that misses a component.
//   - PSP with a lateral decay ε, even S: with n missing components A has the eigenvalue −1/ε n times,
//     as (M_d + ε M_o) Λ v = 0, and the others are below 1, as B > 0. The sum of all is 0, so that
//     r > K/(1+ε), and ε ≤ 1/(K−1) leaves no fixed point that misses a component. For S = 2, B (M_d + ε M_o)
//     = (I − A)(I + εA) has eigenvalues of at most (1+ε)²/(4ε), so that m_i ≤ g_1 (1+ε)²/(4ε), and g* ≤
//     g_1 (1+ε)/4. With ε = 0, for any S, C = diag(λ_i² m_i) has full rank; but the flow can escape.
//   - PSP, K = S = 2, distinct gains: M_o = 0 at every fixed point.
//   - PSP, odd S, K > 2: a state exists in which every output carries component 0.
//   - PSW, even S, distinct gains: M_o = 0 at every fixed point. F G Fᵀ = Λ² has full rank, and B Λ² =
//     F Fᵀ is symmetric, so that B is diagonal, and as P is strictly decreasing so is A.
//   - PSW, odd S: P is not injective, and there are lateral fixed points, such as m_i = 3 g_i, M_ij =
//     3 √(g_i g_j) for K = S = 3. What is more, the flow can escape: see Turns.Escapes.
//
// None of this excludes a flow that comes to no rest. With τ below LargestStableTau the wanted fixed
// point is linearly stable, and yet flows from far away can go on oscillating: see SafeTauShare.
// How often circuits fail is therefore bounded by starts of their own: see Basin.
//
// Which lateral states a spectrum has, and of which rank, is searched.
//
// # Cascade
//
// With F = L⁻¹ W, where L is the lower triangle of M with its diagonal, neuron i does not
// receive the later outputs. The fixed points are the same, since M_o = 0 there, and to first
// order δF = M_d⁻¹ (δW − δL F). In a pair i < j, with M_ji alone,
//
//	dw_ij/ds = −(1 − a) w_ij
//	dw_ji/ds = m_i δF_ji − w_ji,   δF_ji = (w_ji − φ_i M_ji)/m_j
//	dM_ji/ds = (m_i φ_i δF_ji + a φ_j w_ij − κ M_ji)/τ
//
// The block is triangular: the earlier neuron loses the later one's component as it
// would one outside, at −(1 − m_j/m_i), whatever Λ and τ are, and the later one
// follows with the roots of x² + (b/τ − 1/a + 1) x + h/τ,
//
//	b = φ_i²/a + κ,   h = (φ_i² − (1 − a)κ)/a
//
// It is stable if m_i > m_j, h > 0 and τ < (φ_i² + aκ)/(1 − a). h is positive for PSW, and
// for PSP if λ_i > (1 − a)λ_j, as with equal gains. So the order of firing
// replaces the order of Λ.
//
// # Noise
//
// See Noise for the fluctuations about a fixed point, and Drift for how far rows turn by them
// and by the noise of synapses. Both neglect higher orders in α.
//
//	symbol in the paper               name in Go
//	G (eigenvalues g_k)               FixedPoint.Spectrum, FlowSpec.Covariance
//	Λ, τ                              FixedPoint.Gains, Linearisation.Tau
//	M_d, F, W at the fixed point      FixedPoint.Scales, .Filter, .Weights
//	3×3 block of a pair               Pair.Block
//	its characteristic polynomial     Pair.Polynomial
//	its roots                         Pair.Eigenvalues
//	the full spectrum                 Linearisation.Eigenvalues
//	order of Λ                        FixedPoint.Misordered
//	settling by S turns               Turns, LateralState
//	"τ small enough"                  FixedPoint.LargestStableTau, .LargestBoundedTau, SafeTauShare
//	the offline algorithm             Flow, FlowSpec
//	E_Pro(Û)                          Flow.Error
//
// Neurons and eigenvectors count from 0. Results promise a tolerance, not bits;
// with the build tag netlib the products of Flow run on OpenBLAS. For a dense
// covariance and two phases, microseconds an iteration on one Zen core (medians
// of three; other work was not excluded):
//
//	N×K                 100×10   400×10   400×100   400×400
//	gonum                 24.6      333      3330     26300
//	OpenBLAS 0.3.21        5.9       88      1030      6600
//
// In the eigenbasis it is the other way round, since the matrices are tiny: see
// BenchmarkFlow.
package theory

import _ "twophase/internal/numerics/blas" // OpenBLAS under the build tag netlib
