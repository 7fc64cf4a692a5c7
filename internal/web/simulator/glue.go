//go:build !js

package simulator

import _ "embed" // for Glue

// Glue is the script glue.js, which stands between wasm_exec.js and the program.
//
//go:embed program/glue.js
var Glue []byte
