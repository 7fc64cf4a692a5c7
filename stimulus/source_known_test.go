package stimulus

import (
	"encoding/binary"
	"hash/fnv"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"twophase/internal/numerics/kernel"
	"twophase/internal/testkit/long"
	"twophase/stimulus/covariance"
)

// must returns a source, or fails the test.
func must[T any](source T, err error) func(testing.TB) T {
	return func(tb testing.TB) T {
		tb.Helper()
		if err != nil {
			tb.Fatal(err)
		}
		return source
	}
}

func xy(nx, ny int) [2]View { return [2]View{{Name: "x", Inputs: nx}, {Name: "y", Inputs: ny}} }

// populations returns one source of each kind whose moments are known.
func populations(tb testing.TB, seed, trial uint64) map[string]Population {
	mixing := []float64{2, 0.5, -1, 1, 0.3, 0.2}
	centres := []float64{1, 0, 0.5, 0, 0.2, 0, 0.8, 1}
	return map[string]Population{
		"gaussian":       must(NewGaussian([]float64{3, 2, 1, 0.5, 0.5}, seed, trial))(tb),
		"views":          must(NewCorrelatedViews(xy(5, 4), []float64{0.9, 0.7, 0.3}, 3, seed, trial))(tb),
		"one view":       must(NewCorrelatedViews(xy(1, 2), []float64{1}, 1, seed, trial))(tb),
		"slow":           must(NewSlowFeatures(6, []float64{0.9, 0.5, 0, -0.6}, 2, seed, trial))(tb),
		"mixture":        must(NewMixture(5, 3, 0.5, 4, seed, trial))(tb),
		"given mixture":  must(NewMixtureBy(mixing, 2, 0, seed, trial))(tb),
		"clusters":       must(NewClusters(9, 3, 0.2, nil, seed, trial))(tb),
		"given clusters": must(NewClustersAt(centres, 4, 0.5, []float64{1, 3}, seed, trial))(tb),
	}
}

// batchMeans returns the mean of values and its standard error, from the means of successive
// batches, which are as good as independent.
func batchMeans(values []float64) (mean, deviation float64) {
	const batches = 100
	size := len(values) / batches
	var square float64
	for b := range batches {
		sum := 0.0
		for _, v := range values[b*size : (b+1)*size] {
			sum += v
		}
		sum /= float64(size)
		mean += sum / batches
		square += sum * sum / batches
	}
	return mean, math.Sqrt(max(0, square-mean*mean) / (batches - 1))
}

// The mean and the covariance that a source knows are those of its stimuli, and so are those
// of the held-out stimuli.
func TestKnownMoments(t *testing.T) {
	long.SkipShort(t)
	const samples = 100_000
	for name, source := range populations(t, 11, 2) {
		for kind, p := range map[string]Population{"": source, ", held out": source.HeldOut()} {
			x, n := read(t, p, samples), p.Inputs()
			mean, g := p.Mean(), p.Covariance()
			if s := SecondMoments(p); math.Abs(s.At(0, n-1)-(g.At(0, n-1)+mean[0]*mean[n-1])) > 1e-14 {
				t.Errorf("%s: second moments %v", name, s.Entries())
			}
			products := make([]float64, samples)
			check := func(what string, want float64, of func(x []float64) float64) {
				for s, v := range x {
					products[s] = of(v)
				}
				if got, sigma := batchMeans(products); math.Abs(got-want) > 5*sigma+1e-12 {
					t.Errorf("%s%s: %s is %v, want %v: %.1f sigma off", name, kind, what, got, want, math.Abs(got-want)/sigma)
				}
			}
			for i := range n {
				check("a mean", mean[i], func(x []float64) float64 { return x[i] })
				for j := range n {
					check("a covariance", g.At(i, j), func(x []float64) float64 { return (x[i] - mean[i]) * (x[j] - mean[j]) })
				}
			}
		}
	}
}

