// Package quantile summarises measures over several trials.
//
//  1. Of, Median and Among return quantiles, and QuartilesOf the quartiles.
//  2. MedianInterval returns a bootstrap interval of the median, from a keyed random stream.
//
// The package may import internal/random only.
package quantile
