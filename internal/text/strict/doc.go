// Package strict reads JSON strictly. Package encoding/json takes the last of several equal keys,
// and keys in any case.
//
//  1. Unmarshal checks that each key of an object occurs once, and is that of a field in the
//     same case.
//  2. It then calls json.Unmarshal.
//
// The package may import no other package of twophase.
package strict