// Each source goes on from any step, in any order of steps.
func TestKnownSeek(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Uint64().Draw(rt, "seed")
		all := populations(t, seed, 3)
		p := all[rapid.SampledFrom(slices.Sorted(maps.Keys(all))).Draw(rt, "source")]
		checkSeek(rt, p, rapid.IntRange(0, 100).Draw(rt, "step"))
		checkSeek(rt, p.HeldOut(), rapid.IntRange(0, 100).Draw(rt, "held-out step"))
	})
}

// Held-out stimuli are other stimuli, and reading them does not disturb the source.
func TestHeldOut(t *testing.T) {
	again := populations(t, 5, 0)
	for name, p := range populations(t, 5, 0) {
		want := read(t, again[name], 40)
		first := read(t, p, 20)
		h := p.HeldOut()
		held := read(t, h, 40)
		if got := append(first, read(t, p, 20)...); !equal(got, want) {
			t.Errorf("%s: other stimuli after the held-out ones", name)
		}
		if !slices.Equal(h.Covariance().Entries(), p.Covariance().Entries()) {
			t.Errorf("%s: the held-out stimuli are of another population", name)
		}
		same := 0
		for i := range held {
			if slices.Equal(held[i], want[i]) && kernel.MaxAbs(held[i]) > 0 { // all sources may be 0
				same++
			}
		}
		if same > 0 {
			t.Errorf("%s: %d of 40 held-out stimuli are those that are not", name, same)
		}
	}
}

// TestKnownGolden pins the bits of the stimuli.
func TestKnownGolden(t *testing.T) {
	all := populations(t, 1, 2)
	all["large slow"] = must(NewSlowFeatures(70, []float64{0.99, 0.3}, 10, 1, 2))(t)
	want := map[string]uint64{
		"clusters":       0x2d30bef0b12bcdc3,
		"gaussian":       0xd0b8f5fc31b3bcfd,
		"given clusters": 0x530026de81f04915,
		"given mixture":  0xb1aa7c06e4bec63e,
		"large slow":     0x2da74ed53a9d6980,
		"mixture":        0xe7845b3906717879,
		"one view":       0x298781b89853b912,
		"slow":           0x7522adab23731973,
		"views":          0x7a3697a00d6e30cf,
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		h := fnv.New64a()
		for _, x := range read(t, all[name], 1000) {
			binary.Write(h, binary.LittleEndian, x)
		}
		if got := h.Sum64(); got != want[name] {
			t.Errorf("1000 stimuli of %q hash to %#x, want %#x", name, got, want[name])
		}
	}
}

func TestKnownNextDoesNotAllocate(t *testing.T) {
	for name, p := range populations(t, 1, 0) {
		x := make([]float64, p.Inputs())
		if n := testing.AllocsPerRun(100, func() { p.Next(x) }); n != 0 {
			t.Errorf("%s: Next allocates %v times", name, n)
		}
	}
}

// partOf returns rows i … and columns j … of a covariance.
func partOf(c *covariance.Matrix, i, rows, j, columns int) *mat.Dense {
	return mat.DenseCopyOf(mat.NewDense(c.Inputs(), c.Inputs(), c.Entries()).Slice(i, i+rows, j, j+columns))
}

