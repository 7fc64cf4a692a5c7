package settlingbudget

import (
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"twophase/internal/numerics/random"
)

// writeImages writes an IDX file of 4×4 images in which later pixels vary less.
func writeImages(t *testing.T, count int) string {
	t.Helper()
	const side = 4
	file := []byte{0, 0, 8, 3}
	for _, n := range []int{count, side, side} {
		file = binary.BigEndian.AppendUint32(file, uint32(n))
	}
	pixels := make([]float64, side*side)
	stream := random.New(1, 0, "images")
	for image := range uint64(count) {
		stream.Normals(pixels, image)
		for i, v := range pixels {
			file = append(file, byte(128+v*float64(30-i)))
		}
	}
	path := filepath.Join(t.TempDir(), "images")
	if err := os.WriteFile(path, file, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// Images are read again and again where there are fewer than steps, and scaled:
// stimuli of pixels up to 255 would blow up every circuit.
func TestImages(t *testing.T) {
	r, err := Run(t.Context(), Options{
		Problems: []string{Images}, Images: writeImages(t, 300), Steps: 1000, Trials: 2,
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Problems) != 1 || r.Problems[0].Inputs != 16 || r.Problems[0].Outputs != imageOutputs || r.Problems[0].Steps != 1000 {
		t.Errorf("problems %+v", r.Problems)
	}
	exact := find(t, r, Images, "PSP", Exact, "", "∞")
	if exact.Lost != 0 || !(exact.Residual < 1e-12) {
		t.Errorf("the exact network: %+v", exact)
	}
}

// By default there are as many steps as images.
func TestImagesOnce(t *testing.T) {
	o, err := Options{Problems: []string{Images}, Images: writeImages(t, 70)}.withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	ps, _, err := openProblems(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	if ps[0].steps != 70 {
		t.Errorf("%d steps of 70 images", ps[0].steps)
	}
}

// What is not an image file is an error that names it.
func TestBadImages(t *testing.T) {
	path := filepath.Join(t.TempDir(), "labels")
	if err := os.WriteFile(path, []byte{0, 0, 8, 1, 0, 0, 0, 1, 7}, 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := Run(t.Context(), Options{Problems: []string{Images}, Images: path})
	if err == nil || !strings.Contains(err.Error(), path) {
		t.Errorf("error %v does not name %s", err, path)
	}
}
