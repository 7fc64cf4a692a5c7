package measure

// PrunedFraction is the fraction of its peak below which a lateral synapse counts as pruned: a
// hundredth of its power is left.
const PrunedFraction = 0.1

// PrunedAtEnd is what a summary says of the synapses for which BelowAtEnd holds.
const PrunedAtEnd = "below a tenth of their peak"

// BelowAtEnd is the summary's criterion: |weight| at the end is below PrunedFraction of its peak.
func BelowAtEnd(peak, final float64) bool { return final < peak/(1/PrunedFraction) }