// The canonical correlations are the singular values of C_xx^(−½) C_xy C_yy^(−½), by gonum,
// and the directions are the eigenvectors of the joint problem, with the stated lengths.
func TestCanonical(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		nx, ny := rapid.IntRange(1, 6).Draw(rt, "nx"), rapid.IntRange(1, 6).Draw(rt, "ny")
		rho := []float64{1, 0.9, 0.5, 0.2, 0.1, 0.05}[:rapid.IntRange(1, min(nx, ny)).Draw(rt, "correlations")]
		v, err := NewCorrelatedViews(xy(nx, ny), rho, rapid.Float64Range(1, 5).Draw(rt, "condition"), rapid.Uint64().Draw(rt, "seed"), 0)
		if err != nil {
			rt.Fatal(err)
		}
		if views := v.Views(); views[0] != (View{"x", 0, nx}) || views[1] != (View{"y", nx, ny}) {
			rt.Fatalf("views %v", views)
		}
		c := v.Covariance()
		cxx, cyy, cxy := partOf(c, 0, nx, 0, nx), partOf(c, nx, ny, nx, ny), partOf(c, 0, nx, nx, ny)
		var left, right mat.Cholesky
		left.Factorize(mat.NewSymDense(nx, cxx.RawMatrix().Data))
		right.Factorize(mat.NewSymDense(ny, cyy.RawMatrix().Data))
		var lx, ly mat.TriDense
		left.LTo(&lx)
		right.LTo(&ly)
		var half, whole mat.Dense
		half.Solve(&lx, cxy)
		whole.Solve(&ly, half.T())
		var svd mat.SVD
		svd.Factorize(&whole, mat.SVDNone)
		for k, got := range svd.Values(nil) {
			want := 0.0
			if k < len(rho) {
				want = rho[k]
			}
			if math.Abs(got-want) > 1e-12 {
				rt.Fatalf("canonical correlation %d is %v, want %v", k, got, want)
			}
		}
		k := rapid.IntRange(1, len(rho)).Draw(rt, "k")
		correlations, directions, err := v.Canonical(k)
		if err != nil {
			rt.Fatal(err)
		}
		for j := range k {
			if correlations[j] != rho[j] {
				rt.Fatalf("correlations %v", correlations)
			}
			d := column(directions, k, j)
			vx, vy := mat.NewVecDense(nx, d[:nx]), mat.NewVecDense(ny, d[nx:])
			for what, got := range map[string][2]float64{
				"v_xᵀ C_xx v_x": {mat.Inner(vx, cxx, vx), 1},
				"v_yᵀ C_yy v_y": {mat.Inner(vy, cyy, vy), 1},
				"v_xᵀ C_xy v_y": {mat.Inner(vx, cxy, vy), rho[j]},
			} {
				if math.Abs(got[0]-got[1]) > 1e-12 {
					rt.Fatalf("%s of direction %d is %v, want %v", what, j, got[0], got[1])
				}
			}
		}
	})
}

// The slowest directions solve E[x_t x_{t−1}ᵀ] d = ρ C d, and the stimuli have these moments.
func TestSlowest(t *testing.T) {
	rho := []float64{0.9, 0.5, 0, -0.6, -0.6, -0.6}
	f := must(NewSlowFeatures(6, rho[:4], 2, 11, 2))(t)
	g, lagged := f.Covariance(), f.Lagged()
	autocorrelations, directions, err := f.Slowest(3)
	if err != nil {
		t.Fatal(err)
	}
	for j := range 3 {
		d := column(directions, 3, j)
		if autocorrelations[j] != rho[j] {
			t.Errorf("autocorrelations %v", autocorrelations)
		}
		length := 0.0
		for i := range f.Inputs() {
			now, before := kernel.Dot(g.Row(i), d), kernel.Dot(lagged.Row(i), d)
			length += d[i] * now
			if math.Abs(before-rho[j]*now) > 1e-13 {
				t.Errorf("direction %d: %v before, %v now", j, before, now)
			}
		}
		if math.Abs(length-1) > 1e-13 {
			t.Errorf("direction %d has the variance %v", j, length)
		}
	}
	const samples = 100_000
	x, products := read(t, f, samples+1), make([]float64, samples)
	for i := range f.Inputs() {
		for j := range f.Inputs() {
			for s := range products {
				products[s] = x[s+1][i] * x[s][j]
			}
			if got, sigma := batchMeans(products); math.Abs(got-lagged.At(i, j)) > 5*sigma {
				t.Errorf("E[x_t x_{t−1}ᵀ]_%d%d is %v, want %v: %.1f sigma off", i, j, got, lagged.At(i, j), math.Abs(got-lagged.At(i, j))/sigma)
			}
		}
	}
}

// The process that begins anew at times is the plain one, up to rounding errors.
func TestSlowIsAutoregression(t *testing.T) {
	f := must(NewSlowFeatures(3, []float64{0.8, 0.5, -0.7}, 1, 4, 0))(t)
	steps := int(3 * memories * f.memory)
	if steps > 5000 {
		t.Fatalf("%d steps", steps)
	}
	x, a := make([]float64, 3), f.mixing
	state, news := make([]float64, 3), make([]float64, 3)
	for step := 1; step <= steps; step++ {
		f.Next(x)
		if f.stream.Normals(news, uint64(step)); step == 1 {
			copy(state, news)
		} else {
			for k, rho := range f.autocorrelations {
				state[k] = rho*state[k] + math.Sqrt(1-rho*rho)*news[k]
			}
		}
		for k, want := range state {
			if got := kernel.Dot(a.dual[k], x); math.Abs(got-want) > 1e-13 {
				t.Fatalf("step %d: latent %d is %v, want %v", step, k, got, want)
			}
		}
	}
}

