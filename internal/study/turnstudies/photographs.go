package turnstudies

import (
	"fmt"
	"image"
	_ "image/jpeg" // the format of the photographs
	"os"
	"path/filepath"

	"gonum.org/v1/gonum/mat"

	"twophase/internal/numerics/random"
)

// photographs are those of the Debian package mate-backgrounds.
const photographs = "/usr/share/backgrounds/mate/nature/*.jpg"

// Patches are squares of patchSide pixels, each the mean brightness of patchBlock × patchBlock
// pixels of the photograph.
const (
	patchSide  = 12
	patchBlock = 4
)

// patches returns squares from random places of photographs, as rows of pixels.
func patches(paths []string, count int, seed uint64) (*mat.Dense, error) {
	rows := mat.NewDense(count, patchSide*patchSide, nil)
	stream := random.New(seed, 0, "patches of photographs")
	for i, path := range paths {
		bright, width, height, err := brightness(path)
		if err != nil {
			return nil, err
		}
		if width < patchSide || height < patchSide {
			return nil, fmt.Errorf("%s is too small for patches of %d × %d blocks", path, patchSide, patchSide)
		}
		var corner [1]int
		for row := i; row < count; row += len(paths) {
			stream.Indices(corner[:], (width-patchSide+1)*(height-patchSide+1), uint64(row))
			x, y := corner[0]%(width-patchSide+1), corner[0]/(width-patchSide+1)
			for j := range patchSide {
				copy(rows.RawRowView(row)[j*patchSide:(j+1)*patchSide], bright[(y+j)*width+x:])
			}
		}
	}
	return rows, nil
}

// brightness reads a photograph, block by block.
func brightness(path string) (bright []float64, width, height int, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, 0, 0, err
	}
	defer file.Close()
	picture, _, err := image.Decode(file)
	if err != nil {
		return nil, 0, 0, fmt.Errorf("%s: %w", path, err)
	}
	size := picture.Bounds()
	width, height = size.Dx()/patchBlock, size.Dy()/patchBlock
	bright = make([]float64, width*height)
	for y := range height * patchBlock {
		for x := range width * patchBlock {
			r, g, b, _ := picture.At(size.Min.X+x, size.Min.Y+y).RGBA()
			bright[y/patchBlock*width+x/patchBlock] += float64(299*r+587*g+114*b) / (1000 * 0xffff * patchBlock * patchBlock)
		}
	}
	return bright, width, height, nil
}

// findPhotographs returns the photographs that are installed, in the order of their names.
func findPhotographs() ([]string, error) { return filepath.Glob(photographs) }
