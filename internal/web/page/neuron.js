import {html, svg} from './dom.js';
import {fillColour, largest} from './colour.js';
import {hasIndex, isFed, isWired, letterOf, nameOf, symbolOf, tiedOf, valueOf, valuesOf} from './element.js';
import {drawMatrix} from './matrix.js';
import {finite, short, subscript} from './number.js';
import {set, state} from './state.js';

// A neuron: its tuning, what it hears and from whom, whom it reaches, and what it answers to the stimulus of a step.

const mostListed = 6, mostBars = 400;

// neuronView returns {node, show}: show takes a neuron, or null, and a snapshot.
export function neuronView(source, run) {
	const tuning = html('div', {class: 'tunings'}), lists = html('div', {class: 'heard'});
	const answer = html('span', {class: 'answer'}), ask = html('button', {type: 'button', onclick: () => replay()}, 'replay this stimulus');
	const node = html('div', {class: 'neuron-view', hidden: true}, tuning, lists, html('p', {class: 'controls'}, ask, answer));
	const image = run.image && drawMatrix({rows: run.image.rows, columns: run.image.columns, height: (w) => (w * run.image.rows) / run.image.columns, label: 'tuning: weights as an image',
		pick: (p, q) => set({element: nameOf({...shown, kind: fed[0].kind, pre: p * run.image.columns + q})})});
	let shown = null, fed = [], abort = null, asked = null;

	const moment = () => `${state.trial} ${state.step}`;
	const replay = async () => {
		abort?.abort();
		const mine = abort = new AbortController(), neuron = shown, step = Math.max(1, state.step);
		try {
			const found = await source.step({trial: state.trial, step}, (done) => { answer.textContent = `replaying: ${Math.round(100 * (done ?? 0))} %`; }, mine.signal);
			if (mine.signal.aborted || neuron !== shown) return;
			const own = found.phases.at(-1)?.signals.filter((s) => s.population === neuron.kind) ?? [];
			asked = moment();
			answer.textContent = `Step ${step}: ${own.map(({variable, values}) => `${variable}${subscript(neuron.post)} ${short(values[neuron.post])}`).join(', ')}`;
		} catch (error) {
			if (!mine.signal.aborted) answer.textContent = error.message;
		}
	};
	const entry = (element, value) => html('li', {}, html('button', {type: 'button', class: 'symbol-button', title: nameOf(element), onclick: () => set({element: nameOf(element)})}, symbolOf(element)), ' ', html('b', {}, short(value)));
	const list = (title, all) => all.length > 0 && html('div', {}, html('h3', {}, title), html('ol', {}, all.slice(0, mostListed).map(({element, value}) => entry(element, value))),
		all.length > mostListed && html('p', {class: 'hint'}, `and ${all.length - mostListed} weaker ones`));
	const ranked = (elements, snapshot) => elements.map((element) => ({element, value: valueOf(element, snapshot)})).filter(({value}) => finite(value))
		.sort((a, b) => Math.abs(b.value) - Math.abs(a.value));
	const synapses = (run.graph?.parts ?? []).filter((p) => p.class === 'synapses'), tied = run.graph ? tiedOf(run) : new Map();
	// listsOf returns a list for each population at the other end of synapses of a neuron.
	const listsOf = (word, {kind, post}, snapshot, trial) => {
		const ends = new Map(), hears = word === 'hears';
		const add = (p, name, isPost) => {
			const all = Array.from({length: isPost ? p.columns : p.rows}, (_, i) => ({kind: p.kind, post: isPost ? post : i, pre: isPost ? i : post}));
			ends.set(name, [...ends.get(name) ?? [], ...all.filter((e) => hasIndex(p, e.post, e.pre) && isWired(trial, e))]);
		};
		for (const p of synapses) {
			if (kind === (hears ? p.to : p.from)) add(p, hears ? p.from : p.to, hears);
			if (tied.has(p.kind) && kind === (hears ? p.from : p.to)) add(p, hears ? p.to : p.from, !hears); // by its synapses the other way
		}
		return [...ends].map(([name, elements]) => list(`${word} ${name}`, ranked(elements, snapshot)));
	};
	return {
		node,
		show(neuron, snapshot, trial) {
			const changed = JSON.stringify(neuron) !== JSON.stringify(shown);
			node.hidden = neuron === null || !snapshot;
			if (changed || (asked !== null && asked !== moment())) {
				abort?.abort();
				[asked, answer.textContent] = [null, ''];
			}
			if (changed) shown = neuron;
			if (node.hidden) return;
			fed = synapses.filter((p) => isFed(run, p) && p.to === shown.kind);
			tuning.replaceChildren(...fed.map((p) => {
				const row = valuesOf(p.kind, snapshot)?.slice(shown.post * p.columns, (shown.post + 1) * p.columns) ?? null, most = largest(row);
				image?.show(row, most);
				return html('figure', {class: 'tuning'}, html('figcaption', {}, `Tuning: the weights from ${p.from} to ${symbolOf(shown)}, up to ±${short(most)}`), image ? image.node : bars(row, p.kind, shown.post));
			}));
			lists.replaceChildren(...['hears', 'reaches'].flatMap((word) => listsOf(word, shown, snapshot, trial)).filter(Boolean));
		},
	};
}

// bars draws the weights of a neuron, a bar for each input.
function bars(row, kind, post) {
	if (!row || row.length > mostBars) return html('p', {class: 'hint'}, row ? 'There are too many inputs to be drawn one by one.' : `${letterOf(kind)} was not recorded.`);
	const most = largest(row) || 1, high = 70, wide = 100 / row.length;
	return svg('svg', {class: 'bars', width: '100%', height: high, viewBox: `0 0 100 ${high}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': 'weights from each input'},
		row.map((v, pre) => {
			const size = finite(v) ? (Math.abs(v) / most) * (high / 2 - 2) : 0;
			const bar = svg('rect', {x: (pre + 0.12) * wide, width: 0.76 * wide, y: v > 0 ? high / 2 - size : high / 2, height: Math.max(size, 0.5)}, svg('title', {}, `${symbolOf({kind, post, pre})} ${short(v)}`));
			bar.style.fill = fillColour(v, most);
			bar.addEventListener('click', () => set({element: nameOf({kind, post, pre})}));
			return bar;
		}));
}
