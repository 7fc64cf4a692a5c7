// Package catalogue lists the networks of package circuit.
//
//  1. List returns the networks as data.
//  2. Write writes them as a table for people.
//  3. WriteMarkdown writes a page with the mathematics of each network.
//  4. WriteLocality writes what the synapses and neurons of networks must know, as docs/evidence/locality.md does.
//  5. Write and WriteMarkdown end with the algorithms that are no circuits.
//
// It may import circuit and what lies below it, internal/measure/onlinepca and internal/text/wording.
package catalogue
