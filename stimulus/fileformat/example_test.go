package fileformat_test

import (
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"

	"twophase/stimulus/fileformat"
)

func ExampleOpen() {
	dir, err := os.MkdirTemp("", "stimuli")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "eyes.csv")
	if err := os.WriteFile(path, []byte("left,right\n0.5,0.25\n1,2\n"), 0o644); err != nil {
		log.Fatal(err)
	}
	file, err := fileformat.Open(path, fileformat.Layout{})
	if err != nil {
		log.Fatal(err)
	}
	defer file.Close()
	x := make([]float64, file.Inputs())
	for {
		if err := file.Next(x); err == io.EOF {
			break
		} else if err != nil {
			log.Fatal(err)
		}
		fmt.Println(x)
	}
	// Output:
	// [0.5 0.25]
	// [1 2]
}
