package testfiles

import "syscall"

// memory is where Linux has a file system in memory.
const memory = "/dev/shm"

// room returns how many bytes a file system has room for, 0 if there is none or if it starts no programs:
// some tests build one and start it.
func room(folder string) uint64 {
	var s syscall.Statfs_t
	if syscall.Statfs(folder, &s) != nil || s.Flags&syscall.MS_NOEXEC != 0 {
		return 0
	}
	return s.Bavail * uint64(s.Bsize)
}
