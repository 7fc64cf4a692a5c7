package theory

import "math/cmplx"

// response is a block J [n×n] of the linearised flow, which every stimulus kicks
// in the direction b [n] with a random strength.
type response struct {
	block    []float64    // J, row-major
	rates    []complex128 // its eigenvalues x_k
	kick     []float64    // b
	strength float64      // variance of the kicks
	memory   []complex128 // Σ_t α_t² e^{(x_k + x_l)(s − s_t)}, [k×l]
}

func newResponse(block []float64, rates []complex128, kick []float64, strength float64) response {
	n := len(kick)
	return response{block, rates, kick, strength, make([]complex128, n*n)}
}

// of returns how v·z, for the block's variables z, answers to a kick: the residues
// c_k of v·e^{Js}·b = Σ_k c_k e^{x_k s}. With the characteristic polynomial
// Σ_p a_p x^p, a_n = 1, they are (Faddeev and LeVerrier)
//
//	c_k = Σ_p x_k^p Σ_q a_{p+q+1} (v·J^q b) / Π_{l≠k} (x_k − x_l)
//
// and not finite where two eigenvalues are equal.
func (r *response) of(v ...float64) []complex128 {
	n := len(v)
	moments := make([]complex128, n) // v·J^q b
	for q, z := 0, r.kick; q < n; q++ {
		next := make([]float64, n)
		var moment float64
		for i := range n {
			moment += v[i] * z[i]
			for j := range n {
				next[i] += r.block[i*n+j] * z[j]
			}
		}
		moments[q], z = complex(moment, 0), next
	}
	polynomial := make([]complex128, n+1)
	polynomial[0] = 1
	for d, x := range r.rates { // times (z − x)
		for p := d + 1; p > 0; p-- {
			polynomial[p] = polynomial[p-1] - x*polynomial[p]
		}
		polynomial[0] *= -x
	}
	residues := make([]complex128, n)
	for k, x := range r.rates {
		for p := n - 1; p >= 0; p-- {
			residues[k] *= x
			for q := range n - p {
				residues[k] += polynomial[p+q+1] * moments[q]
			}
		}
		for l, other := range r.rates {
			if l != k {
				residues[k] /= x - other
			}
		}
	}
	return residues
}

// advance lets steps pass with Σα_t = sum and Σα_t² = squares, as if all of them
// had the same α.
func (r *response) advance(sum, squares float64) {
	for k, x := range r.rates {
		for l, y := range r.rates {
			passed := (x + y) * complex(sum, 0)
			decay, kept := cmplx.Exp(passed), complex(1, 0)
			if cmplx.Abs(passed) > 1e-8 {
				kept = (decay - 1) / passed
			}
			at := k*len(r.rates) + l
			r.memory[at] = r.memory[at]*decay + complex(squares, 0)*kept
		}
	}
}

// variance returns that of what has the residues c.
func (r *response) variance(c []complex128) float64 {
	var sum complex128
	for k := range c {
		for l := range c {
			sum += c[k] * c[l] * r.memory[k*len(c)+l]
		}
	}
	return r.strength * max(0, real(sum))
}
