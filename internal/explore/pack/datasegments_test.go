package main

import (
	"bytes"
	"errors"
	"testing"
)

// A section of three segments becomes one of the same memory, and what follows stays.
func TestImageIsTheMemory(t *testing.T) {
	section := []byte{11, 22, 3,
		0, constant, 0x44, end, 2, 7, 8, // at 68: its second byte would be a sign
		0, constant, 0xd0, 0x00, end, 1, 9, // at 80
		0, constant, 0xd1, 0x00, end, 1, 5, // at 81
		0, 1, 2}
	head, image, err := imageOf(section)
	if err != nil {
		t.Fatal(err)
	}
	if want := []byte{11, 25, 1, 0, constant, 0xc0, 0x00, end, 18}; !bytes.Equal(head, want) {
		t.Errorf("the head is %v, want %v", head, want)
	}
	want := make([]byte, 18)
	want[4], want[5], want[16], want[17] = 7, 8, 9, 5
	if want = append(want, 0, 1, 2); !bytes.Equal(image, want) {
		t.Errorf("the image is %v, want %v", image, want)
	}
	for cut := range len(section) - 3 {
		if _, _, err := imageOf(section[:max(1, cut)]); !errors.Is(err, errData) {
			t.Errorf("of %d bytes of the section: %v", cut, err)
		}
	}
}
