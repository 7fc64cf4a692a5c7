package page_test

import (
	"fmt"
	"testing"
)

// inWorker returns what an expression is in the worker of a page, beside its modules.
func inWorker(expression string) string {
	return fmt.Sprintf(`new Promise((done, failed) => {
		const address = URL.createObjectURL(new Blob([document.getElementById('worker').textContent, %s]));
		const worker = new Worker(address);
		worker.onerror = (event) => failed(new Error(event.message));
		worker.onmessage = ({data}) => { worker.terminate(); done(data); };
		worker.postMessage(document.getElementById('simulator').textContent);
	})`, quote("\nself.onmessage = async ({data: program}) => { self.postMessage(await "+expression+"); };"))
}

// A program that was cut or changed on the way is refused, and the page does not hang.
func TestExploreRefusesADamagedProgram(t *testing.T) {
	browserOnly(t)
	b := newTab(t, 800, 600)
	b.open(explored(t))
	got := promised[[]string](b, inWorker(`Promise.all([
		(p) => p, (p) => p.slice(0, -8), (p) => p.slice(0, 8), (p) => p.slice(0, 400000), (p) => '!' + p,
		(p) => p.slice(0, 400000) + (p[400000] === 'A' ? 'B' : 'A') + p.slice(400001),
	].map(async (change) => {
		try {
			return String((await of_explore_unpack.unpack(change(program))).byteLength > 1e7);
		} catch (error) {
			return error.message;
		}
	}))`))
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
