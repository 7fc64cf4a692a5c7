package kernel

import "os"

// ReferenceVariable is the environment variable that, set to "reference", keeps
// the assembly from being used.
const ReferenceVariable = "TWOPHASE_KERNEL"

// assembly says that the routines are those in assembly.
var assembly = haveAssembly && os.Getenv(ReferenceVariable) != "reference"

// Assembly reports whether the assembly is in use.
func Assembly() bool { return assembly }
