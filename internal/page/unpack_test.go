package page_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"

	"twophase/internal/page"
)

// inWorker returns what an expression is in the worker of a page, beside its modules.
func inWorker(expression string) string {
	return fmt.Sprintf(`new Promise((done, failed) => {
		const address = URL.createObjectURL(new Blob([document.getElementById('worker').textContent, %s]));
		const worker = new Worker(address);
		worker.onerror = (event) => failed(new Error(event.message));
		worker.onmessage = ({data}) => { worker.terminate(); done(data); };
		worker.postMessage(document.getElementById('simulator').textContent);
	})`, quote("\nself.onmessage = ({data: program}) => { self.postMessage("+expression+"); };"))
}

// A browser reads the bytes that were written as text, whatever they are and however they end.
func TestExploreReadsSeptets(t *testing.T) {
	browserOnly(t)
	random := rand.New(rand.NewPCG(1, 2))
	special := []byte{0, 1, 10, 13, 20, 24, 40, 60, 120} // of which many characters are forbidden
	var all [][]byte
	for n := range 60 {
		data := make([]byte, n)
		for i := range data {
			data[i] = byte(random.Uint32())
			if n%2 == 0 {
				data[i] = special[random.IntN(len(special))]
			}
		}
		all = append(all, data)
	}
	var texts []string
	for _, data := range all {
		texts = append(texts, page.Septets(data))
	}
	list, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	b := newTab(t, 800, 600)
	b.open(explored(t))
	got := promised[[][]int](b, inWorker(string(list)+`.map((text) => Array.from(of_explore_septets.fromSeptets(text)))`))
	for i, data := range all {
		var read []byte
		for _, v := range got[i] {
			read = append(read, byte(v))
		}
		if !bytes.Equal(read, data) {
			t.Errorf("%v came back as %v", data, read)
		}
	}
}

// A program that was cut or changed on the way is refused, and the page does not hang.
func TestExploreRefusesADamagedProgram(t *testing.T) {
	browserOnly(t)
	b := newTab(t, 800, 600)
	b.open(explored(t))
	got := promised[[]string](b, inWorker(`[
		(p) => p, (p) => p.subarray(0, p.length - 1), (p) => p.subarray(0, 5), (p) => p.subarray(0, 300000), (p) => p.map((v, i) => (i === 300000 ? v ^ 1 : v)), (p) => p.map((v) => v ^ 85),
	].map((change) => {
		try {
			return String(of_explore_lzma.decompress(change(of_explore_septets.fromSeptets(program))).length > 1e7);
		} catch (error) {
			return error.message;
		}
	})`))
	for i, said := range got {
		want := "true"
		if i > 0 {
			want = "The simulator in this page is damaged. Get the page again."
		}
		if said != want {
			t.Errorf("of program %d it says %q, want %q", i, said, want)
		}
	}
}
