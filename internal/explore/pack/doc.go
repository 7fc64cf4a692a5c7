// Command pack packs a program of WebAssembly for the page of twophase explore: make simulator runs it.
//
//  1. It reads the program from its standard input and cuts it into the tables of functions, their code and the data, of
//     which it makes one image of the memory.
//  2. It packs each part as one stream of LZMA, by the command xz, with the settings that make it smallest.
//  3. It writes the streams one after another. lzma.js of package page reads them.
//
// The package may import no other package of twophase.
package main