// A stimulus is the mixing matrix times the sources, which are sparse, uniform and of variance 1.
func TestMixtureSources(t *testing.T) {
	for _, silence := range []float64{0, 0.5, 0.9} {
		m := must(NewMixture(4, 3, silence, 3, 9, 1))(t)
		if silence == 0.5 && math.Abs(m.largest-math.Sqrt(48.0/5)) > 1e-15 {
			t.Errorf("the largest value of a source is %v, want √(48/5)", m.largest)
		}
		matrix, x, s := m.Mixing(), make([]float64, 4), make([]float64, 3)
		var zero, square, sum, largest float64
		const samples = 50_000
		for range samples {
			m.Next(x)
			m.Sources(s)
			for i := range x {
				want := 0.0
				for k, v := range s {
					want += matrix[i*3+k] * v
				}
				if math.Abs(x[i]-want) > 1e-14 {
					t.Fatalf("x %v, sources %v", x, s)
				}
			}
			for _, v := range s {
				if v < 0 {
					t.Fatalf("a source is %v", v)
				}
				if v == 0 {
					zero++
				}
				largest, sum, square = max(largest, v), sum+v, square+v*v
			}
		}
		const n = 3 * samples
		if zero/n < silence-0.01 || zero/n > silence+0.01 {
			t.Errorf("%v of the sources are 0, want %v", zero/n, silence)
		}
		if v := square/n - sum/n*sum/n; math.Abs(v-1) > 0.03 {
			t.Errorf("silence %v: variance %v", silence, v)
		}
		if largest > m.largest || largest < 0.99*m.largest {
			t.Errorf("silence %v: sources of up to %v, want %v", silence, largest, m.largest)
		}
	}
}

// Labels say which centre a stimulus is of, as often as their probabilities say.
func TestClusterLabels(t *testing.T) {
	c := must(NewClusters(8, 3, 0, []float64{1, 2, 5}, 3, 0))(t)
	x, centres, count := make([]float64, 8), c.Centres(), make([]float64, 3)
	const samples = 50_000
	for range samples {
		c.Next(x)
		l := c.Label()
		count[l]++
		if !slices.Equal(x, centres[l*8:(l+1)*8]) {
			t.Fatalf("%v is not centre %d", x, l)
		}
	}
	for l, p := range []float64{0.125, 0.25, 0.625} {
		if math.Abs(count[l]/samples-p) > 0.01 {
			t.Errorf("label %d has the frequency %v, want %v", l, count[l]/samples, p)
		}
	}
	for l := range 3 {
		for k := range 3 {
			want := 0.0
			if k == l {
				want = 1
			}
			if got := kernel.Dot(centres[l*8:(l+1)*8], centres[k*8:(k+1)*8]); math.Abs(got-want) > 1e-15 {
				t.Errorf("centres %d and %d have the product %v, want %v", l, k, got, want)
			}
		}
	}
	noisy := must(NewClusters(8, 3, 2, nil, 3, 0))(t)
	for _, x := range read(t, noisy, 1000) {
		if slices.Min(x) < 0 {
			t.Fatalf("a stimulus of clusters is %v", x)
		}
	}
}

