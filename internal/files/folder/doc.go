// Package folder writes folders that have their final name only when they are complete, and
// replaces only folders that it has written.
//
//  1. A folder is made under a hidden name, .NAME.new-*, with its manifest in it, which is
//     locked from the start. Then it takes the name of a work folder, NAME.partial, if
//     that is free.
//  2. The manifest stays locked while a process works on the folder. Only a process with the
//     lock renames or removes a folder, and it keeps the lock until that is done. A process
//     that locks a manifest checks that the manifest still has its name.
//  3. Finish gives the work folder the name NAME. If an older folder has the name, the two
//     exchange their names, so that NAME always is the one or the other. The older one is then
//     removed, as .NAME.removed-*. Until that is done, a file in the new folder says which folder
//     the older one is. Where names cannot be exchanged, the older folder is first
//     renamed to .NAME.replaced-*.
//  4. What a killed process leaves under hidden names is cleared when the same folder is
//     next made or opened. A folder that was being replaced comes back if its name is free,
//     and all else is removed. A locked folder belongs to a running process, and stays.
//     A folder that was moved or removed meanwhile is not written to, and what now has its name
//     stays.
//  5. A complete folder has the checksums of all its files, and an unfinished one that of
//     its manifest. Readers open files by Sums, or compare what they have read.
//
// Where files cannot be locked, folders are written too, Note says so, and nothing is cleared.
// The package may import internal/files/durable only.
package folder
