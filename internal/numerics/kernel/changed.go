package kernel

// Keep returns the fraction 1 − p_post·p_pre of a weight that decay leaves,
// where both decays already carry their √a.
func Keep(postDecay, preDecay float64) float64 {
	return fma(-postDecay, preDecay, 1)
}

// Changed returns the weight after one factored change,
//
//	keep·w + d_post·d_pre,
//
// with the kept part rounded before the fused Hebbian product. Both drives
// already carry their √a.
func Changed(w, keep, postDrive, preDrive float64) float64 {
	return fma(postDrive, preDrive, float64(keep*w))
}