func TestKnownErrors(t *testing.T) {
	views := func(nx, ny int, rho []float64, condition float64) error {
		_, err := NewCorrelatedViews(xy(nx, ny), rho, condition, 1, 0)
		return err
	}
	slow := func(n int, rho []float64, condition float64) error {
		_, err := NewSlowFeatures(n, rho, condition, 1, 0)
		return err
	}
	mixed := func(matrix []float64, r int, silence float64) error {
		_, err := NewMixtureBy(matrix, r, silence, 1, 0)
		return err
	}
	clusters := func(centres []float64, n int, noise float64, p []float64) error {
		_, err := NewClustersAt(centres, n, noise, p, 1, 0)
		return err
	}
	_, sameName := NewCorrelatedViews([2]View{{Name: "a", Inputs: 1}, {Name: "a", Inputs: 1}}, []float64{0.5}, 1, 1, 0)
	_, tooManySources := NewMixture(2, 3, 0.5, 1, 1, 0)
	_, tooManyClusters := NewClusters(2, 3, 0.5, nil, 1, 0)
	v := must(NewCorrelatedViews(xy(3, 3), []float64{0.5, 0.2, 0.2}, 2, 1, 0))(t)
	_, _, equalCorrelations := v.Canonical(2)
	_, _, allCorrelations := v.Canonical(4)
	w := must(NewCorrelatedViews(xy(3, 3), []float64{0.5}, 2, 1, 0))(t)
	_, _, zeroCorrelation := w.Canonical(3)
	f := must(NewSlowFeatures(3, []float64{0.5, 0.2}, 2, 1, 0))(t)
	_, _, equalSpeeds := f.Slowest(2)
	_, _, allSpeeds := f.Slowest(3)
	nan := math.NaN()
	for want, err := range map[string]error{
		"views of 0 and 2 inputs":                              views(0, 2, []float64{1}, 1),
		"2 canonical correlations of views of 1 and 2 inputs":  views(1, 2, []float64{1, 0.5}, 1),
		"canonical correlation 2 is 0.9, larger":               views(2, 2, []float64{0.5, 0.9}, 1),
		"canonical correlation 1 is 1.1":                       views(2, 2, []float64{1.1}, 1),
		"canonical correlation 1 is NaN":                       views(2, 2, []float64{nan}, 1),
		"no canonical correlation":                             views(2, 2, nil, 1),
		"condition 0.5":                                        views(2, 2, []float64{0.5}, 0.5),
		"condition NaN":                                        slow(2, []float64{0.5}, nan),
		"called \"a\" and \"a\"":                               sameName,
		"autocorrelation 1 is 1: give numbers between":         slow(2, []float64{1}, 2),
		"autocorrelation 1 is -1":                              slow(2, []float64{-1}, 2),
		"3 autocorrelations of stimuli of 2 inputs":            slow(2, []float64{0.5, 0.4, 0.3}, 2),
		"column 2 of the mixing matrix is a combination":       mixed([]float64{1, 2, 2, 4, 3, 6}, 2, 0),
		"column 1 of the mixing matrix is a combination":       mixed([]float64{0, 2, 0, 4}, 2, 0),
		"3 numbers are no mixing matrix":                       mixed([]float64{1, 2, 3}, 2, 0),
		"no mixing matrix of 0 inputs":                         mixed(nil, 0, 0),
		"silence 1":                                            mixed([]float64{1}, 1, 1),
		"input 0 is NaN":                                       mixed([]float64{nan}, 1, 0),
		"3 sources in 2 inputs":                                tooManySources,
		"3 clusters of 2 inputs":                               tooManyClusters,
		"centre 2, input 0 is -1":                              clusters([]float64{1, 1, -1, 1}, 2, 0, nil),
		"all centres are 0":                                    clusters([]float64{0, 0}, 2, 0, nil),
		"no centres of 3 inputs":                               clusters([]float64{0, 0}, 3, 0, nil),
		"1 probabilities of 2 clusters":                        clusters([]float64{1, 2}, 1, 0, []float64{1}),
		"probability 2 is 0":                                   clusters([]float64{1, 2}, 1, 0, []float64{1, 0}),
		"noise of size -1":                                     clusters([]float64{1, 2}, 1, -1, nil),
		"canonical correlations 2 and 3 are both 0.2":          equalCorrelations,
		"no 4 canonical directions of views of 3 and 3 inputs": allCorrelations,
		"canonical correlation 3 is 0":                         zeroCorrelation,
		"autocorrelations 2 and 3 are both 0.2":                equalSpeeds,
		"all 3 slow directions span the whole space":           allSpeeds,
	} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %q", err, want)
		}
	}
}
