package page_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
)

// documented are the experiments of pages that the documented commands write: without anything, with a NETWORK, with a
// file.
var documented = map[string]string{
	"default": `{}`,
	"bio-cca": `{"network": "bio-cca"}`,
	"file":    `{"network": "ifPSP", "stimulus": {"spectrum": [2, 1, 0.4], "inputs": 7}, "outputs": 2, "lambda": [1, 0.8], "rate": 0.001, "record": ["lateral[1,*]@10"], "interventions": [{"at": 5000, "lesion": "lateral[1,0]"}]}`,
}

// walk sets every control of the panels to values that it offers, one after another from the same beginning, and returns what
// the page complained of, or did not keep.
const walk = `(async (beginning, step, most) => {
	const some = (list) => list.filter((_, i) => i % Math.ceil(list.length / most) === 0);
	const complaints = [], $ = (s) => document.querySelector(s), $$ = (s) => [...document.querySelectorAll(s)];
	let visit = 0;
	const begin = async () => {
		await new Promise((done) => {
			addEventListener('hashchange', () => done(twophase.hash()), {once: true});
			location.hash = beginning + '&step=' + step + '&visit=' + step + '.' + visit++;
		});
		await settled();
	};
	const settled = async () => { for (let i = 0; i < 3; i++) { await twophase.hash(); await new Promise((done) => setTimeout(done)); } };
	const within = (what, done) => Promise.race([done, new Promise((_, fail) => setTimeout(() => fail(new Error('it is still busy after half a minute')), 30000))]);
	const tried = async (what, does, kept) => {
		try {
			await within(what, (async () => { await begin(); await does(); await settled(); })());
		} catch (error) {
			complaints.push(what + ': ' + error.message);
			return;
		}
		const wrong = ['#failure', ...$$('.wrong').map((w) => '#' + (w.id || 'none')), 'main > div > .wrong'].map((s) => $(s)?.textContent).find((t) => t);
		if (wrong) complaints.push(what + ': ' + wrong);
		else if (kept && !kept()) complaints.push(what + ': it was not kept');
	};
	const seen = (control) => control && !control.closest('[hidden]');
	const type = (control, v) => { control.value = v; control.dispatchEvent(new Event('input')); control.dispatchEvent(new Event('change')); };
	await begin();
	const k = Number($('#k').value), n = Number($('#n').value);
	const values = {
		network: [...$('#network').options].map((o) => o.value),
		n: [n + 1, k + 1, Number($('#n').max)], k: [1, 2, k + 1], turns: [1, 2, 3, 20], tau: ['0.3', '0.5'], rate: ['0.0005', '10/(500+t)'],
		lambda: [Array.from({length: k}, (_, i) => Number((1 - 0.31 * i / k).toPrecision(3))).join(', ')],
	};
	for (const [id, list] of Object.entries(values)) {
		await begin();
		if (!seen($('#' + id))) continue;
		for (const v of some(list)) await tried(id + ' = ' + v, () => type($('#' + id), String(v)), () => $('#' + id).value === String(v));
	}
	await begin();
	for (const i of some([...$$('.eigenvalue').keys()])) {
		if (!seen($$('.eigenvalue')[i])) continue;
		for (const key of ['ArrowUp', 'ArrowDown']) {
			let before, wanted;
			await tried('bar ' + i + ' ' + key, () => {
				const bar = $$('.eigenvalue')[i];
				before = bar.getAttribute('aria-valuenow');
				bar.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true}));
				wanted = bar.getAttribute('aria-valuenow');
			}, () => $$('.eigenvalue')[i].getAttribute('aria-valuenow') === wanted && (wanted !== before || $('#spectrum [role=status]').textContent));
		}
	}
	await begin();
	for (const [i, select] of $$('.acts select').entries()) {
		for (const o of some([...select.options].slice(1))) await tried(select.getAttribute('aria-label') + ': ' + o.value, () => type($$('.acts select')[i], o.value), () => $$('.act-list li').length === 1);
	}
	const names = $$('.drawing .circuit [id^="c-"]').map((e) => e.id.slice(2)), kind = (name) => name.split('[')[0];
	for (const name of names.filter((name, i) => names.findIndex((other) => kind(other) === kind(name)) === i)) {
		const chosen = () => { const field = $('#element'); field.focus(); type(field, name); field.blur(); };
		await tried(name, chosen, () => $('#element').value === name);
		for (let i = 0; i < $$('.choosing .controls button').length; i++) {
			await tried(name + ' button ' + i, async () => {
				chosen();
				await settled();
				const level = $('.choosing .controls input');
				if (level) level.value = '0.5'; // a scale may not be 0
				$$('.choosing .controls button')[i].click();
			}, () => $$('.act-list li').length === 1);
		}
	}
	for (const plane of some([...($('.cloud-panel select')?.options ?? [])]).map((o) => o.value)) await tried('plane ' + plane, () => type($('.cloud-panel select'), plane), () => $('.cloud-panel select').value === plane);
	for (const button of ['phase', 'step', '↺']) await tried(button, () => $$('.drive .toggle button').find((b) => b.textContent === button).click());
	await tried('twins', () => $('#split').click(), () => $('#on-twin').checked);
	return complaints;
})`

// Every control of a page that twophase explore writes takes up to two of the values that it offers before the first
// step of one page, and one after some and of other pages; one part of each kind is acted on in all ways. No message says
// that something is wrong, and no control springs back.
func TestExploreControls(t *testing.T) {
	browserOnly(t)
	for _, c := range []struct {
		page       string
		step, most int
	}{{"default", 0, 2}, {"default", 10, 1}, {"bio-cca", 0, 1}, {"file", 0, 1}} {
		t.Run(fmt.Sprintf("%s at step %d", c.page, c.step), func(t *testing.T) {
			beginning, address := written(t, documented[c.page])
			b := newTab(t, 1280, 900)
			b.open(address)
			complaints := promised[[]string](b, fmt.Sprintf(`%s(%s, %d, %d)`, walk, quote("experiment="+url.QueryEscape(beginning)), c.step, c.most))
			if len(complaints) > 0 {
				t.Error(strings.Join(complaints, "\n"))
			}
			b.mu.Lock()
			defer b.mu.Unlock()
			b.problems = nil // what is refused is a warning of the console, too
		})
	}
}
