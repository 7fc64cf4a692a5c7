package page

import "embed"

// Files holds the page, with index.html on top, and the page of the simulator in the folder explore.
//
//go:embed *.html *.css *.js explore
var Files embed.FS
