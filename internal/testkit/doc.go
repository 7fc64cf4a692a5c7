// Package testkit holds the wing of what only tests import.
//
// Experiments and random operations come in; failures go out.
//
//  1. long says how much the tests do.
//  2. testfiles holds golden files and makes files of stimuli.
//  3. browser opens pages in Chromium and Firefox.
//  4. enginetest runs experiments; metamorphic runs one experiment in many ways and compares the
//     bytes.
//
// Its packages may import every package but those of web and study.
package testkit
