package wire

import (
	"bytes"
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"
)

func TestAppendedValuesAreRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var b []byte
		var reads []func(r *Reader) bool
		for range rapid.IntRange(0, 20).Draw(t, "values") {
			switch rapid.IntRange(0, 4).Draw(t, "type") {
			case 0:
				n := rapid.IntRange(0, math.MaxInt).Draw(t, "n")
				b = AppendInt(b, n)
				reads = append(reads, func(r *Reader) bool { return r.Int(n) == n })
			case 1:
				v := rapid.Bool().Draw(t, "v")
				b = AppendBool(b, v)
				reads = append(reads, func(r *Reader) bool { return r.Bool() == v })
			case 2:
				v := rapid.SliceOf(rapid.Byte()).Draw(t, "v")
				b = AppendBytes(b, v)
				reads = append(reads, func(r *Reader) bool { return bytes.Equal(r.Bytes(), v) })
			case 3:
				v := rapid.String().Draw(t, "v")
				b = AppendString(b, v)
				reads = append(reads, func(r *Reader) bool { return r.String() == v })
			case 4:
				v := rapid.SliceOf(rapid.Float64()).Draw(t, "v")
				b = AppendFloats(b, v)
				reads = append(reads, func(r *Reader) bool {
					got := r.Floats([]float64{7}, len(v))
					same := len(got) == 1+len(v)
					for i := range v {
						same = same && math.Float64bits(got[1+i]) == math.Float64bits(v[i])
					}
					return same
				})
			}
		}
		r := NewReader(b)
		for _, read := range reads {
			if !read(r) {
				t.Fatal("something else is read")
			}
		}
		if err := r.End(); err != nil {
			t.Fatal(err)
		}
		n := rapid.IntRange(0, len(b)).Draw(t, "bytes that are left")
		r = NewReader(b[:n])
		for _, read := range reads {
			read(r)
		}
		if (r.Err() != nil) != (n < len(b)) {
			t.Fatalf("of %d bytes %d are left: error %v", len(b), n, r.Err())
		}
	})
}

func TestBadBytesAreRefused(t *testing.T) {
	for name, c := range map[string]struct {
		bytes []byte
		read  func(r *Reader)
	}{
		"nothing there":         {nil, func(r *Reader) { r.Int(9) }},
		"a number cut off":      {[]byte{0x80}, func(r *Reader) { r.Int(math.MaxInt) }},
		"a number too large":    {[]byte{10}, func(r *Reader) { r.Int(9) }},
		"a number of 65 bits":   {bytes.Repeat([]byte{0xff}, 10), func(r *Reader) { r.Int(math.MaxInt) }},
		"a number in two forms": {[]byte{0x81, 0x00}, func(r *Reader) { r.Int(9) }},
		"neither true nor not":  {[]byte{2}, func(r *Reader) { r.Bool() }},
		"a text cut off":        {[]byte{2, 'a'}, func(r *Reader) { _ = r.String() }},
		"a count of too many":   {[]byte{3, 1, 1}, func(r *Reader) { r.Count() }},
		"numbers cut off":       {make([]byte, 9)[:8], func(r *Reader) { r.Int(0); r.Floats(nil, 1); r.Floats(nil, 1) }},
		"too many numbers":      {append([]byte{2}, make([]byte, 16)...), func(r *Reader) { r.Floats(nil, 1) }},
		"bytes that are left":   {[]byte{1, 2}, func(r *Reader) { r.Int(1) }},
	} {
		r := NewReader(c.bytes)
		c.read(r)
		if r.End() == nil {
			t.Errorf("%s: no error", name)
		}
		if r.Int(math.MaxInt) != 0 || r.Bool() || r.Bytes() != nil || len(r.Floats(nil, 5)) > 0 {
			t.Errorf("%s: something is read after an error", name)
		}
	}
	r, first := NewReader(nil), errors.New("first")
	r.Fail("%w", first)
	r.Fail("second")
	if !errors.Is(r.Err(), first) {
		t.Errorf("error %v", r.Err())
	}
}
