//go:build !amd64

package kernel

const haveAssembly, haveWide, haveLong = false, false, false

func wideIsFaster() bool { return false }

func isAMD() bool { return false }
