// Package files holds the wing of what must outlast a crash.
//
// Bytes come in; files and folders that are complete or absent go out.
//
//  1. durable writes one file so that a power cut cannot lose it.
//  2. folder writes a folder that appears when it is complete, with its checksums.
//  3. parquetfile, tablefile and wire give bytes their form.
//  4. interrupt ends a command after a signal.
//
// Its packages may import one another only. None knows what a circuit is.
package files
