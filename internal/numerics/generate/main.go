// Command generate writes the assembly of the packages kernel and random, and the tables of random:
//
//	go run . -out ../kernel/kernel_amd64.s -stubs ../kernel/kernel_amd64.go -pkg kernel
//	go run . -out ../random/normal_amd64.s -stubs ../random/normal_amd64.go -pkg random
//	go run . -tables ../random/tables.go
//
// It is a module of its own so that avo, which writes assembly, is not a dependency of twophase.
package main

import (
	"flag"
	"log"

	"github.com/mmcloughlin/avo/build"
)

func main() {
	tables := flag.String("tables", "", "write the tables of the ziggurat to this file")
	flag.Parse()
	switch of := flag.Lookup("pkg").Value.String(); {
	case *tables != "":
		if err := writeTables(*tables); err != nil {
			log.Fatal(err)
		}
		return
	case of == "kernel":
		kernelRoutines()
	default:
		normalRoutines()
	}
	build.Generate()
}
