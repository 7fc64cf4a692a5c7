// Package quantile summarises measures over several trials.
//
//  1. Of, Median and Among return quantiles, and QuartilesOf the quartiles, with all values where
//     these are few.
//  2. MedianInterval returns a confidence interval of the median, which few values do not have. Interval has theirs too,
//     with its smaller coverage.
//
// The package imports the standard library only.
package quantile
