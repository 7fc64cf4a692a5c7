package trace

import (
	"cmp"
	"math"
	"slices"
)

// sample is one record of an element: the columns as valueColumns lists them.
type sample struct {
	step   int64
	values [len(valueColumns)]float64
}

// finer is the factor by which there are more buckets while records come in than at the end.
const finer = 8

// buckets groups records as they come, in bounded memory. When there are too many buckets, each
// two neighbours become one.
type buckets struct {
	columns []int // whose extremes are kept, by number in valueColumns
	most    int   // buckets in the end; 0 if all records are kept
	size    int   // records in a bucket
	all     []bucket
	total   int

	every []sample // all records, while there are few
}

// bucket is a group of consecutive records.
type bucket struct {
	records     int
	first, last sample
	extremes    []sample // the lowest and the highest record of each column
}

// newBuckets returns buckets for that many points, or for all if it is not positive, that keep
// the extremes of some columns. Each column after the first takes half as many points more.
func newBuckets(points int, columns []int) *buckets {
	if points <= 0 {
		return new(buckets)
	}
	return &buckets{columns: columns, most: max(points/4, 1), size: 1}
}

// add adds the next record.
func (b *buckets) add(s *sample) {
	b.total++
	if b.most == 0 || b.total <= 4*b.most {
		b.every = append(b.every, *s)
	} else {
		b.every = nil
	}
	if b.most == 0 || b.join(s) {
		return
	}
	if len(b.all) == finer*b.most {
		b.merge(2)
		b.size *= 2
		if b.join(s) {
			return
		}
	}
	extremes := make([]sample, 2*len(b.columns))
	for i := range extremes {
		extremes[i] = *s
	}
	b.all = append(b.all, bucket{1, *s, *s, extremes})
}

// join adds a record to the last bucket, if that is not full.
func (b *buckets) join(s *sample) bool {
	if len(b.all) == 0 || b.all[len(b.all)-1].records == b.size {
		return false
	}
	last := &b.all[len(b.all)-1]
	last.records++
	last.last = *s
	for i, k := range b.columns {
		last.take(i, k, s, s)
	}
	return true
}

// take updates the lowest and the highest of a column by those of a later record or bucket. NaN
// is neither, unless all values are NaN.
func (b *bucket) take(i, column int, low, high *sample) {
	to := b.extremes[2*i : 2*i+2]
	if v := to[0].values[column]; low.values[column] < v || math.IsNaN(v) {
		to[0] = *low
	}
	if v := to[1].values[column]; high.values[column] > v || math.IsNaN(v) {
		to[1] = *high
	}
}

// merge makes one bucket of every n neighbours.
func (b *buckets) merge(n int) {
	merged := b.all[:0]
	for i := range b.all {
		next := b.all[i]
		if i%n == 0 {
			merged = append(merged, next)
			continue
		}
		to := &merged[len(merged)-1]
		to.records += next.records
		to.last = next.last
		for i, k := range b.columns {
			to.take(i, k, &next.extremes[2*i], &next.extremes[2*i+1])
		}
	}
	b.all = merged
}

// samples returns the records that are kept, in order of step.
func (b *buckets) samples() []sample {
	if b.every != nil || b.total == 0 {
		return b.every
	}
	b.merge((len(b.all) + b.most - 1) / b.most)
	var kept []sample
	for i := range b.all {
		of := append(b.all[i].extremes, b.all[i].first, b.all[i].last)
		slices.SortFunc(of, func(p, q sample) int { return cmp.Compare(p.step, q.step) })
		for j := range of {
			if n := len(kept); n == 0 || kept[n-1].step < of[j].step {
				kept = append(kept, of[j])
			}
		}
	}
	return kept
}
