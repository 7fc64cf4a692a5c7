package turnstudies

import (
	"bytes"
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"os/exec"

	"gonum.org/v1/gonum/dsp/fourier"
	"gonum.org/v1/gonum/dsp/window"
	"gonum.org/v1/gonum/mat"
)

// synthesiser is the program of the Debian package espeak-ng.
const synthesiser = "espeak-ng"

// spoken is what it says, in some voices: the first words of the Universal Declaration of Human
// Rights, of 1948, and numbers.
const spoken = `Whereas recognition of the inherent dignity and of the equal and inalienable rights of all members of the human family
is the foundation of freedom, justice and peace in the world. Whereas disregard and contempt for human rights have resulted in barbarous acts
which have outraged the conscience of mankind, and the advent of a world in which human beings shall enjoy freedom of speech and belief and freedom
from fear and want has been proclaimed as the highest aspiration of the common people. All human beings are born free and equal in dignity and rights.
They are endowed with reason and conscience and should act towards one another in a spirit of brotherhood. One, two, three, four, five, six, seven, eight, nine, ten.`

var voices = []string{"en-us+m3", "en-gb+f2", "en-us+f4", "en-gb+m7"}

// Frames of speech: the logarithm of the power in bands of the spectrum, each of some
// neighbouring frequencies, under a Hann window.
const (
	frameSamples = 512
	frameHop     = 64
	frameBands   = 64
)

// silence is added to the power, which is between 0 and about 1.
const silence = 1e-5

// spectrograms returns frames of synthesised speech, at most some of them, as rows of bands.
func spectrograms(ctx context.Context, most int) (*mat.Dense, error) {
	var rows []float64
	for _, voice := range voices {
		samples, err := speak(ctx, voice)
		if err != nil {
			return nil, err
		}
		rows = append(rows, frames(samples)...)
	}
	count := min(most, len(rows)/frameBands)
	if count == 0 {
		return nil, fmt.Errorf("%s made no sound", synthesiser)
	}
	return mat.NewDense(count, frameBands, rows[:count*frameBands]), nil
}

// frames returns the bands of all frames of some samples, frame by frame.
func frames(samples []float64) (rows []float64) {
	const width = frameSamples / 2 / frameBands
	transform := fourier.NewFFT(frameSamples)
	frame, coefficients := make([]float64, frameSamples), make([]complex128, frameSamples/2+1)
	for at := 0; at+frameSamples <= len(samples); at += frameHop {
		copy(frame, samples[at:])
		window.Hann(frame)
		transform.Coefficients(coefficients, frame)
		for band := range frameBands {
			power := silence
			for _, c := range coefficients[1+band*width : 1+(band+1)*width] {
				power += (real(c)*real(c) + imag(c)*imag(c)) / (frameSamples * width)
			}
			rows = append(rows, math.Log(power))
		}
	}
	return rows
}

// speak returns the samples of synthesised speech, from −1 to 1.
func speak(ctx context.Context, voice string) ([]float64, error) {
	var out, wrong bytes.Buffer
	c := exec.CommandContext(ctx, synthesiser, "-v", voice, "--stdout", spoken)
	c.Stdout, c.Stderr = &out, &wrong
	if err := c.Run(); err != nil {
		return nil, fmt.Errorf("%s -v %s: %w: %s", synthesiser, voice, err, wrong.String())
	}
	const head = 44 // bytes before the samples of 16 bits of a WAV file
	if out.Len() < head+2 || string(out.Bytes()[8:12]) != "WAVE" {
		return nil, fmt.Errorf("%s wrote no WAV file", synthesiser)
	}
	raw := out.Bytes()[head:]
	samples := make([]float64, len(raw)/2)
	for i := range samples {
		samples[i] = float64(int16(binary.LittleEndian.Uint16(raw[2*i:]))) / (1 << 15)
	}
	return samples, nil
}
