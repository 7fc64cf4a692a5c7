// Package measure says how well a circuit does at one moment.
//
//  1. A Reference is what a circuit is compared with: the principal subspace U_K of its
//     stimuli, from the population (PopulationReference) or from samples
//     (BatchReference).
//
//  2. Reference.Glance takes the few measures that a curve needs: a Point.
//
//  3. Reference.Measure takes all of them: Measures.
//
//  4. Take takes the declared measures (Declarations), those of circuits that find other
//     things than a principal subspace. Each says what it needs of the circuit and of the
//     stimuli, and what does not apply is absent, with the reason. Those of activity are
//     taken on stimuli from which nothing learns meanwhile: held-out ones of a population, or
//     those of a file (Declared.On).
//
//     in the paper           name
//     E_Pro(Û)               Measures.Error
//     ‖P̂ − P‖_F              Measures.ProjectorError
//     ‖y − M⁻¹Wx‖/‖M⁻¹Wx‖    Measures.SettlingError
//     ‖M_o‖_F/‖M‖_F          Measures.Ratio
//
// The formulas are those of packages circuit/subspace and circuit/activity. Measures promise a tolerance, not
// bits. The package may import circuit, circuit/subspace, circuit/activity, circuit/theory, circuit/weights and stimulus, and writes no files.
package measure
