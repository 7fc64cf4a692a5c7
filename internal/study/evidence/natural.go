package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"image/jpeg"
	"io"
	"math"
	"os"
	"strconv"

	"gonum.org/v1/gonum/dsp/fourier"
	"gonum.org/v1/gonum/dsp/window"

	"twophase/internal/numerics/random"
)

// stimuli is how many stimuli of photographs and of sounds are written.
const stimuli = 40_000

// Patches are squares of patchSide pixels, each the mean brightness of patchBlock × patchBlock pixels of the
// photograph.
const (
	patchSide  = 12
	patchBlock = 4
)

// patches writes squares from random places of photographs.
func patches(w io.Writer, paths []string) error {
	rows := make([][]float64, stimuli)
	stream := random.New(1, 0, "patches of photographs")
	for i, path := range paths {
		bright, width, height, err := brightness(path)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		var corner [1]int
		for row := i; row < stimuli; row += len(paths) {
			stream.Indices(corner[:], (width-patchSide+1)*(height-patchSide+1), uint64(row))
			x, y := corner[0]%(width-patchSide+1), corner[0]/(width-patchSide+1)
			for j := range patchSide {
				rows[row] = append(rows[row], bright[(y+j)*width+x:][:patchSide]...)
			}
		}
	}
	return writeCSV(w, rows)
}

// brightness reads a photograph, block by block.
func brightness(path string) (bright []float64, width, height int, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, 0, 0, err
	}
	defer file.Close()
	picture, err := jpeg.Decode(file)
	if err != nil {
		return nil, 0, 0, err
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

// Frames are samples under a window, one every frameHop, as the logarithms of the power in bands of equal width.
// The floor of a band is silence.
const (
	frameSamples = 512
	frameHop     = 64
	frameBands   = 64
	silence      = 1e-5
)

// frames writes the spectrograms of WAV files of 16 bits.
func frames(w io.Writer, paths []string) error {
	const head = 44 // bytes before the samples
	var rows [][]float64
	for _, path := range paths {
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if len(raw) < head || string(raw[8:12]) != "WAVE" {
			return fmt.Errorf("%s is not a WAV file", path)
		}
		samples := make([]float64, len(raw[head:])/2)
		for i := range samples {
			samples[i] = float64(int16(binary.LittleEndian.Uint16(raw[head+2*i:]))) / (1 << 15)
		}
		rows = append(rows, spectrogram(samples)...)
	}
	return writeCSV(w, rows[:min(stimuli, len(rows))])
}

// spectrogram returns the frames of a sound.
func spectrogram(samples []float64) (rows [][]float64) {
	const width = frameSamples / 2 / frameBands
	transform := fourier.NewFFT(frameSamples)
	frame, coefficients := make([]float64, frameSamples), make([]complex128, frameSamples/2+1)
	for at := 0; at+frameSamples <= len(samples); at += frameHop {
		copy(frame, samples[at:])
		window.Hann(frame)
		transform.Coefficients(coefficients, frame)
		row := make([]float64, frameBands)
		for band := range row {
			power := silence
			for _, c := range coefficients[1+band*width : 1+(band+1)*width] {
				power += (real(c)*real(c) + imag(c)*imag(c)) / (frameSamples * width)
			}
			row[band] = math.Log(power)
		}
		rows = append(rows, row)
	}
	return rows
}

// writeCSV writes a stimulus a line.
func writeCSV(w io.Writer, rows [][]float64) error {
	out := bufio.NewWriter(w)
	for _, row := range rows {
		for i, v := range row {
			if i > 0 {
				out.WriteByte(',')
			}
			out.WriteString(strconv.FormatFloat(v, 'g', -1, 64))
		}
		out.WriteByte('\n')
	}
	return out.Flush()
}
