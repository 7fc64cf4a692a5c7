package trace

import (
	"slices"
	"sync"

	"twophase/circuit/selection"
)

// layout says which elements the rows of a page are about. Most records have the elements of the
// record before, in the same order, so that it takes less memory than the columns.
type layout struct {
	steps []int64 // of each record
	alike []alike
}

// alike is successive records of the same elements. They have all rows of an order, or some of
// them where the edge of the page cuts a record.
type alike struct {
	order      *order
	from, rows int // of the order
	records    int
}

// order is the elements of a record by row.
type order struct {
	kinds       []int16 // numbers of partFile.kinds, −1 for none of them
	posts, pres []int32
}

// find returns the rows of a page about an element from step to step, and their steps. There is at
// most one a step.
func (l *layout) find(of selection.Kind, post, pre int, kinds []selection.Kind, from, to int64) (rows []int, steps []int64, err error) {
	kind := int16(slices.Index(kinds, of))
	first, all := 0, l.steps
	for _, a := range l.alike {
		at, err := a.place(kind, int32(post), int32(pre))
		if err != nil {
			return nil, nil, err
		}
		for i, step := range all[:a.records] {
			if at >= 0 && from <= step && step <= to {
				rows, steps = append(rows, first+i*a.rows+at), append(steps, step)
			}
		}
		first, all = first+a.records*a.rows, all[a.records:]
	}
	return rows, steps, nil
}

// place returns the row of an element in each record, or −1.
func (a alike) place(kind int16, post, pre int32) (int, error) {
	found, o := -1, a.order
	for row := a.from; row < a.from+a.rows; row++ {
		if o.posts[row] == post && o.pres[row] == pre && o.kinds[row] == kind {
			if found >= 0 {
				return -1, errDouble
			}
			found = row - a.from
		}
	}
	return found, nil
}

// has reports whether an order has the rows of a record from some row on.
func (o *order) has(from int, record *order) bool {
	end := from + len(record.posts)
	return from >= 0 && end <= len(o.posts) && slices.Equal(record.posts, o.posts[from:end]) &&
		slices.Equal(record.pres, o.pres[from:end]) && slices.Equal(record.kinds, o.kinds[from:end])
}

// orderOf returns the longest order that has the rows of a record, and from which row on; nil if
// there is none. A record that is cut may be the end of an order, or the beginning.
func orderOf(known []*order, record *order, end, beginning bool) (longest *order, from int) {
	for _, o := range known {
		longer := len(o.posts) - len(record.posts)
		switch {
		case longest != nil && len(longest.posts) >= len(o.posts):
		case (longer == 0 || beginning) && o.has(0, record):
			longest, from = o, 0
		case end && o.has(longer, record):
			longest, from = o, longer
		}
	}
	return longest, from
}

// findLayout returns the layout of a page whose places have been read. It shares the orders that
// are known.
func (r *pageReader) findLayout(pg page, known []*order) (*layout, error) {
	l, n := new(layout), len(r.steps)
	r.numbers = r.numbers[:0]
	for _, s := range r.kinds {
		k := int16(slices.Index(pg.part.kinds, s.kind))
		for len(r.numbers) < s.end {
			r.numbers = append(r.numbers, k)
		}
	}
	for first, end := 0, 0; first < n; first = end {
		step := r.steps[first]
		for end = first + 1; end < n && r.steps[end] == step; {
			end++
		}
		if last := len(l.steps) - 1; last >= 0 && step < l.steps[last] {
			return nil, errDouble
		}
		l.steps = append(l.steps, step)
		record := order{r.numbers[first:end], r.posts[first:end], r.pres[first:end]}
		if last := len(l.alike) - 1; last >= 0 {
			if a := &l.alike[last]; a.rows == end-first && a.order.has(a.from, &record) {
				a.records++
				continue
			}
		}
		o, from := orderOf(known, &record, first == 0, end == n)
		if o == nil {
			o = &order{slices.Clone(record.kinds), slices.Clone(record.posts), slices.Clone(record.pres)}
			if len(known) < mostOrders {
				known = append(known, o)
			}
		}
		l.alike = append(l.alike, alike{o, from, end - first, 1})
	}
	if a := &l.alike[0]; a.rows == len(a.order.posts) { // it may be the end of an order that was met later
		if o, from := orderOf(known, a.order, true, false); o != nil {
			a.order, a.from = o, from
		}
	}
	return l, nil
}

// layouts keeps the layouts of pages, in bounded memory.
type layouts struct {
	mu     sync.Mutex
	pages  map[page]*layout
	orders []*order // that they share
	bytes  int
}

// Limits of the layouts that are kept: bytes of a trace, bytes for each row of a page, and orders.
const (
	mostLayoutBytes = 8 << 20
	mostRowBytes    = 8
	mostOrders      = 64
)

// layout returns the layout of a page. It reads the places of its rows, unless it is kept.
func (r *pageReader) layout(pg page, k *layouts) (*layout, error) {
	k.mu.Lock()
	l, known := k.pages[pg], slices.Clip(k.orders)
	k.mu.Unlock()
	if l != nil {
		return l, nil
	}
	if err := r.places(pg); err != nil {
		return nil, err
	}
	l, err := r.findLayout(pg, known)
	if err == nil {
		k.keep(pg, l, len(r.steps))
	}
	return l, err
}

// keep keeps the layout of a page of that many rows, if there is room.
func (k *layouts) keep(pg page, l *layout, rows int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	bytes, orders := 8*len(l.steps)+32*len(l.alike), slices.Clip(k.orders)
	for i := range l.alike {
		own := l.alike[i].order
		if len(orders) > mostOrders {
			return
		}
		if j := slices.IndexFunc(orders, func(o *order) bool { return o == own || len(o.posts) == len(own.posts) && o.has(0, own) }); j >= 0 {
			l.alike[i].order = orders[j] // another page may have found it at the same time
			continue
		}
		orders = append(orders, own)
		bytes += 18 * len(own.posts)
	}
	if k.pages[pg] != nil || bytes > mostRowBytes*rows || k.bytes+bytes > mostLayoutBytes || len(orders) > mostOrders {
		return
	}
	if k.pages == nil {
		k.pages = make(map[page]*layout)
	}
	k.pages[pg], k.orders, k.bytes = l, orders, k.bytes+bytes
}
