package engine

import (
	"bytes"
	"context"
	"runtime/metrics"
	"strings"
	"testing"

	"twophase/circuit/selection"
	"twophase/internal/experiment"
	"twophase/internal/run/planning"
	"twophase/internal/traces/result"
	"twophase/synapse"
)

// allocated returns the bytes that were ever allocated, roughly, and without stopping
// anything.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// A manifest that is accepted is written and read as the same, says what happens in it in a
// few words, and takes no more memory than some hundred times its size.
func FuzzManifest(f *testing.F) {
	p, err := planning.Resolve(context.Background(), experiment.New())
	if err != nil {
		f.Fatal(err)
	}
	defer p.Close()
	m, err := planning.ManifestOf(p)
	if err != nil {
		f.Fatal(err)
	}
	text, err := result.Indented(m)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"schema":1,"version":"0.1.0","run":"a","experiment":{"lambda":"1:0.5","rate":"1 until 5, 2/(1+t)","interventions":[{"at":5,"lambda":"1,0.5"},{"every":3,"clamp":"outputs[0]","to":0}]},"fork":{"at":3,"of":"b"}}`))
	f.Add([]byte(`{"schema":1,"run":"a"} {}`))
	f.Add([]byte(`{"schema":-1,"run":"a"}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		before := allocated()
		var m result.Manifest
		if result.DecodeManifest(text, result.RunFolder.Manifest, &m) != nil {
			return
		}
		if m.Schema < 1 || m.Run == "" {
			t.Fatal("a manifest without a schema or a run is accepted")
		}
		texts := m.Experiment.InterventionTexts(selection.PairSize(10, 3, synapse.AllToAll))
		if n := len(strings.Join(texts, "")); len(texts) > 201 || n > 201*1000 {
			t.Fatalf("%d texts, of %d bytes", len(texts), n)
		}
		m.Experiment.Schedule()
		_ = m.Readable()
		if n := allocated() - before; n > uint64(4<<20+1000*len(text)) {
			t.Fatalf("%d bytes are allocated for %d", n, len(text))
		}
		written, err := result.Indented(m)
		if err != nil {
			return // a rate of no parts, which reading leaves as it is
		}
		var again result.Manifest
		if err := result.DecodeManifest(written, result.RunFolder.Manifest, &again); err != nil {
			t.Fatalf("%s\nis written as\n%s\n%v", text, written, err)
		}
		if twice, err := result.Indented(again); err != nil || !bytes.Equal(twice, written) {
			t.Fatalf("%s\nis written as\n%s\n%v", written, twice, err)
		}
	})
}
