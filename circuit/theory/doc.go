package theory

import _ "twophase/internal/blas" // OpenBLAS under the build tag netlib
