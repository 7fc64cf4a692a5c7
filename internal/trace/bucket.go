package trace

import "math"

// finer is how many times more buckets are kept while records come in than in the
// end, when it is known how many there are.
const finer = 8

// buckets groups records as they come, in memory that does not grow with them: when
// there are too many buckets, two neighbours become one.
type buckets struct {
	most  int // buckets in the end; 0 if all records are kept
	size  int // records in a bucket
	all   []bucket
	total int

	every []sample // all records, as long as there are few
}

// bucket is a group of consecutive records.
type bucket struct {
	records                int
	first, low, high, last sample
}

// newBuckets returns buckets for that many points, or for all if it is not positive.
func newBuckets(points int) *buckets {
	if points <= 0 {
		return new(buckets)
	}
	return &buckets{most: max(points/4, 1), size: 1}
}

// add adds the next record.
func (b *buckets) add(s *sample) {
	b.total++
	if b.most == 0 || b.total <= 4*b.most {
		b.every = append(b.every, *s)
	} else {
		b.every = nil
	}
	if b.most == 0 {
		return
	}
	if n := len(b.all); n > 0 && b.all[n-1].records < b.size {
		b.all[n-1].add(&bucket{1, *s, *s, *s, *s})
		return
	}
	if len(b.all) == finer*b.most {
		b.all = merge(b.all, 2)
		b.size *= 2
		if n := len(b.all); b.all[n-1].records < b.size {
			b.all[n-1].add(&bucket{1, *s, *s, *s, *s})
			return
		}
	}
	b.all = append(b.all, bucket{1, *s, *s, *s, *s})
}

// add adds the records of the next bucket. What is not a number is neither low nor
// high, unless all is.
func (b *bucket) add(next *bucket) {
	b.records += next.records
	b.last = next.last
	if v := b.low.values[0]; next.low.values[0] < v || math.IsNaN(v) {
		b.low = next.low
	}
	if v := b.high.values[0]; next.high.values[0] > v || math.IsNaN(v) {
		b.high = next.high
	}
}

// merge makes one bucket of every n neighbours.
func merge(all []bucket, n int) []bucket {
	merged := all[:0]
	for i := range all {
		if i%n == 0 {
			merged = append(merged, all[i])
		} else {
			merged[len(merged)-1].add(&all[i])
		}
	}
	return merged
}

// samples returns the records that are kept, in order of step.
func (b *buckets) samples() []sample {
	if b.every != nil || b.total == 0 {
		return b.every
	}
	var kept []sample
	all := merge(b.all, (len(b.all)+b.most-1)/b.most)
	for i := range all {
		g := &all[i]
		low, high := &g.low, &g.high
		if high.step < low.step {
			low, high = high, low
		}
		for _, s := range []*sample{&g.first, low, high, &g.last} {
			if n := len(kept); n == 0 || kept[n-1].step < s.step {
				kept = append(kept, *s)
			}
		}
	}
	return kept
}
