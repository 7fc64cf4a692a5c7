package view

import (
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strconv"
	"strings"
)

// site answers paths after the token: the assets of the page, the page in which a run learns, and the API.
type site struct {
	assets map[string]asset // by path; "" is index.html
	api    *api             // its paths begin after api/
}

type asset struct {
	content []byte
	kind    string
}

// kinds are the types of the assets, by the ends of their names.
var kinds = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
	".svg": "image/svg+xml", ".png": "image/png", ".ico": "image/x-icon", ".json": "application/json", ".txt": "text/plain; charset=utf-8",
}

// readAssets reads all assets of the page. It leaves out files of an unknown type.
func readAssets(files fs.FS) (map[string]asset, error) {
	assets := make(map[string]asset)
	err := fs.WalkDir(files, ".", func(name string, e fs.DirEntry, err error) error {
		kind, known := kinds[path.Ext(name)]
		if err != nil || e.IsDir() || !known {
			return err
		}
		content, err := fs.ReadFile(files, name)
		assets[name] = asset{content, kind}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read the page: %w", err)
	}
	index, found := assets["index.html"]
	if !found {
		return nil, fmt.Errorf("the page has no index.html")
	}
	assets[""] = index
	return assets, nil
}

// ServeHTTP implements http.Handler.
func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if rest, ok := strings.CutPrefix(r.URL.Path, "api/"); ok {
		r.URL.Path = rest
		s.api.ServeHTTP(w, r)
		return
	}
	if r.URL.Path == "explore.html" {
		s.api.explore(w, r)
		return
	}
	a, found := s.assets[r.URL.Path]
	if !found {
		fail(w, http.StatusNotFound, "not found")
		return
	}
	w.Header().Set("Content-Type", a.kind)
	w.Header().Set("Content-Length", strconv.Itoa(len(a.content)))
	w.Write(a.content)
}
