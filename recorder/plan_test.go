package recorder

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// element is one place of a plan.
type element struct {
	Kind      Kind
	Post, Pre int
}

func drawRegions(t *rapid.T, label string) []region {
	var regions []region
	for range rapid.IntRange(0, 3).Draw(t, label) {
		regions = append(regions, drawSelection(t).regions()...)
	}
	return regions
}

func TestPlanIsUnionWithoutWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		z := size{rapid.IntRange(1, 9).Draw(t, "inputs"), rapid.IntRange(1, 6).Draw(t, "outputs")}
		wanted, written := drawRegions(t, "wanted"), drawRegions(t, "written")
		covers := func(regions []region, e element) bool {
			for _, r := range regions {
				if r.kind == e.Kind && r.post.has(e.Post) && r.pre.has(e.Pre) {
					return true
				}
			}
			return false
		}
		var want, got []element
		for _, k := range recordable {
			for post := range z.outputs {
				for pre := range z.width(k) {
					e := element{k, post, pre}
					if covers(wanted, e) && !covers(written, e) && !(k == Lateral && post == pre) {
						want = append(want, e)
					}
				}
			}
		}
		p := z.plan(wanted, written)
		for _, r := range p.runs {
			for pre := r.first; pre < r.end; pre++ {
				got = append(got, element{r.kind, r.post, pre})
			}
		}
		if diff := cmp.Diff(want, got); diff != "" || p.rows != len(want) {
			t.Fatalf("%d rows (-want +got):\n%s", p.rows, diff)
		}
	})
}
