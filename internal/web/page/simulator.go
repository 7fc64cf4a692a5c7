package page

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io/fs"
)

// Simulator is the simulator as a browser runs it.
type Simulator struct {
	Program []byte // WebAssembly, packed by gzip
	Glue    []byte // wasm_exec.js of the Go release that built it
}

// Explore returns the page in which a simulator runs, as one file of HTML. The experiment is JSON, with which it begins.
func Explore(title string, experiment []byte, s Simulator) ([]byte, error) {
	worker, err := bundle(Files, "explore/worker")
	if err != nil {
		return nil, err
	}
	tour, err := fs.ReadFile(Files, "explore/tour.json")
	if err != nil {
		return nil, err
	}
	var safe bytes.Buffer
	json.HTMLEscape(&safe, experiment)
	return document{
		title: title, entry: "explore/main", styles: []string{"style.css", "explore/style.css"}, waiting: "Starting the simulator…",
		allow: " 'wasm-unsafe-eval'; worker-src blob:",
		data: []block{
			{"experiment", "application/json", safe.String()},
			{"tour", "application/json", string(tour)},
			{"worker", "text/plain", string(s.Glue) + worker},
			{"simulator", "text/plain", base64.StdEncoding.EncodeToString(s.Program)},
		},
	}.write()
}
