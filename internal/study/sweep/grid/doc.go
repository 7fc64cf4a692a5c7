// Package grid is which points a sweep has.
//
//  1. Load reads a grid file: the experiment, the keys that vary, and their values. Each
//     error has its place in the file.
//  2. Groups of points are validated, as many as there are or a part of them.
//  3. A Plan is everything that decides the results. It does not list its points: a point
//     follows from its number, so a plan of a million points takes a few kilobytes.
//  4. Freeze returns the bytes of a plan with their hash, and Decode reads them. Point
//     returns the experiment of a point.
//
// It runs nothing. It may import engine (for the hashes of the files that experiments read),
// planning, experiment and document.
package grid
