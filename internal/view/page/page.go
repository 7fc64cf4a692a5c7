package page

import "embed"

// Files holds the page, with index.html on top.
//
//go:embed *.html *.css *.js
var Files embed.FS
